"""The running tally of a session, kept apart for every two players that met."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ai.position import Mark

Tally = tuple[int, int, int]


def natural(value: object, below: int = 2**53) -> int:
    """*value*, if it is a whole number from 0 to less than *below*.

    :raises ValueError: if it is not.
    """
    if not isinstance(value, int) or not 0 <= value < below:
        raise ValueError(f"Not a whole number from 0 to {below - 1}: {value!r}")
    return value


@dataclass(frozen=True, slots=True)
class Score:
    """For each pair of players how often the first won, nobody did, the second won.

    A pair is written once, in alphabetical order, so that its tally stays with the players when
    they change sides.
    """

    tallies: Mapping[tuple[str, str], Tally] = field(default_factory=dict)

    def between(self, x: str, o: str) -> Tally:
        """How often *x* won, nobody did, *o* won, when these two met."""
        if x <= o:
            return self.tallies.get((x, o), (0, 0, 0))
        o_wins, ties, x_wins = self.between(o, x)
        return x_wins, ties, o_wins

    def plus(self, x: str, o: str, winner: Mark | None) -> Self:
        """The score with one more game between *x* and *o*."""
        x_wins, ties, o_wins = self.between(x, o)
        tally = (x_wins + (winner is Mark.X), ties + (winner is None), o_wins + (winner is Mark.O))
        pair, tally = ((x, o), tally) if x <= o else ((o, x), tally[::-1])
        return type(self)({**self.tallies, pair: tally})

    def to_session(self) -> dict[str, list[int]]:
        """What the session cookie keeps; :meth:`from_session` reads it."""
        return {" ".join(pair): list(tally) for pair, tally in self.tallies.items()}

    @classmethod
    def from_session(cls, saved: Mapping[str, Any]) -> Self:
        """The score that :meth:`to_session` wrote.

        :raises ValueError, TypeError, AttributeError: if *saved* holds anything but tallies.
        """
        tallies = {}
        for pair, tally in dict(saved).items():
            first, second = pair.split(" ")
            first_wins, ties, second_wins = map(natural, tally)
            tallies[first, second] = (first_wins, ties, second_wins)
        return cls(tallies)
