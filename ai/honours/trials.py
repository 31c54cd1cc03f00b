"""Trials: the moves that could have gone wrong, and how hard they were."""

from collections.abc import Container
from fractions import Fraction
from typing import NamedTuple

from ai.puzzles.chances import chances
from ai.puzzles.failure import beginner, keeps_value
from ai.puzzles.puzzle import ROUNDING, Puzzle
from ai.rules import Mark, Position, Record, remembering

RUNGS = range(1, 7)


class Trial(NamedTuple):
    """A move, or the first try of a puzzle: its *rung*, and whether it *kept* the value."""

    rung: int
    kept: bool


@remembering(1024)
def hardness(position: Position) -> Fraction:
    """How often a beginner gives value away in *position*, which is not lost: 0 to 1."""
    shares = beginner(position).items()
    return sum((share for cell, share in shares if not keeps_value(position, cell)), Fraction(0))


def rung(share: Fraction | float) -> int:
    """The rung, one of :data:`RUNGS`, of what trips this *share* of beginners, 0 to 1: from the
    second on the odds that they trip are at least 1, and each further rung doubles them.
    """
    return 1 + sum(share >= (1 - share) * (1 << doubled) for doubled in range(5))


def trials(record: Record, mark: Mark, aided: Container[int] = ()) -> dict[int, Trial]:
    """The trials of *mark* in *record* by their plies, in the order of play. A move had help at the
    plies *aided*, and is none then; nor is one that could not lose value.
    """
    if record.start.ply:
        return {}
    made = (it for it in chances(record, mark) if it.ply not in aided)
    return {it.ply: Trial(rung(hardness(it.move.position)), not it.missed) for it in made}


def trial_of(puzzle: Puzzle, kept: bool) -> Trial:
    """The trial of the first try of *puzzle*, whose difficulty was rounded."""
    return Trial(rung(puzzle.difficulty + ROUNDING), kept)
