"""Every move from a position side by side: what it is worth, its odds, who chooses it, its idea."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

from ai.exact.value import Value
from ai.odds.arena import Odds
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, Position
from ai.search.tree import TreeSize
from ai.study.study import Idea, JudgedMove, Study

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison


@dataclass(frozen=True, slots=True)
class Row:
    """A *move* and its *twins*, the other cells that the symmetries of the position take it to, in
    reading order.

    *odds* are those if both sides play at random after it. *choosers* says how likely each program
    is to choose the move or a twin, if it may. *tree* counts what can follow; None on boards of
    more than nine cells.
    """

    move: JudgedMove
    twins: tuple[int, ...]
    odds: Odds
    choosers: Mapping[Opponent, Fraction]
    tree: TreeSize | None

    @property
    def cell(self) -> int:
        """The cell of the move."""
        return self.move.cell

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell and its twins, in reading order."""
        return self.cell, *self.twins


def moves_from_here(found: Study) -> tuple[Row, ...]:
    """A row for each move that differs from the others even up to symmetry of the position: the
    best first, equally good ones in reading order. None once the game is over.

    :raises UnreachablePosition: if no game leads to the position.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> from ai.study.study import study
    >>> for row in moves_from_here(study(parse(TIC_TAC_TOE, "X.. .O. ..X"))):
    ...     print(row.cells, row.move.exact, row.move.idea, row.odds.x_wins, row.odds.o_wins)
    (1, 3, 5, 7) draw threat 2/5 1/2
    (2, 6) loss in 4 plies threat 11/30 8/15
    """
    position = found.position
    if position.outcome:
        return ()
    probabilities = {
        opponent: found.decision(opponent).probabilities
        for opponent in OPPONENTS.values()
        if opponent.plays(position.game)
    }
    rows = []
    for cells in alike(position):
        move = found.moves[cells[0]]
        chances = {
            opponent: sum((chances.get(cell, Fraction(0)) for cell in cells), Fraction(0))
            for opponent, chances in probabilities.items()
        }
        choosers = {opponent: chance for opponent, chance in chances.items() if chance}
        tree = move.after.tree if position.game.is_small else None
        odds = found.odds[move.cell]
        rows.append(Row(move, cells[1:], odds, MappingProxyType(choosers), tree))
    return in_order(tuple(rows), BEST_FIRST, position.to_move)


BEST_FIRST = "worth"

# Keys to order moves by, the greatest first; of cells and ideas the first. The last two exist on
# small boards alone.
ORDERS: Mapping[str, Callable[[Row, Mark], "SupportsRichComparison"]] = MappingProxyType(
    {
        "move": lambda row, _mover: -row.cell,
        BEST_FIRST: lambda row, _mover: row.move.worth.merit,
        "replies": lambda row, _mover: _share_that_loses(row),
        "odds": lambda row, mover: (row.odds.x_wins - row.odds.o_wins) * (-1) ** (mover is Mark.O),
        "programs": lambda row, _mover: sum(row.choosers.values()),
        "idea": lambda row, _mover: -list(Idea).index(row.move.idea),
        "games": lambda row, _mover: row.tree.games if row.tree else 0,
        "positions": lambda row, _mover: row.tree.positions if row.tree else 0,
    }
)


def orders(game: Game) -> tuple[str, ...]:
    """The :data:`ORDERS` that tell moves of *game* apart."""
    return tuple(ORDERS) if game.is_small else tuple(ORDERS)[:-2]


def both_ways(names: Iterable[str]) -> list[str]:
    """The orders of these *names*, and after a minus each the other way round."""
    return [sign + name for sign, name in product(("", "-"), names)]


def in_order(rows: tuple[Row, ...], order: str, mover: Mark) -> tuple[Row, ...]:
    """The *rows* by one of the :data:`ORDERS` for *mover*, the side to move; equal ones in reading
    order. After a minus all the other way round.

    :raises KeyError: if there is no such order.
    """
    key, reading_order = ORDERS[order.removeprefix("-")], sorted(rows, key=attrgetter("cell"))
    found = tuple(sorted(reading_order, key=lambda row: key(row, mover), reverse=True))
    return found[::-1] if order.startswith("-") else found


def _share_that_loses(row: Row) -> Fraction:
    """The share of the replies that lose, 0 to 1. After a last move 1 for a win, 0 for a draw."""
    replies = len(row.move.after.moves)
    if not replies:
        return Fraction(row.move.exact.value is Value.WIN)
    return Fraction(len(row.move.after.losing), replies)


def alike(position: Position) -> tuple[tuple[int, ...], ...]:
    """The empty cells by the symmetries of *position*, those that one can be turned to another by
    together, each and all in reading order.
    """
    own = [
        turn
        for turn in position.game.symmetries
        if (turn(position.x), turn(position.o)) == (position.x, position.o)
    ]
    orbits = {tuple(sorted({turn.cells[cell] for turn in own})) for cell in position.empty_cells}
    return tuple(sorted(orbits))
