"""Sets of puzzles: those of some themes, plies and grades."""

from collections.abc import Collection, Iterable

from ai.puzzles.puzzle import Puzzle, Theme


def chosen(
    puzzles: Iterable[Puzzle],
    themes: Collection[Theme] = (),
    plies: Collection[int] = (),
    grades: Collection[int] = (),
) -> tuple[Puzzle, ...]:
    """The *puzzles* of these *plies* and *grades* that have one of these *themes*, in their order.

    An empty condition lets all pass. A draw to hold has no plies, so *plies* leave it out.
    """
    return tuple(
        puzzle
        for puzzle in puzzles
        if (not themes or puzzle.theme in themes)
        and (not plies or puzzle.plies in plies)
        and (not grades or puzzle.grade in grades)
    )
