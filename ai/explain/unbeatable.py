"""Unbeatable: the exact values, and the difficulty of draws."""

from ai.exact.value import Value
from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, worths_diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import MOVES, ONLY_CELL, WORTHS, completes, moves_of_both
from ai.explain.room import fitting
from ai.explain.values import percent
from ai.explain.wins import (
    how_it_loses,
    how_it_wins,
    in_brief,
    what_it_is_good_for,
    winning_diagram,
)
from ai.language import N_, _
from ai.opponents.unbeatable import Perfect

HARDEST_DRAW = N_(
    "%(moves)s moves draw. %(I)s took the hardest for %(thee)s: a beginner would lose %(share)s."
)
ONE_OF_THE_HARDEST_DRAWS = N_(
    "%(moves)s moves draw. %(I)s took one of the hardest for %(thee)s: a beginner would lose"
    " %(share)s."
)
DEAD_DRAWS = N_(
    "%(moves)s moves draw. After none would a beginner in %(your)s place lose to %(me)s."
)
ONLY_WIN = N_("The only win (%(moves)s): %(how)s.")
FASTEST_WIN = N_("The fastest win (%(moves)s): %(how)s.")
ONE_OF_THE_FASTEST_WINS = N_("One of %(cells)s fastest wins (%(moves)s): %(how)s.")
LOSES = N_("Every move loses. None holds out longer than this: %(moves)s.")


def answer(choice: Choice[Perfect], persons: Persons) -> Answer:
    """The result of perfect play, and the reason why no move is better."""
    worths, move = choice.reason.worths, choice.move
    exact = worths[choice.cell].exact
    if move.completed:
        return completes(choice.position, move.completed, persons)
    if len(worths) == 1:
        return Answer(_(ONLY_CELL))
    if exact.value is Value.WIN:
        cells, soon = len(choice.cells), moves_of_both(exact)
        message = FASTEST_WIN if len(move.before.winning) > 1 else ONLY_WIN
        if cells > 1:
            message = ONE_OF_THE_FASTEST_WINS
        short = (_(message, cells=cells, moves=soon, how=how) for how in in_brief(move, persons))
        return Answer(fitting(*short), how_it_wins(move, persons), counts=True)
    if exact.value is Value.LOSS:
        return Answer(_(LOSES, moves=moves_of_both(exact)), how_it_loses(move, persons))
    moves = sum(worth.difficulty is not None for worth in worths.values())
    if moves == 1:
        good = " ".join(what_it_is_good_for(move, persons))
        return Answer(_("Only this move keeps the draw."), good)
    if not (difficulty := worths[choice.cell].difficulty):
        return Answer(said(DEAD_DRAWS, persons, moves=moves))
    message = HARDEST_DRAW if len(choice.cells) == 1 else ONE_OF_THE_HARDEST_DRAWS
    return Answer(said(message, persons, moves=moves, share=percent(difficulty)))


def diagrams_of(choice: Choice[Perfect], persons: Persons) -> tuple[Diagram, ...]:
    """The win by threats that it begins, if it does; and what each move is worth."""
    threats = winning_diagram(choice.move) if choice.move.win else None
    caption, name = said(WORTHS, persons), said(MOVES, persons)
    values = worths_diagram(choice.position, caption, choice.reason.worths, name)
    return (threats, values) if threats else (values,)
