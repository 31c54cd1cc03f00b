"""The commands in words of a game with a friend."""

from collections.abc import Callable

from flask import request

from ai.language import N_, refused
from ai.messages import NP_, Refusal
from ai.rules.notation import parse_cell
from webapp.friend.game import FriendGame
from webapp.game import commands as of_match
from webapp.game.commands import is_cell, last_moves, unknown
from webapp.serving.params import number

Action = Callable[[FriendGame, str], FriendGame]


def number_on_page() -> int | None:
    """The number of the game on the page that sent the request; None if it does not say."""
    return number(request.values, "number") if "number" in request.values else None


def ask_rematch(game: FriendGame, holder: str) -> FriendGame:
    """*game* after *holder* has asked for a rematch of the one on the page."""
    return game.ask_rematch(holder, number_on_page())


def action(command: str) -> Action:
    """The action of *command*: a cell, or one of :data:`ACTIONS`.

    :raises Refusal: if it is none of them.
    """
    if command in ACTIONS:
        return ACTIONS[command]
    if not is_cell(command):
        raise _unknown(command)
    ply, page = number(request.form, "ply"), number_on_page()
    return lambda game, holder: game.play(holder, parse_cell(game.record.game, command), ply, page)


def answer(command: str, game: FriendGame) -> str:
    """The answer to *command*, one of :data:`QUESTIONS`.

    :raises Refusal: if it is none of them.
    """
    if question := QUESTIONS.get(command):
        return question(game)
    raise _unknown(command)


def _unknown(command: str) -> Refusal:
    """The refusal of *command*; a match may have it."""
    if command in of_match.ACTIONS or command in of_match.QUESTIONS:
        return Refusal(N_("A game with a friend has no undo, hints, values or reasons."))
    return unknown(WORDS)


ACTIONS: dict[str, Action] = {
    NP_("command", "again"): ask_rematch,
    NP_("command", "new"): ask_rematch,
    NP_("command", "leave"): FriendGame.leave,
    NP_("command", "join"): FriendGame.join,
    NP_("command", "back"): FriendGame.join,
}

QUESTIONS: dict[str, Callable[[FriendGame], str]] = {
    NP_("command", "last"): lambda game: last_moves(game.record),
    NP_("command", "help"): lambda _game: refused(unknown(WORDS)),
}

WORDS: tuple[str, ...] = ("b2", *ACTIONS, *QUESTIONS)

KNOWN: tuple[str, ...] = (*WORDS, *of_match.COMMANDS)
"""The commands that are understood, also those that only a match has."""
