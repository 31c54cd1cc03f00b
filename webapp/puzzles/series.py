"""Puzzles that are solved one after the other: what a set, a lesson and others have in common."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import Step
from webapp.puzzles.progress import Progress, Result


class Series(Protocol):
    """Puzzles in turn. An address of one of them has the fields of *query*, by which
    :data:`webapp.puzzles.address.READERS` finds the series again.
    """

    @property
    def query(self) -> dict[str, str]:
        """The fields that the address of a puzzle in it has, in a dictionary of their own."""

    @property
    def address(self) -> str:
        """The address of its page."""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, in their order."""


@runtime_checkable
class Recorded(Series, Protocol):
    """A series that keeps by itself what its solvers do, such as that of a class."""

    def progress(self) -> Progress | None:
        """What this solver did in it; None if it keeps nothing of this one."""

    def record(self, puzzle: Puzzle, worst: Result, solved: bool, steps: Sequence[Step]) -> None:
        """Keep what this solver did, as in :meth:`Progress.after`, in an attempt of *steps*."""
