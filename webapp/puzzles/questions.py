"""Questions on the page of a puzzle: the board, the answers to press, and the words."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ai.exact.value import Value
from ai.facts.effects import in_brief
from ai.facts.positions import why
from ai.language import N_, _
from ai.puzzles.answers import about, game_to_x
from ai.puzzles.puzzle import Goal, Puzzle, Theme
from ai.puzzles.solving import Step
from ai.rules import Record
from ai.study.review import review
from ai.study.study import JudgedMove, Study
from ai.words.languages import telling
from ai.words.persons import PERSON, Persons
from ai.words.phrases import cells_listed
from ai.words.told import verdict_in_words, wrong_try
from webapp.board.board import Overlay, OverlayCell, Stage
from webapp.board.pointer import NOTHING, hint_pointer, wrong_try_pointer
from webapp.puzzles.address import CELL, Attempt
from webapp.puzzles.words import KEEPS, Said, how_it_goes, task
from webapp.replay.replay import Replay

MOVE, LAST = N_("move %(number)s"), N_("move %(number)s, the last mistake")
# Of who wins, in the order of ai.puzzles.answers.WINNERS: the answer, and what refutes it.
WINNERS = (
    (N_("X wins"), N_("O has an answer to every move of X.")),
    (N_("A draw"), N_("One side can force a win.")),
    (N_("O wins"), N_("X has a move that does not lose.")),
)


def winners(attempt: Attempt) -> list[tuple[int, str, bool]]:
    """The answers to who wins by their numbers, and whether each was tried; none of other puzzles,
    or once it is told.
    """
    if attempt.puzzle.theme is not Theme.WHO or attempt.is_told:
        return []
    return [(at, _(told), at in attempt.tried) for at, (told, _why) in enumerate(WINNERS)]


def stage(attempt: Attempt) -> Stage:
    """The board of a question: answers have rings, and moves their numbers if one is asked for."""
    puzzle, found = attempt.puzzle, tuple(step.answer for step in attempt.right)
    if puzzle.theme is Theme.WHO:
        return Stage(puzzle.position, playable=False, inert=True)
    playable = not attempt.is_told
    board = partial(Stage, puzzle.position, playable=playable, inert=True, tried=attempt.tried)
    if puzzle.theme is Theme.ALL:
        hinted = to_find(attempt) if attempt.hint == CELL else None
        held, pointer = puzzle.right if attempt.is_told else found, NOTHING
        if hinted:
            pointer = hint_pointer(hinted)
        elif attempt.steps and not attempt.steps[-1].is_right and not attempt.is_told:
            pointer = wrong_try_pointer(attempt.steps[-1].move)
        hint, notes = hinted.cell if hinted else None, tuple((cell, _("found")) for cell in held)
        return board(hint=hint, pointer=pointer, held=held, notes=notes)
    numbered = tuple(enumerate(puzzle.moves, 1))
    ringed = puzzle.right if attempt.is_told else ()
    cells = tuple(
        OverlayCell(cell, None, (f"{number}",), chosen=False, since=True, explained=cell in ringed)
        for number, cell in numbered
    )
    notes = tuple(
        (cell, _(LAST if cell in ringed else MOVE, number=number)) for number, cell in numbered
    )
    overlay = Overlay(puzzle.game, cells, numbered=True)
    return board(marks_asked=True, overlay=overlay, notes=notes)


def to_find(attempt: Attempt) -> JudgedMove:
    """The move on the first right cell that is not found."""
    found = {step.answer for step in attempt.right}
    left = (cell for cell in attempt.puzzle.right if cell not in found)
    return attempt.puzzle.study.moves[next(left)]


def replay_of(puzzle: Puzzle) -> Replay:
    """The game so far, at its last mistake; how perfect play goes on from the position; or the
    values of the cells there, if all right ones are asked for.
    """
    if puzzle.theme is Theme.MISTAKE:
        record = game_to_x(puzzle.game, puzzle.moves)
        return Replay.of(record).at(about(puzzle, puzzle.right[0]).number)
    here = puzzle.study
    if puzzle.theme is Theme.WHO:
        return Replay.of(Record(here.position, here.principal_variation)).at(here.position.ply)
    return replace(Replay.of(Record(here.position)), on=frozenset({"values"}))


def line(puzzle: Puzzle) -> Sequence[JudgedMove]:
    """The moves of :func:`replay_of`, or all right ones."""
    if puzzle.theme is Theme.ALL:
        return [puzzle.study.moves[cell] for cell in puzzle.right]
    return review(replay_of(puzzle).record).moves


def how_far(attempt: Attempt) -> str:
    """How many cells are found, or that one answer is asked for."""
    if attempt.puzzle.theme is not Theme.ALL:
        return _("X moves next")
    found, count = len(attempt.right), len(attempt.puzzle.right)
    return _("%(found)s of %(count)s found", found=found, count=count)


def said(attempt: Attempt) -> Said:
    """The text of the room."""
    puzzle = attempt.puzzle
    if attempt.is_told:
        return answer(puzzle)
    if attempt.hint:
        move = to_find(attempt)
        return Said(_("Hint: %(cell)s", cell=move.name), how_it_goes(move))
    if not attempt.steps:
        return Said(task(puzzle), first_words(puzzle))
    last = attempt.steps[-1]
    if not last.is_right:
        return Said(_("Try again"), refutation(puzzle.theme, last, PERSON), bad=True)
    return Said(_(KEEPS[puzzle.goal], cell=last.move.name), how_it_goes(last.move))


def first_words(puzzle: Puzzle) -> str:
    """How the question is meant."""
    if puzzle.theme is Theme.ALL:
        return _("X moves next. There are %(count)s such cells.", count=len(puzzle.right))
    if puzzle.theme is Theme.WHO:
        return _("Both play as well as anyone can.")
    winner = "X" if puzzle.study.exact.value > 0 else "O"
    return _("%(winner)s wins from here. Which mark gave the win away?", winner=winner)


def named(puzzle: Puzzle, answer: int) -> str:
    """The name of a cell, or who wins."""
    if puzzle.theme is Theme.WHO:
        return _(WINNERS[answer][0])
    return puzzle.game.cell_names[answer]


def refutation(theme: Theme, wrong: Step, persons: Persons | None = None) -> str:
    """Why a *wrong* step is wrong, told to *persons* or by marks."""
    move = wrong.move
    if theme is Theme.WHO:
        return _(WINNERS[wrong.answer][1])
    if theme is not Theme.MISTAKE:
        return wrong_try(move, persons)
    if move.value_lost:
        return _("%(cell)s was a mistake, but not the last one.", cell=move.name)
    return _("%(cell)s gave nothing away.", cell=move.name)


def reason(here: Study) -> str:
    """Why X, to move, wins, draws or loses: how the fastest win begins, or that of O after the move
    that holds out longest.
    """
    if here.exact.value is Value.DRAW:
        return telling(here.position.game, here.position.to_move).in_room(why(here))[0]
    wins = here.exact.value is Value.WIN
    move = here.winner if wins else here.best.answer
    how = telling(move.game, move.mark).sentence(in_brief(move))
    return how if wins else _("After %(cell)s: %(how)s", cell=here.best.name, how=how)


def answer(puzzle: Puzzle) -> Said:
    """The answer, and why it is right."""
    if puzzle.theme is Theme.ALL:
        cells = cells_listed(puzzle.game, puzzle.right)
        if puzzle.goal is Goal.WIN:
            return Said(_("%(cells)s win", cells=cells), _("Every other cell gives the win away."))
        return Said(_("%(cells)s hold the draw", cells=cells), _("Every other cell loses."))
    if puzzle.theme is Theme.WHO:
        return Said(_(WINNERS[puzzle.right[0]][0]), reason(puzzle.study))
    move = about(puzzle, puzzle.right[0])
    return Said(_("%(cell)s was the last mistake", cell=move.name), verdict_in_words(move))
