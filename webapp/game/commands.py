"""Commands in words: a cell to play, a key to press, or a question about the game.

They are read in English and in the language of the page.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain

from ai.language import N_, _, by_language, listed, refused
from ai.messages import NP_, Refusal
from ai.opponents import OPPONENTS
from ai.rules import SQUARE, Mark, Position, Record
from ai.rules.notation import parse_cell
from ai.typed import command as read_command
from ai.typed import spelled
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


@by_language(cache)
def announced() -> dict[str, str]:
    """The commands after which a page announces what it said before, by their words in its
    language; none if these are English.
    """
    repeating = [word for word in ACTIONS if word in {"again", "hint", "new"}]
    return {spelled(word): str(word) for word in repeating if word != spelled(word)}


def unknown(words: Iterable[str]) -> Refusal:
    """The refusal of a text that is none of these *words*; its message answers `help` too."""
    return Refusal(HELP, commands=listed(map(spelled, words), "or"))


# A match.


def carry_out(command: str, session: Session) -> Session:
    """The session after *command*: a cell, one of :data:`ACTIONS`, or the key or the name of a game
    or an opponent, without hyphens. Errors as of the same button.

    :raises NotationError: if the board has no such cell.
    :raises Refusal: if it is none of them.
    """
    if action := ACTIONS.get(command):
        return action(session)
    record = session.match.record
    if is_cell(command):
        return session.play(parse_cell(record.game, command))
    for key, choice in SetUp(record.game, session.match.players, record.first).named.items():
        name = OPPONENTS[key].name if key in OPPONENTS else choice.game.name
        if command in {read_command(key), read_command(_(name))}:
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
    NP_("command", "hint"): Session.ask_hint,
    NP_("command", "undo"): Session.undo,
    NP_("command", "values"): lambda session: session.switch_values(not session.values),
    NP_("command", "again"): _again,
    NP_("command", "new"): _again,
}

QUESTIONS: dict[str, Callable[[Match], str]] = {
    NP_("command", "why"): _why,
    NP_("command", "last"): lambda match: last_moves(match.record),
    NP_("command", "threats"): _threats,
    NP_("command", "help"): lambda _match: refused(unknown(WORDS)),
}

COMMANDS: tuple[str, ...] = (*ACTIONS, *QUESTIONS)

WORDS: tuple[str, ...] = ("b2", SQUARE.name, OPPONENTS["hard"].name, *COMMANDS)
"""A cell, a game and an opponent, for examples, and all commands."""
