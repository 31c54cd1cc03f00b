"""Games of one's own that wait to be solved, one at a time on a machine."""

from dataclasses import dataclass
from typing import TypeAlias

from ai.exact.tablebase import has_table
from ai.messages import N_
from ai.rules.games import Game
from webapp.serving.errors import TryLater

TOO_MUCH = N_("That was too much for me. Fewer ways, or a smaller board?")
AGAIN = N_("I can't solve games right now. Try again %(time)s; nothing is lost.")


@dataclass(frozen=True)
class Solved:
    """Its table is there."""


@dataclass(frozen=True)
class Waiting:
    """So many games are *before* it, and it takes about so many *seconds* until it is solved."""

    before: int
    seconds: int


@dataclass(frozen=True)
class Solving:
    """The positions of each layer *found* forwards so far, the empty board first, and how many of
    all *layers* are *valued*, backwards from the full board.
    """

    found: tuple[int, ...]
    valued: int
    layers: int


@dataclass(frozen=True)
class Failed:
    """It could not be solved; *message*, to be translated, says why."""

    message: str


State: TypeAlias = Solved | Waiting | Solving | Failed


def state(game: Game) -> State | None:
    """How far *game* is; None if nobody has asked for it."""
    return Solved() if has_table(game) else None


def ask(game: Game) -> None:
    """Let *game* be solved, or join those who wait for it.

    :raises TooManyRequests: if the visitor has asked for too many.
    :raises TryLater: if too many games wait, or the disk cannot be written.
    """
    if state(game) is None:
        raise TryLater(AGAIN, 60)


def stop(game: Game) -> None:
    """Forget that *game* was asked for."""
