"""The page of all moves from a position of a replay, side by side."""

from dataclasses import dataclass, replace

from ai.explain.values import figures
from ai.language import _
from ai.study.moves_from_here import in_order, moves_from_here, orders
from ai.study.study import study
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.replay.moves_table import Column, MoveRow, move_row, sortable_columns
from webapp.replay.page import about, headline, title
from webapp.replay.replay import TABLE, Replay, replay_url


@dataclass(frozen=True, slots=True)
class MovesPage:
    """The moves from the position of *replay*."""

    replay: Replay
    title: str
    about: About
    stage: Stage

    @property
    def headline(self) -> str:
        """The side to move, or the result, in the words of the page contract."""
        return headline(self.replay.position)

    @property
    def back(self) -> str:
        """The address of the replay at this position."""
        return replay_url(self.replay.switched(TABLE), "from-here")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the table, each with the address that sorts by it."""
        replay = self.replay
        addresses = {
            order: replay_url(replace(replay, sort=order), f"sort-{order}")
            for order in orders(replay.game)
        }
        return sortable_columns(addresses, replay.sort)

    @property
    def order(self) -> str:
        """The order of the rows, for screen readers."""
        (name,) = [column.name for column in self.columns if column.sorted]
        return _("Sorted by: %(column)s.", column=name)

    @property
    def rows(self) -> list[MoveRow]:
        """Every move, symmetric ones in one row; none once the game is over."""
        replay, here = self.replay, study(self.replay.position)
        rows = in_order(moves_from_here(here), replay.sort, here.position.to_move)
        shown = figures(here.worths)
        return [
            move_row(row, shown.get(row.cell, ""), replay.continued((row.cell,))) for row in rows
        ]


def moves_page(replay: Replay) -> MovesPage:
    """The page of the moves from the position of *replay*."""
    said = _("Moves: %(position)s", position=title(replay))
    values = tuple(study(replay.position).worths.items()) if "values" in replay.on else ()
    stage = Stage(replay.position, last=replay.last_move, inert=True, values=values)
    return MovesPage(replay, said, about(replay, said), stage)
