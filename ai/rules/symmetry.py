"""Symmetries of a board: turns and reflections that keep the winning sets."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ai.rules.games import Game, mask

CHUNK = 8  # cells in one table of images


@dataclass(frozen=True)
class Symmetry:
    """A permutation of the cells that maps winning sets to winning sets."""

    cells: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]

    def __call__(self, marks: int) -> int:
        """The image of the mask *marks*."""
        image = 0
        for table in self.tables:
            image |= table[marks & (1 << CHUNK) - 1]
            marks >>= CHUNK
        return image


@cache
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """The turns and reflections that keep the winning sets, identity first."""
    found = []
    last = game.size - 1
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (column, last - row),
        lambda row, column: (last - row, last - column),
        lambda row, column: (last - column, row),
    ]
    for turn in turns:
        for reflected in (False, True):
            images = []
            for cell in game.cells:
                row, column = turn(*game.row_and_column(cell))
                images.append(game.size * row + (last - column if reflected else column))
            mapped = {frozenset(images[cell] for cell in cells) for cells in game.winning_sets}
            if mapped == game.winning_sets:
                found.append(Symmetry(tuple(images), _tables(images)))
    return tuple(found)


def _tables(images: list[int]) -> tuple[tuple[int, ...], ...]:
    """For each chunk of cells, the images of all its masks."""
    return tuple(
        tuple(
            mask(
                image for bit, image in enumerate(images[start : start + CHUNK]) if part >> bit & 1
            )
            for part in range(1 << min(CHUNK, len(images) - start))
        )
        for start in range(0, len(images), CHUNK)
    )


@cache
def _known_symmetries(game: Game) -> list[tuple[Symmetry, ...] | None]:
    """The canonical symmetries found so far, by mask; None for the rest."""
    return [None] * (game.full + 1)


def canonical_symmetries(game: Game, taken: int) -> tuple[Symmetry, ...]:
    """The symmetries that turn the mask *taken* to the least of its images."""
    known = _known_symmetries(game)
    if (found := known[taken]) is None:
        every = symmetries(game)
        images = [image(taken) for image in every]
        found = tuple(s for s, image in zip(every, images, strict=True) if image == min(images))
        known[taken] = found
    return found


def canonical(game: Game, mover: int, opponent: int) -> tuple[int, int]:
    """The masks of the side to move and of the other, the same pair for all symmetric positions."""
    found = canonical_symmetries(game, mover | opponent)
    turned = min(found, key=lambda turn: turn(mover)) if len(found) > 1 else found[0]
    return turned(mover), turned(opponent)
