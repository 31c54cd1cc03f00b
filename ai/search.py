"""Minimax: the value of every move by looking at all continuations."""

from dataclasses import dataclass

from ai.position import Position


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found: values are +1 for a win of the side to move, 0 for a draw or for what
    lies beyond the depth, -1 for a loss.

    *values* gives the value of each empty cell, *nodes* counts the positions visited, the root
    included, *depth* is the bound in plies, and *line* the principal variation: the moves that
    follow if both sides play the first best move in reading order.
    """

    values: dict[int, int]
    nodes: int
    depth: int
    line: tuple[int, ...]

    @property
    def value(self) -> int:
        """The value of the position."""
        return max(self.values.values())

    @property
    def best_cells(self) -> tuple[int, ...]:
        """The cells of the best value, in reading order."""
        return tuple(cell for cell, value in self.values.items() if value == self.value)


def minimax(position: Position, depth: int | None = None) -> Search:
    """Search every continuation of *position*, down to *depth* plies (None: to the end).

    Plain and full-width: no cut-offs, no table. Written as negamax, for the value to one side is
    the negated value to the other (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975).

    :raises ValueError: if the game is over in *position* or *depth* is less than 1.
    """
    if position.outcome:
        raise ValueError(f"Nothing to search: the game is over in {position}.")
    if depth is not None and depth < 1:
        raise ValueError(f"A search looks at least one ply ahead, not {depth}.")
    cells, full, masks_through = (
        position.game.cells,
        position.game.full,
        position.game.masks_through,
    )
    remaining = len(position.empty_cells)
    depth = remaining if depth is None else min(depth, remaining)
    nodes = 1

    def after(cell: int, own: int, other: int, plies: int) -> tuple[int, tuple[int, ...]]:
        """Value to the mover of having marked *cell*, and the line from there; *own* holds it."""
        nonlocal nodes
        nodes += 1
        for winning in masks_through[cell]:
            if own & winning == winning:
                return 1, (cell,)
        taken = own | other
        if taken == full or plies == 0:
            return 0, (cell,)
        best, line = -2, tuple[int, ...]()
        for reply in cells:
            if not taken >> reply & 1:
                value, continuation = after(reply, other | 1 << reply, own, plies - 1)
                if value > best:
                    best, line = value, continuation
        return -best, (cell, *line)

    found = {
        cell: after(cell, position.own | 1 << cell, position.other, depth - 1)
        for cell in position.empty_cells
    }
    values = {cell: value for cell, (value, _) in found.items()}
    first_best = max(values, key=lambda cell: values[cell])
    return Search(values, nodes, depth, found[first_best][1])
