"""Threats and forks: the terms in which the classic programs think.

The functions take the masks of two sides, and look for the first, whosever turn it is.
"""

from collections.abc import Iterable

from ai.games import Game, WinningSet

Threat = tuple[int, WinningSet]


def live(lines: Iterable[int], opponent: int) -> tuple[int, ...]:
    """Those of *lines* that are live for the side against *opponent*, all given as masks."""
    return tuple(line for line in lines if not line & opponent)


def threats(game: Game, mover: int, opponent: int) -> tuple[Threat, ...]:
    """The live lines of *mover* that lack one mark, each with the cell that it lacks.

    Both sides are given as masks; the lines come in reading order.
    """
    found = []
    for cells, line in zip(game.ordered_sets, game.ordered_masks, strict=True):
        lacking = line & ~mover
        if lacking.bit_count() == 1 and not opponent & line:
            found.append((lacking.bit_length() - 1, frozenset(cells)))
    return tuple(found)


def completing_cells(lines: Iterable[int], mover: int, opponent: int) -> int:
    """The mask of the empty cells where *mover* would complete one of *lines*, all given as masks:
    the same cells as those of :func:`threats`, found sooner.
    """
    cells = 0
    for line in lines:
        lacking = line & ~mover
        if not lacking & lacking - 1 and not lacking & opponent:
            cells |= lacking
    return cells


def forks(game: Game, mover: int, opponent: int) -> dict[int, tuple[WinningSet, ...]]:
    """The empty cells where *mover* makes two threats at once, each with the lines it forks on."""
    found = {}
    for cell in game.cells:
        if not (mover | opponent) >> cell & 1:
            made = tuple(
                line for _, line in threats(game, mover | 1 << cell, opponent) if cell in line
            )
            if len(made) >= 2:
                found[cell] = made
    return found
