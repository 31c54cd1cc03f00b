"""The API at length: OpenAPI allows its description, and a server answers as that says; answers
about any replay are the engine's.
"""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from schemathesis import openapi

from ai.rules.games import NAMED, SQUARE, game_for
from tests.api_laws import assert_answers, assert_puzzles, described
from tests.definitions import random_text
from tests.hosted import HOST, hosted
from tests.proof.fuzz import without_limits
from tests.replays import replays, variations
from webapp.replay.replay import Replay

# Of values that repeat an address may also be too long to read.
CONFIG = """[checks]
negative_data_rejection.expected-statuses = [400, 404, 405, 406, 409, 414, 422, 429]
"""


def test_the_description_is_of_the_standard(app: Flask) -> None:
    description = described(app)
    openapi.from_dict(description).validate()
    with pytest.raises(ValueError, match="is a required property"):
        openapi.from_dict(description | {"info": {}}).validate()
    for schema in description["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for parameter in description["components"]["parameters"].values():
        if "default" in parameter["schema"]:
            Draft202012Validator(parameter["schema"]).validate(parameter["schema"]["default"])


def test_every_game_has_a_key_as_described(app: Flask) -> None:
    _named, defined = described(app)["components"]["parameters"]["game"]["schema"]["anyOf"]
    pattern, lots = Draft202012Validator(defined), Random(18)  # noqa: S311
    for _time in range(50):
        key = game_for(random_text(lots, sizes=range(2, 9), cells=range(4, 17))).key
        assert key in NAMED or pattern.is_valid(key)


def test_requests_of_the_description_and_others_are_answered_as_it_says(tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("schemathesis"))
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    with hosted(**without_limits()) as server:
        address = f"http://{HOST}:{server.port}/api/openapi.json"
        line = [program, "run", address, "--max-examples=6", "--seed=1", "--no-color"]
        ran = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
        assert ran.returncode == 0, ran.stdout
        assert not server.complaints()


@settings(max_examples=12)
@given(replays() | variations())
def test_answers_are_the_engines_and_of_their_schemas(app: Flask, replay: Replay) -> None:
    assert_answers(app, replay)


def test_the_puzzles_of_square_are_told_as_they_are_stored(app: Flask) -> None:
    assert_puzzles(app, SQUARE)
