"""The requests of the gallery, the maker, and the page of each game."""

import re
from functools import partial

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from ai.exact.tablebase import has_table
from ai.language import _
from ai.opponents import LEVELS
from ai.pen.diagram import Diagram, diagram
from ai.rules import GAMES, NAMED, Game, Position, game_for
from webapp.address.kinds import reading_address
from webapp.board.players import USUAL_OPPONENT
from webapp.board.preview import Preview, png
from webapp.gallery.maker import Maker
from webapp.gallery.solved import about_solved, moves_to_win, solved_page, way_to_win
from webapp.game.responses import current_visit
from webapp.kept.games import current_games, without_name
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.caching import PAGE, PICTURE, AddressView, public
from webapp.solving import queue

bp = Blueprint("gallery", __name__, url_prefix="/games")


def card(game: Game) -> dict[str, object]:
    """A *game* and a *picture* of one way to win it. *moves* is the number of the first player's
    moves to a win, 0 for a draw, None while it is not solved. *puzzles* is the address of a set, or
    empty.
    """
    moves = moves_to_win(game) if has_table(game) else None
    puzzles = PuzzleSet(game=game).address if game.key in GAMES else ""
    return {"game": game, "picture": _picture(game), "moves": moves, "puzzles": puzzles}


@bp.get("")
def index() -> ResponseReturnValue:
    """The gallery of games, and those without a name that this visitor played, the last first."""
    session = current_visit().session
    played = [match.record for match in (session.match, *session.way_back)]
    own = without_name([*played, *(it.record for it in reversed(current_games().games))])
    cards = [card(game) for game in (*NAMED.values(), *own)]
    return render_template("gallery/games.html", cards=cards, opponent=USUAL_OPPONENT)


@bp.get("/new")
@public(PAGE, lambda: (Maker.read(request.args),))
def make(maker: Maker) -> ResponseReturnValue:
    """The maker, in the state of the query."""
    queue.require_on()
    return render_template("gallery/maker.html", maker=maker)


@bp.post("")
def solve() -> ResponseReturnValue:
    """Ask for the game in the field `game`, or for the maker's, and lead to its page."""
    asked = request.form
    maker = Maker.of(game_for(asked["game"])) if "game" in asked else Maker.read(asked)
    if not (game := maker.game) or maker.undrawn:
        return redirect(maker.url(), 303)
    g.asked_to_solve = game
    queue.ask(game)
    return redirect(url_for("gallery.show", game_key=game.key, then=_then() or None), 303)


def refuse(_error: HTTPException, message: str) -> str:
    """The page of the game that cannot be solved now, with the *message* why; empty elsewhere."""
    game = g.get("asked_to_solve")
    return _unsolved(game, queue.Failed(message)) if game else ""


_asked = reading_address()(game_for)
"""The game of a key in an address."""


@bp.get("/<game_key>")
@partial(AddressView, lambda game_key: (_asked(game_key),))
def show(game: Game) -> ResponseReturnValue:
    """The page of a game: what is known of it, or how far its solving is."""
    state, then = queue.state(game), _then()
    if not isinstance(state, queue.Solved):
        return _unsolved(game, state)
    if then:
        return redirect(then, 303)
    shown = {"page": solved_page(game), "rivals": LEVELS, "opponent": USUAL_OPPONENT}
    return render_template("gallery/solved.html", maker=Maker.of(game), **shown)


@bp.get("/<game_key>.png")
@public(PICTURE, lambda game_key: (_asked(game_key),))
def picture(game: Game) -> ResponseReturnValue:
    """The picture of the page of a solved game, for link previews: one way to win, and who wins."""
    about = about_solved(game)
    return png(Preview(about.position, f"{about.title}.", _(game.goal), _("Play it")))


@bp.post("/<game_key>/stop")
def stop(game_key: str) -> ResponseReturnValue:
    """Stop the solving of a game, and lead to the maker with it."""
    game = _asked(game_key)
    queue.stop(game)
    return redirect(Maker.of(game).url(), 303)


def _unsolved(game: Game, state: queue.State | None) -> str:
    """The page of *game*, whose solving is in this *state*."""
    kind = type(state).__name__.lower() if state else ""
    shown = {"game": game, "kind": kind, "state": state, "then": _then()}
    drawn = {"maker": Maker.of(game), "picture": _picture(game)}
    return render_template("gallery/solving.html", **shown, **drawn)


def _picture(game: Game) -> Diagram:
    """The board of *game* with one way to win it."""
    return diagram(Position(game), "", lines=[way_to_win(game)])


def _then() -> str:
    """The address of this site to go to once the game is solved; empty without a valid one."""
    then = request.values.get("then", "")
    return then if re.fullmatch(r"/(?:[\w?][\w./?&=%!~+:,@-]*)?", then, re.ASCII) else ""
