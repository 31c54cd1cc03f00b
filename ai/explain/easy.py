"""Easy: nothing was weighed."""

from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import ONLY_CELL
from ai.language import N_, _
from ai.opponents.easy import Unweighed


def answer(choice: Choice[Unweighed], persons: Persons) -> Answer:
    """The move was random, or the only one."""
    cells = len(choice.cells)
    if cells == 1:
        return Answer(_(ONLY_CELL))
    rolled = said(N_("%(I)s rolled dice: %(cells)s cells, no plan."), persons, cells=cells)
    return Answer(rolled, counts=True)


def diagrams_of(choice: Choice[object]) -> tuple[Diagram, ...]:
    """The cells from which the move was picked."""
    several = len(choice.cells) > 1
    caption = _("Any of these cells") if several else _("The only empty cell")
    return (diagram(choice.position, caption, chosen=choice.cells),)
