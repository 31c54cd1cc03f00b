"""The requests of puzzles: sets, days, and the attempt at one, of which its results are kept."""

from datetime import date
from operator import itemgetter

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ai.language import _
from ai.puzzles.days import puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle
from ai.rules import NAMED
from webapp.address.kinds import Frame, Moved, PageKind, Query, reading_address, rendered
from webapp.address.reach import reach_here
from webapp.board.parts import address
from webapp.board.preview import Preview, png
from webapp.honours.kept import Honours, current_honours
from webapp.honours.kept import keep as keep_honours
from webapp.puzzles import words
from webapp.puzzles.address import ANSWER, Attempt, parse_day, read_attempt, read_day, read_puzzle
from webapp.puzzles.cover import cover, set_from
from webapp.puzzles.fitting import harder
from webapp.puzzles.page import first_board, following_of, puzzle_board, puzzle_page
from webapp.puzzles.progress import COOKIE as PROGRESS
from webapp.puzzles.progress import (
    Progress,
    PuzzleState,
    Result,
    current_progress,
    day_counted,
)
from webapp.puzzles.rush import COOKIE as RUSH
from webapp.puzzles.rush import Run, slip
from webapp.puzzles.sets import FIELDS, LESSON_STEPS, WANTED, LessonSet, PuzzleSet, Recorded
from webapp.puzzles.sheet import read_sheet
from webapp.serving.caching import PICTURE, page_of_today
from webapp.serving.params import number, switch

bp = Blueprint("puzzles", __name__, url_prefix="/puzzles")


@reading_address()
def read_set(query: Query) -> PuzzleSet | None:
    """The set in *query*; None if it asks for none, or for a day."""
    return PuzzleSet.read(query) if {*FIELDS} & {*query} and "day" not in query else None


def index(chosen: PuzzleSet | None) -> ResponseReturnValue:
    """The page of the set that was *chosen*, or the cover."""
    progress = current_progress()
    if not chosen:
        return render_template("puzzles/cover.html", **cover(progress))
    values = set_from(chosen, chosen.place(request.args), progress)
    return render_template("puzzles/set.html", **values)


def after_form(query: Query, chosen: PuzzleSet | None) -> Moved | None:
    """The redirect to the one address of the set or day that a form sent in *query*."""
    if "day" in query:
        return Moved(address("puzzles.of_day", day=f"{parse_day(query['day'])}"))
    given = {name: text for name, text in query.items(multi=True) if name != "from"}
    return Moved(chosen.address) if chosen and chosen.query != given else None


def of_game(game: str) -> ResponseReturnValue:
    """Redirect from the key of a game to its set, or to the part that the query asks for."""
    url, query = address("puzzles.index", game=game), request.query_string.decode()
    return redirect(f"{url}&{query}" if query else url, 308)


for key in NAMED:
    bp.add_url_rule(f"/{key}", view_func=of_game, defaults={"game": key})


@bp.get("/harder")
def a_little_harder() -> ResponseReturnValue:
    """Lead to a puzzle of the rung after the level, of another game than `after`."""
    after = request.args.get("after", "")
    puzzle = harder(current_progress(), current_honours(), after)
    return redirect(Attempt(puzzle).url if puzzle else address("puzzles.index"), 303)


@bp.get("/rush")
def rush() -> ResponseReturnValue:
    """The run in the cookie: its board, or how it ended."""
    run = RUSH.value or Run()
    page = puzzle_page(run.attempt, Progress()) if run.attempt else None
    lost = slip(run.lost) if run.lost else None
    return render_template("puzzles/rush.html", run=run, page=page, slip=lost)


@bp.post("/rush")
def play_rush() -> ResponseReturnValue:
    """Begin a run, or play a cell in it."""
    run, form = (RUSH.value or Run()), request.form
    if "clock" in form:
        run = run.begin(switch(form, "clock"))
    elif run.attempt and form.get("place") == run.place:
        after = run.attempt.play(number(form, "cell"))
        keep(run.attempt.ask(ANSWER if after.worst else 0), after)
        run = run.after(after)
    RUSH.save(run)
    return redirect(address("puzzles.rush"), 303)


@bp.post("/<day>")
@bp.post("/<game_key>/<number>")
def play(**variables: str) -> ResponseReturnValue:
    """Press a button in a puzzle, or in that of a day."""
    read = read_day if "day" in variables else read_attempt
    return played(read(request.args, *variables.values()))


def played(attempt: Attempt) -> ResponseReturnValue:
    """Skip the puzzle, begin again, show a hint, or play a cell, as the form says, keep what
    happened, and redirect to the next puzzle or to the attempt after it.
    """
    form = request.form
    if "skip" in form:
        keep_honours(current_honours())  # which an older cookie may have
        progress = current_progress().skip(attempt.puzzle)
        PROGRESS.save(progress)
        return redirect(following_of(attempt, progress)[1], 303)
    if "again" in form:
        after, focused = attempt.anew, "#again-same"
    elif "hint" in form:
        after, focused = attempt.ask(number(form, "hint", range(ANSWER + 1))), "#hint"
    else:
        after, focused = attempt.play(number(form, "cell")), ""
    if not attempt.solved:
        keep(attempt, after)
    return redirect(f"{after.url}{focused}", 303)


def keep(before: Attempt, after: Attempt) -> None:
    """Keep what this request made of the attempt *before*: the one *after* it. Every try, hint and
    solution of a page goes this way. If a series cannot keep it, neither does the browser.
    """
    worst, progress = max(before.worst, after.worst), current_progress()
    if isinstance(after.chosen, Recorded):
        after.chosen.record(after.puzzle, worst, after.solved, after.steps)
    found = progress.after(after.puzzle, worst, after.solved)
    if found == progress and not after.solved:
        return
    honours = _honours_after(progress, after, worst)  # while an older cookie has the streak
    if found != progress:
        PROGRESS.save(found)
    keep_honours(honours)


def _honours_after(progress: Progress, after: Attempt, worst: Result) -> Honours:
    """The honours once a request has brought a puzzle of this *progress* to the attempt *after* it,
    and to *worst*. A puzzle of the day counts for the streak unless its answer was told.
    """
    honours, puzzle, before = current_honours(), after.puzzle, progress.kept(after.puzzle)
    if not puzzle.number:
        return honours
    if before == PuzzleState() and not puzzle.is_question:
        missed = after.worst is Result.TRIES
        if missed or (after.solved and worst is Result.FIRST):
            honours = honours.after_puzzle(puzzle, kept=not missed)
    series = after.chosen
    if isinstance(series, LessonSet) and after.solved and puzzle in series.puzzles[:WANTED]:
        step = LESSON_STEPS - WANTED + 1 + series.puzzles.index(puzzle)
        honours = honours.after_lesson(series.number, step)
    told, day = Result.SHOWN in {before.result, before.worst, worst}, day_counted(after.day)
    counts = after.solved and not told and puzzle == puzzle_of_day(day)
    return honours.solved_on(day) if counts else honours


def _picture(puzzle: Puzzle, day: date | None = None) -> ResponseReturnValue:
    """The picture of a puzzle, or of the puzzle of a *day*, for link previews."""
    game, number = _(puzzle.game.name), puzzle.number
    if day:
        told = words.date_in_words(day, with_year=True)
        sentence = _("%(game)s, puzzle of %(day)s. X to move.", game=game, day=told)
    else:
        sentence = _("%(game)s, puzzle %(number)s. X to move.", game=game, number=number)
    if puzzle.moves:
        sentence = words.task_on_paper(puzzle)
    headline = words.with_stop(words.task(puzzle))
    return png(Preview(puzzle.position, headline, sentence, _("Solve it")))


def _progress_in(attempt: Attempt) -> Progress:
    """What a pupil did in the class, else what the browser solved."""
    of_class = attempt.chosen.progress() if isinstance(attempt.chosen, Recorded) else None
    return of_class or current_progress()


_page = rendered("puzzles/page.html", lambda it: puzzle_page(it, _progress_in(it)))
_frame = Frame[Attempt](lambda attempt: attempt.path, puzzle_board)

KINDS = (
    PageKind(
        "puzzles.index",
        ("puzzles",),
        read_set,
        index,
        life="",
        moved=after_form,
        frame=Frame(lambda chosen: chosen.address if chosen else "", first_board, moved=after_form),
    ),
    PageKind(
        "puzzles.sheet",
        ("puzzles/sheet",),
        lambda query: (read_sheet(query), reach_here()),  # whose addresses the page has
        rendered("puzzles/sheet.html", itemgetter(0)),
    ),
    PageKind(
        "puzzles.current",
        ("puzzles/today",),
        lambda _query: Attempt(puzzle_of_day(today()), today()),
        _page,
        life="",
        moved=lambda _query, attempt: Moved(attempt.path),
        frame=Frame(lambda _attempt: address("puzzles.current"), puzzle_board, page_of_today),
    ),
    PageKind("puzzles.of_day", ("puzzles/<day>",), read_day, _page, life="", frame=_frame),
    PageKind(
        "puzzles.show", ("puzzles/<game_key>/<number>",), read_attempt, _page, life="", frame=_frame
    ),
    PageKind(
        "puzzles.picture", ("puzzles/<game_key>/<number>.png",), read_puzzle, _picture, PICTURE
    ),
    PageKind(
        "puzzles.picture_of_day",
        ("puzzles/<day>.png",),
        lambda _query, day: parse_day(day),
        lambda day: _picture(puzzle_of_day(day), day),
        PICTURE,
    ),
)
