"""The openings: the first two plies of all games, symmetric ones together."""

from collections.abc import Iterator

from ai.exact.value import Value
from ai.language import N_, _, ngettext
from ai.pen.diagram import diagram
from ai.rules import SQUARE, TIC_TAC_TOE, Game, Position, Record
from ai.study.moves_from_here import moves_from_here
from ai.study.study import study
from ai.words.phrases import cells_listed
from ai.words.values import outlook
from webapp.replay.moves_table import MoveRow, move_row
from webapp.replay.replay import Replay

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


def first_moves(game: Game) -> list[MoveRow]:
    """The first moves of *game*, the best first."""
    return _rows(Record(Position(game)))


def named_openings(game: Game) -> Iterator[dict[str, object]]:
    """The openings of *game*, the best first: *key* is the anchor of one, and *says* names the
    replies that keep the draw.
    """
    start = Record(Position(game))
    for row in moves_from_here(study(start.position)):
        record, name = start.play(row.cell), game.cell_names[row.cell]
        here = record.position
        found, replier = study(here), here.to_move
        drawn = found.exact.value is Value.DRAW
        yield {
            "key": f"{game.key}-{name}",
            "name": _(NAMES[game][name]) if game in NAMES else name,
            "says": what_draws(here) if drawn else outlook(found.exact, replier),
            "diagram": diagram(here, _("Replies of %(mark)s", mark=replier), worths=found.worths),
            "replies": _rows(record),
        }


def _rows(record: Record) -> list[MoveRow]:
    """The moves that can follow *record*, the best for its mover first."""
    return [
        move_row(row, Replay.of(record.play(row.cell)).switched("table"))
        for row in moves_from_here(study(record.position))
    ]


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
