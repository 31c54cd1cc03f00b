"""Solving a puzzle move by move against the best defence.

The defence plays the first of Unbeatable's moves that blocks, so the solver's moves alone describe
an attempt.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ai.exact.value import Value
from ai.messages import N_, Refusal
from ai.puzzles.answers import about
from ai.puzzles.puzzle import Puzzle
from ai.rules import Position
from ai.rules.position import IllegalMove
from ai.study.study import JudgedMove, Study, study


class AttemptOver(Refusal):
    """The attempt has ended: the puzzle is solved, or the last move was wrong and stands."""


class StepVerdict(StrEnum):
    """Whether a move keeps the value: *fastest* wins sooner than another right move."""

    FASTEST = N_("fastest")
    RIGHT = N_("right")
    WRONG = N_("wrong")


@dataclass(frozen=True)
class Step:
    """An *answer* of the solver, the number of a cell or of a winner, with its *move*. There is no
    *reply* after a wrong move, in a question, or if the game is over. The *position* stands on the
    board afterwards: a wrong move is taken back. The puzzle is *solved* once the game is over, no
    move can lose the draw any more, or all answers are found.

    *move* knows what a wrong move costs (:attr:`JudgedMove.value_lost`, :attr:`JudgedMove.exact`)
    and overlooks (:attr:`JudgedMove.answer`).
    """

    answer: int
    move: JudgedMove
    verdict: StepVerdict
    reply: JudgedMove | None
    position: Position
    solved: bool

    @property
    def is_right(self) -> bool:
        """Whether the move keeps the value, or the answer is right."""
        return self.verdict is not StepVerdict.WRONG

    @property
    def ends(self) -> bool:
        """Whether the attempt ends here: solved, or wrong."""
        return self.solved or not self.is_right


def attempt(puzzle: Puzzle, cells: Iterable[int]) -> tuple[Step, ...]:
    """The steps of an attempt in which the solver marks *cells*.

    :raises AttemptOver: if the attempt ends before the last cell.
    :raises IllegalMove: if a cell is taken or off the board.

    >>> from ai.puzzles.store import puzzle_numbered
    >>> from ai.rules import TIC_TAC_TOE
    >>> puzzle = puzzle_numbered(TIC_TAC_TOE, 1)
    >>> [(step.verdict.value, step.solved) for step in attempt(puzzle, puzzle.right)]
    [('right', True)]
    """
    steps = tries(puzzle, cells)
    if any(step.ends for step in steps[:-1]):
        raise AttemptOver(N_("The attempt is over: no move follows a wrong or the last one."))
    return steps


def tries(puzzle: Puzzle, cells: Iterable[int]) -> tuple[Step, ...]:
    """The steps of a solver who marks *cells*, or gives these answers, and takes each wrong one
    back.

    :raises AttemptOver: if the puzzle is solved before the last cell.
    :raises IllegalMove: if a cell is taken or off the board, or no answer.
    """
    steps: list[Step] = []
    position = puzzle.position
    for cell in cells:
        if steps and steps[-1].solved:
            raise AttemptOver(N_("The puzzle is solved: no move follows."))
        if puzzle.is_question:
            steps.append(_answer(puzzle, cell, steps))
            continue
        position.play(cell)  # raises for a cell that cannot be marked
        steps.append(_step(study(position), cell))
        position = steps[-1].position
    return tuple(steps)


def _answer(puzzle: Puzzle, answer: int, before: Iterable[Step]) -> Step:
    """The step of an *answer* to a question, after the steps *before*."""
    move, found = about(puzzle, answer), [it.answer for it in before if it.is_right]
    if answer in found:
        raise IllegalMove(N_("%(cell)s is found already."), cell=move.name)
    is_right = answer in puzzle.right
    verdict = StepVerdict.RIGHT if is_right else StepVerdict.WRONG
    solved = is_right and len(found) + 1 == len(puzzle.right)
    return Step(answer, move, verdict, None, puzzle.position, solved)


def _step(here: Study, cell: int) -> Step:
    move = here.moves[cell]
    verdict = _verdict(move)
    if verdict is StepVerdict.WRONG:
        return Step(cell, move, verdict, None, here.position, solved=False)
    reply = None if move.left.outcome else defence(move.after)
    left = (reply or move).left
    held = reply is not None and reply.worth.difficulty == 0
    return Step(cell, move, verdict, reply, left, solved=held or left.outcome is not None)


def defence(here: Study) -> JudgedMove:
    """Of the best moves the first that blocks a threat, else the first, in reading order."""
    best = [here.moves[cell] for cell in here.best_cells]
    return next((move for move in best if move.blocked), best[0])


def _verdict(move: JudgedMove) -> StepVerdict:
    if move.value_lost:
        return StepVerdict.WRONG
    slower = any(other.exact.rank < move.exact.rank for other in move.before.winning)
    is_fastest = move.exact.value is Value.WIN and move.exact == move.best
    return StepVerdict.FASTEST if is_fastest and slower else StepVerdict.RIGHT


def moves_of_both(steps: Iterable[Step]) -> list[JudgedMove]:
    """The moves in *steps* with the replies, in turn."""
    return [move for step in steps for move in (step.move, step.reply) if move]


def solution(puzzle: Puzzle, start: Position | None = None) -> tuple[Step, ...]:
    """A shortest attempt that solves *puzzle* from *start*, by default its own position: the first
    of the best moves each time, or all answers.
    """
    if puzzle.is_question:
        return tries(puzzle, puzzle.right)
    steps: list[Step] = []
    position = start or puzzle.position
    while not steps or not steps[-1].ends:
        here = study(position)
        steps.append(_step(here, here.best.cell))
        position = steps[-1].position
    return tuple(steps)
