"""Commands in words: a cell to play, a key to press, or a question about the game."""

import re
from collections.abc import Callable

from flask import request

from ai.language import N_, OR, _, listed
from ai.rules.notation import parse_cell
from webapp.friend.game import FriendGame
from webapp.match import commands as of_match
from webapp.match.commands import HELP, UnknownCommand, last_moves
from webapp.serving.params import number

NO_HELP = N_("A game with a friend has no undo, hints, values or reasons.")

Action = Callable[[FriendGame, str], FriendGame]


def number_on_page() -> int | None:
    """The number of the game on the page that sent the request; None if it does not say."""
    return number(request.values, "number") if "number" in request.values else None


def ask_rematch(game: FriendGame, holder: str) -> FriendGame:
    """*game* after *holder* has asked for a rematch of the one on the page."""
    return game.ask_rematch(holder, number_on_page())


def action(command: str) -> Action:
    """The action of *command*: a cell, or one of :data:`ACTIONS`.

    :raises UnknownCommand: if it is none of them.
    """
    if command in ACTIONS:
        return ACTIONS[command]
    if not re.fullmatch("[a-z][0-9]", command):
        raise _unknown(command)
    ply, game = number(request.form, "ply"), number_on_page()

    def play(before: FriendGame, holder: str) -> FriendGame:
        return before.play(holder, parse_cell(before.game, command), ply, game)

    return play


def answer(command: str, game: FriendGame) -> str:
    """The answer to *command*, one of :data:`QUESTIONS`.

    :raises UnknownCommand: if it is none of them.
    """
    if command in QUESTIONS:
        return QUESTIONS[command](game)
    raise _unknown(command)


def _unknown(command: str) -> UnknownCommand:
    """The refusal of *command*; a match may have it."""
    if command in of_match.ACTIONS or command in of_match.QUESTIONS:
        return UnknownCommand(NO_HELP)
    return UnknownCommand(HELP, commands=_commands())


def _commands() -> str:
    return listed(("b2", *ACTIONS, *QUESTIONS), OR)


ACTIONS: dict[str, Action] = {
    "again": ask_rematch,
    "new": ask_rematch,
    "leave": FriendGame.leave,
    "join": FriendGame.join,
    "back": FriendGame.join,
}

QUESTIONS: dict[str, Callable[[FriendGame], str]] = {
    "last": lambda game: last_moves(game.record),
    "help": lambda _game: _(HELP, commands=_commands()),
}
