"""Words for games by their definitions: names of shapes, goals and nouns."""

import re
from collections.abc import Iterable
from itertools import chain, combinations
from typing import NamedTuple

from ai.messages import N_, NP_, Filled
from ai.rules.definition import Definition, turns

Shape = tuple[tuple[int, int], ...]
"""Rows and columns of the cells of a shape, in its first turn."""

COUNTS = dict(
    enumerate(
        (*(N_("two"), N_("three"), N_("four"), N_("five")), N_("six"), N_("seven"), N_("eight")), 2
    )
)


class Known(NamedTuple):
    """A shape has a *name*. Each is called by a *noun*, and by *which* cells it has; these stand
    *within* something.
    """

    name: str
    noun: str
    which: str
    within: str


SHAPE = NP_("noun", "shape"), N_("shape %(which)s")
LINE = NP_("noun", "line"), N_("line %(which)s"), N_("a row or column")
ROW, COLUMN = N_("a row"), N_("a column")
DIAGONAL = NP_("noun", "diagonal"), N_("diagonal %(which)s"), N_("a diagonal")
CORNERS = N_("the corners of %(square)s, %(wide)s cells wide")
L, T, Z = (
    (NP_("noun", "L"), N_("L %(which)s"), N_("an L")),
    (NP_("noun", "T"), N_("T %(which)s"), N_("a T")),
    (NP_("noun", "Z"), N_("Z %(which)s"), N_("a Z")),
)

# Those of up to four cells as Harary named them.
KNOWN = {
    "a1b1": Known(N_("Domino"), NP_("noun", "domino"), N_("domino %(which)s"), N_("a domino")),
    "a1b1c1": Known(N_("Tic"), *LINE),
    "a1b1c1d1": Known(N_("Skinny"), *LINE),
    "a1b1a2b2": Known(
        N_("Fatty"), NP_("noun", "square"), N_("square %(which)s"), N_("a small square")
    ),
    "a1b1a2": Known(N_("El"), *L),
    "a1b1c1a2": Known(N_("Elly"), *L),
    "a1b1b2c2": Known(N_("Tippy"), *Z),
    "a1b1c1b2": Known(N_("Knobby"), *T),
    "b1c1a2b2b3": Known(N_("F of five"), NP_("noun", "F"), N_("F %(which)s"), N_("an F")),
    "a1a2a3a4b4": Known(N_("L of five"), *L),
    "b1b2b3a3a4": Known(N_("N of five"), NP_("noun", "N"), N_("N %(which)s"), N_("an N")),
    "a1b1a2b2a3": Known(N_("P of five"), NP_("noun", "P"), N_("P %(which)s"), N_("a P")),
    "a1b1c1b2b3": Known(N_("T of five"), *T),
    "a1c1a2b2c2": Known(N_("U of five"), NP_("noun", "U"), N_("U %(which)s"), N_("a U")),
    "a1a2a3b3c3": Known(N_("V of five"), NP_("noun", "V"), N_("V %(which)s"), N_("a V")),
    "a1a2b2b3c3": Known(N_("W of five"), NP_("noun", "W"), N_("W %(which)s"), N_("a W")),
    "b1a2b2c2b3": Known(N_("Plus"), NP_("noun", "plus"), N_("plus %(which)s"), N_("a plus")),
    "b1a2b2b3b4": Known(N_("Y of five"), NP_("noun", "Y"), N_("Y %(which)s"), N_("a Y")),
    "a1b1b2b3c3": Known(N_("Z of five"), *Z),
}


def shape_of(places: Iterable[tuple[int, int]]) -> Shape:
    """The shape of the cells in these rows and columns, wherever and however it stands."""
    return min(tuple(sorted(turned)) for turned in turns(places))


def is_square(places: Iterable[tuple[int, int]]) -> bool:
    """Whether cells in these rows and columns are the corners of a square, upright or tilted."""
    apart = sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(places, 2))
    return apart == [apart[0]] * 4 + [2 * apart[0]] * 2


def _places(text: str) -> list[tuple[int, int]]:
    return [(int(row), ord(column)) for column, row in re.findall(r"([a-z])(\d+)", text)]


_BY_SHAPE = {shape_of(_places(text)): found for text, found in KNOWN.items()}


def known(shape: Shape) -> Known | None:
    """What *shape* is called; None if it has no name. Lines of any length have one."""
    if found := _BY_SHAPE.get(shape):
        return found
    many = len(shape)
    if shape in (straight(many), straight(many, 1)):
        name, words = (
            (N_("Diagonal of %(count)s"), DIAGONAL)
            if shape[1][0]
            else (N_("Line of %(count)s"), LINE)
        )
        return Known(Filled(name, count=COUNTS[many]), *words)
    if not is_square(shape):
        return None
    square = N_("an upright square") if (0, 0) in shape else N_("a tilted square")
    within = Filled(CORNERS, square=square, wide=shape[-1][0] + 1)
    return Known(N_("Four corners"), NP_("noun", "square"), N_("square %(which)s"), within)


def straight(many: int, down: int = 0) -> Shape:
    """The shape of a line of so many cells, each so far *down* from the last."""
    return shape_of([(down * at, at) for at in range(many)])


class Icon(NamedTuple):
    """A drawing in squares: the *path*, and the *box* that shows it, as of an SVG."""

    path: str
    box: str


def icon_of(*shapes: Iterable[tuple[int, int]]) -> Icon:
    """One or two *shapes*: one beside the other, or below if that is larger."""
    drawn = [next(turns(sorted(places))) for places in shapes]
    ends = [max(place[axis] for place in drawn[0]) + 1.5 for axis in (0, 1)]
    found = [
        [*drawn[0], *((row + down, column + right) for row, column in chain(*drawn[1:]))]
        for down, right in ((0, ends[1]), (ends[0], 0))
    ]
    (high, wide), places = min(
        (([max(place[axis] for place in it) + 1 for axis in (0, 1)], it) for it in found),
        key=lambda it: max(it[0]),
    )
    side = max(high, wide, 3) * 1.2
    path = "".join(f"M{column:g} {row:g}h1v1h-1z" for row, column in places)
    box = ((wide - side) / 2, (high - side) / 2, side, side)
    return Icon(path, " ".join(f"{round(it, 2):g}" for it in box))


def words_for(definition: Definition) -> dict[str, str]:
    """The words for the game of a *definition* that has no name, by the fields of
    :class:`~ai.rules.games.Game`.
    """
    board = definition.board
    shapes = [shape_of(board.places(cells)) for cells, _here in definition.shapes]
    found = [*map(known, shapes)]
    many, num = len(shapes), len(shapes[0])
    name: str = Filled(N_("%(num)s shapes"), num=many)
    goal: str = Filled(N_("Complete one of %(num)s shapes."), num=many)
    brief: str = name
    nouns = {it.noun if it else SHAPE[0] for it in found}
    free = not any(here for _cells, here in definition.shapes)
    match found:
        case [Known() as only] if free:
            within = only.within
            if shapes[0] == straight(num) and num > min(board.columns, board.rows):
                within = ROW if num <= board.columns else COLUMN
            name, place = only.name, {"num": num, "count": COUNTS[num], "within": within}
            goal = Filled(N_("Mark %(count)s cells in %(within)s."), **place)
            brief = Filled(N_("%(num)s in %(within)s"), **place)
        case [_]:
            name = Filled(N_("Shape of %(num)s"), num=num)
            both = N_("Mark both cells of the shape.")
            goal = both if num == 2 else Filled(N_("Mark all %(num)s cells of the shape."), num=num)
            brief = Filled(N_("a shape of %(num)s"), num=num)
        case [Known(), Known()] if free and {*shapes} == {straight(num), straight(num, 1)}:
            nouns = {LINE[0]}
            name = brief = Filled(N_("%(num)s in a line"), num=num)
            goal = Filled(N_("Get %(count)s in a line."), count=COUNTS[num])
        case [Known() as one, Known() as two] if free:
            name = Filled(N_("%(one)s or %(other)s"), one=one.name, other=two.name)
    noun = nouns.pop() if len(nouns) == 1 else SHAPE[0]
    name = Filled(
        N_("%(name)s on %(columns)s × %(rows)s"), name=name, columns=board.columns, rows=board.rows
    )
    return {"name": name, "goal": goal, "in_brief": brief, "noun": noun}
