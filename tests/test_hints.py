"""Hints: the cell is one of those that the board calls best, and the words say its figures."""

import re

import pytest

from ai.notation import cell_name
from ai.position import Position
from ai.record import Record
from ai.value import Value
from tests.reference import ACTIVE_CLASSES, Board, at_random, position
from webapp.board import Cell
from webapp.match.match import Match
from webapp.match.page import match_page
from webapp.match.session import Session
from webapp.players import Players

SQUARES = at_random("square", range(1, 17), 200, seed=1)
TRAPS = re.compile(
    r"It keeps the draw(?P<most> and sets the most traps|, and no move sets more traps):"
    r" (?P<losing>\d+) of (?P<replies>\d+) replies? loses?\."
)
NO_TRAP = "It keeps the draw. No draw here sets a trap: every reply to one draws too."


def hinted(here: Position) -> tuple[list[Cell], Cell, str]:
    """The empty cells with their values, the cell of the hint, and what is said of it."""
    match = Match(Record(here), Players(), 0).ask_hint()
    valued = match_page(Session(match, values=True)).stage
    cells = [valued.cell(number) for number in here.empty_cells]
    (cell,) = [cell for cell in cells if cell.hint]
    advice = match_page(Session(match)).advice
    words = f"{advice.hint} {advice.traps}".strip()
    start = f"Hint: {cell_name(here.game, cell.number)}. "
    assert words.startswith(start)
    return cells, cell, words.removeprefix(start)


@pytest.mark.long
@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, SQUARES], ids=["tic-tac-toe", "square"])
def test_a_hint_names_a_best_cell_and_says_the_figures_on_the_board(boards: list[Board]) -> None:
    for board in boards:
        cells, hint, words = hinted(position(board))
        best = [cell for cell in cells if cell.value and cell.value.best]
        assert not best or hint in best, board

        worths = {cell.number: cell.value for cell in cells if cell.value}
        worth = worths[hint.number]
        draws = [each for each in worths.values() if each.exact.value is Value.DRAW]
        said = TRAPS.fullmatch(words)
        assert bool(said or words == NO_TRAP) == (worth in draws and len(draws) > 1), board
        if words == NO_TRAP:
            assert not any(each.losing for each in draws), board
        if said:
            most = sum(each.losing == worth.losing for each in draws) == 1
            assert (said["most"] == " and sets the most traps") == most, board
            assert (int(said["losing"]), int(said["replies"])) == (worth.losing, worth.replies)
