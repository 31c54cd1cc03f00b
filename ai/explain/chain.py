"""The chain of rules: the handler that answered, and its lines or impacts."""

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import blocks, line_name, lines_listed
from ai.language import N_, _
from ai.opponents.chain import BORDERS, Handled, Handler
from ai.rules.notation import cell_name
from ai.rules.threats import threats

# Captions: the lines or the row that a handler saw.
CAPTIONS = {
    Handler.WIN: N_("Lines that %(mark)s completes"),
    Handler.BLOCK: N_("Lines that %(mark)s blocks"),
    Handler.STOP_FORK: N_("The row taken from %(other)s's fork"),
}


def sentence(choice: Choice[Handled]) -> str:
    """The handler's reason for this cell."""
    handled, game, position = choice.reason, choice.game, choice.position
    match handled:
        case Handled(Handler.WIN, lines):
            return _("It completes %(lines)s.", lines=lines_listed(game, lines))
        case Handled(Handler.BLOCK, lines):
            pending = threats(game, position.opponent, position.mover)
            left = [line for cell, line in pending if cell != choice.cell]
            return blocks(position, lines, left)
        case Handled(Handler.STOP_FORK, lines, corner) if corner is not None:
            return _(
                "%(other)s could make two threats at once from the corner %(cell)s, along %(row)s"
                " and %(column)s: playing in %(row)s takes the row away.",
                other=choice.mark.other,
                cell=cell_name(game, corner),
                row=lines_listed(game, lines),
                column=line_name(game, frozenset(BORDERS[corner][1])),
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


def diagrams_of(choice: Choice[Handled]) -> tuple[Diagram, ...]:
    """The lines or the row that the handler saw, or the impact of every cell."""
    handled, position, mark = choice.reason, choice.position, choice.mark
    if handled.impacts:
        caption = _("How many lines without marks of both run through each cell")
        notes, most = handled.impacts, max(handled.impacts.values())
        return (diagram(position, caption, notes=notes, chosen=choice.cells, heaviest=most),)
    caption = _(CAPTIONS[handled.handler], mark=mark, other=mark.other)
    return (diagram(position, caption, chosen=choice.cells, lines=handled.lines),)
