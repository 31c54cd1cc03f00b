"""The ideas by which moves win by force, and what beats each reply that loses."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from ai.messages import N_
from ai.opponents.unbeatable import principal_variation
from ai.position import Position
from ai.tablebase import move_values
from ai.threats import threats
from ai.traps import best_cell
from ai.value import Value
from ai.wins_by_threats import Win, win_by_threats, win_length


class WinningIdea(StrEnum):
    """How a move wins by force: it completes a line; it forks; it begins a win by threats; it
    threatens, though not up to the end; it is quiet.
    """

    LINE = N_("line")
    FORK = N_("fork")
    THREATS = N_("threats")
    THREAT = N_("threat")
    QUIET = N_("quiet")


def winning_idea(position: Position, cell: int) -> WinningIdea:
    """The idea of the move on *cell*, which wins by force.

    :raises ValueError: if the game is over.
    """
    if win := fastest_by_threats(position, cell):
        first, *_rest = win
        if first.completes:
            return WinningIdea.LINE
        return WinningIdea.FORK if first.forks else WinningIdea.THREATS
    left = position.play(cell)
    made = threats(left.game, left.opponent, left.mover)
    return WinningIdea.THREAT if made else WinningIdea.QUIET


# A page tells them in words, on the board and in a list; so it does those that lose.
@lru_cache(maxsize=256)
def winning_ideas(position: Position) -> Mapping[int, WinningIdea]:
    """The moves that win by force in *position*, each with its idea; none once it is over.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    values = move_values(position)
    winning = (cell for cell, exact in values.items() if exact.value is Value.WIN)
    return MappingProxyType({cell: winning_idea(position, cell) for cell in winning})


@dataclass(frozen=True, slots=True)
class LosingMove:
    """The move on *cell*, which loses within *plies*, itself counted, and the *answer* that beats
    it, by its *idea*, as :func:`winning_answer` finds it.
    """

    position: Position
    cell: int
    plies: int
    answer: int
    idea: WinningIdea

    @property
    def continuation(self) -> tuple[int, ...]:
        """The moves from *position* to the end: the move, the answer, and what follows."""
        return (self.cell, *winning_variation(self.position.play(self.cell), self.answer))


@lru_cache(maxsize=4096)
def losing_move(position: Position, cell: int) -> LosingMove:
    """What beats the move on *cell*, which loses.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    left = position.play(cell)
    answer, plies = winning_answer(left), move_values(position)[cell].distance
    assert plies is not None
    return LosingMove(position, cell, plies, answer, winning_idea(left, answer))


def losing_moves(position: Position) -> tuple[LosingMove, ...]:
    """The moves that lose in *position*, in reading order; none once it is over.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    values = move_values(position)
    losing = (cell for cell, exact in values.items() if exact.value is Value.LOSS)
    return tuple(losing_move(position, cell) for cell in losing)


def winning_answer(position: Position) -> int:
    """Of the fastest wins of *position* the first that is a win by threats, else the first."""
    values = move_values(position)
    best = best_cell(position)
    fastest = (cell for cell, exact in values.items() if exact == values[best])
    return next((cell for cell in fastest if fastest_by_threats(position, cell)), best)


def winning_variation(position: Position, cell: int) -> tuple[int, ...]:
    """The moves from *position* to the end, the first of them on *cell*, which wins by force: the
    win by threats that it begins, if none is faster, else perfect play.
    """
    if win := fastest_by_threats(position, cell):
        return tuple(_moves(win))
    return (cell, *principal_variation(position.play(cell)))


def fastest_by_threats(position: Position, cell: int) -> Win:
    """The win by threats that begins on *cell*, which wins by force, if it is as fast as perfect
    play; else empty.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    win = win_by_threats(position, cell)
    return win if win_length(win) == move_values(position)[cell].distance else ()


def _moves(win: Win) -> list[int]:
    """The moves of both sides in *win*, up to the completed one."""
    moves = []
    for step in win:
        moves += [step.cell, *step.answers[:1]]
    return moves if win[-1].completes else [*moves, win[-1].answers[1]]
