"""The outlines of winning sets on a board."""

from cmath import phase
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import NamedTuple

from ai.rules.games import Game, remembering

Way = Sequence[complex]
"""A line through these points: a point is its way to the right, and *i* times its way down."""

BEND = 0.7  # of the way that a link goes aside: where it bends for the first and the last time


class Outline(NamedTuple):
    """An element that draws a winning set, in units of a cell: a `polygon` or a `polyline` through
    its *points*, or, where its way parts, a `path`.
    """

    tag: str
    points: str


def outline(game: Game, cells: Iterable[int]) -> Outline:
    """The outline of *cells*, along its :func:`ways`."""
    found = ways(game, frozenset(cells))
    texts = [[f"{it.real:g},{it.imag:g}" for it in way] for way in found]
    if len(found) > 1:
        return Outline("path", "".join(f"M{' '.join(way)}" for way in texts))
    (way,) = texts
    if closed(found):
        return Outline("polygon", " ".join(way[:-1]))
    return Outline("polyline", " ".join(way))


def closed(found: Sequence[Way]) -> bool:
    """Whether these :func:`ways` are one that ends where it begins."""
    return len(found) == 1 and len(found[0]) > 2 and found[0][0] == found[0][-1]


def is_straight(found: Sequence[Way]) -> bool:
    """Whether these :func:`ways` are one straight line."""
    start, end = found[0][0], found[0][-1]
    is_one = len(found) == 1 and not closed(found)
    return is_one and not any(_turn(start, end, point) for point in found[0])


@remembering(2048)
def ways(game: Game, cells: frozenset[int]) -> tuple[tuple[complex, ...], ...]:
    """How a pen goes through the centres of *cells*, in units of a cell: from neighbour to
    neighbour by a side; if some are apart, round the corners of a convex shape of four or more,
    else by the shortest links. A closed way ends where it begins.
    """
    points = [centre(game, cell) for cell in sorted(cells)]
    if len(points) < 2:
        return (tuple(points),)
    links = _links(points)
    is_apart = any(_apart(*link) > 1 for link in links)
    if is_apart and len(points) > 3 and len(hull(points)) == len(points):
        middle = sum(points) / len(points)
        around = sorted(points, key=lambda point: phase(point - middle))
        return ((*around, around[0]),)
    found = []
    while links:
        odd = [it for it in points if sum(it in link for link in links) % 2]
        way = [odd[0] if odd else next(it for it in points if any(it in link for link in links))]
        while nexts := [it for link in links if way[-1] in link for it in link if it != way[-1]]:
            at = way[-1]
            ahead = 2 * at - way[-2] if way[1:] else None
            to = ahead if ahead in nexts else min(nexts, key=points.index)
            way += [*_past(at, to), to]
            links = [link for link in links if {*link} != {at, to}]
        found.append(tuple(way))
    return tuple(found)


def centre(game: Game, cell: int) -> complex:
    """The centre of *cell*, in units of a cell."""
    row, column = game.row_and_column(cell)
    return complex(column + 0.5, row + 0.5)


def _apart(one: complex, other: complex) -> float:
    return (one.real - other.real) ** 2 + (one.imag - other.imag) ** 2


def _past(start: complex, end: complex) -> Iterator[complex]:
    """The corners of a link that bends past the cells whose middles lie straight between: above or
    on the left; below in the first row, on the right in the first column.
    """
    step = end - start
    halves = 2 * gcd(int(step.real), int(step.imag))
    above = -1j if (step.real, -step.imag) > (0, 0) else 1j
    halfway = step * above * halves / abs(step) ** 2 / 4
    for number in range(1, halves) if halves > 2 else ():
        aside = halfway * (BEND if number in (1, halves - 1) else 1)
        on = start + step * number / halves
        corner = on + aside if min(on.real, on.imag) > 0.5 else on - aside
        yield complex(round(corner.real, 2), round(corner.imag, 2))


def _links(points: Iterable[complex]) -> list[tuple[complex, complex]]:
    """The pairs of neighbours by a side, and the shortest links that join what is apart."""
    joined = {point: point for point in points}  # each to the first of those that are together
    links = []
    for one, other in sorted(combinations(joined, 2), key=lambda pair: _apart(*pair)):
        if _apart(one, other) == 1 or joined[one] != joined[other]:
            links.append((one, other))
            joined |= {it: joined[one] for it, to in joined.items() if to == joined[other]}
    return links


def hull(points: Iterable[complex]) -> list[complex]:
    """The corners of the convex hull of *points*, two or more, clockwise on a page (Andrew's
    monotone chain).
    """
    in_order = sorted({*points}, key=lambda it: (it.real, it.imag))
    return [*_chain(in_order)[:-1], *_chain(in_order[::-1])[:-1]]


def _chain(points: Iterable[complex]) -> list[complex]:
    chain: list[complex] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: complex, b: complex, c: complex) -> float:
    """Positive if the way from *a* over *b* to *c* turns clockwise on a page."""
    return ((b - a).conjugate() * (c - a)).imag


def rays(game: Game, cells: Iterable[int]) -> Iterator[str]:
    """Short lines off the highlighter round *cells*, as paths: three for each side of a square, for
    each side and end of a line, and for each corner of any other shape.
    """
    found = ways(game, frozenset(cells))
    straight = is_straight(found)
    if not (straight or closed(found)):
        yield from _corner_rays(hull(it for way in found for it in way))
        return
    points, off = found[0][:-1], 0.33
    if straight:
        first, last = found[0][0], found[0][-1]
        across = (last - first) / abs(last - first) * 0.26j
        points, off = (first - across, last - across, last + across, first + across), 0.07
    middle = sum(points) / len(points)
    for one, other in zip(points, [*points[1:], points[0]], strict=True):
        side = other - one
        out = side / abs(side) * -1j
        if abs((one + other) / 2 + out - middle) < abs((one + other) / 2 - middle):
            out = -out
        ends_line = straight and abs(side) < 0.6  # as wide as the highlighter
        reach = off + 0.3 if ends_line else off
        for share, lean in ((0.1, -0.05), (0.5, 0), (0.9, 0.05)):
            start = one + side * share + out * reach
            end = start + out * 0.15 + side / abs(side) * lean
            yield _ray(start, end)


def _corner_rays(corners: list[complex]) -> Iterator[str]:
    middle = sum(corners) / len(corners)
    for corner in corners:
        out = (corner - middle) / abs(corner - middle)
        for turn in (out * (0.8 - 0.6j), out, out * (0.8 + 0.6j)):
            yield _ray(corner + turn * 0.34, corner + turn * 0.49)


def _ray(start: complex, end: complex) -> str:
    return f"M{start.real:.2f} {start.imag:.2f}L{end.real:.2f} {end.imag:.2f}"


def has_lens(game: Game) -> bool:
    """Whether boards of *game* have a lens."""
    return not game.is_small
