"""A replay: the record of a game with a cursor, and what is shown beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Self

from flask import request, url_for

from ai.games import Game
from ai.moves_from_here import BEST_FIRST
from ai.notation import game_text
from ai.position import Position
from ai.record import Record
from webapp import parts
from webapp.players import Players

# What a replay may show beside the moves, and what it shows unless its address says otherwise.
SWITCHES = ("values", "reasons", "ideas", "programs", "table")
USUALLY_ON = frozenset({"reasons"})
FIGURES = range(1, 10)  # that an address may name


@dataclass(frozen=True, slots=True)
class Variation:
    """*moves*, at least one, that could have followed in a game when *ply* marks stood there: the
    first of them is not the game's, so nobody played any.
    """

    ply: int
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Replay:
    """The *record* of a game between *players*, and a *variation* of it where that is stepped
    through, at the ply *ply*; *on* holds the :data:`SWITCHES` that are on. *figure* is the number
    of the drawing of what a program used, where one lies over the board; else 0. *sort* is one of
    the orders of :func:`ai.moves_from_here.orders`, that of the table of moves where it is on.
    """

    record: Record
    players: Players
    ply: int
    variation: Variation | None = None
    on: frozenset[str] = USUALLY_ON
    figure: int = 0
    sort: str = BEST_FIRST

    @classmethod
    def of(cls, record: Record, players: Players) -> Self:
        """The replay of a game, at its end."""
        return cls(record, players, record.ply)

    @property
    def game(self) -> Game:
        """The game."""
        return self.record.game

    @cached_property
    def followed(self) -> Record:
        """The moves that one steps through: the game's, or those to the end of the variation."""
        if not self.variation:
            return self.record
        followed = self.record.up_to(self.variation.ply)
        for cell in self.variation.moves:
            followed = followed.play(cell)
        return followed

    @property
    def so_far(self) -> Record:
        """The moves to the cursor."""
        return self.followed.up_to(self.ply)

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self.followed.position_at(self.ply)

    @property
    def last_move(self) -> int | None:
        """The cell of the last move before the cursor; None where the start stands."""
        return self.followed.move_at(self.ply - 1) if self.ply > self.record.start.ply else None

    @property
    def was_played(self) -> bool:
        """Whether the players made the moves to the cursor, and not some variation."""
        return not self.variation or self.ply <= self.variation.ply

    # Other replays: each differs by what its name says, and keeps the rest.

    def at(self, ply: int) -> Self:
        """The same at another ply, not past either end."""
        return replace(self, ply=min(max(ply, self.followed.start.ply), self.followed.ply))

    def in_game(self, ply: int) -> Self:
        """The game itself at *ply*, out of any variation."""
        return replace(self, ply=ply, variation=None)

    def continued(self, moves: Iterable[int], made: int = 1) -> Self:
        """With *moves* after the cursor, the first *made* of which are made.

        What is stepped through stays the same if it goes on by these moves; else they are, from
        where they leave the game, a variation.

        :raises IllegalMove: if the rules forbid the moves.
        """
        continued = Record(self.record.start, (*self.so_far.moves, *moves))
        ply = self.ply + made
        if continued.is_prefix_of(self.followed):
            return replace(self, ply=ply)
        return replace(self, ply=ply, variation=_variation(self.record, continued))

    def switched(self, name: str) -> Self:
        """With one of the :data:`SWITCHES` the other way."""
        return replace(self, on=self.on ^ {name})

    def with_figure(self, figure: int) -> Self:
        """With that *figure* over the board, or with 0 none."""
        return replace(self, figure=figure)

    def sorted_by(self, sort: str) -> Self:
        """With the table of moves in the order *sort*."""
        return replace(self, sort=sort)

    # Its address.

    @property
    def query(self) -> dict[str, str]:
        """The parameters of its address, beside the game and the text of its record."""
        query = {"first": self.record.first.lower()}
        if self.players != Players():
            query |= {"x": self.players.x, "o": self.players.o}
        if self.variation:
            moves = game_text(self.game, self.variation.moves)
            query |= {"from": str(self.variation.ply), "variation": moves}
        query["ply"] = str(self.ply)
        for name in SWITCHES:
            if name in self.on ^ USUALLY_ON:
                query[name] = "on" if name in self.on else "off"
        if self.figure:
            query["figure"] = str(self.figure)
        if self.sort != BEST_FIRST:
            query["sort"] = self.sort
        return query


def _variation(record: Record, continued: Record) -> Variation | None:
    """What *continued*, of the same start, has of its own after the moves that it shares with
    *record*; None if that is nothing.
    """
    pairs = zip(record.moves, continued.moves, strict=False)
    shared = next(
        (index for index, (played, other) in enumerate(pairs) if played != other),
        min(len(record.moves), len(continued.moves)),
    )
    moves = continued.moves[shared:]
    return Variation(record.start.ply + shared, moves) if moves else None


def replay_url(replay: Replay, anchor: str | None = None, *, absolute: bool = False) -> str:
    """The address of *replay*, at *anchor*; *absolute* with scheme and host."""
    address = f"{_path(request.script_root, replay.record)}?{_joined(replay.query)}"
    if anchor:
        address += f"#{anchor}"
    return parts.absolute(address) if absolute else address


def game_url(record: Record) -> str:
    """The absolute address that stands for all of *record*'s replays: no players, no cursor, no
    variation, and as much shown as usual.
    """
    path = _path(request.script_root, record)
    return parts.absolute(f"{path}?{_joined({'first': record.first.lower()})}")


def preview_url(replay: Replay) -> str:
    """The absolute address of the picture of *replay*'s position."""
    address = url_for("replay.preview", game_key=replay.game.key, _external=True)
    return f"{address}?{_joined(replay.query | {'moves': replay.record.text})}"


# A page links to many replays of one record: to have Flask build each address would take as long as
# to draw all the rest.
@lru_cache(maxsize=1024)
def _path(root: str, record: Record) -> str:
    """The path of *record* in an application mounted at *root*."""
    del root
    return url_for("replay.show", game_key=record.game.key, text=record.text)


def _joined(query: Mapping[str, str]) -> str:
    """*query* as an address has it: keys, moves and numbers have nothing that must be escaped."""
    return "&".join([f"{name}={value}" for name, value in query.items()])
