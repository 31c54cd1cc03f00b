"""The words of puzzles: the computer defends with O and speaks; the solver has X."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from babel.dates import format_skeleton

from ai.exact.value import Value, winners_moves
from ai.facts.effects import effects, in_brief
from ai.language import N_, _, listed, locale, ngettext, sentence_case
from ai.opponents import OPPONENTS
from ai.puzzles.days import today
from ai.puzzles.puzzle import GRADES, Goal, Puzzle, Theme, right_cells, theme_of
from ai.puzzles.solving import Step, StepVerdict
from ai.rules import game_text
from ai.study.study import Idea, JudgedMove, Study
from ai.words.languages import named, telling
from ai.words.persons import PERSON
from ai.words.phrases import cells_listed
from ai.words.telling import fitting
from ai.words.values import percent
from webapp.puzzles.progress import PuzzleState, Result

THEMES = {
    Theme.COMPLETE: (N_("Reflex: finish"), N_("One move wins. See it.")),
    Theme.BLOCK: (N_("Reflex: block"), N_("Stop what comes next.")),
    Theme.FORK: (N_("Fork"), N_("Two threats, one answer.")),
    Theme.STOP_FORK: (N_("Stop the fork"), N_("Before it is there.")),
    Theme.THREATS: (N_("Threat after threat"), N_("Threaten, and the win follows.")),
    Theme.QUIET: (N_("Quiet move"), N_("Nothing threatened, all won.")),
    Theme.HOLD: (N_("Hold"), N_("Keep the draw, whatever I try.")),
    Theme.SEVERAL: (N_("Several ways"), N_("More than one idea wins.")),
    Theme.ALL: (N_("All cells"), N_("Find each cell that wins or holds.")),
    Theme.WHO: (N_("Who wins?"), N_("Judge before you move.")),
    Theme.MISTAKE: (N_("Last mistake"), N_("Which move changed the result?")),
}
"""The name of each theme, and what it asks in brief."""
ASKED = {
    (Theme.ALL, Goal.WIN): N_("Find every cell that wins"),
    (Theme.ALL, Goal.DRAW): N_("Find every cell that holds the draw"),
    (Theme.WHO, None): N_("Who wins?"),
    (Theme.MISTAKE, None): N_("Find the last mistake"),
}
"""The tasks of questions."""
# The first hint, by the idea of the move that wins.
LOOK_FOR = {
    Idea.LINE: N_("Look for the cell that completes {line:a}."),
    Idea.FORK: N_("Look for a cell that makes two threats at once."),
    Idea.THREATS: N_("Look for a threat that leads to the next one."),
    Idea.BLOCK: N_("Look at my threat: the block wins."),
    Idea.THREAT: N_("Begin with a threat."),
    Idea.QUIET: N_("Look for a quiet move: every reply loses."),
}
KEEPS: dict[Goal | None, str] = {
    Goal.WIN: N_("%(cell)s keeps the win"),
    Goal.DRAW: N_("%(cell)s keeps the draw"),
}

RESULTS: dict[Result | None, tuple[str, str]] = {
    Result.FIRST: ("✓", N_("at the first try")),
    Result.TRIES: ("↻", N_("after tries")),
    Result.HELPED: ("?", N_("with a hint")),
    Result.SHOWN: ("✗", N_("told")),
}
"""The sign and the words of each result."""
MENDED, UNTRIED = ("+", N_("missed first, right later")), ("·", N_("open"))


def weekdays(width: str = "abbreviated") -> list[str]:
    """The names of the days of a week, in brief; their initials if the *width* is `narrow`."""
    names = locale().days["stand-alone"][width]
    return [names[day] for day in range(7)]


def date_in_words(day: date, *, with_year: bool | None = None) -> str:
    """The *day*, by default with its year if that is not this one: `Wed 25 Nov`."""
    if with_year is None:
        with_year = day.year != today().year
    return format_skeleton("yEMMMd" if with_year else "EMMMd", day, locale=locale())


def with_stop(text: str) -> str:
    """The *text* as a sentence."""
    return text if text.endswith("?") else f"{text}."


class Said(NamedTuple):
    """The text of the room: a *heading* and a sentence, which may be *bad* news."""

    heading: str
    text: str
    bad: bool = False

    @property
    def lead(self) -> str:
        """The heading with a stop."""
        return with_stop(self.heading)


def to_reach(puzzle: Puzzle) -> str:
    """The task of a puzzle that is played, within a sentence: `win in 3 moves`."""
    if not puzzle.plies:
        return _("hold the draw")
    return ngettext("win with this move", "win in %(num)s moves", winners_moves(puzzle.plies))


def task(puzzle: Puzzle) -> str:
    """The task of the solver: `Win in 3 moves`."""
    question = ASKED.get((puzzle.theme, puzzle.goal))
    return _(question) if question else sentence_case(to_reach(puzzle))


def task_in_game(puzzle: Puzzle) -> str:
    """The task with its game: `Square: win in 3 moves`."""
    game = _(puzzle.game.name)
    if question := ASKED.get((puzzle.theme, puzzle.goal)):
        return _("%(game)s. %(task)s", game=game, task=_(question))
    return _("%(game)s: %(task)s", game=game, task=to_reach(puzzle))


def task_on_paper(puzzle: Puzzle) -> str:
    """The same; for a question about a move, with the moves of the game."""
    if not puzzle.moves:
        return task_in_game(puzzle)
    first, moves = "XO"[len(puzzle.moves) % 2], game_text(puzzle.game, puzzle.moves, " ")
    task = task_in_game(puzzle)
    return _("%(task)s. %(mark)s began: %(moves)s", task=task, mark=first, moves=moves)


def move_seen(made: int, here: Study) -> str:
    """The number of the solver's next move after so many *made*, and of how many if it wins."""
    last = made + here.exact.moves
    if last == 1:
        return _("Your move")
    if here.exact.value is Value.WIN:
        return _("Your move %(number)s of %(last)s", number=made + 1, last=last)
    return _("Your move %(number)s", number=made + 1)


def how_many(here: Study) -> str:
    """How many cells keep the value of the position."""
    right, cells = len(right_cells(here)), len(here.moves)
    if here.exact.value is Value.WIN:
        return ngettext(
            "One of %(cells)s cells wins.", "%(num)s of %(cells)s cells win.", right, cells=cells
        )
    return ngettext(
        "One of %(cells)s cells holds the draw.",
        "%(num)s of %(cells)s cells hold the draw.",
        right,
        cells=cells,
    )


def every_cell_holds(here: Study) -> bool:
    """Whether any move keeps a draw."""
    return here.exact.value is Value.DRAW and not here.is_decision


def look_for(here: Study) -> str:
    """The first hint, which names no cell."""
    if here.exact.value is Value.WIN:
        return named(LOOK_FOR[here.winner.idea], line=here.position.game.noun)
    if every_cell_holds(here):
        return _("Every cell holds here.")
    if here.threats_against:
        return _("Look at my threat: only a block holds.")
    if theme_of(here) is Theme.STOP_FORK:
        return _("Look for my fork: it comes next if you let it.")
    return _("Look inside the loop for a cell that does not let me win.")


def pointed_at(here: Study) -> JudgedMove:
    """The move of the second hint."""
    return here.winner if here.exact.value is Value.WIN else here.best


def praise(step: Step, goal: Goal | None) -> str:
    """The heading after a right move."""
    name = step.move.name
    if step.verdict is StepVerdict.FASTEST:
        return _("%(cell)s: the fastest", cell=name)
    return _(KEEPS[goal], cell=name)


def after_right(step: Step, goal: Goal | None) -> str:
    """The sentence after a right move that does not solve the puzzle; it names the reply."""
    assert step.reply
    reply = _("I reply %(cell)s.", cell=step.reply.name)
    if goal is Goal.WIN and step.move.exact != step.move.best:
        return _("Another cell was faster. %(reply)s", reply=reply)
    if step.verdict is StepVerdict.FASTEST:
        later = sum(it.exact.rank < step.move.best.rank for it in step.move.before.winning)
        told = ngettext("Another cell wins later.", "%(num)s other cells win later.", later)
        return f"{told} {reply}"
    return _("%(reply)s Go on.", reply=reply)


def how_it_goes(move: JudgedMove) -> str:
    """How a right *move* works, in a sentence for the room; empty if there is no room for one."""
    told = telling(move.game, move.mark, PERSON)
    if move.exact.value is Value.WIN and not move.completed:
        return told.sentence(in_brief(move))
    return fitting(*map(told.sentence, effects(move)), "")


def solved(right: Sequence[Step], goal: Goal | None) -> str:
    """The heading after the *right* steps that solved a puzzle."""
    if goal is Goal.DRAW:
        return _("You hold the draw")
    return ngettext("Solved in one move", "Solved in %(num)s moves", len(right))


def how_it_went(right: Sequence[Step], goal: Goal | None) -> str:
    """How the *right* steps solved a puzzle, in a sentence for the room: the fork before a win, or
    the one move that wins; all moves of a draw.
    """
    *before, last = right
    if goal is Goal.DRAW:
        cells = listed(step.move.name for step in right)
        if last.position.outcome:
            return _("%(cells)s held it: the board is full.", cells=cells)
        return _("%(cells)s held it: no cell can lose it now.", cells=cells)
    if not before:
        return how_it_goes(last.move)
    fork = before[-1].move
    cells = cells_listed(fork.game, {cell for cell, _line in fork.after.threats_against})
    return _("%(cell)s threatened %(cells)s: I could take only one.", cell=fork.name, cells=cells)


def result_seen(state: PuzzleState) -> tuple[str, str]:
    """The sign and the words of how a puzzle was solved."""
    return MENDED if state.mended else RESULTS.get(state.result, UNTRIED)


def facts(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Facts of *puzzle* that would help to solve it: names and texts."""
    yield _("Theme"), _(THEMES[puzzle.theme][0])
    difficulty = N_("%(grade)s of %(most)s: %(who)s fails in %(share)s of tries")
    grade, most, share = puzzle.grade, GRADES[-1], percent(puzzle.difficulty)
    who = _("a guess") if puzzle.is_question else _("a beginner")
    yield _("Difficulty"), _(difficulty, grade=grade, most=most, who=who, share=share)
    if puzzle.is_question:
        return
    cells = puzzle.tempting
    tempting = ngettext(
        "%(cells)s threatens and fails",
        "%(num)s: %(cells)s threaten and fail",
        len(cells),
        cells=cells_listed(puzzle.game, cells) if cells else "",
    )
    yield _("Temptations"), tempting if cells else _("none")
    fooled = []
    for key, failed in puzzle.failing.items():
        message = N_("%(name)s always") if failed == 1 else N_("%(name)s %(share)s")
        fooled.append(_(message, name=_(OPPONENTS[key].name), share=percent(failed)))
    yield _("Who fails it"), listed(fooled) if fooled else _("no program")
