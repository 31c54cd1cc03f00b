"""What is known of a solved game: who wins it, its longest fight, and its hardest puzzle."""

from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

from ai.exact.tablebase import DRAW, EXACT, best_cells, load, move_worths
from ai.exact.value import Exact, Value, winners_moves
from ai.language import N_, _
from ai.pen.diagram import diagram
from ai.puzzles import store
from ai.rules import Game, Mark, Position, Record
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute, address
from webapp.puzzles.address import puzzle_path
from webapp.puzzles.words import task, with_stop
from webapp.replay.replay import Replay, preview_url


@lru_cache(maxsize=256)
def verdict(game: Game) -> Exact:
    """The value of *game* to the side that begins.

    :raises Unsolved: if it is not solved.
    """
    return EXACT[min(load(game).codes[0], DRAW)]


def moves_to_win(exact: Exact) -> int:
    """The moves of the side whose value is *exact* until it has won; 0 unless it can."""
    return winners_moves(exact.distance or 0) if exact.value is Value.WIN else 0


class Fight(NamedTuple):
    """The longest win that can be forced in a game: a *replay* with the cursor where it begins, the
    *winner*, and its *moves* from there.
    """

    replay: Replay
    winner: Mark
    moves: int


@lru_cache(maxsize=64)
def longest_fight(game: Game) -> Fight | None:
    """The longest win of the side to move, played by both as well as can be; None without any."""
    if not (found := load(game).longest_win()):
        return None
    masks = reversed(found) if sum(found).bit_count() % 2 else found
    x, o = ([cell for cell in game.cells if side >> cell & 1] for side in masks)
    before = [cell for cell in chain(*zip_longest(x, o)) if cell is not None]
    record = Record(Position(game), tuple(before))
    while not record.position.outcome:
        record = record.play(best_cells(move_worths(record.position))[0])
    replay = Replay.of(record).at(len(before))
    return Fight(replay, replay.position.to_move, winners_moves(record.ply - len(before)))


class Hardest(NamedTuple):
    """The hardest puzzle of a game: its *board*, its *task* in words, and its address."""

    board: Mini
    task: str
    url: str


def hardest_puzzle(game: Game) -> Hardest | None:
    """The hardest puzzle of *game*; None if it has none."""
    if not (puzzles := store.load(game)):
        return None
    puzzle = max(puzzles, key=lambda puzzle: puzzle.level)
    return Hardest(Mini(diagram(puzzle.position, "")), with_stop(task(puzzle)), puzzle_path(puzzle))


class SolvedGame(NamedTuple):
    """A solved *game*: *exact* is its value to the side that begins, and *stage* its board with the
    worth of each first move.
    """

    game: Game
    exact: Exact
    stage: Stage
    fight: Fight | None
    puzzle: Hardest | None

    @classmethod
    def of(cls, game: Game) -> "SolvedGame":
        """What is known of *game*.

        :raises Unsolved: if it is not solved.
        """
        worths = move_worths(Position(game))
        stage = Stage(Position(game), inert=True, values=tuple(worths.items()), own=True)
        return cls(game, verdict(game), stage, longest_fight(game), hardest_puzzle(game))

    @property
    def moves(self) -> int:
        """The moves of the side that begins until it has won; 0 unless it can."""
        return moves_to_win(self.exact)

    @property
    def about(self) -> About:
        """Its metadata."""
        game, moves = self.game, self.moves
        name, page = _(game.name), absolute(address("gallery.show", game_key=game.key))
        told = N_("%(game)s: first wins in %(moves)s") if moves else N_("%(game)s: a draw")
        title = _(told, game=name, moves=moves)
        description = _(
            "%(goal)s What each first move is worth, and a computer that answers why.",
            goal=_(game.goal),
        )
        start = Position(game)
        return About(title, description, page, page, preview_url(Replay.of(Record(start))), start)
