"""Speed as ratios within one run.

It is no part of the tests. This runs it:
python -m pytest -p benchmark tests/benchmarks/bench_engine.py --benchmark-columns=median,rounds
"""

from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.exact import retrograde, tablebase
from ai.odds.arena import exact_odds, sampled_odds
from ai.opponents import OPPONENTS
from ai.opponents.unbeatable import unbeatable
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from ai.rules.position import Position
from ai.search.minimax import alpha_beta, minimax

EMPTY = Position(TIC_TAC_TOE)


def by_table() -> object:
    """The move of unbeatable, whose values are looked up anew."""
    tablebase.move_values.cache_clear()
    return unbeatable(EMPTY)


PERFECT_MOVES: dict[str, Callable[[], object]] = {
    "table": by_table,
    "minimax": lambda: minimax(EMPTY),
    "alpha-beta": lambda: alpha_beta(EMPTY),
}


@pytest.mark.benchmark(group="a perfect move on the empty 3×3 board")
@pytest.mark.parametrize("way", PERFECT_MOVES)
def test_perfect_move(benchmark: BenchmarkFixture, way: str) -> None:
    """By table and by search."""
    benchmark(PERFECT_MOVES[way])


@pytest.mark.benchmark(group="odds of easy against rules on 3×3")
@pytest.mark.parametrize("way", ["exact", "10,000 games sampled"])
def test_odds(benchmark: BenchmarkFixture, way: str) -> None:
    """Exact odds and a sample that knows them to about one percent."""
    x, o = OPPONENTS["easy"], OPPONENTS["rules"]
    if way == "exact":
        benchmark(exact_odds, TIC_TAC_TOE, x, o)
    else:
        benchmark.pedantic(sampled_odds, (TIC_TAC_TOE, x, o, 10_000, 1), rounds=3)


@pytest.mark.benchmark(group="the solved games")
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@pytest.mark.parametrize("way", ["solve", "load", "probe"])
def test_solved(benchmark: BenchmarkFixture, way: str, game: Game) -> None:
    """Solving from scratch, loading the stored table, probing it."""
    if way == "solve":
        benchmark.pedantic(retrograde.solve, (game,), rounds=3)
    elif way == "load":
        benchmark(tablebase.load.__wrapped__, game)
    else:
        benchmark(tablebase.load(game).probe, 1, 2)
