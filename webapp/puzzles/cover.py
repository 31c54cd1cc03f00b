"""The cover of the puzzles, and the page of a set: the values of their templates."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from ai.language import _
from ai.pen.diagram import Diagram, diagram
from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day, today
from ai.puzzles.puzzle import GRADES, Puzzle, Theme
from ai.puzzles.store import chosen, load
from ai.rules import GAMES
from webapp.honours.kept import current_honours
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.fitting import missed, untried
from webapp.puzzles.progress import Progress, Result
from webapp.puzzles.sets import LONGEST, PLIES, PuzzleSet
from webapp.puzzles.sheet import Sheet

WEEK = 7
SHOWN = 100  # puzzles of a set that its page lists


@cache
def offered() -> dict[str, object]:
    """The choices of the form for a set."""
    return {
        "themes": words.THEMES,
        "games": tuple(filter(load, GAMES.values())),
        "plies": PLIES,
        "grades": GRADES,
        "counts": (5, 10, 20),
    }


def cover(progress: Progress) -> dict[str, object]:
    """The cover for a browser with *progress*: the days whose puzzle is out, from *first* to *last*
    and the last seven with theirs; a set of each theme, and a board with it.
    """
    last, puzzle = today(), puzzle_of_day(today())
    days = (last - passed * DAY for passed in reversed(range(WEEK)))
    return {
        "progress": progress,
        "streak": current_honours().streak.on(last),
        "first": FIRST_DAY,
        "last": last,
        "week": {day: puzzle_of_day(day) for day in days if day >= FIRST_DAY},
        "date_in_words": words.date_in_words,
        "task": words.task_in_game(puzzle),
        "board": diagram(puzzle.position, ""),
        "doors": {theme: (PuzzleSet(themes=(theme,)), _example(theme)) for theme in Theme},
        "for_you": bool(untried(progress)),
        "again": _again(missed(progress)),
        "chosen": PuzzleSet(),
        "offered": offered(),
    }


def set_from(chosen: PuzzleSet, first: int, progress: Progress) -> dict[str, object]:
    """The set *chosen*, with the list from the place *first* on. *next_address* leads to the first
    puzzle in the list that is not solved, or before it; it is empty if all are solved.
    """
    puzzles = chosen.puzzles
    following = puzzles and progress.next_after(puzzles[first - 2], puzzles)
    seen = [words.result_seen(progress.kept(puzzle)) for puzzle in puzzles]
    again = tuple(puzzle for puzzle in puzzles if progress.kept(puzzle).missed)
    firsts = seen.count(words.RESULTS[Result.FIRST])
    right = _("%(right)s of %(count)s at the first try", right=firsts, count=len(puzzles))
    return {
        "right": right,
        "counts": Counter(seen),
        "result": f"{chosen.title}\n{right}\n{''.join(sign for sign, _words in seen)}",
        "again": _again(again),
        "chosen": chosen,
        "progress": progress,
        "first": first,
        "sheet": Sheet(chosen, first),
        "next_address": Attempt(following, chosen=chosen).url if following else "",
        "listed": [
            (puzzle, Attempt(puzzle, chosen=chosen).url, words.task_on_paper(puzzle), result)
            for puzzle, result in [*zip(puzzles, seen, strict=True)][first - 1 :][:SHOWN]
        ],
        "most": SHOWN,
        "offered": offered(),
    }


def _again(puzzles: Sequence[Puzzle]) -> tuple[int, str]:
    """How many *puzzles* there are, and the address of the first of them as a list."""
    url = Attempt(puzzles[0], chosen=PuzzleSet(listed=(*puzzles[:LONGEST],))).url if puzzles else ""
    return len(puzzles), url


@cache
def _example(theme: Theme) -> Diagram:
    """A board with this theme, its cells ringed."""
    puzzle = chosen(themes=(theme,))[0]
    return diagram(puzzle.position, "", chosen=() if theme is Theme.WHO else puzzle.right)
