"""The chain of rules: the handler that answered, and its lines or impacts."""

from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import blocked, completes, line_name, lines_listed
from ai.language import N_, _
from ai.opponents.chain import BORDERS, Handled, Handler
from ai.rules.notation import cell_name
from ai.rules.threats import threats

# Captions: the lines or the row that a handler saw.
CAPTIONS = {
    Handler.WIN: N_("Completed by %(me)s"),
    Handler.BLOCK: N_("Blocked by %(me)s"),
    Handler.STOP_FORK: N_("The row taken from %(your)s fork"),
}


BREAKS_FORK = N_("%(I)s broke up the fork that %(you)s could have made from the corner %(cell)s.")
ALONG = N_("The fork needs %(row)s and %(column)s. A mark in %(row)s spoils it.")
FIRST_CELL = N_("No line is live for either side, so %(i)s took the first empty cell.")
MOST_LINES = N_("%(I)s saw no corner fork, so %(i)s took a cell on most live lines: %(lines)s.")
NOTHING_ELSE = N_(
    "There was nothing to win or to block. A line is live until both sides have a mark on it; of"
    " equal cells the first counts."
)


def answer(choice: Choice[Handled], persons: Persons) -> Answer:
    """The handler's reason for this cell."""
    handled, game, position = choice.reason, choice.game, choice.position
    match handled:
        case Handled(Handler.WIN, lines):
            return completes(position, lines, persons)
        case Handled(Handler.BLOCK, lines):
            pending = threats(game, position.opponent, position.mover)
            left = [line for cell, line in pending if cell != choice.cell]
            return blocked(position, lines, left, persons)
        case Handled(Handler.STOP_FORK, lines, corner) if corner is not None:
            row, column = lines_listed(game, lines), line_name(game, frozenset(BORDERS[corner][1]))
            return Answer(
                said(BREAKS_FORK, persons, cell=cell_name(game, corner)),
                _(ALONG, row=row, column=column),
            )
    assert handled.impacts
    most = max(handled.impacts.values())
    if not most:
        return Answer(said(FIRST_CELL, persons))
    return Answer(said(MOST_LINES, persons, lines=most), _(NOTHING_ELSE))


def diagrams_of(choice: Choice[Handled], persons: Persons) -> tuple[Diagram, ...]:
    """The lines or the row that the handler saw, or the impact of every cell."""
    handled, position = choice.reason, choice.position
    if handled.impacts:
        caption = _("Live lines through each cell")
        return (diagram(position, caption, notes=handled.impacts, chosen=choice.cells),)
    caption = said(CAPTIONS[handled.handler], persons)
    return (diagram(position, caption, chosen=choice.cells, lines=handled.lines),)
