"""One policy against another: exact probabilities, and those of sampled games."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random

from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, Position

Progress = Callable[[float], object]
Probability = Fraction | float
Z_95 = 1.959963984540054  # the standard normal's 97.5% quantile


@dataclass(frozen=True, slots=True)
class Odds:
    """The probabilities of an X win, a draw and an O win, each 0 to 1; their sum is 1."""

    x_wins: Probability
    draws: Probability
    o_wins: Probability


@dataclass(frozen=True, slots=True)
class Sample:
    """The counts of X wins, draws and O wins among *games*."""

    games: int
    x_wins: int
    draws: int
    o_wins: int

    def interval(self, count: int) -> tuple[float, float]:
        """The 95% interval, within 0 to 1, for the probability of a result counted *count* times.

        Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
        """
        share, n, square = count / self.games, self.games, Z_95**2
        middle = (share + square / (2 * n)) / (1 + square / n)
        reach = Z_95 / (1 + square / n) * sqrt(share * (1 - share) / n + square / (4 * n * n))
        return middle - reach, middle + reach


def exact_odds(
    game: Game,
    x: Opponent,
    o: Opponent,
    first: str = Mark.X,
    progress: Progress = lambda _done: None,
) -> Odds:
    """The exact probabilities of each result when *x* meets *o* and *first* begins.

    The probability of every position that the two can reach is carried forward, ply by ply:
    fractions on small boards, else floats. Symmetric positions are merged where both policies treat
    them alike. *progress* is called with the share done, from 0 to 1.

    :raises UnsupportedGame: if a player does not play *game*.
    """
    x.require(game)
    o.require(game)
    merge = x.symmetric and o.symmetric
    one: Probability = Fraction(1) if game.is_small else 1.0
    results: dict[Mark | None, Probability] = dict.fromkeys([Mark.X, None, Mark.O], 0 * one)
    layer = {(0, 0): one}
    to_move = Mark(first)
    for ply in game.cells:
        following: defaultdict[tuple[int, int], Probability] = defaultdict(lambda: 0 * one)
        policy = (x if to_move is Mark.X else o).policy
        for number, ((mover, opponent), probability) in enumerate(layer.items()):
            if not number % 256:
                progress((ply + number / len(layer)) / len(game.cells))
            decision = policy(Position.from_masks(game, mover, opponent, to_move))
            lot = probability / sum(decision.weights)
            for cell, weight in zip(decision.cells, decision.weights, strict=True):
                share = lot * weight
                marked = mover | 1 << cell
                if game.is_won[marked]:
                    results[to_move] += share
                elif marked | opponent == game.full:
                    results[None] += share
                else:
                    key = opponent, marked
                    if merge:
                        key = game.symmetries.canonical(*key)
                    following[key] += share
        layer = following
        to_move = to_move.other
    progress(1)
    return Odds(results[Mark.X], results[None], results[Mark.O])


def sampled_odds(
    game: Game,
    x: Opponent,
    o: Opponent,
    games: int,
    seed: int,
    first: str = Mark.X,
    progress: Progress = lambda _done: None,
) -> Sample:
    """The results of *games* games between *x* and *o*; *first* begins each.

    The same *seed* gives the same results. *progress* is called with the share done, from 0 to 1.

    :raises UnsupportedGame: if a player does not play *game*.
    """
    x.require(game)
    o.require(game)
    rng = Random(seed)  # noqa: S311 - games, not secrets
    counts: Counter[Mark | None] = Counter()
    for number in range(games):
        if not number % 64:
            progress(number / games)
        position = Position(game, to_move=first)
        while not (outcome := position.outcome):
            policy = (x if position.to_move is Mark.X else o).policy
            position = position.play(policy(position).pick(rng))
        counts[outcome.winner] += 1
    progress(1)
    return Sample(games, counts[Mark.X], counts[None], counts[Mark.O])
