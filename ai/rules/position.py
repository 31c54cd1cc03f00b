"""Positions: the marks on a board, the side to move, and the rules."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from ai.messages import N_, Refusal
from ai.rules.games import Game, WinningSet, mask, remembering
from ai.rules.notation import NotationError, parse_cell


class PositionError(Refusal):
    """The rules do not allow this."""


class IllegalMove(PositionError):
    """The cell cannot be marked: it is taken or off the board, or the game is over."""


class NoSuchCell(IllegalMove):
    """The cell is off the board."""


class UnreachablePosition(PositionError):
    """No game reaches this position."""


class Mark(StrEnum):
    """X or O."""

    X = "X"
    O = "O"  # noqa: E741 - the mark's name

    __hash__ = str.__hash__  # enumerations hash by a call of Python

    @property
    def other(self) -> "Mark":
        """The opposing mark."""
        return Mark.O if self is Mark.X else Mark.X


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the winner, None for a draw, and every winning set completed."""

    winner: Mark | None
    winning_sets: frozenset[WinningSet] = frozenset()


DRAWN = Outcome(None)


# Each part of the page of a finished game asks for it.
@remembering(256)
def _won(game: Game, mark: Mark, cells: int) -> Outcome:
    return Outcome(mark, game.completed(cells))


# How a mark is drawn in a cell of 20 by 20, whose corner is the origin.
DRAWN_AS = {
    Mark.X: '<path d="M5 5l10 10m0-10l-10 10" stroke="#b3261e"/>',
    Mark.O: '<circle cx="10" cy="10" r="5.5" stroke="#1f5fbf"/>',
}


class _PositionFields(NamedTuple):
    """The fields of a position, which is a tuple: Python compares and hashes it without a call. No
    caller may use it as one, nor `_replace` a field, which would not be checked.
    """

    game: Game
    x: int
    o: int
    to_move: Mark


class Position(_PositionFields):
    """A board and the side to move, a mark or its text; a move returns a new position.

    *x* and *o* are the masks of the cells that hold each mark.

    :raises ValueError: if *to_move* is no mark.
    """

    __slots__ = ()

    def __new__(cls, game: Game, x: int = 0, o: int = 0, to_move: str = Mark.X) -> Self:
        mark = to_move if type(to_move) is Mark else Mark(to_move)
        return tuple.__new__(cls, (game, x, o, mark))

    @classmethod
    def from_masks(cls, game: Game, mover: int, opponent: int, to_move: str) -> "Position":
        """The position in which *to_move* is to move and holds the mask *mover*."""
        x, o = (mover, opponent) if to_move == Mark.X else (opponent, mover)
        return cls(game, x, o, to_move)

    @property
    def mover(self) -> int:
        """The mask of the side to move."""
        return self.x if self.to_move is Mark.X else self.o

    @property
    def opponent(self) -> int:
        """The mask of the side that moved last."""
        return self.o if self.to_move is Mark.X else self.x

    @property
    def empty_cells(self) -> tuple[int, ...]:
        """The cells without a mark, in reading order."""
        taken = self.x | self.o
        return tuple([cell for cell in self.game.cells if not taken >> cell & 1])

    @property
    def ply(self) -> int:
        """The number of marks on the board."""
        return (self.x | self.o).bit_count()

    @property
    def marks(self) -> list[Mark | None]:
        """The mark on each cell, or None."""
        x, o = self.x, self.o
        cells = self.game.cells
        return [Mark.X if x >> it & 1 else Mark.O if o >> it & 1 else None for it in cells]

    def mark_at(self, cell: int) -> Mark | None:
        """The mark on *cell*, or None."""
        if self.x >> cell & 1:
            return Mark.X
        return Mark.O if self.o >> cell & 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, None while it goes on."""
        is_won = self.game.is_won
        if is_won[self.x]:
            return _won(self.game, Mark.X, self.x)
        if is_won[self.o]:
            return _won(self.game, Mark.O, self.o)
        return DRAWN if self.x | self.o == self.game.full else None

    @property
    def canonical(self) -> tuple[int, int]:
        """The masks of the side to move and of the other, the same for all symmetric positions."""
        return self.game.symmetries.canonical(self.mover, self.opponent)

    def play(self, cell: int | str) -> "Position":
        """The position after the side to move marks *cell*, a number from 0 or a name.

        :raises NotationError: if the board has no cell of that name.
        :raises NoSuchCell: if the cell is off the board.
        :raises IllegalMove: if it is taken or the game is over.

        >>> from ai.rules import TIC_TAC_TOE
        >>> print(Position(TIC_TAC_TOE).play(4).play("a1"))
        O.. .X. ...
        """
        if isinstance(cell, str):
            cell = parse_cell(self.game, cell)
        if cell not in self.game.cells:
            raise NoSuchCell(
                N_("There's no cell %(cell)s, only 0 to %(last)s."),
                cell=cell,
                last=self.game.cells[-1],
            )
        if self.outcome:
            raise IllegalMove(N_("The game is over."))
        if (self.x | self.o) >> cell & 1:
            raise IllegalMove(N_("That cell is taken."))
        if self.to_move is Mark.X:
            return Position(self.game, self.x | 1 << cell, self.o, Mark.O)
        return Position(self.game, self.x, self.o | 1 << cell, Mark.X)

    def __str__(self) -> str:
        """The rows, `X`, `O` and `.` for empty, with spaces between; :func:`parse` reads it."""
        marks = "".join([mark or "." for mark in self.marks])
        width = self.game.columns
        return " ".join(marks[start : start + width] for start in range(0, len(marks), width))

    @property
    def rows(self) -> str:
        """As text in an address: the rows with hyphens between; :func:`parse` reads it."""
        return str(self).replace(" ", "-")

    def __repr__(self) -> str:
        """The game, the rows and the side to move: `<tic-tac-toe XO.-.X.-O.., X to move>`."""
        return f"<{self.game.key} {self.rows}, {self.to_move} to move>"

    def _repr_svg_(self) -> str:
        """The board as notebooks draw it."""
        marks, game = self.marks, self.game
        drawn = [
            f'<g transform="translate({20 * column} {20 * row})">{DRAWN_AS[mark]}</g>'
            for mark, (row, column) in zip(marks, map(game.row_and_column, game.cells), strict=True)
            if mark
        ]
        width, height = 20 * game.columns, 20 * game.rows
        down = "".join(f"M{at} 1V{height - 1}" for at in range(20, width, 20))
        across = "".join(f"M1 {at}H{width - 1}" for at in range(20, height, 20))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" fill="none"'
            f' width="{2 * width}" role="img" aria-label="{self}" stroke-width="2">'
            f'<path d="{down}{across}" stroke="#888" stroke-width="1"/>{"".join(drawn)}</svg>'
        )


def parse(game: Game, text: str, to_move: str | None = None) -> Position:
    """The position in *text*: `X`, `O` and `.` row by row; white space is ignored, and hyphens
    may stand between rows.

    *to_move* defaults to O if X has one mark more, else to X.

    :raises NotationError: if a row between hyphens is not as long as a row of the board.
    :raises UnreachablePosition: if *text* is no board of *game*, or no game leads to it.

    >>> from ai.rules import TIC_TAC_TOE
    >>> position = parse(TIC_TAC_TOE, "XX.-OO.-...")
    >>> position.to_move.value, position.empty_cells
    ('X', (2, 5, 6, 7, 8))
    """
    rows = ["".join(row.split()) for row in text.split("-")]
    marks = "".join(rows)
    if len(marks) != len(game.cells) or set(marks) - set("XO."):
        raise UnreachablePosition(
            N_("The board is %(cells)s of X, O and full stop, not “%(text)s”."),
            cells=len(game.cells),
            text=text,
        )
    if len(rows) > 1 and {len(row) for row in rows} != {game.columns}:
        raise NotationError(
            N_("The rows of the board are %(size)s cells long, not as in “%(diagram)s”."),
            size=game.columns,
            diagram=text,
        )
    x, o = (mask(c for c, m in enumerate(marks) if m == wanted) for wanted in "XO")
    due = to_move or (Mark.O if x.bit_count() == o.bit_count() + 1 else Mark.X)
    position = Position(game, x, o, due)
    require_reachable(position)
    return position


def require_reachable(position: Position) -> None:
    """Check that some game leads to *position*, begun by X or by O.

    :raises UnreachablePosition: if no game does.
    """
    mover, opponent = position.mover, position.opponent
    if mover & opponent or (mover | opponent) & ~position.game.full:
        raise UnreachablePosition(
            N_("Both marks share a cell, or one is off the board: %(position)s"), position=position
        )
    ahead = opponent.bit_count() - mover.bit_count()
    counts = {"x": position.x.bit_count(), "o": position.o.bit_count()}
    if abs(ahead) > 1:
        raise UnreachablePosition(
            N_("These marks can't occur in a game: X has %(x)s, O has %(o)s."), **counts
        )
    if ahead < 0:
        raise UnreachablePosition(
            N_("These marks can't occur if %(mark)s moved first: X has %(x)s, O has %(o)s."),
            mark=position.to_move.other,
            **counts,
        )
    game, is_won = position.game, position.game.is_won
    if is_won[mover] or (
        is_won[opponent] and not frozenset.intersection(*game.completed(opponent))
    ):
        raise UnreachablePosition(
            N_("Can't occur: the game was over before. %(position)s"), position=position
        )
