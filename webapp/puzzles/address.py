"""The attempt at a puzzle, all of which stands in its address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Self

from ai.messages import N_
from ai.puzzles.answers import answers_text, parse_answers
from ai.puzzles.days import FIRST_DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.solving import Step, tries
from ai.puzzles.store import puzzle_numbered
from ai.rules import Position, game_for
from webapp.address.kinds import BadAddress, Query, reading_address
from webapp.board.parts import address
from webapp.puzzles.progress import Result
from webapp.puzzles.sets import NUMBERS, LessonSet, PuzzleSet, Series
from webapp.puzzles.words import date_in_words
from webapp.serving.params import choice, number, switch

LOOK, CELL, ANSWER = 1, 2, 3
"""The hints, one after the other: what to look for, the cell, the answer."""

READERS: dict[str, Callable[[Query], Series]] = {
    "lesson": lambda query: LessonSet(choice(query, "lesson", [*NUMBERS])),
    "game": PuzzleSet.read,
    "list": PuzzleSet.read,
}
"""How a series is read, by a field that only its addresses have. Of several the first counts.
Rooms above add theirs.
"""


@dataclass(frozen=True)
class Attempt:
    """An attempt at *puzzle*, which may be shown as the puzzle of a *day* or in the series
    *chosen*, a set or a lesson.

    *cells* holds the cells that the solver marked, or the numbers of answers, wrong ones included.
    *hint* is the last hint shown for the position, or 0; *helped* tells that an earlier position
    had one.
    """

    puzzle: Puzzle
    day: date | None = None
    chosen: Series | None = None
    cells: tuple[int, ...] = ()
    hint: int = 0
    helped: bool = False

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, wrong ones included.

        :raises AttemptOver: if cells follow the solution.
        :raises IllegalMove: if a cell cannot be marked.
        """
        return tries(self.puzzle, self.cells)

    @cached_property
    def right(self) -> tuple[Step, ...]:
        """The steps that stand on the board."""
        return tuple(step for step in self.steps if step.is_right)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.steps[-1].position if self.steps else self.puzzle.position

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return bool(self.steps) and self.steps[-1].solved

    @property
    def is_told(self) -> bool:
        """Whether it is solved, or the answer is shown."""
        return self.solved or self.hint == ANSWER

    @property
    def worst(self) -> Result:
        """The result that it would have if it ended here, by what its address tells."""
        if self.hint == ANSWER:
            return Result.SHOWN
        if self.hint or self.helped:
            return Result.HELPED
        return Result.FIRST if len(self.right) == len(self.steps) else Result.TRIES

    @property
    def tried(self) -> tuple[int, ...]:
        """The cells tried in vain in the position on the board, in turn."""
        return tuple(step.answer for step in self.steps if self._is_in_vain(step))

    def _is_in_vain(self, step: Step) -> bool:
        """Whether *step* was wrong in the position on the board."""
        return not step.is_right and step.position == self.position

    @property
    def series_address(self) -> str:
        """The address of its set or lesson, else of the cover."""
        return self.chosen.address if self.chosen else address("puzzles.index")

    # Changes. Each returns another attempt.

    def play(self, cell: int) -> Self:
        """With *cell* marked; a second try of the same cell replaces the first.

        :raises Refusal: as in :attr:`steps`.
        """
        after = self.marked(cell)
        return after if after.steps else self

    def marked(self, cell: int) -> Self:
        """With *cell* marked, unchecked."""
        kept = (it.answer for it in self.steps if it.answer != cell or not self._is_in_vain(it))
        return replace(self, cells=(*kept, cell), hint=0, helped=self.helped or self.hint > 0)

    def ask(self, hint: int) -> Self:
        """With this *hint* shown, or the next one that the puzzle has: to look for all cells says
        nothing new, and of other questions only the answer can be told.
        """
        least = {Theme.ALL: CELL, Theme.WHO: ANSWER, Theme.MISTAKE: ANSWER}
        return replace(self, hint=hint and max(hint, least.get(self.puzzle.theme, LOOK)))

    @property
    def anew(self) -> Self:
        """The puzzle from its start."""
        return type(self)(self.puzzle, self.day, self.chosen)

    # Its address.

    @property
    def path(self) -> str:
        """The path of its address."""
        if self.day:
            return address("puzzles.of_day", day=f"{self.day}")
        return puzzle_path(self.puzzle)

    @property
    def url(self) -> str:
        """Its address."""
        puzzle, cells = self.puzzle, self.cells
        query = (self.chosen.query if self.chosen else {}) | {
            "moves": answers_text(puzzle.game, puzzle.theme, cells) if cells else "",
            "hint": f"{self.hint or ''}",
            "helped": "on" if self.helped else "",
        }
        text = "&".join(f"{name}={text}" for name, text in query.items() if text)
        return f"{self.path}?{text}" if text else self.path


def puzzle_path(puzzle: Puzzle, endpoint: str = "puzzles.show") -> str:
    """The path of the page of *puzzle*, or of its picture; a mistake of one's own has none."""
    if not puzzle.number:
        return address("mine.puzzle", game_key=puzzle.game.key, rows=puzzle.rows)
    return address(endpoint, game_key=puzzle.game.key, number=f"{puzzle.number}")


@reading_address()
def read_attempt(query: Query, game_key: str, text: str) -> Attempt:
    """The attempt at a puzzle by its game and number."""
    puzzle = read_puzzle(query, game_key, text)
    series = next((read(query) for name, read in READERS.items() if name in query), None)
    return with_moves(query, puzzle, chosen=series)


@reading_address()
def read_puzzle(_query: Query, game_key: str, text: str) -> Puzzle:
    """The puzzle by its game and number."""
    return puzzle_numbered(game_for(game_key), number({"number": text}, "number"))


@reading_address()
def read_day(query: Mapping[str, str], text: str) -> Attempt:
    """The attempt at the puzzle of a day."""
    day = parse_day(text)
    return with_moves(query, puzzle_of_day(day), day)


def parse_day(text: str) -> date:
    """The day in *text*, such as `2026-11-22`, whose puzzle is out; else raises BadAddress."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if f"{day}" != text:
        raise BadAddress(N_("“%(text)s” is no day such as 2026-11-22."), text=text)
    if not FIRST_DAY <= day <= today():
        first, last = map(date_in_words, (FIRST_DAY, today()))
        raise BadAddress(N_("Puzzles are out from %(first)s to %(last)s."), first=first, last=last)
    return day


def with_moves(
    query: Mapping[str, str], puzzle: Puzzle, day: date | None = None, chosen: Series | None = None
) -> Attempt:
    """The attempt at *puzzle* with the moves and hints in *query*."""
    cells = parse_answers(puzzle.game, puzzle.theme, query.get("moves", ""))
    helped = switch(query, "helped", missing=False)
    found = Attempt(puzzle, day, chosen, cells, helped=helped)
    hint = number(query, "hint", range(ANSWER + 1), missing=0)
    # Steps are read here, so that a bad address is refused; a solved puzzle has nothing to hint at.
    return found if found.solved else found.ask(hint)
