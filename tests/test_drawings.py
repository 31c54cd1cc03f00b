"""Each stroke is a field of the fact that is drawn, and each field that can be drawn is drawn.

The facts themselves are held to the rules in :mod:`tests.test_reasons_as_facts`.
"""

from dataclasses import replace
from functools import reduce

import pytest

from ai.explain import explain_move
from ai.facts import shown as s
from ai.facts.fact import every_fact
from ai.opponents import OPPONENTS
from ai.pen.drawings import DRAWINGS
from ai.rules.games import game_for
from ai.rules.position import Position
from ai.study.study import Study
from tests.drawings_again import expect_drawn
from tests.reason_cases import DEPTHS, NOTHING_LIVE, ON_SQUARE, SQUARES
from tests.reference import moves
from tests.samples import ACTIVE_CLASSES

pytestmark = pytest.mark.usefixtures("leave_garbage")


@pytest.mark.long
@pytest.mark.parametrize("key", OPPONENTS)
def test_every_drawing_on_3x3_is_of_its_fact(key: str) -> None:
    expect_drawn(ACTIVE_CLASSES, key)


@pytest.mark.slow
@pytest.mark.parametrize("key", ON_SQUARE)
def test_every_drawing_on_square_is_of_its_fact(key: str) -> None:
    expect_drawn([NOTHING_LIVE, *SQUARES], key)


@pytest.mark.slow
@pytest.mark.parametrize("depth", DEPTHS)
def test_medium_draws_as_far_as_it_looks(depth: int) -> None:
    expect_drawn([b for b in ACTIVE_CLASSES[depth % 2 :: 2] if len(moves(b)) < 7], "medium", depth)


def test_every_fact_that_is_not_told_has_its_drawing() -> None:
    assert {*every_fact(s.ShownFact)} <= DRAWINGS.keys() <= {*every_fact()}


def test_points_add_up_on_lines_of_five_cells_too() -> None:
    """Three marks on one of them are no threat yet, and give ten points."""
    five = game_for("5x3-a1b1c1d1e1-a1b1c1d1e2")
    hard = replace(OPPONENTS["hard"], games=(five,))
    here = Study(reduce(Position.play, (0, 10, 1, 11, 2, 13), Position(five)))
    explanation = explain_move(here.moves[here.decision(hard).cells[0]], hard)
    fact, shown = explanation.reason.shown[0], explanation.diagrams[0]
    assert isinstance(fact, s.Weighed)
    assert "10" in shown.remark
    assert shown.remark.endswith(f" = {dict(fact.points)[fact.cell]}.")
