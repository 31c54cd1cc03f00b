"""The laws of all that is told and drawn: of a board, of a board and a player, of a game."""

from collections.abc import Callable, Mapping

from ai.opponents import OPPONENTS
from ai.rules.games import game_for
from tests.claims import drawings, facts, games, positions, sentences, voices
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
    "reasons": facts.expect_reasons,
    "diagrams": drawings.expect_drawn,
    "told": sentences.expect_told,
    "implied": voices.expect_implied,
}
IN_ITS_VOICE = {
    "strokes": drawings.expect_strokes,
    "voice": voices.expect_voice,
    "tense": voices.expect_tense,
}
PLAYERS = [*OPPONENTS, *sentences.OF_DEPTHS, "medium:depth=6"]
LAWS: Mapping[str, OfBoard] = {
    "effects": of_moves(facts.expect_effects),
    "verdicts": of_moves(facts.expect_verdict),
    "why": facts.expect_why,
    "ideas": positions.expect_ideas,
    "best": facts.expect_best,
    "hints": drawings.expect_hints,
    "hint in words": sentences.expect_hint,
    "figures": sentences.expect_figures,
    "sentences": sentences.expect_sentences,
    "one voice": sentences.expect_one_voice,
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
    games.expect_game(boards)
    for fact in {*sentences.facts_on_game(boards)}:
        sentences.expect_sentence(boards[0].game, fact)
