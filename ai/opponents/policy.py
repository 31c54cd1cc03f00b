"""Computer players: a policy that decides in any position, and its entry in the menu."""

from bisect import bisect
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Generic, TypeAlias, TypeVar

from ai.messages import N_, Refusal
from ai.rules import Game, Position

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Decision(Generic[R_co]):
    """The cells that a policy holds equally good, in reading order, and the reason.

    One of *cells* is picked by lot in proportion to *weights*, all 1 by default. *reason* holds the
    facts that the algorithm used; each family of policies has its own type of reason.

    :raises ValueError: if *cells* are empty, repeated or out of order, or if a cell has no weight
        of at least 1.
    """

    cells: tuple[int, ...]
    reason: R_co
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.cells or tuple(sorted(set(self.cells))) != self.cells:
            raise ValueError(f"A decision needs different cells in reading order: {self.cells}")
        if not self.weights:
            object.__setattr__(self, "weights", (1,) * len(self.cells))
        if len(self.weights) != len(self.cells) or min(self.weights) < 1:
            raise ValueError(f"Every cell needs a weight of at least 1: {self.weights}")

    def pick(self, rng: Random) -> int:
        """One of the cells by lot."""
        lot = rng.randrange(sum(self.weights))
        return self.cells[bisect(tuple(accumulate(self.weights)), lot)]

    @property
    def probabilities(self) -> dict[int, Fraction]:
        """The chance of each cell to be picked; the sum is 1."""
        lots = sum(self.weights)
        return {
            cell: Fraction(weight, lots)
            for cell, weight in zip(self.cells, self.weights, strict=True)
        }


def chance(seed: int, ply: int) -> Random:
    """The random generator for the move at *ply* of a match with this *seed*.

    Each ply has its own generator, so the seed and the moves alone repeat a match.
    """
    return Random(f"{seed}/{ply}")  # noqa: S311 - games, not secrets


Policy: TypeAlias = Callable[[Position], Decision[object]]


class UnsupportedGame(Refusal):
    """The opponent does not play this game."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Opponent:
    """A computer player: its policy, the *games* that it plays, none for all, and its entry in the
    menu.

    *in_brief* says in a few words how it thinks, and *introduction* is what it says of itself
    before a game.

    *level* is true for difficulty levels, false for classic programs. A *symmetric* policy treats
    symmetric positions alike, so odds and proofs merge them; a policy that picks the first cell in
    reading order does not. *at_depth* gives the policy for a depth, None if the player has none.
    """

    key: str
    name: str
    policy: Policy
    _: KW_ONLY
    in_brief: str
    introduction: str
    games: tuple[Game, ...] = ()
    level: bool = False
    symmetric: bool = False
    at_depth: Callable[[int], Policy] | None = None

    def __repr__(self) -> str:
        """Its key: `<hard>`."""
        return f"<{self.key}>"

    def plays(self, game: Game) -> bool:
        """Whether this opponent plays *game*."""
        return not self.games or game in self.games

    def require(self, game: Game) -> None:
        """Check that this opponent plays *game*.

        :raises UnsupportedGame: if it does not.
        """
        if not self.plays(game):
            raise UnsupportedGame(
                N_("%(opponent)s does not play %(game)s."), opponent=self.name, game=game.name
            )

    def decide(self, position: Position) -> Decision[object]:
        """The cells that this opponent holds equally good in *position*, and the reason.

        :raises UnsupportedGame: if it does not play the position's game.
        :raises ValueError: if the game is over.

        >>> from ai.rules import TIC_TAC_TOE
        >>> from ai.opponents import OPPONENTS
        >>> from ai.rules import Mark, parse
        >>> decision = OPPONENTS["rules"].decide(parse(TIC_TAC_TOE, "X.. .O. ..X", Mark.O))
        >>> decision.cells, decision.reason.rule.name
        ((1, 3, 5, 7), 'STOP_FORK')
        """
        self.require(position.game)
        if position.outcome:
            raise ValueError(f"No move to decide on: the game is over in {position}.")
        return self.policy(position)
