"""A missing part stops the start, with its name."""

from dataclasses import replace
from pathlib import Path

import pytest

from ai.facts.effects import Completes
from ai.facts.reasons import REASONS
from ai.odds import strength
from ai.odds.strength import UnknownStrength
from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.words import english
from webapp import complete, create_app
from webapp.complete import Incomplete
from webapp.puzzles.lesson_sets import NUMBERS


def test_an_opponent_needs_its_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPPONENTS, "new", replace(OPPONENTS["easy"], key="new", name="New"))
    monkeypatch.setattr(strength, "load", strength.load.__wrapped__)
    with pytest.raises(
        UnknownStrength, match=r"New.*: run `.* arena tic-tac-toe --all --store`\.$"
    ):
        create_app()


def test_a_game_needs_no_strengths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "square.json").touch()
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    assert strength.games() == [SQUARE]


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.__name__)
def test_a_reason_needs_facts(monkeypatch: pytest.MonkeyPatch, reason: type) -> None:
    others = {key: it for key, it in REASONS.items() if key is not reason}
    monkeypatch.setattr(complete, "REASONS", others)
    with pytest.raises(Incomplete, match=rf" has no facts for {reason.__name__} in REASONS"):
        create_app()


def test_a_fact_needs_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(english.SENTENCES, Completes)
    with pytest.raises(Incomplete, match=r"^Completes has no sentences in SENTENCES"):
        create_app()


def test_an_opponent_needs_its_faces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn = tmp_path / "faces.svg"
    drawn.write_text(complete.FACES.read_text().replace('id="chain-won"', 'id="chain-glad"'))
    monkeypatch.setattr(complete, "FACES", drawn)
    with pytest.raises(Incomplete, match=r"^Chain of rules has no face “chain-won” in faces\.svg"):
        create_app()


@pytest.mark.parametrize("name", ["LESSONS", "NUMBERS"])
def test_a_lesson_needs_its_puzzles(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    table = {key: it for key, it in getattr(complete, name).items() if key != "forks"}
    monkeypatch.setattr(complete, name, table)
    with pytest.raises(Incomplete, match=r"^The lesson forks needs an entry"):
        create_app()


def test_a_lesson_needs_puzzles_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NUMBERS, "forks", ((TIC_TAC_TOE, 9999),))
    with pytest.raises(Incomplete, match=r"^The lesson forks: .*9999"):
        create_app()
