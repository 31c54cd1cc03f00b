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
    OF_DEPTHS,
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

OfBoard = Callable[[Board], object]


def of_moves(law: Callable[[Board, int], object]) -> OfBoard:
    """The *law* of a board that a law of all its moves makes."""
    return lambda board: [law(board, cell) for cell in moves(board)]


def of_player(law: Callable[[Board, str], object], key: str) -> OfBoard:
    """The *law* of boards on which the player with this *key* plays. One that looks further ahead,
    or less, plays near the end.
    """
    name, _colon, depth = key.partition(":")
    return lambda board: (
        OPPONENTS[name].plays(game_for(board.game))
        and not (depth and len(moves(board)) > 6)
        and law(board, key)
    )


OF_REASONS = {
    "reasons": expect_reasons,
    "diagrams": expect_drawn,
    "told": expect_told,
    "implied": expect_implied,
}
IN_ITS_VOICE = {"strokes": expect_strokes, "voice": expect_voice, "tense": expect_tense}
PLAYERS = [*OPPONENTS, *OF_DEPTHS, "medium:depth=6"]
LAWS: Mapping[str, OfBoard] = {
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
    **{
        f"{name} of {key}": of_player(law, key)
        for keys, laws in ((PLAYERS, OF_REASONS), (OPPONENTS, IN_ITS_VOICE))
        for key in keys
        for name, law in laws.items()
    },
}


def expect_board(board: Board) -> None:
    """All that is told and drawn of *board*, its moves and their reasons, is true and complete."""
    for law in LAWS.values():
        law(board)


def expect_games(boards: list[Board]) -> None:
    """All that is told of the game through *boards* is true, and has its sentences."""
    expect_game(boards)
    for fact in {*facts_on_game(boards)}:
        expect_sentence(boards[0].game, fact)
