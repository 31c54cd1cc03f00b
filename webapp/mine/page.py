"""The page of the games that a browser keeps: the values of its template."""

from typing import NamedTuple

from ai.opponents import LEVELS
from ai.pen.diagram import Diagram, diagram
from ai.puzzles.days import DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Theme
from ai.rules.position import Position
from ai.study.review import Accuracy
from webapp.honours.kept import current_honours
from webapp.kept.games import OwnGame, OwnGames
from webapp.mine.practise import mistakes
from webapp.puzzles.progress import Progress
from webapp.puzzles.sets import PuzzleSet

RECENT = 20  # games in which a theme is counted
OFTEN = 3  # times that a theme must be met to come next
OVER, FEWEST = 10, 4  # games over which chances are counted


class Missed(NamedTuple):
    """How often *theme* was *met* and *missed* in the recent games, the puzzles *left* of its
    mistakes, the *board* of the last one, and the address of *more* puzzles like it.
    """

    theme: Theme
    met: int
    missed: int
    left: int
    board: Diagram
    more: str


def missed_most(games: OwnGames) -> list[Missed]:
    """The themes missed in the recent *games*, the highest share first."""
    last: dict[Theme, Position] = {}
    for game in games.games:
        last |= {it.theme: game.seen(it.ply) for it in game.chances if it.missed}
    counts, found = games.counts, []
    for theme, board in last.items():
        met, missed = counts[f"{theme} met"], counts[f"{theme} missed"]
        left = sum(len(mistakes(games, theme, times)) for times in range(2))
        more = PuzzleSet(themes=(theme,)).address
        found.append(Missed(theme, met, missed, left, diagram(board, ""), more))
    return sorted(found, key=lambda it: (it.met < OFTEN, -it.missed / it.met))


def accuracy(*games: OwnGame) -> Accuracy:
    """How often the person kept what could be given away."""
    missed = [it.missed for game in games for it in game.chances]
    return Accuracy(missed.count(False), len(missed))


def mine_page(games: OwnGames, progress: Progress) -> dict[str, object]:
    """The values for a browser that keeps *games* and has this *progress*. *shares* has the percent
    of chances kept in each game with any, *means* that in the last ten such games at each of them;
    *rival* is the lowest level never beaten.
    """
    themes = missed_most(OwnGames(games.games[-RECENT:]))
    days = [today() - passed * DAY for passed in range(6, -1, -1)]
    decided = [game for game in games.games if game.chances]
    means = {at: decided[max(at - OVER, 0) : at] for at in range(FEWEST, len(decided) + 1)}
    return {
        "games": games,
        "counts": games.counts,
        "themes": themes,
        "coming": next((it for it in themes if it.met >= OFTEN and it.left), None),
        "rival": next((it for it in LEVELS if not games.counts[f"{it.key} won"]), LEVELS[-1]),
        "kept": accuracy(*decided[-OVER:]),
        "over": len(decided[-OVER:]),
        "shares": [accuracy(game).percent for game in decided],
        "means": [(at - 1, accuracy(*last).percent) for at, last in means.items()],
        "boards": [
            (it, diagram(it.record.position, "", lines=it.outcome.winning_sets))
            for it in reversed(games.games)
        ],
        "streak": current_honours().streak.on(today()),
        "week": [(day, progress.has(puzzle_of_day(day))) for day in days],
    }
