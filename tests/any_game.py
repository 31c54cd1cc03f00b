"""The laws of facts, sentences and drawings on one board or game, of whatever game."""

from ai.exact.value import Value
from ai.explain import explain_move
from ai.facts.story import story
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import game_for
from ai.rules.position import Mark
from ai.study.study import study
from ai.words.persons import COMPUTER, PERSON
from tests.advice_again import expect_best, expect_figures, expect_hint
from tests.agreement_again import expect_agreement
from tests.drawings_again import expect_drawn
from tests.effects_again import expect_effects
from tests.endings_again import expect_ending, expect_room, record_of
from tests.hints_again import expect_wrong_try, looks_at
from tests.implied import expect_implied
from tests.moves_again import expect_choosers, expect_prepared_win, expect_rows, expect_wins
from tests.one_voice import expect_answer_hidden, expect_brief, expect_one_voice
from tests.positions_again import expect_words
from tests.reasons_again import expect_facts
from tests.reference import Board, exchanged, moved, position, turns
from tests.retries_again import expect_retry_in_room
from tests.review_again import assert_is_perfect_play, expect_reviewed, expect_variations
from tests.stories import expect_story
from tests.strokes_again import expect_strokes
from tests.told_again import expect_sentences, expect_told, facts_on, facts_on_games
from tests.verdicts_again import expect_facts as expect_verdicts
from tests.voices_again import expect_rest_told, expect_voice, names_a_block
from webapp.board.pointer import wrong_try_pointer


def players(board: Board) -> list[str]:
    """The keys of the programs that play the game."""
    return [key for key, it in OPPONENTS.items() if it.plays(game_for(board.game))]


def expect_true(board: Board) -> None:
    """All that is said and drawn of *board*, its moves and their reasons is true and complete."""
    here = study(position(board))
    for law in ON_BOARDS:
        law(board)
    for cell, move in here.moves.items():
        expect_effects(board, cell)
        assert [*expect_verdicts(board, cell)]
        if move.value_lost:
            expect_wrong_try(board, move, wrong_try_pointer(move))
    for key in players(board):
        expect_facts([board], key)
        expect_drawn([board], key)
        expect_strokes([board], key)
        expect_voice(board, key, range(3))
        expect_rest_told(board, key)
        names_a_block(board, key)
        expect_implied(board, key)
        expect_alike(board, OPPONENTS[key])
        for move in here.moves.values():
            for persons, me in ((None, None), (COMPUTER, move.mark), (PERSON, move.mark.other)):
                expect_told(explain_move(move, OPPONENTS[key], persons), me)
    expect_facts([board], "medium", 3)
    looks_at([board])
    for fact in {*facts_on(board)}:
        expect_sentences(board.game, fact)


def expect_alike(board: Board, opponent: Opponent) -> None:
    """A symmetric policy plays the images of its cells in the image of the board, each as often;
    and it does not matter what the marks are called.
    """
    here = opponent.decide(position(board)).probabilities
    assert opponent.decide(position(exchanged(board))).probabilities == here
    for to in turns(board.game) if opponent.symmetric else ():
        there = opponent.decide(position(moved(board, to))).probabilities
        assert there == {to[cell]: chance for cell, chance in here.items()}


def expect_agreement_everywhere(board: Board) -> None:
    """No fact on a draw is denied after it."""
    for move in study(position(board)).drawing:
        if not move.left.outcome and move.best.value is Value.DRAW:
            expect_agreement(move)


ON_BOARDS = (
    *(expect_one_voice, expect_brief, expect_answer_hidden, expect_agreement_everywhere),
    expect_retry_in_room,
    *(expect_best, expect_hint, expect_figures, expect_words, expect_wins, expect_prepared_win),
    *(expect_rows, expect_choosers, expect_variations, assert_is_perfect_play),
)


def expect_game_true(boards: list[Board]) -> None:
    """All that is said of the game through *boards*, from wherever it began, is true."""
    for later in (boards, boards[-4:], boards[-2:]):
        expect_ending(later)
        expect_room(record_of(later))
        expect_reviewed(boards, len(boards) - len(later))
        for you in (None, *Mark):
            expect_story(later, you, story(record_of(later), you))
    for fact in {*facts_on_games(boards)}:
        expect_sentences(boards[0].game, fact)
