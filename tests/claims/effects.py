"""How a move wins, loses or draws: each fact by the tests' own rules and solver, step by step."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import pytest

from ai.exact.value import Value
from ai.facts import effects as e
from ai.facts.fact import Fact
from ai.study.study import study
from tests.reference import (
    Board,
    Cells,
    after,
    completed,
    completing,
    lacking,
    moves,
    other,
    position,
    result,
    shortest,
    shortest_from,
    worth,
    worths,
)

Facts = Sequence[Fact]


@cache
def threatened(board: Board, side: str) -> set[tuple[int, Cells]]:
    """The threatened lines of *side*, each with its empty cell."""
    return {(cell, line) for cell, lines in lacking(board, side).items() for line in lines}


def blocked(board: Board, cell: int) -> set[Cells]:
    """The lines that the side to move blocks on *cell*."""
    return {line for at, line in threatened(board, other(board.mover)) if at == cell}


@cache
def forking(board: Board, cell: int) -> bool:
    """Whether marking *cell* makes threats that no one answer stops."""
    left = after(board, cell)
    return len(completing(left, board.mover)) > 1 and not completing(left, left.mover)


@cache
def forked(board: Board, cell: int) -> bool:
    """Whether *cell*, marked by the side to move, makes two threats which lack different cells,
    even if the other side would win before.
    """
    return len({at for at, line in threatened(after(board, cell), board.mover) if cell in line}) > 1


def expect_win(board: Board, cell: int, facts: Facts) -> None:
    """*facts* tell how the winning move on *cell* forces its win."""
    left = after(board, cell)
    if done := completed(left):
        assert facts == (e.Completes(cell, ordered(done)),)
        return
    if lines := blocked(board, cell):
        assert facts[0] == e.Blocks(cell, ordered(lines))
        facts = facts[1:]
    plies = shortest_from(board, cell)
    standing = threatened(left, board.mover)
    if plies and plies == worths(board)[cell][1]:
        expect_threats(board, cell, facts)
    elif standing:
        (answer,) = {at for at, _line in standing}
        then = after(left, answer)
        first, can_play, *how = facts
        assert first == must_block(left)
        assert isinstance(can_play, e.CanPlay)
        assert (can_play.side, can_play.lost) == (board.mover, None)
        expect_best(then, can_play.cell, tuple(how))
    else:
        kind, *ways = facts
        assert kind == (e.EveryReplyLoses() if lines else e.QuietWin())
        expect_ways(left, ways)


def must_block(left: Board) -> Fact:
    """The fact that the side to move must take the one cell that is threatened."""
    standing = threatened(left, other(left.mover))
    (answer,) = {at for at, _line in standing}
    return e.MustBlock(position(left).to_move, ordered(line for _at, line in standing), answer)


def expect_best(board: Board, cell: int, facts: Facts) -> None:
    """The move on *cell* wins as soon as possible, in the way that *facts* tell."""
    assert worths(board)[cell] == worth(board)
    assert worth(board)[0] == Value.WIN
    expect_win(board, cell, facts)


def expect_threats(board: Board, cell: int, facts: Facts) -> None:
    """*facts* tell a shortest win by threats that begins on *cell*, step by step."""
    left = after(board, cell)
    if forking(board, cell):
        (fork,) = facts
        assert isinstance(fork, e.CannotBlock)
        assert fork.side == left.mover
        assert set(fork.threats) == threatened(left, board.mover)
        assert fork.fork == (cell if forked(board, cell) else None)
        return
    assert facts[0] == must_block(left)
    (answer,) = completing(left, board.mover)
    here = after(left, answer)
    for number, step in enumerate(facts[1:], 2):
        assert isinstance(step, e.Threatens | e.Decides)
        assert set(step.blocks) == blocked(here, step.cell)
        left = after(here, step.cell)
        answers = tuple(sorted(completing(left, here.mover)))
        assert not completing(left, left.mover)
        assert step.side == left.mover
        if isinstance(step, e.Decides):
            assert len(answers) > 1
            assert step.answers == answers
            assert number == len(facts)
        else:
            assert (step.answer,) == answers
            here = after(left, step.answer)
    assert isinstance(facts[-1], e.Decides)
    assert shortest_from(board, cell) == 2 * len(facts) + 1


def expect_ways(left: Board, ways: Facts) -> None:
    """Each reply to the quiet move has its answer, once: threats that win in time, else a move."""
    beaten = set[int]()
    for way in ways:
        if isinstance(way, e.BeatsSlowly):
            replies = {way.reply}
        else:
            assert isinstance(way, e.Beats)
            replies = {*(way.replies or {*moves(left)} - beaten)}
            assert way.replies or (way is ways[-1] and len(replies) > 1 and beaten)
        assert replies
        assert not replies & beaten
        beaten |= replies
        for reply in replies:
            expect_beaten(left, reply, way)
    assert beaten == {*moves(left)}


def expect_beaten(left: Board, reply: int, way: Fact) -> None:
    """*way* beats *reply*, by threats if these win sooner than perfect play would from *left*."""
    here = after(left, reply)
    assert beaten_in_time(left, reply) == isinstance(way, e.Beats)
    if isinstance(way, e.Beats):
        for cell, answer in zip(way.course[::2], way.course[1::2], strict=True):
            there = after(here, cell)
            assert [*completing(there, here.mover)] == [answer]
            assert not completing(there, there.mover)
            here = after(there, answer)
        assert forking(here, way.cell)
        assert way.answers == tuple(sorted(completing(after(here, way.cell), here.mover)))
        assert len(way.course) + 3 == shortest(after(left, reply))
    elif isinstance(way, e.BeatsSlowly):
        assert (1, way.plies) == worths(here)[way.cell]
        there = after(here, way.cell)
        slow = [at for at in moves(there) if not beaten_in_time(there, at)]
        assert bool(slow) != bool(way.then)  # it is told unless a reply asks for a quiet move again
        if way.then:
            expect_best(here, way.cell, way.then)


def beaten_in_time(left: Board, reply: int) -> bool:
    """Whether threats beat *reply* no later than perfect play would."""
    return 0 < shortest(after(left, reply)) < (worth(left)[1] or 0)


def expect_brief(board: Board, cell: int, fact: Fact) -> None:
    """*fact* tells in brief how *cell*, which completes nothing, wins."""
    left, plies = after(board, cell), worths(board)[cell][1] or 0
    due = completing(left, board.mover)
    match fact:
        case e.WinsByThreats(threats, fork, answers):
            before = threats or 0
            assert shortest_from(board, cell) == 3 + 2 * before == plies
            if before:
                assert fork in forks_after(after(left, *due), before - 1)
            else:
                assert (fork, answers) == (cell, tuple(sorted(due)))
        case e.WinsLater(side, answer, then):
            assert (side, {*due}) == (left.mover, {answer})
            assert worths(after(left, answer))[then] == (1, plies - 2)
        case e.AllowsForks(side, cells):
            assert side == board.mover
            assert not due
            wins = {reply: shortest(after(left, reply)) for reply in moves(left)}
            slow = (reply for reply in wins if not 0 < wins[reply] < plies - 1)
            assert cells == tuple(sorted(slow))
        case _:
            pytest.fail(f"{fact}")


def expect_loss(board: Board, cell: int, facts: Facts) -> None:
    """*facts* tell how the other side beats the move on *cell*."""
    left, first = after(board, cell), facts[0]
    if open_cells := completing(left, left.mover):
        (first,) = facts
        assert isinstance(first, e.LeavesOpen)
        assert first.cell == min(open_cells)
        assert {(first.cell, line) for line in first.lines} == {
            (at, line) for at, line in threatened(left, left.mover) if at == first.cell
        }
        return
    assert isinstance(first, e.CanPlay)
    assert (first.side, first.lost) == (left.mover, cell)
    expect_best(left, first.cell, facts[1:])


def expect_draw(board: Board, cell: int, facts: Iterator[Fact]) -> None:
    """*facts* tell all that the drawing move on *cell* stops and makes."""
    left = after(board, cell)
    forced = [*answered_in_turn(left)]
    expected = list[Fact]()
    if lines := blocked(board, cell):
        assert next(facts) == e.Blocks(cell, ordered(lines))
    if result(left) is not None:
        assert not [*facts]
        return
    if not lines:
        expect_stopped(board, forced[-1][1] if forced else left, facts)
    if forced:
        sides = [position(left).to_move, position(left).to_move.other]
        expected = [must_block(left)]
        expected += [e.MustTake(sides[n % 2], at) for n, (at, _) in enumerate(forced)][1:]
        assert [*facts] == expected
    else:
        expect_made(board, cell, [*facts])


def answered_in_turn(board: Board) -> Iterator[tuple[int, Board]]:
    """The one answer to each threat and the board after it, as long as any threat stands."""
    while result(board) is None and (due := completing(board, other(board.mover))):
        (answer,) = due
        board = after(board, answer)
        yield answer, board


def expect_stopped(board: Board, settled: Board, facts: Iterator[Fact]) -> None:
    """A prepared win by threats of the other side is stopped if none is there once all threats are
    answered and the mover passes, else put off. All forks are told that it stops, or that fork
    again; else one shortest win that it stops.
    """
    you = other(board.mover)
    passed, later = board._replace(mover=you), settled._replace(mover=you)
    plies = shortest(passed)
    if not plies:
        return
    stands = result(later) is None and shortest(later) > 0
    forks = [at for at in moves(board) if plies == 3 and forking(passed, at)]
    if stands:
        forks = [at for at in forks if at in moves(later) and forking(later, at)]
    fact = next(facts)
    if forks:
        assert fact == (e.PutsOffForks if stands else e.StopsForks)(tuple(sorted(forks)))
    elif stands:
        assert fact == e.PutsOffThreats(position(board).to_move.other)
    else:
        assert isinstance(fact, e.StopsThreats)
        expect_prepared(passed, fact.first, fact.fork)


def expect_prepared(passed: Board, first: int | None, fork: int) -> None:
    """The side to move would begin a shortest win by threats with *first*, and end it by *fork*."""
    plies = shortest(passed)
    assert shortest_from(passed, fork if first is None else first) == plies
    assert fork in forks_after(passed, (plies - 3) // 2)
    assert (first is None) == (plies == 3)


def forks_after(board: Board, threats: int) -> set[int]:
    """The cells on which the side to move forks after so many threats with one answer each."""
    if completing(board, board.mover):
        return set()
    if not threats:
        return {cell for cell in moves(board) if forking(board, cell)}
    found = set[int]()
    for cell in moves(board):
        left = after(board, cell)
        answers = completing(left, board.mover)
        if len(answers) == 1 and not completing(left, left.mover):
            found |= forks_after(after(left, *answers), threats - 1)
    return found


def expect_made(board: Board, cell: int, facts: list[Fact]) -> None:
    """The move on *cell* prepares one of the shortest wins by threats, if one is new to its side;
    else it keeps one, unless it gave a win away.
    """
    passed = after(board, cell)._replace(mover=board.mover)
    plies = shortest(passed)
    before = {
        at: forked(board, at) if plies == 3 else shortest_from(board, at) > 0
        for at in moves(passed)
        if plies and shortest_from(passed, at) == plies
    }
    kept = all(before.values())
    assert bool(facts) == (bool(before) and (not kept or not shortest(board)))
    for fact in facts:
        assert isinstance(fact, e.Keeps if kept else e.Prepares)
        assert isinstance(fact, e.Keeps | e.Prepares)
        first = fact.first if isinstance(fact, e.Prepares) else None
        expect_prepared(passed, first, fact.fork)
        assert before[fact.fork if first is None else first] == kept


def ordered(lines: Iterable[Cells]) -> tuple[frozenset[int], ...]:
    """*lines* as facts have them."""
    return tuple(sorted(map(frozenset, lines), key=sorted))


def expect_effects(board: Board, cell: int) -> Facts:
    """The facts on the move on *cell*, after a check that they are true."""
    move, value = study(position(board)).moves[cell], worths(board)[cell][0]
    facts = e.effects(move)
    if not value:
        expect_draw(board, cell, iter(facts))
    elif value < 0:
        expect_loss(board, cell, facts)
    else:
        expect_win(board, cell, facts)
        if not completed(after(board, cell)):
            expect_brief(board, cell, e.in_brief(move))
            facts = *facts, e.in_brief(move)
    return facts
