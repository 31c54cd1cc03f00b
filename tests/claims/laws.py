"""The laws of all that is told and drawn: of a board, of a board and a player, of a game."""

from collections.abc import Callable, Mapping

from ai.opponents import OPPONENTS
from ai.rules.games import game_for
from tests.claims.drawings import expect_drawn
from tests.claims.facts import (
    expect_best,
    expect_effects,
    expect_reasons,
    expect_verdict,
    expect_why,
)
from tests.claims.games import expect_game
from tests.claims.looks import expect_hints
from tests.claims.positions import expect_ideas
from tests.claims.sentences import (
    expect_answer_hidden,
    expect_figures,
    expect_hint,
    expect_one_voice,
    expect_sentence,
    expect_sentences,
    expect_told,
    facts_on_game,
)
from tests.claims.strokes import expect_strokes
from tests.claims.voices import expect_implied, expect_tense, expect_voice
from tests.reference import Board, moves


def of_moves(law: Callable[[Board, int], object]) -> Callable[[Board], None]:
    """The *law* of a board that a law of all its moves makes."""

    def of_board(board: Board) -> None:
        for cell in moves(board):
            law(board, cell)

    return of_board


BOARD_LAWS: Mapping[str, Callable[[Board], object]] = {
    "effects": of_moves(expect_effects),
    "verdicts": of_moves(expect_verdict),
    "why": expect_why,
    "ideas": expect_ideas,
    "best": expect_best,
    "hints": expect_hints,
    "hint in words": expect_hint,
    "figures": expect_figures,
    "sentences": expect_sentences,
    "one voice": expect_one_voice,
    "answer hidden": expect_answer_hidden,
}
PLAYER_LAWS: Mapping[str, Callable[[Board, str], object]] = {
    "reasons": expect_reasons,
    "diagrams": expect_drawn,
    "strokes": expect_strokes,
    "told": expect_told,
    "voice": expect_voice,
    "implied": expect_implied,
    "tense": expect_tense,
}


def plays(key: str, board: Board) -> bool:
    """Whether the player of this *key* plays the game of *board*."""
    return OPPONENTS[key.partition(":")[0]].plays(game_for(board.game))


def expect_board(board: Board) -> None:
    """All that is told and drawn of *board*, its moves and their reasons, is true and complete."""
    for of_board in BOARD_LAWS.values():
        of_board(board)
    for key in OPPONENTS:
        for of_player in PLAYER_LAWS.values() if plays(key, board) else ():
            of_player(board, key)
    expect_reasons(board, "medium:depth=3")


def expect_games(boards: list[Board]) -> None:
    """All that is told of the game through *boards* is true, and has its sentences."""
    expect_game(boards)
    for fact in {*facts_on_game(boards)}:
        expect_sentence(boards[0].game, fact)
