"""Puzzles that are solved one after the other: what a set, a lesson and others have in common."""

from typing import Protocol

from ai.puzzles.puzzle import Puzzle


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
