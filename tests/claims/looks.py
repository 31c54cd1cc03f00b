"""The region of a hint, and the drawings of a hint and of a wrong try, by the tests' own rules."""

import re

from ai.facts import looks as k
from ai.facts.fact import Fact
from ai.facts.looks import look
from ai.study.study import JudgedMove, study
from ai.words.told import wrong_try
from tests.claims.positions import blocked
from tests.model import name
from tests.names_in_words import CELL
from tests.reference import (
    WINNING,
    Board,
    after,
    chances,
    completed,
    completing,
    extent,
    keeping,
    moves,
    other,
    perfect,
    position,
    shortest,
    shortest_from,
    threatened_lines,
    worth,
    worths,
)
from webapp.board.pointer import Pointer, hint_pointer, region_pointer, wrong_try_pointer


def expect_look(board: Board, move: JudgedMove) -> None:
    """The region holds the best move and more, and its fact is true of it."""
    fact, region = look(move)
    assert move.cell in region
    assert len(region) > 1
    assert worths(board)[move.cell][0] == worth(board)[0]
    if isinstance(fact, k.NeedsOneMore):
        assert fact.lines == (region,)
        assert region in WINNING[board.game]
        assert {at for at in region if board.marks[at] != fact.side} == {move.cell}
        assert fact.side == board.mover or not completing(board, board.mover)
    else:
        assert holds(board, move.cell, fact, region), (board, move.cell, fact)


def holds(board: Board, cell: int, fact: Fact, region: frozenset[int]) -> bool:
    """Whether the claim of *fact* on the region and the best move on *cell* is true."""
    me, you, left = board.mover, other(board.mover), after(board, cell)
    (value, plies), threats = worths(board)[cell], {*completing(left, me)}
    passed = board._replace(mover=you)
    there = [at for at in region if board.marks[at] == "."]
    forces = value == 1 and shortest_from(board, cell) == plies != 3
    match fact:
        case k.CanFork(side):
            return side == me and value == 1 and len(threats) > 1 and threats < region
        case k.CanForce(side):
            return side == me and forces and threats < region
        case k.CanWinQuietly(side):
            return side == me and value == 1 and not threats
        case k.WouldFork(side):
            forks = (len(completing(after(passed, at), you)) > 1 for at in there)
            return side == you and shortest(passed) == 3 and any(forks)
        case k.WouldForce(side):
            begins = (shortest_from(passed, at) == shortest(passed) for at in there)
            return side == you and shortest(passed) > 3 and any(begins)
        case k.CanThreaten(side):
            return side == me and threats != set() and threats < region
        case k.CanPrepare(side):
            return side == me and value == 0 and shortest(left._replace(mover=me)) > 1
        case k.IsHardest(side):
            return side == you and chances(board)[cell] == max(chances(board).values()) > 0
    lost = {it for it, _plies in worths(board).values()} == {-1}
    return cell in perfect(board) and (lost if fact == k.LastsLongest() else value == 0)


CENTRE = re.compile(r"(-?\d+) (-?\d+)(?=[LAM]|$)")


def expect_loop(board: Board, move: JudgedMove) -> None:
    """The loop is drawn round the centre of each cell in the region, and stays near the board."""
    pointer = region_pointer(look(move), move.game)
    ends = [(int(x), int(y)) for x, y in CENTRE.findall(pointer.loop)]
    columns, rows = extent(board.game)
    assert all(0 <= x <= columns * 100 and 0 <= y <= rows * 100 for x, y in ends)
    assert {*pointer.region} == look(move).region
    middle_x, middle_y = (sum(it) / len(ends) for it in zip(*ends, strict=True))
    for cell in pointer.region:
        x, y = cell % columns * 100 + 50, cell // columns * 100 + 50
        # Its arcs, without which the polygon goes through centres, go further.
        assert is_inside(ends, x + (middle_x - x) / 100, y + (middle_y - y) / 100)


def is_inside(corners: list[tuple[int, int]], x: float, y: float) -> bool:
    """Whether a ray from the point to the right crosses the polygon an odd number of times."""
    crossed = 0
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossed += 1
    return crossed % 2 == 1


def lines_of(board: Board, pointer: Pointer) -> set[frozenset[int]]:
    """The winning sets in whose cells the shapes of *pointer* turn or end."""
    columns, found = extent(board.game)[0], set()
    for shape in pointer.shapes:
        points = [tuple(map(float, it)) for it in re.findall(r"([\d.]+),([\d.]+)", shape.points)]
        middles = [(x, y) for x, y in points if x % 1 == y % 1 == 0.5]
        found.add(frozenset(int(y) * columns + int(x) for x, y in middles))
    assert found <= {*WINNING[board.game]}
    return found


def expect_hint_drawn(board: Board, move: JudgedMove) -> None:
    """The sets are those that the move completes, else those it blocks, else those it threatens."""
    me, left, pointer = board.mover, after(board, move.cell), hint_pointer(move)
    done, stopped = {*completed(left)}, {*blocked(board, move.cell)}
    expected = done or stopped or {*threatened_lines(left, me)}
    assert lines_of(board, pointer) == expected
    if expected:
        assert pointer.mark == (other(me) if stopped and not done else me)
    assert {*pointer.clear} == {*range(len(board.marks))} - {*moves(left)}
    assert pointer.ghost is None


def expect_hints(board: Board) -> None:
    """The hints at the best moves that are told, and the replies to all wrong tries, are true."""
    here = study(position(board))
    for move in {here.best, here.winner}:
        expect_look(board, move)
        expect_loop(board, move)
        expect_hint_drawn(board, move)
    for move in here.moves.values():
        if move.value_lost:
            expect_wrong_try(board, move)


def expect_wrong_try(board: Board, move: JudgedMove) -> None:
    """The ghost wins, or holds the draw, by the tests' own values, and the words name no other
    cell. It stands where the mover had to go only if no other reply is as good.
    """
    left, you, pointer = after(board, move.cell), other(board.mover), wrong_try_pointer(move)
    assert pointer.ghost is not None
    named = {name(board.game, it) for it in (move.cell, pointer.ghost)}
    assert {*re.findall(CELL, wrong_try(move))} == named
    assert worths(left)[pointer.ghost] == worth(left)
    assert worth(left)[0] == -worths(board)[move.cell][0]
    ended, kept = after(left, pointer.ghost), {*keeping(board)}
    alike = {at for at, found in worths(left).items() if found == worth(left)}
    assert pointer.ghost not in kept or alike <= kept
    lines = lines_of(board, pointer)
    assert {*completed(ended)} in (lines, set())
    for line in lines:
        marks = [ended.marks[at] for at in line]
        assert {*marks} <= {you, "."}
        assert marks.count(".") <= 1
    assert pointer.mark == you
