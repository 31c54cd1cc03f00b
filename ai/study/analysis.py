"""What a game shows in hindsight: every move judged by the exact values, and what decided it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import attrgetter

from ai.exact.tablebase import best_cells, move_values
from ai.exact.value import Exact, Value
from ai.messages import N_
from ai.rules.position import Mark, Position
from ai.rules.record import Record


class Label(StrEnum):
    """Move annotation, as in chess. The last three, and they alone, give value away."""

    FORCED = N_("forced")
    LOST_ANYWAY = N_("lost anyway")
    ONLY_MOVE = N_("only move")
    BEST = N_("best")
    GOOD = N_("good")
    SLOWER_WIN = N_("slower win")
    MISSED_WIN = N_("missed win")
    MISTAKE = N_("mistake")
    BLUNDER = N_("blunder")


@dataclass(frozen=True)
class JudgedMove:
    """The move on *cell* in *position*.

    Its properties look up the values there when they are first asked for.

    :raises UnreachablePosition: then, if no game leads to *position*.
    :raises TablebaseError: then, if its game has no tablebase.
    """

    position: Position
    cell: int

    @property
    def number(self) -> int:
        """The number of the move in its game, from 1: the marks that stand after it."""
        return self.position.ply + 1

    @cached_property
    def values(self) -> Mapping[int, Exact]:
        """The exact values of all moves in *position*, for its mover."""
        return move_values(self.position)

    @property
    def mark(self) -> Mark:
        """The mark that moved."""
        return self.position.to_move

    @property
    def exact(self) -> Exact:
        """The exact value of the move, for its mover."""
        return self.values[self.cell]

    @cached_property
    def best(self) -> Exact:
        """The exact value of the best move, and so of the position, for the mover."""
        return max(self.values.values(), key=attrgetter("rank"))

    @property
    def value_lost(self) -> int:
        """The value given away: 0, 1 from win to draw or draw to loss, 2 from win to loss."""
        return self.best.value - self.exact.value

    @property
    def sound_cells(self) -> tuple[int, ...]:
        """The cells that give no value away, in reading order."""
        return tuple(c for c, exact in self.values.items() if exact.value == self.best.value)

    @property
    def is_decision(self) -> bool:
        """Whether some move here gives value away."""
        return is_decision(self.position)

    @property
    def label(self) -> Label:
        """The annotation of the move. Without a choice, or where every move loses, no blame."""
        if self.value_lost == 2:
            return Label.BLUNDER
        if self.value_lost:
            return Label.MISSED_WIN if self.best.value is Value.WIN else Label.MISTAKE
        if len(self.values) == 1:
            return Label.FORCED
        if self.best.value is Value.LOSS:
            return Label.LOST_ANYWAY
        if len(self.sound_cells) == 1:
            return Label.ONLY_MOVE
        if self.cell in best_cells(self.position):
            return Label.BEST
        return Label.SLOWER_WIN if self.best.value is Value.WIN else Label.GOOD


def is_decision(position: Position) -> bool:
    """Whether the side to move could give value away: not all its moves are of one value.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    return len({exact.value for exact in move_values(position).values()}) > 1


@dataclass(frozen=True)
class Accuracy:
    """How many of *decisions*, moves at which value could be given away, were right."""

    right: int
    decisions: int

    @property
    def percent(self) -> int | None:
        """The share that was right, 0 to 100, a half rounded up; None without any decision."""
        if not self.decisions:
            return None
        return (200 * self.right + self.decisions) // (2 * self.decisions)


@dataclass(frozen=True)
class Review:
    """The moves of a game, judged one by one."""

    moves: tuple[JudgedMove, ...]

    def accuracy(self, mark: Mark) -> Accuracy:
        """How often *mark* kept what it had, where it could have given it away."""
        decisions = [move for move in self.moves if move.mark is mark and move.is_decision]
        return Accuracy(sum(not move.value_lost for move in decisions), len(decisions))

    @property
    def turning_point(self) -> int | None:
        """The index, from 0, of the last move that gave value away; from there on both sides kept
        the result. None if no move did.
        """
        lost = [index for index, move in enumerate(self.moves) if move.value_lost]
        return lost[-1] if lost else None

    def course(self) -> tuple[int, ...]:
        """The value for X at the start and after each move: 1 win, 0 draw, -1 loss.

        Empty for a game without moves.
        """
        if not self.moves:
            return ()
        start = self.moves[0]
        values = [(start.mark, start.best.value)]
        values += [(move.mark, move.exact.value) for move in self.moves]
        return tuple(int(value) if mark is Mark.X else -int(value) for mark, value in values)


def review(record: Record) -> Review:
    """The review of the moves of *record*. Nothing is looked up before it is asked for; errors are
    those of :class:`JudgedMove`.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.record import parse_record
    >>> found = review(parse_record(TIC_TAC_TOE, "a1b1b2"))
    >>> [(move.label.value, str(move.exact)) for move in found.moves]
    [('best', 'draw'), ('mistake', 'loss in 6'), ('best', 'win in 5')]
    >>> found.turning_point, found.course()
    (1, (0, 0, 1, 1))
    """
    return Review(
        tuple(
            JudgedMove(position, cell)
            for position, cell in zip(record.positions, record.moves, strict=False)
        )
    )
