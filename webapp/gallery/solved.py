"""Knowledge of a solved game: who wins it, its longest fight, and its hardest puzzle."""

from itertools import chain, zip_longest

from ai.exact.tablebase import DRAW, best_cells, load, move_worths
from ai.exact.value import winners_moves
from ai.language import N_, _
from ai.pen.diagram import diagram
from ai.puzzles import store
from ai.rules import Game, Position, Record, WinningSet, remembering
from ai.rules.games import mask
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.parts import absolute, address
from webapp.puzzles.address import Attempt
from webapp.puzzles.sets import PuzzleSet
from webapp.puzzles.words import task, with_stop
from webapp.replay.replay import Replay


def moves_to_win(game: Game) -> int:
    """The number of moves of the first player to a win; 0 for a draw. The second never wins.

    :raises Unsolved: if it is not solved.
    """
    code = load(game).codes[0]
    return winners_moves(code - 1) if code < DRAW else 0


def way_to_win(game: Game) -> WinningSet:
    """One way to win *game*, from the middle of all."""
    return frozenset(game.ordered_sets[len(game.ordered_sets) // 2])


@remembering(64)
def longest_fight(game: Game) -> Replay:
    """The longest win of the side to move, played by both as well as can be, at its start."""
    found = load(game).longest_win()
    masks = reversed(found) if sum(found).bit_count() % 2 else found
    x, o = ([cell for cell in game.cells if side >> cell & 1] for side in masks)
    before = tuple(cell for cell in chain(*zip_longest(x, o)) if cell is not None)
    record = Record(Position(game), before)
    while not record.outcome:
        record = record.play(best_cells(move_worths(record.position))[0])
    return Replay.of(record).at(len(before))


def hardest_puzzle(game: Game) -> dict[str, object] | None:
    """The hardest puzzle of *game*: its *board*, its *task* in words, its *url*, and the set of
    *all*; None if it has none.
    """
    if not (it := store.hardest(game)):
        return None
    board, told = diagram(it.position, ""), with_stop(task(it))
    chosen = PuzzleSet(game=game)
    return {"board": board, "task": told, "url": Attempt(it, chosen=chosen).url, "all": chosen}


def solved_page(game: Game) -> dict[str, object]:
    """The values of the page of a solved *game*. Errors as in :func:`moves_to_win`."""
    start, fight = Position(game), longest_fight(game)
    return {
        "game": game,
        "moves": moves_to_win(game),
        "stage": Stage(start, inert=True, values=tuple(move_worths(start).items())),
        "fight": fight,
        "fight_board": diagram(fight.position, ""),
        "fight_moves": winners_moves(fight.last_ply - fight.ply),
        "puzzle": hardest_puzzle(game),
        "about": about_solved(game),
    }


def about_solved(game: Game) -> About:
    """The metadata of that page, whose picture shows one way to win. Errors as there."""
    page = absolute(address("gallery.show", game_key=game.key))
    picture = absolute(address("gallery.picture", game_key=game.key))
    moves, won = moves_to_win(game), Position(game, x=mask(way_to_win(game)))
    told = N_("%(game)s: first wins in %(moves)s moves") if moves else N_("%(game)s: a draw")
    title = _(told, game=_(game.name), moves=moves)
    text = _("%(goal)s Every first move with its worth, and why.", goal=_(game.goal))
    return About(title, text, page, page, picture, won)
