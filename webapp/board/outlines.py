"""The outlines of winning sets on a board."""

from collections.abc import Iterable
from math import atan2

from ai.rules.games import Game


def outline(game: Game, cells: Iterable[int]) -> str:
    """The :func:`corners` of *cells* as the points of a shape in a diagram: `x,y x,y …`."""
    return " ".join(f"{x:g},{y:g}" for x, y in corners(game, cells))


def corners(game: Game, cells: Iterable[int]) -> list[tuple[float, float]]:
    """The centres of *cells*, x and y in units of a cell, along a line or in turn round the middle
    of a square.
    """
    centres = [(column + 0.5, row + 0.5) for row, column in map(game.row_and_column, sorted(cells))]
    if game.sets == "lines":
        return centres
    middle_x = sum(x for x, _ in centres) / len(centres)
    middle_y = sum(y for _, y in centres) / len(centres)
    return sorted(centres, key=lambda c: atan2(c[1] - middle_y, c[0] - middle_x))


def has_lens(game: Game) -> bool:
    """Whether boards of *game* have a lens. Lines on 3 by 3 need none."""
    return game.size > 3
