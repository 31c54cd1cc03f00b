"""What a position or a move is worth, in words."""

from ai.language import _, ngettext
from ai.position import Mark, Position
from ai.traps import MoveWorth, move_worths
from ai.value import Exact, Value


def exact_in_words(exact: Exact) -> str:
    """What *exact* is: `win in 3`, `draw`, `loss in 4`."""
    if exact.value is Value.DRAW:
        return _("draw")
    if exact.value is Value.WIN:
        return _("win in %(plies)s", plies=exact.distance)
    return _("loss in %(plies)s", plies=exact.distance)


def worth_in_words(worth: MoveWorth) -> str:
    """The same of a move; of a draw also how many replies lose: `draw; 10 of 15 replies lose`."""
    if worth.exact.value is not Value.DRAW or not worth.replies:
        return exact_in_words(worth.exact)
    if not worth.losing:
        return _("draw; no reply loses")
    return ngettext(
        "draw; %(num)s of %(replies)s replies loses",
        "draw; %(num)s of %(replies)s replies lose",
        worth.losing,
        replies=worth.replies,
    )


def outlook(exact: Exact, mark: Mark) -> str:
    """What *exact*, a value for *mark*, means: `X wins in 3`, `a draw`, `X loses in 4`."""
    if exact.value is Value.DRAW:
        return _("a draw")
    if exact.value is Value.WIN:
        return _("%(mark)s wins in %(plies)s", mark=mark, plies=exact.distance)
    return _("%(mark)s loses in %(plies)s", mark=mark, plies=exact.distance)


def traps_note(position: Position) -> str:
    """What to say beside the values of *position* where several moves draw and none of them sets a
    trap; else empty.
    """
    worths = move_worths(position).values()
    draws = [worth for worth in worths if worth.exact.value is Value.DRAW]
    if len(draws) < 2 or any(worth.losing for worth in draws):
        return ""
    return _("No draw here sets a trap: every reply to one draws too.")
