"""Names in sentences, read back without the program's help."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import product

from ai.rules.games import game_for
from tests.model import name
from tests.reference import WINNING, Cells, defined, extent, is_square

CELL = r"[a-h]\d"


# Shapes with a name, drawn; lines, diagonals and squares are told by their places.
DRAWN = {
    "domino": ["##"],
    "L": ["##/#.", "###/#..", "####/#..."],
    "T": ["###/.#.", "###/.#./.#."],
    "Z": ["##./.##", "##./.#./.##"],
    "F": [".##/##./.#."],
    "N": [".#/.#/##/#."],
    "P": ["##/##/#."],
    "U": ["#.#/###"],
    "V": ["#../#../###"],
    "W": ["#../##./.##"],
    "plus": [".#./###/.#."],
    "Y": [".#/##/.#/.#"],
}
PLURALS = {"domino": "dominoes", "plus": "pluses"}


def seen(places: Iterable[complex]) -> frozenset[complex]:
    """The same for a shape wherever and however it stands: the least of its turns."""
    found = list[list[tuple[float, float]]]()
    for turn, flips in product((1, 1j, -1, -1j), (False, True)):
        turned = [turn * (it.conjugate() if flips else it) for it in places]
        left, top = min(it.real for it in turned), min(it.imag for it in turned)
        found.append(sorted((it.real - left, it.imag - top) for it in turned))
    return frozenset(complex(*place) for place in min(found))


def pictured(drawn: str) -> list[complex]:
    """The places of a shape that is drawn, row by row."""
    width = len(drawn.partition("/")[0]) + 1
    return [complex(*divmod(cell.start(), width)) for cell in re.finditer("#", drawn)]


NAMED_SHAPES = {seen(pictured(it)): noun for noun, drawn in DRAWN.items() for it in drawn}


@cache
def noun(game: str, cells: Cells) -> str:
    """What a winning set is called by its shape."""
    names = [name(game, cell) for cell in sorted(cells)]
    places = [complex(ord(column), int(row)) for column, row in map(tuple, names)]
    if found := NAMED_SHAPES.get(seen(places)):
        return found
    if is_diagonal(names):
        return "diagonal"
    rows, columns = {it.imag for it in places}, {it.real for it in places}
    ends = max(rows) - min(rows), max(columns) - min(columns)
    if 0 in ends and max(ends) == len(cells) - 1:
        return "line"
    return "square" if len(cells) == 4 and is_square(extent(game)[0], cells) else "shape"


@cache
def nouns(game: str) -> tuple[str, str]:
    """What one winning set of a game is called, and what several are: a shape, unless all have the
    same name. Lines and diagonals of one length that stand anywhere are all lines.
    """
    ways = WINNING[game]
    found = {noun(game, way) for way in ways}
    anywhere = "!" not in defined(game_for(game).key) and len({*map(len, ways)}) == 1
    if anywhere and found in ({"line", "diagonal"}, {"domino", "diagonal"}):
        found = {"line"}
    one = found.pop() if len(found) == 1 else "shape"
    return one, PLURALS.get(one, f"{one}s")


def line_name(game: str, cells: Cells) -> str:
    """The name of a winning set, derived from the places of its cells and their distances."""
    names = [name(game, cell) for cell in sorted(cells)]
    columns, rows = ({text[i] for text in names} for i in (0, 1))
    width, height = extent(game)
    if len(rows) == 1 and len(cells) == width:
        return f"row {rows.pop()}"
    if len(columns) == 1 and len(cells) == height:
        return f"column {columns.pop()}"
    tilted = "tilted " * (noun(game, cells) == "square" and len(columns) > 2)
    return " ".join([f"{tilted}{noun(game, cells)}", *names])


def is_diagonal(names: list[str]) -> bool:
    """Whether the cells of these names, in reading order, run from corner to corner."""
    rows, columns = [int(name[1]) for name in names], [ord(name[0]) for name in names]
    places = [(at - row, at + row) for at, row in zip(columns, rows, strict=True)]
    straight = any(len({*along}) == 1 for along in zip(*places, strict=True))
    return straight and rows == [*range(rows[0], rows[0] + len(rows))]


class Lines(dict[str, dict[str, Cells]]):
    """The winning sets of each game by their names."""

    def __missing__(self, game: str) -> dict[str, Cells]:
        self[game] = found = {line_name(game, cells): cells for cells in WINNING[game]}
        assert len(found) == len(WINNING[game])
        return found


LINES = Lines()


def listed(text: str) -> list[str]:
    """The items that *text* lists, each once."""
    found = re.split(r", | and | or ", text)
    assert len(set(found)) == len(found)
    return found


def is_percentage(text: str, chance: float) -> bool:
    """Whether *text* is *chance* in per cents, to its last digit, 0 and 100 only if exact."""
    found = re.fullmatch("(\\d+(?:\\.(\\d+))?)\N{NO-BREAK SPACE}%", text)
    assert found
    figure, step = float(found[1]), 0.1 ** len(found[2] or "")
    if chance in (0, 1) or figure in (0, 100):
        return figure == 100 * chance
    nearest = min(figure, 100 - figure) > 1.5 * step
    return abs(figure - 100 * chance) < (0.501 if nearest else 1) * step
