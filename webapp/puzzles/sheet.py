"""Puzzles of a set on paper: six or twelve on a page, and the answers on its back."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from werkzeug.datastructures import MultiDict

from ai.explain.diagram import diagram
from ai.explain.phrases import cells_listed
from ai.language import _
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import moves_of_both, solution
from ai.rules.position import Mark
from webapp.board.about import board_in_words
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute, address
from webapp.puzzles import words
from webapp.puzzles.address import Attempt, read_set
from webapp.puzzles.sets import PuzzleSet
from webapp.replay.address import reading_address
from webapp.serving.params import choice

SIZES = (6, 12)


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
class Sheet:
    """A page of *per* puzzles of the set *chosen*, from the place *first* on."""

    chosen: PuzzleSet
    first: int = 1
    per: int = SIZES[0]

    sizes: ClassVar = SIZES

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles on the page."""
        return self.chosen.puzzles[self.first - 1 : self.first - 1 + self.per]

    @property
    def title(self) -> str:
        """The themes and the game of the set."""
        return set_title(self.chosen)

    @property
    def places(self) -> str:
        """The first and the last place, of how many; empty for an empty set."""
        last, count = self.first + len(self.puzzles) - 1, len(self.chosen.puzzles)
        if not count:
            return ""
        return _("%(first)s–%(last)s of %(count)s", first=self.first, last=last, count=count)

    @property
    def rules(self) -> list[str]:
        """The goal of each game on the page, after its name."""
        games = dict.fromkeys(puzzle.game for puzzle in self.puzzles)
        return [_("%(game)s: %(goal)s", game=_(game.name), goal=_(game.goal)) for game in games]

    @property
    def printed(self) -> Iterator[Printed]:
        """The puzzles with their answers."""
        for place, puzzle in enumerate(self.puzzles, start=self.first):
            yield Printed(
                place,
                words.task_in_game(puzzle),
                Mini(diagram(puzzle.position, "")),
                board_in_words(puzzle.position),
                cells_listed(puzzle.game, puzzle.right),
                tuple((move.mark, move.name) for move in moves_of_both(solution(puzzle))),
                Attempt(puzzle).shared,
            )

    def with_size(self, per: int) -> Self:
        """The page with *per* puzzles."""
        return replace(self, per=per)

    @property
    def following(self) -> Self | None:
        """The next page of the set; None after the last."""
        first = self.first + self.per
        return replace(self, first=first) if first <= len(self.chosen.puzzles) else None

    @property
    def url(self) -> str:
        """Its address."""
        place = {"from": f"{self.first}"} if self.first > 1 else {}
        size = {"per": f"{self.per}"} if self.per != SIZES[0] else {}
        return address("puzzles.sheet", **self.chosen.query, **size, **place)

    @property
    def set_shared(self) -> str:
        """The absolute address of the set, from the first puzzle on the page on."""
        return absolute(self.chosen.address_from(self.first))


def set_title(chosen: PuzzleSet) -> str:
    """The themes and the game of a set."""
    names = ", ".join(_(words.NAMES[theme]) for theme in chosen.themes)
    game = _(chosen.game.name) if chosen.game else _("both games")
    return f"{names or _('Puzzles')} – {game}"


@reading_address()
def read_sheet(query: MultiDict[str, str]) -> Sheet:
    """The sheet of the set in a *query*, which may add `per` and `from`.

    :raises BadAddress: if a field is wrong.
    """
    chosen = read_set(
        MultiDict((name, text) for name, text in query.items(multi=True) if name != "order")
    )
    per = int(choice(query, "per", [*map(str, SIZES)])) if "per" in query else SIZES[0]
    return Sheet(chosen, chosen.place(query), per)
