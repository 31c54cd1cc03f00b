"""JSON for other programs: the answers of the engine, open to all, and as they are described."""

import json
import re
from datetime import date
from itertools import cycle
from urllib.parse import parse_qsl

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from ai import plain_data
from ai.puzzles.days import puzzle_of_day
from ai.rules.games import NAMED, TIC_TAC_TOE
from ai.rules.record import parse_record
from tests.api_laws import (
    DESCRIPTION,
    answer,
    answered,
    assert_answers,
    assert_puzzles,
    described,
    error,
    validator,
)
from tests.browser import browser_in
from tests.conftest import NO_LIMITS
from tests.page import HTMX
from tests.reference import diagram
from tests.replays import replay_at, visit
from tests.samples import CLASSES
from tests.views import MIDDLE, on
from webapp import create_app
from webapp.api.questions import QUESTIONS
from webapp.puzzles.sets import PuzzleSet

AN_ANSWER = "/api/values/square/b2c3a1"
BEFOREHAND = {  # as a browser asks whether a script of another site may send a header of its own
    "Origin": "https://other.example",
    "Sec-Fetch-Site": "cross-site",
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "if-none-match",
}


# Answers: tests/test_plain_data.py compares them with the rules and a solver of its own.


def test_answers_are_the_engines_and_of_their_schemas(app: Flask) -> None:
    played = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=hard"
    for query in ("&ply=5&sort=odds", "&from=4&variation=c1b1&ply=5"):
        assert_answers(app, replay_at(played + query))


def test_puzzles_are_told_as_they_are_stored_and_sets_in_their_order(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_puzzles(app, TIC_TAC_TOE)
    query = "theme=fork,block&plies=3-7&grade=4-2&seed=3&count=9"
    chosen = PuzzleSet.read(MultiDict(parse_qsl(f"game=tic-tac-toe&{query}"))).puzzles
    found = answer(app, f"/api/puzzles/tic-tac-toe?{query}")["puzzles"]
    assert [it["number"] for it in found] == [it.number for it in chosen]
    assert len(found) == 9
    for day in (date(2026, 11, 22), date(2026, 11, 23)):
        on(monkeypatch, day)
        puzzle = puzzle_of_day(day)
        one = answer(app, f"/api/puzzles/{puzzle.game.key}/{puzzle.number}")
        found = answer(app, "/api/puzzles/today")
        assert found == {"day": f"{day}", "game": puzzle.game.key} | one
        validator(app, "PuzzleOfDay").validate(found)


# How it is described. tests/proof/test_api.py checks the description against the standard.


def examples(app: Flask) -> dict[str, str]:
    """The path of every operation, and an address of it."""
    moves = described(app)["components"]["parameters"]["moves"]["schema"]["examples"][0]
    values = {"game": "square", "number": "9", "moves": moves}
    return {path: path.format(**values) for path in described(app)["paths"]}


def test_a_schema_refuses_what_is_no_answer(app: Flask) -> None:
    good, check = answer(app, "/api/review/tic-tac-toe/a1?x=hard"), validator(app, "Review")
    assert check.is_valid(good)
    for bad in (
        *(good | {"game": None}, good | {"more": 1}, good | {"turning_point": "1"}),
        good | {"moves": [good["moves"][0] | {"label": "excellent"}]},
        {key: value for key, value in good.items() if key != "outcome"},
    ):
        assert not check.is_valid(bad)


def test_every_described_address_is_one_and_the_other_way_round(app: Flask) -> None:
    for root in ("http://localhost", "https://example.org/below"):
        found = answered(app.test_client().get(DESCRIPTION, base_url=root))
        assert (found["openapi"], found["servers"]) == ("3.1.0", [{"url": root}])
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    paths = {re.sub("<([^>]+)>", r"{\1}", it.rule) for it in rules if it.endpoint != "api.index"}
    paths -= {path.rstrip("/") for path in paths if path.endswith("/")}  # which will do, too
    assert found["paths"].keys() == paths
    for path, item in found["paths"].items():
        assert list(item) == ["get"]
        asks = item["get"].get("parameters", [])
        names = [reference["$ref"].rpartition("/")[2] for reference in asks]
        assert re.findall(r"{(\w+)}", path) == names[: path.count("{")]


def test_every_parameter_is_read_as_it_is_described(app: Flask) -> None:
    """Those in a list may be any of it, and nothing else."""
    parameters = described(app)["components"]["parameters"]
    named, defined = parameters["game"]["schema"]["anyOf"]
    assert named["enum"] == list(NAMED)
    assert re.match(defined["pattern"], "4x4-a1b1c1-!a4d4")
    assert not re.match(defined["pattern"], "4x4-a1")
    for name, question in {"first": "why", "x": "why", "o": "why", "sort": "moves"}.items():
        allowed = parameters[name]["schema"]["enum"]
        for value in (*allowed, "nobody"):
            response = app.test_client().get(f"/api/{question}/tic-tac-toe/a1?{name}={value}")
            assert (response.status_code == 200) == (value in allowed)
    pattern = re.compile(parameters["moves"]["schema"]["pattern"])
    texts = [parse_record(TIC_TAC_TOE, "a1b2").text, *map(diagram, CLASSES[::20])]
    assert all(map(pattern.search, texts))
    assert not pattern.search("b2,")


def test_a_parameter_that_a_question_does_not_describe_changes_nothing(app: Flask) -> None:
    more = {"ply": "2", "x": "hard", "from": "2&variation=c2", "sort": "odds"}
    for question in QUESTIONS:
        where = f"/api/{question.name}/tic-tac-toe/a1b2c3?first=x"
        plain = answer(app, where)
        for parameter, value in more.items():
            changed = answer(app, f"{where}&{parameter}={value}") != plain
            assert changed == (parameter in question.parameters)
        others = {*more, "values", "figure", "story"} - {*question.parameters}
        assert answer(app, where + "".join(f"&{other}=nothing" for other in others)) == plain
        empty = f"/api/{question.name}/square"
        texts = {app.test_client().get(f"{empty}{end}").text for end in ("", "/", "/?first=x")}
        assert len(texts) == 1, "with a slash at the end or none"


def test_any_site_may_read_every_address_and_send_nothing(app: Flask) -> None:
    client, refusals = browser_in(app, MIDDLE), cycle(("POST", "PUT", "PATCH", "DELETE"))
    client.set_cookie("settings", "dark.off")
    for path in (*examples(app).values(), f"{AN_ANSWER}?ply=99"):
        told, response = client.get(path), client.options(path, headers=BEFOREHAND)
        assert (response.status_code, response.data) == (204, b"")
        assert "Content-Type" not in response.headers
        assert response.headers["Access-Control-Allow-Headers"] == "*"
        refusal = client.open(path, method=next(refusals), data={"cell": "1"})
        assert refusal.status_code == 405
        assert "answers GET, HEAD and OPTIONS only" in error(refusal)
        for it in (response, refusal):
            assert {*it.headers["Allow"].split(", ")} == {"GET", "HEAD", "OPTIONS"}
        for it in (told, response, refusal):
            assert it.headers["Access-Control-Allow-Origin"] == "*"
            exposed = it.headers["Access-Control-Expose-Headers"].split(", ")
            assert {"ETag", "Retry-After"} <= {*exposed}
            assert "Set-Cookie" not in it.headers
    response = client.post("/api/nothing")
    assert response.status_code == 404
    assert "There's nothing at this address" in error(response)


REFUSED = {
    "/api/value/square/b2": (404, "/learn/api"),
    "/api/values/chess/b2": (404, "chess"),
    "/api/moves/square/z9": (404, "z9"),
    "/api/values/square/b2?ply=two": (404, "two"),
    "/api/why/square/b2?ply=0": (404, "ply 0"),
    "/api/puzzles/chess": (404, "chess"),
    "/api/puzzles/tic-tac-toe/999999": (404, "no puzzle 999999, only 1 to"),
    "/api/puzzles/3x3-a1c1/1": (404, "Shape of 2 on 3 × 3 has no puzzles."),
    "/api/puzzles/square/first": (404, "first"),
    "/api/puzzles/square?theme=bogus": (400, "bogus"),
    "/api/puzzles/square?game=square": (400, "“game”"),
    f"{AN_ANSWER}?cell=3": (400, "“cell”"),
    "/api/puzzles/2026-11-24": (404, "/api/puzzles/today"),
    "/api/puzzles/\u0662-1-1": (404, "\u0662-1-1"),
    "/api//values//square/b2": (404, "/learn/api"),
    "/api/values/square/%ff%00": (404, r"\x00"),
    "/api/values/square/" + "b2" * 2000: (414, "too long"),
    f"{AN_ANSWER}?{'a' * 2000}": (414, "too long"),
}


def test_a_refusal_says_why_in_json(client: FlaskClient) -> None:
    for (path, (status, says)), headers in zip(
        REFUSED.items(), ({}, HTMX, {"Accept": "text/html"}) * len(REFUSED), strict=False
    ):
        response = client.get(path, headers=headers)
        assert (response.status_code, client.head(path).status_code) == (status, status)
        assert says in error(response), path
        assert response.headers["Cache-Control"] == "no-store"
        for method in ("OPTIONS", "POST") if status == 414 else ():
            assert says in error(client.open(path, method=method))


def test_an_unknown_parameter_is_refused_by_its_name(app: Flask) -> None:
    """A set knows its own, a question those of a replay."""
    of_set = {"theme", "plies", "grade", "count", "seed"}
    of_replay = {"first", "ply", "from", "variation", "sort", "x", "o", "values", "ideas"}
    of_replay |= {"programs", "table", "story", "figure"}
    for path, example in examples(app).items():
        known = set() if "/puzzles/" in path or path in {DESCRIPTION, "/api/atlas"} else of_replay
        known = of_set if path.endswith("/puzzles/{game}") else known
        for name in (*sorted({"cell", "seed"} - known), "\n<b>é"):
            query = [(name, ""), *((it, "?") for it in sorted(known))]
            response = app.test_client().get(example, query_string=query)
            assert response.status_code == 400
            assert all(it in error(response) for it in known)
            assert name.strip() in error(response)


def test_whatever_else_goes_wrong_is_told_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    config = {"LIMIT_REQUESTS": "1 per hour", "TRUSTED_HOSTS": ["localhost"]}
    limited = create_app({"SECRET_KEY": "any", **NO_LIMITS, **config}).test_client()
    monkeypatch.setattr(plain_data, "values", lambda _: 1 / 0)
    for where, root, status, says in (
        ("values", None, 500, "went wrong"),
        ("why", None, 429, "Too many requests"),
        ("why", "http://play.example", 400, "not served under that name"),
    ):
        response = limited.get(f"/api/{where}/square/a1", base_url=root)
        assert response.status_code == status
        assert says in error(response)
        assert "division" not in error(response)
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cache-Control"] == "no-store"
        assert status != 429 or 1 <= int(response.headers["Retry-After"]) <= 3600


def test_the_page_about_it_asks_every_question_and_has_its_answer(app: Flask) -> None:
    response = app.test_client().get("/api")
    assert (response.status_code, response.location) == (308, "/learn/api")
    page = visit(app, "/learn/api")
    regions = {pre["aria-label"]: pre.text for pre in page.all("pre")}
    links = [link["href"] for link in page.all("a")]
    for question in QUESTIONS:
        (link,) = [link for link in links if link.startswith(f"/api/{question.name}/")]
        told = json.loads(regions[f"Answer to “{question.name}”"])
        asked_now = json.dumps(answer(app, link), ensure_ascii=False)
        assert told == json.loads(asked_now.replace("\N{NO-BREAK SPACE}", " "))  # as pages are read
    named = {name for term in page.all("dt") for name in re.findall(r"(\w+)=", term.text)}
    assert named == {name for question in QUESTIONS for name in question.parameters}
