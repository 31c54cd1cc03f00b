"""Games as data: a board and the sets of cells that win on it.

Cells are numbered from 0, row by row. A set of cells is also written as a *mask*, an integer
whose bit n stands for cell n.
"""

import copyreg
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from ai.messages import N_, NP_, Refusal
from ai.rules.definition import Board, Definition, cell_name
from ai.rules.naming import Icon, icon_of, words_for
from ai.rules.symmetry import Symmetries, symmetries

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
WinningSet: TypeAlias = frozenset[int]

SMALL = 9  # cells


def mask(cells: Iterable[int]) -> int:
    """The set of *cells* as an integer, bit n for cell n."""
    return sum(1 << cell for cell in set(cells))


def spread(table: "array[int]") -> int:
    """The numbers of *table*, one for each mask, once each has given its bits to the numbers of all
    masks that hold its own; as the bytes of the table in one number, the first the lowest.
    """
    numbers, lane = int.from_bytes(table.tobytes(), "little"), table.itemsize
    while lane < len(table) * table.itemsize:  # one cell after the other
        without = (b"\xff" * lane + bytes(lane)) * (len(table) * table.itemsize // lane // 2)
        numbers |= (numbers & int.from_bytes(without, "little")) << 8 * lane
        lane *= 2
    return numbers


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game: the first player to mark every cell of a winning set wins. *goal* is this rule in
    words, *in_brief* what to mark in two or three, and most people know it if it *is_familiar*.
    The *noun* for its winning sets is one of the table of each language.

    Games are compared by identity: :func:`game_for` gives the one object of each, as do copies.

    :raises ValueError: if a winning set is empty or leaves the board.
    """

    key: str
    name: str
    columns: int
    rows: int
    winning_sets: frozenset[WinningSet]
    goal: str = N_("Complete a line.")
    in_brief: str = N_("a line")
    noun: str = NP_("noun", "line")
    is_familiar: bool = False

    def __post_init__(self) -> None:
        board = set(self.cells)
        if not all(cells and cells <= board for cells in self.winning_sets):
            raise ValueError(f"{self.name}: every winning set needs cells of the board")

    def __repr__(self) -> str:
        """Its key: `<tic-tac-toe>`."""
        return f"<{self.key}>"

    @classmethod
    def of(cls, definition: Definition, key: str = "", **told: Any) -> Self:
        """The game of a *definition*, whose text is the default of *key*. Words that are *told*
        replace those that follow from the definition.
        """
        board, words = definition.board, {**words_for(definition), **told}
        return cls(
            key=key or definition.text,
            columns=board.columns,
            rows=board.rows,
            winning_sets=definition.ways,
            **words,
        )

    @property
    def definition(self) -> Definition:
        """Its board and its ways to win."""
        return Definition(Board(self.columns, self.rows), self.winning_sets)

    @cached_property
    def is_named(self) -> bool:
        """Whether it is one of :data:`NAMED`, not one's own."""
        return self.key in NAMED

    @property
    def is_small(self) -> bool:
        """Whether whole trees and odds in fractions are at hand, and nobody needs a lens."""
        return len(self.cells) <= SMALL

    @cached_property
    def icon(self) -> Icon:
        """Its first two shapes, in squares."""
        found = self.definition
        return icon_of(*(found.board.places(cells) for cells, _here in found.shapes[:2]))

    @cached_property
    def cells(self) -> range:
        """All cells, in reading order."""
        return range(self.columns * self.rows)

    @cached_property
    def full(self) -> int:
        """The mask of all cells."""
        return mask(self.cells)

    @cached_property
    def ordered_sets(self) -> tuple[tuple[int, ...], ...]:
        """The winning sets, and the cells of each, in reading order."""
        return tuple(sorted(tuple(sorted(cells)) for cells in self.winning_sets))

    @cached_property
    def ordered_masks(self) -> tuple[int, ...]:
        """The masks of the winning sets, in the order of :attr:`ordered_sets`."""
        return tuple(mask(cells) for cells in self.ordered_sets)

    @cached_property
    def is_won(self) -> bytes:
        """For every mask of marks 1 if it holds a winning set, else 0."""
        table = array("B", bytes(self.full + 1))
        for wins in self.ordered_masks:
            table[wins] = 1
        return spread(table).to_bytes(len(table), "little")

    @cached_property
    def completing(self) -> Sequence[int]:
        """For every mask of marks the mask of the cells that lack in winning sets one short: all
        threats, if the other side has no mark there. For boards of up to 16 cells.
        """
        table = array("H", bytes(2 * (self.full + 1)))
        for cells, wins in zip(self.ordered_sets, self.ordered_masks, strict=True):
            for cell in cells:
                table[wins ^ 1 << cell] |= 1 << cell
        lacking, own = spread(table), array("H", range(len(table))).tobytes()
        lacking &= ~int.from_bytes(own, "little")
        return array("H", lacking.to_bytes(len(own), "little"))

    def completed(self, marks: int) -> frozenset[WinningSet]:
        """The winning sets that the mask *marks* holds."""
        held = zip(self.ordered_sets, self.ordered_masks, strict=True)
        return frozenset([frozenset(cells) for cells, wins in held if marks & wins == wins])

    @cached_property
    def masks_through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the masks of the winning sets through it."""
        return tuple(tuple(self.ordered_masks[at] for at in places) for places in self.sets_through)

    @cached_property
    def sets_through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the winning sets through it, by their places in :attr:`ordered_sets`."""
        return tuple(
            tuple(place for place, cells in enumerate(self.ordered_sets) if cell in cells)
            for cell in self.cells
        )

    @cached_property
    def symmetries(self) -> Symmetries:
        """The turns and reflections that keep the winning sets."""
        return symmetries(self.columns, self.rows, self.winning_sets)

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The names of all cells, column letter, then row number from the top: `a1`, `b1`."""
        return tuple(cell_name(cell, self.columns) for cell in self.cells)

    @cached_property
    def example(self) -> frozenset[int]:
        """The winning set that its definition writes last."""
        return frozenset(self.definition.shapes[-1][0])

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Row and column of *cell*, from 0."""
        return divmod(cell, self.columns)


TIC_TAC_TOE = Game.of(
    Definition.parse("3x3-a1b1c1-a1b2c3"),
    "tic-tac-toe",
    name=N_("Tic-tac-toe"),
    is_familiar=True,
)
SQUARE = Game.of(
    Definition.parse("4x4-a1b1a2b2-a1c1a3c3-a1d1a4d4-b1a2c2b3-b1d2a3c4"),
    "square",
    name=N_("Square"),
    goal=N_("Mark four corners of any square. Tilted ones count."),
    in_brief=N_("4 corners"),
)

GAMES = {game.key: game for game in (TIC_TAC_TOE, SQUARE)}
"""The games of the house, by their keys."""

WITH_NAMES = (
    ("four-in-a-row", "4x4-a1b1c1d1-a1b2c3d4", {"name": N_("Four in a row")}),
    (
        "four-together",
        "4x4-a1b1c1d1-a1b1a2b2-a1b2c3d4",
        {
            "name": N_("Four together"),
            "goal": N_("Get four in a line, or in a small square."),
            "in_brief": N_("line or square"),
        },
    ),
    ("knobby", "4x4-a1b1c1b2", {"name": N_("Knobby")}),
    ("elly", "4x4-a1b1c1a2", {"name": N_("Elly")}),
    ("tippy", "3x3-a1b1b2c2", {"name": N_("Tippy")}),
    ("el", "3x3-a1b1a2", {"name": N_("El")}),
)
NAMED = GAMES | {
    key: Game.of(Definition.parse(text), key, **told) for key, text, told in WITH_NAMES
}
"""All games with a name, by their keys."""
_NAMED = {game.definition: game for game in NAMED.values()}

RECENT, MOST = 16, 48  # games of one's own that are kept, and after which caches forget theirs

_own: WeakValueDictionary[Definition, Game] = WeakValueDictionary()
_making = Lock()
_forgetting: list[Callable[[], None]] = []


def remembering(most: int) -> "Callable[[Callable[..., T]], _lru_cache_wrapper[T]]":
    """:func:`lru_cache` for what holds games. It also forgets, with all of its kind, once it may
    hold too many of one's own: else each entry of each could hold another.
    """

    def remember(function: Callable[..., T]) -> "_lru_cache_wrapper[T]":
        remembered = lru_cache(most)(function)
        _forgetting.append(remembered.cache_clear)
        return remembered

    return remember


def copied_by_key(kind: type[Any], found: Callable[[str], Any]) -> None:
    """Let *found* give, by its key, each copy of an object of that *kind* that it has given."""

    def reduced(it: Any) -> str | tuple[Any, ...]:
        with suppress(Refusal):
            if found(it.key) is it:
                return found, (it.key,)
        return object.__reduce_ex__(it, 2)

    copyreg.pickle(kind, reduced)


class UnknownGame(Refusal):
    """No game has this key."""


def game_for(text: str) -> Game:
    """The game that *text* names by its key or defines in any spelling. The key of one without a
    name is the canonical text of its definition. There is one object of each, as long as it is
    held.

    :raises UnknownGame: if no game has it for a key.
    :raises DefinitionError: if it begins as a definition, and defines none.
    """
    return NAMED.get(text.lower()) or _defined(text)


@lru_cache(maxsize=RECENT)
def _defined(text: str) -> Game:
    if not text[:1].isdigit():
        raise UnknownGame(
            N_("There's no game “%(key)s”. Take %(keys)s, or define one: 4x4-a1b1c1c2."),
            key=text,
            keys=", ".join(GAMES),
        )
    found = Definition.parse(text)
    if named := _NAMED.get(found):
        return named
    with _making:
        if not (game := _own.get(found)):
            if len(_own) >= MOST:
                for forget in _forgetting:
                    forget()
            game = _own[found] = Game.of(found)
    return game


copied_by_key(Game, game_for)
