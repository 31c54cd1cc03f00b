"""What the templates draw of a match: cells, marks, and the lines to highlight."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2

from ai.games import Game
from ai.notation import cell_name
from ai.position import Mark
from webapp.match import Match


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is drawn."""

    number: int
    name: str
    row: int
    column: int
    mark: Mark | None
    playable: bool
    last: bool
    winning: bool

    @property
    def label(self) -> str:
        """The accessible name: where it is, what stands on it, and what is special about it."""
        words = [f"Row {self.row + 1}, column {self.column + 1}: {self.mark or 'empty'}"]
        if self.winning:
            words.append("winning")
        if self.last:
            words.append("last move")
        return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Board:
    """A match as it is drawn: *state* is `active`, `won` or `tied`; *outlines* are the winning
    sets, each the points of a polygon in units of a cell.
    """

    match: Match
    state: str
    cells: tuple[Cell, ...]
    outlines: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[Cell, ...]]:
        """The cells row by row."""
        size = self.match.game.size
        return [self.cells[start : start + size] for start in range(0, len(self.cells), size)]


def draw(match: Match) -> Board:
    """The board of *match*."""
    position, outcome = match.position, match.position.outcome
    winning_sets = outcome.winning_sets if outcome else frozenset()
    winning = frozenset[int]().union(*winning_sets)
    last = match.moves[-1] if match.moves else None
    open_to_a_person = not match.over and not match.computer_to_move
    cells = tuple(
        Cell(
            number,
            cell_name(match.game, number),
            *match.game.row_and_column(number),
            mark=position.mark_at(number),
            playable=open_to_a_person and position.mark_at(number) is None,
            last=number == last,
            winning=number in winning,
        )
        for number in match.game.cells
    )
    state = "active" if not outcome else "won" if outcome.winner else "tied"
    outlines = sorted(outline(match.game, cells) for cells in winning_sets)
    return Board(match, state, cells, tuple(outlines))


def outline(game: Game, cells: Iterable[int]) -> str:
    """The points of the polygon through the centres of *cells*, `x,y` in units of a cell.

    The corners are taken in turn round their middle. Cells in a row give a polygon as flat as
    the line that they stand on.
    """
    centres = [(column + 0.5, row + 0.5) for row, column in map(game.row_and_column, sorted(cells))]
    middle_x = sum(x for x, _ in centres) / len(centres)
    middle_y = sum(y for _, y in centres) / len(centres)
    round_the_middle = sorted(centres, key=lambda c: atan2(c[1] - middle_y, c[0] - middle_x))
    return " ".join(f"{x:g},{y:g}" for x, y in round_the_middle)
