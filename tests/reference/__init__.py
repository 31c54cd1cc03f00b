"""The tests' own rules, values, players, odds and searches, with which all laws compare.

Its definitions differ from the program's: boards are strings, lines and squares are geometry, X
maximises and O minimises, and the solver looks forwards. A game without a name has its definition
for a key: `4x3-a1b1c1c2`. Only :func:`position` and :func:`defined` use the program, and
:func:`worth` and :func:`chances` do where a larger board is too empty to be solved in a test.

:mod:`tests.reference.players` has the policies, odds and games of players,
:mod:`tests.reference.searches` the visits of minimax and alpha-beta.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product
from typing import NamedTuple

from ai.exact.tablebase import move_worths, probe
from ai.rules.games import NAMED, game_for
from ai.rules.position import Mark, Position, parse
from tests.reference.solver import Sides, Solver

Cells = frozenset[int]
Worth = tuple[int, int | None]  # value and distance


class Board(NamedTuple):
    """A drawn board, row by row, and who is to move."""

    game: str
    marks: str
    mover: str


# Geometry.


def rows_of_three() -> frozenset[Cells]:
    """The lines of the 3 by 3 board: the triples of points that span no area."""

    def area(a: int, b: int, c: int) -> int:
        (ax, ay), (bx, by), (cx, cy) = divmod(a, 3), divmod(b, 3), divmod(c, 3)
        return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)

    return frozenset(frozenset(three) for three in combinations(range(9), 3) if not area(*three))


def is_square(n: int, cells: Cells) -> bool:
    """Whether four cells are the corners of a square: four equal sides, two diagonals √2 longer."""
    pairs = combinations((divmod(cell, n) for cell in cells), 2)
    squares = sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in pairs)  # of all distances
    side, *_, diagonal = squares
    return squares == [side] * 4 + [diagonal] * 2 and diagonal == 2 * side


def all_squares(n: int) -> frozenset[Cells]:
    """The squares of an n by n board, found among all sets of four cells."""
    fours = (frozenset(four) for four in combinations(range(n * n), 4))
    return frozenset(four for four in fours if is_square(n, four))


def board_of(game: str) -> dict[complex, int]:
    """The cells of a game by their places: the column is the real part, the row the imaginary."""
    across, down = extent(game)
    return {complex(cell % across, cell // across): cell for cell in range(across * down)}


def ways(text: str) -> frozenset[Cells]:
    """The winning sets of a definition: the cells of its shapes, but for those that hold all cells
    of another. A shape is turned by a product of complex numbers.
    """
    board, found = board_of(text), set[Cells]()
    for shape in text.split("-")[1:]:
        drawn = [
            complex(ord(column) - ord("a"), int(row) - 1)
            for column, row in re.findall(r"([a-h])(\d)", shape)
        ]
        if shape.startswith("!"):
            found.add(frozenset(board[place] for place in drawn))
            continue
        for turn, flipped in product((1, 1j, -1, -1j), (drawn, [it.conjugate() for it in drawn])):
            for corner in board:
                placed = {corner + turn * (it - flipped[0]) for it in flipped}
                if placed <= board.keys():
                    found.add(frozenset(map(board.__getitem__, placed)))
    return frozenset(way for way in found if not any(it < way for it in found))


def defined(game: str) -> str:
    """The definition of the game with this key."""
    return game if game[0].isdigit() else NAMED[game].definition.text


class Winning(dict[str, frozenset[Cells]]):
    """The winning sets of each game, by its key or definition."""

    def __missing__(self, game: str) -> frozenset[Cells]:
        self[game] = found = ways(defined(game))
        return found


WINNING = Winning({"tic-tac-toe": rows_of_three(), "square": all_squares(4)})
SIZE = {"tic-tac-toe": 3, "square": 4}


@cache
def extent(game: str) -> tuple[int, int]:
    """The columns and rows of a game."""
    if game in SIZE:
        return SIZE[game], SIZE[game]
    columns, rows = map(int, re.findall(r"\d+", defined(game))[:2])
    return columns, rows


def size_of(game: str) -> int:
    """The number of cells of a game."""
    columns, rows = extent(game)
    return columns * rows


@cache
def turns(game: str) -> frozenset[tuple[int, ...]]:
    """The turns and reflections of the board that keep the winning sets: for each cell another."""
    board, found = board_of(game), set[tuple[int, ...]]()
    middle = sum(board) / len(board)
    for turn, flips in product((1, 1j, -1, -1j), (False, True)):
        away = [it - middle for it in board]
        places = [middle + turn * (it.conjugate() if flips else it) for it in away]
        if {*places} == board.keys():
            to = tuple(map(board.__getitem__, places))
            if {frozenset(to[cell] for cell in way) for way in WINNING[game]} == WINNING[game]:
                found.add(to)
    return frozenset(found)


# Rules.


def empty_board(game: str, first: str) -> Board:
    """The board before the first move."""
    return Board(game, "." * size_of(game), first)


def other(mark: str) -> str:
    """The opposing mark."""
    return "O" if mark == "X" else "X"


def first_mark(board: Board) -> str:
    """The mark that made the first move."""
    return board.mover if (len(board.marks) - len(moves(board))) % 2 == 0 else other(board.mover)


def diagram(board: Board) -> str:
    """The rows of *board*, joined by hyphens, as addresses have them."""
    columns, _rows = extent(board.game)
    return "-".join(board.marks[at : at + columns] for at in range(0, len(board.marks), columns))


def moves(board: Board) -> list[int]:
    """The empty cells, in reading order."""
    return [cell for cell, mark in enumerate(board.marks) if mark == "."]


def after(board: Board, cell: int) -> Board:
    """The board with the mover's mark on *cell*."""
    marks = board.marks[:cell] + board.mover + board.marks[cell + 1 :]
    return Board(board.game, marks, other(board.mover))


def completed(board: Board) -> frozenset[Cells]:
    """The winning sets that hold one and the same mark."""
    xs, os = ({cell for cell, on_it in enumerate(board.marks) if on_it == mark} for mark in "XO")
    return frozenset(cells for cells in WINNING[board.game] if cells <= xs or cells <= os)


@cache
def result(board: Board) -> str | None:
    """`X` or `O` for a win, `tie`, or None while the game goes on."""
    for cells in completed(board):
        return board.marks[min(cells)]
    return None if "." in board.marks else "tie"


def courses(
    board: Board, choose: Callable[[Board], Iterable[int]] = moves
) -> Iterator[Counter[Board]]:
    """The boards after each number of plies, each with how many orders of moves lead there, if
    every move is one that *choose* allows.
    """
    boards = Counter({board: 1})
    while boards:
        yield boards
        following: Counter[Board] = Counter()
        for here, orders in boards.items():
            for cell in choose(here) if result(here) is None else ():
                following[after(here, cell)] += orders
        boards = following


def reachable(game: str, first: str) -> Iterator[Board]:
    """Every board that play reaches, once each, ply by ply."""
    for boards in courses(empty_board(game, first)):
        yield from sorted(boards)


def live(board: Board, mark: str) -> list[Cells]:
    """The winning sets that are live for *mark*: without a mark of the other side."""
    sets = WINNING[board.game]
    return [cells for cells in sets if other(mark) not in {board.marks[cell] for cell in cells}]


@cache
def lacking(board: Board, mark: str) -> dict[int, frozenset[Cells]]:
    """The cells where *mark* would complete winning sets, each with these sets."""
    own = {cell for cell, on_it in enumerate(board.marks) if on_it == mark}
    found = defaultdict(set)
    for cells in WINNING[board.game]:
        if len(cells - own) == 1:
            (cell,) = cells - own
            if board.marks[cell] == ".":
                found[cell].add(cells)
    return {cell: frozenset(sets) for cell, sets in found.items()}


@cache
def completing(board: Board, mark: str) -> Counter[int]:
    """The cells of :func:`lacking`, each with how many sets it would complete."""
    return Counter({cell: len(sets) for cell, sets in lacking(board, mark).items()})


def threatened_lines(board: Board, mark: str) -> frozenset[Cells]:
    """The winning sets that *mark* would complete with one more mark."""
    return frozenset[Cells]().union(*lacking(board, mark).values())


@cache
def tree(board: Board, depth: int = 16) -> tuple[int, int]:
    """How many nodes the tree of all games from *board* has down to *depth* plies, and how many
    different boards.
    """
    layers = [*islice(courses(board), depth + 1)]
    return sum(boards.total() for boards in layers), sum(map(len, layers))


@cache
def games_from(board: Board) -> int:
    """How many games go on from *board*."""
    return sum(orders for boards in courses(board) for b, orders in boards.items() if result(b))


# Symmetries: for every cell the cell to which it goes.


def moved(board: Board, to: Sequence[int]) -> Board:
    """The board with the mark of every cell where *to* says."""
    return board._replace(marks="".join(board.marks[to.index(cell)] for cell in range(len(to))))


def exchanged(board: Board) -> Board:
    """The board with X and O exchanged, the mover too."""
    marks = board.marks.translate(str.maketrans("XO", "OX"))
    return Board(board.game, marks, other(board.mover))


@cache
def images(board: Board) -> frozenset[Board]:
    """The board seen from every side, and from below too."""
    return frozenset(moved(board, to) for to in turns(board.game))


# Values, to X: what X wants greatest and O least.

TO_SOLVE = 8  # empty cells of a larger board that are solved in a test without delay


@cache
def solver(game: str) -> Solver:
    """The solver of a game."""
    return Solver(size_of(game), WINNING[game], turns(game))


@cache
def lookahead(board: Board, depth: int) -> int:
    """1 if X wins within *depth* plies, -1 if O does, else 0."""
    if ended := result(board):
        return {"X": 1, "tie": 0, "O": -1}[ended]
    if depth == 0:
        return 0
    choose = max if board.mover == "X" else min
    return choose(lookahead(after(board, cell), depth - 1) for cell in moves(board))


def to_mover(board: Board, value: int) -> int:
    """A *value* to X as the mover of *board* sees it; or that of the mover, as X does."""
    return value if board.mover == "X" else -value


@cache
def ahead(board: Board, depth: int) -> dict[int, int]:
    """The value of each move to the mover within *depth* plies: 1, 0 or -1."""
    return {at: to_mover(board, lookahead(after(board, at), depth - 1)) for at in moves(board)}


def greatest(values: Mapping[int, int]) -> list[int]:
    """The cells of the greatest value."""
    return [cell for cell, value in values.items() if value == max(values.values())]


@cache
def first_best_line(board: Board, depth: int) -> list[int]:
    """The moves from *board*, up to *depth* plies, if both play the first of the best."""
    if result(board) or not depth:
        return []
    cell = greatest(ahead(board, depth))[0]
    return [cell, *first_best_line(after(board, cell), depth - 1)]


def value_and_distance(board: Board) -> Worth:
    """1, 0 or -1 to the mover, and the plies to the end: None for a draw."""
    return solver(board.game).worth(*key(board))


def is_soon_solved(board: Board) -> bool:
    """Whether the board is small, or few of its cells are empty."""
    return size_of(board.game) <= 12 or len(moves(board)) <= TO_SOLVE


@cache
def worth(board: Board) -> Worth:
    """:func:`value_and_distance`, by the tables if the solver would take long."""
    if is_soon_solved(board):
        return value_and_distance(board)
    exact = probe(position(board))
    return int(exact.value), exact.distance


@cache
def worths(board: Board, solver: Callable[[Board], Worth] = worth) -> dict[int, Worth]:
    """Value and distance of each move to its mover, itself counted, by *solver*."""
    found = {cell: solver(after(board, cell)) for cell in moves(board)}
    return {
        c: (-value, None if plies is None else plies + 1) for c, (value, plies) in found.items()
    }


def keeping(board: Board) -> list[int]:
    """The cells that keep the value of *board*."""
    return [cell for cell, (value, _) in worths(board).items() if value == worth(board)[0]]


def winners_own(plies: int) -> int:
    """The winner's own moves among so many plies: every other one, back from the last."""
    return len(range(plies, 0, -2))


def soon(plies: int) -> str:
    """How soon a win comes after so many plies, as sentences tell it."""
    own = winners_own(plies)
    return f"in {own} moves" if own > 1 else "at once"


def in_words(worth: Worth) -> str:
    """A value and its distance as pages write them."""
    value, distance = worth
    return f"{'wins' if value > 0 else 'loses'} {soon(distance)}" if distance else "draws"


# Difficulties.


def difficulty(board: Board) -> Fraction:
    """How often a beginner, who is to move on a drawn *board*, loses against Unbeatable: half of
    the time it plays as Medium, half as Easy.
    """
    again = solver(board.game)
    return Fraction(again.difficulty(*key(board)), again.parts)


@cache
def difficulties(board: Board) -> dict[int, Fraction]:
    """The difficulty of each move to a draw; none if the game is over."""
    again, over = solver(board.game), result(board)
    found = {} if over else again.difficulties(*key(board))
    return {cell.bit_length() - 1: Fraction(it, again.parts) for cell, it in found.items()}


@cache
def chances(board: Board) -> dict[int, float]:
    """:func:`difficulties`, by the tables if the solver would take long."""
    if is_soon_solved(board):
        return {cell: float(share) for cell, share in difficulties(board).items()}
    found = {cell: it.difficulty for cell, it in move_worths(position(board)).items()}
    return {cell: share for cell, share in found.items() if share is not None}


@cache
def perfect(board: Board) -> list[int]:
    """The cells of the most merit: a sooner win, a more difficult draw or a later loss has more."""
    found = {} if result(board) else worths(board)
    merits = {
        cell: (value, -value * (plies or 0), chances(board).get(cell, 0))
        for cell, (value, plies) in found.items()
    }
    return [cell for cell in merits if merits[cell] == max(merits.values())]


best_cells = perfect


def defence(board: Board) -> int:
    """Of the cells of the most merit the first that blocks, else the first."""
    threats = completing(board, "X" if board.mover == "O" else "O")
    found = perfect(board)
    return next((cell for cell in found if cell in threats), found[0])


# Wins by threats.


@cache
def shortest(board: Board) -> int:
    """The plies of the shortest win by threats of the side to move, 0 if there is none: each of its
    moves threatens or completes, after every reply of the other side.
    """
    if completing(board, board.mover):
        return 1
    return min(filter(None, (shortest_from(board, cell) for cell in moves(board))), default=0)


@cache
def shortest_from(board: Board, cell: int) -> int:
    """The plies of the shortest win by threats that begins on *cell*, 0 if there is none."""
    left = after(board, cell)
    if completed(left):
        return 1
    if not completing(left, board.mover) or completing(left, left.mover):
        return 0
    replies = [shortest(after(left, reply)) for reply in moves(left)]
    return 2 + max(replies) if all(replies) else 0


# Boards as the package has them.


@cache
def position(board: Board) -> Position:
    """The *board* as the package reads it."""
    return parse(game_for(board.game), board.marks, Mark(board.mover))


def key(board: Board) -> Sides:
    """The masks of the mover and of the other side."""
    own, its = (
        sum(2**cell for cell, mark in enumerate(board.marks) if mark == wanted)
        for wanted in (board.mover, other(board.mover))
    )
    return own, its


def plain(position: Position) -> Board:
    """The *position* as the reference has it."""
    return Board(position.game.key, str(position).replace(" ", ""), position.to_move)
