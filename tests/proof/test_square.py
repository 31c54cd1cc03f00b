"""Square as a whole, which takes seconds: solved from scratch, and who never loses it.

The laws are those of tests/test_retrograde.py and tests/test_proofs.py.
"""

import pytest

from ai.exact.retrograde import census
from ai.odds.proofs import prove
from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE
from ai.rules.position import Mark
from tests import reference
from tests.layers import assert_solved_as_stored, assert_tells_progress, solved
from tests.proofs_again import assert_loses
from tests.reference import images, result


def test_solving_again_gives_the_stored_table() -> None:
    assert_solved_as_stored(SQUARE)


def test_progress_tells_the_classes_of_each_layer() -> None:
    assert_tells_progress(SQUARE)


def test_the_census_of_square() -> None:
    """About 1.17 million classes; a draw; no win takes the side to move over 11 plies."""
    found = census(solved(SQUARE)[0])
    assert found["classes"] == 1_165_751
    assert found["positions"] == 9_307_999
    assert found["value"] == "draw"
    assert (found["longest_win"], found["longest_win_to_move"]) == (12, 11)


def test_the_classes_of_square_in_the_first_layers() -> None:
    """Counted on plain boards, which is quick in these layers."""
    boards = {reference.empty_board("square", "X")}
    (found, _) = solved(SQUARE)[1][-1]
    for ply in range(4):
        assert found[ply] == len({images(board) for board in boards})
        boards = {
            min(images(reference.after(board, cell)))
            for board in boards
            for cell in reference.moves(board)
            if result(board) is None
        }


@pytest.mark.parametrize("mark", Mark)
def test_unbeatable_never_loses_on_square(mark: Mark) -> None:
    """If X begins; if O does, the games are these with X and O exchanged."""
    proof = prove(SQUARE, OPPONENTS["unbeatable"], mark)
    assert proof.never_loses
    assert (proof.shortest_loss, proof.certain_loss) == (None, None)
    assert proof.games == proof.won + proof.drawn
    assert proof.won > 0


def test_hard_is_beaten_on_square_when_the_other_side_starts() -> None:
    hard = OPPONENTS["hard"]
    proof = prove(SQUARE, hard, Mark.O)
    assert proof.lost > 0
    assert not proof.never_loses
    assert proof.shortest_loss
    assert_loses("square", proof.shortest_loss, hard, "O", "X")
    assert proof.certain_loss is None or proof.certain_loss >= len(proof.shortest_loss)
