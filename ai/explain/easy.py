"""Easy: nothing was weighed."""

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import ONLY_CELL
from ai.language import _
from ai.opponents.easy import Unweighed


def sentence(choice: Choice[Unweighed]) -> str:
    """The move was random, or the only one."""
    if len(choice.cells) == 1:
        return _(ONLY_CELL)
    return _("It plays at random: any empty cell will do.")


def diagrams_of(choice: Choice[object]) -> tuple[Diagram, ...]:
    """The cells from which the move was picked."""
    several = len(choice.cells) > 1
    caption = _("Any of these cells") if several else _("The only empty cell")
    return (diagram(choice.position, caption, chosen=choice.cells),)
