"""Rush: puzzles from easy to hard, until three mistakes, or three minutes if the clock runs."""

from dataclasses import astuple, dataclass, replace
from secrets import randbelow
from time import time
from typing import Any, Self

from ai.pen.diagram import Diagram, diagram
from ai.puzzles.puzzle import PLAYED, Puzzle, right_cells
from ai.study.study import study
from ai.words.phrases import cells_listed
from webapp.puzzles.address import Attempt
from webapp.puzzles.sets import SHUFFLES, PuzzleSet
from webapp.serving.cookies import Codec, Cookie, signed

SECONDS, MISTAKES, PUZZLES = 180, 3, 60


@dataclass(frozen=True)
class Run:
    """A run through puzzles picked by a *seed*, which is None before the first one. With a clock it
    *began* at a second since 1970, else at 0. *marks* has a `1` for each puzzle solved, and a `0`
    for each mistake. *cells* are marked in the present puzzle, *shown* in the one before if that
    was a mistake. *best* has the most puzzles ever solved without the clock, and with it.
    """

    seed: int | None = None
    began: int = 0
    marks: str = ""
    cells: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    best: tuple[int, int] = (0, 0)

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles, easiest first."""
        chosen = PuzzleSet(themes=PLAYED, seed=self.seed, count=PUZZLES)
        return sorted(chosen.puzzles, key=lambda it: it.level)

    @property
    def seconds(self) -> int:
        """The seconds left on the clock, if it runs."""
        return max(0, self.began + SECONDS - int(time()))

    @property
    def attempt(self) -> Attempt | None:
        """The present attempt; None before the start, and once the run is over."""
        over = self.marks.count("0") == MISTAKES or len(self.marks) == PUZZLES
        if self.seed is None or over or (self.began and not self.seconds):
            return None
        return Attempt(self.puzzles[len(self.marks)], cells=self.cells)

    @property
    def lost(self) -> Attempt | None:
        """The attempt before, if it ended with a mistake."""
        return Attempt(self.puzzles[len(self.marks) - 1], cells=self.shown) if self.shown else None

    @property
    def place(self) -> str:
        """The place of the present move in the run, for its form: it counts but once."""
        return f"{self.seed}-{len(self.marks)}-{len(self.cells)}"

    def begin(self, timed: bool) -> Self:
        """A new run."""
        return type(self)(randbelow(SHUFFLES), int(time()) if timed else 0, best=self.best)

    def after(self, attempt: Attempt) -> Self:
        """The run after a move that led to this *attempt*: a wrong one ends it."""
        if attempt.worst:
            return replace(self, marks=f"{self.marks}0", cells=(), shown=attempt.cells)
        if not attempt.solved:
            return replace(self, cells=attempt.cells)
        marks = f"{self.marks}1"
        solved, (without, timed) = marks.count("1"), self.best
        best = (without, max(timed, solved)) if self.began else (max(without, solved), timed)
        return replace(self, marks=marks, cells=(), shown=(), best=best)


def _read(data: Any) -> Run:
    """The run whose fields *data* has. Errors as in :class:`Codec`."""
    seed, began, marks, cells, shown, (without, timed) = data
    run = Run(seed, began, marks + "", tuple(cells), tuple(shown), (without + 0, timed + 0))
    _boards = run.puzzles, [it.position for it in (run.attempt, run.lost) if it]
    return run


COOKIE = Cookie("rush", signed("rush", Codec(astuple, _read)))


def slip(lost: Attempt) -> tuple[Diagram, str, str]:
    """The board of a *lost* attempt with the right cells, the cells tried, and the right ones."""
    right, game = right_cells(study(lost.position)), lost.puzzle.game
    names = cells_listed(game, lost.tried), cells_listed(game, right)
    return diagram(lost.position, "", chosen=right), *names
