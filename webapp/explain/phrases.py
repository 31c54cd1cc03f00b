"""Phrases that the explanations share: lists of cells and lines in words."""

from collections.abc import Iterable
from functools import cache

from ai.games import Game, WinningSet
from ai.notation import cell_name, winning_set_name
from ai.position import Position

ONLY_CELL = "It was the only empty cell."


def listed(items: Iterable[str], conjunction: str = "and") -> str:
    """*items*, at least one, as one would say them: `a1, b2 and c3`."""
    *most, last = items
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def cells_listed(game: Game, cells: Iterable[int], conjunction: str = "and") -> str:
    """The names of *cells* in reading order."""
    return listed((cell_name(game, cell) for cell in sorted(cells)), conjunction)


def lines_listed(game: Game, lines: Iterable[WinningSet]) -> str:
    """The names of *lines* in alphabetical order."""
    return listed(sorted(line_name(game, line) for line in lines))


@cache
def line_name(game: Game, line: WinningSet) -> str:
    """What *line* is called, as in :func:`ai.notation.winning_set_name`."""
    return winning_set_name(game, line)


def blocks(position: Position, blocked: Iterable[WinningSet], left: Iterable[WinningSet]) -> str:
    """That the side to move blocks the threats *blocked*, and which threats are *left*."""
    game = position.game
    sentence = f"blocks {lines_listed(game, blocked)}"
    still = [
        f"{line_name(game, line)} on {cell_name(game, _empty_cell(position, line))}"
        for line in left
    ]
    if not still:
        return sentence
    return f"{sentence}; {position.to_move.other} still threatens {listed(sorted(still))}"


def _empty_cell(position: Position, line: WinningSet) -> int:
    taken = position.mover | position.opponent
    return next(cell for cell in line if not taken >> cell & 1)
