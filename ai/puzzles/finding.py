"""Finding the puzzles of a game in its tablebase, by a fixed rule.

A puzzle stands for a class of symmetric positions. Its :func:`order`, a hash, replaces chance: the
same positions are taken again, whatever the machine and the release. Those stored stay: their
numbers stand in addresses.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from itertools import zip_longest

from ai.exact.tablebase import load
from ai.exact.value import Value
from ai.opponents import OPPONENTS
from ai.puzzles import store
from ai.puzzles.failure import beginner, failures, failures_of
from ai.puzzles.puzzle import FEW, REFLEXES, Puzzle, Theme, right_cells, theme_of
from ai.puzzles.questions import question, questions
from ai.rules import GAMES, Game, Mark, Position, Record, mask
from ai.study.study import Study

Progress = Callable[[float], object]
Masks = tuple[int, int]

POOL = 20_000
"""The classes looked at, first in the order, for each number of plies."""
ALIKE = 50
"""The most puzzles with the same plies and the same theme that are found."""
LOOKED_AT, MOST_EMPTY, OF_A_KIND = 2_000, 9, 3
"""For :func:`sample`: positions, their empty cells, and puzzles with the same plies and theme."""


def find(game: Game, progress: Progress = lambda _share: None) -> list[Puzzle]:
    """The puzzles of *game*; a :func:`sample` if it is none of the house. Those stored come first,
    in their order. Positions of the pools follow if they need one idea and more than the reflex,
    then questions, by :attr:`Puzzle.easiness`.

    *progress* is called with the share done, from 0 to 1.

    :raises TablebaseError: if *game* has no tablebase.
    """
    if game.key not in GAMES:
        return sample(game)
    pools = _pools(game, lambda share: progress(share / 4))
    puzzle_of, kept, stored = _maker(game), store.load(game), list[Puzzle]()
    for number, it in enumerate(kept):
        progress(0.25 + number / len(kept) / 2)
        here = Study(it.position)
        stored += [question(it.theme, here, it.moves) if it.is_question else puzzle_of(here)]
    alike = Counter((it.plies, it.theme) for it in stored)
    known = {it.position.canonical for it in stored if not it.is_question}
    found = []
    to_solve = [masks for plies, pool in pools.items() if plies > 0 for masks in pool]
    for number, masks in enumerate(to_solve):
        progress(0.75 + number / len(to_solve) / 4)
        here = Study(_seen_from_a_side(game, masks))
        kind = here.exact.distance, theme_of(here)
        if _is_puzzle(here, kind[1]) and alike[kind] < ALIKE and masks not in known:
            alike[kind] += 1
            found.append(puzzle_of(here))
    in_turn = (it for pools in zip_longest(*pools.values()) for it in pools if it)
    asked = questions(game, (_seen_from_a_side(game, masks) for masks in in_turn))
    known_questions = {(it.theme, it.rows) for it in stored if it.is_question}
    found += [it for it in asked if (it.theme, it.rows) not in known_questions]
    progress(1)
    puzzles = stored + sorted(found, key=lambda it: (it.is_question, it.easiness))
    return [replace(puzzle, number=number) for number, puzzle in enumerate(puzzles, start=1)]


def sample(game: Game) -> list[Puzzle]:
    """Some puzzles of *game*, numbered, in a second or two: the same ones each time, of positions
    that hashes pick.

    :raises TablebaseError: if *game* has no tablebase.
    """
    table, puzzle_of = load(game), _maker(game)
    least = max(1, len(game.cells) - MOST_EMPTY)  # marks
    rows = [taken for taken in table.taken if taken.bit_count() >= least]
    alike, found, seen = Counter[tuple[int | None, Theme]](), list[Puzzle](), set[Masks]()
    for number in range(LOOKED_AT):
        picks = blake2b(f"{game.key} {number}".encode()).digest()
        taken = rows[int.from_bytes(picks[-4:]) % len(rows)]
        cells = [cell for cell in game.cells if taken >> cell & 1]
        mover = mask(sorted(cells, key=picks.__getitem__)[: len(cells) // 2])
        masks = game.symmetries.canonical(mover, taken ^ mover)
        exact = table.probe(*masks)
        is_hard = exact.value is not Value.LOSS and exact.distance != 1
        if masks in seen or not is_hard or _is_over(game, masks):
            continue
        seen.add(masks)
        here = Study(_seen_from_a_side(game, masks))
        kind = here.exact.distance, theme_of(here)
        if alike[kind] < OF_A_KIND and _is_puzzle(here, kind[1]):
            alike[kind] += 1
            found.append(puzzle_of(here))
    puzzles = sorted(found, key=lambda it: it.easiness)
    return [replace(puzzle, number=number) for number, puzzle in enumerate(puzzles, start=1)]


def _maker(game: Game) -> Callable[[Study], Puzzle]:
    """Makes the puzzle of a position, whose number is 0."""
    beginners = failures(beginner)
    programs = {key: failures_of(it) for key, it in OPPONENTS.items() if it.plays(game)}

    def puzzle_of(here: Study) -> Puzzle:
        position, plies = here.position, here.exact.distance
        difficulty, rows = float(beginners(position)), Record(position).text
        shares = {key: float(it(position)) for key, it in programs.items()}
        failing = {key: share for key, share in shares.items() if share}
        right = right_cells(here)
        return Puzzle(0, game, rows, right, plies, theme_of(here), difficulty, failing)

    return puzzle_of


def _is_puzzle(here: Study, theme: Theme) -> bool:
    """Whether a position needs one idea, more than the reflex, and few of its moves are right."""
    has_one_idea = theme not in {*REFLEXES, Theme.SEVERAL}
    return has_one_idea and FEW * len(right_cells(here)) <= len(here.moves)


def _is_over(game: Game, masks: Masks) -> bool:
    """Whether a position is won or full. A game leads to all others: marks come in any order."""
    return any(map(game.is_won.__getitem__, masks)) or sum(masks) == game.full


def order(game: Game, masks: Masks) -> bytes:
    """The place of the canonical position *masks*, mover first, in an order without a pattern."""
    return blake2b(f"{game.key} {masks[0]} {masks[1]}".encode(), digest_size=8).digest()


def _pools(game: Game, progress: Progress) -> dict[int, list[Masks]]:
    """For each number of plies, negative for losses and beyond all wins for draws, the first
    :data:`POOL` classes in order.
    """
    classes: dict[int, list[Masks]] = {}
    table = load(game)
    for number, masks in enumerate(table.positions()):
        if not number % 10_000:
            progress(number / len(table.codes))
        if not _is_over(game, masks) and game.symmetries.canonical(*masks) == masks:
            exact = table.probe(*masks)
            # A draw comes after every win: none takes as many plies as the board has cells.
            plies = exact.distance or len(game.cells)
            classes.setdefault(-plies if exact.value is Value.LOSS else plies, []).append(masks)
    return {
        plies: sorted(classes[plies], key=lambda masks: order(game, masks))[:POOL]
        for plies in sorted(classes)
    }


def _seen_from_a_side(game: Game, masks: Masks) -> Position:
    """The position with X to move, turned as its place in the order says."""
    symmetries = tuple(game.symmetries)
    turned = symmetries[order(game, masks)[-1] % len(symmetries)]
    return Position.from_masks(game, turned(masks[0]), turned(masks[1]), Mark.X)
