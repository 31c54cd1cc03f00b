"""All that is told and drawn is true: the laws of :mod:`tests.claims.laws` on every position of
3×3, on many of Square, and on games of both; in games drawn at random, and on sixteen cells.
"""

from random import Random

import pytest

from ai.facts import endings as n
from ai.facts.fact import Fact, every_fact
from ai.facts.shown import ShownFact
from ai.rules.games import GAMES
from ai.words.phrasebook import By
from ai.words.telling import names_in, options_for
from tests.any_game import expect_all_true, expect_game_true
from tests.claims.boards import many
from tests.claims.games import WHO, expect_ending, expect_story, games
from tests.claims.laws import LAWS
from tests.claims.sentences import ENGLISH, every_sentence, facts_on, facts_on_game
from tests.definitions import random_text
from tests.reference import after, completed, moves, result
from tests.samples import ACTIVE_CLASSES, ON_SIXTEEN, to_the_end

pytestmark = pytest.mark.usefixtures("leave_garbage")


@pytest.mark.parametrize("law", LAWS)
def test_all_that_is_told_of_a_board_is_true(law: str) -> None:
    for board in many():
        LAWS[law](board)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_told_of_a_game_is_true(game: str) -> None:
    """Of reviews too, and of stories with three stops at least, if the game has as many moves, and
    five at most.
    """
    played, told = games(game, 60, seed=4), set[type[Fact]]()
    for boards in played:
        expect_game_true(boards)
        told |= {type(fact) for fact in facts_on_game(boards)}
    many = {
        len(expect_story(it, you))
        for boards in played
        for it in (boards, boards[-2:])
        for you in WHO
    }
    assert many == {1, 3, 4, 5}
    assert told >= {fact for fact in every_fact() if fact.__module__ == n.__name__}


def test_every_win_on_3x3_is_told_truly() -> None:
    """By its last two moves, which are all that its facts tell of."""
    won = [
        [board, middle, last]
        for board in ACTIVE_CLASSES
        for middle in (after(board, cell) for cell in moves(board))
        if result(middle) is None
        for last in (after(middle, reply) for reply in moves(middle))
        if completed(last)
    ]
    assert len(won) > 1000
    for boards in won:
        expect_ending(boards)


@pytest.mark.parametrize("seed", range(10))
def test_all_is_true_of_games_with_up_to_twelve_cells(seed: int) -> None:
    """Half of them with shapes of up to five cells, half of three to eight."""
    sizes = range(3, 9) if seed % 2 else range(2, 6)
    expect_all_true(random_text(Random(seed), sizes), seed, boards=2, games=1)  # noqa: S311


@pytest.mark.parametrize("text", ON_SIXTEEN)
def test_all_is_true_of_games_with_sixteen_cells(text: str) -> None:
    expect_all_true(text, seed=2, boards=2, games=1)


def test_sentences_are_for_all_and_only_the_fields_that_facts_have() -> None:
    """No sentence is written for nothing, and none is missing; every type of fact is met."""
    met = {fact for board in many() for fact in facts_on(board)}
    ended = (game for key in GAMES for game in to_the_end(key, 100, seed=6))
    met |= {fact for game in ended for fact in facts_on_game(game)}
    assert {*map(type, met)} == {*every_fact()} - {*every_fact(ShownFact)}
    needed = dict[tuple[str | By, ...], set[frozenset[str]]]()
    for fact in met:
        fields = frozenset(fact.said) - {"side"}
        needed.setdefault(tuple(options_for(ENGLISH, fact)), set()).add(fields)
    assert {it for those in needed for it in those} == {it for _fact, it in every_sentence()}
    for those, named in needed.items():
        assert {names_in(option) for option in those} == named
