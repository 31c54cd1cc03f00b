"""Definitions of games: ways counted by mathematics and found by distances; canonical texts."""

from itertools import combinations, permutations
from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.exact.retrograde import census, solve
from ai.exact.tablebase import Tablebase, load
from ai.rules.definition import Board, Definition, DefinitionError
from ai.rules.games import game_for
from tests import reference
from tests.definitions import BOARDS, random_text, respelled, texts
from tests.negamax import Negamax

boards = st.sampled_from(BOARDS)


def ways(text: str) -> frozenset[frozenset[int]]:
    return Definition.parse(text).ways


@pytest.mark.parametrize(("m", "n"), BOARDS)
def test_straight_lines_are_as_many_as_their_first_cells(m: int, n: int) -> None:
    for k in range(2, max(m, n) + 1):
        level, upright = max(0, m - k + 1) * n, max(0, n - k + 1) * m
        row = "".join(f"{'abcdefgh'[at]}1" for at in range(k))
        column = "".join(f"a{at + 1}" for at in range(k))
        assert len(ways(f"{m}x{n}-{row if k <= m else column}")) == level + upright
        if k <= min(m, n):
            diagonal = "".join(f"{'abcdefgh'[at]}{at + 1}" for at in range(k))
            assert len(ways(f"{m}x{n}-{diagonal}")) == 2 * (m - k + 1) * (n - k + 1)


def test_squares_are_the_fours_with_equal_sides_and_diagonals() -> None:
    found = ways("4x4-a1b1a2b2-a1c1a3c3-a1d1a4d4-b1a2c2b3-b1d2a3c4")
    assert found == reference.all_squares(4)
    assert len(found) == 4 * 4 * (4 * 4 - 1) // 12
    assert ways("3x3-a1b1a2b2-a1c1a3c3-b1a2c2b3") == reference.all_squares(3)


def alike(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> bool:
    """Whether some order of *other* has the same distances as *one*."""

    def distances(places: tuple[tuple[int, int], ...]) -> list[int]:
        return [(a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(places, 2)]

    wanted = distances(one)
    return any(distances(order) == wanted for order in permutations(other))


@given(boards, st.integers(2, 4), st.randoms(use_true_random=False))
def test_a_shape_stands_wherever_its_distances_are(
    sides: tuple[int, int], count: int, rng: Random
) -> None:
    board = Board(*sides)
    shape = tuple(sorted(rng.sample(board.cells, min(count, len(board.cells)))))
    places = {cell: divmod(cell, board.columns) for cell in board.cells}
    wanted = tuple(places[cell] for cell in shape)
    found = {
        frozenset(cells)
        for cells in combinations(board.cells, len(shape))
        if alike(wanted, tuple(places[cell] for cell in cells))
    }
    assert board.placed(shape) == found


@given(texts())
def test_the_canonical_text_defines_the_same_and_is_the_only_one(text: str) -> None:
    found = Definition.parse(text)
    again = Definition.parse(found.text)
    assert again == found
    assert again.text == found.text
    assert found.text.count("-") <= text.count("-")


@given(texts())
def test_the_ways_are_the_placed_shapes_that_hold_no_other(text: str) -> None:
    """So shapes that win no sooner than another make no other game."""
    found = Definition.parse(text)
    every, (sides, *shapes) = set[frozenset[int]](), text.split("-")
    for shape in shapes:
        cells = tuple(sorted(next(iter(ways(f"{sides}-!{shape.lstrip('!')}")))))
        every |= {frozenset(cells)} if shape[0] == "!" else found.board.placed(cells)
    assert found.ways == {way for way in every if not any(other < way for other in every)}


def test_a_shape_that_holds_another_adds_nothing() -> None:
    assert Definition.parse("3x3-a1b1-a1b1c2").text == "3x3-a1b1"
    assert Definition.parse("3x3-!a1b1-a1b1a2").text == "3x3-a1b1a2-!a1b1"


@given(texts(), st.randoms(use_true_random=False))
def test_other_spellings_have_the_same_canonical_text(text: str, rng: Random) -> None:
    assert Definition.parse(respelled(text, rng)).text == Definition.parse(text).text


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "": "defines no game",
        "4x4": "1 to 8 shapes, not 0",
        "4x4-": "0 cells|A shape has 2 to 8",
        "4x4-a1": "One cell would win",
        "4x4-a1a1": "One cell would win",
        "3x3-a1b1c1a2b2c2": "Nobody gets 6 marks on 9 cells. Draw at most 5.",
        "2x2-!a1b1a2": "Nobody gets 3 marks on 4 cells. Draw at most 2.",
        "4x4-!b2": "One cell would win",
        "1x4-a1a2": "A side has 2 to 8",
        "9x2-a1b1": "A side has 2 to 8",
        "5x5-a1b1": "25 cells; 16 are the most",
        "3x3-a1d1": "no cell “d1”, only a1 to c3",
        "3x3-a1a4": "no cell “a4”",
        "3x3-a1b0": "no cell “b0”",
        "4x4-a1b1c1d1a2b2c2d2a3": "2 to 8 cells, not 9",
        "4x4" + "-a1b1" * 9: "1 to 8 shapes, not 9",
        "4x4-a1b1 ": "defines no game",
        "4x4-a1!b1": "defines no game",
        "\uff14x4-a1b1": "defines no game",
    }.items(),
)
def test_what_defines_no_game_is_told(text: str, said: str) -> None:
    with pytest.raises(DefinitionError, match=said):
        Definition.parse(text)


@given(st.text("0123456789xabch!-", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = Definition.parse(text)
    except DefinitionError:
        return
    assert found.ways
    assert all(2 <= len(way) <= 8 for way in found.ways)


# Solved again, by negamax with memory.


def test_the_ways_to_win_are_those_of_a_second_reading() -> None:
    for seed in range(100):
        text = random_text(Random(seed), sizes=range(2, 9), cells=range(4, 17))  # noqa: S311
        assert ways(text) == reference.ways(text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_any_game_is_solved_as_negamax_solves_it(seed: int) -> None:
    """Every value, distance and difficulty, whoever began, and the number of positions."""
    text = random_text(Random(seed))  # noqa: S311
    table, again = solve(game_for(text)), solved_again(text)
    expect_table(table, again)
    assert census(table)["positions"] == len(again.known)


def expect_table(table: Tablebase, again: Negamax) -> None:
    """The *table* has the value, distance and difficulty of each position."""
    for (mover, other), (value, plies) in again.known.items():
        exact = table.probe(mover, other)
        assert (exact.value, exact.distance) == (value, plies)
        if value == 0:
            hard = table.worth(table.codes[table.slot(mover, other)]).difficulty
            assert hard is not None
            assert isclose(hard, again.difficulty(mover, other) / again.parts, abs_tol=1e-12)


@pytest.mark.parametrize(
    "text",
    ["3x3-a1b1b2c2", "4x2-a1b1c1-!a1a2", "3x3-a1b1c1-!a3b2c1", "2x2-a1b1-a1b2", "2x3-!a1b1-!b2b3"],
)
def test_a_game_without_a_name_has_its_values_at_hand(text: str) -> None:
    """Those too in which every game ends before the board is full, or in which cells are on no
    way to win.
    """
    game = game_for(text)
    assert game_for(game.key) is game
    expect_table(load(game), solved_again(text))


def solved_again(text: str) -> Negamax:
    """The game of a definition, solved whole by another program."""
    again = reference.solved(text)
    again.worth(0, 0)
    return again
