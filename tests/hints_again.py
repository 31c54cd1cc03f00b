"""Where a hint looks, and what is drawn of it and of a wrong try, by the tests' own rules."""

import re
from collections.abc import Callable, Iterable

from ai.facts import looks as k
from ai.facts.fact import Fact
from ai.facts.looks import Look, look
from ai.study.study import JudgedMove, study
from ai.words.told import wrong_try
from tests.model import name as cell_name
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
    other,
    perfect,
    position,
    shortest,
    shortest_from,
    worth,
    worths,
)
from webapp.board.pointer import Pointer, hint_pointer, region_pointer


def expect_look(board: Board, move: JudgedMove) -> type[object]:
    """The region holds the best move and more, and its fact is true of it; the fact's type."""
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
        expect_claim(board, move.cell, fact, region)
    return type(fact)


def expect_claim(board: Board, cell: int, fact: Fact, region: frozenset[int]) -> None:
    """What *fact* claims of the region and the best move on *cell*."""
    me, you, left = board.mover, other(board.mover), after(board, cell)
    (value, plies), threats = worths(board)[cell], {*completing(left, me)}
    passed, values = board._replace(mover=you), {it for it, _plies in worths(board).values()}
    claims: dict[type[Fact], tuple[str, Callable[[], bool]]] = {
        k.CanFork: (me, lambda: value == 1 and len(threats) > 1 and threats < region),
        k.CanForce: (
            me,
            lambda: value == 1 and shortest_from(board, cell) == plies != 3 and threats < region,
        ),
        k.CanWinQuietly: (me, lambda: value == 1 and not threats),
        k.WouldFork: (
            you,
            lambda: (
                shortest(passed) == 3
                and any(len(completing(after(passed, at), you)) > 1 for at in region - taken(board))
            ),
        ),
        k.WouldForce: (
            you,
            lambda: (
                shortest(passed) > 3
                and any(
                    shortest_from(passed, at) == shortest(passed) for at in region - taken(board)
                )
            ),
        ),
        k.CanThreaten: (me, lambda: threats != set() and threats < region),
        k.CanPrepare: (me, lambda: value == 0 and shortest(left._replace(mover=me)) > 1),
        k.IsHardest: (you, lambda: chances(board)[cell] == max(chances(board).values()) > 0),
        k.NoneBetter: ("", lambda: value == 0 and cell in perfect(board)),
        k.LastsLongest: ("", lambda: values == {-1} and cell in perfect(board)),
    }
    side, claim = claims[type(fact)]
    assert getattr(fact, "side", "") == side
    assert claim(), (board, cell, fact)


def taken(board: Board) -> set[int]:
    """The cells with a mark."""
    return {at for at, mark in enumerate(board.marks) if mark != "."}


def looks_at(boards: Iterable[Board]) -> set[type[object]]:
    """The types of all facts on where to look, after a check of them."""
    found = set()
    for board in boards:
        here = study(position(board))
        for move in {here.best, here.winner}:
            found.add(expect_look(board, move))
            expect_loop(board, look(move), move)
            expect_hint_drawn(board, move, hint_pointer(move))
    return found


CENTRE = re.compile(r"(-?\d+) (-?\d+)(?=[LAM]|$)")


def expect_loop(board: Board, found: Look, move: JudgedMove) -> None:
    """The loop is drawn round the centre of each cell in the region, and stays near the board."""
    pointer = region_pointer(found, move.game)
    ends = [(int(x), int(y)) for x, y in CENTRE.findall(pointer.loop)]
    size, rows = extent(board.game)
    assert all(0 <= x <= size * 100 and 0 <= y <= rows * 100 for x, y in ends)
    assert {*pointer.region} == found.region
    middle_x, middle_y = (sum(it) / len(ends) for it in zip(*ends, strict=True))
    for cell in found.region:
        x, y = cell % size * 100 + 50, cell // size * 100 + 50
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
    size, found = extent(board.game)[0], set()
    for shape in pointer.shapes:
        points = [tuple(map(float, it)) for it in re.findall(r"([\d.]+),([\d.]+)", shape.points)]
        middles = [(x, y) for x, y in points if x % 1 == y % 1 == 0.5]
        found.add(frozenset(int(y) * size + int(x) for x, y in middles))
    assert found <= {*WINNING[board.game]}
    return found


def expect_hint_drawn(board: Board, move: JudgedMove, pointer: Pointer) -> None:
    """The sets are those that the move completes, else those it blocks, else those it threatens."""
    me, left = board.mover, after(board, move.cell)
    against = after(board._replace(mover=other(me)), move.cell)
    open_sets = {
        line
        for line in WINNING[board.game]
        if [left.marks[at] for at in line].count(".") == 1
        and {left.marks[at] for at in line} == {".", me}
    }
    expected = {*completed(left)} or {*completed(against)} or open_sets
    assert lines_of(board, pointer) == expected
    if expected:
        assert pointer.mark == (me if completed(left) or not completed(against) else other(me))
    assert {*pointer.clear} == taken(board) | {move.cell}
    assert pointer.ghost is None


def expect_wrong_try(board: Board, move: JudgedMove, pointer: Pointer) -> bool:
    """The ghost wins, or holds the draw, by the tests' own values, and the words name no other
    cell. It stands where the mover had to go if no other reply is as good; whether it does.
    """
    left, you = after(board, move.cell), other(board.mover)
    value = worths(board)[move.cell][0]
    assert pointer.ghost is not None
    named = {cell_name(board.game, it) for it in (move.cell, pointer.ghost)}
    assert {*re.findall(CELL, wrong_try(move))} == named
    assert left.marks[pointer.ghost] == "."
    assert worths(left)[pointer.ghost] == worth(left)
    assert worth(left)[0] == -value
    ended = after(left, pointer.ghost)
    gives_away = pointer.ghost in keeping(board)
    alike = {at for at, found in worths(left).items() if found == worth(left)}
    assert not gives_away or alike <= {*keeping(board)}
    lines = lines_of(board, pointer)
    assert {*completed(ended)} == lines or not completed(ended)
    for line in lines:
        marks = [ended.marks[at] for at in line]
        assert {*marks} <= {you, "."}
        assert marks.count(".") <= 1
    assert pointer.mark == you
    return gives_away
