"""A missing part stops the start while debugging, and a release, with its name."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ai.facts.effects import Completes
from ai.facts.reasons import REASONS
from ai.odds import strength
from ai.odds.strength import UnknownStrength
from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.words.phrasebook import language
from webapp import complete, create_app
from webapp.complete import Incomplete
from webapp.puzzles.sets import NUMBERS

Remove = Callable[[pytest.MonkeyPatch], None]


def without(name: str, key: object) -> Remove:
    """Leave out an entry of a table."""

    def remove(patch: pytest.MonkeyPatch) -> None:
        table = getattr(complete, name)
        patch.setattr(complete, name, {it: table[it] for it in table if it != key})

    return remove


def no_strength(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(OPPONENTS, "new", replace(OPPONENTS["easy"], key="new", name="New"))
    patch.setattr(strength, "load", strength.load.__wrapped__)


MISSING: dict[str, Remove] = {
    r"New.*: run `.* arena tic-tac-toe --all --store`\.$": no_strength,
    r"^Completes has no sentences in english": (
        lambda patch: patch.delitem(language().sentences, Completes)
    ),
    r"^The lesson forks: .*9999": (
        lambda patch: patch.setitem(NUMBERS, "forks", ((TIC_TAC_TOE, 9999),))
    ),
    r"^The lesson forks needs an entry in LESSONS": without("LESSONS", "forks"),
    r"^The lesson forks needs an entry in .* NUMBERS": without("NUMBERS", "forks"),
    **{rf" has no facts for {it.__name__} in REASONS": without("REASONS", it) for it in REASONS},
}


@pytest.mark.parametrize("told", MISSING)
def test_a_part_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    MISSING[told](monkeypatch)
    with pytest.raises((Incomplete, UnknownStrength), match=told):
        create_app({"DEBUG": True})


def test_an_opponent_needs_its_faces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn = tmp_path / "faces.svg"
    drawn.write_text(complete.FACES.read_text().replace('id="chain-won"', 'id="chain-glad"'))
    monkeypatch.setattr(complete, "FACES", drawn)
    with pytest.raises(Incomplete, match=r"^Chain of rules has no face “chain-won” in faces\.svg"):
        create_app({"DEBUG": True})


def test_a_game_needs_no_strengths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "square.json").touch()
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    assert strength.games() == [SQUARE]
