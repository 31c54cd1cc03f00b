"""The chain of rules: the handler that answered, and what it saw."""

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import blocks, line_name
from ai.language import N_, _
from ai.notation import cell_name
from ai.opponents.chain import Handled, Handler
from ai.threats import threats

# Captions: the line or row that a handler saw.
CAPTIONS = {
    Handler.WIN: N_("What %(mark)s completes"),
    Handler.BLOCK: N_("What %(mark)s blocks"),
    Handler.STOP_FORK: N_("The row taken from %(other)s's fork"),
}


def sentence(choice: Choice[Handled]) -> str:
    """What the handler did with this cell."""
    handled, game, position = choice.reason, choice.game, choice.position
    match handled:
        case Handled(Handler.WIN, line=line) if line:
            return _("It completes %(lines)s.", lines=line_name(game, line))
        case Handled(Handler.BLOCK, line=line) if line:
            pending = threats(game, position.opponent, position.mover)
            left = [other for cell, other in pending if cell != choice.cell]
            return blocks(position, [line], left)
        case Handled(Handler.STOP_FORK, line=row, corner=corner) if row and corner is not None:
            return _(
                "%(other)s could make two threats at once from the corner %(cell)s: playing in"
                " %(row)s takes that row away.",
                other=choice.mark.other,
                cell=cell_name(game, corner),
                row=line_name(game, row),
            )
    assert handled.impacts
    most = max(handled.impacts.values())
    if not most:
        return _("Every line with an empty cell has marks of both: it takes the first empty cell.")
    return _(
        "Nothing to win or to block, and none of the corner forks that it looks for: it takes the"
        " first cell on the most lines without marks of both, %(lines)s here.",
        lines=most,
    )


def drawing(choice: Choice[Handled]) -> tuple[Diagram, ...]:
    """The line or row that the handler saw, or the impact of every cell."""
    handled, position, mark = choice.reason, choice.position, choice.mark
    if handled.impacts:
        caption = _("How many lines without marks of both run through each cell")
        notes, most = handled.impacts, max(handled.impacts.values())
        return (diagram(position, caption, notes=notes, chosen=choice.cells, heaviest=most),)
    assert handled.line
    caption = _(CAPTIONS[handled.handler], mark=mark, other=mark.other)
    return (diagram(position, caption, chosen=choice.cells, lines=[handled.line]),)
