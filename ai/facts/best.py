"""The best moves of a position."""

from collections.abc import Iterator

from ai.exact.value import Value, winners_moves
from ai.facts import fact as f
from ai.facts.fact import Fact, SideFact
from ai.study.study import Study

GIFTS = 3
"""How many cells that give a draw are named; more of them are no surprise."""


class EveryCell(Fact):
    """Each move loses, in so many *plies*."""

    plies: f.Number


class EveryDraw(Fact):
    """Each move draws."""


class Draws(Fact):
    """So many *moves* draw; some others lose."""

    moves: f.Number


class LastCell(Fact):
    """No cell but *cell* is empty."""

    cell: f.Cell


class WinsFirst(SideFact):
    """The moves on *cells* win first, in so many *moves* of *side*; without a number at once."""

    cells: f.Cells
    moves: f.MaybeNumber


class WouldDraw(SideFact):
    """The moves on *cells* would give *side*, the other one, a draw."""

    cells: f.Cells


class Longest(Fact):
    """Every move loses; those on *cells* last, in so many *plies*."""

    cells: f.Cells
    plies: f.Number


class OnlyDraws(Fact):
    """No moves but those on *cells* draw."""

    cells: f.Cells


class BeginnerLoses(SideFact):
    """After the moves on *cells*, or after any, a beginner in the place of *side* would lose the
    *share*.
    """

    cells: f.Cells
    share: f.Share


def best(found: Study) -> tuple[Fact, ...]:
    """The best moves of the position.

    :raises ValueError: if the game is over.
    """
    if found.position.outcome:
        raise ValueError("The game is over: no move is best.")
    cells, plies, value = found.best_cells, found.exact.distance or 0, found.exact.value
    if value is Value.DRAW:
        return tuple(_draws(found))
    if value is Value.LOSS:
        every = len(cells) == len(found.moves)
        return (EveryCell(plies) if every else Longest(cells, plies),)
    side, drawing = found.position.to_move, tuple(move.cell for move in found.drawing)
    gifts = (WouldDraw(side.other, drawing),) if drawing else ()
    moves = winners_moves(plies) if plies > 1 else None
    return WinsFirst(side, cells, moves), *(gifts if len(drawing) <= GIFTS else ())


def _draws(found: Study) -> Iterator[Fact]:
    """The most difficult draws; or all draws, if none is more difficult."""
    cells, moves, drawing = found.best_cells, len(found.moves), len(found.drawing)
    share = found.best.worth.difficulty or 0
    if moves == 1:
        yield LastCell(*cells)
    elif len(cells) == drawing < moves:
        yield OnlyDraws(cells)
    else:
        yield EveryDraw() if drawing == moves else Draws(drawing)
        if share:
            named = cells if len(cells) < moves else ()
            yield BeginnerLoses(found.position.to_move.other, named, share)
