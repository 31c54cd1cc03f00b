"""Exact odds against a recursion on plain boards in fractions; sampled ones against the exact."""

from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from math import sqrt
from statistics import NormalDist

import pytest

from ai.odds.arena import Sample, exact_odds, sampled_odds
from ai.opponents import OPPONENTS, opponent_for
from ai.opponents.policy import Decision, Opponent, UnsupportedGame
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position
from tests.odds_again import choices, recursion, three


def one_by_one(opponent: Opponent) -> Opponent:
    """The *opponent* without leave to merge symmetric positions."""
    return replace(opponent, symmetric=False)


PAIRS = [
    ("easy", "unbeatable"),
    ("medium:depth=1", "hard"),
    ("hard", "medium"),
    ("unbeatable", "unbeatable"),
    ("easy", "rules"),
    ("chain", "easy"),
    ("minimax", "hard"),
    ("medium:depth=3", "alpha-beta"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("x", "o", "first"), [(*pair, first) for pair, first in zip(PAIRS, cycle(Mark), strict=False)]
)
def test_the_odds_on_3x3_are_exact_fractions(x: str, o: str, first: Mark) -> None:
    players = opponent_for(TIC_TAC_TOE, x), opponent_for(TIC_TAC_TOE, o)
    odds = exact_odds(TIC_TAC_TOE, *players, first)
    assert three(odds) == recursion("tic-tac-toe", choices(players[0]), choices(players[1]), first)
    assert sum((odds.x_wins, odds.draws, odds.o_wins)) == 1
    assert all(isinstance(p, Fraction) for p in three(odds))
    mirrored = exact_odds(TIC_TAC_TOE, *players[::-1], first.other)
    assert three(mirrored) == three(odds)[::-1]
    apart = exact_odds(TIC_TAC_TOE, one_by_one(players[0]), one_by_one(players[1]), first)
    assert apart == odds


def test_x_begins_unless_it_is_said() -> None:
    easy, hard = OPPONENTS["easy"], OPPONENTS["hard"]
    assert exact_odds(TIC_TAC_TOE, easy, hard) == exact_odds(TIC_TAC_TOE, easy, hard, Mark.X)
    assert exact_odds(TIC_TAC_TOE, easy, hard) != exact_odds(TIC_TAC_TOE, easy, hard, Mark.O)
    begun = sampled_odds(TIC_TAC_TOE, easy, hard, 50, 1, Mark.X)
    assert sampled_odds(TIC_TAC_TOE, easy, hard, 50, 1) == begun


@pytest.mark.slow
@pytest.mark.parametrize(("x", "o"), [("hard", "hard"), ("hard", "unbeatable")])
@pytest.mark.parametrize("first", Mark)
def test_the_odds_on_square(x: str, o: str, first: Mark) -> None:
    """Merged, unmerged, and by the recursion in fractions."""
    players = OPPONENTS[x], OPPONENTS[o]
    merged = three(exact_odds(SQUARE, *players, first))
    apart = exact_odds(SQUARE, one_by_one(players[0]), one_by_one(players[1]), first)
    assert merged == pytest.approx(three(apart), abs=1e-9)
    exact = recursion("square", choices(players[0]), choices(players[1]), first)
    assert merged == pytest.approx(tuple(map(float, exact)), abs=1e-9)
    assert all(isinstance(p, float) for p in merged)


@pytest.mark.parametrize(("x", "o"), [("minimax", "easy"), ("easy", "minimax")])
def test_nobody_is_made_to_play_another_game(x: str, o: str) -> None:
    with pytest.raises(UnsupportedGame, match="Minimax"):
        exact_odds(SQUARE, OPPONENTS[x], OPPONENTS[o])
    with pytest.raises(UnsupportedGame, match="Minimax"):
        sampled_odds(SQUARE, OPPONENTS[x], OPPONENTS[o], games=1, seed=1)


def test_a_policy_is_told_whose_turn_it_is() -> None:
    """X fills the last row. If both chose as O does, who moves second would fill the first."""
    order = {Mark.X: (6, 7, 8), Mark.O: (3, 0, 4, 1, 8, 2)}

    def by_mark(position: Position) -> Decision[None]:
        empty = [cell for cell in order[position.to_move] if cell in position.empty_cells]
        return Decision((empty[0],), None)

    both = replace(OPPONENTS["easy"], policy=by_mark, symmetric=False)
    for first in Mark:
        assert three(exact_odds(TIC_TAC_TOE, both, both, first)) == (1, 0, 0)


# Samples.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "x", "o", "first"),
    [
        (TIC_TAC_TOE, "easy", "easy", Mark.X),
        (TIC_TAC_TOE, "easy", "hard", Mark.O),
        (TIC_TAC_TOE, "rules", "medium", Mark.O),
        (SQUARE, "hard", "unbeatable", Mark.O),
        (SQUARE, "hard", "hard", Mark.X),
    ],
)
def test_a_sample_agrees_with_the_exact_odds(game: Game, x: str, o: str, first: Mark) -> None:
    """Within the range in which 99.99% of samples fall; and the same seed gives the same games."""
    players, games = (OPPONENTS[x], OPPONENTS[o]), 400
    sample = sampled_odds(game, *players, games, 7, first)
    assert sample.games == games == sample.x_wins + sample.draws + sample.o_wins
    exact = exact_odds(game, *players, first)
    reach = NormalDist().inv_cdf(1 - 0.0001 / 2)
    for count, chance in (
        (sample.x_wins, exact.x_wins),
        (sample.draws, exact.draws),
        (sample.o_wins, exact.o_wins),
    ):
        p = min(1.0, float(chance))
        assert abs(count - games * p) <= reach * sqrt(games * p * (1 - p)) + 1e-6
    assert sampled_odds(game, *players, 100, 3, first) == sampled_odds(
        game, *players, 100, 3, first
    )


def test_other_seeds_give_other_games() -> None:
    easy = OPPONENTS["easy"]
    samples = {sampled_odds(TIC_TAC_TOE, easy, easy, 100, seed) for seed in range(5)}
    assert len(samples) > 1


def test_the_ends_of_the_interval_are_where_the_count_is_just_doubtful() -> None:
    """There the share is 1.96 standard deviations, of the probability at the end, away."""
    z = NormalDist().inv_cdf(0.975)
    for games in (1, 10, 1_000):
        for count in range(0, games + 1, max(1, games // 10)):
            low, high = Sample(games, count, 0, games - count).interval(count)
            assert -1e-12 <= low < high <= 1 + 1e-12
            for end in (low, high):
                reach = z * sqrt(max(0, end * (1 - end)) / games)
                assert abs(count / games - end) == pytest.approx(reach, abs=1e-7)


# Progress.


def test_progress_rises_to_all() -> None:
    easy = OPPONENTS["easy"]
    shares: list[float] = []
    exact_odds(TIC_TAC_TOE, replace(easy, symmetric=False), easy, Mark.X, shares.append)
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    shares.clear()
    sampled_odds(TIC_TAC_TOE, easy, easy, 200, 1, Mark.X, shares.append)
    assert shares == [0, 64 / 200, 128 / 200, 192 / 200, 1]
