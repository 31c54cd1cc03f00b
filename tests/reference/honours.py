"""Trials, rungs, levels and stamps of a person's games, by the tests' own rules and solver."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from tests.reference import (
    Board,
    Worth,
    after,
    completing,
    defined,
    empty_board,
    lacking,
    moves,
    other,
    result,
    worth,
)

PEOPLE = "human"
"""The key of a program in a game between two people."""

PENS = ("none", "Chalk", "Crayon", "Pencil", "Ballpoint", "Fountain pen", "Indian ink")
RUNGS = range(1, len(PENS))
PLACES = 10
"""The trials of a rung that are kept."""
ENOUGH = 7
"""So many of them hold it."""
HOUSE = ("tic-tac-toe", "square")
OURS = (*HOUSE, "four-in-a-row", "four-together", "knobby", "elly", "tippy", "el")


class Played(NamedTuple):
    """A game of a person against a program: the cells in order, who held what, and the help.

    *aided* has the plies of the person's moves with help. The first *set_up* cells were marks at
    the start. In a game between two people the *program* is :data:`PEOPLE`.
    """

    game: str
    cells: tuple[int, ...]
    seat: str
    first: str = "X"
    program: str = "medium"
    aided: frozenset[int] = frozenset()
    retried: bool = False
    set_up: int = 0


class Trial(NamedTuple):
    """A move or puzzle that trips beginners as its *rung* says, and whether the value was kept."""

    rung: int
    kept: bool


solve: Callable[[Board], Worth] = worth
"""The value and distance of a board. Proofs put a solver here that reads no table."""


# Hardness.


def beginners(board: Board) -> dict[int, Fraction]:
    """The chance of each cell to be a beginner's: half of the time any, half a cell that completes
    a line, else one that stops one, else any.
    """
    empty = moves(board)
    seen = [*completing(board, board.mover)] or [*completing(board, other(board.mover))] or empty
    half = Fraction(1, 2)
    return {cell: half / len(empty) + half * (cell in seen) / len(seen) for cell in empty}


@cache
def worths(board: Board) -> dict[int, Worth]:
    """Value and distance of each move, itself counted, to its mover."""
    found = {cell: solve(after(board, cell)) for cell in moves(board)}
    return {at: (-value, None if it is None else it + 1) for at, (value, it) in found.items()}


@cache
def keepers(board: Board) -> frozenset[int]:
    """The cells that keep the value of *board* for its mover."""
    best = max(value for value, _ in worths(board).values())
    return frozenset(cell for cell, (value, _) in worths(board).items() if value == best)


@cache
def hardness(board: Board) -> Fraction:
    """How often the one move of a beginner gives value away here, 0 to 1."""
    slips = (chance for cell, chance in beginners(board).items() if cell not in keepers(board))
    return sum(slips, Fraction(0))


def rung(share: Fraction) -> int:
    """The rung of what trips so large a *share* of beginners: 2 from even odds on, and one more
    each time the odds double, at most 6.
    """
    odds, found = share, 1
    while found < RUNGS[-1] and odds >= 1 - share:
        odds, found = odds / 2, found + 1
    return found


def forget_values() -> None:
    """Forget all values, for another :data:`solve`."""
    for known in (worths, keepers, hardness, is_trial):
        known.cache_clear()


@cache
def is_trial(board: Board) -> bool:
    """Whether a move here proves something: it can give value away, and can keep a win or draw."""
    values = {value for value, _ in worths(board).values()}
    return max(values) >= 0 and len(values) > 1


def boards(played: Played) -> list[Board]:
    """The boards of the game, from the empty one to the last."""
    found = [empty_board(played.game, played.first)]
    for cell in played.cells:
        assert result(found[-1]) is None
        assert cell in moves(found[-1])
        found.append(after(found[-1], cell))
    return found


def own_moves(played: Played) -> list[tuple[int, Board, int]]:
    """The person's moves: the ply, the board before it and the cell."""
    made = enumerate(zip(boards(played), played.cells, strict=False))
    return [
        (ply, board, cell)
        for ply, (board, cell) in made
        if board.mover == played.seat and ply >= played.set_up
    ]


def counts(played: Played) -> bool:
    """Whether the game may prove anything at all."""
    return played.program != PEOPLE and not played.retried and not played.set_up


def trials(played: Played) -> list[Trial]:
    """The trials of the person in the game, in order of play."""
    if not counts(played):
        return []
    return [
        Trial(rung(hardness(board)), cell in keepers(board))
        for ply, board, cell in own_moves(played)
        if ply not in played.aided and is_trial(board)
    ]


# The ladder.

Squares = tuple[tuple[bool, ...], ...]


class Ladder(NamedTuple):
    """The last trials of each rung, oldest first, and the highest level ever reached."""

    squares: Squares = ((),) * len(RUNGS)
    reached: int = 0

    def places(self, rung: int) -> list[bool]:
        """The ten places of a rung: its own trials, then the latest of higher rungs, the nearest
        rung first."""
        found = [*self.squares[rung - 1]]
        for higher in self.squares[rung:]:
            empty = PLACES - len(found)
            found += higher[-empty:] if empty else ()
        return found

    def held(self, rung: int) -> bool:
        """Whether seven of its places are kept."""
        return sum(self.places(rung)) >= ENOUGH

    def after(self, trials: Iterable[Trial]) -> "Ladder":
        """The ladder after each of the *trials* in turn."""
        ladder = self
        for rung, kept in trials:
            squares = [*ladder.squares]
            squares[rung - 1] = (*squares[rung - 1], kept)[-PLACES:]
            ladder = Ladder(tuple(squares), ladder.reached)
            ladder = ladder._replace(reached=max(ladder.reached, ladder.level))
        return ladder

    @property
    def level(self) -> int:
        """The highest rung such that all up to it are held now."""
        return next((rung - 1 for rung in RUNGS if not self.held(rung)), RUNGS[-1])


# Stamps.

QUIET_WIN = 5  # plies
WIDE = 11  # empty cells
KEPT = 4
SHORTEST = 11  # plies of the shortest win against Hard at Square
WEEK = 7  # days


def earned(played: Played) -> frozenset[str]:
    """The keys of the stamps that follow from one game, if it is over."""
    last = boards(played)[-1]
    if not counts(played) or result(last) is None:
        return frozenset()
    won, drawn = result(last) == played.seat, result(last) == "tie"
    alone = not played.aided
    held = won or drawn
    hard_beaten = won and alone and (played.game, played.program) == ("square", "hard")
    holds = {
        "first-win": won,
        "second-seat": won and alone and played.first != played.seat,
        "fork": won and forked(played),
        "clean-page": held and alone and is_clean(played),
        "needle": held and alone and any(map(is_needle, own_moves(played))),
        "own-rules": won and played.program in {"hard", "unbeatable"} and is_own(played.game),
        "hard-beaten": hard_beaten,
        "short-way": hard_beaten and len(played.cells) == SHORTEST,
        "quiet-win": won and alone and any(map(is_quiet_win, own_moves(played))),
        "unbeatable-held": drawn
        and alone
        and (played.game, played.program) == ("square", "unbeatable")
        and played.first != played.seat,
    }
    return frozenset(key for key, it in holds.items() if it)


def forked(played: Played) -> bool:
    """Whether the person's last move but one made threats, on lines through its cell, that lack two
    different cells.
    """
    own = own_moves(played)
    if len(own) < 2:
        return False
    _, board, cell = own[-2]
    made = lacking(after(board, cell), played.seat).values()
    return sum(any(cell in line for line in lines) for lines in made) > 1


def is_clean(played: Played) -> bool:
    """Whether there were four trials, all kept."""
    met = trials(played)
    return len(met) >= KEPT and all(kept for _, kept in met)


def is_needle(made: tuple[int, Board, int]) -> bool:
    """Whether the move was the only one of many cells that kept the value."""
    _, board, cell = made
    return is_trial(board) and len(moves(board)) >= WIDE and keepers(board) == {cell}


def is_quiet_win(made: tuple[int, Board, int]) -> bool:
    """Whether the move threatened nothing in a position won in five plies, and won in four more."""
    _, board, cell = made
    left = after(board, cell)
    return (
        solve(board) == (1, QUIET_WIN)
        and not completing(left, board.mover)
        and solve(left) == (-1, QUIET_WIN - 1)
    )


def is_own(game: str) -> bool:
    """Whether the game has none of our names, however it is spelled."""
    return game not in OURS and defined(game) not in {defined(name) for name in OURS}


def seats_beaten(played: Played) -> str | None:
    """Which of the four seats of Medium the game beats: the game and who began."""
    won = result(boards(played)[-1]) == played.seat
    if not (counts(played) and won and played.program == "medium" and played.game in HOUSE):
        return None
    return f"{played.game} {'first' if played.first == played.seat else 'second'}"


def both_seats(games: Sequence[Played]) -> bool:
    """Whether the games beat Medium from both seats of both games."""
    return len({seats_beaten(it) for it in games} - {None}) == 4


def week(streak: int) -> bool:
    """Whether so many days in a row are a week."""
    return streak >= WEEK
