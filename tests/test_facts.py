"""All that is told and drawn of a few boards and games is true, also of other games: the laws of
:mod:`tests.claims.laws`. The proof tier holds them on every position of 3×3, many of Square, and in
games drawn at random.
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
from ai.rules.games import GAMES, game_for
from ai.rules.record import Record
from ai.study.study import study
from ai.words.phrasebook import language
from ai.words.told import best_in_words
from ai.words.values import percent
from tests.any_game import expect_all_true
from tests.claims.boards import FEW
from tests.claims.games import games, record_of
from tests.claims.laws import LAWS, expect_board, expect_games
from tests.claims.sentences import facts_on, facts_on_game
from tests.claims.voices import WAS, expect_tense
from tests.reference import Board, diagram, position


@cache
def played() -> list[list[Board]]:
    """A few games of both kinds."""
    return [game for key in GAMES for game in games(key, 2, seed=7)]


@pytest.mark.parametrize("board", FEW, ids=diagram)
def test_all_that_is_told_of_a_board_is_true(board: Board) -> None:
    expect_board(board)


def test_all_that_is_told_of_a_game_is_true() -> None:
    """Of a game from its beginning, and from later starts."""
    for game in played():
        expect_games(game)


# Other games.


def test_all_is_true_of_a_small_game() -> None:
    """With shapes apart, and a fixed one."""
    expect_all_true("3x3-a1c1b2-!a3b3c3", seed=1, boards=1, games=1)


SPECIAL = [
    # The best cells are on no way to win.
    Board("5x2-a1c1a2e2", "X.O.OX.OXX", "O"),
    Board("3x2-!a1b1", ".....X", "O"),
    Board("2x2-!a1b1", "XOX.", "O"),
    # A line of four marks lacks its end; a way with a gap; a shape that parts.
    Board("four-in-a-row", "X......X..O...O.", "O"),
    Board("2x3-a1b1a3-a1a2b3-!b2b3", ".OXX..", "O"),
    Board("2x3-!b1b3", "......", "X"),
    Board("3x3-a1b1c2", ".XO.XXOXO", "O"),  # two lines share the step that is cut
    Board("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO.", "X"),  # ways with three marks
    Board("3x3-a1c3-a1b1c2", "..OO...X.", "X"),  # ends of a diagonal
]


def test_what_is_told_and_drawn_of_a_special_position_is_true() -> None:
    of_players = "reasons of hard", "diagrams of hard", "strokes of hard", "strokes of unbeatable"
    for board, law in product(SPECIAL, ("hints", "ideas", "why", *of_players)):
        LAWS[law](board)


# What is met.


def test_every_type_of_fact_is_met() -> None:
    """On these boards and games, so no law holds of nothing; one alone needs a win far off. Facts
    that are not told are drawn.
    """
    told = {type(fact) for board in FEW for fact in facts_on(board)}
    told |= {type(fact) for game in played() for fact in facts_on_game(game)}
    shown = {*every_fact(ShownFact)}
    assert told == {*every_fact()} - shown - {WinsLater}
    assert shown <= language().drawn.keys() <= {*every_fact()}


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
