"""Every move from a position side by side: what it is worth, its odds, who chooses it, its idea."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

from ai.exact.tablebase import MoveWorth, losing_replies, move_worths
from ai.exact.value import Value
from ai.messages import N_
from ai.odds.arena import Odds, Probability
from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position
from ai.rules.symmetry import symmetries
from ai.rules.threats import completing_cells
from ai.search.tree import tree_size
from ai.study.wins_by_threats import prepared

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison


class Idea(StrEnum):
    """What a move is for, in the game's terms; of several that hold, the first of these.

    It *wins* where it completes a line. It *forks* where two cells stand open to complete one
    next, and the other side completes none before. It *blocks* where the other side would have
    completed a line there. It *threatens* where a cell stands open to complete a line next. It
    *prepares* where a win by threats would follow if the other side passed. Else it is *quiet*.
    """

    WINS = N_("wins")
    FORKS = N_("forks")
    BLOCKS = N_("blocks")
    THREATENS = N_("threatens")
    PREPARES = N_("prepares")
    QUIET = N_("quiet")


@dataclass(frozen=True, slots=True)
class Row:
    """The move on *cell*, and what holds of it and of its *twins* alike: the other cells that the
    symmetries of the position take it to, in reading order.

    *losing* of its *replies* lose. *odds* are those if both sides play at random after it.
    *choosers* says how likely each program that plays the game is to choose the move or a twin,
    where it may. *games* and *positions* say how many can follow, the position after the move
    counted; None on boards larger than 3×3.
    """

    cell: int
    twins: tuple[int, ...]
    worth: MoveWorth
    losing: int
    replies: int
    odds: Odds
    choosers: Mapping[Opponent, Fraction]
    idea: Idea
    games: int | None
    positions: int | None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell and its twins, in reading order."""
        return self.cell, *self.twins


# A page needs them again for every order that they can be sorted by.
@lru_cache(maxsize=512)
def moves_from_here(position: Position) -> tuple[Row, ...]:
    """A row for each move that differs from the others even up to symmetry of *position*: the best
    first, equally good ones in reading order. None once the game is over.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.rules.games import TIC_TAC_TOE, Game
    >>> from ai.rules.position import parse
    >>> for row in moves_from_here(parse(TIC_TAC_TOE, "X.. .O. ..X")):
    ...     print(row.cells, row.worth.exact, row.idea, row.odds.x_wins, row.odds.o_wins)
    (1, 3, 5, 7) draw threatens 2/5 1/2
    (2, 6) loss in 4 threatens 11/30 8/15
    """
    if position.outcome:
        return ()
    worths, odds = move_worths(position), odds_after_moves(position)
    decisions = {
        opponent: opponent.decide(position).probabilities
        for opponent in OPPONENTS.values()
        if opponent.plays(position.game)
    }
    rows = []
    for cells in alike(position):
        left = position.play(cells[0])
        size = tree_size(left) if position.game is TIC_TAC_TOE else None
        chances = {
            opponent: sum((lots.get(cell, Fraction(0)) for cell in cells), Fraction(0))
            for opponent, lots in decisions.items()
        }
        rows.append(
            Row(
                cells[0],
                cells[1:],
                worths[cells[0]],
                *losing_replies(position, cells[0]),
                odds[cells[0]],
                MappingProxyType({who: chance for who, chance in chances.items() if chance}),
                idea(position, cells[0]),
                size.games if size else None,
                size.positions if size else None,
            )
        )
    return in_order(tuple(rows), BEST_FIRST, position.to_move)


BEST_FIRST = "worth"

# What the moves can be ordered by: the greatest first, of cells and ideas the first. The last two
# are of 3×3 alone.
ORDERS: Mapping[str, Callable[[Row, Mark], "SupportsRichComparison"]] = MappingProxyType(
    {
        "move": lambda row, _mover: -row.cell,
        BEST_FIRST: lambda row, _mover: row.worth.merit,
        "replies": lambda row, _mover: _share_that_loses(row),
        "odds": lambda row, mover: _advantage(row.odds, mover),
        "programs": lambda row, _mover: sum(row.choosers.values()),
        "idea": lambda row, _mover: -list(Idea).index(row.idea),
        "games": lambda row, _mover: row.games or 0,
        "positions": lambda row, _mover: row.positions or 0,
    }
)


def orders(game: Game) -> tuple[str, ...]:
    """The :data:`ORDERS` that tell moves of *game* apart."""
    return tuple(ORDERS) if game is TIC_TAC_TOE else tuple(ORDERS)[:-2]


def in_order(rows: tuple[Row, ...], order: str, mover: Mark) -> tuple[Row, ...]:
    """The *rows* of a position, where *mover* is to move, by one of the :data:`ORDERS`; those that
    it does not tell apart in reading order.

    :raises KeyError: if there is no such order.
    """
    key, reading_order = ORDERS[order], sorted(rows, key=attrgetter("cell"))
    return tuple(sorted(reading_order, key=lambda row: key(row, mover), reverse=True))


def _share_that_loses(row: Row) -> Fraction:
    """The share of the replies that lose, 0 to 1; where there is none to make, 1 after a win."""
    if not row.replies:
        return Fraction(row.worth.exact.value is Value.WIN)
    return Fraction(row.losing, row.replies)


def _advantage(odds: Odds, mover: Mark) -> Probability:
    """How much likelier *mover* is to win than to lose: -1 to 1."""
    ahead = odds.x_wins - odds.o_wins
    return ahead if mover is Mark.X else -ahead


def alike(position: Position) -> tuple[tuple[int, ...], ...]:
    """The empty cells by the symmetries of *position*, those that one can be turned to another by
    together, each and all in reading order.
    """
    own = [
        turn
        for turn in symmetries(position.game)
        if (turn(position.x), turn(position.o)) == (position.x, position.o)
    ]
    orbits = {tuple(sorted({turn.cells[cell] for turn in own})) for cell in position.empty_cells}
    return tuple(sorted(orbits))


def idea(position: Position, cell: int) -> Idea:
    """What the move on *cell* is for.

    :raises IllegalMove: if it cannot be made.
    """
    game, left = position.game, position.play(cell)
    if game.is_won[left.opponent]:
        return Idea.WINS
    threatened = completing_cells(game.ordered_masks, left.opponent, left.mover)
    answered = completing_cells(game.ordered_masks, left.mover, left.opponent)
    if threatened & threatened - 1 and not answered:
        return Idea.FORKS
    if completing_cells(game.masks_through[cell], position.opponent, position.mover) >> cell & 1:
        return Idea.BLOCKS
    if threatened:
        return Idea.THREATENS
    return Idea.PREPARES if not left.outcome and prepared(left) else Idea.QUIET
