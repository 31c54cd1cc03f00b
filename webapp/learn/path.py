"""The path: seven short lessons, each with an idea, a board to touch, and three puzzles.

A lesson looks at one move of its board. The engine finds what it says and draws.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ai.exact.value import Value
from ai.explain.annotation import wrong_try
from ai.explain.diagram import NO_NOTES, Diagram, diagram, worths_diagram
from ai.explain.persons import PERSON
from ai.explain.phrases import lines_listed, of_sets
from ai.explain.room import fitting, sentence
from ai.explain.values import value_in_words, worth_in_words
from ai.explain.wins import answers_diagram, in_brief, threatened, what_it_does
from ai.language import N_, _, number
from ai.rules.games import SQUARE, TIC_TAC_TOE, WinningSet, mask
from ai.rules.position import Mark, Position, parse
from ai.rules.record import Record
from ai.search.counts import counts
from ai.study.study import JudgedMove, study
from webapp.board.about import About, oembed_url
from webapp.board.board import Stage
from webapp.board.diagrams import Mini, overlay
from webapp.board.parts import absolute, address
from webapp.board.players import Players
from webapp.learn.openings import what_draws
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.lessons import LessonSet
from webapp.puzzles.progress import Progress
from webapp.replay.address import reading_address
from webapp.replay.replay import Replay, preview_url, replay_url
from webapp.search.walk import search_url
from webapp.serving import params


class Shown(NamedTuple):
    """A sentence on a move, which may be *bad* news, and the diagram of it."""

    says: str
    diagram: Diagram
    bad: bool = False


@dataclass(frozen=True)
class Lesson:
    """A lesson: its *key* in the address, its *name*, its idea for the card, and a *task* for the
    board of *position*. It looks at a move by *show*; its card shows the move on *example*.
    *more* is the endpoint and the name of a page that says more, at *anchor*.
    """

    key: str
    name: str
    idea: str
    task: str
    position: Position
    show: Callable[[JudgedMove], Shown]
    example: int
    more: tuple[str, str]
    anchor: str = ""

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

    def shown(self, cell: int) -> Shown:
        """The move on the empty *cell* of its board."""
        return self.show(study(self.position).moves[cell])

    @cached_property
    def card(self) -> Mini | None:
        """The board of its card; None for a search, which is drawn as a tree. Values are shown on
        all cells, as a single one says little.
        """
        if self.show is searched_below:
            return None
        if self.show is worth_of:
            return Mini(worths_diagram(self.position, "", study(self.position).worths))
        played = self.position.game.cell_names[self.example]
        return Mini(self.shown(self.example).diagram, played)


def _drawn(
    move: JudgedMove, lines: Iterable[WinningSet] = (), notes: Mapping[int, object] = NO_NOTES
) -> Diagram:
    """The diagram of *move*: its cell chosen, with these *lines* and *notes*."""
    return diagram(move.position, "", chosen={move.cell}, lines=lines, notes=notes)


def lines_through(move: JudgedMove) -> Shown:
    """The winning sets through the cell, and how many of them are live for the mover."""
    game = move.game
    through = [line for line in game.winning_sets if move.cell in line]
    live = [line for line in through if not mask(line) & move.position.opponent]
    if move.completed:
        says = _("%(cell)s completes %(lines)s: a win.", cell=move.name, lines=_named(move))
        return Shown(says, _drawn(move, move.completed))
    message = of_sets(
        game,
        N_("%(cell)s is on %(all)s lines: %(live)s live for you, %(dead)s dead by an O."),
        N_("%(cell)s is in %(all)s squares: %(live)s live for you, %(dead)s dead by an O."),
    )
    counted = {"all": len(through), "live": len(live), "dead": len(through) - len(live)}
    return Shown(_(message, cell=move.name, **counted), _drawn(move, live))


def _named(move: JudgedMove) -> str:
    return lines_listed(move.game, move.completed)


def threats_after(move: JudgedMove) -> Shown:
    """The threat that the move leaves standing, or else blocks, and the threats that it makes."""
    if move.exact.value is Value.LOSS:
        answer = move.answer
        lines = lines_listed(move.game, answer.completed)
        says = _("Not %(cell)s: I complete %(lines)s.", cell=move.name, lines=lines)
        lost = {answer.cell: value_in_words(Value.LOSS)}
        return Shown(says, _drawn(move, answer.completed, lost), bad=True)
    blocks = _("It blocks %(lines)s.", lines=lines_listed(move.game, move.blocked))
    made = move.after.threats_against
    then = threatened(move.after, PERSON) if made else ""
    drawn = _drawn(move, [*move.blocked, *(line for _cell, line in made)])
    return Shown(f"{blocks} {then}".strip(), drawn)


def threats_made(move: JudgedMove) -> Shown:
    """The threats after the move: a fork has two that one answer does not stop."""
    made = move.after.threats_against
    if not made:
        return Shown(_("%(cell)s makes no threat: I am free.", cell=move.name), _drawn(move))
    wins = {cell: value_in_words(Value.WIN) for cell, _line in made}
    drawn = _drawn(move, [line for _cell, line in made], wins)
    told = [threatened(move.after, PERSON, forks=move.forks)]
    if move.forks:
        told += [_("A fork. %(clause)s", clause=sentence(it)) for it in in_brief(move, PERSON)]
    else:
        told = [_("One threat. %(answer)s", answer=told[0])]
    return Shown(fitting(*told), drawn)


def replies_to(move: JudgedMove) -> Shown:
    """The answer to each reply, if the move wins; else why it does not."""
    if move.value_lost:
        return Shown(wrong_try(move, PERSON), _drawn(move), bad=True)
    says = _("%(cell)s wins. %(how)s", cell=move.name, how=words.how_it_goes(move))
    return Shown(says, answers_diagram(move, PERSON))


def worth_of(move: JudgedMove) -> Shown:
    """The exact value of the move, and why: the answer that wins, or what the move is good for."""
    lost = move.exact.value is Value.LOSS
    says = _("%(cell)s: %(worth)s.", cell=move.name, worth=worth_in_words(move.worth))
    answer = _("I answer %(cell)s.", cell=move.answer.name)
    why = answer if lost else " ".join(what_it_does(move, PERSON))
    drawn = worths_diagram(move.position, "", {move.cell: move.worth})
    return Shown(fitting(f"{says} {why}", says), drawn, bad=lost)


def searched_below(move: JudgedMove) -> Shown:
    """How many positions two searches visit from the move on."""
    if move.left.outcome:
        says = _("%(cell)s ends the game: nothing is left to search.", cell=move.name)
        return Shown(says, _drawn(move, move.completed, {move.cell: 1}))
    found = counts(move.left)
    says = _(
        "After %(cell)s minimax visits %(all)s boards, alpha-beta only %(few)s.",
        cell=move.name,
        all=number(found.minimax),
        few=number(found.alpha_beta),
    )
    return Shown(says, _drawn(move, notes={move.cell: found.minimax}))


def replies_worth(move: JudgedMove) -> Shown:
    """The value of each reply to a first move, and the replies that keep the draw."""
    drawn = worths_diagram(move.left, "", move.after.worths)
    says = _("You play %(cell)s. %(draws)s", cell=move.name, draws=what_draws(move.left))
    return Shown(says, drawn)


LESSONS = {
    lesson.key: lesson
    for lesson in (
        Lesson(
            "lines",
            N_("Lines"),
            N_("Three in a line, or four corners of a square."),
            N_("Touch a cell: you see its live squares. One cell wins."),
            parse(SQUARE, "OX.. OO.. X... ..X."),
            lines_through,
            example=7,
            more=("learn.games", N_("The rules")),
        ),
        Lesson(
            "threats",
            N_("Threats"),
            N_("One cell short: you must answer."),
            N_("I threaten row 2. Touch a cell: you see what I do then."),
            parse(TIC_TAC_TOE, "X.. OO. ..X"),
            threats_after,
            example=5,
            more=("learn.terms", N_("Threat, defined")),
            anchor="threat",
        ),
        Lesson(
            "forks",
            N_("Forks"),
            N_("Two threats at once: no answer."),
            N_("Touch a cell: you see what it threatens. One cell forks."),
            parse(SQUARE, "O... XX.. ..X. .O.O"),
            threats_made,
            example=9,
            more=("learn.terms", N_("Fork, defined")),
            anchor="fork",
        ),
        Lesson(
            "quiet-moves",
            N_("Quiet moves"),
            N_("Nothing threatened, everything won."),
            N_("One quiet move wins. Touch its cell: you see my replies."),
            parse(SQUARE, "...O .X.. .... ...O", Mark.X),
            replies_to,
            example=9,
            more=("learn.terms", N_("Idea, defined")),
            anchor="idea",
        ),
        Lesson(
            "values",
            N_("Reading values"),
            N_("What a cell is worth, and why."),
            N_("Guess what a cell is worth, then touch it."),
            parse(TIC_TAC_TOE, "... .O. ...", Mark.X),
            worth_of,
            example=0,
            more=("learn.terms", N_("Value, defined")),
            anchor="value",
        ),
        Lesson(
            "search",
            N_("How programs search"),
            N_("Everything, then only what matters."),
            N_("Touch a cell: you see how much a program searches there."),
            parse(TIC_TAC_TOE, "XX. OO. ..."),
            searched_below,
            example=2,
            more=("learn.opponents", N_("How they think")),
            anchor="thinking",
        ),
        Lesson(
            "first-moves",
            N_("Openings"),
            N_("The first move, and what it asks."),
            N_("Touch a first move: you see what each reply is worth."),
            Position(TIC_TAC_TOE),
            replies_worth,
            example=0,
            more=("learn.openings", N_("All openings")),
        ),
    )
}

# The path of a lesson below that of all pages that teach.
PATH = f"<any({', '.join(map(repr, LESSONS))}):key>"


def prepare() -> None:
    """Find what all lessons show, a tenth of a second."""
    for lesson in LESSONS.values():
        assert lesson.card or lesson.shown(lesson.example)


@dataclass(frozen=True)
class LessonPage:
    """The page of *lesson* for a browser with *progress*, with the move on *cell*, if any."""

    lesson: Lesson
    cell: int | None
    progress: Progress

    def __str__(self) -> str:
        """A unique text, for cache keys: the same in every process."""
        return f"{self.lesson.key} {self.cell} {self.progress}"

    @property
    def count(self) -> int:
        """How many lessons there are."""
        return len(LESSONS)

    @cached_property
    def shown(self) -> Shown | None:
        """The move looked at."""
        return None if self.cell is None else self.lesson.shown(self.cell)

    @property
    def title(self) -> str:
        """Its number and name."""
        return _("Lesson %(number)s: %(name)s", number=self.lesson.number, name=_(self.lesson.name))

    @property
    def about(self) -> About:
        """The metadata; the canonical page shows no move."""
        page = absolute(self.url)
        replay = Replay.of(Record(self.lesson.position), Players())
        description = _("%(idea)s A short lesson: a board, an idea, three puzzles.", idea=self.idea)
        picture = preview_url(replay)
        editors = oembed_url(absolute(self.here))
        position = self.lesson.position
        return About(self.title, description, page, page, picture, position, oembed=editors)

    @property
    def url(self) -> str:
        """The address of the lesson."""
        return self.lesson.series.address

    def touched(self, cell: int) -> str:
        """The address of the lesson with the move on *cell*."""
        return f"{self.url}?cell={cell}"

    @property
    def here(self) -> str:
        """The address of this page."""
        return self.url if self.cell is None else self.touched(self.cell)

    @property
    def idea(self) -> str:
        """The idea in a sentence."""
        return _(self.lesson.idea)

    @property
    def says(self) -> str:
        """The sentence on the move, or the task."""
        return self.shown.says if self.shown else _(self.lesson.task)

    @property
    def stage(self) -> Stage:
        """The board with the move and its diagram, whose notes are heard too. The cell is only
        ringed if the move ends the game, so that others can still be touched, or has its value on
        it.
        """
        position, cell = self.lesson.position, self.cell
        if cell is None or not self.shown:
            return Stage(position, inert=True)
        left, drawn = position.play(cell), [*chain(*self.shown.diagram.rows)]
        marked = None if left.outcome or drawn[cell].worth else cell
        here = position if marked is None else left
        return Stage(
            here,
            last=marked,
            inert=True,
            overlay=overlay(self.shown.diagram, here, marked),
            notes=tuple((number, it.note) for number, it in enumerate(drawn) if it.note),
        )

    @property
    def puzzles(self) -> Iterator[tuple[int, str, bool]]:
        """The puzzles: place, address, and whether it is solved."""
        for place, puzzle in enumerate(self.lesson.series.puzzles, start=1):
            yield place, Attempt(puzzle, chosen=self.lesson.series).url, self.progress.has(puzzle)

    @property
    def is_done(self) -> bool:
        """Whether the lesson is done."""
        return self.lesson.series.is_done(self.progress)

    @property
    def following(self) -> tuple[str, str]:
        """The name and the address of the next lesson; after the last one, of all lessons."""
        if following := self.lesson.following:
            return _("Next"), following.series.address
        return _("Lessons"), address("learn.index")

    @property
    def more(self) -> Iterator[tuple[str, str]]:
        """Names and addresses of pages that say more: the search of the move, if the lesson is on
        searches; the board in a replay; and the page of the idea.
        """
        position = self.lesson.position
        here = position if self.cell is None else position.play(self.cell)
        if self.lesson.show is searched_below and (url := search_url(here, "alpha-beta")):
            yield _("Walk through this search"), url
        yield _("This board in a replay"), replay_url(Replay.of(Record(here), Players()))
        endpoint, name = self.lesson.more
        yield (
            _(name),
            address(endpoint, **({"_anchor": self.lesson.anchor} if self.lesson.anchor else {})),
        )


@reading_address()
def read_lesson(query: Mapping[str, str], key: str, progress: Progress | None = None) -> LessonPage:
    """The page of the lesson of that *key*, with the move on the `cell` in *query*.

    :raises BadAddress: if there is no such lesson, or it is no empty cell of its board.
    """
    lesson = LESSONS[params.choice({"key": key}, "key", [*LESSONS])]
    cell = (
        params.number(query, "cell", range(lesson.position.game.size**2))
        if "cell" in query
        else None
    )
    if cell is not None:
        lesson.position.play(cell)
    return LessonPage(lesson, cell, progress or Progress())
