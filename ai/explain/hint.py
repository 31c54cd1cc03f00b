"""A hint in words, by the measure that values show on the board."""

from ai.explain.choice import Choice
from ai.explain.unbeatable import sentence
from ai.explain.values import traps_note
from ai.language import _, ngettext
from ai.opponents.unbeatable import unbeatable
from ai.position import Position
from ai.traps import move_worths
from ai.value import Value


def why_best(position: Position, cell: int) -> str:
    """What the move on *cell*, one of the best, comes to; empty where :func:`traps_set` tells it
    from other draws.
    """
    if traps_set(position, cell):
        return ""
    return sentence(Choice(position, unbeatable(position), cell))


def traps_set(position: Position, cell: int) -> str:
    """How many traps the move on *cell* sets, which is one of several draws and the best of them;
    empty for any other.
    """
    worths = move_worths(position)
    draws = [worth for worth in worths.values() if worth.exact.value is Value.DRAW]
    hinted = worths[cell]
    if hinted not in draws or len(draws) == 1:
        return ""
    if not hinted.losing:
        return f"{_('It keeps the draw.')} {traps_note(position)}"
    if sum(worth.losing == hinted.losing for worth in draws) == 1:
        return ngettext(
            "It keeps the draw and sets the most traps: %(num)s of %(replies)s replies loses.",
            "It keeps the draw and sets the most traps: %(num)s of %(replies)s replies lose.",
            hinted.losing,
            replies=hinted.replies,
        )
    return ngettext(
        "It keeps the draw, and no move sets more traps: %(num)s of %(replies)s replies loses.",
        "It keeps the draw, and no move sets more traps: %(num)s of %(replies)s replies lose.",
        hinted.losing,
        replies=hinted.replies,
    )
