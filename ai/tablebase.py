"""Solved games: the exact value of every position, and how long it takes under best play.

:mod:`ai.retrograde` solves; here its results are stored, loaded and probed. The tables stand in
the repository, one file for each game.
"""

import sys
import zlib
from array import array
from functools import cache
from math import comb
from pathlib import Path

from ai.games import Game
from ai.position import Position, require_reachable
from ai.symmetry import Symmetry, canonical_symmetries
from ai.value import Exact, Value, from_movers_side

FOLDER = Path(__file__).parent / "tables"
MAGIC = b"tic-tac-why 1\n"


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
    """

    def __init__(self, game: Game, taken: "array[int]", values: bytes, best: "array[int]") -> None:
        self.game, self.taken, self.values, self.best = game, taken, values, best
        self._binomials = [[comb(n, k) for k in range(len(game.cells) + 1)] for n in game.cells]
        self._starts = {}
        start = 0
        for marks in taken:
            self._starts[marks] = start
            count = marks.bit_count()
            start += comb(count, count // 2)
        if not start == len(values) == len(best):
            raise TablebaseError(f"The tables of {game.name} are not of one length.")

    def slot(self, mover: int, opponent: int) -> tuple[int, Symmetry]:
        """The slot of a position, and the symmetry that turns the position to how it stands there.

        The slot is the start of its run and the rank of the mover's mask among those of as many
        marks (colexicographic: Knuth, TAOCP 7.2.1.3).
        """
        symmetry = canonical_symmetries(self.game, mover | opponent)[0]
        mover, taken = symmetry(mover), symmetry(mover | opponent)
        slot = self._starts[taken]
        earlier = marks = 0
        while taken:
            cell = taken & -taken
            if mover & cell:
                marks += 1
                slot += self._binomials[earlier][marks]
            earlier += 1
            taken ^= cell
        return slot, symmetry

    def probe(self, mover: int, opponent: int) -> Exact:
        """The value of the position with these masks of the side to move and of the other."""
        slot, _ = self.slot(mover, opponent)
        return EXACT[self.values[slot]]

    def hardest_draws(self, mover: int, opponent: int) -> tuple[int, ...]:
        """The hardest draws of the position with these masks, in reading order."""
        slot, symmetry = self.slot(mover, opponent)
        best = self.best[slot]
        return tuple(cell for cell, turned in enumerate(symmetry.cells) if best >> turned & 1)

    def store(self) -> Path:
        """The file to which this tablebase was written, from where :func:`load` reads it."""
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / self.game.key
        numbers = _little(array("H", [len(self.taken)]) + self.taken + self.best)
        packed = zlib.compress(numbers.tobytes() + self.values, level=9)
        path.write_bytes(MAGIC + fingerprint(self.game) + packed)
        return path


EXACT = tuple(
    Exact(Value.DRAW, None) if not code else Exact(Value.LOSS if code % 2 else Value.WIN, code - 1)
    for code in range(256)
)


def fingerprint(game: Game) -> bytes:
    """Four bytes that tell the rules of *game* from those of another."""
    return zlib.crc32(repr((game.size, game.ordered_sets)).encode()).to_bytes(4)


def _little(numbers: "array[int]") -> "array[int]":
    """*numbers* in the byte order of the file, or those of the file in the machine's."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


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
    runs = int.from_bytes(tables[:2], "little")
    slots = (len(tables) - 2 - 2 * runs) // 3
    taken, best = array("H"), array("H")
    taken.frombytes(tables[2 : 2 + 2 * runs])
    best.frombytes(tables[2 + 2 * runs : -slots])
    return Tablebase(game, _little(taken), tables[-slots:], _little(best))


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


def move_values(position: Position) -> dict[int, Exact]:
    """The exact value of marking each empty cell, for the side to move; none once it is over.

    :raises UnreachablePosition: if no game leads to *position*.
    :raises TablebaseError: if its game has no tablebase.
    """
    require_reachable(position)
    if position.outcome:
        return {}
    tablebase, mover, opponent = load(position.game), position.mover, position.opponent
    return {
        cell: from_movers_side(tablebase.probe(opponent, mover | 1 << cell))
        for cell in position.empty_cells
    }


def hardest_draws(position: Position) -> tuple[int, ...]:
    """The drawing cells of a drawn *position* after which random play loses most often, in reading
    order; none if the position is not drawn.

    Random play is met by these same cells again, and by the fastest wins and the slowest losses.

    :raises TablebaseError: if its game has no tablebase.
    """
    return load(position.game).hardest_draws(position.mover, position.opponent)
