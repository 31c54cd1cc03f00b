"""The sentences on a sample of positions of Square, far from won among them."""

from tests.proof.words import boards, check


def test_what_is_said_of_positions_of_square_is_true() -> None:
    for board in boards(40, 20, seed=2):
        assert check(board)
