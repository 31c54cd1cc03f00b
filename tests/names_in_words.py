"""Names in sentences, read back without the program's help."""

import re
from math import isqrt

from ai.rules.games import GAMES
from tests.model import name
from tests.reference import WINNING, Cells, squared_distances

CELL = r"[a-d]\d"
MOVES = r"(?P<plies>\d+) moves of both sides"


def line_name(game: str, cells: Cells) -> str:
    """The name of a line or square, derived from the distances between its cells."""
    names = [name(game, cell) for cell in sorted(cells)]
    if game == "square":
        side = squared_distances(4, cells)[0]
        upright = isqrt(side) ** 2 == side
        return " ".join(["square" if upright else "tilted square", *names])
    columns, rows = ({text[i] for text in names} for i in (0, 1))
    if len(rows) == 1:
        return f"row {rows.pop()}"
    return f"column {columns.pop()}" if len(columns) == 1 else " ".join(["diagonal", *names])


LINES = {game: {line_name(game, cells): cells for cells in WINNING[game]} for game in GAMES}


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
