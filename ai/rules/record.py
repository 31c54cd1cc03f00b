"""The record of a game: its start, its moves, and both as one text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from ai.messages import N_
from ai.rules.games import Game
from ai.rules.notation import game_text, parse_cell, parse_game
from ai.rules.position import (
    IllegalMove,
    Mark,
    Outcome,
    Position,
    UnreachablePosition,
    parse,
)


@dataclass(init=False, unsafe_hash=True)
class Record:
    """The position at the start of a game, and the moves from there. The *positions* from the start
    on need not be given.

    A *ply* is the number of marks on the board, with the marks of the start. *position* and *ply*
    are those after the last move.

    :raises IllegalMove: at the first illegal move; the message has its number and cell.
    """

    start: Final[Position]
    moves: Final[tuple[int, ...]]

    def __init__(
        self,
        start: Position,
        moves: tuple[int, ...] = (),
        positions: tuple[Position, ...] = (),
    ) -> None:
        self.start, self.moves = start, moves
        # A page asks for each of these many times. They are frozen to the type checker alone, as in
        # `ai/frozen.py`.
        self.positions: Final = positions or tuple(_played(start, moves))
        self.position: Final = self.positions[-1]
        self.game: Final[Game] = start.game
        self.ply: Final[int] = self.position.ply

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result of the game, None while it goes on."""
        return self.position.outcome

    @property
    def first(self) -> Mark:
        """The mark that made the first move of the game, with the marks of the start counted."""
        return self.mover_at(0)

    @property
    def plies(self) -> range:
        """Every ply of the record, from the start's to the last."""
        return range(self.ply - len(self.moves), self.ply + 1)

    @property
    def anew(self) -> Self:
        """The record without its moves: from its start, or from the empty board if the game was
        over there.
        """
        over = self.start.outcome is not None
        return type(self)(Position(self.game, to_move=self.first) if over else self.start)

    def position_at(self, ply: int) -> Position:
        """The position with *ply* marks on the board.

        :raises IndexError: if *ply* is not among :attr:`plies`.
        """
        return self.positions[self._index(ply, len(self.positions))]

    def move_at(self, ply: int) -> int:
        """The cell that was marked in the position at *ply*.

        :raises IndexError: if the record has no move there.
        """
        return self.moves[self._index(ply, len(self.moves))]

    def mover_at(self, ply: int) -> Mark:
        """The mark to move with *ply* marks on the board; *ply* may lie outside :attr:`plies`."""
        mark = self.position.to_move
        return mark.other if (self.ply - ply) % 2 else mark

    def up_to(self, ply: int) -> Self:
        """The record without the moves from *ply* on.

        :raises IndexError: if *ply* is not among :attr:`plies`.
        """
        made = self._index(ply, len(self.positions))
        return type(self)(self.start, self.moves[:made], self.positions[: made + 1])

    def play(self, cell: int | str) -> Self:
        """The record with one more move, a number from 0 or a name.

        :raises NotationError: if the board has no cell of that name.
        :raises IllegalMove: if the rules forbid it.
        """
        cell = parse_cell(self.game, cell) if isinstance(cell, str) else cell
        moves, positions = (*self.moves, cell), (*self.positions, self.position.play(cell))
        return type(self)(self.start, moves, positions)

    def is_prefix_of(self, other: Self) -> bool:
        """Whether *other* has the same start and begins with the same moves."""
        return self.start == other.start and self.moves == other.moves[: len(self.moves)]

    @property
    def text(self) -> str:
        """The diagram of the start, unless it is empty, and the moves: `XO.-.X.-O..b3a2`.

        Read by :func:`parse_record`, which needs :attr:`first` too.
        """
        diagram = self.start.rows if self.ply > len(self.moves) else ""
        return diagram + game_text(self.game, self.moves)

    def _index(self, ply: int, count: int) -> int:
        """The place of *ply* among so many from the start on."""
        index = ply - self.ply + len(self.moves)
        if not 0 <= index < count:
            raise IndexError(f"Ply {ply} is not among the {count} of {self}.")
        return index


def _played(position: Position, moves: Iterable[int]) -> Iterable[Position]:
    """*position*, and the position after each of the *moves*.

    :raises IllegalMove: at the first move that the rules forbid.
    """
    yield position
    for cell in moves:
        try:
            position = position.play(cell)
        except IllegalMove as error:
            name = dict(enumerate(position.game.cell_names)).get(cell)
            message = N_("Move %(number)s, %(cell)s, cannot be played. %(reason)s")
            message = message if name else N_("Move %(number)s cannot be played. %(reason)s")
            number = position.ply + 1
            raise type(error)(message, number=number, cell=name, reason=error) from error
        yield position


def parse_record(game: Game, text: str, first: str | None = None) -> Record:
    """The record in *text*: a diagram of the start, unless that is empty, and the moves.

    *first* is the mark that made the first move; by default X, or O if X cannot have begun.

    :raises NotationError: if *text* is not a diagram and moves of *game*.
    :raises UnreachablePosition: if no game leads to the start.
    :raises IllegalMove: at the first move that the rules forbid.
    """
    found = re.match("[XO.][^a-zA-NP-WYZ]*", text)
    diagram = found[0] if found else ""
    start = _parse_start(game, diagram, Mark(first) if first else None)
    return Record(start, parse_game(game, text[len(diagram) :]))


def record_text(game: Game, text: str) -> str:
    """*text* as addresses spell a record. Errors as in :func:`parse_record`.

    >>> from ai.rules import TIC_TAC_TOE
    >>> record_text(TIC_TAC_TOE, "XO. .X. O.. B3, A2")
    'XO.-.X.-O..b3a2'
    """
    spelled = re.fullmatch("[XO.-]*[a-z0-9]*", text)
    return text if spelled else parse_record(game, text).text


def _parse_start(game: Game, diagram: str, first: Mark | None) -> Position:
    """The position in *diagram*, the empty board for an empty text. Errors as in :func:`parse`."""
    if not diagram:
        return Position(game, to_move=first or Mark.X)
    even = sum(mark in "XO" for mark in diagram) % 2 == 0
    if first:
        return parse(game, diagram, first if even else first.other)
    try:
        return parse(game, diagram)
    except UnreachablePosition:
        if not even:
            raise
        return parse(game, diagram, Mark.O)
