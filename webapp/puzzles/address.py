"""The attempt at a puzzle, all of which stands in its address."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Self

from werkzeug.datastructures import MultiDict

from ai.messages import N_
from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import Step, Verdict, tries
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import game_for
from ai.rules.notation import game_text, parse_game
from ai.rules.position import Position
from webapp.board.parts import absolute, address
from webapp.puzzles.lessons import NUMBERS, LessonSet
from webapp.puzzles.sets import PuzzleSet, Series
from webapp.replay.address import BadAddress, reading_address
from webapp.serving.params import choice, number, switch

LOOK, CELL, ANSWER = 1, 2, 3
"""The hints, one after the other: what to look for, the cell, the answer."""


@dataclass(frozen=True)
class Attempt:
    """An attempt at *puzzle*, which may be shown as the puzzle of a *day* or in the series
    *chosen*, a set or a lesson.

    *cells* holds the cells that the solver marked, wrong ones included. *hint* is the last hint
    shown for the position, or 0; *helped* tells that an earlier position had one.
    """

    puzzle: Puzzle
    day: date | None = None
    chosen: Series | None = None
    cells: tuple[int, ...] = ()
    hint: int = 0
    helped: bool = False

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, wrong ones included.

        :raises AttemptOver: if cells follow the solution.
        :raises IllegalMove: if a cell cannot be marked.
        """
        return tries(self.puzzle, self.cells)

    @property
    def right(self) -> list[Step]:
        """The steps that stand on the board."""
        return [step for step in self.steps if step.verdict is not Verdict.WRONG]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.right[-1].position if self.right else self.puzzle.position

    @property
    def last(self) -> Step | None:
        """The last step."""
        return self.steps[-1] if self.steps else None

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.last is not None and self.last.solved

    @property
    def tried(self) -> tuple[int, ...]:
        """The cells tried in vain in the position on the board, in turn."""
        found: list[int] = []
        for step in self.steps:
            found = [*found, step.move.cell] if step.verdict is Verdict.WRONG else []
        return tuple(found)

    # Changes. Each returns another attempt.

    def play(self, cell: int) -> Self:
        """With *cell* marked; a second try of the same cell replaces the first.

        :raises Refusal: as in :attr:`steps`.
        """
        after = self.marked(cell)
        return after if after.steps else self

    def marked(self, cell: int) -> Self:
        """The same, unchecked."""
        kept = self.cells[: len(self.cells) - len(self.tried)]
        tried = tuple(it for it in self.tried if it != cell)
        return replace(self, cells=(*kept, *tried, cell), hint=0, helped=self.is_helped)

    def ask(self, hint: int) -> Self:
        """With this *hint* shown."""
        return replace(self, hint=hint)

    @property
    def anew(self) -> Self:
        """The same puzzle from its start."""
        return type(self)(self.puzzle, self.day, self.chosen)

    @property
    def is_helped(self) -> bool:
        """Whether the solver had a hint."""
        return self.helped or self.hint > 0

    # Its address.

    @property
    def query(self) -> dict[str, str]:
        """The query of its address."""
        query = self.chosen.query if self.chosen else {}
        if self.cells:
            query["moves"] = game_text(self.puzzle.game, self.cells)
        if self.hint:
            query["hint"] = str(self.hint)
        if self.helped:
            query["helped"] = "on"
        return query

    @property
    def path(self) -> str:
        """The path of its address."""
        if self.day:
            return address("puzzles.of_day", day=f"{self.day}")
        puzzle = self.puzzle
        return address("puzzles.show", game_key=puzzle.game.key, number=f"{puzzle.number}")

    @property
    def url(self) -> str:
        """Its address."""
        query = "&".join(f"{name}={text}" for name, text in self.query.items())
        return f"{self.path}?{query}" if query else self.path

    @property
    def shared(self) -> str:
        """The absolute address of the puzzle, without the attempt."""
        return absolute(self.path)


@reading_address()
def read_attempt(query: MultiDict[str, str], game_key: str, text: str) -> Attempt:
    """The attempt at a puzzle by its game and number.

    :raises BadAddress: if a field is wrong, or the rules do not allow the moves.
    """
    puzzle = puzzle_numbered(game_for(game_key), number({"number": text}, "number"))
    return _with_moves(Attempt(puzzle, chosen=_series(query)), query)


@reading_address()
def read_day(query: Mapping[str, str], text: str) -> Attempt:
    """The attempt at the puzzle of a day. Errors as in :func:`read_attempt`."""
    day = parse_day(text)
    return _with_moves(Attempt(puzzle_of_day(day), day), query)


@reading_address()
def read_set(query: MultiDict[str, str]) -> PuzzleSet:
    """The set of a query. Errors as in :func:`read_attempt`."""
    return PuzzleSet.read(query)


def parse_day(text: str) -> date:
    """The day in *text*, such as `2026-11-22`, whose puzzle is out.

    :raises BadAddress: for anything else.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if f"{day}" != text:
        raise BadAddress(N_("“%(text)s” is no day such as 2026-11-22."), text=text)
    if not FIRST_DAY <= day <= today():
        raise BadAddress(
            N_("Puzzles are out from %(first)s to %(last)s."), first=FIRST_DAY, last=today()
        )
    return day


def day_before(day: date) -> date | None:
    """The day before *day*, if its puzzle is out."""
    return day - DAY if day > FIRST_DAY else None


def _series(query: MultiDict[str, str]) -> Series | None:
    """The lesson or the set in *query*; None without one."""
    if "lesson" in query:
        return LessonSet(choice(query, "lesson", [*NUMBERS]))
    return PuzzleSet.read(query) if "game" in query else None


def _with_moves(attempt: Attempt, query: Mapping[str, str]) -> Attempt:
    found = replace(
        attempt,
        cells=parse_game(attempt.puzzle.game, query.get("moves", "")),
        hint=number(query, "hint", range(ANSWER + 1)) if "hint" in query else 0,
        helped="helped" in query and switch(query, "helped"),
    )
    # Steps are read here, so that a bad address is refused; a solved puzzle has nothing to hint at.
    return found.ask(0) if found.solved else found
