"""Pens and stamps of players, by how often they keep value.

    .venv/bin/python -m tests.honours_of_players [SEEDS]

A policy that keeps value with a probability does so wherever a cell gives some away, and marks any
cell elsewhere. Everyone alternates games of tic-tac-toe and Square, against Medium and Hard, from
both seats, with puzzles as *A little harder* picks them.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import cycle
from random import Random
from statistics import mean
from typing import NamedTuple

from click import echo

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules.games import GAMES
from tests.reference import (
    Board,
    after,
    completing,
    empty_board,
    moves,
    other,
    perfect,
    plain,
    result,
)
from tests.reference.honours import (
    HOUSE,
    PENS,
    RUNGS,
    Ladder,
    Played,
    Trial,
    both_seats,
    earned,
    keepers,
    rung,
    trials,
)
from tests.reference.players import by_the_weights

Policy = Callable[[Board, Random], int]

ROUNDED = Fraction(1, 10**9)
"""More than a stored difficulty, a float, is off."""


# Policies.


def keeping_value(chance: float) -> Policy:
    """A policy that keeps value with this *chance* where it can be given away."""

    def choose(board: Board, lots: Random) -> int:
        kept = keepers(board)
        cells = [cell for cell in moves(board) if cell in kept]
        lost = [cell for cell in moves(board) if cell not in kept]
        return lots.choice(cells if not lost or lots.random() < chance else lost)

    return choose


def any_cell(board: Board, lots: Random) -> int:
    """A cell at random."""
    return lots.choice(moves(board))


def reflexes(board: Board, lots: Random) -> int:
    """Medium's cell: it sees one reply ahead."""
    stops = [*completing(board, other(board.mover))]
    if len(stops) > 1:
        stops = []  # each move loses
    return lots.choice([*completing(board, board.mover)] or stops or moves(board))


def weighs(board: Board, lots: Random) -> int:
    """Hard's cell."""
    return lots.choice(by_the_weights(board)[1])


def plays_best(board: Board, lots: Random) -> int:
    """Unbeatable's cell."""
    return lots.choice(perfect(board))


PROGRAMS: dict[str, Policy] = {
    "easy": any_cell,
    "medium": reflexes,
    "hard": weighs,
    "unbeatable": plays_best,
}


def game(
    policy: Policy, program: str, lots: Random, *, key: str, seat: str, first: str = "X"
) -> Played:
    """A game of *policy*, which holds *seat*, against a *program*."""
    board, cells = empty_board(key, first), list[int]()
    while result(board) is None:
        choose = policy if board.mover == seat else PROGRAMS[program]
        cells.append(choose(board, lots))
        board = after(board, cells[-1])
    return Played(key, tuple(cells), seat, first, program)


def solves(policy: Policy, puzzle: Puzzle, lots: Random) -> bool:
    """Whether *policy* solves the puzzle by its first try."""
    board = plain(puzzle.position)
    while result(board) is None:
        cell = policy(board, lots)
        if cell not in keepers(board):
            return False
        board = after(board, cell)
        if result(board) is None:
            board = after(board, plays_best(board, lots))
    return True


# Puzzles a little harder.


@cache
def by_rung(key: str) -> dict[int, list[Puzzle]]:
    """The puzzles of a game that are played, by their rungs."""
    found: dict[int, list[Puzzle]] = {it: [] for it in RUNGS}
    for puzzle in load(GAMES[key]):
        if not puzzle.is_question:
            found[rung(Fraction(puzzle.difficulty) + ROUNDED)].append(puzzle)
    return found


def pick(lots: Random, wanted: int, tried: set[Puzzle], turn: int) -> tuple[int, Puzzle]:
    """An untried puzzle of the rung that is *wanted*, or of the nearest one that has some left,
    with its rung. The games alternate by *turn*, but for a game without such a puzzle.
    """
    wanted = min(max(wanted, 1), RUNGS[-1])
    for at in sorted(RUNGS, key=lambda at: (abs(at - wanted), -at)):
        for key in (HOUSE, HOUSE[::-1])[turn % 2]:
            if fresh := [it for it in by_rung(key)[at] if it not in tried]:
                return at, lots.choice(fresh)
    raise AssertionError


# Careers.


class Career(NamedTuple):
    """For each trial the level reached after it and the number of the game or puzzle; how often
    which rung was kept.
    """

    levels: list[int]
    items: list[int]
    kept: Counter[Trial]


def careers(policy: Policy, diet: str, items: int, seeds: range) -> list[Career]:
    """One of *items* games and puzzles for each seed; *diet* has `g` or `p` for them, in turn."""
    return [career(policy, diet, items, Random(seed)) for seed in seeds]  # noqa: S311


def career(policy: Policy, diet: str, items: int, lots: Random) -> Career:
    """The career of a policy; see :func:`careers`."""
    ladder, found = Ladder(), Career([], [], Counter())
    tried, misses, games = set[Puzzle](), 0, 0
    for item, kind in zip(range(1, items + 1), cycle(diet), strict=False):
        if kind == "g":
            key, program = HOUSE[games % 2], ("medium", "hard")[games // 2 % 2]
            seat, games = "XO"[games // 4 % 2], games + 1
            made = trials(game(policy, program, lots, key=key, seat=seat))
        else:
            at, puzzle = pick(lots, ladder.reached + (misses < 2), tried, len(tried))
            solved = solves(policy, puzzle, lots)
            tried.add(puzzle)
            misses, made = 0 if solved else misses + 1, [Trial(at, solved)]
        for trial in made:
            ladder = ladder.after([trial])
            found.levels.append(ladder.reached)
            found.items.append(item)
            found.kept[trial] += 1
    return found


POLICIES: dict[str, Policy] = {
    "any cell": any_cell,
    **{f"keeps {chance:.1f}": keeping_value(chance) for chance in (0.5, 0.7, 0.9, 1)},
}


def spread(numbers: Sequence[int]) -> str:
    """The mean with the least and greatest number."""
    return f"{mean(numbers):.1f} ({min(numbers)}-{max(numbers)})"


def tell_levels(name: str, found: list[Career]) -> None:
    """Print what came of a policy."""
    after_40 = [it.levels[min(39, len(it.levels) - 1)] for it in found]
    echo(
        f"  {name:9}  {mean(len(it.levels) for it in found):.0f} trials; level after 40 trials"
        f" {spread(after_40)}, at the end {spread([it.levels[-1] for it in found])}"
    )
    kept = sum((it.kept for it in found), Counter[Trial]())
    for level in RUNGS:
        took = [
            (at + 1, it.items[at])
            for it in found
            if (up := reached(it, level))
            for at in [it.levels.index(up)]
        ]
        met = kept[Trial(level, True)] + kept[Trial(level, False)]
        told = [f"reached by {len(took):2} of {len(found)}"]
        if took:
            told += [f"trials {spread([trials for trials, _ in took])}"]
            told += [f"games and puzzles {spread([items for _, items in took])}"]
        if met:
            share = 100 * kept[Trial(level, True)] / met
            told += [f"{met / len(found):.0f} trials of this rung, {share:.0f} % kept"]
        echo(f"      {PENS[level]:12} {'; '.join(told)}")


def reached(found: Career, level: int) -> int:
    """The first level at or above *level* that was reached, 0 if none was."""
    return next((it for it in found.levels if it >= level), 0)


def tell_table(title: str, diet: str, items: int, seeds: int) -> None:
    """Print what each policy reaches."""
    echo(f"\n{title}; {seeds} seeds: mean (least-greatest)")
    for name, policy in POLICIES.items():
        tell_levels(name, careers(policy, diet, items, range(seeds)))


# Learners.

LESSONS, GAMES_OF_LEARNERS = 7, 30
DAYS = "medium", "hard"
CLIMB = "easy", "easy", "medium", "medium", "hard", "hard", "unbeatable"
"""The program after each lesson."""


def learner(programs: Sequence[str], lots: Random) -> Iterator[Played]:
    """The games of a learner who keeps value with a chance that rises from .5 to .9 from lesson to
    lesson, against these *programs*: one after each lesson, or all in turn. The game alternates,
    and after two games the seat.
    """
    for turn in range(GAMES_OF_LEARNERS):
        lesson = turn * LESSONS // GAMES_OF_LEARNERS
        policy = keeping_value(0.5 + 0.4 * lesson / (LESSONS - 1))
        program = programs[lesson if len(programs) == LESSONS else turn // 4 % len(programs)]
        yield game(policy, program, lots, key=HOUSE[turn % 2], seat="XO"[turn // 2 % 2])


def tell_stamps(title: str, programs: Sequence[str], seeds: int) -> None:
    """Print which stamps learners have after all games, and when they got them."""
    got, counts = dict[str, list[int]](), list[int]()
    for seed in range(seeds):
        met = dict[str, int]()
        games = [*learner(programs, Random(seed))]  # noqa: S311
        for turn, played in enumerate(games, start=1):
            stamps = {*earned(played)} | ({"both-seats"} if both_seats(games[:turn]) else set())
            for stamp in sorted(stamps):
                met.setdefault(stamp, turn)
        for stamp, turn in met.items():
            got.setdefault(stamp, []).append(turn)
        counts.append(len(met))
    echo(f"\nA learner of lessons 1 to 7, 30 games, {title}; {seeds} seeds")
    echo(f"  {spread(counts)} stamps")
    for stamp, turns in sorted(got.items(), key=lambda it: -len(it[1])):
        echo(
            f"      {stamp:16} {100 * len(turns) / seeds:3.0f} % have it,"
            f" after {spread(turns)} games"
        )


def main(seeds: int) -> None:
    """Print all tables."""
    tell_table("200 games and 200 puzzles by turns", "gp", 400, seeds)
    tell_table("200 games alone", "g", 200, seeds)
    tell_table("200 puzzles alone", "p", 200, seeds)
    tell_stamps("Medium and Hard by turns", DAYS, 10 * seeds)
    tell_stamps("Easy, then Medium, Hard, Unbeatable", CLIMB, 10 * seeds)
    many = 10 * seeds
    found = careers(any_cell, "g", 200, range(many))
    shares = Counter(it.levels[-1] for it in found)
    echo(
        f"\nAny cell, 200 games alone, {many} seeds: levels at the end"
        f" {dict(sorted(shares.items()))}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20)
