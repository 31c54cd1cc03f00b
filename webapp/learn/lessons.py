"""The path: short lessons in six steps, each an address. The pen draws an idea; the pupil finds it,
sees why another cell fails, finds it from the other side, and solves two puzzles that need it. A
table has the boards; the engine finds all that is said and drawn of their cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from flask.typing import ResponseReturnValue

from ai.exact.value import Value
from ai.facts.effects import ordered
from ai.facts.looks import look
from ai.facts.verdicts import answer_shown, keeps
from ai.language import N_, _, sentence_case
from ai.pen.diagram import Diagram, Stroke, diagram
from ai.pen.strokes import Ink, PenShape, PenStroke, draw_effects
from ai.puzzles.puzzle import Theme
from ai.rules import SQUARE, TIC_TAC_TOE, Mark, Position, Record, parse
from ai.rules.notation import parse_cell
from ai.study.study import JudgedMove, study
from ai.words.persons import PERSON
from ai.words.phrases import cells_listed, lines_listed
from ai.words.told import what_it_does, wrong_try
from webapp.address.frames import FramedBoard, StepLink
from webapp.address.kinds import Frame, Moved, PageKind, Query, reading_address, rendered
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.parts import absolute, address
from webapp.board.pen import Pen
from webapp.board.pointer import NOTHING, region_pointer
from webapp.board.preview import Preview, png
from webapp.honours.kept import current_honours, keep
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Progress, current_progress
from webapp.puzzles.sets import LESSON_STEPS, LessonSet, PuzzleSet
from webapp.puzzles.words import Said
from webapp.replay.replay import Replay
from webapp.search.lesson import STARTED, TreeState, read_tree
from webapp.serving import params
from webapp.serving.caching import PICTURE

WATCH, FIND, WHY, TURNED = 1, 2, 3, 4
"""The steps before those that are puzzles."""
TOLD = {
    PenShape.OPEN: N_("threatened"),
    PenShape.WEDGE: N_("loses"),
    PenShape.EVEN: N_("draws"),
    **dict.fromkeys((PenShape.GHOST, PenShape.NUMBER), N_("move %(number)s")),
}
"""What the pen draws on cells, by ear."""
UNTRIED = Progress()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its *key* in the address, its *name*, and its *idea* for the card. The pen draws it
    below a *heading*. *asks* are what is to be found, the same from the other side, and in brief
    before the sign of the side; the *task* asks for it. The first of the *boards*, with a cell, is
    for the pen, the next for the task, with X to move, the last for the other side. *more* is the
    endpoint and the name of a page that says more, and its anchor. *practice* has more puzzles.
    """

    key: str
    name: str
    idea: str
    heading: str
    asks: tuple[str, str, str]
    task: str
    boards: tuple[str, str, str]
    more: tuple[str, str, str]
    practice: PuzzleSet

    @property
    def series(self) -> LessonSet:
        """Its puzzles, of which the first two are steps."""
        return LessonSet(self.key)

    @property
    def number(self) -> int:
        """Its place on the path, from 1."""
        return self.series.number

    @property
    def following(self) -> "Lesson | None":
        """The next lesson; None after the last one."""
        return next((it for it in LESSONS.values() if it.number == self.number + 1), None)

    @property
    def title(self) -> str:
        """Its number and its name."""
        return _("Lesson %(number)s: %(name)s", number=self.number, name=_(self.name))

    def board(self, step: int) -> Position:
        """The board of the first *step*, of the last before the puzzles, or of those between."""
        text = self.boards[{WATCH: 0, TURNED: 2}.get(step, 1)].partition(" > ")[0]
        game = SQUARE if len(text) > len("... ... ...") else TIC_TAC_TOE
        return parse(game, text, Mark.O if step == TURNED else Mark.X)

    @cached_property
    def example(self) -> JudgedMove:
        """The move that the pen draws."""
        here = self.board(WATCH)
        return study(here).moves[parse_cell(here.game, self.boards[0].partition(" > ")[2])]

    @cached_property
    def tempting(self) -> JudgedMove:
        """A move that fails on its board: the first with a threat, if any has one."""
        wrong = [it for it in study(self.board(FIND)).moves.values() if it.value_lost]
        return next((it for it in wrong if it.after.threats_against), wrong[0])

    @cached_property
    def card(self) -> Diagram:
        """The board of its card."""
        move = self.example
        lines = (it.line for it in _idea_drawn(move) if it.line)
        return diagram(move.position, "", chosen={move.cell}, lines=lines)


def _idea_drawn(move: JudgedMove) -> Iterator[PenStroke]:
    """The idea of *move*: the lines that it completes or threatens, and the moves after it in a win
    by threats; lines that it blocks; the replies to a quiet win; else the values of all cells.
    """
    ink = Ink(move.mark)
    if move.completed or move.win:
        for line in ordered(move.completed or (it for _cell, it in move.threats)):
            yield PenStroke(PenShape.LINE, ink, line=line)
        yield from _then(move, 2)
    elif move.blocked:
        yield from draw_effects(move)
    elif move.exact.value is Value.WIN:
        yield from (PenStroke(PenShape.WEDGE, ink, cell) for cell in move.left.empty_cells)
    else:
        lost, draws = (PenShape.WEDGE, Ink(move.mark.other)), (PenShape.EVEN, Ink.WHY)
        for cell, it in move.before.moves.items():
            yield PenStroke(*(lost if it.value_lost else draws), cell)


def _then(move: JudgedMove, number: int) -> Iterator[PenStroke]:
    """The moves of the win by threats after *move*, from this *number* on, up to the fork; after it
    or without one the cells that its threats lack.
    """
    for at, cell in enumerate(move.variation[1 : 2 * len(move.win or ".") - 1]):
        ink = Ink(move.mark if at % 2 else move.mark.other)
        yield PenStroke(PenShape.GHOST, ink, cell, text=f"{number + at}")
    if len(move.win) < 2:
        yield from (PenStroke(PenShape.OPEN, Ink(move.mark), cell) for cell in _lacking(move))


def _lacking(move: JudgedMove) -> dict[int, None]:
    """The cells that the threats after *move* lack, each once."""
    return dict.fromkeys(cell for cell, _line in move.after.threats_against)


def _refutation(move: JudgedMove) -> JudgedMove:
    """The answer to the wrong *move*."""
    return move.answer if move.exact.value is Value.LOSS else answer_shown(move)


def _refuted(move: JudgedMove) -> Iterator[PenStroke]:
    """The wrong *move* and its answer with their numbers, and the threats that stand then."""
    answer = _refutation(move)
    for _cell, line in answer.after.threats_against:
        yield PenStroke(PenShape.LINE, Ink(answer.mark), line=line, stroke=Stroke.DASHED)
    yield from _then(answer, 3)
    yield PenStroke(PenShape.NUMBER, Ink(move.mark), move.cell, text="1")
    yield PenStroke(PenShape.NUMBER, Ink(answer.mark), answer.cell, text="2")


def _why_it_works(move: JudgedMove) -> str:
    """The idea of *move* in words."""
    how, lost = words.how_it_goes(move), [it.cell for it in move.before.losing]
    if move.completed or move.blocked:
        return how
    if move.exact.value is Value.WIN:
        return _("%(cell)s wins. %(how)s", cell=move.name, how=how)
    if len(lost) == len(move.before.moves) - 1:
        return _("%(cell)s holds. By any other cell you lose.", cell=move.name)
    cells = cells_listed(move.game, lost)
    return _("%(cell)s holds. You lose by %(cells)s.", cell=move.name, cells=cells)


def _why_it_fails(move: JudgedMove) -> Said:
    """How the wrong *move* is refuted."""
    answer, lost = _refutation(move), move.exact.value is Value.LOSS
    heading = _("It lets me win.") if lost else _("The win is gone.")
    if keeps(move, answer.cell):
        heading = _("It hands me your cell.")
    if not lost:
        return Said(heading, wrong_try(move, PERSON))
    if answer.completed:
        lines = lines_listed(move.game, ordered(answer.completed))
        return Said(heading, _("Not %(cell)s: I complete %(lines)s.", cell=move.name, lines=lines))
    if len(answer.win) != 1:
        return Said(heading, what_it_does(move, PERSON))
    threats = N_("%(cell)s makes no threat, so I take %(answer)s.")
    if answer.blocked:
        threats = N_("%(cell)s threatens once, so I take %(answer)s.")
    first, cells = _(threats, cell=move.name, answer=answer.name), _lacking(answer)
    fork = N_("Now I fork: %(cells)s, and you are one move short.")
    return Said(heading, f"{first} {_(fork, cells=cells_listed(move.game, cells))}")


LESSONS = {
    lesson.key: lesson
    for lesson in (
        Lesson(
            "lines",
            N_("Lines"),
            N_("Three in a line, or four corners of a square."),
            N_("The last cell of a line"),
            (N_("Find the last cell"), N_("Complete from the other side"), N_("Now complete as")),
            N_("One cell completes your line. Which?"),
            ("O.XO X... ..O. .X.. > d3", "XX. OO. ...", ".... O.O. X..O XXOX"),
            ("learn.games", N_("The rules, of Square too"), ""),
            PuzzleSet(themes=(Theme.COMPLETE,)),
        ),
        Lesson(
            "threats",
            N_("Threats"),
            N_("One cell short: you must answer."),
            N_("A threat lacks one cell"),
            (N_("Find the block"), N_("Block from the other side"), N_("Now block as")),
            N_("I threaten a line. One cell stops it. Which?"),
            ("X.O .X. ..O > c2", "X.. OO. ..X", "... .X. XOO"),
            ("learn.terms", N_("Threat, defined"), "threat"),
            PuzzleSet(themes=(Theme.BLOCK,)),
        ),
        Lesson(
            "forks",
            N_("Forks"),
            N_("Two threats at once: no answer."),
            N_("Where two lines cross"),
            (N_("Find the fork"), N_("Fork from the other side"), N_("Now fork as")),
            N_("One cell makes two threats at once. Which?"),
            (".OX .O. .X. > c3", "XO. X.. O..", "OXO ... X.."),
            ("learn.terms", N_("Fork, defined"), "fork"),
            PuzzleSet(themes=(Theme.FORK,)),
        ),
        Lesson(
            "quiet-moves",
            N_("Quiet moves"),
            N_("Nothing threatened, everything won."),
            N_("No threat, and no answer"),
            (N_("Find the quiet move"), N_("Quiet from the other side"), N_("Now a quiet move as")),
            N_("One quiet move wins. Which?"),
            (".O.X X... O..X ...O > c2", ".X.. O..X .X.. .OO.", "XO.. X..X O... ..O."),
            ("learn.terms", N_("Idea, defined"), "idea"),
            PuzzleSet(themes=(Theme.QUIET,), plies=(5,)),  # longer ones need more
        ),
        Lesson(
            "values",
            N_("Reading values"),
            N_("What a cell is worth, and why."),
            N_("A cell loses if a reply wins"),
            (N_("Find what holds"), N_("Hold from the other side"), N_("Now hold as")),
            N_("One cell does not lose. Which?"),
            ("O.. .X. ..O > b1", "O.. ..X .O.", ".OX X.O .X."),
            ("learn.terms", N_("Value, defined"), "value"),
            PuzzleSet(themes=(Theme.STOP_FORK,)),
        ),
        Lesson(
            "search",
            N_("How programs search"),
            N_("Read threats to the end, mine too."),
            N_("Programs read on, to the end"),
            (N_("Find the first move"), N_("Threaten from the other side"), N_("Now threaten as")),
            N_("One cell begins a win by threats. Which?"),
            ("..O ... X.. > a1", "... ..X O..", "X... OX.. .OX. ...O"),
            ("learn.opponents", N_("How they think"), "thinking"),
            PuzzleSet(themes=(Theme.THREATS, Theme.HOLD)),
        ),
        Lesson(
            "first-moves",
            N_("Openings"),
            N_("The first move, and what it asks."),
            N_("After the centre, a corner"),
            (N_("Find the reply"), N_("Reply from the other side"), N_("Now reply as")),
            N_("I took a corner. One reply holds. Which?"),
            ("... .O. ... > a1", "O.. ... ...", "... .X. ..."),
            ("learn.openings", N_("All openings"), ""),
            PuzzleSet(TIC_TAC_TOE, (Theme.STOP_FORK, Theme.HOLD)),
        ),
    )
}


@dataclass(frozen=True)
class LessonState:
    """A *step* of a *lesson*, perhaps with the move on *cell* of its board, or a *hint* at it. The
    lesson on searches has a *tree*.
    """

    lesson: Lesson
    step: int = WATCH
    cell: int | None = None
    hint: bool = False
    tree: TreeState = STARTED

    def __str__(self) -> str:
        """A unique text, for cache keys: the same in every process."""
        return f"{self.lesson.key} {self.step} {self.cell} {self.hint} {self.tree}"

    @property
    def url(self) -> str:
        """Its address."""
        if self.step == WATCH:
            return self.lesson.series.address
        name = None if self.cell is None else self.position.game.cell_names[self.cell]
        tried = {"tried": name} if self.step == WHY else {"cell": self.cell}
        hint = "on" if self.hint else None
        return address("learn.lesson", key=self.lesson.key, step=self.step, **tried, hint=hint)

    @property
    def puzzle(self) -> Attempt | None:
        """The puzzle that is the step, if it is one."""
        series, at = self.lesson.series, self.step - TURNED - 1
        return Attempt(series.puzzles[at], chosen=series) if at >= 0 else None

    @property
    def position(self) -> Position:
        """The board on which it is shown, found and tried."""
        return self.puzzle.position if self.puzzle else self.lesson.board(self.step)

    @cached_property
    def move(self) -> JudgedMove | None:
        """The move that is shown or was tried; None while the pupil is to find it."""
        if self.cell is not None:
            return study(self.position).moves[self.cell]
        return {WATCH: self.lesson.example, WHY: self.lesson.tempting}.get(self.step)

    @property
    def wrong(self) -> bool:
        """Whether it shows a cell that gives value away."""
        return self.move is not None and self.move.value_lost > 0

    @property
    def found(self) -> bool:
        """Whether the pupil found a cell that keeps the value."""
        return self.step in {FIND, TURNED} and self.move is not None and not self.wrong

    @property
    def asks(self) -> bool:
        """Whether the pupil is to find a cell."""
        return self.step in {FIND, TURNED} and self.move is None

    def finished(self, progress: Progress) -> bool:
        """Whether this page finishes its step: all is seen, a cell found, or the puzzle solved."""
        seen = self.found or self.step in {WATCH, WHY}
        return progress.has(self.puzzle.puzzle) if self.puzzle else seen

    def at(self, step: int, progress: Progress) -> str:
        """The address of that *step* of the lesson: a puzzle is on its own page until solved."""
        there = LessonState(self.lesson, step)
        return there.puzzle.url if there.puzzle and not there.finished(progress) else there.url

    @property
    def status(self) -> str:
        """The status as it is seen."""
        if self.puzzle:
            return _("Puzzle: %(game)s", game=_(self.position.game.name))
        if not self.move:
            return _(self.lesson.asks[0 if self.step == FIND else 2])
        if self.step == WATCH:
            return _("Watch the pen")
        if self.wrong:
            return _("Why not %(cell)s?", cell=self.move.name)
        wins = N_("%(cell)s, two ways") if self.move.forks else N_("%(cell)s wins")
        message = wins if self.move.exact.value is Value.WIN else N_("%(cell)s holds")
        return _(message, cell=self.move.name)

    @cached_property
    def said(self) -> Said:
        """The text of the room."""
        move, here = self.move, study(self.position)
        if self.puzzle:
            return Said(_("Solved"), words.with_stop(words.task(self.puzzle.puzzle)))
        if self.hint:
            return Said(_("Hint"), words.look_for(here))
        if not move and self.step == FIND:
            return Said(_("Your turn"), _(self.lesson.task))
        if not move:
            alone = len(here.winning) == 1
            task = _("One cell wins against every reply.") if alone else words.how_many(here)
            return Said(_("Same idea, my seat"), _("You hold the circles. %(task)s", task=task))
        if self.wrong:
            return _why_it_fails(move)
        forks, says = move.win and move.forks, _why_it_works(move)
        if self.step == WATCH:
            if forks:
                lines = sentence_case(lines_listed(move.game, [it for _cell, it in move.threats]))
                message = N_("%(lines)s each hold one %(mark)s of yours. %(fork)s")
                fork = _("%(cell)s leaves both one short: a fork.", cell=move.name)
                says = _(message, lines=lines, mark=move.mark, fork=fork)
            return Said(_(self.lesson.heading), says)
        if forks:
            cells = cells_listed(move.game, _lacking(move), "or")
            says = _("%(cells)s: I can stop only one. The other is yours.", cells=cells)
        return Said(_("That is it."), says)

    @property
    def heard(self) -> str:
        """The status as it is heard."""
        step = _("Step %(number)s of %(count)s.", number=self.step, count=LESSON_STEPS)
        title = f"{self.lesson.title}. " if self.step == WATCH else ""
        task, mark = self.status, self.position.to_move
        if self.step == FIND:
            task = _("%(task)s as", task=task)
        asked = f" {task} {mark}." if self.asks else ""
        found = f" {self.said.heading}" if self.found else ""
        return f"{title}{step}{asked}{found} {self.said.text}"

    def keys(self, progress: Progress) -> tuple[StepLink, StepLink, StepLink]:
        """Back, Hint or Again, and Next, which is without an address until the step is finished."""
        back = self.at(self.step - 1, progress) if self.step > WATCH else ""
        url = self.puzzle.url if self.puzzle else self.url
        if self.step in {FIND, TURNED}:
            url = f"{LessonState(self.lesson, self.step).url}#hint"
        again = StepLink("again", _("Again"), url)
        if self.asks and not self.hint:
            again = StepLink("hint", _("Hint"), f"{replace(self, hint=True).url}#again")
        why = _("Why not %(cell)s?", cell=self.lesson.tempting.name)
        following, finished = self.lesson.following, self.finished(progress)
        last = _("Next lesson") if following else _("Lessons")
        labels = _("Now you"), why, _("The other side"), _("A puzzle"), _("Next"), last
        onward = following.series.address if following else address("learn.index")
        if self.step < LESSON_STEPS:
            onward = self.at(self.step + 1, progress) if finished else ""
        label = labels[self.step - 1] if finished else _("Next")
        return StepLink("back", _("Back"), back), again, StepLink("forward", label, onward)

    @cached_property
    def record(self) -> Record:
        """The board as it is seen, with the moves that are made on it."""
        if not self.move or self.step == WATCH:
            return Record(self.position)
        answered = (_refutation(self.move).cell,) if self.wrong else ()
        return Record(self.position, (self.move.cell, *answered))

    @cached_property
    def stage(self) -> Stage:
        """The board, which takes a try while it asks for one."""
        move, left = self.move, self.record.position
        if not move:
            loop = region_pointer(look(study(left).best), left.game) if self.hint else NOTHING
            return Stage(left, playable=self.asks, inert=True, pointer=loop, pen=Pen(left.game))
        rays, ring = (PenStroke(it, Ink.WHY, move.cell) for it in (PenShape.RAYS, PenShape.RING))
        drawn = (*([rays] if self.found else []), *_idea_drawn(move), ring)
        strokes = tuple(_refuted(move)) if self.wrong else drawn
        notes = ((it.cell, _(TOLD[it.shape], number=it.text)) for it in strokes if it.shape in TOLD)
        pen, tried = Pen(left.game, strokes), (move.cell,) if self.wrong else ()
        return Stage(left, playable=False, inert=True, tried=tried, notes=tuple(notes), pen=pen)


@reading_address()
def read_lesson(query: Query, key: str) -> LessonState:
    """The step in *query*, or else the first, of the lesson of that *key*, with what was tried."""
    lesson = LESSONS[params.choice({"key": key}, "key", [*LESSONS])]
    if "tree" in query and lesson.key == "search":
        return LessonState(lesson, tree=read_tree(query))
    step = params.number(query, "step", range(WATCH, LESSON_STEPS + 1), missing=WATCH)
    state, cell = LessonState(lesson, step), None
    if step == WHY and "tried" in query:
        cell = parse_cell(state.position.game, query["tried"])
    elif step in {FIND, TURNED}:
        cell = params.number(query, "cell", state.position.game.cells, missing=None)
    if cell is not None:
        state.position.play(cell)
    hint = state.asks and cell is None and params.switch(query, "hint", missing=False)
    return replace(state, cell=cell, hint=hint)


def _moved(_query: Query, state: LessonState, progress: Progress = UNTRIED) -> Moved | None:
    """A wrong try leads to why it fails, a right one back; puzzles have pages until solved."""
    step = state.step
    if step in {FIND, WHY} and state.cell is not None:
        step = WHY if state.wrong else FIND
    there = state.at(step, progress) if state.puzzle else replace(state, step=step).url
    return Moved(there) if there != state.url else None


def lesson_page(state: LessonState, progress: Progress) -> dict[str, object]:
    """The values of the page of a lesson for a browser with *progress*."""
    lesson, idea = state.lesson, _(state.lesson.idea)
    page = absolute(lesson.series.address)
    text = _("%(idea)s A short lesson: a board, an idea, puzzles that need it.", idea=idea)
    picture, embed = absolute(address("learn.picture", key=lesson.key)), absolute(state.url)
    return {
        "state": state,
        "progress": progress,
        "about": About(lesson.title, text, page, page, picture, state.position, embed=embed),
        "links": state.keys(progress),
        "replay": Replay.of(state.record),
    }


def _kept_page(state: LessonState) -> dict[str, object]:
    """The values of the page of a lesson, and the step kept that it finishes."""
    progress = current_progress()
    if state.finished(progress):
        keep(current_honours().after_lesson(state.lesson.number, state.step))
    return lesson_page(state, progress)


def lesson_board(state: LessonState) -> FramedBoard:
    """The board of a lesson: an empty cell leads to what it does."""
    lesson, url = state.lesson, f"{state.lesson.series.address}?step={state.step}"
    return FramedBoard(
        state.url,
        lesson.title,
        state.heard,
        state.status,
        state.said.heading,
        state.said.text,
        state.stage,
        state.keys(UNTRIED),
        is_played=True,
        cells={it: f"{url}&cell={it}#cell-{it}" for it in state.position.empty_cells if state.asks},
    )


def _picture(key: str) -> ResponseReturnValue:
    """The picture of a lesson, for link previews: its example, drawn."""
    drawn, name, idea = LESSONS[key].card, f"{_(LESSONS[key].name)}.", _(LESSONS[key].idea)
    return png(Preview(LESSONS[key].board(WATCH), name, idea, _("A short lesson"), drawn=drawn))


KEY = f"<any({', '.join(map(repr, LESSONS))}):key>"

KINDS = (
    PageKind(
        "learn.lesson",
        (f"learn/{KEY}",),
        read_lesson,
        rendered("learn/lesson.html", _kept_page),
        life="",
        moved=lambda query, state: _moved(query, state, current_progress()),
        frame=Frame(lambda state: state.url, lesson_board, moved=_moved),
    ),
    PageKind("learn.picture", (f"learn/{KEY}.png",), lambda _query, key: key, _picture, PICTURE),
)
