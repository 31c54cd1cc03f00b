"""Symmetries: the turns and reflections of the boards, and which policies respect them."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given

from ai.opponents import OPPONENTS, opponent_for
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, mask
from ai.rules.symmetry import Symmetry
from tests import samples
from tests.reference import (
    SIZE,
    WINNING,
    Board,
    exchanged,
    images,
    key,
    mirror,
    moved,
    position,
    sides,
    transpose,
)
from tests.samples import ACTIVE, BOARDS, CLASSES, at_random

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LARGE = Game("large", "Large", columns=5, rows=5, winning_sets=frozenset())
SYMMETRIC = [opponent for opponent in OPPONENTS.values() if opponent.symmetric]


@BOTH
def test_they_are_the_eight_turns_and_reflections(game: Game) -> None:
    found = [symmetry.cells for symmetry in game.symmetries]
    assert found[0] == tuple(game.cells)
    assert len(found) == 8
    assert set(found) == sides(game.columns)
    for to in found:
        assert {frozenset(to[c] for c in cells) for cells in WINNING[game.key]} == WINNING[game.key]


@pytest.mark.long
@pytest.mark.parametrize("game", [TIC_TAC_TOE, SQUARE, LARGE], ids=lambda game: game.key)
def test_a_symmetry_moves_all_marks_of_a_mask(game: Game) -> None:
    """On 25 cells too, whose chunks do not divide the board."""
    assert len(game.symmetries) == 8
    for symmetry in game.symmetries:
        for marks in range(0, game.full + 1, 7 if game is not LARGE else 9_973):
            cells = [cell for cell in game.cells if marks >> cell & 1]
            assert symmetry(marks) == mask(symmetry.cells[cell] for cell in cells)


def test_a_game_has_only_the_symmetries_that_its_winning_sets_have() -> None:
    """The top row alone: left and right may be exchanged. An L: nothing may."""
    row = Game("row", "Row", columns=3, rows=3, winning_sets=frozenset({frozenset({0, 1, 2})}))
    assert [symmetry.cells for symmetry in row.symmetries] == [tuple(range(9)), mirror(3)]
    ell = Game("ell", "Ell", columns=3, rows=3, winning_sets=frozenset({frozenset({0, 3, 6, 7})}))
    assert [symmetry.cells for symmetry in ell.symmetries] == [tuple(range(9))]


def assert_canonical(game: Game, board: Board) -> tuple[int, int]:
    """All images have one and the same canonical position, and it is one of them."""
    keys = {key(image) for image in images(board)}
    found = {game.symmetries.canonical(own, its) for own, its in keys}
    assert len(found) == 1
    assert found <= keys
    return found.pop()


def test_one_board_of_each_of_765_classes_stands_for_all_boards() -> None:
    """None is missing, none belongs to two, and both marks and all sides have their turn."""
    every = {key(board) for board in BOARDS}
    found = {assert_canonical(TIC_TAC_TOE, board) for board in CLASSES}
    assert (len(every), len(found), len(CLASSES)) == (5_478, 765, 765)
    assert found <= every
    alike = [images(board) | images(exchanged(board)) for board in CLASSES]
    assert sum(map(len, alike)) == len(BOARDS)
    assert frozenset().union(*alike) == set(BOARDS)
    many = [board for board in CLASSES if len(images(board)) == 8]
    seen = {(board.mover, sorted(images(board)).index(board)) for board in many}
    assert len(seen) == 2 * 8


@given(samples.games("square"))
def test_the_images_of_a_square_position_are_one(boards: list[Board]) -> None:
    for board in boards:
        assert_canonical(SQUARE, board)


@BOTH
def test_frames_are_all_symmetries_that_turn_a_mask_to_its_least_image(game: Game) -> None:
    """Asked a second time too."""

    def turned(symmetry: Symmetry, marks: int) -> int:
        return sum(2 ** symmetry.cells[cell] for cell in game.cells if marks >> cell & 1)

    for taken in (0, 1, 2, 5, 16, 27, 40, 186, 257, 300, 511):
        found = game.symmetries.to_least(taken)
        least = min(turned(symmetry, taken) for symmetry in game.symmetries)
        assert [s in found for s in game.symmetries] == [
            turned(symmetry, taken) == least for symmetry in game.symmetries
        ]
        assert game.symmetries.to_least(taken) == found
        images, turns = game.symmetries.least
        assert images[taken] == least
        assert turned(game.symmetries[turns[taken]], taken) == least


# Policies.


@cache
def odds(opponent: Opponent, board: Board) -> Mapping[int, Fraction]:
    """How often it plays each cell."""
    return opponent.decide(position(board)).probabilities


def treats_alike(opponent: Opponent, board: Board) -> bool:
    """Whether it plays the images of its cells in the image of the board, each as often.

    The mirror and the transposition generate all symmetries, so these two suffice.
    """
    n = SIZE[board.game]
    here = odds(opponent, board)
    return all(
        odds(opponent, moved(board, to))
        == {to[cell]: probability for cell, probability in here.items()}
        for to in (mirror(n), transpose(n))
    )


@pytest.mark.slow
@pytest.mark.parametrize("opponent", SYMMETRIC, ids=lambda opponent: opponent.key)
def test_a_symmetric_policy_treats_all_positions_of_3x3_alike(opponent: Opponent) -> None:
    for board in ACTIVE:
        if board.mover == "X":
            assert treats_alike(opponent, board), board


@given(samples.active("square"))
def test_and_positions_of_square(board: Board) -> None:
    for opponent in SYMMETRIC:
        if opponent.plays(SQUARE):
            assert treats_alike(opponent, board), (opponent.key, board)


@pytest.mark.parametrize("depth", range(1, 10))
def test_medium_does_at_every_depth(depth: int) -> None:
    medium = opponent_for(TIC_TAC_TOE, f"medium:depth={depth}")
    for board in at_random("tic-tac-toe", range(1, 8), count=15, seed=depth):
        assert treats_alike(medium, board), board
