"""The story of a game, held as data against other rules and a solver of the tests."""

from collections import Counter

import pytest

from ai.facts import story as t
from ai.facts.fact import every_fact
from ai.facts.story import StopKind, story
from ai.rules.games import GAMES
from ai.rules.position import Mark
from tests.stories import expect_story, games, record_of


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_stop_is_what_it_is_called_and_every_fact_is_true(game: str) -> None:
    """From wherever a game began; of three stops at least, if it has as many moves."""
    told, many, kinds = set[type](), Counter[int](), set[StopKind]()
    for number, whole in enumerate(games(game, 60, seed=4)):
        you = (None, *Mark)[number % 3]
        for boards in (whole, whole[-2:], whole[-4:]):
            stops = story(record_of(boards), you)
            expect_story(boards, you, stops)
            many[len(stops)] += 1
            kinds |= {stop.kind for stop in stops}
            told |= {type(fact) for stop in stops for fact in stop.facts}
    assert many.keys() == {1, 3, 4, 5}
    assert kinds == {*StopKind}
    assert told >= {fact for fact in every_fact() if fact.__module__ == t.__name__}


def test_a_game_without_moves_has_no_story() -> None:
    (boards, *_) = games("tic-tac-toe", 1, seed=1)
    assert story(record_of(boards[-1:])) == ()
