"""The puzzles of the lessons: of one idea each, as stable as the numbers of puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import puzzle_numbered
from ai.rules import SQUARE, TIC_TAC_TOE, Game
from webapp.board.parts import address
from webapp.puzzles.progress import Progress, Result, Trial


def of_both(three: tuple[int, ...], square: tuple[int, ...]) -> tuple[tuple[Game, int], ...]:
    """Puzzles of tic-tac-toe, then of Square, by their numbers."""
    return (*product([TIC_TAC_TOE], three), *product([SQUARE], square))


# The knowledge of earlier lessons alone finds at most half of the first moves of a lesson:
# tests/test_lessons.py. A puzzle stands in one lesson only.
NUMBERS: Mapping[str, tuple[tuple[Game, int], ...]] = {
    "lines": of_both((8,), (20, 23, 38, 43, 48, 87, 115)),
    "threats": of_both((139, 142, 144), (73, 131, 127, 133, 137, 138, 142, 152)),
    "forks": of_both((189, 192, 201), (139, 147, 185, 186, 283, 275, 285)),
    "quiet-moves": of_both((), (383, 441, 429, 436, 432, 549, 609, 612, 524, 540)),
    "values": of_both((193, 200, 206, 210), (173, 281, 293, 262, 290, 382, 300)),
    "search": of_both((), (430, 418, 536, 577, 567, 555, 561, 557, 562, 548, 721)),
    "first-moves": of_both((213, 214, 215), (826, 827, 828, 829, 710)),
}
WANTED = 2
"""So many puzzles in a row, right at the first try, tick a lesson."""


@dataclass(frozen=True)
class LessonSet:
    """The puzzles of the lesson of that *key*, which are met in turn."""

    key: str

    @property
    def query(self) -> dict[str, str]:
        return {"lesson": self.key}

    @property
    def address(self) -> str:
        return address("learn.lesson", key=self.key)

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        return tuple(puzzle_numbered(game, number) for game, number in NUMBERS[self.key])

    def fresh(self, progress: Progress) -> Puzzle | None:
        """The first of which nothing is kept; None without one."""
        return next((it for it in self.puzzles if progress.kept(it) == Trial()), None)

    def in_a_row(self, progress: Progress) -> int:
        """How many in a row were right at the first try: :data:`WANTED` once so many were, else the
        one before the fresh one, if it was.
        """
        firsts = [progress.result(puzzle) is Result.FIRST for puzzle in self.puzzles]
        if any(all(firsts[at : at + WANTED]) for at in range(len(firsts) - WANTED + 1)):
            return WANTED
        at = self.puzzles.index(fresh) if (fresh := self.fresh(progress)) else 0
        return int(at > 0 and firsts[at - 1])

    def is_done(self, progress: Progress) -> bool:
        """Whether the lesson is ticked."""
        return self.in_a_row(progress) == WANTED
