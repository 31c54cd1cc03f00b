"""The player that moved and the other player, and how sentences name them."""

from functools import cache
from typing import NamedTuple, Self

from ai.messages import NP_
from ai.rules import Mark

FIRST, SECOND = "I", "you"
"""The person who speaks, and the one who listens. Others are called by a mark or a name, or by a
noun of the table.
"""

FRIEND, ANY_FRIEND = NP_("noun", "your friend"), NP_("noun", "a friend")
"""The friend of the person who listens, and the friend of one who shares a game."""


class Persons(NamedTuple):
    """The one who moved, *mover*, and the *other* one."""

    mover: str
    other: str

    @classmethod
    @cache
    def marks(cls, mover: str) -> Self:
        """Both by their marks."""
        return cls(Mark(mover), Mark(mover).other)

    @property
    def swapped(self) -> Self:
        """The persons after a move of the other one."""
        return type(self)(self.other, self.mover)


COMPUTER = Persons(FIRST, SECOND)
"""A computer speaks of its own move to the person it plays."""

PERSON = COMPUTER.swapped
"""A computer speaks of a move of the person it plays."""
