"""The puzzles of the lessons: three of one idea each, as stable as the numbers of puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from webapp.board.parts import address
from webapp.puzzles.progress import Progress

# Of each idea easy ones, in both games, by ascending grade. A puzzle stands in one lesson only.
NUMBERS: Mapping[str, tuple[tuple[Game, int], ...]] = {
    "lines": ((TIC_TAC_TOE, 7), (TIC_TAC_TOE, 11), (SQUARE, 8)),
    "threats": ((TIC_TAC_TOE, 6), (TIC_TAC_TOE, 18), (SQUARE, 6)),
    "forks": ((TIC_TAC_TOE, 138), (TIC_TAC_TOE, 153), (SQUARE, 181)),
    "quiet-moves": ((TIC_TAC_TOE, 162), (SQUARE, 230), (SQUARE, 209)),
    "values": ((TIC_TAC_TOE, 186), (TIC_TAC_TOE, 194), (SQUARE, 270)),
    "search": ((TIC_TAC_TOE, 159), (TIC_TAC_TOE, 155), (SQUARE, 216)),
    "first-moves": ((TIC_TAC_TOE, 139), (TIC_TAC_TOE, 208), (SQUARE, 484)),
}


@dataclass(frozen=True)
class LessonSet:
    """The puzzles of the lesson of that *key*, easiest first."""

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
        """The puzzles, easiest first."""
        return tuple(puzzle_numbered(game, number) for game, number in NUMBERS[self.key])

    def is_done(self, progress: Progress) -> bool:
        """Whether all of them are solved."""
        return all(map(progress.has, self.puzzles))
