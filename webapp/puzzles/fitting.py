"""The puzzles that fit a player: solved at the first try as often as not."""

from collections.abc import Iterable
from math import exp

from ai.honours.level import Ladder
from ai.honours.trials import RUNGS, trial_of
from ai.puzzles.days import DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import chosen
from webapp.puzzles.progress import Progress, PuzzleState, Result

SPREAD = 1.44  # levels by which the odds of a first try change by the factor e: each doubles them
LEVELS = (-3.0, 16.0)
STEPS = 12  # halve the levels to less than a hundredth of one
FIRST_GUESS = ((-2.0, True), (2.0, False))  # two tries of a beginner, whose level is about 0
NEAR = range(-7, 8)  # days around today, whose puzzles wait for their day


def ability(tries: Iterable[tuple[float, bool]]) -> float:
    """The level at which half of the first tries succeed, by *tries*: levels, and whether it was
    right. The likeliest one if the odds follow :data:`SPREAD`, as in Rasch's model, with
    :data:`FIRST_GUESS` before.
    """
    low, high = LEVELS
    seen = [*tries, *FIRST_GUESS]
    right = sum(was_right for _tried, was_right in seen)
    for _ in range(STEPS):
        middle = (low + high) / 2
        expected = sum(1 / (1 + exp((tried - middle) / SPREAD)) for tried, _right in seen)
        low, high = (middle, high) if expected < right else (low, middle)
    return low


def fitting(progress: Progress, puzzle: Puzzle | None = None) -> list[Puzzle]:
    """The untried puzzles, the best fitting first; all of the game of *puzzle*, if given, come
    after others, and those skipped lately last. The puzzle itself and the puzzles of the days
    around today are left out.
    """
    every = chosen()
    results = [(it, result) for it in every if (result := progress.result(it)) is not None]
    reached = ability((it.level, result is Result.FIRST) for it, result in results)
    out = {puzzle, *(puzzle_of_day(today() + n * DAY) for n in NEAR), *(it for it, _ in results)}

    skipped = {name: place for place, name in enumerate(progress.skipped, 1)}

    def misfit(it: Puzzle) -> tuple[int, bool, float]:
        same = puzzle is not None and it.game == puzzle.game
        return skipped.get(it.name, 0), same, abs(it.level - reached)

    return sorted((it for it in every if it not in out), key=misfit)


def harder(progress: Progress, ladder: Ladder) -> Puzzle | None:
    """An untried puzzle of the rung after the level, or of the level itself after two misses in a
    row, else of the nearest rung; of the game that was not the last, if there is one. None without
    any.
    """
    wanted = min(ladder.reached + 1, RUNGS[-1])
    if ladder.squares[wanted - 1][-2:] == (False, False):
        wanted = max(ladder.reached, 1)
    *_others, last = "", *progress.tried
    untried = (it for it in fitting(progress) if progress.kept(it) == PuzzleState())

    def misfit(it: Puzzle) -> tuple[int, bool]:
        return abs(trial_of(it, kept=True).rung - wanted), it.game.key == last

    return min((it for it in untried if not it.is_question), key=misfit, default=None)


def missed(progress: Progress) -> list[Puzzle]:
    """The puzzles that were missed and not yet mended, easiest first."""
    return sorted((it for it in chosen() if progress.kept(it).missed), key=lambda it: it.level)
