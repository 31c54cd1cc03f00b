"""The page of all moves from a position of a replay, side by side."""

from dataclasses import replace

from ai.language import _
from ai.study.moves_from_here import in_order, moves_from_here, orders
from ai.study.study import study
from webapp.board.board import Stage
from webapp.replay.moves_table import columns, move_row
from webapp.replay.page import about, headline, title
from webapp.replay.replay import Replay, replay_url


def moves_page(replay: Replay) -> dict[str, object]:
    """The values of the page of the moves from the position of *replay*: the *rows* and sortable
    *columns* of the table, none once the game is over. *headline* is in the words of the page
    contract.
    """
    here = study(replay.position)
    addresses = {
        order: replay_url(replace(replay, sort=order), f"sort-{order}")
        for order in orders(replay.game)
    }
    rows = in_order(moves_from_here(here), replay.sort, here.position.to_move)
    return {
        "replay": replay,
        "about": about(replay, _("Moves: %(position)s", position=title(replay))),
        "stage": Stage(
            replay.position,
            last=replay.last_move,
            inert=True,
            values=tuple(here.worths.items()) if "values" in replay.on else (),
        ),
        "headline": headline(replay.position),
        "columns": columns(addresses, replay.sort),
        "rows": [move_row(row, replay.continued((row.cell,))) for row in rows],
    }
