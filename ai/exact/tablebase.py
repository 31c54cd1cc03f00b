"""Solved games: the exact value of every position, the length of best play, and the difficulty of
draws.

:mod:`ai.exact.retrograde` solves; this module stores, loads and probes its results. The tables
stand in the repository, one file for each game.
"""

import sys
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from math import comb
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from ai.exact.value import Exact, Value, from_movers_side
from ai.rules import Game, remembering
from ai.rules.position import Position, require_reachable
from ai.rules.symmetry import CHUNK

FOLDER = Path(__file__).parent / "tables"
MAGIC = b"tic-tac-why 3\n"

Shelf: TypeAlias = Callable[[Game], "Tablebase"]
"""Finds the table of a game without a name, or raises :exc:`Unsolved`."""

Numbers = TypeVar("Numbers", bound="array[Any]")


class TablebaseError(RuntimeError):
    """A tablebase is missing, cannot be read or belongs to other rules."""


class Unsolved(TablebaseError):
    """The table of a *game* without a name is not there: it is to be solved first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__(f"{game.name} is not solved here.")


class Tablebase:
    """The solved positions of a game, a slot for each, found by arithmetic: no key is stored.

    A symmetry maps the mask of a position's taken cells to the least of its images. *taken* lists
    these least masks in ascending order of their marks, then of themselves. Each has a run of
    slots, in ascending order of the mover's mask: one for each mask with half of the marks (rounded
    down). A position has several slots only if its taken cells are symmetric in themselves.

    *codes* has for every slot the distance plus one, or for a draw :data:`DRAW` plus the place of
    its difficulty in *difficulties*, the distinct ones in ascending order. A distance tells the
    winner, for a side to move that wins makes the last of an odd number of plies.

    *puzzles* of a game on a shelf are in the lines of :mod:`ai.puzzles.store`.
    """

    puzzles: str | None = None

    def __init__(self, game: Game, codes: Sequence[int], difficulties: Sequence[float]) -> None:
        self.game, self.codes, self.difficulties = game, codes, difficulties
        self.worth = cache(partial(_worth, difficulties))
        self._binomials = [[comb(n, k) for k in range(len(game.cells) + 1)] for n in game.cells]
        self.taken, self._starts = game.symmetries.runs
        if len(codes) != self._starts[-1]:
            raise TablebaseError(f"The table of {game.name} has another length.")

    def slot(self, mover: int, opponent: int) -> int:
        """The slot of the position with these masks of the side to move and of the other.

        It is the start of its run and the rank of the mover's mask among those of as many marks
        (colexicographic: Knuth, TAOCP 7.2.1.3).
        """
        symmetries, marked = self.game.symmetries, mover | opponent
        least, turns = symmetries.least
        taken, slot, turned = least[marked], self._starts[marked], 0
        # The image of the mask, without a call of the symmetry: pages probe a hundred moves.
        for table in symmetries[turns[marked]].tables:
            turned |= table[mover & (1 << CHUNK) - 1]
            mover >>= CHUNK
        marks = 0
        while turned:
            cell = turned & -turned
            earlier = (taken & cell - 1).bit_count()
            marks += 1
            slot += self._binomials[earlier][marks]
            turned ^= cell
        return slot

    def probe(self, mover: int, opponent: int) -> Exact:
        """The value of the position with these masks of the side to move and of the other."""
        return EXACT[min(self.codes[self.slot(mover, opponent)], DRAW)]

    def positions(self) -> Iterator[tuple[int, int]]:
        """The masks of the side to move and of the other, slot by slot; no game leads to some."""
        for taken in self.taken:
            for mover in self._movers(taken):
                yield mover, taken ^ mover

    def _movers(self, taken: int) -> list[int]:
        """The mover's masks in the run of *taken*, slot by slot."""
        cells = [1 << cell for cell in self.game.cells if taken >> cell & 1]
        return sorted(map(sum, combinations(cells, len(cells) // 2)))

    def longest_win(self) -> tuple[int, int]:
        """The masks of the side to move, which can force the longest of all wins there, and of the
        other. Every game has one: shapes are small enough for it.
        """
        longest = max(code for code in {*self.codes} if code < DRAW and code % 2 == 0)
        for taken in self.taken:
            start, count = self._starts[taken], taken.bit_count()
            run = self.codes[start : start + comb(count, count // 2)]
            if longest in run:
                for mover, code in zip(self._movers(taken), run, strict=True):
                    if code == longest and not self.game.is_won[mover]:
                        return mover, taken ^ mover
        raise AssertionError

    def store(self) -> Path:
        """Write this tablebase to its file, and return the file's path. :func:`load` reads it."""
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / self.game.key
        sizes = array("I", [len(self.taken), len(self.codes)])
        tables = sizes, self.taken[:], array("H", self.codes), array("d", self.difficulties)
        packed = zlib.compress(b"".join(_little(table).tobytes() for table in tables), level=9)
        path.write_bytes(MAGIC + fingerprint(self.game) + packed)
        return path


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """The worth of a move: its *exact* value and, of a draw, its *difficulty*, 0 to 1.

    The difficulty is the chance that a beginner on the other side, to move after it, loses to
    Unbeatable. A beginner plays half of the time as Medium and half as Easy. The *merit* is greater
    for a better move: the rank and, of a draw, the difficulty. The *best* moves have the greatest
    one; if all moves are equally good, none is called best.
    """

    exact: Exact
    difficulty: float | None = None
    best: bool = False
    merit: tuple[tuple[int, int], float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "merit", (self.exact.rank, self.difficulty or 0))


DRAW = 32  # the codes of draws, from this one on
EXACT = (
    *(Exact(Value.LOSS if code % 2 else Value.WIN, code - 1) for code in range(DRAW)),
    Exact(Value.DRAW, None),
)
MADE = tuple(map(from_movers_side, EXACT))  # to the mover of the move that leaves the position


def _worth(difficulties: Sequence[float], code: int, best: bool = False) -> MoveWorth:
    """The worth of a move, maybe a *best* one, that leaves a position of this *code*."""
    difficulty = None if code < DRAW else difficulties[code - DRAW]
    return MoveWorth(MADE[min(code, DRAW)], difficulty, best)


def fingerprint(game: Game) -> bytes:
    """Four bytes that tell the rules of *game* from those of another."""
    return zlib.crc32(repr((game.columns, game.ordered_sets)).encode()).to_bytes(4)


def _little(numbers: Numbers) -> Numbers:
    """*numbers* with their bytes changed from the machine's order to the file's, or back."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _numbers(kind: str, stored: bytes | memoryview) -> "array[Any]":
    """The numbers *stored* in a file, *kind* being the type code of their array."""
    numbers = array(kind)
    numbers.frombytes(stored)
    return _little(numbers)


def load(game: Game) -> Tablebase:
    """The tablebase of *game*. One with a name has a stored one; others are on the :data:`shelf`.

    :raises Unsolved: if the shelf lacks it.
    :raises TablebaseError: if there is none that can be read, or it belongs to other rules.
    """
    return kept(game) if game.is_named else shelf(game)


@cache
def kept(game: Game) -> Tablebase:
    """The tablebase of a game with a name, read once.

    :raises TablebaseError: if there is none that can be read, or it belongs to other rules.
    """
    path = FOLDER / game.key
    header = MAGIC + fingerprint(game)
    try:
        stored = path.read_bytes()
    except FileNotFoundError as error:
        raise TablebaseError(f"{game.name} has no tablebase: solve and store it first.") from error
    except OSError as error:
        raise TablebaseError(f"The tablebase of {game.name} cannot be read: {error}.") from error
    if not stored.startswith(header):
        raise TablebaseError(f"The tablebase of {game.name} is of other rules: solve it again.")
    try:
        tables = zlib.decompress(stored[len(header) :])
    except zlib.error as error:
        raise TablebaseError(f"The tablebase of {game.name} is damaged: solve it again.") from error
    (runs, slots), rest = _numbers("I", tables[:8]), memoryview(tables)[8:]
    codes, rest = _numbers("H", rest[2 * runs :][: 2 * slots]), rest[2 * (runs + slots) :]
    return Tablebase(game, codes, _numbers("d", rest))


@remembering(16)
def solved(game: Game) -> Tablebase:
    """The tablebase of *game*, solved now: in milliseconds for nine cells, in a second or two for
    sixteen.

    :raises TablebaseError: if numpy is missing.
    """
    from ai.exact import retrograde  # noqa: PLC0415 - which needs numpy

    return retrograde.solve(game)


shelf: Shelf = solved
"""Where :func:`load` finds games without a name. Commands solve them on the spot; the site puts
another in its place.
"""


def has_table(game: Game) -> bool:
    """Whether the tablebase of *game* can be loaded."""
    try:
        load(game)
    except TablebaseError:
        return False
    return True


def probe(position: Position) -> Exact:
    """The exact value of *position* for the side to move.

    Once a game is won, its position is a loss in 0 plies for the side to move.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> print(probe(parse(TIC_TAC_TOE, "XO. ... ...")))
    win in 5 plies
    """
    require_reachable(position)
    return load(position.game).probe(position.mover, position.opponent)


def move_worths(position: Position) -> Mapping[int, MoveWorth]:
    """The worth of marking each empty cell, for the side to move; none once the game is over.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> worths = move_worths(parse(TIC_TAC_TOE, "X.. .O. ..X"))
    >>> {cell: (str(worth.exact), worth.difficulty) for cell, worth in worths.items() if cell < 3}
    {1: ('draw', 0.6), 2: ('loss in 4 plies', None)}
    """
    require_reachable(position)
    if position.outcome:
        return MappingProxyType({})
    tablebase, mover, opponent = load(position.game), position.mover, position.opponent
    codes, worths = dict[int, int](), dict[int, MoveWorth]()
    for cell in position.empty_cells:
        code = codes[cell] = tablebase.codes[tablebase.slot(opponent, mover | 1 << cell)]
        worths[cell] = tablebase.worth(code)
    best = best_cells(worths)
    if len(best) < len(worths):
        for cell in best:
            worths[cell] = tablebase.worth(codes[cell], best=True)
    return MappingProxyType(worths)


def decided_play(position: Position) -> tuple[int, ...] | None:
    """The cells to the end of a won or lost *position* if both sides play the first of the best
    moves, each of which leaves one ply less. None in a drawn one, unless the game is over. Errors
    as in :func:`move_worths`.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> decided_play(parse(TIC_TAC_TOE, "X.. .O. O.X"))
    (2, 1, 5)
    """
    require_reachable(position)
    if position.outcome:
        return ()
    table, mover, opponent = load(position.game), position.mover, position.opponent
    code, play = table.codes[table.slot(mover, opponent)], list[int]()
    if code >= DRAW:
        return None
    for left in range(code - 1, 0, -1):
        taken = mover | opponent
        for cell in position.game.cells:
            after = mover | 1 << cell
            if not taken >> cell & 1 and table.codes[table.slot(opponent, after)] == left:
                play.append(cell)
                mover, opponent = opponent, after
                break
    return tuple(play)


def best_cells(worths: Mapping[int, MoveWorth]) -> tuple[int, ...]:
    """The cells of the best moves in *worths*, in the same order: the fastest wins, else the most
    difficult draws, else the slowest losses. The board rings them, hints name them, and
    Unbeatable plays them.

    :raises ValueError: if there is no move.
    """
    most = max(map(attrgetter("merit"), worths.values()))
    return tuple([cell for cell, worth in worths.items() if worth.merit == most])
