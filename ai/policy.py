"""Computer players: a policy, which decides in any position, and how it stands in the menu."""

from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Generic, TypeAlias, TypeVar

from ai.games import GAMES, Game
from ai.messages import N_, Refusal
from ai.position import Position

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Decision(Generic[R_co]):
    """The cells that a policy holds equally good, in reading order, and why.

    One of *cells* is to be picked by lot, each as often as its weight says, all alike by default.
    *reason* holds what the algorithm truly used, in a type of its own for each family of policies.

    :raises ValueError: if *cells* are none, repeated or out of order, or if *weights* are not a
        positive number for each.
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
        """How likely each cell is to be picked; the sum is 1."""
        lots = sum(self.weights)
        return {
            cell: Fraction(weight, lots)
            for cell, weight in zip(self.cells, self.weights, strict=True)
        }


def chance(seed: int, ply: int) -> Random:
    """The generator that picks the move at *ply* of a match with that *seed*.

    Each ply has its own, so that a match repeats from the seed and the moves alone.
    """
    return Random(f"{seed}/{ply}")  # noqa: S311 - games, not secrets


Policy: TypeAlias = Callable[[Position], Decision[object]]


class UnsupportedGame(Refusal):
    """An opponent was asked to play a game that it does not play."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player: its policy, the games that it plays, and how it stands in the menu.

    *level* tells the difficulty levels from the classic programs. A *symmetric* policy treats
    symmetric positions alike, so that odds and proofs may merge them; one that goes by reading
    order does not. *at_depth* gives the policy for a depth, where a player has one.
    """

    key: str
    name: str
    policy: Policy
    games: tuple[Game, ...] = tuple(GAMES.values())
    level: bool = False
    symmetric: bool = False
    at_depth: Callable[[int], Policy] | None = None

    def plays(self, game: Game) -> bool:
        """Whether this opponent plays *game*."""
        return game in self.games

    def require(self, game: Game) -> None:
        """Check that this opponent plays *game*.

        :raises UnsupportedGame: if it does not.
        """
        if not self.plays(game):
            raise UnsupportedGame(
                N_("%(opponent)s does not play %(game)s."), opponent=self.name, game=game.name
            )

    def decide(self, position: Position) -> Decision[object]:
        """The cells that this opponent holds equally good in *position*, and why.

        :raises UnsupportedGame: if it does not play the position's game.
        :raises ValueError: if the game is over.

        >>> from ai.games import TIC_TAC_TOE
        >>> from ai.opponents import OPPONENTS
        >>> from ai.position import Mark, parse
        >>> decision = OPPONENTS["rules"].decide(parse(TIC_TAC_TOE, "X.. .O. ..X", Mark.O))
        >>> decision.cells, decision.reason.rule.name
        ((1, 3, 5, 7), 'STOP_FORK')
        """
        self.require(position.game)
        if position.outcome:
            raise ValueError(f"No move to decide on: the game is over in {position}.")
        return _decide(self.policy, position)


# A move is decided on when it is made, and again whenever it is explained.
@lru_cache(maxsize=4096)
def _decide(policy: Policy, position: Position) -> Decision[object]:
    return policy(position)
