"""Minimax and alpha-beta: the value of every move by a search of all games that can follow.

Both are negamax: the value of a move is the negated value of the best reply (Knuth and Moore, "An
Analysis of Alpha-Beta Pruning", 1975).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Protocol

from ai.exact.value import Value
from ai.rules import Position

WIN, DRAW, LOSS = int(Value.WIN), int(Value.DRAW), int(Value.LOSS)

Moves = tuple[int, ...]
NO_MOVES: Moves = ()


class Window(StrEnum):
    """The window of alpha-beta at its root: each move of the root has the whole scale, so that its
    value is exact; or, as in textbooks, the best move so far narrows it, from the whole scale on or
    from infinite ends.
    """

    EACH = "each"
    TEXTBOOK = "textbook"
    INFINITE = "infinite"


ENDS = {
    Window.EACH: (LOSS, WIN),
    Window.TEXTBOOK: (LOSS, WIN),
    Window.INFINITE: (LOSS - 1, WIN + 1),  # beyond every value
}


class Observer(Protocol):
    """Receives every visit of a search below its root, in the order of the visits.

    Bounds and values are for the side that makes the move.
    """

    def enter(self, move: int, alpha: int, beta: int) -> int | None:
        """The search visits the position after *move*, a mask, and needs its value between *alpha*
        and *beta* only.

        It returns the value if it is known: then the search does not look below. Else None.
        """

    def leave(self, value: int) -> None:
        """The position entered last and not yet left returns *value*."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search, for the side to move; positions beyond the depth count as draws.

    *values* has the value of each empty cell. *nodes* counts the visited positions with the root.
    *cutoffs* counts the nodes that were left early, as their remaining moves could not matter.
    *depth* is the bound in plies. *principal_variation* has the moves that follow if both sides
    play the first best move in reading order.
    """

    values: dict[int, Value]
    nodes: int
    cutoffs: int
    depth: int
    principal_variation: Moves

    @property
    def value(self) -> Value:
        """The value of the position."""
        return max(self.values.values())

    @property
    def best_cells(self) -> tuple[int, ...]:
        """The cells of the best value, in reading order."""
        best = self.value
        return tuple(cell for cell, value in self.values.items() if value == best)


def minimax(
    position: Position, depth: int | None = None, observer: Observer | None = None
) -> SearchResult:
    """Search all games that can follow *position*, to *depth* plies (None: to the end).

    Plain and full-width: no cut-offs. *observer* receives the visits; without one a node that comes
    again is counted like the first time, and not searched.

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.
    """
    return alpha_beta(position, depth, observer, window=None)


def alpha_beta(
    position: Position,
    depth: int | None = None,
    observer: Observer | None = None,
    window: Window | None = Window.EACH,
    order: Callable[[int, int, int, int], Moves] | None = None,
) -> SearchResult:
    """The values and moves of :func:`minimax`, without the branches that cannot change them.

    With another *window* than EACH only the value of the best move is exact; those of others are
    bounds, or missing if they are cut off. Without one nothing is cut off: that is minimax. *order*
    is a function from the masks of the mover and the other side, alpha and beta to the moves in the
    order to try; by default reading order.

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.
    """
    full, is_won = position.game.full, position.game.is_won

    def best_of(
        moves: Moves, mover: int, opponent: int, plies: int, alpha: int, beta: int
    ) -> tuple[int, Moves, int, int]:
        """The value of the first best of *moves* to the mover, exact between *alpha* and *beta*,
        the variation that it begins, and the nodes and cut-offs below.
        """
        best, variation, nodes, cutoffs = LOSS - 1, NO_MOVES, 0, 0
        for move in moves:
            nodes += 1
            known = None if observer is None else observer.enter(move, alpha, beta)
            marked = mover | move
            if known is not None:
                value, following = known, NO_MOVES
            elif is_won[marked]:
                value, following = WIN, NO_MOVES
            elif plies == 1:
                value, following = DRAW, NO_MOVES
            else:
                node = opponent, marked, -beta, -alpha
                replies = order(*node) if order else in_reading_order(full & ~(marked | opponent))
                below = search(replies, opponent, marked, plies - 1, -beta, -alpha)
                value, following = -below[0], below[1]
                nodes, cutoffs = nodes + below[2], cutoffs + below[3]
            if observer is not None:
                observer.leave(value)
            if value > best:
                best, variation = value, (move, *following)
                if window and best >= beta:
                    cutoffs += move != moves[-1]
                    break
                alpha = max(best, alpha) if window else alpha
        return best, variation, nodes, cutoffs

    searched = cache(best_of)
    search = searched if observer is None else best_of
    plies, mover, opponent = plies_deep(position, depth), position.mover, position.opponent
    (alpha, beta), narrows = ENDS[window or Window.EACH], window not in {None, Window.EACH}
    first = in_reading_order(full & ~(mover | opponent))
    nodes, cutoffs, found = 1, 0, {}
    for move in order(mover, opponent, alpha, beta) if order and narrows else first:
        best, line, visited, cut = best_of((move,), mover, opponent, plies, alpha, beta)
        found[move.bit_length() - 1] = best, line
        nodes, cutoffs = nodes + visited, cutoffs + cut
        if narrows:
            alpha = max(alpha, best)
            if alpha >= beta:
                cutoffs += len(found) < len(first)
                break
    searched.cache_clear()  # it holds itself, so it would wait for the garbage collection
    values = {cell: Value(value) for cell, (value, _) in found.items()}
    _, best_line = found[max(values, key=values.__getitem__)]
    principal_variation = tuple(move.bit_length() - 1 for move in best_line)
    return SearchResult(values, nodes, cutoffs, plies, principal_variation)


@lru_cache(maxsize=4096)
def in_reading_order(cells: int) -> Moves:
    """The cells of a mask, each as a mask."""
    return tuple(1 << cell for cell in range(cells.bit_length()) if cells >> cell & 1)


def plies_deep(position: Position, depth: int | None) -> int:
    """The depth of a search in plies: *depth*, at most to the end of the game.

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.
    """
    if position.outcome:
        raise ValueError(f"Nothing to search: the game is over in {position}.")
    if depth is not None and depth < 1:
        raise ValueError(f"A search looks at least one ply ahead, not {depth}.")
    left = len(position.empty_cells)
    return left if depth is None else min(depth, left)
