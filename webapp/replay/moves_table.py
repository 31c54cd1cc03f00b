"""The table of moves, in replays and on the page of openings."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ai.language import N_, _, listed, ngettext, number
from ai.messages import NP_
from ai.study.moves_from_here import Row
from ai.words.phrases import idea_in_a_word
from ai.words.values import exact_in_words, figures
from webapp.replay.replay import Replay

# The names of columns, by their keys, which are also orders of :mod:`ai.study.moves_from_here`.
NAMES = {
    "move": N_("Move"),
    "worth": N_("Value"),
    "replies": N_("Replies"),
    "odds": N_("Odds"),
    "programs": N_("Played by"),
    "idea": N_("Idea"),
    "games": NP_("played", "Games"),
    "positions": N_("Positions"),
}
SMALLEST_FIRST = ("move", "idea")

MoveRow = dict[str, object]
"""The values of a row of the table."""


class Column(NamedTuple):
    """A column of a table. *address* leads to the rows in its order, or if they are, the other way
    round; empty if they cannot be sorted. *sorted* is the `aria-sort` of the present order; empty
    in other columns.
    """

    key: str
    name: str
    address: str = ""
    sorted: str = ""


def columns(
    names: Mapping[str, str], upwards: Collection[str], address: Callable[[str], str], present: str
) -> list[Column]:
    """The columns of these *names* by their keys, with the *address* of the rows in an order. Those
    *upwards* have the smallest first, after a minus last, as others do without; *present* is the
    present order.
    """
    key = present.removeprefix("-")
    way = "ascending" if (key in upwards) != (key != present) else "descending"
    return [
        Column(it, _(names[it]), address(f"-{it}" if it == present else it), way * (it == key))
        for it in names
    ]


def move_row(row: Row, after: Replay) -> MoveRow:
    """The move of a *row* as *found*, and the words for it; *after* is the *replay* at the position
    after it. A draw has its difficulty, unless another move wins. The *details* are shown on
    request.
    """
    game, figure = after.game, figures(row.move.before.worths).get(row.cell)
    draw = _("draws: %(percent)s\u00a0%% slip", percent=figure) if figure else ""
    return {
        "found": row,
        "replay": after,
        "twins": listed(game.cell_names[cell] for cell in row.twins) if row.twins else "",
        "value": draw or exact_in_words(row.move.exact),
        "replies": _losing_replies(row),
        "idea": idea_in_a_word(game, row.move.idea),
        "details": [*_details(row)],
    }


def _details(row: Row) -> Iterator[str]:
    """The programs that choose the move, grouped by probability, the highest first; and what can
    follow it.
    """
    likeliest, programs = sorted(row.choosers.items(), key=itemgetter(1), reverse=True), []
    for chance, alike in groupby(likeliest, key=itemgetter(1)):
        names, percent = ", ".join(_(it.name) for it, _chance in alike), number(100 * float(chance))
        programs.append(_("%(percent)s\u00a0%%: %(programs)s", percent=percent, programs=names))
    yield _("; ").join(programs) or _("No program plays it.")
    if tree := row.tree:
        count = number(tree.games)
        yield ngettext("%(count)s game", "%(count)s games", tree.games, count=count)
        count = number(tree.positions)
        yield ngettext("%(count)s position", "%(count)s positions", tree.positions, count=count)


def _losing_replies(row: Row) -> str:
    """How many replies lose."""
    losing, replies = len(row.move.after.losing), len(row.move.after.moves)
    if not replies:
        return _("ends the game")
    if not losing:
        return _("none loses")
    return ngettext(
        "%(num)s of %(replies)s loses", "%(num)s of %(replies)s lose", losing, replies=replies
    )
