"""Commands in words: a cell to play, a key to press, or a question about the game."""

import re
from collections.abc import Callable, Iterable
from itertools import chain

from ai.language import N_, _, listed, refused
from ai.messages import Refusal
from ai.rules import Mark, Position, Record
from ai.rules.notation import parse_cell
from ai.typed import command as read_command
from webapp.game.match import Match
from webapp.game.match_page import why_asked
from webapp.game.session import Session, new_seed
from webapp.game.set_up import SetUp
from webapp.game.words import threat

HELP = N_("Type %(commands)s.")


def is_cell(command: str) -> bool:
    """Whether *command* is written like the name of a cell."""
    return re.fullmatch("[a-z][0-9]", command) is not None


def last_moves(record: Record) -> str:
    """The last two moves of *record* in a sentence."""
    plies = record.plies[:-1][-2:]
    if not plies:
        return _("No move was played yet.")
    return _("Last: %(moves)s.", moves=_moves_listed(record, plies))


def _moves_listed(record: Record, plies: range) -> str:
    """The moves at *plies*, at least one: `X b2 and O a1`."""
    return listed(
        f"{record.mover_at(ply)} {record.game.cell_names[record.move_at(ply)]}" for ply in plies
    )


def unknown(words: Iterable[str]) -> Refusal:
    """The refusal of a text that is none of these *words*; its message answers `help` too."""
    return Refusal(HELP, commands=listed(words, "or"))


# A match.


def carry_out(command: str, session: Session) -> Session:
    """The session after *command*: a cell, one of :data:`ACTIONS`, or the key of a game or an
    opponent without hyphens. Errors as of the same button.

    :raises NotationError: if the board has no such cell.
    :raises Refusal: if it is none of them.
    """
    if action := ACTIONS.get(command):
        return action(session)
    record = session.match.record
    if is_cell(command):
        return session.play(parse_cell(record.game, command))
    for key, choice in SetUp(record.game, session.match.players, record.first).named.items():
        if read_command(key) == command:
            start = Position(choice.game, to_move=choice.first)
            return session.start(Match(Record(start), choice.players, new_seed()))
    raise unknown(WORDS)


def answer(command: str, session: Session) -> str:
    """The answer to *command*, one of :data:`QUESTIONS`.

    :raises Refusal: if it is none of them.
    """
    if question := QUESTIONS.get(command):
        return question(session.match)
    raise unknown(WORDS)


def taken_back(before: Match, after: Match) -> str:
    """The moves of *before* that *after* lacks."""
    plies = range(after.record.ply, before.record.ply)
    return _("Took back %(moves)s.", moves=_moves_listed(before.record, plies))


def _again(session: Session) -> Session:
    """A new match like the present one."""
    match = session.match
    return session.start(Match(match.record.anew, match.players, new_seed()))


def _why(match: Match) -> str:
    """The reason for the computer's last move, in brief."""
    explanation = why_asked(match, None).explanation
    return explanation.short if explanation else _("The computer has not moved yet.")


def _threats(match: Match) -> str:
    """The cells on which each side could win at once."""
    position = match.position
    if position.outcome:
        return _("The game is over.")
    found = chain.from_iterable(threat(position, mark) for mark in Mark)
    return " ".join(found) or _("Nobody threatens to win.")


ACTIONS: dict[str, Callable[[Session], Session]] = {
    "hint": Session.ask_hint,
    "undo": Session.undo,
    "values": lambda session: session.switch_values(not session.values),
    "again": _again,
    "new": _again,
}

QUESTIONS: dict[str, Callable[[Match], str]] = {
    "why": _why,
    "last": lambda match: last_moves(match.record),
    "threats": _threats,
    "help": lambda _match: refused(unknown(WORDS)),
}

WORDS: tuple[str, ...] = ("b2", "square", "hard", *ACTIONS, *QUESTIONS)
"""A cell, a game and an opponent, for examples, and all words."""
