"""Orders of moves for alpha-beta: the best and the worst at every node, and what they cost."""

from collections.abc import Callable
from enum import StrEnum
from functools import cache, lru_cache, partial
from itertools import chain, combinations
from typing import Any, NamedTuple, TypeAlias

from ai.rules import Game, Position, remembering
from ai.search.minimax import DRAW, ENDS, LOSS, WIN, Moves, Window, alpha_beta, plies_deep
from ai.search.tree import positions_by_ply
from ai.search.visits import Search

Masks: TypeAlias = tuple[int, int]  # of the side to move and of the other
Choose: TypeAlias = Callable[..., Any]  # min or max


class Order(StrEnum):
    """The order of moves at every node: reading order, or one that visits the fewest or most."""

    READING = "reading"
    BEST = "best"
    WORST = "worst"


CHOOSE: dict[Order, Choose] = {Order.BEST: min, Order.WORST: max}


class Reply(NamedTuple):
    """A *move* as a mask, its *worth*, and the position *after* it, one for all symmetric ones."""

    worth: int
    move: int
    after: Masks


class Plan(NamedTuple):
    """The *nodes* below a position if its *moves* are tried in this order."""

    nodes: int
    moves: Moves


def searching(game: Game, window: Window, order: Order) -> Search:
    """Alpha-beta to the end of *game* with this window and order of moves."""
    if order is Order.READING:
        return partial(alpha_beta, window=window)
    plan = partial(_planning(game, 0), CHOOSE[order])
    return partial(alpha_beta, window=window, order=lambda *node: plan(*node).moves)


def visits(position: Position, window: Window, order: Order, depth: int) -> int:
    """The nodes that alpha-beta visits to *depth* plies with this window and order of moves.

    True values alone decide whether a move raises alpha or cuts off the rest, so the order below
    one move changes nothing beside it: each node can be ordered by itself.
    """
    if order is Order.READING:
        return alpha_beta(position, depth, window=window).nodes
    game, choose = position.game, CHOOSE[order]
    plan = _planning(game, len(position.empty_cells) - depth)
    if window is not Window.EACH:
        return 1 + int(plan(choose, *position.canonical, *ENDS[window]).nodes)
    below = [position.play(cell).canonical for cell in position.empty_cells]
    return 1 + sum(1 + int(plan(choose, *masks, LOSS, WIN).nodes) for masks in below)


def _planning(game: Game, empty_at_depth: int) -> Callable[..., Plan]:
    """As :func:`_plans`, kept: searches of fuller positions are parts of those of emptier ones."""
    return (_lasting if game.is_named else _passing)(game, empty_at_depth)


def _plans(game: Game, empty_at_depth: int) -> Callable[..., Plan]:
    """The function from min or max, masks, alpha and beta to the plan of a search until so many
    cells are empty: that with the fewest nodes or the most.
    """

    @lru_cache(maxsize=1 << 15)  # all of tic-tac-toe, and some of Square
    def replies(mover: int, opponent: int) -> tuple[Reply, ...]:
        free = game.full & ~(mover | opponent)
        if free.bit_count() == empty_at_depth or game.is_won[opponent]:
            return ()
        found = []
        while free:
            move = free & -free
            after = game.symmetries.canonical(opponent, mover | move)
            found.append(Reply(-value(*after), move, after))
            free ^= move
        return tuple(found)

    def value(mover: int, opponent: int) -> int:
        """The value to the mover."""
        if game.is_won[opponent]:
            return LOSS
        return max((reply.worth for reply in replies(mover, opponent)), default=DRAW)

    @lru_cache(maxsize=1 << 15)
    def plan(choose: Choose, mover: int, opponent: int, alpha: int, beta: int) -> Plan:
        moves = replies(mover, opponent)
        raising = sorted({reply.worth for reply in moves if alpha < reply.worth < beta})
        cutting = [reply for reply in moves if reply.worth >= beta]

        @cache
        def below(reply: Reply, low: int) -> int:
            return 1 + plan(choose, *reply.after, -beta, -low).nodes

        def raised(values: Moves) -> Plan:
            """The plan in which alpha rises to each of *values*, before any cut-off."""
            lows, nodes = (alpha, *values), 0
            placed: dict[int, list[Reply]] = {low: [] for low in (*lows, beta)}  # beta: cut off
            raisers: dict[int, Reply] = {}
            for worth in sorted({reply.worth for reply in moves if reply.worth < beta}):
                group = {reply: (0, beta) for reply in moves if reply.worth == worth}
                if worth <= lows[-1] and not (cutting and choose is min):
                    for it in group:
                        group[it] = choose((below(it, low), low) for low in lows if low >= worth)
                if worth in values:
                    low = lows[lows.index(worth) - 1]
                    costs = {it: below(it, low) - group[it][0] for it in group}
                    raisers[low] = choose(group, key=costs.__getitem__)
                    nodes += below(raisers[low], low)
                    del group[raisers[low]]
                for it, (count, low) in group.items():
                    nodes += count
                    placed[low].append(it)
            if cutting:
                low = lows[-1]
                raisers[low] = choose(cutting, key=lambda it: below(it, low))
                nodes += below(raisers[low], low)
                placed[beta] += [it for it in cutting if it is not raisers[low]]
            order = [it.move for low in placed for it in (*placed[low], raisers.get(low)) if it]
            return Plan(nodes, tuple(order))

        chains = chain.from_iterable(combinations(raising, n) for n in range(len(raising) + 1))
        best: Plan = choose(raised(it) for it in chains if cutting or [*it[-1:]] == raising[-1:])
        return best

    return plan


_lasting, _passing = lru_cache(maxsize=24)(_plans), remembering(24)(_plans)


@remembering(256)
def by_window(position: Position, depth: int | None = None) -> dict[Window, dict[Order, int]]:
    """The nodes that alpha-beta visits to *depth* plies (None: to the end), with each window and
    each order of moves at every node.

    Meant for games as small as tic-tac-toe, or small depths.

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.

    >>> from ai.rules import TIC_TAC_TOE, parse
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
    symmetries = position.game.symmetries
    return len({symmetries.canonical(*masks) for orders in found for masks in orders})
