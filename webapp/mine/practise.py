"""Puzzles made of one's own mistakes. One is left out once it was solved twice without a hint."""

from dataclasses import dataclass

from ai.language import N_, _
from ai.puzzles.chances import to_find
from ai.puzzles.puzzle import Puzzle, Theme, right_cells
from ai.rules import Mark, Position, Record, game_for, parse
from ai.study.study import study
from webapp.address.kinds import BadAddress, Query, reading_address
from webapp.board.parts import address
from webapp.kept.games import OwnGame, OwnGames, current_games
from webapp.puzzles.address import Attempt, with_moves
from webapp.puzzles.page import puzzle_page
from webapp.puzzles.progress import Progress
from webapp.serving.params import number


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


@reading_address()
def read_own(query: Query, game_key: str, rows: str) -> Attempt:
    """The attempt at the puzzle of a position, which is *solved* once or not yet."""
    here = study(parse(game_for(game_key), rows, Mark.X))
    if not here.is_decision:
        raise BadAddress(N_("All moves have the same value here: nothing to find."))
    theme, solved = to_find(here), number(query, "solved", range(2), missing=0)
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
