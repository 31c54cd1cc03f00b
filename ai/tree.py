"""The tree of all games that can follow a position."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ai.games import Game
from ai.position import Position


@dataclass(frozen=True, slots=True)
class TreeSize:
    """How large a game tree is: all its *nodes*, the root included; the different *positions*,
    fewer where different orders of the same moves lead to one, by transposition; and the *games*,
    which are the nodes without children.
    """

    nodes: int
    positions: int
    games: int


def tree_size(position: Position) -> TreeSize:
    """How many nodes the tree below *position* has, how many different positions those are, and in
    how many games they lie.

    Meant for games as small as tic-tac-toe.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
    >>> tree_size(parse(TIC_TAC_TOE, "... .X. ..."))
    TreeSize(nodes=55505, positions=1837, games=25872)
    """
    return _tree_size(position.game, position.mover, position.opponent)


@lru_cache(maxsize=8192)
def _tree_size(game: Game, mover: int, opponent: int) -> TreeSize:
    """Counted ply by ply, every position once, with the number of orders of moves leading to it."""
    orders = {(mover, opponent): 1}
    nodes = positions = games = 0
    while orders:
        nodes += sum(orders.values())
        positions += len(orders)
        following: dict[tuple[int, int], int] = {}
        for (moved, waiting), count in orders.items():
            if game.is_won[waiting] or moved | waiting == game.full:
                games += count
            else:
                for cell in _cells(game.full & ~(moved | waiting)):
                    child = waiting, moved | cell
                    following[child] = following.get(child, 0) + count
        orders = following
    return TreeSize(nodes, positions, games)


def _cells(mask: int) -> Iterator[int]:
    """The cells in *mask*, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
