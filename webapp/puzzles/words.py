"""The words of puzzles: the computer defends with O and speaks; the solver has X."""

from collections.abc import Iterator, Sequence

from ai.exact.value import Value
from ai.facts.effects import effects
from ai.language import N_, _, listed, ngettext
from ai.opponents import OPPONENTS
from ai.puzzles.puzzle import Goal, Puzzle, Theme, right_cells, themes_of
from ai.puzzles.solving import Step, StepVerdict
from ai.study.study import Idea, JudgedMove, Study
from ai.words.languages import telling
from ai.words.persons import PERSON
from ai.words.phrases import cells_listed, idea_in_a_word
from ai.words.room import fitting
from ai.words.told import in_brief
from ai.words.values import percent

NAMES = {
    Theme.COMPLETE: N_("Finish"),
    Theme.BLOCK: N_("Block"),
    Theme.FORK: N_("Fork"),
    Theme.STOP_FORK: N_("Stop the fork"),
    Theme.THREATS: N_("Force first"),
    Theme.QUIET: N_("Quiet move"),
    Theme.HOLD: N_("Hold"),
}
IN_BRIEF = {
    Theme.COMPLETE: N_("One move wins. See it."),
    Theme.BLOCK: N_("Stop what comes next."),
    Theme.FORK: N_("Two threats, one answer."),
    Theme.STOP_FORK: N_("Before it is there."),
    Theme.THREATS: N_("Threaten, and the win follows."),
    Theme.QUIET: N_("The fastest win needs one."),
    Theme.HOLD: N_("Keep the draw, whatever I try."),
}
# The first hint, by the idea of the move that wins.
LOOK_FOR = {
    Idea.LINE: N_("Look for the cell that completes a %(line)s."),
    Idea.FORK: N_("Look for a cell that makes two threats at once."),
    Idea.THREATS: N_("Look for a threat that leads to the next one."),
    Idea.BLOCK: N_("Look at my threat: the block wins."),
    Idea.THREAT: N_("Begin with a threat."),
    Idea.QUIET: N_("Look for a quiet move: every reply loses."),
}
KEEPS = {Goal.WIN: N_("%(cell)s keeps the win"), Goal.DRAW: N_("%(cell)s keeps the draw")}


def task(puzzle: Puzzle) -> str:
    """The task without the side: `to win in 5`."""
    if puzzle.plies is None:
        return _("to hold the draw")
    if puzzle.plies == 1:
        return _("to win at once")
    return _("to win in %(plies)s", plies=puzzle.plies)


def whole_task(puzzle: Puzzle) -> str:
    """The task with its side: `X to win in 5`."""
    return _("X %(task)s", task=task(puzzle))


def task_in_game(puzzle: Puzzle) -> str:
    """The task with its side and game: `Square: X to win in 5`."""
    return _("%(game)s: %(task)s", game=_(puzzle.game.name), task=whole_task(puzzle))


def first_words(puzzle: Puzzle) -> str:
    """How many cells are right, and how the plies of a win are counted."""
    told = [how_many(puzzle.study)]
    if puzzle.plies and puzzle.plies > 1:
        told.append(_("The %(plies)s moves are those of both sides.", plies=puzzle.plies))
    return " ".join(told)


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


def look_for(here: Study) -> str:
    """The first hint, which names no cell."""
    if here.exact.value is Value.WIN:
        line = idea_in_a_word(here.position.game, Idea.LINE)
        return _(LOOK_FOR[here.winner.idea], line=line)
    if here.threats_against:
        return _("Look at my threat: only a block holds.")
    if not here.is_decision:
        return _("Every cell holds here.")
    if Theme.STOP_FORK in themes_of(here):
        return _("Look for my fork: it comes next if you let it.")
    return _("Look for the cells that let me win, and leave them out.")


def pointed_at(here: Study) -> JudgedMove:
    """The move of the second hint."""
    return here.winner if here.exact.value is Value.WIN else here.best


def praise(step: Step, goal: Goal) -> str:
    """The heading after a right move."""
    name = step.move.name
    if step.verdict is StepVerdict.FASTEST:
        return _("%(cell)s: the fastest", cell=name)
    return _(KEEPS[goal], cell=name)


def after_right(step: Step, goal: Goal) -> str:
    """The sentence after a right move that does not solve the puzzle; it names the reply."""
    assert step.reply
    reply = _("I reply %(cell)s.", cell=step.reply.name)
    if goal is Goal.WIN and step.move.exact != step.move.best:
        return _("Another cell was faster. %(reply)s", reply=reply)
    if step.verdict is StepVerdict.FASTEST:
        return _("Other cells win later. %(reply)s", reply=reply)
    return _("%(reply)s Go on.", reply=reply)


def how_it_goes(move: JudgedMove) -> str:
    """How a right *move* works, in a sentence for the room; empty if there is no room for one."""
    if move.exact.value is Value.WIN and not move.completed:
        return in_brief(move, PERSON)
    told = telling(move.game, move.mark, PERSON)
    return fitting(*map(told.sentence, effects(move)), "")


def how_it_went(right: Sequence[Step], goal: Goal) -> str:
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
    return _(
        "%(cell)s threatened %(cells)s: I could take only one.",
        cell=fork.name,
        cells=cells_listed(fork.game, {cell for cell, _line in fork.after.threats_against}),
    )


def facts(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Facts of *puzzle* that would help to solve it: names and texts."""
    yield _("Themes"), ", ".join(_(NAMES[theme]) for theme in puzzle.themes)
    share = percent(puzzle.difficulty)
    grade = _("%(grade)s of 5: a beginner fails %(share)s", grade=puzzle.grade, share=share)
    yield _("Difficulty"), grade
    yield _("Temptations"), tempting(puzzle)
    yield _("Who fails it"), fooled(puzzle)


def tempting(puzzle: Puzzle) -> str:
    """The wrong moves that tempt."""
    cells = puzzle.tempting
    if not cells:
        return _("none")
    return ngettext(
        "%(cells)s threatens and fails",
        "%(num)s: %(cells)s threaten and fail",
        len(cells),
        cells=cells_listed(puzzle.game, cells),
    )


def fooled(puzzle: Puzzle) -> str:
    """The programs that fail the puzzle, and how often."""
    told = [
        _("%(name)s always", name=_(OPPONENTS[key].name))
        if share == 1
        else _("%(name)s %(share)s", name=_(OPPONENTS[key].name), share=percent(share))
        for key, share in puzzle.failing.items()
    ]
    return listed(told) if told else _("none of mine")
