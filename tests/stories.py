"""Games whose stories are told, and the truth of a story by other rules and another solver."""

from collections.abc import Iterator, Sequence
from random import Random

from ai.exact.value import Value
from ai.facts import story as t
from ai.facts.endings import ending
from ai.facts.fact import Fact
from ai.facts.story import Stop, StopKind
from ai.pen.diagram import Stroke
from ai.pen.strokes import Ink, PenShape, draw_stop
from ai.rules.position import Mark
from ai.rules.record import Record
from tests.effects_again import blocked, ordered, threatened
from tests.reference import (
    Board,
    Cells,
    after,
    completed,
    completing,
    empty_board,
    keeping,
    moves,
    other,
    position,
    result,
    worth,
)
from tests.samples import played, to_the_end
from tests.verdicts_again import of_slip, of_verdict


def with_few_slips(game: str, count: int, seed: int) -> Iterator[list[Board]]:
    """Games of sides that keep the value most of the time, or always."""
    rng = Random(seed)  # noqa: S311
    for number in range(count):
        boards, care = [empty_board(game, rng.choice("XO"))], (0.75, 0.9, 1)[number % 3]
        while result(boards[-1]) is None:
            cells = keeping(boards[-1]) if rng.random() < care else moves(boards[-1])
            boards.append(after(boards[-1], rng.choice(cells)))
        yield boards


def games(game: str, count: int, seed: int) -> list[list[Board]]:
    """Games of all kinds, random ones too."""
    return [*with_few_slips(game, count, seed), *to_the_end(game, count, seed)]


def record_of(boards: Sequence[Board]) -> Record:
    """The record of the game through *boards*."""
    return Record(position(boards[0]), played(boards))


def to_x(board: Board) -> int:
    """The value of *board* to X, by the solver of the tests."""
    value = worth(board)[0]
    return value if board.mover == "X" else -value


def lost_for_good(boards: Sequence[Board]) -> int | None:
    """The index of the first move after which the result never changes; None if it never did."""
    values = [to_x(board) for board in boards]
    changed = [at for at, value in enumerate(values) if value != values[-1]]
    return changed[-1] if changed else None


def made(board: Board, cell: int) -> set[tuple[int, Cells]]:
    """The threats that marking *cell* makes."""
    left = after(board, cell)
    return {(at, line) for at, line in threatened(left, board.mover) if cell in line}


def is_kind(kind: StopKind, board: Board, cell: int) -> bool:
    """Whether the move on *cell* is an only move, a threat or a fork."""
    cells = {at for at, _line in made(board, cell)}
    match kind:
        case StopKind.ONLY_MOVE:
            return keeping(board) == [cell] != moves(board) and worth(board)[0] >= 0
        case StopKind.FORK:
            return len(cells) > 1
        case StopKind.THREAT:
            return len(cells) == 1 and cells == {*completing(after(board, cell), board.mover)}
    raise ValueError(kind)


def expect_story(boards: Sequence[Board], you: Mark | None, stops: Sequence[Stop]) -> None:
    """*stops* tell the game through *boards* truly, and all of it that has room."""
    cells, first = played(boards), len(boards[0].marks) - boards[0].marks.count(".") + 1
    found = {stop.move.number - first: stop for stop in stops}
    assert [*found] == sorted(found)
    assert len(stops) == len(found)
    assert min(3, len(cells)) <= len(stops) <= 5
    assert [(stop.move.position, stop.move.cell) for stop in stops] == [
        (position(boards[at]), cells[at]) for at in found
    ]
    kinds = {at: stop.kind for at, stop in found.items()}
    turn, end = lost_for_good(boards), len(cells) - 1
    assert [at for at, kind in kinds.items() if kind is StopKind.TURNING_POINT] == (
        [] if turn is None else [turn]
    )
    assert [at for at, kind in kinds.items() if kind is StopKind.END] == [end]
    for kind in (StopKind.ONLY_MOVE, StopKind.THREAT, StopKind.FORK):
        told = [at for at in kinds if kinds[at] is kind]
        there = [at for at in span(kind, boards, turn) if is_kind(kind, boards[at], cells[at])]
        assert {*told} <= {*there}
        if kind is StopKind.ONLY_MOVE and turn is not None and told:
            assert told[-1] == there[-1]
        elif len(stops) < 5 and kind is not StopKind.ONLY_MOVE:
            assert {*there} <= {*kinds}
    if {*kinds.values()} & {StopKind.OTHER}:
        assert len(stops) == 3
    for at, stop in found.items():
        expect_facts(boards, at, stop, you)
        expect_drawn(boards, at, stop)


def span(kind: StopKind, boards: Sequence[Board], turn: int | None) -> Iterator[int]:
    """The moves that may be stops of this *kind*: only moves before the turning point; threats and
    forks between it and the end, of the winner in a game that was won.
    """
    end = len(boards) - 2
    winner = result(boards[-1])
    for at in range(end):
        if kind is StopKind.ONLY_MOVE:
            told = turn is None or at < turn
        else:
            told = (turn is None or at > turn) and winner in {"tie", boards[at].mover}
        if told:
            yield at


def expect_facts(boards: Sequence[Board], at: int, stop: Stop, you: Mark | None) -> None:
    """The facts of *stop*, at the move after *boards* up to *at*, are all true."""
    cells = played(boards)
    board, cell = boards[at], cells[at]
    left, me = after(board, cell), Mark(board.mover)
    lines = ordered(line for _cell, line in made(board, cell))
    answers = tuple(sorted({lacking for lacking, _line in made(board, cell)}))
    facts: tuple[Fact, ...]
    match stop.kind:
        case StopKind.ONLY_MOVE:
            value = Value(worth(board)[0])
            facts = (t.AloneKept(me, cell, ordered(blocked(board, cell)), value),)
        case StopKind.TURNING_POINT:
            reply = cells[at + 1]
            facts = (*were_coming(boards, at), of_slip(board, cell, reply))
        case StopKind.THREAT:
            (answer,) = answers
            facts = (t.Threatened(me, lines, answer),)
            assert all(
                completed(after(after(left, reply), answer)) for reply in others(left, answer)
            )
        case StopKind.FORK:
            facts = (t.Forked(me, cell, lines, answers),)
        case StopKind.END:
            facts = ending(record_of(boards), you)
        case StopKind.OTHER:
            facts = of_verdict(board, cell)
    assert stop.facts == facts, (stop.kind, boards[0], cells, at)
    if stop.kind in THREATENING:  # nothing else was to be done
        assert not completing(left, left.mover)


def expect_drawn(boards: Sequence[Board], at: int, stop: Stop) -> None:
    """The pen draws what the facts of *stop* are about, each line once, in the ink of its side; at
    the turning point it rings nothing.
    """
    board, cell = boards[at], played(boards)[at]
    own, theirs = Ink(board.mover), Ink(other(board.mover))
    expected: set[tuple[PenShape, Ink, int, Cells]] = set()
    match stop.kind:
        case StopKind.ONLY_MOVE:
            lines = blocked(board, cell)
            expected = {(PenShape.LINE, theirs, -1, line) for line in lines}
            expected |= {(PenShape.CUT, Ink.WHY, cell, line) for line in lines}
        case StopKind.TURNING_POINT:
            for fact in were_coming(boards, at):
                assert isinstance(fact, t.WereComing)
                expected = {(PenShape.LINE, theirs, -1, line) for line in fact.lines}
        case StopKind.THREAT | StopKind.FORK:
            expected = {(PenShape.THREAT, own, *threat) for threat in made(board, cell)}
    drawn = draw_stop(stop)
    strokes = [(it.shape, it.ink, it.cell, it.line) for it in drawn.strokes]
    assert {*strokes} == expected
    assert len(strokes) == len(expected)
    assert {it.stroke for it in drawn.strokes if it.shape is PenShape.LINE} <= {Stroke.DASHED}
    assert {*drawn.inks.values()} <= {own if stop.kind in THREATENING else theirs}


THREATENING = {StopKind.THREAT, StopKind.FORK}


def others(board: Board, cell: int) -> list[int]:
    """The replies but for *cell*."""
    return [reply for reply in moves(board) if reply != cell]


def were_coming(boards: Sequence[Board], turn: int) -> Iterator[Fact]:
    """The lines that won after the turning point: of the last fork, else those completed. The move
    at the turning point is in none of them, and no mark of its side ever was.
    """
    winner = result(boards[-1])
    if winner == "tie":
        return
    cells, board = played(boards), boards[turn]
    assert winner == other(board.mover)
    came = {*completed(boards[-1])}
    for at in range(turn + 1, len(cells) - 1):
        if boards[at].mover == winner and is_kind(StopKind.FORK, boards[at], cells[at]):
            came = {line for _cell, line in made(boards[at], cells[at])}
    left = boards[turn + 1]
    assert not any(left.marks[cell] == board.mover for line in came for cell in line)
    yield t.WereComing(Mark(winner), cells[turn], ordered(came))
