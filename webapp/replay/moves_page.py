"""The page of all moves from a position of a replay, side by side."""

from dataclasses import dataclass, replace

from ai.language import _
from ai.study.moves_from_here import in_order, moves_from_here, orders
from ai.study.study import study
from ai.words.values import figures
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.replay.moves_table import Column, MoveRow, move_row, sortable_columns
from webapp.replay.page import about, headline, title
from webapp.replay.replay import TABLE, Replay, replay_url


@dataclass(frozen=True, slots=True)
class MovesPage:
    """The moves from the position of *replay*: the *rows* and sortable *columns* of the table, none
    once the game is over. *headline* is in the words of the page contract, *order* is that of the
    rows, for screen readers, and *back* the address of the replay at this position.
    """

    replay: Replay
    address: str
    title: str
    about: About
    stage: Stage
    headline: str
    back: str
    columns: tuple[Column, ...]
    order: str
    rows: tuple[MoveRow, ...]


def moves_page(replay: Replay) -> MovesPage:
    """The page of the moves from the position of *replay*."""
    here, said = study(replay.position), _("Moves: %(position)s", position=title(replay))
    values = tuple(here.worths.items()) if "values" in replay.on else ()
    addresses = {
        order: replay_url(replace(replay, sort=order), f"sort-{order}")
        for order in orders(replay.game)
    }
    columns, shown = sortable_columns(addresses, replay.sort), figures(here.worths)
    (name,) = [column.name for column in columns if column.sorted]
    rows = in_order(moves_from_here(here), replay.sort, here.position.to_move)
    return MovesPage(
        replay,
        replay_url(replay),
        said,
        about(replay, said),
        Stage(replay.position, last=replay.last_move, inert=True, values=values),
        headline(replay.position),
        replay_url(replay.switched(TABLE), "from-here"),
        columns,
        _("Sorted by: %(column)s.", column=name),
        tuple(
            move_row(row, shown.get(row.cell, ""), replay.continued((row.cell,))) for row in rows
        ),
    )
