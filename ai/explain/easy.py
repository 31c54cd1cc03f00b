"""Easy: nothing was weighed."""

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.language import _
from ai.opponents.easy import Unweighed


def sentence(_choice: Choice[Unweighed]) -> str:
    """That any cell would have done."""
    return _("It plays at random: any empty cell will do.")


def diagrams_of(choice: Choice[object]) -> tuple[Diagram, ...]:
    """The cells of which any would have done."""
    return (diagram(choice.position, _("Any of these cells"), chosen=choice.cells),)
