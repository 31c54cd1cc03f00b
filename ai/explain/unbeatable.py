"""Unbeatable: the exact values, and the difficulty of draws."""

from ai.exact.value import Value
from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import ONLY_CELL, WORTHS, completes
from ai.explain.values import exact_in_words, percents
from ai.explain.wins import (
    how_it_loses,
    how_it_wins,
    what_it_is_good_for,
    winning_diagram,
)
from ai.language import N_, _
from ai.opponents.unbeatable import Perfect

HARDEST_DRAW = N_(
    "%(moves)s moves draw. This one is the hardest: a beginner loses %(share)s from here."
)
AMONG_HARDEST_DRAWS = N_(
    "%(moves)s moves draw, none harder than this: a beginner loses %(share)s from here."
)
DEAD_DRAWS = N_("After any of the %(moves)s moves that draw, not even a beginner can lose.")
WINS = N_("This wins in %(plies)s, and no move wins faster.")
LOSES = N_("Every move loses: this one in %(plies)s, and none later.")


def answer(choice: Choice[Perfect], persons: Persons) -> Answer:
    """The result of perfect play, and the reason why no move is better."""
    worths, move = choice.reason.worths, choice.move
    exact = worths[choice.cell].exact
    if move.completed:
        return completes(choice.position, move.completed, persons)
    if len(worths) == 1:
        return Answer(_(ONLY_CELL))
    if exact.value is Value.WIN:
        return Answer(_(WINS, plies=exact.distance), how_it_wins(move, persons))
    if exact.value is Value.LOSS:
        return Answer(_(LOSES, plies=exact.distance), how_it_loses(move, persons))
    moves = sum(worth.difficulty is not None for worth in worths.values())
    if moves == 1:
        good = " ".join(what_it_is_good_for(move, persons))
        return Answer(_("Only this move keeps the draw."), good)
    if not worths[choice.cell].difficulty:
        return Answer(_(DEAD_DRAWS, moves=moves))
    message = HARDEST_DRAW if len(choice.cells) == 1 else AMONG_HARDEST_DRAWS
    return Answer(_(message, moves=moves, share=_percentages(choice)[choice.cell]))


def compares_draws(choice: Choice[Perfect]) -> bool:
    """Whether the move is one of several draws, and a beginner may lose from there."""
    worths = choice.reason.worths
    draws = sum(worth.difficulty is not None for worth in worths.values())
    return draws > 1 and bool(worths[choice.cell].difficulty)


def _percentages(choice: Choice[Perfect]) -> dict[int, str]:
    """The difficulty of every draw, in percents that tell the most difficult ones."""
    worths = choice.reason.worths
    draws = {cell: it.difficulty for cell, it in worths.items() if it.difficulty is not None}
    return percents(draws, choice.cells)


def diagrams_of(choice: Choice[Perfect], persons: Persons) -> tuple[Diagram, ...]:
    """How it wins, if it does so by force; the exact values; and the difficulty of several draws
    that can still be won.
    """
    position, worths, cells = choice.position, choice.reason.worths, choice.cells
    worth = said(WORTHS, persons)
    in_words = {cell: exact_in_words(it.exact) for cell, it in worths.items()}
    exact = diagram(position, worth, notes=in_words, chosen=cells, name=_("Values"))
    if worths[choice.cell].exact.value is Value.WIN:
        how = winning_diagram(choice.move)
        return (how, exact) if how else (exact,)
    if not compares_draws(choice):
        return (exact,)
    caption = _("How often a beginner loses")
    notes = _percentages(choice)
    return exact, diagram(position, caption, notes=notes, chosen=cells, name=_("Difficulty"))
