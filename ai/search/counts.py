"""The visits of different searches of one position, counted."""

from dataclasses import dataclass
from functools import lru_cache

from ai.rules.position import Mark, Position
from ai.search.minimax import Window
from ai.search.orders import Order, canonical, visits
from ai.search.tree import positions_by_ply


@dataclass(frozen=True, slots=True)
class Counts:
    """The nodes that searches visit, with the root: *minimax*; *alpha_beta*, which tries moves in
    reading order; the same with the best and with the worst order of moves at every node. The
    window is EACH; *by_window* has these three for every window.

    *positions* are the different ones among the nodes of minimax, *classes* those up to symmetry.
    """

    minimax: int
    alpha_beta: int
    best_order: int
    worst_order: int
    by_window: dict[Window, dict[Order, int]]
    positions: int
    classes: int


def counts(position: Position, depth: int | None = None) -> Counts:
    """The counts of searches from *position*, to *depth* plies (None: to the end).

    Meant for games as small as tic-tac-toe, or small depths.

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> found = counts(parse(TIC_TAC_TOE, "XX. OO. ..."))
    >>> found.best_order, found.alpha_beta, found.worst_order, found.minimax
    (25, 47, 151, 157)
    """
    game, left = position.game, len(position.empty_cells)
    depth = left if depth is None else min(depth, left)
    return _counts(Position.from_masks(game, position.mover, position.opponent, Mark.X), depth)


@lru_cache(maxsize=256)
def _counts(position: Position, depth: int) -> Counts:
    """The counts of a position, which are the same whichever mark is to move."""
    plies = [orders for orders, _ in positions_by_ply(position, depth)]
    every = {
        window: {order: visits(position, window, order, depth) for order in Order}
        for window in Window
    }
    reading, best, worst = every[Window.EACH].values()
    return Counts(
        minimax=sum(sum(orders.values()) for orders in plies),
        alpha_beta=reading,
        best_order=best,
        worst_order=worst,
        by_window=every,
        positions=sum(map(len, plies)),
        classes=len({canonical(position.game, *masks) for orders in plies for masks in orders}),
    )
