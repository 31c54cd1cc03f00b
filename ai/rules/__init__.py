"""The rules as data: games, positions, their notation and symmetries, threats."""

from ai.rules.games import (
    GAMES,
    NAMED,
    SQUARE,
    TIC_TAC_TOE,
    Game,
    WinningSet,
    game_for,
    mask,
    remembering,
)
from ai.rules.notation import game_text, parse_game
from ai.rules.position import Mark, Position, parse
from ai.rules.record import Record, parse_record

__all__ = [
    "GAMES",
    "NAMED",
    "SQUARE",
    "TIC_TAC_TOE",
    "Game",
    "Mark",
    "Position",
    "Record",
    "WinningSet",
    "game_for",
    "game_text",
    "mask",
    "parse",
    "parse_game",
    "parse_record",
    "remembering",
]
