"""Moves side by side, in the rows of a table: in a replay and in the book of openings."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from ai.explain.values import exact_in_words
from ai.language import N_, _, listed, ngettext, number
from ai.moves_from_here import Row
from ai.notation import cell_name
from ai.traps import MoveWorth
from webapp.replay.replay import Replay

# What a column is called, by the order that sorts by it.
COLUMNS = {
    "move": N_("Move"),
    "worth": N_("Value"),
    "replies": N_("Replies"),
    "odds": N_("Odds"),
    "programs": N_("Programs"),
    "idea": N_("Idea"),
    "games": N_("Games"),
    "positions": N_("Positions"),
}
SMALLEST_FIRST = ("move", "idea")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: *address* leads to the rows in its order, where they can be sorted;
    *sorted* is how they are if they are in that order, as `aria-sort` has it.
    """

    key: str
    name: str
    address: str = ""
    sorted: str = ""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move with all that the table says of it and of its *twins*; *cells* holds both, and
    *replay* is where it leads. The odds are in per cent, of X, of a draw and of O.
    """

    cells: tuple[int, ...]
    name: str
    twins: str
    replay: Replay
    worth: MoveWorth
    value: str
    replies: str
    odds: tuple[float, float, float]
    programs: str
    idea: str
    games: str
    positions: str


def column_names(keys: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of these *keys*, to be read and not sorted by."""
    return tuple(Column(key, _(COLUMNS[key])) for key in keys)


def sortable_columns(addresses: dict[str, str], order: str) -> tuple[Column, ...]:
    """The columns by which one can sort at these *addresses*, where *order* is the present one."""
    direction = "ascending" if order in SMALLEST_FIRST else "descending"
    return tuple(
        Column(key, _(COLUMNS[key]), address, direction if key == order else "")
        for key, address in addresses.items()
    )


def move_row(row: Row, after: Replay) -> MoveRow:
    """What the table says of *row*, where *after* is the replay that the move leads to."""
    game, odds = after.game, row.odds
    return MoveRow(
        row.cells,
        cell_name(game, row.cell),
        listed(cell_name(game, cell) for cell in row.twins) if row.twins else "",
        after,
        row.worth,
        exact_in_words(row.worth.exact),
        _losing_replies(row.worth),
        (100 * float(odds.x_wins), 100 * float(odds.draws), 100 * float(odds.o_wins)),
        "; ".join(_programs(row)),
        _(row.idea),
        "" if row.games is None else _games(row.games),
        "" if row.positions is None else _positions(row.positions),
    )


def _programs(row: Row) -> Iterator[str]:
    """The programs that choose the move, those that are as likely to together, the likeliest
    first.
    """
    likeliest = sorted(row.choosers.items(), key=itemgetter(1), reverse=True)
    for chance, alike in groupby(likeliest, key=itemgetter(1)):
        names = ", ".join(_(program.name) for program, _chance in alike)
        yield _(
            "%(percent)s\u00a0%%: %(programs)s",
            percent=number(100 * float(chance)),
            programs=names,
        )


def _games(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count, count=number(count))


def _positions(count: int) -> str:
    return ngettext("%(count)s position", "%(count)s positions", count, count=number(count))


def _losing_replies(worth: MoveWorth) -> str:
    """How many replies lose."""
    if not worth.replies:
        return _("ends the game")
    if not worth.losing:
        return _("no reply loses")
    return ngettext(
        "%(num)s of %(replies)s replies loses",
        "%(num)s of %(replies)s replies lose",
        worth.losing,
        replies=worth.replies,
    )
