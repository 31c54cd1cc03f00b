"""The ideas of winning moves, and the answers that beat losing moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from ai.exact.tablebase import best_cells, move_values
from ai.exact.value import Value
from ai.messages import N_
from ai.opponents.unbeatable import principal_variation
from ai.rules.position import Position
from ai.rules.threats import threats
from ai.study.wins_by_threats import Win, win_by_threats, win_length


class WinningIdea(StrEnum):
    """How a move wins by force: it completes a line, forks, begins a win by threats, gains time by
    a threat, blocks without a threat, or is quiet. The first that applies.
    """

    LINE = N_("line")
    FORK = N_("fork")
    THREATS = N_("threats")
    THREAT = N_("threat")
    BLOCK = N_("block")
    QUIET = N_("quiet")


def winning_idea(position: Position, cell: int) -> WinningIdea:
    """The idea of the winning move on *cell*.

    :raises ValueError: if the game is over.
    """
    if win := fastest_by_threats(position, cell):
        first, *_rest = win
        if first.completes:
            return WinningIdea.LINE
        return WinningIdea.FORK if first.forks else WinningIdea.THREATS
    left = position.play(cell)
    if threats(left.game, left.opponent, left.mover):
        return WinningIdea.THREAT
    blocks = position.game.is_won[position.opponent | 1 << cell]
    return WinningIdea.BLOCK if blocks else WinningIdea.QUIET


# A page shows the ideas in words, on the board and in a list, and those of losing moves too.
@lru_cache(maxsize=256)
def winning_ideas(position: Position) -> Mapping[int, WinningIdea]:
    """The winning moves of *position*, each with its idea; none once the game is over.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    values = move_values(position)
    winning = (cell for cell, exact in values.items() if exact.value is Value.WIN)
    return MappingProxyType({cell: winning_idea(position, cell) for cell in winning})


@dataclass(frozen=True, slots=True)
class LosingMove:
    """The losing move on *cell*, the *plies* from it to the end (it counts as one), the *answer* by
    :func:`winning_answer` that beats it, and the *idea* of the answer.
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
    """The losing move on *cell* with the answer that beats it.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    left = position.play(cell)
    answer, plies = winning_answer(left), move_values(position)[cell].distance
    assert plies is not None
    return LosingMove(position, cell, plies, answer, winning_idea(left, answer))


def losing_moves(position: Position) -> tuple[LosingMove, ...]:
    """The losing moves of *position*, in reading order; none once the game is over.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    values = move_values(position)
    losing = (cell for cell, exact in values.items() if exact.value is Value.LOSS)
    return tuple(losing_move(position, cell) for cell in losing)


def winning_answer(position: Position) -> int:
    """The first fastest winning move that begins a win by threats as fast, else the best move."""
    fastest = best_cells(position)
    return next((cell for cell in fastest if fastest_by_threats(position, cell)), fastest[0])


def winning_variation(position: Position, cell: int) -> tuple[int, ...]:
    """The moves from *position* to the end that begin with the winning move on *cell*: a win by
    threats if no win is faster, else perfect play.
    """
    if win := fastest_by_threats(position, cell):
        return tuple(_moves(win))
    return (cell, *principal_variation(position.play(cell)))


def fastest_by_threats(position: Position, cell: int) -> Win:
    """The win by threats that the winning move on *cell* begins; empty if perfect play is faster.

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
