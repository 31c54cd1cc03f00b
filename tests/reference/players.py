"""Players on plain boards: Hard, the eight rules and the chain of rules; and what comes of any
policies that meet: odds, and games counted one by one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain as chained

from ai.opponents.policy import Decision, Opponent
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    completing,
    courses,
    empty_board,
    live,
    moves,
    other,
    position,
    result,
    threatened_lines,
)

CENTRE = 4
OPPOSITE = {0: 8, 2: 6, 6: 2, 8: 0}  # for each corner
SIDES = [1, 3, 5, 7]


@cache
def weights(board: Board, mark: str) -> dict[int, int]:
    """For every empty cell t² + 1 from each line without a mark of the other side, t of *mark*."""
    points = {
        line: sum(board.marks[at] == mark for at in line) ** 2 + 1 for line in live(board, mark)
    }
    return {cell: sum(points[line] for line in points if cell in line) for cell in moves(board)}


@cache
def by_the_weights(board: Board) -> tuple[str, list[int]]:
    """Hard's reason and its cells; the reason is a rule, or the mark with the greater maximum."""
    me, you = board.mover, other(board.mover)
    mine, yours = weights(board, me), weights(board, you)
    for decides, mark in (("completes", me), ("blocks", you)):
        if cells := completing(board, mark):
            return decides, sorted(cells.elements())
    if not any([*mine.values(), *yours.values()]):
        return "nothing", moves(board)
    leader, follower = (yours, mine) if max(yours.values()) > max(mine.values()) else (mine, yours)
    leading = [cell for cell in leader if leader[cell] == max(leader.values())]
    most = max(follower[cell] for cell in leading)
    return (you if leader is yours else me), [cell for cell in leading if follower[cell] == most]


@cache
def forked(board: Board, mark: str, cell: int) -> frozenset[Cells]:
    """The lines through *cell* that *mark* threatens once it has marked it."""
    there = after(board._replace(mover=mark), cell)
    return frozenset(line for line in threatened_lines(there, mark) if cell in line)


@cache
def forking(board: Board, mark: str) -> list[int]:
    """The cells by which *mark* would threaten two lines through them at once."""
    return [cell for cell in moves(board) if len(forked(board, mark, cell)) > 1]


def stops_forks(board: Board) -> list[int]:
    """Rule 4."""
    me, you = board.mover, other(board.mover)
    if len(forking(board, you)) <= 1:
        return forking(board, you)
    threatening = [cell for cell in moves(board) if completing(after(board, cell), me)]
    stopping = [cell for cell in threatening if not forking(after(board, cell), you)]
    return stopping or [
        cell
        for cell in threatening
        if not set(completing(after(board, cell), me)) & set(forking(after(board, cell), you))
    ]


@cache
def by_the_rules(board: Board) -> tuple[int, list[int]]:
    """The number of the first applicable rule, and its cells."""
    me, you = board.mover, other(board.mover)
    empty = moves(board)
    corners = [cell for cell in OPPOSITE if cell in empty]
    satisfying = [
        sorted(completing(board, me)),
        sorted(completing(board, you)),
        forking(board, me),
        stops_forks(board),
        [cell for cell in empty if cell == CENTRE],
        [cell for cell in corners if board.marks[OPPOSITE[cell]] == you],
        corners,
        [cell for cell in empty if cell in SIDES],
    ]
    return next((number, cells) for number, cells in enumerate(satisfying, start=1) if cells)


# The chain. To stop forks, it plays for each corner, in order, in a border; its cells stand in the
# order of trial, before the other border at this corner.

BORDERS: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    0: ((1, 0, 2), (0, 3, 6)),
    2: ((1, 0, 2), (2, 5, 8)),
    6: ((7, 6, 8), (0, 3, 6)),
    8: ((7, 6, 8), (2, 5, 8)),
}


def by_the_chain(board: Board) -> tuple[str, int]:
    """The handler that answers, and its cell."""
    me, you = board.mover, other(board.mover)
    lines = sorted(sorted(cells) for cells in WINNING[board.game])
    for handler, mark in (("win", me), ("block", you)):
        for cells in lines:
            if sorted(board.marks[cell] for cell in cells) == sorted([".", mark, mark]):
                return handler, next(cell for cell in cells if board.marks[cell] == ".")
    for corner, borders in BORDERS.items():
        held = ["".join(sorted(board.marks[cell] for cell in border)) for border in borders]
        if board.marks[corner] == "." and held == [f"..{you}"] * 2:
            return "stop fork", next(cell for cell in borders[0] if board.marks[cell] == ".")
    mixed = [cells for cells in lines if {"X", "O"} <= {board.marks[cell] for cell in cells}]
    through = list(chained.from_iterable(cells for cells in lines if cells not in mixed))
    return "impact", max(moves(board), key=through.count)


def impacts(board: Board) -> dict[int, int]:
    """For every empty cell the lines through it that do not hold marks of both sides."""
    fillable = [
        line
        for line in WINNING[board.game]
        if not {"X", "O"} <= {board.marks[cell] for cell in line}
    ]
    return {cell: sum(cell in line for line in fillable) for cell in moves(board)}


def handled_corner(board: Board) -> int:
    """The first corner where the other side of the mover forks along both borders."""
    return next(
        corner
        for corner, borders in BORDERS.items()
        if {*map(frozenset, borders)} <= forked(board, other(board.mover), corner)
    )


# Odds: the probabilities that X wins, nobody does, O wins.

Three = tuple[Fraction, Fraction, Fraction]

Choose = Callable[[Board], Sequence[int]]


@cache
def odds(board: Board, x: Choose, o: Choose) -> Three:
    """The probabilities that X wins, nobody does, O wins, if *x* and *o* choose their moves."""
    if ended := result(board):
        return Fraction(ended == "X"), Fraction(ended == "tie"), Fraction(ended == "O")
    lots = (x if board.mover == "X" else o)(board)
    return mean([odds(after(board, cell), x, o) for cell in lots])


def choices(opponent: Opponent) -> Choose:
    """An opponent as a function of plain boards: its cells, each as often as its weight."""
    return lambda board: lots(opponent.decide(position(board)))


def lots(decision: Decision[object]) -> tuple[int, ...]:
    """The cells, each as often as it is to be picked."""
    pairs = zip(decision.cells, decision.weights, strict=True)
    return tuple(cell for cell, weight in pairs for _ in range(weight))


def mean(of: list[Three]) -> Three:
    """The odds where one of so many comes, each as likely as another."""
    x_wins, draws, o_wins = (
        sum(chances, Fraction(0)) / len(of) for chances in zip(*of, strict=True)
    )
    return x_wins, draws, o_wins


# Games that a player may play, counted one by one.

PERFECT = ["unbeatable", "rules", "chain", "minimax", "alpha-beta"]


def replies(board: Board, player: Opponent, mark: str) -> list[int]:
    """The different moves that there may be, *player* holding *mark*."""
    if board.mover == mark:
        return list(player.decide(position(board)).cells)
    return moves(board)


def counted(game: str, player: Opponent, mark: str, first: str) -> tuple[Counter[str], int | None]:
    """Games won, drawn and lost and their plies, and the plies of the shortest one lost.

    Forwards: each board with the number of ways of coming to it.
    """
    counts: Counter[str] = Counter()
    shortest = None
    layers = courses(empty_board(game, first), lambda board: replies(board, player, mark))
    for ply, boards in enumerate(layers):
        for ended, ways in ((result(board), ways) for board, ways in boards.items()):
            if ended:
                counts[{mark: "won", "tie": "drawn", other(mark): "lost"}[ended]] += ways
                counts["plies"] += ways * ply
            if ended == other(mark) and shortest is None:
                shortest = ply
    return counts, shortest


def boards_of(game: str, line: Iterable[int], first: str) -> list[Board]:
    """The boards of a legal game, from the empty one."""
    boards = [empty_board(game, first)]
    for cell in line:
        assert result(boards[-1]) is None
        assert cell in moves(boards[-1])
        boards.append(after(boards[-1], cell))
    return boards


def assert_loses(game: str, line: Sequence[int], player: Opponent, mark: str, first: str) -> None:
    """In the game of *line* the *player* makes moves of its own, and loses."""
    *before, last = boards_of(game, line, first)
    assert result(last) == other(mark)
    for board, cell in zip(before, line, strict=True):
        assert cell in replies(board, player, mark)
