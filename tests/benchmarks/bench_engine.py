"""Speed as ratios within one run.

It is no part of the tests. This runs it:
python -m pytest -p benchmark tests/benchmarks/bench_engine.py --benchmark-columns=median,rounds
"""

from collections.abc import Callable

import pyspiel
import pytest
from easyAI import AI_Player, Human_Player, Negamax, TwoPlayerGame
from open_spiel.python.algorithms import minimax as open_spiel
from pytest_benchmark.fixture import BenchmarkFixture

from ai.exact import retrograde, tablebase
from ai.odds.arena import exact_odds, sampled_odds
from ai.opponents import OPPONENTS
from ai.opponents.unbeatable import unbeatable
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from ai.rules.position import Position
from ai.search.minimax import alpha_beta, minimax


class EasyTicTacToe(TwoPlayerGame):  # type: ignore[misc]
    """Tic-tac-toe as easyAI's Negamax plays it."""

    def __init__(self) -> None:
        self.players = [AI_Player(Negamax(9)), Human_Player()]
        self.current_player = 1
        self.board = [0] * 9

    def possible_moves(self) -> list[int]:
        """The empty cells."""
        return [cell for cell, mark in enumerate(self.board) if not mark]

    def make_move(self, move: int) -> None:
        """Mark a cell."""
        self.board[move] = self.current_player

    def unmake_move(self, move: int) -> None:
        """Take the mark back."""
        self.board[move] = 0

    def lose(self) -> bool:
        """Whether the other side has won."""
        return any(
            all(self.board[cell] == self.opponent_index for cell in cells)
            for cells in TIC_TAC_TOE.ordered_sets
        )

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.possible_moves() or self.lose()

    def scoring(self) -> int:
        """The value of an ended game to the side to move."""
        return -100 if self.lose() else 0


def easyai_negamax() -> object:
    """The move of easyAI."""
    return EasyTicTacToe().get_move()


SPIEL = pyspiel.load_game("tic_tac_toe")
EMPTY = Position(TIC_TAC_TOE)


def by_table() -> object:
    """The move of unbeatable, whose values are looked up anew."""
    tablebase.move_values.cache_clear()
    return unbeatable(EMPTY)


PERFECT_MOVES: dict[str, Callable[[], object]] = {
    "table": by_table,
    "minimax": lambda: minimax(EMPTY),
    "alpha-beta": lambda: alpha_beta(EMPTY),
    "easyAI Negamax": easyai_negamax,
    "OpenSpiel alpha_beta": lambda: open_spiel.alpha_beta_search(SPIEL),
    "OpenSpiel minimax": lambda: open_spiel.expectiminimax(
        SPIEL.new_initial_state(), 9, lambda _state: 0, 0
    ),
}


@pytest.mark.benchmark(group="a perfect move on the empty 3×3 board")
@pytest.mark.parametrize("way", PERFECT_MOVES)
def test_perfect_move(benchmark: BenchmarkFixture, way: str) -> None:
    """By table and by search, ours and others'."""
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
