"""The tree of all games that can follow a position."""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.rules import Position, remembering
from ai.search.minimax import in_reading_order


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The size of a game tree: all *nodes* with the root; the different *positions*, fewer than
    nodes because of transpositions; the *games*, one for each leaf.
    """

    nodes: int
    positions: int
    games: int


@remembering(256)
def tree_size(position: Position, depth: int | None = None) -> TreeSize:
    """The size of the tree below *position*, to *depth* plies (None: to the end).

    Meant for games as small as tic-tac-toe.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> tree_size(parse(TIC_TAC_TOE, "... .X. ..."))
    TreeSize(nodes=55505, positions=1837, games=25872)
    """
    nodes = positions = games = 0
    for orders, leaves in positions_by_ply(position, depth):
        nodes += sum(orders.values())
        positions += len(orders)
        games += leaves
    return TreeSize(nodes, positions, games)


def positions_by_ply(
    position: Position, depth: int | None = None
) -> Iterator[tuple[dict[tuple[int, int], int], int]]:
    """Ply by ply the positions of the tree, to *depth* plies (None: to the end), and the number of
    its leaves there.

    A position is the masks of the mover and of the other side, with the number of move orders that
    lead to it.
    """
    game = position.game
    left = len(position.empty_cells) if depth is None else depth
    orders = {(position.mover, position.opponent): 1}
    while orders:
        following: dict[tuple[int, int], int] = {}
        leaves = 0
        for (moved, waiting), count in orders.items():
            if not left or game.is_won[waiting] or moved | waiting == game.full:
                leaves += count
            else:
                for cell in in_reading_order(game.full & ~(moved | waiting)):
                    child = waiting, moved | cell
                    following[child] = following.get(child, 0) + count
        yield orders, leaves
        orders = following
        left -= 1
