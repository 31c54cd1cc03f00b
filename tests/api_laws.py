"""Answers of the API, its description, and laws that the quick tests hold on few replays and games
and the proofs on many.
"""

import json
import re
from functools import cache
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from ai import plain_data
from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.puzzle import Theme
from ai.puzzles.store import load
from ai.rules.games import Game
from tests.replays import at
from webapp.api.questions import QUESTIONS
from webapp.api.schemas import component
from webapp.replay.replay import Replay

DESCRIPTION = "/api/openapi.json"


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
    response = app.test_client().get(where)
    assert response.status_code == 200, response.text
    return answered(response)


def error(response: TestResponse) -> str:
    found = answered(response)
    assert list(found) == ["error"]
    return str(found["error"])


@cache
def described(app: Flask) -> Any:
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


@cache
def assert_schema(app: Flask, name: str, text: str) -> None:
    """*text* is of the schema *name*; what several replays share is checked once, as it is dear."""
    validator(app, name).validate(json.loads(text))


def assert_answers(app: Flask, replay: Replay) -> None:
    """Answers about *replay* are the engine's text, with nothing escaped, and of their schemas. A
    move is told as in the review; no program made one of a variation.
    """
    client, where = app.test_client(), at(app, replay)
    x, o = (OPPONENTS.get(key) for key in (replay.players.x, replay.players.o))
    review = plain_data.review(replay.record, x, o)
    told: dict[str, object] = {
        "values": plain_data.values(replay.position),
        "moves": plain_data.moves(replay.position, replay.sort),
        "review": review,
    }
    for question in QUESTIONS:
        response = client.get(asked(question.name, where))
        name = component(question.answered) if response.status_code == 200 else "Error"
        assert_schema(app, name, response.text)
        if question.name in told:
            text = json.dumps(told[question.name], ensure_ascii=False) + "\n"
            assert response.text == text
        elif replay.last_move is None:
            assert response.status_code == 404
            assert f"ply {replay.ply}" in error(response)
        else:
            found, made = answered(response), replay.ply - replay.record.start.ply
            assert found["name"] == replay.game.cell_names[replay.last_move]
            held = replay.players.key(replay.record_shown.mover_at(replay.ply - 1))
            assert (found["program"] is not None) == (replay.was_played and held != HUMAN)
            assert not replay.was_played or found == review["moves"][made - 1]


def assert_puzzles(app: Flask, game: Game) -> None:
    """All puzzles of *game* are told as they are stored, and one as among all."""
    found, stored = answer(app, f"/api/puzzles/{game.key}"), load(game)
    validator(app, "Puzzles").validate(found)
    assert (found["game"], len(found["puzzles"])) == (game.key, len(stored))
    for told, puzzle in zip(found["puzzles"], stored, strict=True):
        assert told["position"].replace("-", "") == str(puzzle.position).replace(" ", "")
        names = "xdo" if puzzle.theme is Theme.WHO else game.cell_names
        assert told["right"] == [names[answer] for answer in puzzle.right]
        assert (told["to_move"], told["themes"]) == ("x", [puzzle.theme])
        assert (told["goal"] == "win") == (told["plies"] is not None)
        assert (told["goal"] is None) == (puzzle.theme in {Theme.WHO, Theme.MISTAKE})
        moves = "".join(game.cell_names[cell] for cell in puzzle.moves)
        assert (told["moves"] or "") == moves
        assert bool(moves) == (puzzle.theme is Theme.MISTAKE)
        for field in ("number", "plies", "difficulty", "grade"):
            assert told[field] == getattr(puzzle, field)
    for number in (1, len(stored) // 2, len(stored)):
        one = answer(app, f"/api/puzzles/{game.key}/{number}")
        assert one == found["puzzles"][number - 1]
        validator(app, "Puzzle").validate(one)
