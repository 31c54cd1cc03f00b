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
    rolled = said(N_("%(I)s rolled dice: %(cells)s cells, all alike."), persons, cells=cells)
    return Answer(rolled, counts=True)


def diagrams_of(choice: Choice[object], _persons: Persons) -> tuple[Diagram, ...]:
    """The chance of each cell."""
    cells = len(choice.cells)
    if cells == 1:
        return (diagram(choice.position, _("The only empty cell"), chosen=choice.cells),)
    notes = dict.fromkeys(choice.cells, chance(cells))
    return (diagram(choice.position, _("The chance of each cell"), notes=notes),)


def chance(cells: int) -> str:
    """The chance of one of so many equal *cells*."""
    return _("1 in %(cells)s", cells=cells)
