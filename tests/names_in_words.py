"""Names in sentences, read back without the program's help."""

import re

from tests.model import name
from tests.reference import WINNING, Cells, extent, is_square

CELL = r"[a-h]\d"
MOVES = r"(?P<plies>\d+) moves of both sides"


def line_name(game: str, cells: Cells) -> str:
    """The name of a winning set, derived from the places of its cells and their distances."""
    names = [name(game, cell) for cell in sorted(cells)]
    columns, rows = ({text[i] for text in names} for i in (0, 1))
    width, height = extent(game)
    if len(rows) == 1 and len(cells) == width:
        return f"row {rows.pop()}"
    if len(columns) == 1 and len(cells) == height:
        return f"column {columns.pop()}"
    if is_diagonal(names):
        return " ".join(["diagonal", *names])
    if len(cells) == 4 and is_square(width, cells):
        return " ".join(["square" if len(columns) == 2 else "tilted square", *names])
    return " ".join(["shape", *names])


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


def is_share(some: str, of: str, chance: float) -> bool:
    """Whether *some* of so many, a hundred or ten times as many, are *chance*, to a whole one."""
    among = int(of.replace(",", ""))
    assert set(f"{among}"[3:]) <= {"0"}
    digits = len(f"{among}") - 3
    figure = f"{int(some.replace(',', '')) / 10**digits:.{digits}f}"
    return is_percentage(f"{figure}\N{NO-BREAK SPACE}%", chance)
