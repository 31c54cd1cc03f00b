"""The tree of all games that can follow a position."""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.rules.position import Position


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The size of a game tree: all *nodes* with the root; the different *positions*, fewer than
    nodes because of transpositions; the *games*, one for each leaf.
    """

    nodes: int
    positions: int
    games: int


def tree_size(position: Position) -> TreeSize:
    """The size of the tree below *position*.

    Meant for games as small as tic-tac-toe.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> tree_size(parse(TIC_TAC_TOE, "... .X. ..."))
    TreeSize(nodes=55505, positions=1837, games=25872)
    """
    game = position.game
    # Ply by ply, every position once, with the number of move orders that lead to it.
    orders = {(position.mover, position.opponent): 1}
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
