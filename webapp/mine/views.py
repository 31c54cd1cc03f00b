"""The requests of one's own games: the page, its file, and puzzles of mistakes."""

import json
from functools import partial

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ai.language import N_
from ai.opponents import OPPONENTS
from ai.puzzles.chances import TO_FIND
from ai.puzzles.puzzle import Theme
from webapp.board.parts import address
from webapp.honours.kept import Honours, current_honours
from webapp.honours.kept import keep as keep_honours
from webapp.honours.told import held
from webapp.kept.games import CODEC, OwnGames, current_games, keep
from webapp.mine.page import mine_page, missed_most
from webapp.mine.practise import OwnMistakes, mistakes, own_page, read_own
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Result, current_progress
from webapp.puzzles.views import played
from webapp.puzzles.words import date_in_words, weekdays
from webapp.serving.caching import AddressView
from webapp.serving.params import BadParameter, choice, number

bp = Blueprint("mine", __name__, url_prefix="/mine")


def _render(template: str, **values: object) -> str:
    names = {"opponents": OPPONENTS, "weekdays": weekdays, "date_in_words": date_in_words}
    return render_template(template, **names, **values)


@bp.get("")
def show() -> ResponseReturnValue:
    """The page of the games that this browser keeps."""
    return _render("mine/page.html", **mine_page(current_games(), current_progress()))


@bp.get("/games.json")
def export() -> ResponseReturnValue:
    """The games as a file."""
    head = {"Content-Disposition": "attachment; filename=tic-tac-why.json"}
    text = json.dumps(current_games().data, indent=0)
    return f"{text}\n", head | {"Content-Type": "application/json"}


@bp.post("")
def bring_back() -> ResponseReturnValue:
    """Keep the games of a file in place of those kept now."""
    try:
        games = CODEC.load(json.load(request.files["file"]))
    except (KeyError, RecursionError, ValueError) as error:
        raise BadParameter(N_("That's no file of games from here.")) from error
    keep(games)
    return redirect(address("mine.show"), 303)


@bp.route("/forget", methods=["GET", "POST"])
def forget() -> ResponseReturnValue:
    """The page that asks first; its form forgets all games, the level and the stamps. No match in
    play changes.
    """
    games, honours = current_games(), current_honours()
    if request.method == "GET":
        left = sum(it.left for it in missed_most(games))
        return _render("mine/forget.html", games=games, left=left, held=held(honours))
    keep(OwnGames())
    keep_honours(Honours(today=honours.today))
    return redirect(address("mine.show"), 303)


@bp.get("/practise")
def practise() -> ResponseReturnValue:
    """Lead to the first puzzle of one's own mistakes of a theme, of those never solved, else of
    those solved once; or back without one.
    """
    games, theme = current_games(), Theme(choice(request.args, "theme", [*TO_FIND]))
    solved = 0 if mistakes(games, theme, 0) else 1
    chosen = OwnMistakes(theme, solved, tuple(mistakes(games, theme, solved)))
    first = Attempt(chosen.puzzles[0], chosen=chosen).url if chosen.puzzles else chosen.address
    return redirect(first, 303)


@bp.route("/practise/<game_key>/<rows>", methods=["GET", "POST"])
@partial(AddressView, lambda game_key, rows: (read_own(request.args, game_key, rows),))
def puzzle(attempt: Attempt) -> ResponseReturnValue:
    """The puzzle of a position in which one made a mistake; a form presses a button in it. A
    solution without a hint puts the mistake right.
    """
    chosen = attempt.chosen
    assert isinstance(chosen, OwnMistakes)
    if request.method == "GET":
        return _render("mine/practise.html", **own_page(attempt, chosen))
    after = attempt.play(number(request.form, "cell")) if "cell" in request.form else attempt
    if after.solved and max(attempt.worst, after.worst) < Result.HELPED:
        keep(current_games().put_right(after.puzzle.position, chosen.solved))
    return played(attempt)
