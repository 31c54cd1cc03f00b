"""The laws of facts, sentences and drawings on one board or game, of whatever game."""

from ai.exact.value import Value
from ai.explain import explain_move
from ai.facts.story import story
from ai.opponents import OPPONENTS
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
from tests.laws import ON_A_BOARD, expect_result_given_away, expect_reviewed, players
from tests.one_voice import expect_answer_hidden, expect_brief, expect_one_voice
from tests.positions_again import expect_words
from tests.reasons_again import expect_facts
from tests.reference import Board, position, size_of
from tests.samples import at_random, to_the_end
from tests.stories import expect_story, with_few_slips
from tests.strokes_again import expect_strokes
from tests.told_again import expect_sentences, expect_told, facts_on, facts_on_games
from tests.verdicts_again import expect_facts as expect_verdicts
from tests.voices_again import expect_rest_told, expect_voice, names_a_block
from webapp.board.pointer import wrong_try_pointer


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
        for move in here.moves.values():
            for persons, me in ((None, None), (COMPUTER, move.mark), (PERSON, move.mark.other)):
                expect_told(explain_move(move, OPPONENTS[key], persons), me)
    expect_facts([board], "medium", 3)
    looks_at([board])
    for fact in {*facts_on(board)}:
        expect_sentences(board.game, fact)


def expect_agreement_everywhere(board: Board) -> None:
    """No fact on a draw is denied after it."""
    for move in study(position(board)).drawing:
        if not move.left.outcome and move.best.value is Value.DRAW:
            expect_agreement(move)


ON_BOARDS = (
    *ON_A_BOARD,
    *(expect_one_voice, expect_brief, expect_answer_hidden, expect_agreement_everywhere),
    *(expect_best, expect_hint, expect_figures, expect_words),
)


def expect_game_true(boards: list[Board]) -> None:
    """Every sentence on the game through *boards* is true, from any start."""
    expect_result_given_away(boards)
    for later in (boards, boards[-4:], boards[-2:]):
        expect_ending(later)
        expect_room(record_of(later))
        expect_reviewed(boards, len(boards) - len(later))
        for you in (None, *Mark):
            expect_story(later, you, story(record_of(later), you))
    for fact in {*facts_on_games(boards)}:
        expect_sentences(boards[0].game, fact)


def expect_all_true(text: str, seed: int, boards: int, games: int) -> None:
    """All is true of so many boards and games of the game that *text* defines."""
    game = game_for(text).key
    for board in at_random(game, range(1, size_of(game) + 1), boards, seed):
        expect_true(board)
    for played in [*with_few_slips(game, games, seed), *to_the_end(game, games, seed)]:
        expect_game_true(played)
