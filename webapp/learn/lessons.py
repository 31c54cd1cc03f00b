"""The path: short lessons in six steps, each an address. The pen draws an idea; the pupil finds it,
sees why another cell fails, finds it from the other side, and solves two puzzles that need it.

A table has the boards of each lesson. The engine finds what it says and draws of their cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from flask.typing import ResponseReturnValue

from ai.exact.value import Value
from ai.facts.effects import effects, ordered
from ai.facts.looks import look
from ai.facts.verdicts import answer_shown, keeps
from ai.language import N_, OR, _, sentence_case
from ai.pen.diagram import Diagram, Stroke, diagram
from ai.pen.strokes import Ink, PenShape, PenStroke, draw_effects
from ai.puzzles.puzzle import Puzzle, Theme
from ai.rules import SQUARE, TIC_TAC_TOE, Mark, Position, Record, parse
from ai.rules.notation import parse_cell
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.persons import PERSON
from ai.words.phrases import cells_listed, lines_listed
from ai.words.told import what_it_does, wrong_try
from ai.words.values import value_in_words
from webapp.address.frames import FramedBoard, StepLink
from webapp.address.kinds import Frame, Moved, PageKind, Query, reading_address, rendered
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.parts import absolute, address
from webapp.board.pen import Pen
from webapp.board.pointer import NOTHING, region_pointer
from webapp.board.preview import Preview, png
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Progress, current_progress
from webapp.puzzles.sets import LessonSet, PuzzleSet
from webapp.puzzles.words import Said
from webapp.replay.replay import Replay
from webapp.search.lesson import STARTED, TreeState, read_tree
from webapp.serving import params
from webapp.serving.caching import PICTURE

WATCH, FIND, WHY, TURNED = 1, 2, 3, 4
"""The steps before those that are puzzles."""
LESSON_STEPS = 6
LONGEST = 150  # characters on a cell


@dataclass(frozen=True)
class Lesson:
    """A lesson: its *key* in the address, its *name*, and its *idea* for the card. The pen draws it
    on *example*, a position and a cell, below a *heading*; the *rule* is told with it. *asks* are
    what is to be found, the same from the other side, and in brief before the sign of the side.
    The *task* goes with *position*; on *turned* the pupil has the other colour. *more* is the
    endpoint and the name of a page that says more, and its anchor. *practice* has more puzzles.
    """

    key: str
    name: str
    idea: str
    heading: str
    rule: str
    asks: tuple[str, str, str]
    task: str
    example: tuple[Position, int]
    position: Position
    turned: Position
    more: tuple[str, str, str]
    practice: PuzzleSet

    @property
    def series(self) -> LessonSet:
        """Its puzzles, of which the first two are steps."""
        return LessonSet(self.key)

    @property
    def number(self) -> int:
        """Its place on the path, from 1."""
        return [*LESSONS].index(self.key) + 1

    @property
    def following(self) -> "Lesson | None":
        """The next lesson; None after the last one."""
        return next((it for it in LESSONS.values() if it.number == self.number + 1), None)

    @property
    def title(self) -> str:
        """Its number and its name."""
        return _("Lesson %(number)s: %(name)s", number=self.number, name=_(self.name))

    @cached_property
    def tempting(self) -> int:
        """A cell that fails on its board: the first with a threat, if any has one."""
        wrong = [it for it in study(self.position).moves.values() if it.value_lost]
        return next((it for it in wrong if it.after.threats_against), wrong[0]).cell

    @cached_property
    def card(self) -> tuple[Diagram, str] | None:
        """The board of its card; None for a search, which is drawn as a tree. Values are shown on
        all cells, as a single one says little.
        """
        here, cell = self.example
        move, name = study(here).moves[cell], here.game.cell_names[cell]
        if self.practice.themes[0] is Theme.STOP_FORK:
            return diagram(here, "", worths=move.worths), ""
        lines = [*move.completed] or [*move.blocked] or [line for _cell, line in move.threats]
        return (
            None if self.key == "search" else (diagram(here, "", chosen={cell}, lines=lines), name)
        )


def _idea_drawn(move: JudgedMove) -> Iterator[PenStroke]:
    """What *move* is good for: the lines that it completes or threatens, blocks, or needs later in
    moves with their numbers; the replies to a quiet win, which lose; else what other cells are
    worth.
    """
    ink, left = Ink(move.mark), move.left
    if move.completed or move.win:
        for line in ordered(move.completed) or [line for _cell, line in move.threats]:
            yield PenStroke(PenShape.LINE, ink, line=line)
        yield from _course(move, 2) if len(move.win) > 1 else _rings(move)
    elif move.blocked:
        yield from draw_effects(move)
    elif move.exact.value is Value.WIN:
        yield from (PenStroke(PenShape.WEDGE, ink, cell) for cell in left.empty_cells)
    else:
        worth = {
            Value.LOSS: (PenShape.WEDGE, Ink(move.mark.other)),
            Value.DRAW: (PenShape.EVEN, Ink.WHY),
        }
        for it in move.before.moves.values():
            if it is not move:
                yield PenStroke(*worth[it.exact.value], it.cell)


def _rings(move: JudgedMove) -> list[PenStroke]:
    """The cells that the threats after *move* lack."""
    cells = dict.fromkeys(cell for cell, _line in move.after.threats_against)
    return [PenStroke(PenShape.OPEN, Ink(move.mark), cell) for cell in cells]


def _course(move: JudgedMove, number: int) -> Iterator[PenStroke]:
    """The moves of the win by threats after *move*, from this *number* on, up to the fork."""
    for at, cell in enumerate(move.variation[1 : 2 * len(move.win) - 1]):
        ink = Ink(move.mark if at % 2 else move.mark.other)
        yield PenStroke(PenShape.GHOST, ink, cell, text=str(number + at))


def _refuted(move: JudgedMove) -> tuple[JudgedMove, tuple[PenStroke, ...]]:
    """The answer to the wrong *move*, and both with their numbers, over the threats that then
    stand or the moves that win.
    """
    answer = move.answer if move.exact.value is Value.LOSS else answer_shown(move)
    ink, standing = Ink(answer.mark), answer.after.threats_against
    lines = [PenStroke(PenShape.LINE, ink, line=it, stroke=Stroke.DASHED) for _cell, it in standing]
    later = [*_course(answer, 3)] if len(answer.win) > 1 else _rings(answer)
    made = [
        PenStroke(PenShape.NUMBER, Ink(it.mark), it.cell, text=f"{n}")
        for n, it in enumerate((move, answer), 1)
    ]
    return answer, (*lines, *later, *made)


def _why_it_works(move: JudgedMove) -> str:
    """What *move*, which is not made yet, is good for."""
    if move.win and move.forks:
        lines = sentence_case(
            lines_listed(move.game, ordered(line for _cell, line in move.threats))
        )
        return _(
            "%(lines)s each hold one %(mark)s of yours. %(cell)s leaves both one short: a fork.",
            lines=lines,
            mark=move.mark,
            cell=move.name,
        )
    if move.win and not move.completed:
        return _("Begin with %(cell)s. %(how)s", cell=move.name, how=what_it_does(move, PERSON))
    if move.exact.value is Value.WIN or move.blocked:
        how = words.how_it_goes(move)
        return (
            how
            if move.completed or move.blocked
            else _("%(cell)s wins. %(how)s", cell=move.name, how=how)
        )
    lost = move.before.losing
    if len(lost) == len(move.before.moves) - 1:
        return _("%(cell)s holds. By any other cell you lose.", cell=move.name)
    cells = cells_listed(move.game, [it.cell for it in lost])
    return _("%(cell)s holds. You lose by %(cells)s.", cell=move.name, cells=cells)


def _why_it_is_right(move: JudgedMove) -> str:
    """What *move* is good for, once it is made."""
    if not (move.win and move.forks):
        return _why_it_works(move)
    cells = cells_listed(move.game, [it.cell for it in _rings(move)], OR)
    return _("%(cells)s: I can stop only one. The other is yours.", cells=cells)


def _why_it_fails(move: JudgedMove, answer: JudgedMove) -> Said:
    """How the *answer* refutes the wrong *move*."""
    cells = {"cell": move.name, "answer": answer.name}
    if keeps(move, answer.cell):
        heading = _("It hands me your cell.")
    else:
        heading = _("It lets me win.") if move.exact.value is Value.LOSS else _("The win is gone.")
    if move.exact.value is not Value.LOSS:
        text = wrong_try(move, PERSON)
    elif answer.completed:
        lines = lines_listed(move.game, ordered(answer.completed))
        text = _("Not %(cell)s: I complete %(lines)s.", cell=move.name, lines=lines)
    elif answer.forks and len(answer.win) == 1:
        threats = cells_listed(move.game, [it.cell for it in _rings(answer)])
        begins = N_("%(cell)s makes no threat, so I take %(answer)s.")
        if answer.blocked:
            begins = N_("%(cell)s threatens once, so I take %(answer)s.")
        fork = _("Now I fork: %(cells)s, and you are one move short.", cells=threats)
        text = f"{_(begins, **cells)} {fork}"
    else:
        text = what_it_does(move, PERSON)
        if len(text) > LONGEST:
            text = telling(move.game, move.mark, PERSON).in_room(effects(move))[0]
    return Said(heading, text)


LESSONS = {
    lesson.key: lesson
    for lesson in (
        Lesson(
            "lines",
            N_("Lines"),
            N_("Three in a line, or four corners of a square."),
            N_("The last cell of a line"),
            N_("A line with an O is dead for you, else live."),
            (N_("Find the last cell"), N_("Complete from the other side"), N_("Now complete as")),
            N_("One cell completes your line. Which?"),
            (parse(SQUARE, "O.XO X... ..O. .X.."), 11),
            parse(TIC_TAC_TOE, "XX. OO. ..."),
            parse(SQUARE, ".... O.O. X..O XXOX", Mark.O),
            more=("learn.games", N_("The rules, of Square too"), ""),
            practice=PuzzleSet(themes=(Theme.COMPLETE,)),
        ),
        Lesson(
            "threats",
            N_("Threats"),
            N_("One cell short: you must answer."),
            N_("Where my line would end"),
            N_("A threat is a line that lacks one cell."),
            (N_("Find the block"), N_("Block from the other side"), N_("Now block as")),
            N_("I threaten row 2. Which cell stops it?"),
            (parse(TIC_TAC_TOE, ".OX .O. X.."), 7),
            parse(TIC_TAC_TOE, "X.. OO. ..X"),
            parse(TIC_TAC_TOE, "... .X. XOO", Mark.O),
            more=("learn.terms", N_("Threat, defined"), "threat"),
            practice=PuzzleSet(themes=(Theme.BLOCK,)),
        ),
        Lesson(
            "forks",
            N_("Forks"),
            N_("Two threats at once: no answer."),
            N_("Where two lines cross"),
            "",
            (N_("Find the fork"), N_("Fork from the other side"), N_("Now fork as")),
            N_("One cell makes two threats at once. Which?"),
            (parse(TIC_TAC_TOE, ".OX .O. .X."), 8),
            parse(TIC_TAC_TOE, "XO. X.. O.."),
            parse(TIC_TAC_TOE, "OXO ... X..", Mark.O),
            more=("learn.terms", N_("Fork, defined"), "fork"),
            practice=PuzzleSet(themes=(Theme.FORK,)),
        ),
        Lesson(
            "quiet-moves",
            N_("Quiet moves"),
            N_("Nothing threatened, everything won."),
            N_("No threat, and no answer"),
            N_("A quiet move wins if every reply leaves you a line or a fork."),
            (N_("Find the quiet move"), N_("Quiet from the other side"), N_("Now quietly as")),
            N_("One quiet move wins. Which?"),
            (parse(SQUARE, ".O.X X... O..X ...O"), 6),
            parse(SQUARE, ".X.. O..X .X.. .OO.", Mark.X),
            parse(SQUARE, "XO.. X..X O... ..O.", Mark.O),
            more=("learn.terms", N_("Idea, defined"), "idea"),
            practice=PuzzleSet(themes=(Theme.QUIET,), plies=(5,)),  # longer ones need more
        ),
        Lesson(
            "values",
            N_("Reading values"),
            N_("What a cell is worth, and why."),
            N_("What each cell is worth"),
            N_("A cell loses if one of my replies wins. So try them."),
            (N_("Find what holds"), N_("Hold from the other side"), N_("Now hold as")),
            N_("One cell does not lose. Which?"),
            (parse(TIC_TAC_TOE, "O.. .X. ..O", Mark.X), 1),
            parse(TIC_TAC_TOE, "O.. ..X .O.", Mark.X),
            parse(TIC_TAC_TOE, ".OX X.O .X.", Mark.O),
            more=("learn.terms", N_("Value, defined"), "value"),
            practice=PuzzleSet(themes=(Theme.STOP_FORK,)),
        ),
        Lesson(
            "search",
            N_("How programs search"),
            N_("Read threats to the end, mine too."),
            N_("Programs read on, to the end"),
            "",
            (N_("Find the first move"), N_("Threats from the other side"), N_("Now threaten as")),
            N_("One cell begins a win by threats. Which?"),
            (parse(TIC_TAC_TOE, "..O ... X..", Mark.X), 0),
            parse(TIC_TAC_TOE, "... ..X O..", Mark.X),
            parse(SQUARE, "X... OX.. .OX. ...O", Mark.O),
            more=("learn.opponents", N_("How they think"), "thinking"),
            practice=PuzzleSet(themes=(Theme.THREATS, Theme.HOLD)),
        ),
        Lesson(
            "first-moves",
            N_("Openings"),
            N_("The first move, and what it asks."),
            N_("Centre, then corner"),
            N_("In Square take one of the inner four."),
            (N_("Find the reply"), N_("Reply from the other side"), N_("Now reply as")),
            N_("I took a corner. One reply holds. Which?"),
            (parse(TIC_TAC_TOE, "... .O. ...", Mark.X), 0),
            parse(TIC_TAC_TOE, "O.. ... ...", Mark.X),
            parse(TIC_TAC_TOE, "... .X. ...", Mark.O),
            more=("learn.openings", N_("All openings"), ""),
            practice=PuzzleSet(TIC_TAC_TOE, (Theme.STOP_FORK, Theme.HOLD)),
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
        asked = {"tried": name} if self.step == WHY else {"cell": self.cell}
        hint = "on" if self.hint else None
        return address("learn.lesson", key=self.lesson.key, step=self.step, **asked, hint=hint)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that is the step, if it is one."""
        return self.lesson.series.pair[self.step - TURNED - 1] if self.step > TURNED else None

    @property
    def position(self) -> Position:
        """The board on which it is shown, found and tried."""
        if self.puzzle:
            return self.puzzle.position
        lesson = self.lesson
        return {WATCH: lesson.example[0], TURNED: lesson.turned}.get(self.step, lesson.position)

    @cached_property
    def move(self) -> JudgedMove | None:
        """The move that is shown or was tried; None while the pupil is to find it."""
        shown = {WATCH: self.lesson.example[1], WHY: self.lesson.tempting}
        cell = shown.get(self.step) if self.cell is None else self.cell
        return None if cell is None else study(self.position).moves[cell]

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
        """Whether this page finishes its step, for a browser with *progress*: it is seen, its cell
        is found, or its puzzle solved.
        """
        if self.puzzle:
            return progress.has(self.puzzle)
        return self.step in {WATCH, WHY} or self.found

    def at(self, step: int, progress: Progress) -> str:
        """The address of that *step* of the lesson: a puzzle is on its own page until solved."""
        state = LessonState(self.lesson, step)
        if state.puzzle and not state.finished(progress):
            return Attempt(state.puzzle, chosen=self.lesson.series).url
        return state.url

    def rows(self, progress: Progress) -> Iterator[tuple[str, str, bool]]:
        """All steps: their names and addresses, and whether they are done, as all before this one
        are taken to be.
        """
        find, other, _as = map(_, self.lesson.asks)
        puzzles = [_("Puzzle: %(game)s", game=_(it.game.name)) for it in self.lesson.series.pair]
        names = (_("Watch the pen"), find, _("Why the other fails"), other, *puzzles)
        for step, name in enumerate(names, 1):
            there = self if step == self.step else LessonState(self.lesson, step)
            done = step not in {WATCH, WHY} and there.finished(progress)
            yield name, self.at(step, progress), done or step < self.step

    @cached_property
    def status(self) -> str:
        """What is seen of the status."""
        if self.puzzle:
            return _("Puzzle: %(game)s", game=_(self.puzzle.game.name))
        if self.step == WATCH:
            return _("Watch the pen")
        if not self.move:
            return _(self.lesson.asks[0 if self.step == FIND else 2])
        if self.wrong:
            return _("Why not %(cell)s?", cell=self.move.name)
        message = (
            N_("%(cell)s wins") if self.move.exact.value is Value.WIN else N_("%(cell)s holds")
        )
        return _(N_("%(cell)s, two ways") if self.move.forks else message, cell=self.move.name)

    @cached_property
    def said(self) -> Said:
        """The text of the room."""
        lesson, here = self.lesson, study(self.position)
        if self.puzzle:
            return Said(_("Solved"), words.with_stop(words.task(self.puzzle)))
        if self.step == WATCH:
            rule = _(lesson.rule) if lesson.rule else ""
            return Said(
                _(lesson.heading), f"{_why_it_works(here.moves[lesson.example[1]])} {rule}".rstrip()
            )
        if self.hint:
            return Said(_("Hint"), words.look_for(here))
        if not self.move:
            if self.step == FIND:
                return Said(_("Your turn"), _(lesson.task))
            only = here.exact.value is Value.WIN and len(here.winning) == 1
            task = _("One cell wins against every reply.") if only else words.how_many(here)
            return Said(_("Same idea, my seat"), _("You hold the circles. %(task)s", task=task))
        if self.wrong:
            return _why_it_fails(self.move, _refuted(self.move)[0])
        return Said(_("That is it."), _why_it_is_right(self.move))

    @property
    def heard(self) -> str:
        """The status as it is heard."""
        step = _("Step %(number)s of %(count)s.", number=self.step, count=LESSON_STEPS)
        title = f"{self.lesson.title}. " if self.step == WATCH else ""
        found = (
            f"{self.said.heading} " if self.move and not self.wrong and self.step != WATCH else ""
        )
        asked = f"{self.status} {self.position.to_move}. " if self.asks else ""
        return f"{title}{step} {asked}{found}{self.said.text}"

    def keys(self, progress: Progress) -> tuple[StepLink, StepLink, StepLink]:
        """Back, Hint or Again, and Next, which is without an address until the cell is found."""
        back = self.at(self.step - 1, progress) if self.step > WATCH else ""
        again = replace(self, cell=self.cell if self.step == WHY else None, hint=False).url
        if self.puzzle:
            again = Attempt(self.puzzle, chosen=self.lesson.series).url
        second = StepLink("again", _("Again"), again)
        if self.asks and not self.hint:
            second = StepLink("hint", _("Hint"), replace(self, hint=True).url)
        onward, label = "", _("Next")
        if self.step == LESSON_STEPS:
            following = self.lesson.following
            label = _("Next lesson") if following else _("Lessons")
            onward = following.series.address if following else address("learn.index")
        elif self.finished(progress):
            tempting = self.lesson.position.game.cell_names[self.lesson.tempting]
            labels = [
                _("Now you"),
                _("Why not %(cell)s?", cell=tempting),
                _("The other side"),
                _("A puzzle"),
            ]
            label = labels[self.step - 1] if self.step <= TURNED else label
            onward = self.at(self.step + 1, progress)
        return StepLink("back", _("Back"), back), second, StepLink("forward", label, onward)

    @cached_property
    def record(self) -> Record:
        """The board as it is seen, with the moves that are made on it."""
        move = self.move
        if not move or self.step == WATCH:
            return Record(self.position)
        return Record(
            self.position, (move.cell, _refuted(move)[0].cell) if self.wrong else (move.cell,)
        )

    @cached_property
    def stage(self) -> Stage:
        """The board. Empty cells can be tried while one is asked for; notes say by ear what the pen
        draws on cells.
        """
        move, here = self.move, self.position
        if not move:
            pointer = region_pointer(look(study(here).best), here.game) if self.hint else NOTHING
            return Stage(here, playable=self.asks, inert=True, pointer=pointer, pen=Pen(here.game))
        if self.wrong:
            strokes = _refuted(move)[1]
        else:
            shapes = (PenShape.RING,) if self.step == WATCH else (PenShape.RING, PenShape.RAYS)
            strokes = (*_idea_drawn(move), *(PenStroke(it, Ink.WHY, move.cell) for it in shapes))
        told = {
            PenShape.OPEN: _("threatened"),
            PenShape.WEDGE: value_in_words(Value.LOSS),
            PenShape.EVEN: value_in_words(Value.DRAW),
        }
        notes = {
            it.cell: told.get(it.shape, "") or _("move %(number)s", number=it.text)
            for it in strokes
            if it.shape in told or it.text
        }
        left = self.record.position
        return Stage(
            left,
            playable=False,
            inert=True,
            tried=(move.cell,) if self.wrong else (),
            notes=tuple(notes.items()),
            pen=Pen(left.game, strokes, tuple(filter(left.mark_at, left.game.cells))),
        )


@reading_address()
def read_lesson(query: Query, key: str) -> LessonState:
    """The step in *query* of the lesson of that *key*, with what was tried there. Without a step it
    is the first.
    """
    lesson = LESSONS[params.choice({"key": key}, "key", [*LESSONS])]
    if "tree" in query and lesson.key == "search":
        return LessonState(lesson, tree=read_tree(query))
    step = params.number(query, "step", range(1, LESSON_STEPS + 1), missing=WATCH)
    state = LessonState(lesson, step)
    if state.puzzle or step == WATCH:
        return state
    game = state.position.game
    cell = params.number(query, "cell", game.cells, missing=None) if step != WHY else None
    if step == WHY and "tried" in query:
        cell = parse_cell(game, query["tried"])
    if cell is None:
        return replace(state, hint=step != WHY and params.switch(query, "hint", missing=False))
    state.position.play(cell)
    return replace(state, cell=cell)


def _moved(_query: Query, state: LessonState) -> Moved | None:
    """A wrong try leads to the step that says why; a puzzle is on its own page."""
    if state.puzzle:
        return Moved(state.at(state.step, Progress()))
    if state.step in {FIND, WHY} and state.cell is not None:
        there = replace(state, step=WHY if state.wrong else FIND)
        return Moved(there.url) if there.step != state.step else None
    return None


def _moved_unless_solved(query: Query, state: LessonState) -> Moved | None:
    """The same for a browser, which comes back from a puzzle once it is solved."""
    solved = state.puzzle and state.finished(current_progress())
    return None if solved else _moved(query, state)


def lesson_page(state: LessonState, progress: Progress) -> dict[str, object]:
    """The values of the page of a lesson for a browser with *progress*."""
    lesson, page = state.lesson, absolute(state.lesson.series.address)
    text = _(
        "%(idea)s A short lesson: a board, an idea, puzzles that need it.", idea=_(lesson.idea)
    )
    picture, embed = absolute(address("learn.picture", key=lesson.key)), absolute(state.url)
    return {
        "state": state,
        "progress": progress,
        "count": LESSON_STEPS,
        "about": About(lesson.title, text, page, page, picture, state.position, embed=embed),
        "rows": [*state.rows(progress)],
        "links": state.keys(progress),
        "replay": Replay.of(state.record),
    }


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
        state.keys(Progress()),
        is_played=True,
        cells={it: f"{url}&cell={it}#cell-{it}" for it in state.position.empty_cells if state.asks},
    )


def _picture(key: str) -> ResponseReturnValue:
    """The picture of a lesson, for link previews: its example, drawn."""
    lesson = LESSONS[key]
    drawn = lesson.card[0] if lesson.card else None
    name, idea = f"{_(lesson.name)}.", _(lesson.idea)
    return png(Preview(lesson.example[0], name, idea, _("A short lesson"), drawn=drawn))


KEY = f"<any({', '.join(map(repr, LESSONS))}):key>"

KINDS = (
    PageKind(
        "learn.lesson",
        (f"learn/{KEY}",),
        read_lesson,
        rendered("learn/lesson.html", lambda state: lesson_page(state, current_progress())),
        life="",
        moved=_moved_unless_solved,
        frame=Frame(lambda state: state.url, lesson_board, moved=_moved),
    ),
    PageKind("learn.picture", (f"learn/{KEY}.png",), lambda _query, key: key, _picture, PICTURE),
)
