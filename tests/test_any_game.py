"""Every fact, sentence and drawing is true in any game: the laws of the two games of the house, by
the tests' own rules and solver, on games drawn at random.
"""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.exact.tablebase import load, move_worths
from ai.odds.arena import exact_odds
from ai.odds.proofs import prove
from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.rules.games import game_for
from ai.rules.notation import winning_set_name
from ai.rules.position import Mark
from ai.study.theory import wins
from tests import solved_again
from tests.any_game import expect_game_true, expect_true
from tests.claims.drawings import expect_drawn
from tests.claims.facts import expect_reasons, expect_why
from tests.claims.games import with_few_slips
from tests.claims.looks import expect_hints
from tests.claims.pen import ways_of
from tests.claims.positions import expect_ideas
from tests.claims.strokes import expect_strokes, expect_strokes_on_page
from tests.definitions import random_text
from tests.moves_again import counted_wins
from tests.names_in_words import LINES, line_name
from tests.odds_again import by_recursion, choices, fractions, recursion
from tests.proofs_again import counted
from tests.reference import (
    WINNING,
    Board,
    after,
    difficulties,
    key,
    moves,
    position,
    size_of,
    turns,
)
from tests.samples import at_random, to_the_end

pytestmark = pytest.mark.usefixtures("leave_garbage")

SMALL = [  # shapes apart, a fixed one, ways of different lengths, cells on no way
    "3x2-a1b1c2",
    "2x4-!a1b1a2b4-!b2b3",
    "4x2-a1b1c1-!a1b2",
    "3x3-a1c1b2-!a3b3c3",
    "4x2-a1b1d1-!a2d2",
]
ON_SIXTEEN = [
    "4x4-a1b1c1a2",
    "4x4-a1b1c1b2",
    "4x4-a1b1a2b2-a1c1a3c3",
    "4x4-a1b1c1d1-!a2b3c4",
    "8x2-a1b1c1d2",
]


def expect_all_true(text: str, seed: int, boards: int, games: int) -> None:
    """All is true of so many boards and games of the game that *text* defines."""
    game = game_for(text).key
    for board in at_random(game, range(1, size_of(game) + 1), boards, seed):
        expect_true(board)
    for played in [*with_few_slips(game, games, seed), *to_the_end(game, games, seed)]:
        expect_game_true(played)


@pytest.mark.parametrize("text", SMALL)
def test_all_is_true_of_a_few_positions_of_small_games(text: str) -> None:
    expect_all_true(text, seed=1, boards=1, games=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_all_is_true_of_games_with_up_to_twelve_cells(seed: int) -> None:
    """Half of them with shapes of up to five cells, half of three to eight."""
    sizes = range(3, 9) if seed % 2 else range(2, 6)
    expect_all_true(random_text(Random(seed), sizes), seed, boards=4, games=1)  # noqa: S311


@pytest.mark.slow
@given(st.integers(40))
def test_all_is_true_of_any_game(seed: int) -> None:
    rng = Random(seed)  # noqa: S311
    text = random_text(rng, range(2, rng.randint(3, 9)), range(4, 10))
    expect_all_true(text, seed, boards=3, games=1)


@pytest.mark.slow
@pytest.mark.parametrize("text", ON_SIXTEEN)
def test_all_is_true_of_games_with_sixteen_cells(text: str) -> None:
    expect_all_true(text, seed=2, boards=4, games=1)


@pytest.mark.slow
@pytest.mark.parametrize("text", ON_SIXTEEN)
def test_games_with_sixteen_cells_are_solved_as_by_looking_forwards(text: str) -> None:
    """By another program, which knows the tests' own ways and symmetries; difficulties too."""
    table = load(game_for(text))
    for board in at_random(text, range(1, 12), 100, seed=3):
        exact = table.probe(*key(board))
        assert (exact.value, exact.distance) == solved_again.value_and_distance(board)
    for board in at_random(text, range(1, 7), 30, seed=4):
        found = {cell: it.difficulty for cell, it in move_worths(position(board)).items()}
        shares = {cell: float(share) for cell, share in difficulties(board).items()}
        assert {cell: it for cell, it in found.items() if it is not None} == pytest.approx(shares)


LEVELS = ("easy", "medium", "hard", "unbeatable")


@pytest.mark.parametrize(
    "text",
    [
        "3x2-a1b1c2",
        pytest.param("2x3-!a1b2-a1a2a3", marks=pytest.mark.slow),
        pytest.param("2x3-a1b1a2", marks=pytest.mark.slow),
    ],
)
def test_symmetries_odds_proofs_and_counts_are_those_of_brute_force(text: str) -> None:
    """Of boards that are no squares, with and without symmetry."""
    game = game_for(text)
    assert {it.cells for it in game.symmetries} == turns(text)
    assert wins(game) == counted_wins(text)
    for x, o in product(LEVELS, repeat=2):
        first = Mark.O if x == "hard" else Mark.X
        exact = recursion(game.key, choices(OPPONENTS[x]), choices(OPPONENTS[o]), first)
        assert fractions(exact_odds(game, OPPONENTS[x], OPPONENTS[o], first)) == exact
    for level, mark in product(LEVELS, Mark):
        proof = prove(game, OPPONENTS[level], mark, Mark.X)
        counts, shortest = counted(game.key, OPPONENTS[level], mark, Mark.X)
        ends = {"won": proof.won, "drawn": proof.drawn, "lost": proof.lost, "plies": proof.plies}
        assert ends == {name: counts[name] for name in ends}
        assert len(proof.shortest_loss or ()) == (shortest or 0)
    for board in at_random(game.key, range(1, 7), 5, seed=1):
        odds = odds_after_moves(position(board))
        assert {cell: fractions(it) for cell, it in odds.items()} == {
            cell: by_recursion(after(board, cell)) for cell in moves(board)
        }


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_the_symmetries_and_won_positions_of_any_game_are_those_of_brute_force(seed: int) -> None:
    rng = Random(seed)  # noqa: S311
    for cells in (range(9, 17), range(4, 10)):
        text = random_text(rng, cells=cells)
        assert {it.cells for it in game_for(text).symmetries} == turns(text)
    assert wins(game_for(text)) == counted_wins(text)


ON_NO_WAY = [  # the best cells are on no way to win
    Board("5x2-a1c1a2e2", "X.O.OX.OXX", "O"),
    Board("3x2-!a1b1", ".....X", "O"),
    Board("2x2-!a1b1", "XOX.", "O"),
]
DRAWN = [  # a line of four marks lacks its end; a way with a gap; a shape that parts
    Board("four-in-a-row", "X......X..O...O.", "O"),
    Board("2x3-a1b1a3-a1a2b3-!b2b3", ".OXX..", "O"),
    Board("2x3-!b1b3", "......", "X"),
    Board("3x3-a1b1c2", ".XO.XXOXO", "O"),  # two lines share the step that is cut
]
APART = Board("3x3-a1c3-a1b1c2", "..OO...X.", "X")
THREE_MARKS = Board("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO.", "X")


@pytest.mark.parametrize("board", ON_NO_WAY)
def test_a_cell_on_no_way_to_win_has_a_region_to_look_at(board: Board) -> None:
    expect_hints(board)


def test_points_add_up_on_ways_with_three_marks_or_more() -> None:
    expect_reasons(THREE_MARKS, "hard")
    expect_drawn(THREE_MARKS, "hard")


@pytest.mark.parametrize("board", DRAWN, ids=lambda board: board.game)
def test_a_stroke_is_full_along_marks_alone(board: Board) -> None:
    for player in ("hard", "unbeatable"):
        expect_strokes(board, player)
        expect_strokes_on_page(board, player, ways_of(board.game))


def test_only_neighbours_stand_in_a_diagonal() -> None:
    expect_ideas(APART)
    expect_why(APART)
    assert {line_name(APART.game, way).split()[0] for way in WINNING[APART.game]} == {"shape"}
    names = {winning_set_name(game_for(APART.game), way) for way in WINNING[APART.game]}
    assert names == LINES[APART.game].keys()
