"""Boards and games for tests: all of tic-tac-toe, and samples of both games."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, pairwise, product
from random import Random

from hypothesis import strategies as st

from ai.exact.tablebase import DRAW, load
from ai.exact.value import Exact
from ai.rules.games import SQUARE, Game
from ai.rules.position import Mark, Position
from tests.reference import (
    Board,
    after,
    empty_board,
    exchanged,
    images,
    keeping,
    moves,
    reachable,
    result,
)


def one_of_each_class(boards: Iterable[Board]) -> Iterator[Board]:
    """One board of each class of *boards* under symmetry and exchange of X and O.

    The boards take turns in their symmetry, and after each round X and O are exchanged.
    """
    met: set[Board] = set()
    number = 0
    for board in boards:
        if board not in met:
            alike = sorted(images(board))
            met.update(alike, map(exchanged, alike))
            turn, side = divmod(number, len(alike))
            yield exchanged(alike[side]) if turn % 2 else alike[side]
            number += 1


# Either side first: 5,478 boards each, and none in common, for the mover tells them apart.
BOARDS = (*reachable("tic-tac-toe", "X"), *reachable("tic-tac-toe", "O"))
ACTIVE = tuple(board for board in BOARDS if result(board) is None)

# 765 boards represent all: by the laws of tests/laws.py symmetric boards have the same values, and
# policies treat them alike. tests/proof checks the values of every board.
CLASSES = tuple(one_of_each_class(BOARDS))
ACTIVE_CLASSES = tuple(board for board in CLASSES if result(board) is None)

ON_SIXTEEN = [
    "4x4-a1b1c1a2",
    "4x4-a1b1c1b2",
    "4x4-a1b1a2b2-a1c1a3c3",
    "4x4-a1b1c1d1-!a2b3c4",
    "8x2-a1b1c1d2",
]


def drawings() -> Iterator[Board]:
    """One board of each class of all ways to fill nine cells with X, O or nothing, with either side
    to move. Play reaches 765 of them.
    """
    filled = map("".join, product("XO.", repeat=9))
    return one_of_each_class(Board("tic-tac-toe", marks, to) for marks in filled for to in "XO")


def at_random(game: str, empty: Sequence[int], count: int, seed: int) -> list[Board]:
    """*count* boards of unfinished games; the number of empty cells is one of *empty*."""
    rng = Random(seed)  # noqa: S311
    found: list[Board] = []
    while len(found) < count:
        board, left = empty_board(game, rng.choice("XO")), rng.choice(empty)
        while result(board) is None and len(moves(board)) > left:
            board = after(board, rng.choice(moves(board)))
        if result(board) is None:
            found.append(board)
    return found


def to_the_end(
    game: str, count: int, seed: int, cares: Sequence[float] = (0,)
) -> list[list[Board]]:
    """All boards of *count* random games, from the empty one to the end. Both sides of a game keep
    the value as often as one of these *cares* says, in turn.
    """
    rng = Random(seed)  # noqa: S311
    found = []
    for _, care in zip(range(count), cycle(cares), strict=False):
        boards = [empty_board(game, rng.choice("XO"))]
        while result(boards[-1]) is None:
            choose = keeping if care and rng.random() < care else moves
            boards.append(after(boards[-1], rng.choice(choose(boards[-1]))))
        found.append(boards)
    return found


def played(boards: Sequence[Board]) -> tuple[int, ...]:
    """The cells marked from each of *boards* to the next."""
    return tuple(
        next(cell for cell in moves(board) if after(board, cell) == there)
        for board, there in pairwise(boards)
    )


def far_from_won(plies: int, count: int | None = None, seed: int = 1) -> list[Board]:
    """*count* boards of Square, or all, with O to move and to win in *plies* or more; from the
    tables, symmetric ones once.
    """
    table = load(SQUARE)
    # The code of a decided position is the distance plus one, which is even for a win.
    found = [
        Board("square", str(Position.from_masks(SQUARE, *sides, Mark.O)).replace(" ", ""), "O")
        for code, sides in zip(table.codes, table.positions(), strict=True)
        if DRAW > code > plies
        and not code % 2
        and not any(SQUARE.is_won[side] for side in sides)
        and SQUARE.symmetries.canonical(*sides) == sides
    ]
    return Random(seed).sample(found, len(found) if count is None else count)  # noqa: S311


@st.composite
def games(draw: st.DrawFn, game: str) -> list[Board]:
    boards = [empty_board(game, draw(st.sampled_from("XO")))]
    for cell in draw(st.permutations(moves(boards[0]))):
        if result(boards[-1]):
            break
        boards.append(after(boards[-1], cell))
    return boards


def pair(exact: Exact) -> tuple[int, int | None]:
    return int(exact.value), exact.distance


def position_after(game: Game, moves: Iterable[int], first: str = "X") -> Position:
    """The position after *moves* from the empty board, *first* moving first."""
    here = Position(game, to_move=Mark(first))
    for cell in moves:
        here = here.play(cell)
    return here
