"""Phrases that the explanations share: lists of cells and lines in words."""

from collections.abc import Iterable

from ai.language import AND, N_, _, listed
from ai.rules.games import Game, WinningSet
from ai.rules.notation import Shape, cell_name, winning_set_shape
from ai.rules.position import Position

ONLY_CELL = N_("It takes the only empty cell.")

LINES = {
    Shape.ROW: N_("row %(which)s"),
    Shape.COLUMN: N_("column %(which)s"),
    Shape.DIAGONAL: N_("diagonal %(which)s"),
    Shape.SQUARE: N_("square %(which)s"),
    Shape.TILTED_SQUARE: N_("tilted square %(which)s"),
}


def cells_listed(game: Game, cells: Iterable[int], pattern: str = AND) -> str:
    """The names of *cells* in reading order."""
    return listed((cell_name(game, cell) for cell in sorted(cells)), pattern)


def lines_listed(game: Game, lines: Iterable[WinningSet]) -> str:
    """The names of *lines* in alphabetical order."""
    return listed(sorted(line_name(game, line) for line in lines))


def line_name(game: Game, line: WinningSet) -> str:
    """The name of *line*: `row 2`, `column b`, else its shape and its cells."""
    shape, which = winning_set_shape(game, line)
    return _(LINES[shape], which=which)


def lines_with_cells(position: Position, lines: Iterable[WinningSet]) -> str:
    """The names of *lines*, each with its one empty cell; empty for none."""
    game = position.game
    named = sorted(
        _(
            "%(line)s on %(cell)s",
            line=line_name(game, line),
            cell=cell_name(game, _empty_cell(position, line)),
        )
        for line in lines
    )
    return listed(named) if named else ""


def blocks(
    position: Position, blocked: Iterable[WinningSet], left: Iterable[WinningSet] = ()
) -> str:
    """The side to move blocks the threats *blocked*; the threats *left* still stand."""
    lines = lines_listed(position.game, blocked)
    if still := lines_with_cells(position, left):
        return _(
            "It blocks %(lines)s; %(other)s still threatens %(still)s.",
            lines=lines,
            other=position.to_move.other,
            still=still,
        )
    return _("It blocks %(lines)s.", lines=lines)


def _empty_cell(position: Position, line: WinningSet) -> int:
    taken = position.mover | position.opponent
    return next(cell for cell in line if not taken >> cell & 1)
