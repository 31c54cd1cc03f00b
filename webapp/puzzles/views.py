"""The requests of puzzles: sets, days, and the attempt at one; only a solution is saved."""

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ai.language import _
from ai.puzzles.days import today
from ai.puzzles.puzzle import Puzzle
from ai.rules.games import GAMES
from webapp.board.parts import absolute, address
from webapp.board.preview import png
from webapp.puzzles import words
from webapp.puzzles.address import ANSWER, Attempt, parse_day, read_attempt, read_day, read_set
from webapp.puzzles.cover import Cover, SetPage
from webapp.puzzles.page import PuzzlePage
from webapp.puzzles.progress import current_progress, day_counted, save
from webapp.puzzles.sheet import Sheet, read_sheet
from webapp.serving.caching import PAGE, PICTURE, public
from webapp.serving.params import number

bp = Blueprint("puzzles", __name__, url_prefix="/puzzles")


@bp.get("")
def index() -> ResponseReturnValue:
    """The cover, or the set in the query; a form leads to the one address of its set or day."""
    query, progress = request.args, current_progress()
    if "day" in query:
        return redirect(address("puzzles.of_day", day=f"{parse_day(query['day'])}"), 303)
    if not {"game", "theme", "plies", "grade"} & {*query}:
        return render_template("puzzles/cover.html", page=Cover(progress))
    chosen = read_set(query)
    if chosen.query != {name: text for name, text in query.items(multi=True) if name != "from"}:
        return redirect(chosen.address, 303)
    page, here = SetPage(chosen, progress, chosen.place(query)), absolute(chosen.address)
    return render_template("puzzles/set.html", page=page, address=here)


def asked_sheet() -> tuple[Sheet]:
    """The sheet of this address."""
    return (read_sheet(request.args),)


@bp.get("/sheet")
@public(PAGE, asked_sheet)
def sheet(asked: Sheet) -> ResponseReturnValue:
    """Puzzles of a set on paper."""
    return render_template("puzzles/sheet.html", page=asked)


@bp.get("/today")
def current() -> ResponseReturnValue:
    """Redirect to the puzzle of today, in UTC."""
    return redirect(address("puzzles.of_day", day=f"{today()}"), 303)


@bp.get("/<day>")
def of_day(day: str) -> ResponseReturnValue:
    """The puzzle of a day; for a game's key a redirect to its set."""
    if day in GAMES:
        return redirect(address("puzzles.index", game=day), 308)
    return _page(read_day(request.args, day))


@bp.post("/<day>")
def play_day(day: str) -> ResponseReturnValue:
    """Press a button in the puzzle of a day."""
    return _played(read_day(request.args, day))


@bp.get("/<game_key>/<number>")
def show(game_key: str, number: str) -> ResponseReturnValue:
    """A puzzle, with the attempt in the address."""
    return _page(read_attempt(request.args, game_key, number))


@bp.post("/<game_key>/<number>")
def play(game_key: str, number: str) -> ResponseReturnValue:
    """Press a button in a puzzle."""
    return _played(read_attempt(request.args, game_key, number))


@bp.get("/<game_key>/<number>.png")
@public(PICTURE, lambda game_key, number: (read_attempt(MultiDict(), game_key, number).puzzle,))
def picture(puzzle: Puzzle) -> ResponseReturnValue:
    """The picture of a puzzle, for link previews."""
    title = f"{words.whole_task(puzzle)} – {_(puzzle.game.name)}"
    return png(puzzle.position, title=title), {"Content-Type": "image/png"}


def _page(attempt: Attempt) -> ResponseReturnValue:
    return render_template("puzzles/page.html", page=PuzzlePage(attempt, current_progress()))


def _played(attempt: Attempt) -> ResponseReturnValue:
    """Begin again, show a hint, or play a cell, as the form says, save a solution, and redirect to
    the attempt after it.
    """
    form = request.form
    if "again" in form:
        return redirect(f"{attempt.anew.url}#again-same", 303)
    if "hint" in form:
        hint = number(form, "hint", range(ANSWER + 1))
        return redirect(f"{attempt.ask(hint).url}#hint", 303)
    after = attempt.play(number(form, "cell"))
    response = make_response(redirect(after.url, 303))
    progress = current_progress()
    if after.solved:
        found = progress.with_solved(after.puzzle, day_counted(after.day))
        if found != progress:
            save(found, response)
    return response
