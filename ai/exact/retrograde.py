"""Solving a game from scratch: every position that can be reached, backwards from the full board.

The positions with one number of marks form a layer, valued from the next one alone (retrograde
analysis; Thompson, "Retrograde Analysis of Certain Endgames", 1986). They stand in the slots of
:class:`~ai.exact.tablebase.Tablebase`, which arithmetic finds. Only this module needs numpy.

Positions are masks of the side to move and of the other, so that a layer holds the positions after
either mark began. Arrays of a layer have a row for each mask of taken cells that is the least of
its images, and a column for each choice of half of these cells, the mover's.
"""

from array import array
from collections.abc import Callable, Iterable
from math import lcm, prod
from typing import Any, TypedDict

from ai.exact.tablebase import DRAW, Tablebase, TablebaseError
from ai.exact.value import Value
from ai.rules import Game

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise TablebaseError(f"Solving needs {error.name}: pip install {error.name}") from error

Masks = NDArray[np.uint16]
Scores = NDArray[np.int16]
Counts = NDArray[np.int64]
Truths = NDArray[np.bool_]

Progress = Callable[[tuple[int, ...], int], object]
"""Called with the classes of symmetric positions in each layer that is found so far, forwards from
the empty board, and with how many layers are valued, backwards from the full one."""

WIN = 1000  # the score of a win is WIN less its distance, of a loss the negative of that
SLOTS = 1 << 18  # in a block of rows, so that what is looked up stays near


class _Board:
    """Tables over all masks of a board, and the rows and columns of each layer."""

    def __init__(self, game: Game) -> None:
        self.cells = len(game.cells)
        every = np.arange(1 << self.cells, dtype=np.uint16)
        self.images = np.zeros((len(game.symmetries), len(every)), dtype=np.uint16)
        for number, symmetry in enumerate(game.symmetries):
            for cell, target in enumerate(symmetry.cells):
                self.images[number] |= (every >> cell & 1) << target
        self.won = np.frombuffer(game.is_won, dtype=bool)
        self.completing = np.asarray(game.completing)
        self.is_end = np.zeros_like(self.won)  # the last of some order of these marks wins
        for bit in (1 << cell for cell in game.cells):
            self.is_end |= self.won & ~self.won[every & ~np.uint16(bit)]
        self.least, self.turns = self.images.min(axis=0), self.images.argmin(axis=0)
        self.marks = np.bitwise_count(every)
        layers = range(self.cells + 1)
        of_count = [np.flatnonzero(self.marks == marks).astype(np.uint16) for marks in layers]
        self.rows = [masks[self.least[masks] == masks] for masks in of_count]
        self.columns = [
            masks[masks < 1 << marks]
            for marks, masks in enumerate(of_count[marks // 2] for marks in layers)
        ]
        self.row, self.rank = np.zeros((2, len(every)), dtype=np.int64)
        for places, numbered in ((self.row, self.rows), (self.rank, of_count)):
            for masks in numbered:
                places[masks] = np.arange(len(masks))

    def positions(self, taken: Masks) -> tuple[Masks, Masks, Truths]:
        """The masks of the side to move and of the other in the rows of *taken*, all of one number
        of marks, and whether a game leads there: any marks come in some order, unless they end it.
        """
        mover = _spread(self._bits(taken), self.columns[int(self.marks[taken[0]])])
        opponent = taken[:, None] ^ mover
        reached = ~self.won[mover] & (~self.won | self.is_end)[opponent]
        return mover, opponent, reached

    def after(self, taken: Masks, cell: Masks) -> Counts:
        """The slots in the next layer of the positions after a move on *cell*, another in each of
        the rows of *taken*: a symmetry turns each row to its least image.
        """
        marks = int(self.marks[taken[0]])
        filled = taken | cell
        least, turns = self.least[filled], self.turns[filled]
        cells = (self.images[turns, bit] for bit in self._bits(taken))
        places = [np.uint16(1) << self.marks[least & bit - 1].astype(np.uint16) for bit in cells]
        movers = _spread(places, ~self.columns[marks])
        slots: Counts = self.rank[movers]
        slots += (self.row[least] * len(self.columns[marks + 1]))[:, None]
        return slots

    def _bits(self, taken: Masks) -> list[Masks]:
        """The masks of the first, the second cell and so on of each of *taken*."""
        bits, left = [], taken
        for _ in range(self.marks[taken[0]]):
            bits.append(left & -left)
            left = left ^ bits[-1]
        return bits

    def census(self, ply: int) -> tuple[int, int]:
        """The positions in a layer that games lead to, and the classes of symmetric ones."""
        taken = self.rows[ply]
        mover, opponent, reached = self.positions(taken)
        keeps = (self.images[:, taken] == taken).sum(axis=0)
        positions = reached.sum(axis=1) @ (len(self.images) // keeps)
        kept = sum(
            ((image[mover] == mover) & (image[opponent] == opponent) & reached).sum(axis=1)
            for image in self.images
        )
        return int(positions), int((kept // keeps).sum())


def _spread(bits: Iterable[Masks], columns: Masks) -> Masks:
    """For each row and column the sum of the *bits* of the row whose number is in the column."""
    bits = [*bits]
    found = np.zeros((len(bits[0]) if bits else 1, len(columns)), dtype=np.uint16)
    for number, bit in enumerate(bits):
        found |= bit[:, None] * (columns >> number & 1)
    return found


class _Layer:
    """The values in the slots of a layer: a *score*, 0 for a draw, else ±(WIN - distance); of a
    draw the *difficulty*, in parts; and how often a beginner who moved there loses, *hardest*.
    """

    def __init__(self, score: Scores, difficulty: Counts, hardest: Counts) -> None:
        self.score, self.difficulty, self.hardest = score, difficulty, hardest
        self.made = np.sign(score) - score  # to the side that has moved there


def solve(game: Game, progress: Progress = lambda _found, _valued: None) -> Tablebase:
    """The tablebase of *game*. A slot that no game leads to repeats the one before it, or the first
    of its layer, for then the tables pack best.

    Difficulties are whole numbers of parts, so that equal ones are equal: every turn of a beginner
    divides by twice the number of empty cells.
    """
    board = _Board(game)
    found: tuple[int, ...] = ()
    for ply in range(board.cells + 1):
        found += (board.census(ply)[1],)
        progress(found, 0)
    parts = lcm(*(prod(range(2 * empty, 0, -4)) for empty in (board.cells, board.cells - 1)))
    layer: _Layer | None = None
    tables = []
    for ply in reversed(range(board.cells + 1)):
        taken = board.rows[ply]
        count = max(1, SLOTS // len(board.columns[ply]))
        blocks = (taken[start : start + count] for start in range(0, len(taken), count))
        valued = [_valued(board, block, layer, parts) for block in blocks]
        *values, reached = (np.concatenate(of_blocks) for of_blocks in zip(*valued, strict=True))
        layer = _Layer(*values)
        at = np.maximum.accumulate(np.where(reached, np.arange(len(reached)), reached.argmax()))
        distinct, codes = np.unique(layer.difficulty[at], return_inverse=True)
        decided = WIN + 1 - np.abs(layer.score[at])
        codes = np.where(layer.score[at] == 0, DRAW + codes, decided).astype(np.uint32)
        tables.append((distinct, codes))
        progress(found, len(tables))
    every = np.unique(np.concatenate([distinct for distinct, _ in tables]))
    kind = "H" if DRAW + len(every) <= 1 << 16 else "I"
    stored = array(kind)
    for distinct, codes in reversed(tables):
        coded = np.concatenate([np.arange(DRAW), DRAW + np.searchsorted(every, distinct)])
        stored.frombytes(coded.astype(kind)[codes].tobytes())
    return Tablebase(game, stored, array("d", (every / parts).tolist()))


def _valued(
    board: _Board, taken: Masks, after: _Layer | None, parts: int
) -> tuple[Scores, Counts, Counts, Truths]:
    """The values in the rows of *taken*, as of a :class:`_Layer`, by the values of the layer
    *after*; and whether a game leads to each slot. Slots that no game leads to have the values of a
    game that has ended.
    """
    mover, opponent, reached = board.positions(taken)
    going_on = reached & ~board.won[opponent]
    score = np.full(mover.shape, -2 * WIN if after else 0, dtype=np.int16)
    difficulty, hardest = np.zeros((2, *mover.shape), dtype=np.int64)
    if after:
        blocks = board.completing[opponent] & ~mover
        left = np.bitwise_not(taken) & np.uint16((1 << board.cells) - 1)
        empty = int(board.marks[left[0]])
        for _ in range(empty):
            cell = left & -left
            left = left ^ cell
            slots = board.after(taken, cell)
            np.maximum(score, after.made[slots], out=score)
            np.maximum(hardest, after.difficulty[slots], out=hardest)
            difficulty += _replies(blocks, cell, empty) * after.hardest[slots]
        difficulty //= 2 * empty
    score[~going_on] = -WIN
    difficulty[score != 0] = 0
    hardest[score > 0] = parts
    hardest[~going_on] = 0
    return score.ravel(), difficulty.ravel(), hardest.ravel(), reached.ravel()


def _replies(blocks: Masks, cell: Masks, empty: int) -> Counts:
    """How many times in 2 · *empty* a beginner marks *cell*, another in each row, in a drawn
    position.

    Half of the time a beginner plays as Medium, which blocks where the other side has a threat: a
    draw leaves no more than one cell to block, as in *blocks*, and none to win on. Else any cell
    will do.
    """
    is_block = (blocks & cell[:, None]) != 0
    return np.where(blocks, 1 + empty * is_block.astype(np.int64), 2)


class Census(TypedDict):
    """The numbers of *positions* and of *classes* of symmetric ones, the *value* of the empty board
    to its mover, with the *plies* to it, 0 for a draw; and the plies of two longest forced wins:
    *longest_win*, from a move of either side, and *longest_win_to_move*, from the winner's; 0
    without any.
    """

    positions: int
    classes: int
    value: str
    plies: int
    longest_win: int
    longest_win_to_move: int


def census(table: Tablebase) -> Census:
    """The census of the game of *table*."""
    board = _Board(table.game)
    counts = [board.census(ply) for ply in range(board.cells + 1)]
    start = table.probe(0, 0)
    codes: NDArray[Any] = np.unique(np.asarray(table.codes))
    plies = codes[codes < DRAW].astype(int) - 1
    return {
        "positions": sum(positions for positions, _ in counts),
        "classes": sum(classes for _, classes in counts),
        "value": Value(start.value).name.lower(),
        "plies": start.distance or 0,
        "longest_win": int(plies.max(initial=0)),
        "longest_win_to_move": int(plies[plies % 2 == 1].max(initial=0)),
    }
