"""The requests of a class: the teacher's form and pages, the wall, and the pupils' way in."""

import csv
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from random import Random
from secrets import token_urlsafe
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ai.language import N_, _
from ai.pen.diagram import diagram
from ai.puzzles.puzzle import Theme
from ai.words.told import wrong_try
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute, address
from webapp.classroom import names
from webapp.classroom.classroom import MOST_PUZZLES, Classroom, WallColumn
from webapp.classroom.series import GONE, ClassSeries, change, holder, look, place_of, read
from webapp.friend import seats
from webapp.friend.responses import games
from webapp.friend.store import StoreAway
from webapp.puzzles.address import READERS, Attempt
from webapp.puzzles.cover import cover
from webapp.puzzles.progress import Progress, Result
from webapp.puzzles.sets import FIELDS, PuzzleSet, name_of
from webapp.puzzles.sheet import Sheet
from webapp.serving.limits import count_new_game
from webapp.serving.params import BadParameter, Fields, choice

bp = Blueprint("classroom", __name__)
bp.after_request(seats.keep_mark)

READERS["class"] = ClassSeries.read

MIXED = "mixed"
COUNTS = {3: N_("5 minutes"), 6: N_("10 minutes"), 12: N_("a lesson")}
LEVELS = {"easy": N_("Easy"), "medium": N_("Medium"), "hard": N_("Hard")}
RESULTS = {Result.FIRST: "1", Result.TRIES: "+", Result.HELPED: "h", Result.SHOWN: "a", None: ""}
"""How a puzzle ended, in the file for the teacher."""


class Seen(NamedTuple):
    """A column of the wall with its *board*, its *url*, and where first tries *failed*, if two did
    in the same way: told, and why.
    """

    column: WallColumn
    board: Mini
    url: str
    failed: str


@bp.get("/class")
def new() -> ResponseReturnValue:
    """The form for a new class, of a kind of puzzles or of the set in the query."""
    games()  # raises NotFound if they are switched off
    given = PuzzleSet.read(request.args) if {*FIELDS} & {*request.args} else None
    return render_template(
        "classroom/new.html",
        given=given,
        doors=cover(Progress())["doors"],
        counts=COUNTS,
        levels=LEVELS,
        most=MOST_PUZZLES,
        once=token_urlsafe(),
    )


@bp.post("/class")
def make() -> ResponseReturnValue:
    """Make a class, and lead to the teacher's page. The same form of the same page always leads to
    the same class.
    """
    form, mark = request.form, seats.require_mark()
    key = seats.holder_of(form.get("once") or token_urlsafe(), mark)
    title, chosen = _drawn(form, key) if "level" in form else _given(form)
    room = Classroom(key, seats.holder_of(key, mark), title, chosen)
    for again in range(100):  # others may have the first codes
        code = names.code_from(key, f"{again}")
        found = read(code)
        if not found:
            count_new_game()
            games().put(place_of(code), 0, room.text)
            found = read(code)
        if found and found[0].key == key:
            return redirect(address("classroom.teach", code=code), 303)
    raise StoreAway


def _given(form: MultiDict[str, str]) -> tuple[str, PuzzleSet]:
    """The title, and the first puzzles of the set in *form*."""
    chosen = PuzzleSet.read(form)
    if not chosen.puzzles:
        raise BadParameter(N_("No puzzle is like this. Ask for less."))
    return chosen.title, PuzzleSet(listed=chosen.puzzles[:MOST_PUZZLES])


def _drawn(form: Fields, key: str) -> tuple[str, PuzzleSet]:
    """The title, and puzzles picked by lot, the same for the same *key*: of the theme and the count
    in *form*, from that third of its puzzles which is as hard as *form* says, easiest first.
    """
    theme, level = choice(form, "theme", [MIXED, *Theme]), choice(form, "level", [*LEVELS])
    count = int(choice(form, "count", [*map(str, COUNTS)]))
    chosen = PuzzleSet(themes=() if theme == MIXED else (Theme(theme),))
    ordered, third = chosen.puzzles, [*LEVELS].index(level)
    size = len(ordered)
    among = range(third * size // 3, (third + 1) * size // 3)
    among = among if len(among) >= count else range(size)
    places = sorted(Random(key).sample(among, min(count, len(among))))  # noqa: S311
    return chosen.title, PuzzleSet(listed=tuple(ordered[at] for at in places))


def own(code: str) -> Classroom:
    """The class of *code*, for its teacher alone: even a wall without names may tell of one.

    :raises Forbidden: for anybody else.
    """
    room = look(code)
    if holder(room) != room.teacher:
        abort(403, _("Only the browser that made this class sees it."))
    return room


def _render(template: str, code: str, room: Classroom) -> str:
    seen = []
    for it in room.columns():
        puzzle, failed = it.puzzle, ""
        if it.cell is not None:
            failed = _(
                "%(often)s of %(tried)s tried %(cell)s first. %(why)s",
                often=it.often,
                tried=it.tried,
                cell=puzzle.game.cell_names[it.cell],
                why=wrong_try(puzzle.study.moves[it.cell]),
            )
        board, url = Mini(diagram(puzzle.position, "")), Attempt(puzzle, chosen=room.chosen).url
        seen.append(Seen(it, board, url, failed))
    return render_template(
        template,
        code=code,
        room=room,
        seen=seen,
        told=names.told,
        results=RESULTS,
        link=absolute(address("classroom.pupil", code=code)),
        sheet=Sheet(room.chosen),
    )


@bp.get("/class/<code>")
def teach(code: str) -> ResponseReturnValue:
    """The teacher's page."""
    return _render("classroom/teacher.html", code, own(code))


@bp.get("/class/<code>/wall")
def wall(code: str) -> ResponseReturnValue:
    """The wall, for a projector."""
    return _render("classroom/wall.html", code, own(code))


@bp.post("/class/<code>")
def manage(code: str) -> ResponseReturnValue:
    """Hide the numbers of the wall or show them, remove a pupil, or end the class."""
    own(code)
    acts: dict[str, Callable[[Classroom], Classroom]] = {
        "hide": lambda room: replace(room, hidden=True),
        "show": lambda room: replace(room, hidden=False),
        "remove": lambda room: room.without(request.form.get("name", "")),
        "end": lambda room: replace(room, ended=True),
    }
    act = choice(request.form, "do", [*acts])
    change(code, acts[act])
    page = "classroom.wall" if act in {"hide", "show"} else "classroom.teach"
    return redirect(address(page, code=code), 303)


@bp.get("/class/<code>.csv")
def export(code: str) -> ResponseReturnValue:
    """The results as a table: a row for each pupil, a column for each puzzle."""
    room, file = own(code), StringIO()
    rows = csv.writer(file)
    rows.writerow([_("Pupil"), *map(name_of, room.puzzles)])
    places = range(len(room.puzzles))
    for name, pupil in room.pupils.items():
        rows.writerow([names.told(name), *(RESULTS[pupil.trial(at).result] for at in places)])
    head = {"Content-Disposition": f"attachment; filename={code}.csv"}
    return file.getvalue(), head | {"Content-Type": "text/csv; charset=utf-8"}


@bp.get("/c")
def enter() -> ResponseReturnValue:
    """The form for a code; with one it leads to the class."""
    games()
    given = request.args.get("code", "")
    if code := names.typed(given):
        return redirect(address("classroom.pupil", code=code), 303)
    return render_template("classroom/enter.html", given=given)


@bp.get("/c/<code>")
def pupil(code: str) -> ResponseReturnValue:
    """The pupil's page: the animals to choose from, or the puzzles and which of them are solved."""
    if code != (same := names.typed(code)):
        return redirect(address("classroom.pupil", code=same), 301) if same else abort(404, _(GONE))
    room, series = look(code), ClassSeries(code)
    progress = series.progress()
    return render_template(
        "classroom/pupil.html",
        code=code,
        room=room,
        told=names.told,
        name=room.name_of(holder(room)),
        progress=progress,
        urls={puzzle: Attempt(puzzle, chosen=series).url for puzzle in room.puzzles},
        following=progress and progress.next_after(room.puzzles[-1], room.puzzles),
    )


@bp.post("/c/<code>")
def join(code: str) -> ResponseReturnValue:
    """Join as the animal in the form, or with the next number."""
    seats.require_mark()
    look(code)
    animal = request.form.get("animal", "")
    room = change(code, lambda room: room.join(holder(room), animal))
    if not room:
        abort(404, _(GONE))
    return redirect(Attempt(room.puzzles[0], chosen=ClassSeries(code)).url, 303)
