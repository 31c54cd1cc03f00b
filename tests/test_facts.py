"""All that is told and drawn of a few boards and games is true: the laws of
:mod:`tests.claims.laws`. The proof tier holds them on every position of 3×3 and many of Square.
"""

from functools import cache
from itertools import product

import pytest

from ai.facts import endings as n
from ai.facts import positions as p
from ai.facts.effects import WinsLater
from ai.facts.fact import every_fact
from ai.facts.shown import ShownFact
from ai.facts.story import story
from ai.opponents import OPPONENTS
from ai.pen.drawings import DRAWINGS
from ai.rules.games import GAMES, game_for
from ai.rules.record import Record
from ai.study.study import study
from ai.words.told import best_in_words
from ai.words.values import percent
from tests.claims.boards import FEW
from tests.claims.games import games, record_of
from tests.claims.laws import expect_board, expect_games
from tests.claims.sentences import facts_on, facts_on_game
from tests.claims.voices import WAS, expect_tense
from tests.reference import Board, diagram, position


@cache
def played() -> list[list[Board]]:
    """A few games of both kinds."""
    return [game for key in GAMES for game in games(key, 3, seed=9)]


@pytest.mark.parametrize("board", FEW, ids=diagram)
def test_all_that_is_told_of_a_board_is_true(board: Board) -> None:
    expect_board(board)


def test_all_that_is_told_of_a_game_is_true() -> None:
    """Of a game from its beginning, and from later starts."""
    for game in played():
        expect_games(game)


def test_every_type_of_fact_is_met() -> None:
    """On these boards and games, so no law holds of nothing; one alone needs a win far off. Facts
    that are not told are drawn.
    """
    told = {type(fact) for board in FEW for fact in facts_on(board)}
    told |= {type(fact) for game in played() for fact in facts_on_game(game)}
    shown = {*every_fact(ShownFact)}
    assert told == {*every_fact()} - shown - {WinsLater}
    assert shown <= DRAWINGS.keys() <= {*every_fact()}


def test_every_phrase_of_what_stands_and_what_is_over_is_met() -> None:
    met = set[str]()
    for board, opponent in product(FEW, OPPONENTS.values()):
        if opponent.plays(game_for(board.game)):
            met |= expect_tense(board, opponent.key)
    assert met == {*WAS.split("|"), "still threaten", "can still win on", "must answer on"}


def test_once_the_game_is_over_there_is_nothing_to_tell() -> None:
    over = study(position(Board("tic-tac-toe", "XXXOO....", "O")))
    with pytest.raises(ValueError, match="no move to tell"):
        p.why(over)
    with pytest.raises(ValueError, match="no move is best"):
        best_in_words(over)


def test_a_game_that_goes_on_has_no_ending_and_one_without_moves_no_story() -> None:
    with pytest.raises(ValueError, match="goes on"):
        n.ending(Record(position(Board("tic-tac-toe", "X........", "O"))))
    assert story(record_of(played()[0][-1:])) == ()


def test_a_small_chance_is_not_called_none() -> None:
    figures = {1 / 3: "33.33", 0.5: "50.00", 0.0001: "0.01", 0.00004: "0.004", 0.99997: "99.997"}
    for chance, figure in (figures | {1: "100.00"}).items():
        assert percent(chance, 2) == f"{figure}\N{NO-BREAK SPACE}%"
