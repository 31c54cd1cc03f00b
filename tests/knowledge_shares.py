"""How many first moves each lesson's knowledge finds: `python -m tests.knowledge_shares`.

A row a lesson, its puzzles and the mean share of their first moves that is found by who knows so
many lessons: 0 clicks at random, 2 is the reflex. The last rows are all puzzles of each theme.
"""

from collections.abc import Iterable, Iterator

import click

from ai.puzzles.puzzle import Puzzle, Theme
from tests.knowledge import solved
from tests.puzzle_pages import EVERY, board_of
from webapp.puzzles.lesson_sets import NUMBERS, LessonSet


def row(name: str, puzzles: Iterable[Puzzle]) -> str:
    """The *name*, the number of *puzzles*, and the mean share for each number of lessons."""
    boards = [board_of(puzzle) for puzzle in puzzles]
    shares = (
        float(sum(solved(board, lessons) for board in boards)) / len(boards)
        for lessons in range(len(NUMBERS) + 1)
    )
    return f"{name:12} {len(boards):4}  {'  '.join(f'{share:.2f}' for share in shares)}"


def rows() -> Iterator[str]:
    """The rows of all lessons, of all puzzles, and of all themes."""
    yield f"{'lessons known':18} {'     '.join(map(str, range(len(NUMBERS) + 1)))}"
    for key in NUMBERS:
        yield row(key, LessonSet(key).puzzles)
    yield row("all", EVERY)
    for theme in Theme:
        yield row(theme, (puzzle for puzzle in EVERY if theme is puzzle.theme))


if __name__ == "__main__":
    click.echo("\n".join(rows()))
