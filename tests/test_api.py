"""JSON for other programs: the figures of the pages and the terminal, open to all."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache, reduce
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import assume, given
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from ai import plain_data
from ai.cli import commands
from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.days import puzzle_of_day
from ai.puzzles.store import load
from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.notation import cell_name
from ai.rules.record import parse_record
from ai.study.study import Idea, study
from tests.browser import browser_in
from tests.conftest import NO_LIMITS
from tests.page import HTMX, Element, drawn_value
from tests.reference import (
    Board,
    after,
    completed,
    diagram,
    moves,
    result,
    value_and_distance,
)
from tests.samples import CLASSES
from tests.test_explanations import is_percentage
from tests.test_moves_table import rows
from tests.test_positions_in_words import in_a_word
from tests.test_puzzle_pages import on
from tests.test_replay import address, address_of, at, move_links, replays, variations, visit
from tests.views import MIDDLE
from webapp import create_app
from webapp.api import questions
from webapp.api.questions import QUESTIONS
from webapp.replay.replay import Replay

NAMES = [question.name for question in QUESTIONS]
AN_ANSWER = "/api/values/square/b2c3a1"
DESCRIPTION = "/api/openapi.json"
PUZZLES = "/api/puzzles/square"
TODAY = "/api/puzzles/today"

# OpenAPI 3.1 as its authors publish it, under the address in "$id". Of the schemas in a description
# they leave open by which dialect they are checked; here it is what 3.1 says unless told otherwise.
OPENAPI = json.loads(Path(__file__).with_name("openapi-3.1.json").read_text())
OPENAPI["$defs"]["schema"]["$ref"] = Draft202012Validator.META_SCHEMA["$id"]
STANDARD = Draft202012Validator(OPENAPI)

every_question = pytest.mark.parametrize("name", NAMES)


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


# What is answered.


@pytest.mark.long
def test_the_values_of_positions_of_tic_tac_toe(app: Flask) -> None:
    """As a solver finds it that the engine does not share."""
    words = {1: "win", 0: "draw", -1: "loss"}
    for board in CLASSES[::4]:
        found = answer(app, asked("values", address_of(board)))
        value, distance = value_and_distance(board)
        assert found["to_move"] == board.mover.lower()
        assert (found["value"], found["distance"]) == (words[value], distance)


@pytest.mark.long
def test_the_value_of_a_move_is_its_makers_as_the_description_says(app: Flask) -> None:
    """In every answer: the value of the board after it, seen from the other side."""
    words = {-1: "win", 0: "draw", 1: "loss"}
    schemas = described(app)["components"]["schemas"]
    said = [schemas[name]["properties"]["value"]["description"] for name in ("Move", "Values")]
    for text in said:
        assert "of a position for the side to move, of a move for the side that makes it." in text
    for board in [it for it in CLASSES[::40] if not result(it)]:
        where = address_of(board)
        lists = {"values": "cells", "moves": "moves"}
        told = [it for name in lists for it in answer(app, asked(name, where))[lists[name]]]
        made = cell_name(GAMES[board.game], moves(board)[-1])
        path, _, query = asked("why", where).partition("?")
        told.append(answer(app, f"{path}{made}?{query}"))
        for move in told:
            left = after(board, move["cell"])
            value = -1 if completed(left) else 0 if result(left) else value_and_distance(left)[0]
            assert move["value"] == words[value]


@pytest.mark.long
@given(replays())
def test_the_terminal_says_the_same(app: Flask, replay: Replay) -> None:
    for name in ("values", "moves", "review"):
        record = replay.record if name == "review" else replay.so_far
        line = [name, record.game.key, record.text, "--first", record.first.lower(), "--json"]
        if name == "review":
            line += ["--x", replay.players.x, "--o", replay.players.o]
        if name == "moves":
            line += ["--sort", replay.sort]
        said = CliRunner().invoke(commands, line).stdout
        assert app.test_client().get(asked(name, at(app, replay))).text == said


@pytest.mark.long
@given(replays() | variations())
def test_the_page_shows_the_same_values(app: Flask, replay: Replay) -> None:
    page = visit(app, f"{at(app, replay)}&values=on")
    found = answer(app, asked("values", at(app, replay)))
    shown = [value for cell in page.by_id("board").all("button") if (value := drawn_value(cell))]
    won = any(move["value"] == "win" for move in found["cells"])
    for text, move in zip(shown, found["cells"], strict=True):
        kind, *_ = text.partition(", best")
        share = re.fullmatch(r"draw; a beginner on the other side loses (.+)\s%", kind)
        assert bool(share) == (move["value"] == "draw" and not won)
        if share:
            assert is_percentage(f"{share[1]}\N{NO-BREAK SPACE}%", move["difficulty"])
        else:
            distance = "" if move["distance"] is None else f" in {move['distance']}"
            assert kind == f"{move['value']}{distance}"
        assert text.endswith(", best") == move["best"]


@pytest.mark.long
@given(replays() | variations())
def test_the_page_has_the_same_table_of_moves(app: Flask, replay: Replay) -> None:
    assume(not replay.position.outcome)
    table = rows(visit(app, at(app, replace(replay, on=replay.on | {"table"}))))
    found = answer(app, asked("moves", at(app, replay)))["moves"]
    cells = replay.game.cell_names
    assert found
    for (shown, texts, _link), move in zip(table, found, strict=True):
        assert [cells[cell] for cell in shown] == [move["name"], *move["twins"]]
        assert in_a_word(replay.game.key, Idea(move["idea"])) in texts["Idea"].lower()
        if move["games"] is not None:
            assert texts["Games"].split()[0] == f"{move['games']:,}"


@pytest.mark.long
@given(replays())
def test_the_page_tells_the_same_review(app: Flask, replay: Replay) -> None:
    page = visit(app, at(app, replay))
    found = answer(app, asked("review", at(app, replay)))
    labels = [item["aria-label"] for item in move_links(page)]
    assert len(labels) == len(found["moves"])
    for label, move in zip(labels, found["moves"], strict=True):
        says = f"Move {move['ply']}, {move['mark'].upper()} {move['name']}: {move['label']}, "
        assert label.startswith(says)
        assert ("turning point" in label) == (move["ply"] == found["turning_point"])
    if found["moves"]:
        told = page.by_id("accuracy").all("span")
        for mark, shown in zip("xo", told, strict=True):
            counted = found["accuracy"][mark]
            share = [counted["percent"], counted["right"], counted["decisions"]]
            numbers = [int(number) for number in re.findall(r"\d+", shown.text)]
            assert numbers == ([] if counted["percent"] is None else share)


@given(replays())
def test_why_is_what_the_review_says_of_the_move(app: Flask, replay: Replay) -> None:
    where = at(app, replay)
    response = app.test_client().get(asked("why", where))
    made = replay.ply - replay.record.start.ply
    if made:
        assert answered(response) == answer(app, asked("review", where))["moves"][made - 1]
    else:
        assert response.status_code == 404
        assert f"ply {replay.ply}" in error(response)


@given(variations())
def test_nobody_made_a_move_of_a_variation(app: Flask, replay: Replay) -> None:
    response = app.test_client().get(asked("why", at(app, replay)))
    if replay.last_move is None:
        assert response.status_code == 404
    else:
        found = answered(response)
        assert found["name"] == cell_name(replay.game, replay.last_move)
        held = replay.players.key(replay.record_shown.mover_at(replay.ply - 1))
        by_program = replay.was_played and held != HUMAN
        assert (found["program"] is not None) == by_program


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_page_gives_the_same_reason(app: Flask, opponent: str) -> None:
    where = address("tic-tac-toe", "a1b2c3b1", x=opponent, o=opponent)
    program = answer(app, asked("why", where))["program"]
    assert program["player"] == opponent
    said = visit(app, where).by_id("note").text
    assert all(
        sentence in said for sentence in re.split(r"(?<=\.) ", " ".join(program["answer"].split()))
    )


@every_question
def test_without_moves_it_is_the_empty_board(app: Flask, name: str) -> None:
    texts = {
        app.test_client().get(f"/api/{name}/square{end}").text for end in ("", "/", "/?first=x")
    }
    assert len(texts) == 1, "with a slash at the end or none"


@every_question
def test_moves_are_written_in_json_as_they_are(app: Flask, name: str) -> None:
    """The text equals the engine's: nothing is escaped, no figure is lost."""
    record = parse_record(TIC_TAC_TOE, "a1b2c3")
    found: dict[str, object] = {
        "values": plain_data.values(record.position),
        "moves": plain_data.moves(record.position),
        "why": plain_data.why(study(record.positions[2]).moves[8]),
        "review": plain_data.review(record),
    }
    text = app.test_client().get(f"/api/{name}/tic-tac-toe/a1b2c3").text
    assert text == json.dumps(found[name], ensure_ascii=False) + "\n"


# How it is described.


@cache
def described(app: Flask) -> Any:
    """The description."""
    return answer(app, DESCRIPTION)


@cache
def validator(app: Flask, name: str) -> Draft202012Validator:
    """A validator for the schema *name* that allows no additional fields."""
    schemas = described(app)["components"]["schemas"]
    closed = {key: schema | {"additionalProperties": False} for key, schema in schemas.items()}
    document = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": closed}}
    return Draft202012Validator(document)


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects in a value of JSON, however deep."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield value
    for one in inner:
        yield from objects(one)


@pytest.mark.long
def test_the_description_is_of_the_standard(app: Flask) -> None:
    STANDARD.validate(described(app))


def test_every_reference_in_the_description_leads_somewhere(app: Flask) -> None:
    description = described(app)
    references = {found["$ref"] for found in objects(description) if "$ref" in found}
    assert references
    for reference in references:
        root, *path = reference.split("/")
        assert root == "#"
        assert reduce(dict.__getitem__, path, description)


def test_every_default_in_the_description_is_of_its_schema(app: Flask) -> None:
    schemas = [found for found in objects(described(app)) if {"type", "default"} <= found.keys()]
    assert schemas
    for schema in schemas:
        Draft202012Validator(schema).validate(schema["default"])


def test_every_described_address_is_one_and_the_other_way_round(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    rules = [rule for rule in rules if rule.endpoint != "api.index"]
    paths = {re.sub("<([^>]+)>", r"{\1}", rule.rule) for rule in rules}
    paths -= {path.rstrip("/") for path in paths if path.endswith("/")}  # which will do, too
    assert set(described(app)["paths"]) == paths
    for path, item in described(app)["paths"].items():
        assert list(item) == ["get"]
        asks = item["get"]["parameters"] if "{" in path else []
        names = [reference["$ref"].rpartition("/")[2] for reference in asks]
        assert re.findall(r"{(\w+)}", path) == names[: path.count("{")]
    for rule in rules:
        assert rule.methods == {"GET", "HEAD", "OPTIONS"}


def test_every_operation_has_a_name_of_its_own(app: Flask) -> None:
    names = [item["get"]["operationId"] for item in described(app)["paths"].values()]
    assert len(names) == len(set(names))


@pytest.mark.long
@given(replays() | variations())
def test_every_answer_is_of_its_schema(app: Flask, replay: Replay) -> None:
    for question in QUESTIONS:
        response = app.test_client().get(asked(question.name, at(app, replay)))
        name = question.answered.__name__ if response.status_code == 200 else "Error"
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
    assert parameters["game"]["schema"]["enum"] == list(GAMES)
    for name, question in {"first": "why", "x": "why", "o": "why", "sort": "moves"}.items():
        allowed = parameters[name]["schema"]["enum"]
        for value in (*allowed, "nobody"):
            response = app.test_client().get(f"/api/{question}/tic-tac-toe/a1?{name}={value}")
            assert (response.status_code == 200) == (value in allowed)
    pattern = re.compile(parameters["moves"]["schema"]["pattern"])
    for board in CLASSES[::20]:
        assert pattern.search(diagram(board))
        assert pattern.search(parse_record(TIC_TAC_TOE, "a1b2").text)
    assert not pattern.search("b2,")


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_are_told_as_they_are_stored(app: Flask, game: str) -> None:
    """The tests of the engine solve them again."""
    found = answer(app, f"/api/puzzles/{game}")
    validator(app, "Puzzles").validate(found)
    stored = load(GAMES[game])
    assert (found["game"], len(found["puzzles"])) == (game, len(stored))
    for told, puzzle in zip(found["puzzles"], stored, strict=True):
        board = Board(game, told["position"].replace("-", ""), told["to_move"].upper())
        assert diagram(board) == diagram(Board(game, str(puzzle.position).replace(" ", ""), "X"))
        assert told["right"] == [cell_name(GAMES[game], cell) for cell in puzzle.right]
        assert (told["goal"] == "win") == (told["plies"] is not None)
        assert (told["number"], told["plies"]) == (puzzle.number, puzzle.plies)
        assert told["themes"] == [*puzzle.themes]
        assert (told["difficulty"], told["grade"]) == (puzzle.difficulty, puzzle.grade)


def test_the_puzzle_of_today_is_told_with_its_day(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in (date(2026, 11, 22), date(2026, 11, 23)):
        on(monkeypatch, day)
        found = answer(app, "/api/puzzles/today")
        validator(app, "PuzzleOfDay").validate(found)
        puzzle = puzzle_of_day(day)
        listed = answer(app, f"/api/puzzles/{puzzle.game.key}")["puzzles"]
        told = {"day": f"{day}", "game": puzzle.game.key}
        assert found == told | listed[puzzle.number - 1]


@every_question
def test_a_parameter_that_is_not_described_changes_nothing(app: Flask, name: str) -> None:
    (question,) = (question for question in QUESTIONS if question.name == name)
    where = f"/api/{name}/tic-tac-toe/a1b2c3?first=x"
    plain = answer(app, where)
    more = {"ply": "2", "x": "hard", "from": "2&variation=c2", "sort": "odds"}
    for parameter, value in more.items():
        other = answer(app, f"{where}&{parameter}={value}")
        described_here = parameter in question.parameters
        assert (other != plain) == described_here
    for parameter in {"ply", "x", "from", "sort", "values", "figure", "cell"} - {
        *question.parameters
    }:
        assert answer(app, f"{where}&{parameter}=nothing") == plain


def test_the_description_names_the_site(app: Flask) -> None:
    for root in ("http://localhost", "https://example.org/below"):
        response = app.test_client().get(DESCRIPTION, base_url=root)
        assert answered(response)["servers"] == [{"url": root}]


# Open to scripts of any site, and to caches.


@pytest.mark.parametrize(
    "path", [AN_ANSWER, DESCRIPTION, "/api/why/square/", "/api/nothing", f"{AN_ANSWER}?ply=99"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_any_site_may_read_it(app: Flask, path: str, method: str) -> None:
    browser = browser_in(app, MIDDLE)
    browser.set_cookie("settings", "dark.off")
    headers = {"Origin": "https://other.example", "Sec-Fetch-Site": "cross-site"}
    response = browser.open(path, method=method, headers=headers)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in response.headers
    assert response.headers["Vary"] == "Accept-Encoding"
    assert {"ETag", "Retry-After"} <= set(
        response.headers["Access-Control-Expose-Headers"].split(", ")
    )
    alone = app.test_client().open(path, method=method)
    assert (response.status_code, response.data) == (alone.status_code, alone.data)
    assert (method == "HEAD") == (response.data == b"")


@pytest.mark.parametrize("path", [AN_ANSWER, DESCRIPTION, "/api/values/square"])
def test_a_browser_that_asks_beforehand_may_go_on(client: FlaskClient, path: str) -> None:
    """As it does where a script sends a header of its own."""
    headers = {
        "Origin": "https://other.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
    }
    response = client.options(path, headers=headers)
    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Access-Control-Allow-Headers"] == "*"
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_it_is_compressed(client: FlaskClient) -> None:
    for encoding in ("br", "gzip"):
        response = client.get(AN_ANSWER, headers={"Accept-Encoding": encoding})
        assert response.headers["Content-Encoding"] == encoding
        assert len(response.data) < len(client.get(AN_ANSWER).data) / 3


def test_who_asks_too_much_is_told_when_to_ask_again() -> None:
    limits = NO_LIMITS | {"LIMIT_REQUESTS": "2 per hour"}
    client = create_app({"TESTING": True, "SECRET_KEY": "tests", **limits}).test_client()
    for path in ("/api/values/square/a1", "/api/review/square/a2"):
        assert client.get(path).status_code == 200
    refused = client.get("/api/why/square/a3")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert refused.headers["Cache-Control"] == "no-store"
    assert "Too many requests" in error(refused)


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
    "slashes": ("/api//values//square/b2", 404, "/learn/api"),
    "bytes": ("/api/values/square/%ff%00", 404, r"\x00"),
    "a long address": ("/api/values/square/" + "b2" * 2000, 414, "too long"),
}


@pytest.mark.parametrize("headers", [{}, HTMX, {"Accept": "text/html"}], ids=str)
@pytest.mark.parametrize(("path", "status", "says"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_says_why_in_json(
    client: FlaskClient, path: str, status: int, says: str, headers: dict[str, str]
) -> None:
    response = client.get(path, headers=headers)
    assert response.status_code == status
    assert says in error(response)
    assert response.headers["Cache-Control"] == "no-store"
    assert client.head(path, headers=headers).status_code == status


@pytest.mark.parametrize("method", ["GET", "OPTIONS", "POST"])
def test_whatever_is_asked_at_a_long_address_is_refused(client: FlaskClient, method: str) -> None:
    response = client.open(f"{AN_ANSWER}?{'a' * 2000}", method=method)
    assert response.status_code == 414
    assert "too long" in error(response)


def test_the_address_alone_leads_to_the_page_about_it(client: FlaskClient) -> None:
    response = client.get("/api")
    assert (response.status_code, response.location) == (308, "/learn/api")
    assert client.post("/api").status_code == 405


@pytest.mark.parametrize("path", [AN_ANSWER, DESCRIPTION, "/api/nothing"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_nothing_can_be_sent(client: FlaskClient, path: str, method: str) -> None:
    response = client.open(path, method=method, data={"cell": "1"})
    missing = path == "/api/nothing"
    assert response.status_code == (404 if missing else 405)
    assert ("answers GET, HEAD and OPTIONS only" in error(response)) != missing
    if not missing:
        assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    other = client.open(path, method=method, headers={"Sec-Fetch-Site": "cross-site"})
    assert other.status_code in {403, 404, 405}
    assert error(other)


def test_a_site_that_has_another_name_says_so_in_json() -> None:
    app = create_app({"TESTING": True, "SECRET_KEY": "any", "TRUSTED_HOSTS": ["play.example"]})
    response = app.test_client().get(AN_ANSWER, base_url="http://evil.example")
    assert response.status_code == 400
    assert "not served under that name" in error(response)


def test_a_mistake_of_ours_is_told_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app({"SECRET_KEY": "any"}).test_client()
    monkeypatch.setattr(plain_data, "values", lambda _: 1 / 0)
    response = client.get("/api/values/square/b2")
    assert response.status_code == 500
    assert "division" not in error(response)
    assert response.headers["Access-Control-Allow-Origin"] == "*"


# The page about it.


@pytest.fixture(scope="module")
def page(app: Flask) -> Element:
    """The page."""
    return visit(app, "/learn/api")


def test_the_page_asks_every_question_and_has_its_answer(app: Flask, page: Element) -> None:
    regions = {pre["aria-label"]: pre.text for pre in page.all("pre")}
    links = [link["href"] for link in page.all("a") if "/api/" in link["href"]]
    for other in (PUZZLES, TODAY):
        links.remove(other)
    assert [link for link in links if link != DESCRIPTION] == links[1:]
    for name, link in zip(NAMES, links[1:], strict=True):
        assert page.by_id(f"question-{name}").text == name
        assert urlsplit(link).path.startswith(f"/api/{name}/")
        told = json.loads(regions[f"Answer to “{name}”"])
        asked_now = json.dumps(answer(app, link), ensure_ascii=False)
        assert told == json.loads(asked_now.replace("\N{NO-BREAK SPACE}", " "))  # as pages are read
        whole = f"http://localhost{link}"
        assert regions[f"“{name}” in a shell"] == f"curl '{whole}'"
        assert f'fetch("{whole}")' in regions[f"“{name}” in JavaScript"]


def test_the_page_explains_every_parameter(page: Element) -> None:
    named = {name for term in page.all("dt") for name in re.findall(r"(\w+)=", term.text)}
    assert named == {name for question in QUESTIONS for name in question.parameters}


def test_the_questions_are_those_of_the_module() -> None:
    assert [getattr(questions, name) for name in NAMES] == [it.answer for it in QUESTIONS]
