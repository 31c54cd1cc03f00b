"""The players of a game: a person or an opponent for X and for O."""

from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from ai.language import _
from ai.opponents import HUMAN, LEVELS, OPPONENTS, opponent_named
from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, remembering

USUAL_OPPONENT = "medium"
"""The key of the default opponent. It can be beaten, and plays every game."""


class Seat(NamedTuple):
    """The player of *mark*: HUMAN or an opponent's key, and the display name."""

    mark: Mark
    key: str
    name: str


@dataclass(init=False, unsafe_hash=True)
class Players:
    """The players of X and O, each HUMAN or an opponent's key. *people* are the marks of people,
    and *lone* the mark of the one person who plays a computer; None with two people or none.
    """

    x: Final[str]
    o: Final[str]

    def __init__(self, x: str = HUMAN, o: str = HUMAN) -> None:
        self.x, self.o = x, o
        self.people: Final = (Mark.X,) * (x == HUMAN) + (Mark.O,) * (o == HUMAN)
        self.lone: Final = self.people[0] if len(self.people) == 1 else None

    @remembering(1024)
    def require(self, game: Game) -> None:
        """Check that both can play *game*.

        :raises UnknownOpponent: if a key is no opponent's.
        :raises UnsupportedGame: if an opponent does not play *game*.
        """
        for key in (self.x, self.o):
            if key != HUMAN:
                opponent_named(key).require(game)

    @property
    def swapped(self) -> Self:
        """The players with sides swapped."""
        return type(self)(self.o, self.x)

    def replace(self, mark: Mark, key: str) -> Self:
        """The players once *key* holds *mark*."""
        return type(self)(key, self.o) if mark is Mark.X else type(self)(self.x, key)

    def key(self, mark: Mark) -> str:
        """:data:`ai.opponents.HUMAN` or the key of the opponent that holds *mark*."""
        return self.x if mark is Mark.X else self.o

    def computer(self, mark: Mark) -> Opponent | None:
        """The computer player of *mark*, or None for a person."""
        return OPPONENTS.get(self.x if mark is Mark.X else self.o)

    def name(self, mark: Mark) -> str:
        """Display name of the player of *mark*; a lone person is `You`."""
        if opponent := self.computer(mark):
            return _(opponent.name)
        return _("You") if self.lone else _("Human")


def level(opponent: Opponent) -> int:
    """The level of *opponent*, from 1 for the easiest; 0 for a classic program."""
    return LEVELS.index(opponent) + 1 if opponent in LEVELS else 0
