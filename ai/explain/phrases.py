"""Phrases that the explanations share: lists of cells and lines in words."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from ai.exact.value import Exact
from ai.explain.choice import Answer
from ai.explain.persons import Persons, said
from ai.language import AND, N_, _, listed, sentence_case
from ai.rules.games import Game, WinningSet
from ai.rules.notation import Shape, cell_name, winning_set_shape
from ai.rules.position import Position
from ai.study.study import Idea

T = TypeVar("T")

ONLY_CELL = N_("It was the only empty cell.")
MOVES = N_("%(My)s moves")
WORTHS = N_("The worth of each of %(my)s moves")

LINES = {
    Shape.ROW: N_("row %(which)s"),
    Shape.COLUMN: N_("column %(which)s"),
    Shape.DIAGONAL: N_("diagonal %(which)s"),
    Shape.SQUARE: N_("square %(which)s"),
    Shape.TILTED_SQUARE: N_("tilted square %(which)s"),
}


def of_sets(game: Game, lines: T, squares: T) -> T:
    """The one of two messages for *game*, by the name of its winning sets."""
    return lines if game.sets == "lines" else squares


def idea_in_a_word(game: Game, idea: Idea) -> str:
    """The name of *idea* in *game*: `fork`, `line`, but `square` on Square."""
    return _(of_sets(game, N_("line"), N_("square")) if idea is Idea.LINE else idea)


def moves_of_both(exact: Exact) -> str:
    """The distance of *exact*, 2 or more, in moves: `4 moves of both sides`."""
    return _("%(plies)s moves of both sides", plies=exact.distance)


def how_soon(exact: Exact) -> str:
    """When a win or a loss comes: `at once`, or `in 4 moves of both sides`."""
    if exact.distance == 1:
        return _("at once")
    return _("in %(moves)s", moves=moves_of_both(exact))


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


def _in_brief(game: Game, lines: Collection[WinningSet]) -> tuple[str, str]:
    """The names of *lines* if there is room for them; else their number, `3 squares`, and their
    names as a sentence.
    """
    names = lines_listed(game, lines)
    if len(lines) < 3 or game.sets == "lines":
        return names, ""
    count = _("%(count)s %(sets)s", count=len(lines), sets=_(game.sets))
    return count, sentence_case(_("%(lines)s.", lines=names))


def completes(position: Position, lines: Collection[WinningSet], persons: Persons) -> Answer:
    """The mover completed *lines*."""
    brief, named = _in_brief(position.game, lines)
    return Answer(said(N_("%(I)s completed %(lines)s."), persons, lines=brief), named)


def blocked(
    position: Position,
    lines: Collection[WinningSet],
    left: Iterable[WinningSet],
    persons: Persons,
) -> Answer:
    """The mover blocked the threats *lines*; the threats *left* still stand."""
    brief, named = _in_brief(position.game, lines)
    short = said(N_("%(I)s blocked %(lines)s."), persons, lines=brief)
    return Answer(short, " ".join(filter(None, (named, still_threatens(position, left, persons)))))


def still_threatens(position: Position, left: Iterable[WinningSet], persons: Persons) -> str:
    """The threats of the other one that are *left*; empty for none."""
    still = lines_with_cells(position, left)
    return said(N_("%(You)s still threatened %(still)s."), persons, still=still) if still else ""


def _empty_cell(position: Position, line: WinningSet) -> int:
    taken = position.mover | position.opponent
    return next(cell for cell in line if not taken >> cell & 1)
