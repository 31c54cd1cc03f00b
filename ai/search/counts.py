"""The visits of different searches of one position, counted."""

from ai.rules import Position, remembering
from ai.search.minimax import Window, plies_deep
from ai.search.orders import Order, canonical, visits
from ai.search.tree import positions_by_ply


@remembering(256)
def by_window(position: Position, depth: int | None = None) -> dict[Window, dict[Order, int]]:
    """The nodes that alpha-beta visits to *depth* plies (None: to the end), with each window and
    each order of moves at every node.

    Meant for games as small as tic-tac-toe, or small depths.

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> [*by_window(parse(TIC_TAC_TOE, "XX. OO. ..."))[Window.EACH].values()]
    [47, 25, 151]
    """
    plies = plies_deep(position, depth)
    return {
        window: {order: visits(position, window, order, plies) for order in Order}
        for window in Window
    }


@remembering(256)
def classes(position: Position, depth: int | None = None) -> int:
    """The different positions of the tree to *depth* plies, symmetric ones once."""
    found = (orders for orders, _leaves in positions_by_ply(position, depth))
    return len({canonical(position.game, *masks) for orders in found for masks in orders})
