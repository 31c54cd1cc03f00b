"""The puzzles that fit a player: a little harder than the level."""

from ai.honours.trials import RUNGS, trial_of
from ai.puzzles.days import DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import chosen
from webapp.honours.kept import Honours
from webapp.puzzles.progress import Progress, PuzzleState

NEAR = range(-7, 8)  # days around today, whose puzzles wait for their day


def untried(progress: Progress) -> list[Puzzle]:
    """The puzzles that were never tried, those skipped lately last. The puzzles of the days around
    today are left out.
    """
    near = {puzzle_of_day(today() + n * DAY) for n in NEAR}
    skipped = {name: place for place, name in enumerate(progress.skipped, 1)}
    found = (it for it in chosen() if it not in near and progress.kept(it) == PuzzleState())
    return sorted(found, key=lambda it: skipped.get(it.name, 0))


def harder(progress: Progress, honours: Honours, after: str = "") -> Puzzle | None:
    """An untried puzzle of the rung after the level, or one of the level itself after two misses in
    a row, else of the nearest rung; if there is one, of another game than that *after* which it
    comes, or which was tried last. None without any.
    """
    ladder = honours.ladder
    wanted = min(ladder.reached + 1, RUNGS[-1])
    missed_now = honours.news.made[wanted - 1] > 0  # not before the last game or puzzle
    if missed_now and ladder.squares[wanted - 1][-2:] == (False, False):
        wanted = max(ladder.reached, 1)
    *_others, last = "", *progress.tried, *filter(None, [after])

    def misfit(it: Puzzle) -> tuple[bool, int, bool]:
        away = abs(trial_of(it, kept=True).rung - wanted)
        return it.name in progress.skipped, away, it.game.key == last

    played = (it for it in untried(progress) if not it.is_question)
    return min(played, key=misfit, default=None)


def missed(progress: Progress) -> list[Puzzle]:
    """The puzzles that were missed and not yet mended, easiest first."""
    return sorted((it for it in chosen() if progress.kept(it).missed), key=lambda it: it.level)
