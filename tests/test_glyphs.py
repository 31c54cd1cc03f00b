"""One set of glyphs: whatever reckons values draws them as the values of the board, and truly."""

import pytest

from ai.exact.value import Value
from ai.explain import explain_move
from ai.opponents import OPPONENTS
from ai.pen.diagram import Diagram
from ai.study.study import study
from tests.names_in_words import is_percentage
from tests.page import is_in_a_ring
from tests.reference import (
    Board,
    after,
    best_cells,
    difficulties,
    moves,
    position,
    winners_own,
    worth,
    worths,
)
from tests.samples import ACTIVE_CLASSES, at_random
from webapp.board.board import Glyph, Stage
from webapp.board.diagrams import glyphs, key_to

KINDS = {1: "win", 0: "draw", -1: "loss"}
TO_THE_END = ("minimax", "alpha-beta")


def exact(board: Board) -> dict[int, tuple[str, float | None, bool]]:
    """The kind of each move, the winner's moves or the percent, and whether the board rings it."""
    found, wins, drawn = worths(board), worth(board)[0] > 0, difficulties(board)
    best = {*best_cells(board)}
    return {
        cell: (
            "only-draw" if wins and not value else KINDS[value],
            winners_own(plies or 0) if value else None if wins else float(100 * drawn[cell]),
            cell in best and len(best) < len(found),
        )
        for cell, (value, plies) in found.items()
    }


def expect(shown: dict[int, Glyph], board: Board) -> None:
    """The glyphs *shown* are all of those of *board*."""
    expected = exact(board)
    assert {cell: (it.kind, it.best) for cell, it in shown.items()} == {
        cell: (kind, best) for cell, (kind, _amount, best) in expected.items()
    }
    for cell, (kind, amount, _best) in expected.items():
        figure, told = shown[cell].figure, shown[cell].exact
        if amount is None or kind != "draw":
            assert figure == ("" if amount is None else f"{amount}")
        else:
            assert is_in_a_ring(figure, amount)
            assert not told or is_percentage(told, amount / 100)


def expect_key(shown: Diagram) -> None:
    """The key has every sign of the diagram *shown*, and no other."""
    drawn = glyphs(shown).values()
    rings = {"best"} if any(glyph.best for glyph in drawn) else set()
    assert {kind for kind, _meaning in key_to(shown)} == {glyph.kind for glyph in drawn} | rings


def expect_of_a_search(shown: Diagram, board: Board, depth: int) -> None:
    """The values found *depth* plies ahead; without an end in sight a draw is none."""
    ends = depth >= len(moves(board))
    found = {
        cell: value if plies is None or plies <= depth else 0
        for cell, (value, plies) in worths(board).items()
    }
    assert {cell: (it.kind, it.figure) for cell, it in glyphs(shown).items()} == {
        cell: (KINDS[value] if value else "only-draw", "")
        for cell, value in found.items()
        if value or ends
    }


def expect_true_glyphs(key: str, board: Board) -> None:
    """The figures of every move that the opponent may make there have true glyphs."""
    here, opponent = study(position(board)), OPPONENTS[key]
    on_board = Stage(position(board), values=tuple(here.worths.items()))
    for cell in here.decision(opponent).cells:
        explanation = explain_move(here.moves[cell], opponent)
        for shown in (*explanation.diagrams, *explanation.replies):
            expect_key(shown)
        of_values = [shown for shown in explanation.diagrams if glyphs(shown)]
        if key == "unbeatable":
            (shown,) = of_values
            expect(glyphs(shown), board)
            assert glyphs(shown) == {c: on_board.cells[c].glyph for c in moves(board)}
        elif of_values:
            expect_of_a_search(of_values[0], board, 9 if key in TO_THE_END else 2)
        if key != "medium" and here.values[cell].value is Value.WIN:
            continue  # answers are drawn, not values
        for shown in explanation.replies:
            expect(glyphs(shown), after(board, cell))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["medium", "unbeatable", *TO_THE_END])
def test_every_glyph_on_3x3_is_what_another_solver_finds(key: str) -> None:
    for board in ACTIVE_CLASSES:
        expect_true_glyphs(key, board)


@pytest.mark.parametrize("key", ["medium", "unbeatable"])
def test_every_glyph_on_square_is_what_another_solver_finds(key: str) -> None:
    for board in at_random("square", range(1, 9), count=60, seed=11):
        expect_true_glyphs(key, board)
