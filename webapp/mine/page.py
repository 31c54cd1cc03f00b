"""The page of the games that a browser keeps, and puzzles made of their mistakes. One is left out
once it was solved twice without a hint.
"""

from dataclasses import dataclass
from typing import NamedTuple

from ai.language import N_, _
from ai.pen.diagram import diagram
from ai.puzzles.chances import to_find
from ai.puzzles.days import DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle, Theme, right_cells
from ai.rules import Mark, Position, Record, game_for, parse
from ai.study.review import Accuracy
from ai.study.study import study
from webapp.address.kinds import BadAddress, Query, reading_address
from webapp.board.diagrams import Mini
from webapp.board.parts import address
from webapp.kept.games import OwnGame, OwnGames, current_games
from webapp.puzzles.address import Attempt, with_moves
from webapp.puzzles.page import puzzle_page
from webapp.puzzles.progress import Progress
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.params import number

RECENT = 20  # games in which a theme is counted
OFTEN = 3  # times that a theme must be met to come next
OVER, FEWEST = 10, 4  # games over which chances are counted


@dataclass(frozen=True)
class OwnMistakes:
    """The *puzzles* of one's own mistakes of this *theme*, *solved* once before, or not: 0."""

    theme: Theme
    solved: int
    puzzles: tuple[Puzzle, ...]

    @property
    def query(self) -> dict[str, str]:
        return {"solved": "1"} if self.solved else {}

    @property
    def address(self) -> str:
        return address("mine.show")


def puzzle_at(position: Position) -> Puzzle:
    """The puzzle of *position*, a decision with X to move. It has no number."""
    here, rows = study(position), Record(position).text
    right, plies = right_cells(here), here.exact.distance
    return Puzzle(0, position.game, rows, right, plies, to_find(here), 0.0, {})


def mistakes(games: OwnGames, theme: Theme, times: int) -> dict[Puzzle, tuple[OwnGame, int]]:
    """The mistakes of *theme* in *games* that were put right so many times, the latest first, each
    with its game and ply. Of symmetric ones only the latest.
    """
    found: dict[object, tuple[Puzzle, tuple[OwnGame, int]]] = {}
    for game in reversed(games.games):
        for ply, chance in game.mistakes(times).items():
            position = game.seen(ply)
            if chance.theme is theme and (key := (position.game, position.canonical)) not in found:
                found[key] = puzzle_at(position), (game, ply)
    return dict(found.values())


def practice(games: OwnGames, theme: Theme) -> OwnMistakes:
    """The mistakes of *theme* to put right now: those never solved, else those solved once."""
    solved = 0 if mistakes(games, theme, 0) else 1
    return OwnMistakes(theme, solved, tuple(mistakes(games, theme, solved)))


@reading_address()
def read_own(query: Query, game_key: str, rows: str) -> Attempt:
    """The attempt at the puzzle of a position, which is *solved* once or not yet.

    :raises BadAddress: if it is none, or the query is wrong.
    """
    here = study(parse(game_for(game_key), rows, Mark.X))
    if not here.is_decision:
        raise BadAddress(N_("All moves have the same value here: nothing to find."))
    theme, solved = to_find(here), number(query, "solved", range(2)) if "solved" in query else 0
    chosen = OwnMistakes(theme, solved, tuple(mistakes(current_games(), theme, solved)))
    return with_moves(query, puzzle_at(here.position), chosen=chosen)


def own_page(attempt: Attempt, chosen: OwnMistakes) -> dict[str, object]:
    """The values of the page of *attempt*, and the *made* mistake, unless it was put right since:
    its game and ply.
    """
    page = puzzle_page(attempt, Progress())
    name, url = page["following"]
    name = _("Mine") if url == chosen.address else name
    page |= {"name": _("Mine"), "facts": (), "following": (name, url)}
    made = mistakes(current_games(), chosen.theme, chosen.solved).get(attempt.puzzle)
    return {"page": page, "made": made, "theme": chosen.theme}


class Missed(NamedTuple):
    """How often *theme* was *met* and *missed* in the recent games, the puzzles *left* of its
    mistakes, the *board* of the last one, and the address of *more* puzzles like it.
    """

    theme: Theme
    met: int
    missed: int
    left: int
    board: Mini
    more: str


def missed_most(games: OwnGames) -> list[Missed]:
    """The themes missed in the recent *games*, the highest share first."""
    last: dict[Theme, Position] = {}
    for game in games.games:
        last |= {it.theme: game.seen(it.ply) for it in game.chances if it.missed}
    found = [
        Missed(
            theme,
            games.counts[f"{theme} met"],
            games.counts[f"{theme} missed"],
            sum(len(mistakes(games, theme, times)) for times in range(2)),
            Mini(diagram(board, "")),
            PuzzleSet(themes=(theme,)).address,
        )
        for theme, board in last.items()
    ]
    return sorted(found, key=lambda it: (it.met < OFTEN, -it.missed / it.met))


def accuracy(*games: OwnGame) -> Accuracy:
    """How often the person kept what could be given away."""
    missed = [it.missed for game in games for it in game.chances]
    return Accuracy(missed.count(False), len(missed))


def mine_page(games: OwnGames, progress: Progress) -> dict[str, object]:
    """The values for a browser that keeps *games* and has this *progress*. *shares* has the percent
    of chances kept in each game with any, *means* that in the last ten such games at each of them.
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
        "kept": accuracy(*decided[-OVER:]),
        "over": len(decided[-OVER:]),
        "shares": [accuracy(game).percent for game in decided],
        "means": [(at - 1, accuracy(*last).percent) for at, last in means.items()],
        "boards": [
            (it, Mini(diagram(it.record.position, "", lines=it.outcome.winning_sets)))
            for it in reversed(games.games)
        ],
        "streak": progress.streak_on(today()),
        "week": [(day, progress.has(puzzle_of_day(day))) for day in days],
    }
