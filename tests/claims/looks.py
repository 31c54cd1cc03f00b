"""The region of a hint, and the drawings of a hint and of a wrong try, by the tests' own rules."""

import re
from itertools import pairwise

from ai.facts import looks as k
from ai.facts.fact import Fact
from ai.facts.looks import look
from ai.study.study import JudgedMove, study
from ai.words.told import wrong_try
from tests.claims.pen import middle
from tests.claims.positions import At, blocked
from tests.model import name
from tests.names_in_words import CELL
from tests.reference import (
    WINNING,
    Board,
    after,
    completed,
    completing,
    extent,
    keeping,
    moves,
    other,
    position,
    shortest,
    shortest_from,
    threatened_lines,
    worth,
    worths,
)
from webapp.board.pointer import Pointer, hint_pointer, region_pointer, wrong_try_pointer


def expect_look(board: Board, move: JudgedMove) -> None:
    """The region holds the best move and more, its fact is true of it, and the loop runs round the
    middle of each of its cells, near the board.
    """
    fact, region = look(move)
    assert {move.cell} < region
    assert holds(board, move.cell, fact, region), (board, move.cell, fact)
    pointer, (columns, rows) = region_pointer(look(move), move.game), extent(board.game)
    assert {*pointer.region} == region
    corners = [complex(int(x), int(y)) for x, y in CORNER.findall(pointer.loop)]
    assert all(0 <= it.real <= columns * 100 and 0 <= it.imag <= rows * 100 for it in corners)
    for one, another in pairwise(corners):
        inwards = [(another - one).conjugate() * (middle(columns, at) - one) for at in region]
        assert all(it.imag >= -abs(another - one) for it in inwards)


CORNER = re.compile(r"(-?\d+) (-?\d+)(?=[LAM]|$)")


def holds(board: Board, cell: int, fact: Fact, region: frozenset[int]) -> bool:
    """Whether the claim of *fact* on the region and the best move on *cell* is true."""
    at = At(board, cell)
    me, you, value, passed = at.me, at.you, at.value, at.passed
    threats = {*completing(at.left, me)}
    there = [it for it in region if board.marks[it] == "."]
    forces = value == 1 and shortest_from(board, cell) == at.plies != 3
    match fact:
        case k.NeedsOneMore(side):
            lacked = {it for it in region if board.marks[it] != side}
            is_way = fact.lines == (region,) and region in WINNING[board.game] and lacked == {cell}
            return is_way and (side == me or not completing(board, me))
        case k.CanFork(side):
            return side == me and value == 1 and len(threats) > 1 and threats < region
        case k.CanForce(side):
            return side == me and forces and threats < region
        case k.CanWinQuietly(side):
            return side == me and value == 1 and not threats
        case k.WouldFork(side):
            forks = (len(completing(after(passed, it), you)) > 1 for it in there)
            return side == you and shortest(passed) == 3 and any(forks)
        case k.WouldForce(side):
            begins = (shortest_from(passed, it) == shortest(passed) for it in there)
            return side == you and shortest(passed) > 3 and any(begins)
        case k.CanThreaten(side):
            return side == me and threats != set() and threats < region
        case k.CanPrepare(side):
            return side == me and value == 0 and shortest(at.again) > 1
        case k.IsHardest(side):
            return side == you and at.drawn[cell] == max(at.drawn.values()) > 0
    return cell in at.best and (at.all_lose if fact == k.LastsLongest() else value == 0)


def lines_of(board: Board, pointer: Pointer) -> set[frozenset[int]]:
    """The winning sets in whose cells the shapes of *pointer* turn or end."""
    columns, found = extent(board.game)[0], set()
    for shape in pointer.shapes:
        middles = re.findall(r"(\d+)\.5,(\d+)\.5(?=[ M]|$)", shape.points)
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
