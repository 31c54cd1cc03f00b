"""Larger games of one's own that wait to be solved, one at a time on a machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flask import Flask, abort, current_app, has_request_context
from werkzeug.exceptions import TooManyRequests

from ai.exact import tablebase
from ai.language import N_, _
from ai.rules import Game, game_for
from ai.solving.shelf import Shelf
from ai.solving.tickets import NO_ROOM, Ticket, Tickets, waiting
from webapp.serving import limits
from webapp.serving.errors import TryLater
from webapp.serving.logs import warn_once
from webapp.serving.variables import OFF

MOST_WAITING = 8
MOST_OF_ONE = 3  # of them, of one visitor: of several people at one address, such as a class

FULL = N_("Eight games wait to be solved already. Try again %(time)s; nothing is lost.")
AGAIN = N_("I can't solve games right now. Try again %(time)s; nothing is lost.")
NAMED_ALONE = N_("This site only has games with a name.")
SHARE = N_("Your network has its share of games in line already. Try again in a few seconds.")


@dataclass(frozen=True)
class Solved:
    """Its table is there."""


class Waiting(NamedTuple):
    """So many games are *before* it, and it takes about so many *seconds* until it is solved."""

    before: int
    seconds: int


class Solving(NamedTuple):
    """The positions of each layer *found* forwards so far, the empty board first, and how many of
    all *layers* are *valued*, backwards from the full board. Positions are classes of symmetric
    ones, whoever began.
    """

    found: tuple[int, ...]
    valued: int
    layers: int


class Failed(NamedTuple):
    """It could not be solved; *message*, to be translated, says why."""

    message: str


State: TypeAlias = Solved | Waiting | Solving | Failed


def state(game: Game) -> State | None:
    """How far *game* is; None if nobody asked. While any game waits, a dead solver starts again."""
    tickets = _tickets().read()
    ticket, keys = tickets.get(game.key), waiting(tickets)
    if tablebase.has_table(game):
        return Solved()
    try:
        if keys:
            _tickets().start(current_app.config["SOLVED_BYTES"])
    except OSError:
        if game.key in keys:
            return Failed(NO_ROOM)
    if not ticket or ticket.failed:
        return Failed(ticket.failed) if ticket else None
    if before := keys.index(game.key):
        return Waiting(before, sum(map(seconds, keys[: before + 1])))
    return Solving(ticket.found, ticket.valued, len(game.cells) + 1)


def require_on() -> None:
    """Refuse what leads to games of one's own where the site solves none."""
    if current_app.config["LIMIT_SOLVES"] == OFF:
        abort(403, _(NAMED_ALONE))


def ask(game: Game) -> None:
    """Let *game* be solved, or join those who wait for it.

    :raises Forbidden: if the site solves none.
    :raises TooManyRequests: if the visitor has asked for too many, or has as many waiting as may.
    :raises TryLater: if too many games wait, or the disk cannot be written.
    """
    if state(game) == Solved():
        return
    require_on()
    with _changed() as tickets:
        if game.key in (keys := waiting(tickets)):
            return
        tickets.pop(game.key, None)
        own = sum(tickets[key].visitor == _visitor() for key in keys)
        if own == MOST_OF_ONE or (own and len(keys) >= MOST_WAITING // 2):
            raise TooManyRequests(_(SHARE), retry_after=10)
        if len(keys) >= MOST_WAITING:
            raise TryLater(FULL, sum(map(seconds, keys)))
        limits.count("solves")
        limits.shares().charge(limits.visitor(), seconds(game.key))
        tickets[game.key] = Ticket(_visitor(), own)
    state(game)


def stop(game: Game) -> None:
    """Forget that this visitor has asked for *game*."""
    with _changed() as tickets:
        if game.key in tickets and tickets[game.key].visitor == _visitor():
            del tickets[game.key]


def seconds(key: str) -> int:
    """About how many seconds the game of that *key* takes to be solved."""
    game = game_for(key)
    return round(2 + 5 * 3.0 ** (len(game.cells) - 16) / len(game.symmetries))


def init_app(app: Flask) -> None:
    """Let requests find games of one's own on the shelf of the settings."""
    folder = Path(app.instance_path).parent / app.config["SOLVED_FOLDER"]
    app.extensions["shelf"] = Shelf(folder, app.config["SOLVED_BYTES"])
    app.extensions["tickets"] = Tickets(folder)
    tablebase.shelf = _table


def _table(game: Game) -> tablebase.Tablebase:
    """The table of *game*, which has no name, as this request's application has it: solved now if
    it is small, else on its shelf. Commands solve all now.

    :raises Unsolved: if it is not there, or the site solves none.
    """
    if not has_request_context():
        return tablebase.solved(game)
    if current_app.config["LIMIT_SOLVES"] == OFF:
        raise tablebase.Unsolved(game)
    shelf: tablebase.Shelf = current_app.extensions["shelf"]
    return tablebase.solved(game) if game.is_small else shelf(game)


def _tickets() -> Tickets:
    tickets: Tickets = current_app.extensions["tickets"]
    return tickets


@contextmanager
def _changed() -> Iterator[dict[str, Ticket]]:
    """All tickets, to be changed.

    :raises TryLater: if the disk cannot be written.
    """
    try:
        with _tickets().change() as tickets:
            yield tickets
    except OSError as error:
        warn_once(f"Games of one's own cannot be solved: {error}")
        raise TryLater(AGAIN, 60) from error


def _visitor() -> str:
    """A name of the visitor that nobody can tell without the key of the site."""
    key = f"{current_app.secret_key!r}".encode()[:64]
    return blake2b(limits.visitor().encode(), digest_size=8, key=key).hexdigest()
