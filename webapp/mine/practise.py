"""Puzzles made of one's own mistakes. One is left out once it was solved twice without a hint."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ai.language import N_, _
from ai.opponents import OPPONENTS
from ai.puzzles.chances import Chance, to_find
from ai.puzzles.puzzle import Puzzle, Theme, right_cells
from ai.rules.games import game_for
from ai.rules.position import Mark, Position, parse
from ai.rules.record import Record
from ai.study.study import study
from webapp.address.kinds import BadAddress, Query, reading_address
from webapp.board.parts import address
from webapp.kept.games import OwnGame, OwnGames, current_games
from webapp.puzzles.address import Attempt, with_moves
from webapp.puzzles.page import puzzle_page
from webapp.puzzles.progress import Progress
from webapp.puzzles.words import date_in_words
from webapp.replay.replay import Replay, replay_url
from webapp.serving.params import number

Mistakes = Mapping[Puzzle, tuple[OwnGame, Chance]]


@dataclass(frozen=True)
class OwnMistakes:
    """The *puzzles* of one's own mistakes of this *theme*, *solved* once before, or not: 0."""

    theme: Theme
    solved: int
    puzzles: tuple[Puzzle, ...]

    @property
    def query(self) -> dict[str, str]:
        """The query of a puzzle in it."""
        return {"solved": "1"} if self.solved else {}

    @property
    def address(self) -> str:
        """The address of the page of one's own games."""
        return address("mine.show")


def puzzle_at(position: Position) -> Puzzle:
    """The puzzle of *position*, a decision with X to move. It has no number."""
    here, rows = study(position), Record(position).text
    themes = (to_find(here),)
    plies = here.exact.distance
    return Puzzle(0, position.game, rows, right_cells(here), plies, themes, 0.0, {})


def mistakes(games: OwnGames, theme: Theme, solved: int) -> Mistakes:
    """The mistakes of *theme* in *games* that were put right so many times, the latest first."""
    return {
        puzzle_at(game.seen(it.ply)): (game, it)
        for game in reversed(games.games)
        for it in game.mistakes(solved)
        if it.theme is theme
    }


def practice(games: OwnGames, theme: Theme) -> OwnMistakes:
    """The mistakes of *theme* to put right now: those never solved, else those solved once."""
    solved = 0 if mistakes(games, theme, 0) else 1
    return OwnMistakes(theme, solved, tuple(mistakes(games, theme, solved)))


@reading_address()
def read_own(query: Query, game_key: str, rows: str) -> Attempt:
    """The attempt at the puzzle of a position, which is *solved* once or not yet.

    :raises BadAddress: if it is none, or the query is wrong.
    """
    position = parse(game_for(game_key), rows.replace("-", " "), Mark.X)
    if not study(position).is_decision:
        raise BadAddress(N_("All moves have the same value here: nothing to find."))
    theme = to_find(study(position))
    solved = number(query, "solved", range(2)) if "solved" in query else 0
    puzzles = tuple(mistakes(current_games(), theme, solved))
    return with_moves(query, puzzle_at(position), chosen=OwnMistakes(theme, solved, puzzles))


def own_page(attempt: Attempt) -> dict[str, object]:
    """The values of the page of *attempt*: the *page*, and the *game* in which the mistake was
    made, its *chance* and the address of its *replay*, unless it was put right since.
    """
    page, chosen = puzzle_page(attempt, Progress()), attempt.chosen
    assert isinstance(chosen, OwnMistakes)
    left = [it for it in chosen.puzzles if it != attempt.puzzle]
    url = Attempt(left[0], chosen=chosen).url if left else chosen.address
    page = replace(
        page, name=_("Mine"), facts=(), following=(page.following[0] if left else _("Mine"), url)
    )
    found = mistakes(current_games(), chosen.theme, chosen.solved).get(attempt.puzzle)
    if not found:
        return {"page": page}
    game, chance = found
    review = replay_url(Replay.of(game.record, game.players).at(chance.ply + 1))
    cell = game.record.game.cell_names[game.record.move_at(chance.ply)]
    day = date_in_words(game.day)
    values = {"page": page, "game": game, "opponents": OPPONENTS}
    return values | {"cell": cell, "day": day, "review": review}
