"""The page of all moves from a position of a replay, side by side."""

from dataclasses import replace

from ai.language import _
from ai.study.moves_from_here import in_order, moves_from_here, orders
from ai.study.study import study
from ai.words.values import figures
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.parts import UncachedPart
from webapp.replay.moves_table import Column, MoveRow, move_row, sortable_columns
from webapp.replay.page import about, headline, title
from webapp.replay.replay import Replay, replay_url


class MovesPage(UncachedPart, rendered_by=("replay/moves.html", "main")):
    """The moves from the position of *replay*: the *rows* and sortable *columns* of the table, none
    once the game is over. *headline* is in the words of the page contract.
    """

    replay: Replay
    about: About
    stage: Stage
    headline: str
    columns: tuple[Column, ...]
    rows: tuple[MoveRow, ...]


def moves_page(replay: Replay) -> MovesPage:
    """The page of the moves from the position of *replay*."""
    here = study(replay.position)
    shown = figures(here.worths)
    addresses = {
        order: replay_url(replace(replay, sort=order), f"sort-{order}")
        for order in orders(replay.game)
    }
    rows = in_order(moves_from_here(here), replay.sort, here.position.to_move)
    return MovesPage(
        replay,
        about(replay, _("Moves: %(position)s", position=title(replay))),
        Stage(
            replay.position,
            last=replay.last_move,
            inert=True,
            values=tuple(here.worths.items()) if "values" in replay.on else (),
        ),
        headline(replay.position),
        sortable_columns(addresses, replay.sort),
        tuple(
            move_row(row, shown.get(row.cell, ""), replay.continued((row.cell,))) for row in rows
        ),
    )
