"""The score of a session: a tally for each pair of players."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from ai.rules.position import Mark
from webapp.serving.cookies import natural


class Tally(NamedTuple):
    """Counts of results, and of the wins without help."""

    x_wins: int = 0
    draws: int = 0
    o_wins: int = 0
    x_unaided: int = 0
    o_unaided: int = 0

    def plus(self, winner: Mark | None, *, unaided: bool = False, by: int = 1) -> "Tally":
        """The counts with so many more games that *winner* won, or nobody."""
        x, o = by * (winner is Mark.X), by * (winner is Mark.O)
        results = self.x_wins + x, self.draws + by * (winner is None), self.o_wins + o
        return Tally(*results, self.x_unaided + x * unaided, self.o_unaided + o * unaided)

    @property
    def results(self) -> tuple[int, int, int]:
        """Wins of X, draws, and wins of O."""
        return self.x_wins, self.draws, self.o_wins

    @property
    def swapped(self) -> "Tally":
        """The counts with sides swapped."""
        return Tally(self.o_wins, self.draws, self.x_wins, self.o_unaided, self.x_unaided)


@dataclass(frozen=True, slots=True)
class Score:
    """A tally for each pair of players, the first of them as X.

    A pair is stored once, in alphabetical order: its tally stays when the players swap sides.
    """

    tallies: Mapping[tuple[str, str], Tally] = field(default_factory=dict)

    def __hash__(self) -> int:
        """A hash of the tallies."""
        return hash(frozenset(self.tallies.items()))

    def between(self, x: str, o: str) -> Tally:
        """The tally of *x* and *o*."""
        if x <= o:
            return self.tallies.get((x, o), Tally())
        return self.between(o, x).swapped

    def plus(self, x: str, o: str, winner: Mark | None, unaided: bool = False, by: int = 1) -> Self:
        """The score with so many more games between *x* and *o*; it must hold those taken out."""
        tally = self.between(x, o).plus(winner, unaided=unaided, by=by)
        pair, tally = ((x, o), tally) if x <= o else ((o, x), tally.swapped)
        tallies = {**self.tallies, pair: tally}
        return type(self)({pair: tally for pair, tally in tallies.items() if any(tally)})

    @property
    def cookie(self) -> dict[str, list[int]]:
        """The score as JSON for the cookie; :meth:`from_cookie` reads it."""
        return {" ".join(pair): list(tally) for pair, tally in self.tallies.items()}

    @classmethod
    def from_cookie(cls, kept: Mapping[str, Any]) -> Self:
        """The score that :attr:`cookie` wrote to *kept*. Errors as in :class:`Codec`."""
        tallies = {}
        for pair, tally in dict(kept).items():
            first, second = pair.split(" ")
            tallies[first, second] = Tally._make(map(natural, tally))
        return cls(tallies)
