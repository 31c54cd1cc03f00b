"""A replay: the record of a game with a cursor, a variation, and switches for the page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from flask import url_for

from ai.facts.story import FEWEST
from ai.opponents import HUMAN
from ai.rules import Game, Position, Record, game_text, remembering
from ai.study.moves_from_here import BEST_FIRST
from webapp.board import parts
from webapp.board.players import Players
from webapp.serving.params import request_here

SWITCHES = ("values", "ideas", "programs")
"""Switches for parts of the page; the query of the address names those that are on."""

TABLE = "table"
"""One more switch: the table of moves in place of the game, on a page of its own."""

STORY = "story"
"""One more: the finished game as the story of the one person who played it, by whom it is read."""

TWO_PEOPLE = Players()
FIGURES = range(1, 10)  # numbers of figures in addresses


@dataclass(frozen=True, slots=True)
class Variation:
    """At least one move that could have followed a game at *ply*. The first differs from the
    game's move there, so nobody played them.
    """

    ply: int
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Replay:
    """The *record* of a game between *players*, or a *variation* of it, with a cursor at *ply*.

    *on* holds the :data:`SWITCHES` that are on, :data:`TABLE` and :data:`STORY`. *figure* is the
    number of the program's diagram over the board, or 0 for none. *sort* is the order of the table
    of moves, one of :func:`ai.study.moves_from_here.orders`, after a minus the other way round.
    """

    record: Record
    players: Players
    ply: int
    variation: Variation | None = None
    on: frozenset[str] = frozenset()
    figure: int = 0
    sort: str = BEST_FIRST

    @classmethod
    def of(cls, record: Record, players: Players = TWO_PEOPLE) -> Self:
        """The replay of a game, at its end."""
        return cls(record, players, record.ply)

    @property
    def game(self) -> Game:
        """The game."""
        return self.record.start.game

    @cached_property
    def moves_shown(self) -> tuple[int, ...]:
        """The moves that the cursor steps through: the game's, or up to the variation and its."""
        if not self.variation:
            return self.record.moves
        left = self.variation.ply - self.record.start.ply
        return self.record.moves[:left] + self.variation.moves

    @cached_property
    def record_shown(self) -> Record:
        """The record of :attr:`moves_shown`.

        :raises IllegalMove: if the rules forbid the variation.
        """
        return Record(self.record.start, self.moves_shown) if self.variation else self.record

    @property
    def last_ply(self) -> int:
        """The last ply that the cursor steps to."""
        return self.record.start.ply + len(self.moves_shown)

    @property
    def made(self) -> int:
        """The number of moves to the cursor."""
        return self.ply - self.record.start.ply

    @property
    def so_far(self) -> Record:
        """The record of the moves to the cursor."""
        return self.record_shown.up_to(self.ply)

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self.record_shown.positions[self.made]

    @property
    def last_move(self) -> int | None:
        """The cell of the last move before the cursor; None at the start."""
        return self.moves_shown[self.made - 1] if self.made else None

    @property
    def was_played(self) -> bool:
        """Whether all moves to the cursor belong to the game, not to the variation."""
        return not self.variation or self.ply <= self.variation.ply

    @property
    def has_story(self) -> bool:
        """Whether it is at a move of a person's finished game against a computer. A few moves make
        no story.
        """
        record, told = self.record, self.made > 0 and not self.variation
        is_whole = record.outcome is not None and len(record.moves) >= FEWEST
        return told and is_whole and self.players.lone is not None

    # Changes. Each returns another replay.

    def at(self, ply: int) -> Self:
        """The cursor moved to *ply*, or to the nearer end."""
        return replace(self, ply=min(max(ply, self.record.start.ply), self.last_ply))

    def in_game(self, ply: int) -> Self:
        """The game at *ply*, without the variation."""
        return replace(self, ply=ply, variation=None)

    def continued(self, moves: Iterable[int], made: int = 1) -> Self:
        """Continued by *moves* from the cursor, which advances by *made* of them. It does not check
        them: :attr:`record_shown` does.

        Moves that differ from the game or variation make a new variation.
        """
        shown, ply = self.moves_shown, self.ply + made
        continued = (*shown[: self.made], *moves)
        if continued == shown[: len(continued)]:
            return replace(self, ply=ply)
        shared = 0
        for played, tried in zip(self.record.moves, continued, strict=False):
            if played != tried:
                break
            shared += 1
        varied = Variation(self.record.start.ply + shared, continued[shared:])
        return replace(self, ply=ply, variation=varied if varied.moves else None)

    def switched(self, name: str) -> Self:
        """With a switch the other way."""
        return replace(self, on=self.on ^ {name})

    # Its address.

    @cached_property
    def query(self) -> Mapping[str, str]:
        """The query of its address; the path holds the game and the text of the record."""
        query = {"first": self.record.first.lower()}
        if self.players != TWO_PEOPLE:
            query |= {"x": self.players.x, "o": self.players.o}
        if self.variation:
            moves = game_text(self.game, self.variation.moves)
            query |= {"from": str(self.variation.ply), "variation": moves}
        query["ply"] = str(self.ply)
        query |= {name: "on" for name in (*SWITCHES, STORY) if name in self.on}
        if self.figure:
            query["figure"] = str(self.figure)
        if self.sort != BEST_FIRST:
            query["sort"] = self.sort
        return query

    def __str__(self) -> str:
        """A unique text, for cache keys."""
        table = f"&{TABLE}=on" if TABLE in self.on else ""
        return f"{self.game.key}/{self.record.text}?{_joined(self.query)}{table}"


def replay_url(
    replay: Replay, anchor: str | None = None, *, ply: int | None = None, absolute: bool = False
) -> str:
    """The address of *replay*, or of its position at *ply*, at *anchor*; with scheme and host if
    *absolute*.
    """
    path = _path(request_here().script_root, replay.record, has_table=TABLE in replay.on)
    query = replay.query if ply is None else {**replay.query, "ply": f"{ply}"}
    address = f"{path}?{_joined(query)}"
    if anchor:
        address += f"#{anchor}"
    return parts.absolute(address) if absolute else address


def game_url(record: Record) -> str:
    """The canonical address of all replays of *record*, absolute: only the game and its moves."""
    path = _path(request_here().script_root, record)
    return parts.absolute(f"{path}?first={record.first.lower()}")


def preview_url(replay: Replay) -> str:
    """The absolute address of the picture of *replay*'s position."""
    path = parts.absolute(parts.address("replay.preview", game_key=replay.game.key))
    return f"{path}?{_joined(replay.query)}&moves={replay.record.text}"


def shared_url(replay: Replay, endpoint: str = "replay.shared") -> str:
    """The absolute address of the page that shows the whole game to friends, or of another
    *endpoint*. It lacks fields that have their default.
    """
    record, players = replay.record, replay.players
    fields = {"first": record.first.lower(), "x": players.x, "o": players.o}
    query = {it: key for it, key in fields.items() if (it, key) != ("first", "x") and key != HUMAN}
    path = parts.address(endpoint, game_key=record.game.key, text=record.text, **query)
    return parts.absolute(path)


# A page links to many replays of one record. Flask would take as long for their addresses as for
# the rest of the page.
@remembering(1024)
def _path(root: str, record: Record, *, has_table: bool = False) -> str:
    """The path of *record* in an application mounted at *root*, or of the table of its moves."""
    del root
    endpoint = "replay.moves" if has_table else "replay.show"
    return url_for(endpoint, game_key=record.game.key, text=record.text)


def _joined(query: Mapping[str, str]) -> str:
    """*query* as part of an address. Keys, moves and numbers need no escapes."""
    return "&".join(map("=".join, query.items()))
