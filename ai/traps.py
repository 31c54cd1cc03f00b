"""How many replies to a move lose: it tells draws apart, for with best play they are all one.

A drawing move sets a *trap* where some reply to it loses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from ai.position import Position
from ai.tablebase import load, move_values
from ai.value import Exact, Value


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """What a move is worth: its *exact* value, and how many of the other side's *replies* lose.

    The *best* moves are those of the greatest rank, among draws those with the most losing
    replies. Where all moves are equally good none is called best.
    """

    exact: Exact
    losing: int
    replies: int
    best: bool = False

    @property
    def merit(self) -> tuple[tuple[int, int], int]:
        """What is greater for a better move: the rank and, of a draw, the losing replies."""
        return self.exact.rank, self.losing if self.exact.value is Value.DRAW else 0

    def __str__(self) -> str:
        """In words: `win in 3`, `draw; 10 of 15 replies lose`, `draw; no reply loses`."""
        if self.exact.value is not Value.DRAW or not self.replies:
            return str(self.exact)
        if not self.losing:
            return f"{self.exact}; no reply loses"
        lose = "loses" if self.losing == 1 else "lose"
        return f"{self.exact}; {self.losing} of {self.replies} replies {lose}"


# Kept as the values are: several parts of a page need them, and so does the next page.
@lru_cache(maxsize=4096)
def move_worths(position: Position) -> Mapping[int, MoveWorth]:
    """What marking each empty cell is worth to the side to move; none once it is over.

    After a move that ends the game there are no replies.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
    >>> worths = move_worths(parse(TIC_TAC_TOE, "X.. .O. ..X"))
    >>> print(worths[1], worths[1].best, worths[2], worths[2].best, sep=" | ")
    draw; 4 of 5 replies lose | True | loss in 4 | False
    """
    worths = {
        cell: MoveWorth(exact, *_losing_replies(position, cell))
        for cell, exact in move_values(position).items()
    }
    most = max((worth.merit for worth in worths.values()), default=None)
    best = {cell: worth for cell, worth in worths.items() if worth.merit == most}
    if len(best) < len(worths):
        worths |= {cell: replace(worth, best=True) for cell, worth in best.items()}
    return MappingProxyType(worths)


def best_cell(position: Position) -> int:
    """The first cell, in reading order, than which none is worth more to the side to move.

    :raises ValueError: if the game is over.
    :raises UnreachablePosition: if no game leads to *position*.
    """
    worths = move_worths(position)
    return max(worths, key=lambda cell: worths[cell].merit)


def _losing_replies(position: Position, cell: int) -> tuple[int, int]:
    """How many replies to the move on *cell* lose, and how many there are."""
    game, opponent = position.game, position.opponent
    mover = position.mover | 1 << cell
    if game.is_won[mover]:
        return 0, 0
    probe = load(game).probe
    replies = [reply for reply in position.empty_cells if reply != cell]
    # After a losing reply it is the mover who wins.
    lost = (probe(mover, opponent | 1 << reply).value is Value.WIN for reply in replies)
    return sum(lost), len(replies)
