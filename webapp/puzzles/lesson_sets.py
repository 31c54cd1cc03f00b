"""The puzzles of the lessons: of one idea each, as stable as the numbers of puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from webapp.board.parts import address
from webapp.puzzles.progress import Progress

# Who knows the earlier lessons, and no more, solves at most half of the first moves of a lesson:
# tests/test_lessons.py. A puzzle stands in one lesson only.
NUMBERS: Mapping[str, tuple[tuple[Game, int], ...]] = {
    key: tuple((game, number) for game, numbers in of_games for number in numbers)
    for key, of_games in {
        "lines": (
            (TIC_TAC_TOE, (8,)),
            (SQUARE, (20, 23)),
            (TIC_TAC_TOE, (12,)),
            (SQUARE, (38, 43, 48, 87, 115)),
        ),
        "threats": (
            (TIC_TAC_TOE, (139, 142)),
            (SQUARE, (73, 131, 127, 133, 137, 138, 142, 152)),
            (TIC_TAC_TOE, (144,)),
        ),
        "forks": (
            (TIC_TAC_TOE, (189, 192)),
            (SQUARE, (139, 147, 185, 186, 283, 275, 285)),
            (TIC_TAC_TOE, (201,)),
        ),
        "quiet-moves": ((SQUARE, (383, 441, 429, 436, 432, 433, 549, 609, 612, 524, 540)),),
        "values": (
            (TIC_TAC_TOE, (193, 200)),
            (SQUARE, (173, 281, 293, 262, 290, 382, 300)),
            (TIC_TAC_TOE, (206, 210)),
        ),
        "search": ((SQUARE, (430, 418, 536, 577, 567, 555, 561, 557, 562, 548, 721)),),
        "first-moves": ((TIC_TAC_TOE, (213,)), (SQUARE, (652, 710, 703, 693, 821))),
    }.items()
}
WANTED = 2
"""So many puzzles in a row, right at the first try, tick a lesson."""


@dataclass(frozen=True)
class LessonSet:
    """The puzzles of the lesson of that *key*, in the order in which they are met."""

    key: str

    @property
    def query(self) -> dict[str, str]:
        """The query of a puzzle in it."""
        return {"lesson": self.key}

    @property
    def address(self) -> str:
        """The address of the lesson."""
        return address("learn.lesson", key=self.key)

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, in their order."""
        return tuple(puzzle_numbered(game, number) for game, number in NUMBERS[self.key])

    def fresh(self, progress: Progress) -> Puzzle | None:
        """The first that was not tried; None without one."""
        return next((it for it in self.puzzles if not progress.has(it)), None)

    def in_a_row(self, progress: Progress) -> int:
        """How many in a row were right at the first try: :data:`WANTED` once so many were, else the
        one before the fresh one, if it was.
        """
        firsts = [progress.has(puzzle) for puzzle in self.puzzles]
        if any(all(firsts[at : at + WANTED]) for at in range(len(firsts) - WANTED + 1)):
            return WANTED
        fresh = self.fresh(progress)
        return int(fresh is not None and firsts[self.puzzles.index(fresh) - 1])

    def is_done(self, progress: Progress) -> bool:
        """Whether the lesson is ticked."""
        return self.in_a_row(progress) == WANTED
