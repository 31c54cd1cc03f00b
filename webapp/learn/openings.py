"""The page of openings: the first two plies of both games, symmetric ones together."""

from dataclasses import dataclass
from typing import ClassVar

from ai.explain.diagram import Diagram, worths_diagram
from ai.explain.phrases import cells_listed
from ai.explain.values import figures
from ai.language import N_, _, ngettext
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name
from ai.rules.position import Position
from ai.rules.record import Record
from ai.study.moves_from_here import moves_from_here
from ai.study.study import study
from webapp.board.parts import Part
from webapp.learn.examples import replay_with
from webapp.replay.moves_table import Column, MoveRow, column_names, move_row

COLUMNS = ("move", "worth", "replies", "odds", "programs")

# Names of openings, by the first of their symmetric cells.
NAMES = {
    TIC_TAC_TOE: {
        "a1": N_("Corner opening"),
        "b1": N_("Side or edge opening"),
        "b2": N_("Centre opening"),
    },
    SQUARE: {"a1": N_("Corner"), "b1": N_("Edge"), "b2": N_("Middle")},
}


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A first move: *key* is its anchor, and *says* names the replies that keep the draw."""

    key: str
    name: str
    says: str
    diagram: Diagram
    replies: tuple[MoveRow, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The openings of a game, the best first."""

    first_moves: tuple[MoveRow, ...]
    openings: tuple[NamedOpening, ...]


@dataclass(frozen=True, slots=True)
class OpeningsPage(Part, rendered_by=("learn/openings.html", "openings_page")):
    """The page of openings."""

    title: ClassVar = N_("Openings of tic-tac-toe and Square")
    description: ClassVar = N_(
        "The first moves of tic-tac-toe and Square, and the replies to them: values, odds at"
        " random, and the programs that choose them."
    )

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the tables of moves."""
        return column_names(COLUMNS)

    def book(self, key: str) -> Book:
        """The openings of the game of that *key*."""
        start = Record(Position(GAMES[key]))
        first_moves = moves_from_here(study(start.position))
        return Book(_rows(start), tuple(_opening(start.play(row.cell)) for row in first_moves))


def _opening(record: Record) -> NamedOpening:
    """The opening by the only move of *record*."""
    game, (cell,) = record.game, record.moves
    name, here = cell_name(game, cell), record.position
    return NamedOpening(
        f"{game.key}-{name}",
        _(NAMES[game][name]),
        what_draws(here),
        worths_diagram(here, _("Replies of %(mark)s", mark=here.to_move), study(here).worths),
        _rows(record),
    )


def _rows(record: Record) -> tuple[MoveRow, ...]:
    """The moves that can follow *record*, the best for its mover first."""
    here = study(record.position)
    shown = figures(here.worths)
    return tuple(
        move_row(row, shown.get(row.cell, ""), replay_with(record.play(row.cell), "table"))
        for row in moves_from_here(here)
    )


def what_draws(position: Position) -> str:
    """A sentence on the moves that keep the draw in *position*; all others lose."""
    draws, losing = study(position).drawing, study(position).losing
    if not losing:
        return _("Every reply keeps the draw.")
    return ngettext(
        "Only %(draws)s keeps the draw; each of the other %(others)s replies loses.",
        "%(draws)s keep the draw; each of the other %(others)s replies loses.",
        len(draws),
        draws=cells_listed(position.game, (move.cell for move in draws)),
        others=len(losing),
    )
