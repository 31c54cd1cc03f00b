"""Solved games: the exact value of every position, and how long it takes under best play.

:mod:`ai.retrograde` solves; here its results are stored, loaded and probed. The tables stand in
the repository, one file for each game.
"""

import sys
import zlib
from array import array
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations
from math import comb, prod
from pathlib import Path
from types import MappingProxyType

from ai.games import Game
from ai.position import Position, require_reachable
from ai.symmetry import Symmetry, canonical_symmetries
from ai.value import Exact, Value, from_movers_side

FOLDER = Path(__file__).parent / "tables"
MAGIC = b"tic-tac-why 2\n"


class TablebaseError(RuntimeError):
    """A tablebase is missing or belongs to other rules."""


class Tablebase:
    """The solved positions of a game, a slot for each, found by arithmetic: no key is stored.

    A position is turned to where its taken cells are the least of their images. *taken* lists
    these least masks in ascending order of their marks, then of themselves; each has a run of
    slots, one for every way in which the side to move can hold half of the marks (rounded down),
    in ascending order of its mask. Only where the taken cells are symmetric in themselves does a
    position stand in several slots. *values* has 0 for a draw, else the distance plus one: who
    wins follows, for a side to move that wins makes the last of an odd number of plies. *best* has
    for a draw the mask of the hardest drawing cells, else 0.

    *losing_ways* has for a draw in how many of the :func:`ways_to_reply` a side to move loses that
    plays at random against *best*, else 0; it ends with some run, for what comes later is soon
    counted. These are whole numbers, so that the chances made of them are exact.
    """

    def __init__(
        self,
        game: Game,
        taken: "array[int]",
        values: bytes,
        best: "array[int]",
        losing_ways: "array[int]",
    ) -> None:
        self.game, self.taken, self.values, self.best = game, taken, values, best
        self.losing_ways = losing_ways
        self._binomials = [[comb(n, k) for k in range(len(game.cells) + 1)] for n in game.cells]
        self._starts = {}
        start = 0
        for marks in taken:
            self._starts[marks] = start
            count = marks.bit_count()
            start += comb(count, count // 2)
        if not start == len(values) == len(best) >= len(losing_ways):
            raise TablebaseError(f"The tables of {game.name} are not of one length.")

    def slot(self, mover: int, opponent: int) -> tuple[int, Symmetry]:
        """The slot of a position, and the symmetry that turns the position to how it stands there.

        The slot is the start of its run and the rank of the mover's mask among those of as many
        marks (colexicographic: Knuth, TAOCP 7.2.1.3).
        """
        symmetry = canonical_symmetries(self.game, mover | opponent)[0]
        mover, taken = symmetry(mover), symmetry(mover | opponent)
        slot = self._starts[taken]
        marks = 0
        while mover:
            cell = mover & -mover
            earlier = (taken & cell - 1).bit_count()
            marks += 1
            slot += self._binomials[earlier][marks]
            mover ^= cell
        return slot, symmetry

    def probe(self, mover: int, opponent: int) -> Exact:
        """The value of the position with these masks of the side to move and of the other."""
        return EXACT[self.code(mover, opponent)]

    def code(self, mover: int, opponent: int) -> int:
        """What *values* has for a position."""
        slot, _ = self.slot(mover, opponent)
        return self.values[slot]

    def positions(self) -> Iterator[tuple[int, int]]:
        """The masks of the side to move and of the other, slot by slot; no game leads to some."""
        for taken in self.taken:
            cells = [1 << cell for cell in self.game.cells if taken >> cell & 1]
            for mover in sorted(map(sum, combinations(cells, len(cells) // 2))):
                yield mover, taken ^ mover

    def hardest_draws(self, mover: int, opponent: int) -> tuple[int, ...]:
        """The hardest draws of the position with these masks, in reading order."""
        slot, symmetry = self.slot(mover, opponent)
        best = self.best[slot]
        return tuple(cell for cell, turned in enumerate(symmetry.cells) if best >> turned & 1)

    def losing_chances(self, mover: int, opponent: int) -> dict[int, float]:
        """See the function of that name."""
        if self.code(mover, opponent):
            return {}
        empty = self._empty_cells(mover, opponent)
        children = {cell: (opponent, mover | 1 << cell) for cell in empty}
        every = ways_to_reply(len(empty) - 1)
        counted: dict[int, int] = {}
        return {
            cell: self._losing_ways(*child, counted) / every
            for cell, child in children.items()
            if not self.code(*child)
        }

    def _losing_ways(self, mover: int, opponent: int, counted: dict[int, int]) -> int:
        """In how many ways *mover*, playing at random from a draw, loses to *opponent*.

        *counted* keeps, by slot, what is not tabled.
        """
        slot, _ = self.slot(mover, opponent)
        if slot < len(self.losing_ways):
            return self.losing_ways[slot]
        if slot not in counted:
            counted[slot] = sum(
                self._losing_ways_after(mover | 1 << reply, opponent, counted)
                for reply in self._empty_cells(mover, opponent)
            )
        return counted[slot]

    def _losing_ways_after(self, loser: int, opponent: int, counted: dict[int, int]) -> int:
        """The same once the random player has replied: now *opponent* is to move.

        Of its best cells one will do, for the chances after them are equal.
        """
        slot, symmetry = self.slot(opponent, loser)
        if self.values[slot]:
            return ways_to_reply(len(self.game.cells) - (loser | opponent).bit_count() - 1)
        if loser | opponent == self.game.full:
            return 0
        cell = next(cell for cell, to in enumerate(symmetry.cells) if self.best[slot] >> to & 1)
        return self._losing_ways(loser, opponent | 1 << cell, counted)

    def _empty_cells(self, mover: int, opponent: int) -> list[int]:
        """The cells that neither side holds."""
        return [cell for cell in self.game.cells if not (mover | opponent) >> cell & 1]

    def store(self) -> Path:
        """The file to which this tablebase was written, from where :func:`load` reads it."""
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / self.game.key
        sizes = array("I", [len(self.taken), len(self.values)])
        tables = (sizes, self.taken, self.best, self.losing_ways)
        numbers = b"".join(_little(table[:]).tobytes() for table in tables)
        packed = zlib.compress(numbers + self.values, level=9)
        path.write_bytes(MAGIC + fingerprint(self.game) + packed)
        return path


EXACT = tuple(
    Exact(Value.DRAW, None) if not code else Exact(Value.LOSS if code % 2 else Value.WIN, code - 1)
    for code in range(256)
)
MADE_EXACT = tuple(from_movers_side(exact) for exact in EXACT)


@cache
def ways_to_reply(empty: int) -> int:
    """In how many ways a side to move can play on until no cell is *empty*, where the other side's
    moves are settled: 16 · 14 · 12 · … · 2 for 16.

    A side that plays at random comes upon each with equal chance, so that of a position's chances
    all are whole numbers over this one. (What a win cuts short is counted as if played on.)
    """
    return prod(range(empty, 0, -2))


def fingerprint(game: Game) -> bytes:
    """Four bytes that tell the rules of *game* from those of another."""
    return zlib.crc32(repr((game.size, game.ordered_sets)).encode()).to_bytes(4)


def _little(numbers: "array[int]") -> "array[int]":
    """*numbers* in the byte order of the file, or those of the file in the machine's."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _numbers(kind: str, stored: bytes | memoryview) -> "array[int]":
    """The numbers *stored* in a file, *kind* being the type code of their array."""
    numbers = array(kind)
    numbers.frombytes(stored)
    return _little(numbers)


@cache
def load(game: Game) -> Tablebase:
    """The stored tablebase of *game*, read once.

    :raises TablebaseError: if there is none, or it belongs to other rules.
    """
    path = FOLDER / game.key
    header = MAGIC + fingerprint(game)
    try:
        stored = path.read_bytes()
    except FileNotFoundError as error:
        raise TablebaseError(f"{game.name} has no tablebase: solve and store it first.") from error
    if not stored.startswith(header):
        raise TablebaseError(f"The tablebase of {game.name} is of other rules: solve it again.")
    tables = zlib.decompress(stored[len(header) :])
    (runs, slots), rest = _numbers("I", tables[:8]), memoryview(tables)[8:]
    taken, rest = _numbers("H", rest[: 2 * runs]), rest[2 * runs :]
    best, rest = _numbers("H", rest[: 2 * slots]), rest[2 * slots :]
    return Tablebase(game, taken, bytes(rest[-slots:]), best, _numbers("I", rest[:-slots]))


def probe(position: Position) -> Exact:
    """The exact value of *position* for the side to move.

    Once a game is won, its position is a loss in 0 for the side to move.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
    >>> print(probe(parse(TIC_TAC_TOE, "XO. ... ...")))
    win in 5
    """
    require_reachable(position)
    return load(position.game).probe(position.mover, position.opponent)


# A page needs the values of a position for several of its parts, and so does the next page.
@lru_cache(maxsize=4096)
def move_values(position: Position) -> Mapping[int, Exact]:
    """The exact value of marking each empty cell, for the side to move; none once it is over.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.
    """
    require_reachable(position)
    if position.outcome:
        return MappingProxyType({})
    tablebase, mover, opponent = load(position.game), position.mover, position.opponent
    values = {
        cell: MADE_EXACT[tablebase.code(opponent, mover | 1 << cell)]
        for cell in position.empty_cells
    }
    return MappingProxyType(values)


def hardest_draws(position: Position) -> tuple[int, ...]:
    """The drawing cells of a drawn *position* after which random play loses most often, in reading
    order; none if the position is not drawn.

    Random play is met by these same cells again, and by the fastest wins and the slowest losses.

    :raises TablebaseError: if its game has no tablebase.
    """
    return load(position.game).hardest_draws(position.mover, position.opponent)


def losing_chances(position: Position) -> dict[int, float]:
    """How likely a random player loses after each move that keeps the draw of *position*.

    The chances, from 0 to 1, are those of a uniformly random opponent against the values and
    :func:`hardest_draws` here. They are exact but for the one division into a float. Empty if
    *position* is not drawn or over.

    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
    >>> {c: round(p, 2) for c, p in losing_chances(parse(TIC_TAC_TOE, "X.. .O. ..X")).items()}
    {1: 0.93, 3: 0.93, 5: 0.93, 7: 0.93}
    """
    return load(position.game).losing_chances(position.mover, position.opponent)
