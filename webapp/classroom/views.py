"""The requests of a class: the teacher's form and pages, the wall, and the pupils' way in."""

import csv
from dataclasses import replace
from io import StringIO
from random import Random
from secrets import token_urlsafe

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ai.facts.verdicts import answer_shown
from ai.language import N_, _
from ai.pen.diagram import Diagram, diagram
from ai.puzzles.days import today
from ai.puzzles.puzzle import Theme
from ai.puzzles.solving import tries
from webapp.address.reach import for_others
from webapp.board.parts import address
from webapp.classroom import names
from webapp.classroom.classroom import MOST_PUZZLES, Classroom, Pupil, WallColumn
from webapp.classroom.series import CLASSES, ClassSeries, holder, look
from webapp.friend import seats
from webapp.puzzles import questions
from webapp.puzzles.address import READERS, Attempt
from webapp.puzzles.cover import cover
from webapp.puzzles.progress import Progress, Result
from webapp.puzzles.sets import FIELDS, PuzzleSet
from webapp.puzzles.sheet import Sheet
from webapp.puzzles.words import date_in_words, result_seen
from webapp.serving.params import Fields, choice
from webapp.store.base import StoreAway
from webapp.store.things import games

bp = Blueprint("classroom", __name__)
bp.before_request(seats.give_mark)

READERS["class"] = ClassSeries.read

MIXED = "mixed"
COUNTS = {3: N_("5 minutes"), 6: N_("10 minutes"), 12: N_("a lesson")}
LEVELS = {"easy": N_("Easy"), "medium": N_("Medium"), "hard": N_("Hard")}
SHOWN = {"puzzles": N_("Puzzles alone"), "numbers": N_("Numbers"), "why": N_("Failed first tries")}
"""What the wall shows; the pupils who still solve see it too."""


@bp.get("/class")
def new() -> ResponseReturnValue:
    """The form for a new class, of a kind of puzzles or of the set in the query; and links back to
    one's last classes.
    """
    games()  # raises NotFound if they are switched off
    given = _asked(request.args) if {*FIELDS} & {*request.args} else None
    found = ((code, CLASSES.find(code)) for code in seats.last_codes())
    held = {code: it.thing for code, it in found if it and holder(it.thing) in it.thing.teachers}
    return render_template(
        "classroom/new.html",
        given=given,
        held=held,
        doors=cover(Progress())["doors"],
        counts=COUNTS,
        levels=LEVELS,
        most=MOST_PUZZLES,
        once=token_urlsafe(),
    )


@bp.post("/class")
def make() -> ResponseReturnValue:
    """Make a class, once for each form of a page, and lead to the teacher's page."""
    form, mark = request.form, seats.current_mark()
    key = seats.holder_of(form.get("once") or token_urlsafe(), mark)
    if "level" in form:
        title, chosen = _drawn(form, key)
    else:
        asked = _asked(form)
        title, chosen = asked.title, PuzzleSet(listed=asked.puzzles[:MOST_PUZZLES])
    room = Classroom(key, (seats.holder_of(key, mark),), title, chosen)
    for again in range(100):  # others may have the first codes
        code = names.code_from(key, f"{again}")
        found = CLASSES.begin(code, room)
        if found and found.thing.key == key:
            return redirect(address("classroom.teach", code=code), 303)
    raise StoreAway


def _asked(fields: MultiDict[str, str]) -> PuzzleSet:
    """The set that *fields* describe; raises BadRequest if no puzzle is like this."""
    found = PuzzleSet.read(fields)
    if not found.puzzles:
        abort(400, found.nothing)
    return found


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
    """The class of *code*, for its teacher alone: even a wall without names may tell of one."""
    room = look(code)
    if holder(room) not in room.teachers:
        abort(403, _("Only its teacher's browser sees this page of a class."))
    return room


def failed(column: WallColumn) -> str:
    """Where first tries failed, and why; empty unless two did in the same way."""
    puzzle, cell = column.puzzle, column.cell
    if cell is None:
        return ""
    (step,) = tries(puzzle, [cell])
    name, why = questions.named(puzzle, cell), questions.refutation(puzzle.theme, step)
    message = N_("%(often)s tried %(cell)s first. %(why)s")
    if (
        puzzle.theme is Theme.FORK
        and len({it for it, _line in step.move.after.threats_against}) == 1
    ):
        message = N_("%(often)s tried %(cell)s first: one threat, not two.")
    return _(message, often=column.often, cell=name, why=why)


def board(column: WallColumn, *, why: bool) -> tuple[Diagram, str]:
    """The board of the puzzle; or *why* first tries failed: the one of :func:`failed`, with a ring,
    and the reply.
    """
    puzzle, cell = column.puzzle, column.cell
    if not why or cell is None or puzzle.theme in {Theme.WHO, Theme.MISTAKE}:
        return diagram(puzzle.position, ""), ""
    move = puzzle.study.moves[cell]
    answer = answer_shown(move)
    return (diagram(answer.left, "", lines=answer.completed), move.name)


def seen(room: Classroom, pupil: Pupil, place: int) -> tuple[str, str, str]:
    """How far *pupil* is with the puzzle at *place*: a sign, the words, and how it is drawn."""
    state, wrong = pupil.state(place), int(pupil.wrong[place])
    if state.result is Result.TRIES:
        number = f"{max(wrong, 1) + 1}" if wrong < 9 else "9+"
        return number, _("at try %(number)s", number=number), "again"
    sign, words = result_seen(state)
    if state.result is not None:
        drawn = "first" if state.result is Result.FIRST else "again" if pupil.has(place) else ""
        return sign, _(words), drawn
    if room.ended or not (pupil.is_at(place) or pupil.next == place):
        return "", _(words), ""
    if pupil.is_at(place):
        told = _("at work, %(wrong)s wrong so far", wrong=wrong)
        return f"{wrong}…" if wrong else "", told, "now"
    return "", _("next"), "now"


def _render(template: str, code: str, **values: object) -> str:
    room = own(code)
    return render_template(
        template,
        code=code,
        room=room,
        columns=room.columns(),
        board=board,
        url=lambda puzzle: Attempt(puzzle, chosen=room.chosen).url,
        failed=failed,
        seen=seen,
        told=names.told,
        link=for_others(address("classroom.pupil", code=code)),
        sheet=Sheet(room.chosen, code="" if room.ended else code),
        **values,
    )


@bp.get("/class/<code>")
def teach(code: str) -> ResponseReturnValue:
    """The teacher's page, to which the browser keeps the way back."""
    page = _render("classroom/teacher.html", code)
    seats.keep_code(code)
    return page


@bp.get("/class/<code>/wall")
def wall(code: str) -> ResponseReturnValue:
    """The wall, for a projector."""
    show = choice(request.args, "show", [*SHOWN], missing="numbers")
    return _render("classroom/wall.html", code, show=show, shown=SHOWN)


@bp.post("/class/<code>/end", defaults={"ended": True})
@bp.post("/class/<code>/reopen", defaults={"ended": False})
def end(code: str, *, ended: bool) -> ResponseReturnValue:
    """End the class, which leads all pupils to how it went; or let it go on."""
    own(code)
    CLASSES.change(code, lambda room: replace(room, ended=ended))
    return redirect(address("classroom.teach", code=code), 303)


@bp.route("/class/<code>/without/<name>", methods=["GET", "POST"])
def remove(code: str, name: str) -> ResponseReturnValue:
    """The page that asks first, if need be; its form removes the pupil *name*."""
    if not (name.isascii() and name.isalnum()):
        abort(404, _("No pupil has such a name."))
    room = own(code)
    if request.method == "POST":
        CLASSES.change(code, lambda room: room.without(name))
    elif room.without(name) != room:
        values = {"code": code, "room": room, "name": name, "told": names.told}
        return render_template("classroom/ask.html", **values)
    return redirect(address("classroom.teach", code=code, _anchor="pupils"), 303)


@bp.get("/class/<code>/seat")
def take_along(code: str) -> ResponseReturnValue:
    """The pass for the teacher's second browser, as that of a seat in a game with a friend."""
    typed = seats.pass_for(" ".join(own(code).teachers))
    there = for_others(address("classroom.arrive", code=code))
    return render_template("friend/seat.html", code=code, there=there, typed=typed)


@bp.route("/class/<code>/here", methods=["GET", "POST"])
def arrive(code: str) -> ResponseReturnValue:
    """The form for a pass, which makes this browser the second of the teacher."""
    room, typed = look(code), request.form.get("seat", "")
    if seats.claim_of(typed, [" ".join(room.teachers)]):
        seen = CLASSES.change(code, lambda it: replace(it, teachers=(it.teachers[0], holder(it))))
        room = seen.thing
    if holder(room) in room.teachers:
        return redirect(address("classroom.teach", code=code), 303)
    message = _("This code does not open the class. Get another.") if typed else ""
    values = {"code": code, "message": message, "typed": typed}
    return render_template("friend/here.html", **values), 409 if typed else 200


@bp.get("/class/<code>.csv")
def export(code: str) -> ResponseReturnValue:
    """The results as a table: a row for each pupil, a column for each puzzle."""
    room, file = own(code), StringIO()
    rows = csv.writer(file)
    rows.writerow([_("Pupil"), *(puzzle.name for puzzle in room.puzzles)])
    places = range(len(room.puzzles))
    for name, pupil in room.pupils.items():
        rows.writerow([names.told(name), *(seen(room, pupil, at)[1] for at in places)])
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
    """The pupil's page: the way in; the puzzles, and which of them are solved; or how it went, once
    all are, or the class has ended.
    """
    if not names.CODE.fullmatch(code):
        abort(404, _(CLASSES.gone))  # which is no guess
    room, series = look(code), ClassSeries(code)
    mine, progress = room.pupils.get(room.name_of(holder(room))), series.progress()
    has = progress.has if progress else lambda _puzzle: False
    chosen = None if room.ended else series  # its puzzles go on without it
    return render_template(
        f"classroom/{'finish' if mine and (room.ended or mine.next is None) else 'pupil'}.html",
        series=series,
        room=room,
        mine=mine,
        results=[mine.state(at).result for at in range(len(room.puzzles))] if mine else [],
        urls=[Attempt(puzzle, chosen=chosen).url for puzzle in room.puzzles],
        boards=[
            (puzzle, diagram(puzzle.position, "", chosen=puzzle.right if has(puzzle) else ()))
            for puzzle in room.puzzles
        ],
        all_solved=sum(it.solved for it in room.pupils.values()),
        day=date_in_words(today()),
    )


@bp.before_app_request
def lead() -> ResponseReturnValue | None:
    """Lead a pupil from the page of any puzzle of a class that has ended to how it went."""
    code = request.args.get("class", "")
    if request.endpoint != "puzzles.show" or not names.CODE.fullmatch(code):
        return None
    series = ClassSeries(code)
    is_over = series.animal and series.room and series.room.ended
    return redirect(series.address, 303) if is_over else None


@bp.post("/c/<code>")
def join(code: str) -> ResponseReturnValue:
    """Join as the next animal. The browser keeps the way back."""
    look(code)
    room = CLASSES.change(code, lambda room: room.join(holder(room))).thing
    seats.keep_code(code)
    return redirect(Attempt(room.puzzles[0], chosen=ClassSeries(code)).url, 303)
