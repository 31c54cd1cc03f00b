"""The cover of the puzzles, and the page of a set."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import ClassVar, NamedTuple

from ai.explain.diagram import diagram
from ai.language import N_, _
from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.store import load
from ai.rules.games import GAMES, TIC_TAC_TOE
from webapp.board.diagrams import Mini
from webapp.board.parts import address
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Progress
from webapp.puzzles.sets import ALL, EASIEST_FIRST, GRADES, PLIES, SHUFFLED, PuzzleSet
from webapp.puzzles.sheet import Sheet, set_title

WEEK = 7
SHOWN = 100  # puzzles of a set that its page lists


class Day(NamedTuple):
    """A day, the address of its puzzle, and whether that is *solved*."""

    day: date
    address: str
    solved: bool


class Door(NamedTuple):
    """A theme: the address of its set, a board, its name, a sentence, and how many of how many
    puzzles are solved.
    """

    address: str
    board: Mini
    name: str
    says: str
    solved: int
    of: int


class Listed(NamedTuple):
    """A puzzle in the list of a set: its place there, its address, and whether it is *solved*."""

    place: int
    address: str
    solved: bool


@dataclass(frozen=True)
class Choices:
    """The form for a set, filled in as *chosen*."""

    chosen: PuzzleSet = field(default_factory=PuzzleSet)

    plies: ClassVar = PLIES
    grades: ClassVar = GRADES
    both: ClassVar = ALL
    orders: ClassVar = ((EASIEST_FIRST, N_("Easiest first")), (SHUFFLED, N_("Shuffled")))
    themes: ClassVar = tuple(words.NAMES.items())
    games: ClassVar = tuple(GAMES.values())


@dataclass(frozen=True)
class Cover:
    """The cover for a browser with *progress*."""

    progress: Progress
    choices: Choices = field(default_factory=Choices)

    title: ClassVar = N_("Puzzles: find the move")
    description: ClassVar = N_(
        "A puzzle for each day, and a thousand more of tic-tac-toe and Square: find the move that"
        " wins or holds, and learn why the others fail."
    )

    @property
    def today(self) -> Puzzle:
        """The puzzle of today."""
        return puzzle_of_day(today())

    @property
    def task(self) -> str:
        """Game and task of today's puzzle."""
        return words.task_in_game(self.today)

    @property
    def board(self) -> Mini:
        """The board of today's puzzle."""
        return Mini(diagram(self.today.position, ""))

    @property
    def is_solved(self) -> bool:
        """Whether today's puzzle is solved."""
        return self.progress.has(self.today)

    @property
    def streak(self) -> int:
        """The streak today."""
        return self.progress.streak_on(today())

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day whose puzzle is out."""
        return FIRST_DAY, today()

    @property
    def week(self) -> list[Day]:
        """The last seven days, today last."""
        first, last = self.days
        days = [last - passed * DAY for passed in reversed(range(WEEK))]
        return [
            Day(day, address("puzzles.of_day", day=f"{day}"), self.progress.has(puzzle_of_day(day)))
            for day in days
            if day >= first
        ]

    @property
    def doors(self) -> Iterator[Door]:
        """The themes."""
        for theme, name in words.NAMES.items():
            chosen = PuzzleSet(themes=(theme,))
            yield Door(
                chosen.address,
                _example(theme),
                _(name),
                _(words.IN_BRIEF[theme]),
                self.progress.count(chosen.puzzles),
                len(chosen.puzzles),
            )


@dataclass(frozen=True)
class SetPage:
    """The page of the set *chosen*, with the list from the place *first* on."""

    chosen: PuzzleSet
    progress: Progress
    first: int

    @property
    def choices(self) -> Choices:
        """The form, filled in as this set."""
        return Choices(self.chosen)

    @property
    def title(self) -> str:
        """The themes and the game of the set."""
        return set_title(self.chosen)

    @property
    def conditions(self) -> list[str]:
        """The other conditions in words."""
        told = []
        if plies := self.chosen.plies:
            told.append(_("won in %(plies)s", plies="–".join(map(str, _ends(plies)))))
        if grades := self.chosen.grades:
            told.append(_("difficulty %(grades)s of 5", grades="–".join(map(str, _ends(grades)))))
        if self.chosen.seed is not None:
            told.append(_("shuffled"))
        return told

    @property
    def solved(self) -> int:
        """How many of the set are solved."""
        return self.progress.count(self.chosen.puzzles)

    @property
    def next_address(self) -> str:
        """The address of the first puzzle in the list that is not solved, or before it; empty if
        all are.
        """
        puzzles = self.chosen.puzzles
        following = puzzles and self.chosen.next_after(puzzles[self.first - 2], self.progress)
        return Attempt(following, chosen=self.chosen).url if following else ""

    @property
    def listed(self) -> list[Listed]:
        """The puzzles listed."""
        shown = self.chosen.puzzles[self.first - 1 : self.first - 1 + SHOWN]
        return [
            Listed(place, Attempt(puzzle, chosen=self.chosen).url, self.progress.has(puzzle))
            for place, puzzle in enumerate(shown, start=self.first)
        ]

    @property
    def sheet_address(self) -> str:
        """The address of the puzzles on paper."""
        return Sheet(self.chosen, self.first).url

    @property
    def parts(self) -> list[tuple[str, str, bool]]:
        """The parts of a list that does not show all: places, address, whether it is shown."""
        count = len(self.chosen.puzzles)
        if count <= SHOWN and self.first == 1:
            return []
        return [
            (
                f"{first}–{min(first + SHOWN - 1, count)}",
                self.chosen.address_from(first),
                first == self.first,
            )
            for first in range(1, count + 1, SHOWN)
        ]


def _ends(numbers: tuple[int, ...]) -> dict[int, None]:
    """The first and the last number; one if they are the same."""
    return dict.fromkeys((numbers[0], numbers[-1]))


@cache
def _example(theme: Theme) -> Mini:
    """A board with this theme, its cell ringed."""
    of_theme = [puzzle for puzzle in load(TIC_TAC_TOE) if theme in puzzle.themes]
    puzzle = min(of_theme, key=lambda it: (len(it.themes), it.number))
    return Mini(diagram(puzzle.position, "", chosen=puzzle.right))
