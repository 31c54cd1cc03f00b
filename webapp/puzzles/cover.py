"""The cover of the puzzles, and the page of a set."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import ClassVar

from ai.language import N_, _
from ai.pen.diagram import diagram
from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Theme
from ai.puzzles.store import load
from ai.rules.games import GAMES, TIC_TAC_TOE
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute, address
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Progress
from webapp.puzzles.sets import ALL, EASIEST_FIRST, GRADES, PLIES, SHUFFLED, PuzzleSet
from webapp.puzzles.sheet import set_title, sheet_url

WEEK = 7
SHOWN = 100  # puzzles of a set that its page lists


@dataclass(frozen=True)
class Choices:
    """The form for a set, filled in as *chosen*."""

    chosen: PuzzleSet

    plies: ClassVar = PLIES
    grades: ClassVar = GRADES
    all: ClassVar = ALL
    orders: ClassVar = ((EASIEST_FIRST, N_("Easiest first")), (SHUFFLED, N_("Shuffled")))
    themes: ClassVar = tuple(words.NAMES.items())
    games: ClassVar = tuple(filter(load, GAMES.values()))


@dataclass(frozen=True)
class PuzzlesPage:
    """The cover: the *board* of today's puzzle with game and *task*, and the last seven days, today
    last, each with the address of its puzzle, and whether that is solved. *days* are the first and
    the last whose puzzle is out. *doors* lead to the set of each theme: address, board, name, a
    sentence, and how many of how many puzzles are solved.
    """

    task: str
    board: Mini
    is_solved: bool
    streak: int
    days: tuple[date, date]
    week: tuple[tuple[date, str, bool], ...]
    doors: tuple[tuple[str, Mini, str, str, int, int], ...]
    choices: Choices

    title: ClassVar = N_("Puzzles: find the move")
    description: ClassVar = N_(
        "A puzzle for each day, and a thousand more of tic-tac-toe and Square: find the move that"
        " wins or holds, and learn why the others fail."
    )


def puzzles_page(progress: Progress) -> PuzzlesPage:
    """The cover for a browser with *progress*."""
    last, puzzle = today(), puzzle_of_day(today())
    days = [last - passed * DAY for passed in reversed(range(WEEK))]
    sets = [PuzzleSet(themes=(theme,)) for theme in words.NAMES]
    return PuzzlesPage(
        words.task_in_game(puzzle),
        Mini(diagram(puzzle.position, "")),
        progress.has(puzzle),
        progress.streak_on(last),
        (FIRST_DAY, last),
        tuple(
            (day, address("puzzles.of_day", day=f"{day}"), progress.has(puzzle_of_day(day)))
            for day in days
            if day >= FIRST_DAY
        ),
        tuple(
            (
                chosen.address,
                _example(theme),
                _(name),
                _(words.IN_BRIEF[theme]),
                progress.count(chosen.puzzles),
                len(chosen.puzzles),
            )
            for chosen, (theme, name) in zip(sets, words.NAMES.items(), strict=True)
        ),
        Choices(PuzzleSet()),
    )


@dataclass(frozen=True)
class SetPage:
    """The page of the set at *address*, with its themes and game as the *title*, and the *listed*
    puzzles: place, address, and whether it is solved. *next_address* is that of the first puzzle in
    the list that is not solved, or before it; empty if all are. *parts* are the parts of a list
    that does not show all: places, address, whether it is shown.
    """

    address: str
    title: str
    count: int
    solved: int
    next_address: str
    listed: tuple[tuple[int, str, bool], ...]
    sheet_address: str
    parts: tuple[tuple[str, str, bool], ...]
    choices: Choices


def set_page(chosen: PuzzleSet, first: int, progress: Progress) -> SetPage:
    """The page of the set *chosen*, with the list from the place *first* on."""
    puzzles = chosen.puzzles
    following = puzzles and progress.next_after(puzzles[first - 2], puzzles)
    count, shown = len(puzzles), puzzles[first - 1 : first - 1 + SHOWN]
    starts = range(1, count + 1, SHOWN) if count > SHOWN or first > 1 else ()
    return SetPage(
        absolute(chosen.address),
        set_title(chosen),
        count,
        progress.count(puzzles),
        Attempt(following, chosen=chosen).url if following else "",
        tuple(
            (place, Attempt(puzzle, chosen=chosen).url, progress.has(puzzle))
            for place, puzzle in enumerate(shown, start=first)
        ),
        sheet_url(chosen, first),
        tuple(
            (f"{at}–{min(at + SHOWN - 1, count)}", chosen.address_from(at), at == first)
            for at in starts
        ),
        Choices(chosen),
    )


@cache
def _example(theme: Theme) -> Mini:
    """A board with this theme, its cell ringed."""
    of_theme = [puzzle for puzzle in load(TIC_TAC_TOE) if theme in puzzle.themes]
    puzzle = min(of_theme, key=lambda it: (len(it.themes), it.number))
    return Mini(diagram(puzzle.position, "", chosen=puzzle.right))
