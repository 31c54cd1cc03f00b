"""Games as data: a square board and the sets of cells that win on it.

Cells are numbered from 0, row by row. A set of cells is also written as a *mask*, an integer
whose bit n stands for cell n.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ai.messages import N_, Refusal
from ai.rules.symmetry import Symmetries

WinningSet: TypeAlias = frozenset[int]


def mask(cells: Iterable[int]) -> int:
    """The set of *cells* as an integer, bit n for cell n."""
    return sum(1 << cell for cell in set(cells))


def supersets(marks: int, full: int) -> Iterator[int]:
    """Every mask within *full* that holds *marks*."""
    free = others = full & ~marks
    while others:
        yield marks | others
        others = others - 1 & free
    yield marks


def lines(n: int) -> frozenset[WinningSet]:
    """The rows, columns and two diagonals of an n by n board: 2n + 2 of them."""
    rows = [frozenset(range(n * row, n * row + n)) for row in range(n)]
    columns = [frozenset(range(column, n * n, n)) for column in range(n)]
    diagonals = [frozenset(range(0, n * n, n + 1)), frozenset(range(n - 1, n * n - 1, n - 1))]
    return frozenset(rows + columns + diagonals)


def squares(n: int) -> frozenset[WinningSet]:
    """The corners of every square on an n by n board, tilted ones too.

    A square is a corner and a side (down, right): turning the side by quarters gives the other
    corners. There are n²(n² - 1)/12 of them, for every square stands in just one upright frame
    of side s, and s squares stand in each (OEIS A002415).
    """
    found = set()
    for row in range(n):
        for column in range(n):
            for down in range(n):
                for right in range(1, n):
                    corners = [
                        (row, column),
                        (row + down, column + right),
                        (row + down + right, column + right - down),
                        (row + right, column - down),
                    ]
                    if all(0 <= r < n and 0 <= c < n for r, c in corners):
                        found.add(frozenset(n * r + c for r, c in corners))
    return frozenset(found)


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game: the first player to mark every cell of a winning set wins. *goal* is this rule in
    words, *in_brief* what to mark in two or three. Winning sets are named *one* or *sets*, and
    *drawn* says of a full board of so many marks that it has none.

    Games are compared by identity; :data:`GAMES` holds the one object of each.

    :raises ValueError: if a winning set is empty or leaves the board.
    """

    key: str
    name: str
    size: int
    winning_sets: frozenset[WinningSet]
    goal: str = N_("Complete a line.")
    in_brief: str = N_("a line")
    one: str = N_("line")
    sets: str = N_("lines")
    drawn: str = N_("%(num)s marks, no line.")

    def __post_init__(self) -> None:
        board = set(self.cells)
        if not all(cells and cells <= board for cells in self.winning_sets):
            raise ValueError(f"{self.name}: every winning set needs cells of the board")

    def __repr__(self) -> str:
        """Its key: `<tic-tac-toe>`."""
        return f"<{self.key}>"

    @cached_property
    def icon(self) -> str:
        """The path of its icon, 24 wide and high: the lines between the cells."""
        gap = round(20 / self.size)
        places = [12 + gap * (number - self.size / 2) for number in range(1, self.size)]
        down, across = (f"M{at:g} 2v20" for at in places), (f"M2 {at:g}h20" for at in places)
        return "".join([*down, *across])

    @cached_property
    def cells(self) -> range:
        """All cells, in reading order."""
        return range(self.size**2)

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
        table = bytearray(self.full + 1)
        for wins in self.ordered_masks:
            for marks in supersets(wins, self.full):
                table[marks] = 1
        return bytes(table)

    @cached_property
    def completing(self) -> Sequence[int]:
        """For every mask of marks the mask of the cells that lack in winning sets one short: all
        threats, if the other side has no mark there.
        """
        table = array("L", bytes(array("L").itemsize * (self.full + 1)))
        for wins in self.ordered_masks:
            for lacking in (1 << cell for cell in self.cells if wins >> cell & 1):
                for marks in supersets(wins ^ lacking, self.full ^ lacking):
                    table[marks] |= lacking
        return table

    def completed(self, marks: int) -> frozenset[WinningSet]:
        """The winning sets that the mask *marks* holds."""
        held = zip(self.ordered_sets, self.ordered_masks, strict=True)
        return frozenset([frozenset(cells) for cells, wins in held if marks & wins == wins])

    @cached_property
    def masks_through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the masks of the winning sets through it."""
        masks = self.ordered_masks
        return tuple(tuple(masks[place] for place in places) for places in self.sets_through)

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
        return Symmetries(self.size, self.winning_sets)

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The names of all cells, column letter, then row number from the top: `a1`, `b1`."""
        return tuple(
            f"{chr(ord('a') + column)}{row + 1}"
            for row, column in map(self.row_and_column, self.cells)
        )

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Row and column of *cell*, from 0."""
        return divmod(cell, self.size)


TIC_TAC_TOE = Game(
    "tic-tac-toe",
    N_("Tic-tac-toe"),
    size=3,
    winning_sets=lines(3),
    goal=N_("Get three in a line."),
    in_brief=N_("3 in a line"),
)
SQUARE = Game(
    "square",
    N_("Square"),
    size=4,
    winning_sets=squares(4),
    goal=N_("Mark four corners of any square. Tilted ones count."),
    in_brief=N_("4 corners"),
    one=N_("square"),
    sets=N_("squares"),
    drawn=N_("%(num)s marks, no square."),
)

assert len(TIC_TAC_TOE.winning_sets) == 8
assert len(SQUARE.winning_sets) == 20

GAMES = {game.key: game for game in (TIC_TAC_TOE, SQUARE)}


class UnknownGame(Refusal):
    """No game has this key."""


def game_for(key: str) -> Game:
    """The game with this *key*.

    :raises UnknownGame: if no game has it.
    """
    if key not in GAMES:
        raise UnknownGame(
            N_("There's no game “%(key)s”, only %(keys)s."), key=key, keys=", ".join(GAMES)
        )
    return GAMES[key]
