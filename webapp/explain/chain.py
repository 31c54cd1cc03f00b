"""The chain of rules: the handler that answered, and what it saw."""

from ai.notation import cell_name
from ai.opponents.chain import Handled, Handler
from ai.threats import threats
from webapp.explain.choice import Choice
from webapp.explain.diagram import Diagram, diagram
from webapp.explain.phrases import blocks, line_name


def sentence(choice: Choice[Handled]) -> str:
    """What the handler did with this cell."""
    handled, game, position = choice.reason, choice.game, choice.position
    match handled:
        case Handled(Handler.WIN, line=line) if line:
            return f"It completes {line_name(game, line)}."
        case Handled(Handler.BLOCK, line=line) if line:
            pending = threats(game, position.opponent, position.mover)
            left = [other for cell, other in pending if cell != choice.cell]
            return f"It {blocks(position, [line], left)}."
        case Handled(Handler.STOP_FORK, line=row, corner=corner) if row and corner is not None:
            return (
                f"{choice.mark.other} could make two threats at once from the corner"
                f" {cell_name(game, corner)}: playing in {line_name(game, row)} takes that row"
                " away."
            )
    assert handled.impacts
    most = max(handled.impacts.values())
    if not most:
        return "Every line with an empty cell has marks of both: it takes the first empty cell."
    return (
        "Nothing to win or to block, and none of the corner forks that it looks for: it takes the"
        f" first cell on the most lines without marks of both, {most} here."
    )


def drawing(choice: Choice[Handled]) -> tuple[Diagram, ...]:
    """The line or row that the handler saw, or the impact of every cell."""
    handled, position, mark = choice.reason, choice.position, choice.mark
    if handled.impacts:
        caption = "How many lines without marks of both run through each cell"
        notes, most = handled.impacts, max(handled.impacts.values())
        return (diagram(position, caption, notes=notes, chosen=choice.cells, heaviest=most),)
    assert handled.line
    caption = {
        Handler.WIN: f"What {mark} completes",
        Handler.BLOCK: f"What {mark} blocks",
        Handler.STOP_FORK: f"The row taken from {mark.other}'s fork",
    }[handled.handler]
    return (diagram(position, caption, chosen=choice.cells, lines=[handled.line]),)
