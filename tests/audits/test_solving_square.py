"""Solving Square from scratch, which takes seconds, by the laws of tests/test_retrograde.py."""

from ai.games import SQUARE
from ai.retrograde import census
from tests import reference
from tests.reference import images, result
from tests.test_retrograde import assert_in_layers, assert_solved_as_stored, solved


def test_solving_again_gives_the_stored_table() -> None:
    assert_solved_as_stored(SQUARE)


def test_a_layer_for_every_number_of_marks_of_classes_in_order() -> None:
    assert_in_layers(SQUARE)


def test_the_census_of_square() -> None:
    """About 1.17 million classes; a draw; no win takes the side to move over 11 plies."""
    found = census(SQUARE, solved(SQUARE))
    assert found["classes"] == 1_165_751
    assert found["positions"] == 9_307_999
    assert found["value"] == "draw"
    assert (found["longest_win"], found["longest_win_to_move"]) == (12, 11)


def test_the_classes_of_square_in_the_first_layers() -> None:
    """Counted on plain boards as far as that is soon done."""
    boards = {reference.empty_board("square", "X")}
    for ply in range(4):
        assert len(solved(SQUARE)[ply].mover) == len({images(board) for board in boards})
        boards = {
            min(images(reference.after(board, cell)))
            for board in boards
            for cell in reference.moves(board)
            if result(board) is None
        }
