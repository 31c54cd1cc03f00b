"""Threats and forks, the terms of the classic programs.

The functions take the masks of two sides and search for the first; either side may be to move.
"""

from collections.abc import Iterable

from ai.rules.games import Game, WinningSet, remembering

Threat = tuple[int, WinningSet]


def live(lines: Iterable[int], opponent: int) -> tuple[int, ...]:
    """The *lines* without a mark of *opponent*, all given as masks."""
    return tuple(line for line in lines if not line & opponent)


@remembering(8192)
def threats(game: Game, mover: int, opponent: int) -> tuple[Threat, ...]:
    """The live lines of *mover* that lack one mark, in reading order, each after its empty cell.

    Both sides are given as masks.
    """
    if not game.completing[mover] & ~opponent:
        return ()
    found = []
    for cells, line in zip(game.ordered_sets, game.ordered_masks, strict=True):
        lacking = line & ~mover
        if lacking and not lacking & lacking - 1 and not opponent & line:
            found.append((lacking.bit_length() - 1, frozenset(cells)))
    return tuple(found)


def threats_made(game: Game, mover: int, opponent: int, cell: int) -> tuple[Threat, ...]:
    """The threats on lines through the empty *cell* once *mover* has marked it."""
    standing = threats(game, mover | 1 << cell, opponent)
    return tuple([(lacking, line) for lacking, line in standing if cell in line])


def is_fork(made: Iterable[Threat]) -> bool:
    """Whether the threats that a move has *made* lack different cells: one answer stops only the
    threats that lack the same.
    """
    return len({lacking for lacking, _line in made}) > 1


def forks(game: Game, mover: int, opponent: int) -> dict[int, tuple[WinningSet, ...]]:
    """The empty cells where *mover* forks, with the lines of the threats made there."""
    empty = [cell for cell in game.cells if not (mover | opponent) >> cell & 1]
    made = {cell: threats_made(game, mover, opponent, cell) for cell in empty}
    return {cell: tuple(line for _, line in made[cell]) for cell in empty if is_fork(made[cell])}
