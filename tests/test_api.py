"""JSON for other programs: the answers of the engine, open to all, and as they are described."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache, reduce
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from ai import plain_data
from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import Theme
from ai.puzzles.store import load
from ai.rules.games import GAMES, NAMED, TIC_TAC_TOE, game_for
from ai.rules.record import Record, parse_record
from tests.browser import browser_in
from tests.conftest import NO_LIMITS
from tests.definitions import random_text
from tests.page import HTMX, Element
from tests.reference import diagram
from tests.replays import address, at, replays, variations, visit
from tests.samples import CLASSES
from tests.typed import run
from tests.views import MIDDLE, on
from webapp import create_app
from webapp.api import questions
from webapp.api.questions import QUESTIONS
from webapp.api.schemas import component
from webapp.replay.replay import Replay

NAMES = [question.name for question in QUESTIONS]
AN_ANSWER = "/api/values/square/b2c3a1"
DESCRIPTION = "/api/openapi.json"
OTHER_SITE = {"Origin": "https://other.example", "Sec-Fetch-Site": "cross-site"}
BEFOREHAND = OTHER_SITE | {  # as a browser asks whether a script may send a header of its own
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "if-none-match",
}
READING = {"GET", "HEAD", "OPTIONS"}
SENDING = ("POST", "PUT", "PATCH", "DELETE")


def asked(name: str, replay_address: str) -> str:
    """The address of the question *name* about a replay."""
    return re.sub("^/replay/", f"/api/{name}/", replay_address)


def answered(response: TestResponse) -> Any:
    """The JSON of a response, which is on a line of its own."""
    assert response.mimetype == "application/json"
    assert response.text.endswith("}\n")
    assert response.text.count("\n") == 1
    return response.json


def answer(app: Flask, where: str) -> Any:
    """The answer at an address."""
    response = app.test_client().get(where)
    assert response.status_code == 200, response.text
    return answered(response)


def error(response: TestResponse) -> str:
    """What a refusal says."""
    found = answered(response)
    assert list(found) == ["error"]
    return str(found["error"])


# Answers: tests/test_plain_data.py compares them with the rules and a solver of its own.


@pytest.mark.long
@given(replays())
def test_the_terminal_and_the_api_say_what_the_engine_says(app: Flask, replay: Replay) -> None:
    """The text equals the engine's: nothing is escaped, no figure is lost."""
    x, o = replay.players.x, replay.players.o
    review = plain_data.review(replay.record, OPPONENTS.get(x), OPPONENTS.get(o))
    found: dict[str, tuple[object, Record, str]] = {
        "values": (plain_data.values(replay.position), replay.so_far, ""),
        "moves": (
            plain_data.moves(replay.position, replay.sort),
            replay.so_far,
            f"--sort {replay.sort}",
        ),
        "review": (review, replay.record, f"--x {x} --o {o}"),
    }
    for name, (told, record, options) in found.items():
        first = record.first.lower()
        line = f"{name} {record.game.key} {record.text} --first {first} --json {options}"
        assert run(line).stdout == json.dumps(told, ensure_ascii=False) + "\n"
        assert app.test_client().get(asked(name, at(app, replay))).text == run(line).stdout


@given(replays() | variations())
def test_why_is_what_the_review_says_of_a_move_and_nobody_made_one_of_a_variation(
    app: Flask, replay: Replay
) -> None:
    where = at(app, replay)
    response = app.test_client().get(asked("why", where))
    if replay.last_move is None:
        assert response.status_code == 404
        assert f"ply {replay.ply}" in error(response)
        return
    found, made = answered(response), replay.ply - replay.record.start.ply
    assert found["name"] == replay.game.cell_names[replay.last_move]
    held = replay.players.key(replay.record_shown.mover_at(replay.ply - 1))
    assert (found["program"] is not None) == (replay.was_played and held != HUMAN)
    if replay.was_played:
        assert found == answer(app, asked("review", where))["moves"][made - 1]


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_page_gives_the_same_reason(app: Flask, opponent: str) -> None:
    where = address("tic-tac-toe", "a1b2c3b1", x=opponent, o=opponent)
    program = answer(app, asked("why", where))["program"]
    assert program["player"] == opponent
    said = visit(app, where).by_id("note").text
    for sentence in re.split(r"(?<=\.) ", " ".join(program["answer"].split())):
        assert sentence in said


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_are_told_as_they_are_stored(app: Flask, game: str) -> None:
    """The tests of the engine solve them again."""
    found, stored = answer(app, f"/api/puzzles/{game}"), load(GAMES[game])
    validator(app, "Puzzles").validate(found)
    assert (found["game"], len(found["puzzles"])) == (game, len(stored))
    for told, puzzle in zip(found["puzzles"], stored, strict=True):
        assert told["position"].replace("-", "") == str(puzzle.position).replace(" ", "")
        names = "xdo" if puzzle.theme is Theme.WHO else GAMES[game].cell_names
        assert told["right"] == [names[answer] for answer in puzzle.right]
        assert (told["to_move"], told["themes"]) == ("x", [puzzle.theme])
        assert (told["goal"] == "win") == (told["plies"] is not None)
        assert (told["goal"] is None) == (puzzle.theme in {Theme.WHO, Theme.MISTAKE})
        moves = "".join(GAMES[game].cell_names[cell] for cell in puzzle.moves)
        assert (told["moves"] or "") == moves
        assert bool(moves) == (puzzle.theme is Theme.MISTAKE)
        for field in ("number", "plies", "difficulty", "grade"):
            assert told[field] == getattr(puzzle, field)


SETS: dict[str, Callable[[Any], object]] = {
    "theme=fork": lambda it: it.theme == "fork",
    "theme=fork,quiet": lambda it: it.theme in {"fork", "quiet"},
    "theme=fork&theme=quiet&seed=3": lambda it: it.theme in {"fork", "quiet"},
    "plies=3": lambda it: it.plies == 3,
    "grade=4-2": lambda it: 2 <= it.grade <= 4,
    "plies=5-9&grade=3&theme=": lambda it: it.plies in range(5, 10) and it.grade == 3,
    "seed=1": bool,
}


@pytest.mark.parametrize("query", SETS)
@pytest.mark.parametrize("game", GAMES)
def test_a_set_of_puzzles_is_told_in_its_order(app: Flask, game: str, query: str) -> None:
    every = {puzzle.number: puzzle for puzzle in load(GAMES[game])}
    whole = answer(app, f"/api/puzzles/{game}")["puzzles"]
    found = answer(app, f"/api/puzzles/{game}?{query}")["puzzles"]
    numbers = [it["number"] for it in found]
    assert sorted(numbers) == [number for number, it in every.items() if SETS[query](it)]
    assert found == [whole[number - 1] for number in numbers]
    if "seed" not in query:
        assert [it["grade"] for it in found] == sorted(it["grade"] for it in found)
    elif len(found) > 9:
        assert numbers != sorted(numbers)
    for count in {1, 2, 100} if found else ():
        some = answer(app, f"/api/puzzles/{game}?{query}&count={count}")["puzzles"]
        assert len(some) == min(count, len(found))
        assert [it for it in found if it in some] == some


@pytest.mark.parametrize("game", GAMES)
def test_one_puzzle_is_told_as_among_all(app: Flask, game: str) -> None:
    whole = answer(app, f"/api/puzzles/{game}")["puzzles"]
    for number in (1, 2, len(whole) // 2, len(whole)):
        assert answer(app, f"/api/puzzles/{game}/{number}") == whole[number - 1]
    validator(app, "Puzzle").validate(whole[0])


def test_the_puzzle_of_today_is_told_with_its_day(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in (date(2026, 11, 22), date(2026, 11, 23)):
        on(monkeypatch, day)
        puzzle = puzzle_of_day(day)
        listed = answer(app, f"/api/puzzles/{puzzle.game.key}")["puzzles"]
        told = {"day": f"{day}", "game": puzzle.game.key}
        found = answer(app, "/api/puzzles/today")
        assert found == told | listed[puzzle.number - 1]
        validator(app, "PuzzleOfDay").validate(found)


# How it is described. tests/proof/test_openapi.py checks the description against the standard.


@cache
def described(app: Flask) -> Any:
    """The description."""
    return answer(app, DESCRIPTION)


@cache
def validator(app: Flask, name: str) -> Draft202012Validator:
    """A validator for the schema *name* that allows no additional fields."""
    closed = {
        key: schema | ({"additionalProperties": False} if "properties" in schema else {})
        for key, schema in described(app)["components"]["schemas"].items()
    }
    document = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": closed}}
    return Draft202012Validator(document)


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects in a value of JSON, however deep."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield value
    for one in inner:
        yield from objects(one)


def examples(app: Flask) -> dict[str, str]:
    """The path of every operation, and an address of it."""
    parameters = described(app)["components"]["parameters"]
    values = {
        "game": GAMES["square"].key,
        "number": "9",
        "moves": parameters["moves"]["schema"]["examples"][0],
    }
    return {path: path.format(**values) for path in described(app)["paths"]}


@pytest.mark.long
def test_the_description_refers_to_its_own_parts_and_keeps_to_its_schemas(app: Flask) -> None:
    description = described(app)
    references = {found["$ref"] for found in objects(description) if "$ref" in found}
    schemas = [*description["components"]["schemas"].values()]
    some = [found for found in objects(description) if {"type", "default"} <= found.keys()]
    assert references
    assert some
    for reference in references:
        root, *path = reference.split("/")
        assert root == "#"
        assert reduce(dict.__getitem__, path, description)
    for schema in (*schemas, *some):
        Draft202012Validator.check_schema(schema)
    for schema in some:
        Draft202012Validator(schema).validate(schema["default"])
    names = [item["get"]["operationId"] for item in description["paths"].values()]
    assert len(names) == len({*names})
    for root in ("http://localhost", "https://example.org/below"):
        response = app.test_client().get(DESCRIPTION, base_url=root)
        assert answered(response)["servers"] == [{"url": root}]


def test_every_described_address_is_one_and_the_other_way_round(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    paths = {re.sub("<([^>]+)>", r"{\1}", it.rule) for it in rules if it.endpoint != "api.index"}
    paths -= {path.rstrip("/") for path in paths if path.endswith("/")}  # which will do, too
    assert described(app)["paths"].keys() == paths
    for path, item in described(app)["paths"].items():
        assert list(item) == ["get"]
        asks = item["get"].get("parameters", [])
        names = [reference["$ref"].rpartition("/")[2] for reference in asks]
        assert re.findall(r"{(\w+)}", path) == names[: path.count("{")]


@pytest.mark.long
@given(replays() | variations())
def test_every_answer_is_of_its_schema(app: Flask, replay: Replay) -> None:
    for question in QUESTIONS:
        response = app.test_client().get(asked(question.name, at(app, replay)))
        name = component(question.answered) if response.status_code == 200 else "Error"
        validator(app, name).validate(answered(response))


def test_a_schema_refuses_what_is_no_answer(app: Flask) -> None:
    good = answer(app, "/api/review/tic-tac-toe/a1b2c3?o=hard")
    check = validator(app, "Review")
    assert check.is_valid(good)
    for bad in (
        good | {"game": None},
        good | {"more": 1},
        good | {"turning_point": "1"},
        good | {"moves": [good["moves"][0] | {"label": "excellent"}]},
        {key: value for key, value in good.items() if key != "outcome"},
    ):
        assert not check.is_valid(bad)


def test_every_parameter_is_read_as_it_is_described(app: Flask) -> None:
    """Those in a list may be any of it, and nothing else."""
    parameters = described(app)["components"]["parameters"]
    named, defined = parameters["game"]["schema"]["anyOf"]
    assert named["enum"] == list(NAMED)
    rng = Random(18)  # noqa: S311
    for _time in range(50):
        key = game_for(random_text(rng, sizes=range(2, 9), cells=range(4, 17))).key
        assert key in NAMED or re.match(defined["pattern"], key)
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


@pytest.mark.parametrize("question", QUESTIONS, ids=NAMES)
def test_a_parameter_of_replays_that_is_not_described_changes_nothing(
    app: Flask, question: questions.Question
) -> None:
    where = f"/api/{question.name}/tic-tac-toe/a1b2c3?first=x"
    plain = answer(app, where)
    more = {"ply": "2", "x": "hard", "from": "2&variation=c2", "sort": "odds"}
    for parameter, value in more.items():
        changed = answer(app, f"{where}&{parameter}={value}") != plain
        assert changed == (parameter in question.parameters)
    for parameter in {*more, "values", "figure", "story"} - {*question.parameters}:
        assert answer(app, f"{where}&{parameter}=nothing") == plain
    empty = f"/api/{question.name}/square"
    texts = {app.test_client().get(f"{empty}{end}").text for end in ("", "/", "/?first=x")}
    assert len(texts) == 1, "with a slash at the end or none"


# Laws of every address.


def test_any_site_may_read_every_address(app: Flask) -> None:
    browser = browser_in(app, MIDDLE)
    browser.set_cookie("settings", "dark.off")
    for path in (*examples(app).values(), "/api/nothing", f"{AN_ANSWER}?ply=99"):
        alone = app.test_client().get(path)
        for method in ("GET", "HEAD"):
            response = browser.open(path, method=method, headers=OTHER_SITE)
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert "Set-Cookie" not in response.headers
            assert response.headers["Vary"] == "Accept-Encoding"
            exposed = response.headers["Access-Control-Expose-Headers"].split(", ")
            assert {"ETag", "Retry-After"} <= {*exposed}
            assert response.status_code == alone.status_code
            assert response.data == (alone.data if method == "GET" else b"")


def test_a_browser_that_asks_beforehand_may_go_on_and_nothing_can_be_sent(app: Flask) -> None:
    client = app.test_client()
    for path in (*examples(app).values(), f"{AN_ANSWER}?ply=99"):
        response = client.options(path, headers=BEFOREHAND)
        assert (response.status_code, response.data) == (204, b"")
        assert "Content-Type" not in response.headers
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Access-Control-Allow-Headers"] == "*"
        assert {*response.headers["Allow"].split(", ")} == READING
        for method in SENDING:
            response = client.open(path, method=method, data={"cell": "1"})
            assert response.status_code == 405
            assert "answers GET, HEAD and OPTIONS only" in error(response)
            assert {*response.headers["Allow"].split(", ")} == READING
            other = client.open(path, method=method, headers=OTHER_SITE)
            assert other.status_code in {403, 405}
            assert error(other)
    for method in ("GET", *SENDING):
        response = client.open("/api/nothing", method=method)
        assert response.status_code == 404
        assert "There's nothing at this address" in error(response)


def test_it_is_compressed(client: FlaskClient) -> None:
    for encoding in ("br", "gzip"):
        response = client.get(AN_ANSWER, headers={"Accept-Encoding": encoding})
        assert response.headers["Content-Encoding"] == encoding
        assert len(response.data) < len(client.get(AN_ANSWER).data) / 3


# Refusals.

REFUSED = {
    "no question": ("/api/value/square/b2", 404, "/learn/api"),
    "no game": ("/api/values", 404, "/learn/api"),
    "another game": ("/api/values/chess/b2", 404, "chess"),
    "no cell": ("/api/moves/square/z9", 404, "z9"),
    "no player": ("/api/review/square/b2?o=nobody", 404, "nobody"),
    "no ply": ("/api/values/square/b2?ply=two", 404, "two"),
    "no order": ("/api/moves/square/b2?sort=perhaps", 404, "perhaps"),
    "no move yet": ("/api/why/square/b2?ply=0", 404, "ply 0"),
    "no game of puzzles": ("/api/puzzles/chess", 404, "chess"),
    "no puzzle": ("/api/puzzles/tic-tac-toe/999999", 404, "no puzzle 999999, only 1 to"),
    "no puzzles": ("/api/puzzles/3x3-a1c1/1", 404, "Shape of 2 on 3 × 3 has no puzzles."),
    "puzzle 0": ("/api/puzzles/square/0", 404, "no puzzle 0, only 1 to"),
    "no number": ("/api/puzzles/square/first", 404, "first"),
    "no theme": ("/api/puzzles/square?theme=bogus", 400, "bogus"),
    "no plies": ("/api/puzzles/square?plies=4", 400, "plies"),
    "no grade": ("/api/puzzles/square?grade=99", 400, "grade"),
    "no count": ("/api/puzzles/square?count=0", 400, "count"),
    "two games": ("/api/puzzles/square?game=square", 400, "“game”"),
    "a click": (f"{AN_ANSWER}?cell=3", 400, "“cell”"),
    "another day": ("/api/puzzles/2026-11-24", 404, "/api/puzzles/today"),
    "slashes": ("/api//values//square/b2", 404, "/learn/api"),
    "bytes": ("/api/values/square/%ff%00", 404, r"\x00"),
    "a long path": ("/api/values/square/" + "b2" * 2000, 414, "too long"),
    "a long query": (f"{AN_ANSWER}?{'a' * 2000}", 414, "too long"),
}


@pytest.mark.parametrize(("path", "status", "says"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_says_why_in_json(client: FlaskClient, path: str, status: int, says: str) -> None:
    for headers in ({}, HTMX, {"Accept": "text/html"}):
        response = client.get(path, headers=headers)
        assert response.status_code == status
        assert says in error(response)
        assert response.headers["Cache-Control"] == "no-store"
        assert client.head(path, headers=headers).status_code == status
    if status == 414:
        for method in ("OPTIONS", "POST"):
            assert says in error(client.open(path, method=method))


@given(st.data(), st.text(min_size=1, max_size=20))
def test_an_unknown_parameter_is_refused_by_its_name(
    app: Flask, data: st.DataObject, name: str
) -> None:
    """Whatever else the address says, in any order. A set knows its own, a question a replay's."""
    path = data.draw(st.sampled_from([*examples(app).items()]))
    of_set = {"theme", "plies", "grade", "count", "seed"}
    known = {"first", "ply", "from", "variation", "sort", "x", "o", "values", "ideas", "programs"}
    known |= {"table", "story", "figure"}
    if "/puzzles/" in path[0] or path[1] == DESCRIPTION:
        known = of_set if path[0].endswith("/puzzles/{game}") else set()
    name = data.draw(st.sampled_from([name, *of_set, "cell", "switch", "list", "order", "moves"]))
    assume(name not in known)
    query = data.draw(st.permutations([(name, "1"), *((it, "?") for it in sorted(known))]))
    response = app.test_client().get(path[1], query_string=MultiDict(query))
    assert response.status_code == 400
    visible = re.sub(r"\\\w+", "", error(response))
    assert all(it in error(response) for it in known)
    assert all(it in visible for it in name.split() if it.isprintable())


REQUESTS = {"LIMIT_REQUESTS": "2 per hour"}


@pytest.mark.parametrize(
    ("config", "requests", "status", "says"),
    [
        (REQUESTS, 3, 429, "Too many requests"),
        ({"TRUSTED_HOSTS": ["play.example"]}, 1, 400, "not served under that name"),
        ({}, 1, 500, "went wrong"),
    ],
)
def test_whatever_else_goes_wrong_is_told_in_json(
    monkeypatch: pytest.MonkeyPatch,
    config: dict[str, object],
    requests: int,
    status: int,
    says: str,
) -> None:
    client = create_app({"SECRET_KEY": "any", **NO_LIMITS, **config}).test_client()
    if status == 500:
        monkeypatch.setattr(plain_data, "values", lambda _: 1 / 0)
    response = [client.get(f"/api/values/square/a{row + 1}") for row in range(requests)][-1]
    assert response.status_code == status
    assert says in error(response)
    assert "division" not in error(response)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Cache-Control"] == "no-store"
    assert status != 429 or 1 <= int(response.headers["Retry-After"]) <= 3600


# The page about it.


def test_the_address_alone_leads_to_the_page_about_it(client: FlaskClient) -> None:
    response = client.get("/api")
    assert (response.status_code, response.location) == (308, "/learn/api")
    assert client.post("/api").status_code == 405


def test_the_page_asks_every_question_and_has_its_answer(app: Flask) -> None:
    page: Element = visit(app, "/learn/api")
    regions = {pre["aria-label"]: pre.text for pre in page.all("pre")}
    links = [link["href"] for link in page.all("a")]
    for name in NAMES:
        (link,) = [link for link in links if link.startswith(f"/api/{name}/")]
        told = json.loads(regions[f"Answer to “{name}”"])
        asked_now = json.dumps(answer(app, link), ensure_ascii=False)
        assert told == json.loads(asked_now.replace("\N{NO-BREAK SPACE}", " "))  # as pages are read
    named = {name for term in page.all("dt") for name in re.findall(r"(\w+)=", term.text)}
    assert named == {name for question in QUESTIONS for name in question.parameters}
