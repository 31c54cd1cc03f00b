"""How many first moves each lesson's knowledge finds: `python -m tests.knowledge_shares`.

A row a lesson, its puzzles and the mean share of their first moves that is found by who knows so
many lessons: 0 clicks at random, 2 is the reflex. Then all puzzles, all of each theme, 20 fresh
ones of each theme of a game, and 20 fresh ones of those that a lesson offers to practise.
"""

from collections.abc import Iterable, Iterator

import click

from ai.puzzles.puzzle import PLAYED, Puzzle
from ai.rules.games import GAMES
from tests.knowledge import solved
from tests.puzzle_pages import EVERY, board_of, fresh
from webapp.learn.lessons import LESSONS
from webapp.puzzles.lesson_sets import NUMBERS, LessonSet
from webapp.puzzles.sets import PuzzleSet


def row(name: str, puzzles: Iterable[Puzzle]) -> str:
    """The *name*, the number of *puzzles*, and the mean share for each number of lessons."""
    boards = [board_of(puzzle) for puzzle in puzzles]
    shares = (
        float(sum(solved(board, lessons) for board in boards)) / len(boards)
        for lessons in range(len(NUMBERS) + 1)
    )
    return f"{name:24} {len(boards):4}  {'  '.join(f'{share:.2f}' for share in shares)}"


def rows() -> Iterator[str]:
    """The rows of lessons, of all puzzles and of those that are fresh."""
    yield f"{'lessons known':30} {'     '.join(map(str, range(len(NUMBERS) + 1)))}"
    for key in NUMBERS:
        yield row(key, LessonSet(key).puzzles)
    yield row("all played", (it for it in EVERY if not it.is_question))
    for theme in PLAYED:
        yield row(theme, (puzzle for puzzle in EVERY if theme is puzzle.theme))
    for theme in PLAYED:
        for game in GAMES.values():
            if found := fresh(PuzzleSet(game, (theme,))):
                yield row(f"{theme}, {game.key}", found)
    for key, lesson in LESSONS.items():
        yield row(f"practise {key}", fresh(lesson.practice))


if __name__ == "__main__":
    click.echo("\n".join(rows()))
