"""Puzzles of a set on paper: six or twelve on a page, and the answers on its back."""

from dataclasses import dataclass
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from ai.language import _
from ai.pen.diagram import diagram
from ai.puzzles.solving import moves_of_both, solution
from ai.rules.position import Mark
from ai.words.phrases import cells_listed
from webapp.address.kinds import Query, reading_address
from webapp.board.about import board_in_words
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute, address
from webapp.puzzles import words
from webapp.puzzles.address import puzzle_path
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.params import choice

SIZES = (6, 12)


@dataclass(frozen=True)
class Sheet:
    """A page of *per* puzzles of the set *chosen*, from the place *first* on."""

    chosen: PuzzleSet
    first: int = 1
    per: int = SIZES[0]


class Printed(NamedTuple):
    """A puzzle on paper: its *place* in the set, its *task*, the *board* and the same *in_words*.

    *right* names the right first moves, *line* is a solution, and *address* is where to play it.
    """

    place: int
    task: str
    board: Mini
    in_words: str
    right: str
    line: tuple[tuple[Mark, str], ...]
    address: str


@dataclass(frozen=True)
class SheetPage:
    """A *sheet*: the first and the last of its *places*, of how many, or empty; the *rules* of each
    game on it; and the addresses of sheets with so many a page, and of the next one, or empty.
    """

    sheet: Sheet
    title: str
    places: str
    rules: tuple[str, ...]
    printed: tuple[Printed, ...]
    sizes: tuple[tuple[int, str], ...]
    next_address: str
    set_shared: str


def sheet_page(sheet: Sheet) -> SheetPage:
    """The page of *sheet*."""
    chosen, first, per = sheet.chosen, sheet.first, sheet.per
    count, following = len(chosen.puzzles), first + per
    puzzles = chosen.puzzles[first - 1 : following - 1]
    games = dict.fromkeys(puzzle.game for puzzle in puzzles)
    last = first + len(puzzles) - 1
    return SheetPage(
        sheet,
        set_title(chosen),
        _("%(first)s–%(last)s of %(count)s", first=first, last=last, count=count) if count else "",
        tuple(_("%(game)s: %(goal)s", game=_(it.name), goal=_(it.goal)) for it in games),
        tuple(
            Printed(
                place,
                words.task_in_game(puzzle),
                Mini(diagram(puzzle.position, "")),
                board_in_words(puzzle.position),
                cells_listed(puzzle.game, puzzle.right),
                tuple((move.mark, move.name) for move in moves_of_both(solution(puzzle))),
                absolute(puzzle_path(puzzle)),
            )
            for place, puzzle in enumerate(puzzles, start=first)
        ),
        tuple((size, sheet_url(chosen, first, size)) for size in SIZES),
        sheet_url(chosen, following, per) if following <= count else "",
        absolute(chosen.address_from(first)),
    )


def sheet_url(chosen: PuzzleSet, first: int = 1, per: int = SIZES[0]) -> str:
    """The address of a :class:`Sheet`."""
    place = {"from": f"{first}"} if first > 1 else {}
    size = {"per": f"{per}"} if per != SIZES[0] else {}
    return address("puzzles.sheet", **chosen.query, **size, **place)


def set_title(chosen: PuzzleSet) -> str:
    """The themes and the game of a set."""
    names = ", ".join(_(words.NAMES[theme]) for theme in chosen.themes)
    game = _(chosen.game.name) if chosen.game else _("all games")
    return f"{names or _('Puzzles')} – {game}"


@reading_address()
def read_sheet(query: Query) -> Sheet:
    """The sheet of the set in a *query*, which may add `per` and `from`.

    :raises BadAddress: if a field is wrong.
    """
    unordered = MultiDict((name, it) for name, it in query.items(multi=True) if name != "order")
    chosen = PuzzleSet.read(unordered)
    per = int(choice(query, "per", [*map(str, SIZES)])) if "per" in query else SIZES[0]
    return Sheet(chosen, chosen.place(query), per)
