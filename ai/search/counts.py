"""The visits of different searches of one position, counted."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from ai.rules.games import Game
from ai.rules.position import Mark, Position
from ai.search.minimax import DRAW, LOSS, WIN, alpha_beta
from ai.search.tree import positions_by_ply

Masks: TypeAlias = tuple[int, int]  # of the side to move and of the other


@dataclass(frozen=True, slots=True)
class Counts:
    """The nodes that searches visit, with the root: *minimax*; *alpha_beta*, which tries moves in
    reading order; the same with the best and with the worst order of moves at every node.

    *positions* are the different ones among the nodes of minimax, *classes* those up to symmetry.
    """

    minimax: int
    alpha_beta: int
    best_order: int
    worst_order: int
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
    played = alpha_beta(position, depth)
    plies = [orders for orders, _ in positions_by_ply(position, played.depth)]
    best, worst = best_and_worst_order(position, played.depth)
    return Counts(
        minimax=sum(sum(orders.values()) for orders in plies),
        alpha_beta=played.nodes,
        best_order=best,
        worst_order=worst,
        positions=sum(map(len, plies)),
        classes=len({_canonical(position.game, *masks) for orders in plies for masks in orders}),
    )


def best_and_worst_order(position: Position, depth: int) -> tuple[int, int]:
    """The nodes that alpha-beta visits to *depth* plies with the best and the worst order of moves.

    True values alone decide whether a move raises alpha or cuts off the rest, so the order below
    one move changes nothing beside it: each node can be ordered by itself.
    """
    nodes = _nodes_by_order(position.game, len(position.empty_cells) - depth)
    masks = position.mover, position.opponent
    return nodes(min, masks), nodes(max, masks)


@lru_cache(maxsize=8192)  # all positions of tic-tac-toe
def _canonical(game: Game, mover: int, opponent: int) -> Masks:
    """The masks that stand for all symmetric positions."""
    return game.symmetries.canonical(mover, opponent)


# The searches of fuller positions are parts of those of emptier ones.
@cache
def _nodes_by_order(game: Game, empty_at_depth: int) -> Callable[[Callable[..., int], Masks], int]:
    """The function that counts the nodes of a search until so many cells are empty: the fewest with
    min and the most with max.
    """

    @cache
    def replies(mover: int, opponent: int) -> tuple[tuple[int, Masks], ...]:
        """The value of each move and the position after it, turned as its symmetric ones are."""
        free = game.full & ~(mover | opponent)
        if free.bit_count() == empty_at_depth or game.is_won[opponent]:
            return ()
        found = []
        while free:
            after = _canonical(game, opponent, mover | free & -free)
            found.append((-value(*after), after))
            free &= free - 1
        return tuple(found)

    def value(mover: int, opponent: int) -> int:
        """The value to the mover."""
        if game.is_won[opponent]:
            return LOSS
        return max((worth for worth, _ in replies(mover, opponent)), default=DRAW)

    @cache
    def nodes(choose: Callable[..., int], masks: Masks, alpha: int, beta: int) -> int:
        """The fewest nodes from a position on with this window, or the most: *choose* is min or
        max.
        """
        moves = replies(*masks)
        if not moves:
            return 1
        cutting = [after for worth, after in moves if worth >= beta]
        raising = [after for worth, after in moves if alpha < worth < beta]
        others = [after for worth, after in moves if worth <= alpha]

        def below(after: Masks, low: int) -> int:
            return nodes(choose, after, -beta, -low)

        def plan(low: int, raised: list[Masks]) -> int:
            """All but the move that raises alpha to *low*; the others go before or after it."""
            cut = choose((below(after, low) for after in cutting), default=0)
            if cutting and choose is min:
                return cut
            return (
                sum(choose(below(after, low), below(after, alpha)) for after in others)
                + sum(below(after, low) for after in raised)
                + cut
            )

        # A draw is all that can raise alpha, and once. Before a cut-off no move need do so.
        plans = [plan(alpha, [])] if cutting or not raising else []
        for place, first in enumerate(raising):
            raised = raising[:place] + raising[place + 1 :]
            plans.append(below(first, alpha) + plan(DRAW, raised))
        return 1 + choose(plans)

    def from_root(choose: Callable[..., int], masks: Masks) -> int:
        """The nodes with the root, each of whose moves is searched with the full window."""
        return 1 + sum(nodes(choose, after, LOSS, WIN) for _, after in replies(*masks))

    return from_root
