"""The outlines of winning sets on a board."""

from collections.abc import Iterable, Iterator
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


def rays(game: Game, cells: Iterable[int]) -> Iterator[str]:
    """Twelve short lines off the highlighter round *cells*, as paths: three for each side of a
    square, and for a line three for each side and end.
    """
    found = corners(game, cells)
    middle = sum(complex(*corner) for corner in found) / len(found)
    points = [complex(*corner) for corner in found]
    if game.sets == "lines":
        first, last = points[0], points[-1]
        across = (last - first) / abs(last - first) * 0.26j
        points = [first - across, last - across, last + across, first + across]
        off = 0.07
    else:
        off = 0.33
    for one, other in zip(points, [*points[1:], points[0]], strict=True):
        side = other - one
        out = side / abs(side) * -1j
        if abs((one + other) / 2 + out - middle) < abs((one + other) / 2 - middle):
            out = -out
        reach = off if game.sets != "lines" or abs(side) > 1 else off + 0.3
        for share, lean in ((0.1, -0.05), (0.5, 0), (0.9, 0.05)):
            start = one + side * share + out * reach
            end = start + out * 0.15 + side / abs(side) * lean
            yield f"M{start.real:.2f} {start.imag:.2f}L{end.real:.2f} {end.imag:.2f}"


def has_lens(game: Game) -> bool:
    """Whether boards of *game* have a lens."""
    return not game.is_small
