"""Solving a game from scratch: every reachable position, backwards from the ends.

The positions with one number of marks form a layer, which holds one of each class of symmetric
positions. Layers are found forwards from the empty board and valued backwards, each from the next
alone (retrograde analysis; Thompson, "Retrograde Analysis of Certain Endgames", 1986). Only this
module needs numpy.

Positions are masks of the side to move and of the other, so that a layer holds the positions after
either mark began. A position is keyed by both masks in one number, the mover in the higher bits.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from math import lcm, prod
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from ai.exact.tablebase import DRAW, Tablebase
from ai.exact.value import Value
from ai.rules.games import Game, mask

Masks = NDArray[np.uint32]
Keys = NDArray[np.uint64]
Scores = NDArray[np.int16]
Counts = NDArray[np.int64]

WIN = 1000  # the score of a win is WIN less its distance, of a loss the negative of that


@dataclass(frozen=True)
class Layer:
    """The classes of positions with one number of marks, a representative of each, in key order.

    *mover* and *opponent* are masks and *score* is 0 for a draw, else ±(WIN - distance).
    *difficulty* says how often a beginner to move loses a draw: from 0 to 1, 0 if it is none.
    """

    mover: Masks
    opponent: Masks
    score: Scores
    difficulty: NDArray[np.float64]


@dataclass(frozen=True)
class _Links:
    """The moves from one layer to the next: the parent's index, the cell, the child's index."""

    parent: NDArray[np.int64]
    cell: NDArray[np.uint32]
    child: NDArray[np.int64]


class _Masks:
    """Tables over all masks of a board."""

    def __init__(self, game: Game) -> None:
        self.cells = len(game.cells)
        everything = np.arange(1 << self.cells, dtype=np.uint32)
        self.images = np.zeros((len(game.symmetries), len(everything)), dtype=np.uint32)
        for number, symmetry in enumerate(game.symmetries):
            for cell, target in enumerate(symmetry.cells):
                self.images[number] |= (everything >> cell & 1) << target
        self.won = np.zeros(len(everything), dtype=bool)
        for cells in game.winning_sets:
            self.won |= everything & mask(cells) == mask(cells)
        self.completing = np.zeros_like(everything)
        for cell in game.cells:
            self.completing |= (~self.won & self.won[everything | 1 << cell]) * np.uint32(1 << cell)

    def split(self, keys: Keys) -> tuple[Masks, Masks]:
        """The masks of the side to move and of the other, of *keys*."""
        mover, opponent = keys >> np.uint64(self.cells), keys & np.uint64((1 << self.cells) - 1)
        return mover.astype(np.uint32), opponent.astype(np.uint32)

    def keys(self, mover: Masks, opponent: Masks) -> Keys:
        """The keys of positions."""
        return mover.astype(np.uint64) << np.uint64(self.cells) | opponent

    def canonical(self, mover: Masks, opponent: Masks) -> tuple[Keys, NDArray[np.intp]]:
        """For each position the least key of its images, and the symmetry that gives it."""
        least = self.keys(mover, opponent)
        which = np.zeros(len(mover), dtype=np.intp)
        for number, image in enumerate(self.images[1:], start=1):
            keys = self.keys(image[mover], image[opponent])
            less = keys < least
            least[less], which[less] = keys[less], number
        return least, which


def solve(game: Game, progress: Callable[[float], object] = lambda _done: None) -> list[Layer]:
    """The layers of *game* by number of marks; *progress* is called with the share solved.

    Difficulties are whole numbers of parts, so that equal ones are equal: every turn of a beginner
    divides by twice the number of empty cells.
    """
    masks = _Masks(game)
    keys, links = _reach(game, masks)
    parts = lcm(*(prod(range(2 * empty, 0, -4)) for empty in (masks.cells, masks.cells - 1)))
    mover, opponent = masks.split(keys[-1])
    score = np.where(masks.won[opponent], -WIN, 0).astype(np.int16)
    after_reply = difficulty = np.zeros(len(score), dtype=np.int64)
    layers = [Layer(mover, opponent, score, difficulty / parts)]
    for reached, moves in zip(reversed(keys[:-1]), reversed(links), strict=True):
        mover, opponent = masks.split(reached)
        score = np.where(masks.won[opponent], -WIN, -2 * WIN).astype(np.int16)
        np.maximum.at(score, moves.parent, _from_movers_side(layers[-1].score[moves.child]))

        hardest = np.where(score > 0, parts, 0)
        np.maximum.at(hardest, moves.parent, difficulty[moves.child])
        difficulty = np.zeros(len(score), dtype=np.int64)
        replies = _replies(moves, masks.completing[opponent] & ~mover, empty=len(layers))
        np.add.at(difficulty, moves.parent, replies * after_reply[moves.child])
        difficulty = np.where(score == 0, difficulty // (2 * len(layers)), 0)
        after_reply = hardest
        layers.append(Layer(mover, opponent, score, difficulty / parts))
        progress(len(layers) / len(keys))
    return layers[::-1]


def _replies(moves: _Links, blocks: Masks, empty: int) -> Counts:
    """How many times in 2 · *empty* a beginner makes each of *moves* in a drawn position.

    Half of the time a beginner plays as Medium, which blocks where the other side has a threat: a
    draw leaves no more than one cell to *block*, and none to win on. Else any cell will do.
    """
    block = blocks[moves.parent]
    return np.where(block, 1 + empty * (block >> moves.cell & 1), 2).astype(np.int64)


def _reach(game: Game, masks: _Masks) -> tuple[list[Keys], list[_Links]]:
    """The keys of each layer, and the moves between layers."""
    layers, links = [np.zeros(1, dtype=np.uint64)], []
    for _ in game.cells:
        mover, opponent = masks.split(layers[-1])
        going_on = np.flatnonzero(~masks.won[opponent])
        taken = mover | opponent
        parents = [going_on[taken[going_on] >> cell & 1 == 0] for cell in game.cells]
        parent = np.concatenate(parents)
        cell = np.repeat(np.arange(len(game.cells), dtype=np.uint32), [len(p) for p in parents])
        children, _ = masks.canonical(opponent[parent], mover[parent] | np.uint32(1) << cell)
        layer, child = np.unique(children, return_inverse=True)
        layers.append(layer)
        links.append(_Links(parent, cell, child))
    return layers, links


def _from_movers_side(score: Scores) -> Scores:
    """The values of moves to their mover, *score* being what they leave the other side."""
    return np.sign(score) - score


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


def census(game: Game, layers: list[Layer]) -> Census:
    """The census of the *layers* of *game*."""
    masks = _Masks(game)
    positions = 0
    for layer in layers:
        images = np.sort(
            [masks.keys(image[layer.mover], image[layer.opponent]) for image in masks.images],
            axis=0,
        )
        positions += len(layer.mover) + int((np.diff(images, axis=0) != 0).sum())
    start = int(layers[0].score[0])
    decided = np.concatenate([layer.score[layer.score != 0] for layer in layers])
    return {
        "positions": positions,
        "classes": sum(len(layer.mover) for layer in layers),
        "value": Value(np.sign(start)).name.lower(),
        "plies": WIN - abs(start) if start else 0,
        "longest_win": WIN - int(np.abs(decided).min(initial=WIN)),
        "longest_win_to_move": WIN - int(decided[decided > 0].min(initial=WIN)),
    }


def tabulate(game: Game, layers: list[Layer]) -> Tablebase:
    """The tablebase that holds *layers*.

    A slot that no position reaches repeats the one before it, for then the tables pack best.
    """
    masks = _Masks(game)
    least = np.flatnonzero(masks.images.min(axis=0) == np.arange(1 << masks.cells))
    marks = np.bitwise_count(least)
    least = least[np.lexsort((least, marks))].astype(np.uint32)
    scores, difficulties = [], []
    for ply, layer in enumerate(layers):
        taken = least[np.bitwise_count(least) == ply]
        keys, _ = masks.canonical(*_slots(taken, ply))
        layer_keys = masks.keys(layer.mover, layer.opponent)
        at = np.minimum(np.searchsorted(layer_keys, keys), len(layer_keys) - 1)
        reached = layer_keys[at] == keys
        at = at[np.maximum.accumulate(np.where(reached, np.arange(len(at)), 0))]
        scores.append(layer.score[at])
        difficulties.append(layer.difficulty[at])
    score = np.concatenate(scores)
    distinct, rank = np.unique(np.concatenate(difficulties), return_inverse=True)
    codes = np.where(score == 0, DRAW + rank, WIN + 1 - np.abs(score))
    return Tablebase(
        game,
        array("H", least.tolist()),
        array("H", codes.tolist()),
        array("d", distinct.tolist()),
    )


def _slots(taken: Masks, marks: int) -> tuple[Masks, Masks]:
    """The masks of both sides in every slot of the runs of *taken*, all of that many *marks*."""
    halves = np.array(
        [half for half in range(1 << marks) if half.bit_count() == marks // 2], dtype=np.uint32
    )
    mover = np.zeros((len(taken), len(halves)), dtype=np.uint32)
    left = taken.copy()
    for number in range(marks):
        cell = left & -left
        mover |= cell[:, None] * (halves >> number & 1)
        left ^= cell
    return mover.ravel(), (taken[:, None] ^ mover).ravel()
