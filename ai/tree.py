"""The tree of all games that can follow a position."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from ai.position import Position


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The root counts too. There are more *nodes* than *positions* wherever different orders of
    the same moves lead to the same position: transpositions.
    """

    nodes: int
    positions: int


@lru_cache(maxsize=16_384)
def tree_size(position: Position) -> TreeSize:
    """How many nodes the tree below *position* has, and how many different positions those are.

    Counts ply by ply, and every position of a ply but once, with the number of orders of moves
    that lead there. Meant for games as small as tic-tac-toe.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
    >>> tree_size(parse(TIC_TAC_TOE, "... .X. ..."))
    TreeSize(nodes=55505, positions=1837)
    """
    game = position.game
    orders = {(position.mover, position.opponent): 1}
    nodes = positions = 0
    while orders:
        nodes += sum(orders.values())
        positions += len(orders)
        following: Counter[tuple[int, int]] = Counter()
        for (mover, opponent), count in orders.items():
            taken = mover | opponent
            if not game.is_won[opponent]:
                for cell in game.cells:
                    if not taken >> cell & 1:
                        following[opponent, mover | 1 << cell] += count
        orders = following
    return TreeSize(nodes, positions)
