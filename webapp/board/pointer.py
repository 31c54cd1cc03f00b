"""What a hint or a wrong try points at: a loop round a region, winning sets, and a mark to come."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from ai.facts.effects import ordered
from ai.facts.looks import Look
from ai.facts.verdicts import answer_shown
from ai.rules import Game, Mark
from ai.study.study import JudgedMove
from webapp.board.outlines import Outline, centre, hull, outline

RADIUS = 43  # of a loop round the centre of a cell, which is 100 wide


class Pointer(NamedTuple):
    """A *loop* round the *region* of a hint, as a path in hundredths of a cell; and the *shapes* of
    winning sets of the side *mark*, which may need the *ghost* of a mark to come. Lines stop at the
    cells *clear*. Without a game it is empty.
    """

    game: Game | None = None
    region: tuple[int, ...] = ()
    loop: str = ""
    mark: Mark | None = None
    shapes: tuple[Outline, ...] = ()
    ghost: int | None = None
    clear: tuple[int, ...] = ()


NOTHING = Pointer()


def region_pointer(found: Look, game: Game) -> Pointer:
    """The loop round the region of *found*."""
    return Pointer(game, tuple(sorted(found.region)), loop(game, found.region))


def hint_pointer(move: JudgedMove) -> Pointer:
    """The winning sets that the hinted *move* completes, blocks, or threatens to complete."""
    lines = [*move.completed] or [*move.blocked]
    mark = move.mark.other if lines and not move.completed else move.mark
    lines = lines or [line for _cell, line in move.after.threats_against]
    return _shapes(move, lines, mark)


def wrong_try_pointer(move: JudgedMove) -> Pointer:
    """The answer to the wrong *move*, and the winning sets that it completes or threatens."""
    answer = answer_shown(move)
    threatened = () if answer.left.outcome else answer.after.threats_against
    lines = [*answer.completed] or [line for _cell, line in threatened]
    return _shapes(move, lines, answer.mark, answer.cell)


def _shapes(
    move: JudgedMove, lines: Iterable[frozenset[int]], mark: Mark, ghost: int | None = None
) -> Pointer:
    game = move.game
    shapes = tuple(outline(game, line) for line in ordered(lines))
    clear = tuple(filter(move.left.mark_at, game.cells))
    return Pointer(game, mark=mark, shapes=shapes, ghost=ghost, clear=clear)


def loop(game: Game, cells: Iterable[int]) -> str:
    """The path of a loop round *cells*, two or more, :data:`RADIUS` away from their convex hull, in
    hundredths of a cell.
    """
    around = hull(100 * centre(game, cell) for cell in cells)
    sides = []
    for start, end in pairwise([*around, around[0]]):
        off = RADIUS * (end - start) / abs(end - start) * -1j
        ends = (f"{it.real:.0f} {it.imag:.0f}" for it in (start + off, end + off))
        sides.append("L".join(ends))
    turn = f"A{RADIUS} {RADIUS} 0 0 1 "
    return f"M{turn.join(sides)}{turn}{sides[0].partition('L')[0]}"
