"""Studies: bounded, and one for each position."""

import gc
from weakref import ref

from ai.rules.games import SQUARE
from ai.rules.position import Position
from ai.study.study import Study, study


def test_a_position_has_one_study_for_all_who_ask() -> None:
    start = Position(SQUARE)
    assert study(start) is study(Position(SQUARE))
    assert study(start).moves[0].after is study(start.play(0))


def test_a_study_keeps_no_other_alive() -> None:
    """The cache alone bounds how many there are."""
    study.cache_clear()
    gc.freeze()  # what is there already would take long to look through
    found = Study(Position(SQUARE))
    for move in found.moves.values():
        assert move.idea
        assert move.variation
    child = ref(found.moves[0].after)
    assert child()
    study.cache_clear()
    gc.collect()
    gc.unfreeze()
    assert not child()
    assert found.moves[0].after.moves
