"""The voices of computer players in hundreds of games each."""

from itertools import product

import pytest

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from tests.claims.turns import expect_apart


@pytest.mark.parametrize(("key", "game"), [*product(OPPONENTS, GAMES)])
def test_no_sentence_comes_back_soon_and_none_is_told_of_most_moves(key: str, game: str) -> None:
    if OPPONENTS[key].plays(GAMES[game]):
        told = expect_apart(GAMES[game], OPPONENTS[key], games=200)
        assert told.most_common(1)[0][1] / told.total() < 0.15, told.most_common(3)
