"""Every fact, sentence and drawing is true in games drawn at random, and on sixteen cells."""

from random import Random

import pytest

from tests.any_game import expect_all_true
from tests.definitions import random_text
from tests.samples import ON_SIXTEEN

pytestmark = pytest.mark.usefixtures("leave_garbage")


@pytest.mark.parametrize("seed", range(10))
def test_all_is_true_of_games_with_up_to_twelve_cells(seed: int) -> None:
    """Half of them with shapes of up to five cells, half of three to eight."""
    sizes = range(3, 9) if seed % 2 else range(2, 6)
    expect_all_true(random_text(Random(seed), sizes), seed, boards=2, games=1)  # noqa: S311


@pytest.mark.parametrize("text", ON_SIXTEEN)
def test_all_is_true_of_games_with_sixteen_cells(text: str) -> None:
    expect_all_true(text, seed=2, boards=2, games=1)
