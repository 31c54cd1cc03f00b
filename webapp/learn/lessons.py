"""The path: short lessons, each with an idea, a board to touch, and puzzles that need it.

A lesson looks at one move of its board. The engine finds what it says and draws.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from flask.typing import ResponseReturnValue

from ai.exact.value import Value
from ai.facts.effects import Blocks, CannotBlock, MustBlock, effects, threatened
from ai.language import N_, _, number
from ai.pen.diagram import Diagram, diagram
from ai.pen.drawings import answers_diagram
from ai.pen.strokes import PenStroke, draw_effects
from ai.puzzles.puzzle import Theme
from ai.rules import SQUARE, TIC_TAC_TOE, Mark, Position, Record, WinningSet, mask, parse
from ai.search.minimax import alpha_beta
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.persons import PERSON
from ai.words.phrases import lines_listed
from ai.words.telling import fitting
from ai.words.told import what_it_does, wrong_try
from ai.words.values import value_in_words, worth_in_words
from webapp.address.frames import FramedBoard, StepLink
from webapp.address.kinds import Frame, PageKind, reading_address, rendered
from webapp.board.about import About
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.parts import absolute, address
from webapp.board.pen import Pen
from webapp.board.pointer import wrong_try_pointer
from webapp.board.preview import Preview, png
from webapp.learn.openings import what_draws
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Progress, current_progress
from webapp.puzzles.sets import LessonSet, PuzzleSet
from webapp.replay.replay import Replay
from webapp.search.lesson import STARTED, TreeState, read_tree
from webapp.serving import params
from webapp.serving.caching import PICTURE


class Shown(NamedTuple):
    """A sentence on a move, its diagram, whether it is *right* if asked, and its pen *strokes*."""

    says: str
    diagram: Diagram
    right: bool | None = None
    strokes: tuple[PenStroke, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its *key* in the address, its *name*, its idea for the card, what has to be known
    *before* the board of *position*, and a *task* for it. It looks at a move by *show*; its card
    shows the move on *example*. *more* is the endpoint and the name of a page that says more, and
    its anchor. Then *practice* has more puzzles.
    """

    key: str
    name: str
    idea: str
    before: str
    task: str
    position: Position
    show: Callable[[JudgedMove], Shown]
    example: int
    more: tuple[str, str, str]
    practice: PuzzleSet

    @property
    def series(self) -> LessonSet:
        """Its puzzles."""
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

    def shown(self, cell: int) -> Shown:
        """The move on the empty *cell* of its board."""
        return self.show(study(self.position).moves[cell])

    @cached_property
    def card(self) -> tuple[Diagram, str] | None:
        """The board of its card; None for a search, which is drawn as a tree. Values are shown on
        all cells, as a single one says little.
        """
        if self.show is searched_below:
            return None
        if self.show is worth_of:
            return diagram(self.position, "", worths=study(self.position).worths), ""
        played = self.position.game.cell_names[self.example]
        return self.shown(self.example).diagram, played


def _drawn(
    move: JudgedMove, lines: Iterable[WinningSet] = (), notes: Mapping[int, object] | None = None
) -> Diagram:
    """The diagram of *move*: its cell chosen, with these *lines* and *notes*."""
    return diagram(move.position, "", chosen={move.cell}, lines=lines, notes=notes or {})


def lines_through(move: JudgedMove) -> Shown:
    """The winning sets through the cell, and how many of them are live for the mover."""
    game = move.game
    through = [line for line in game.winning_sets if move.cell in line]
    live = [line for line in through if not mask(line) & move.position.opponent]
    if move.completed:
        return Shown(what_it_does(move, PERSON), _drawn(move, move.completed), right=True)
    message = N_("%(cell)s is on %(all)s lines: %(live)s live for you, %(dead)s dead by an O.")
    if game.sets == "squares":
        message = N_(
            "%(cell)s is in %(all)s squares: %(live)s live for you, %(dead)s dead by an O."
        )
    counted = {"all": len(through), "live": len(live), "dead": len(through) - len(live)}
    says, strokes = _(message, cell=move.name, **counted), draw_effects(move, live)
    return Shown(says, _drawn(move, live), strokes=strokes)


def threats_after(move: JudgedMove) -> Shown:
    """The threat that the move leaves standing, or else blocks, and the threats that it makes."""
    if move.exact.value is Value.LOSS:
        answer = move.answer
        lines = lines_listed(move.game, answer.completed)
        says = _("Not %(cell)s: I complete %(lines)s.", cell=move.name, lines=lines)
        lost = {answer.cell: _("I win")}
        return Shown(says, _drawn(move, answer.completed, lost), right=False)
    told = (fact for fact in effects(move) if isinstance(fact, Blocks | MustBlock | CannotBlock))
    made = (line for _cell, line in move.after.threats_against)
    says = telling(move.game, move.mark, PERSON).text(told)
    return Shown(says, _drawn(move, [*move.blocked, *made]), True, draw_effects(move))


def threats_made(move: JudgedMove) -> Shown:
    """The threats after the move: a fork has two that one answer does not stop."""
    made = move.after.threats_against
    if not made:
        return Shown(_("%(cell)s makes no threat: I am free.", cell=move.name), _drawn(move))
    wins = {cell: value_in_words(Value.WIN) for cell, _line in made}
    drawn = _drawn(move, [line for _cell, line in made], wins)
    told = telling(move.game, move.mark, PERSON).sentence(threatened(move.after, move))
    says = told if move.forks else _("One threat. %(answer)s", answer=told)
    return Shown(says, drawn, move.forks or None, draw_effects(move))


def replies_to(move: JudgedMove) -> Shown:
    """The answer to each reply, if the move wins; else why it does not."""
    if move.value_lost:
        return Shown(wrong_try(move, PERSON), _drawn(move), right=False)
    says = _("%(cell)s wins. %(how)s", cell=move.name, how=words.how_it_goes(move))
    return Shown(says, answers_diagram(move, PERSON), right=True)


def worth_of(move: JudgedMove) -> Shown:
    """The exact value of the move, and why: the answer that wins, or what the move is good for."""
    lost = move.exact.value is Value.LOSS
    says = _("%(cell)s %(worth)s.", cell=move.name, worth=worth_in_words(move.worth))
    answer = _("I answer %(cell)s.", cell=move.answer.name) if lost else ""
    why = answer or words.how_it_goes(move) or what_it_does(move, PERSON)
    drawn = diagram(move.position, "", worths={move.cell: move.worth})
    return Shown(fitting(f"{says} {why}", f"{says} {what_it_does(move, PERSON)}", says), drawn)


def searched_below(move: JudgedMove) -> Shown:
    """How many positions two searches visit from the move on."""
    if move.left.outcome:
        says = _("%(cell)s ends the game: nothing is left to search.", cell=move.name)
        return Shown(says, _drawn(move, move.completed, {move.cell: 1}))
    every, few = move.after.tree.nodes, alpha_beta(move.left).nodes
    message = N_("After %(cell)s minimax visits %(all)s boards, alpha-beta only %(few)s.")
    says = _(message, cell=move.name, all=number(every), few=number(few))
    return Shown(says, _drawn(move, notes={move.cell: every}))


def replies_worth(move: JudgedMove) -> Shown:
    """Whether I lose or draw by each reply to a first move, and those that keep the draw."""
    told = {True: _("I lose"), False: value_in_words(Value.DRAW)}
    notes = {cell: told[it.value_lost > 0] for cell, it in move.after.moves.items()}
    drawn = diagram(move.left, "", notes=notes)
    says = _("You play %(cell)s. %(draws)s", cell=move.name, draws=what_draws(move.left))
    return Shown(says, drawn)


LESSONS = {
    lesson.key: lesson
    for lesson in (
        Lesson(
            "lines",
            N_("Lines"),
            N_("Three in a line, or four corners of a square."),
            N_("A line with an O is dead for you, else live."),
            N_("Touch a cell to see its live lines. One cell wins."),
            parse(TIC_TAC_TOE, "XX. O.. .O."),
            lines_through,
            example=2,
            more=("learn.games", N_("The rules, of Square too"), ""),
            practice=PuzzleSet(themes=(Theme.COMPLETE,)),
        ),
        Lesson(
            "threats",
            N_("Threats"),
            N_("One cell short: you must answer."),
            N_("A threat is a line that lacks one cell."),
            N_("I threaten row 2. Touch a cell: you see what I do then."),
            parse(TIC_TAC_TOE, "X.. OO. ..X"),
            threats_after,
            example=5,
            more=("learn.terms", N_("Threat, defined"), "threat"),
            practice=PuzzleSet(themes=(Theme.BLOCK,)),
        ),
        Lesson(
            "forks",
            N_("Forks"),
            N_("Two threats at once: no answer."),
            N_("I can stop one threat. So make two with one mark."),
            N_("Touch a cell: you see what it threatens. One cell forks."),
            parse(SQUARE, "O... XX.. ..X. .O.O"),
            threats_made,
            example=9,
            more=("learn.terms", N_("Fork, defined"), "fork"),
            practice=PuzzleSet(themes=(Theme.FORK,)),
        ),
        Lesson(
            "quiet-moves",
            N_("Quiet moves"),
            N_("Nothing threatened, everything won."),
            N_("A quiet move makes no threat. It wins if every reply leaves you a line or a fork."),
            N_("One quiet move wins. Touch its cell: you see your answer to each reply."),
            parse(SQUARE, ".X.. O..X .X.. .OO.", Mark.X),
            replies_to,
            example=6,
            more=("learn.terms", N_("Idea, defined"), "idea"),
            practice=PuzzleSet(themes=(Theme.QUIET,), plies=(5,)),  # longer ones need more
        ),
        Lesson(
            "values",
            N_("Reading values"),
            N_("What a cell is worth, and why."),
            N_("A cell loses if one of my replies wins, by threat after threat too. So try them."),
            N_("Touch a cell, then guess: what is it worth to you?"),
            parse(TIC_TAC_TOE, "..O ... X..", Mark.X),
            worth_of,
            example=0,
            more=("learn.terms", N_("Value, defined"), "value"),
            practice=PuzzleSet(themes=(Theme.STOP_FORK,)),
        ),
        Lesson(
            "search",
            N_("How programs search"),
            N_("Read threats to the end, mine too."),
            N_(
                "Minimax tries all moves to the end: you take your best, I your worst. Alpha-beta"
                " skips what can't matter."
            ),
            N_("Touch a cell: how many boards?"),
            parse(TIC_TAC_TOE, "XX. OO. ..."),
            searched_below,
            example=2,
            more=("learn.opponents", N_("How they think"), "thinking"),
            practice=PuzzleSet(themes=(Theme.THREATS, Theme.HOLD)),
        ),
        Lesson(
            "first-moves",
            N_("Openings"),
            N_("The first move, and what it asks."),
            N_("Take the centre; if it is mine, a corner. In Square take one of the inner four."),
            N_("Touch a first move: you see which of my replies hold."),
            Position(TIC_TAC_TOE),
            replies_worth,
            example=0,
            more=("learn.openings", N_("All openings"), ""),
            practice=PuzzleSet(TIC_TAC_TOE, (Theme.STOP_FORK, Theme.HOLD)),
        ),
    )
}

GUESSES = {"win": Value.WIN, "draw": Value.DRAW, "loss": Value.LOSS}
"""What the worth of a cell is guessed to be. Guesses stand in addresses and are not kept."""


@dataclass(frozen=True)
class LessonState:
    """A *lesson* with the move on *cell*, if any, and a *guess* at its value: a key of
    :data:`GUESSES`. A lesson that asks for one tells nothing of a cell before. That on searches has
    a *tree*.
    """

    lesson: Lesson
    cell: int | None = None
    guess: str = ""
    tree: TreeState = STARTED

    def __str__(self) -> str:
        """A unique text, for cache keys: the same in every process."""
        return f"{self.lesson.key} {self.cell} {self.guess} {self.tree}"

    @property
    def url(self) -> str:
        """Its address."""
        guess = self.guess or None
        return address("learn.lesson", key=self.lesson.key, cell=self.cell, guess=guess)

    @property
    def guesses(self) -> tuple[StepLink, ...]:
        """The guesses that it waits for; none if there is nothing to guess."""
        if self.cell is None or self.guess or self.lesson.show is not worth_of:
            return ()
        told = {key: value_in_words(value).capitalize() for key, value in GUESSES.items()}
        return tuple(StepLink(key, it, replace(self, guess=key).url) for key, it in told.items())

    @cached_property
    def shown(self) -> Shown | None:
        """The sentence on its move, after the guess, and the diagram; None without a move."""
        if self.cell is None:
            return None
        move = study(self.lesson.position).moves[self.cell]
        if self.guesses:
            return Shown(_("%(cell)s: your guess?", cell=move.name), _drawn(move))
        shown = self.lesson.shown(self.cell)
        if not self.guess:
            return shown
        told, is_right = shown.says, GUESSES[self.guess] is move.exact.value
        says = _("Right. %(told)s", told=told) if is_right else _("Not so. %(told)s", told=told)
        return Shown(says, shown.diagram, is_right)

    @property
    def says(self) -> str:
        """The sentence on its move, or the task."""
        return self.shown.says if self.shown else _(self.lesson.task)


@reading_address()
def read_lesson(query: Mapping[str, str], key: str) -> LessonState:
    """The lesson of that *key*, with the move on the `cell` and the `guess` in *query*."""
    lesson = LESSONS[params.choice({"key": key}, "key", [*LESSONS])]
    if "tree" in query and lesson.show is searched_below:
        return LessonState(lesson, tree=read_tree(query))
    if "cell" not in query:
        return LessonState(lesson)
    cell = params.number(query, "cell", lesson.position.game.cells)
    lesson.position.play(cell)
    guessed = "guess" in query and lesson.show is worth_of
    return LessonState(lesson, cell, params.choice(query, "guess", [*GUESSES]) if guessed else "")


def lesson_page(state: LessonState, progress: Progress) -> dict[str, object]:
    """The values of the page of a lesson for a browser with *progress*. *puzzle* is the address of
    a fresh one; it is empty if all were tried.
    """
    lesson, cell, series = state.lesson, state.cell, state.lesson.series
    position, page, fresh = lesson.position, absolute(series.address), series.fresh(progress)
    idea = _(lesson.idea)
    text = _("%(idea)s A short lesson: a board, an idea, puzzles that need it.", idea=idea)
    picture, embed = absolute(address("learn.picture", key=lesson.key)), absolute(state.url)
    return {
        "state": state,
        "progress": progress,
        "count": len(LESSONS),
        "about": About(lesson.title, text, page, page, picture, position, embed=embed),
        "stage": _stage(state),
        "replay": Replay.of(Record(position if cell is None else position.play(cell))),
        "puzzle": Attempt(fresh, chosen=series).url if fresh else "",
    }


def lesson_board(state: LessonState) -> FramedBoard:
    """The board of a lesson: an empty cell leads to its answer."""
    lesson, shown, stage, keys = state.lesson, state.shown, _stage(state), [*state.guesses]
    url = lesson.series.address
    if shown:
        keys.append(StepLink("again", _("Again"), url))
    if following := lesson.following:
        keys.append(StepLink("next", _("Next lesson"), following.series.address))
    return FramedBoard(
        state.url,
        lesson.title,
        state.says if shown else f"{lesson.title}. {_(lesson.before)} {state.says}",
        f"{lesson.number}. {_(lesson.name)}",
        _(lesson.idea),
        state.says,
        stage,
        tuple(keys),
        is_played=True,
        cells={cell: f"{url}?cell={cell}#cell-{cell}" for cell in stage.position.empty_cells},
        bad=shown is not None and shown.right is False,
    )


def _stage(state: LessonState) -> Stage:
    """The board with the move, as a match shows it, and the notes of its diagram, which are heard
    too. A wrong move is struck out beside the answer to it; a right one has a ring with a tick.
    Other cells can still be touched.
    """
    position, cell, shown = state.lesson.position, state.cell, state.shown
    untouched = Stage(position, inert=True, pen=Pen(position.game))
    if cell is None or not shown:
        return untouched
    notes = tuple((n, it.note) for n, it in enumerate(chain(*shown.diagram.rows)) if it.note)
    if shown.right is False and not state.guess:
        pointer = wrong_try_pointer(study(position).moves[cell])
        return replace(untouched, tried=(cell,), pointer=pointer, notes=notes)
    left = position.play(cell)
    noted = overlay(shown.diagram, left)._replace(outlines=(), numbered=True)
    over = Overlay() if shown.strokes or left.outcome else noted
    taken = tuple(filter(left.mark_at, left.game.cells))
    held, pen = (cell,) if shown.right else (), Pen(left.game, shown.strokes, taken)
    return Stage(left, cell, open=True, inert=True, held=held, overlay=over, notes=notes, pen=pen)


def _picture(key: str) -> ResponseReturnValue:
    """The picture of a lesson, for link previews: its example, drawn."""
    lesson = LESSONS[key]
    drawn = lesson.shown(lesson.example).diagram
    name, idea = f"{_(lesson.name)}.", _(lesson.idea)
    return png(Preview(lesson.position, name, idea, _("A short lesson"), drawn=drawn))


KEY = f"<any({', '.join(map(repr, LESSONS))}):key>"

KINDS = (
    PageKind(
        "learn.lesson",
        (f"learn/{KEY}",),
        read_lesson,
        rendered("learn/lesson.html", lambda state: lesson_page(state, current_progress())),
        life="",
        frame=Frame(lambda state: state.url, lesson_board),
    ),
    PageKind("learn.picture", (f"learn/{KEY}.png",), lambda _query, key: key, _picture, PICTURE),
)
