"""How a game ended, and its story: the facts, by the tests' own rules and solver."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from ai.exact.value import Value
from ai.facts import endings as n
from ai.facts import story as t
from ai.facts.fact import Fact
from ai.facts.story import Stop, StopKind, story
from ai.pen.diagram import Stroke
from ai.pen.strokes import Ink, PenShape, draw_stop
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.words.languages import telling
from ai.words.persons import COMPUTER, FRIEND, PERSON, SECOND, Persons
from ai.words.telling import ROOM
from ai.words.told import how_it_ended
from tests.claims.facts import Course
from tests.claims.positions import At, blocked, made, ordered
from tests.reference import (
    Board,
    Cells,
    after,
    completed,
    completing,
    keeping,
    moves,
    position,
    result,
    to_mover,
    worth,
)
from tests.samples import played, to_the_end


def games(game: str, count: int, seed: int) -> list[list[Board]]:
    """Games of sides that keep the value most of the time, or always, and random ones."""
    return [*to_the_end(game, count, seed, (0.75, 0.9, 1)), *to_the_end(game, count, seed)]


def record_of(boards: Sequence[Board]) -> Record:
    """The record of the game through *boards*."""
    return Record(position(boards[0]), played(boards))


# How a game ended.

WHO = (None, *Mark)


def slips(boards: Sequence[Board]) -> list[int]:
    """The indices of the moves that gave value away."""
    made = zip(boards, played(boards), strict=False)
    return [index for index, (board, cell) in enumerate(made) if cell not in keeping(board)]


def number_after(board: Board) -> int:
    """The number of the move after *board*."""
    return 1 + len(board.marks) - board.marks.count(".")


def decisions(boards: Sequence[Board], mark: str) -> int:
    """How often *mark* had a cell that keeps its value and one that does not."""
    made = (board for board in boards[:-1] if board.mover == mark)
    return sum(len(keeping(board)) < len(moves(board)) for board in made)


def of_ending(boards: Sequence[Board], you: Mark | None, *, again: bool) -> list[Fact]:
    """The facts on the end of the game through *boards*."""
    lines = ordered(completed(boards[-1]))
    had: list[Fact] = [
        n.Had(Mark(board.mover), Value(worth(board)[0]), number_after(board))
        for board in (boards[index] for index in slips(boards)[-1:])
    ]
    if not lines:
        times = sum(decisions(boards, mark) for mark in you or "XO")
        kept: list[Fact] = [n.NobodySlippedNow() if again else n.NobodySlipped()]
        if times and not again:
            kept = [n.Withstood(times), n.TookNone(you) if you else n.NobodyTookOne()]
        return [n.FullBoard(), *((had or kept) if len(boards) > 1 else [])]
    if len(boards) < 3:
        return [n.AreComplete(lines)]
    before, cell = boards[-3], played(boards)[-2]
    loser = Mark(before.mover)
    if completing(before, loser):
        return [n.PassedUp(loser, lines, cell, number_after(before))]
    due = len(completing(before, loser.other))
    why = n.BlockedOne(loser, lines, due) if due > 1 else n.DidNotBlock(loser, lines, cell)
    return [why, *([] if again else had or [n.HadFromStart(loser.other)])]


def of_friends(you: Mark, mover: Mark) -> Persons:
    """Two friends after a move of *mover*."""
    return Persons(SECOND, FRIEND) if mover is you else Persons(FRIEND, SECOND)


def expect_ending(boards: Sequence[Board]) -> None:
    """The facts on the end of the game through *boards* are as they have to be, of a first game and
    of a retry. All have room, told by and to the right sides; a friend does not speak.
    """
    record = record_of(boards)
    last = record.position.to_move.other
    friends = [of_friends(you, last) for you in Mark]
    for heard, again in product((None, PERSON, COMPUTER, *friends), (False, True)):
        told = telling(record.game, last, heard)
        facts = n.ending(record, told.you, again=again)
        assert [*facts] == of_ending(boards, told.you, again=again) + [n.DoesNotCount()] * again
        text, left = told.in_room(facts)
        assert how_it_ended(record, heard, again=again) == text
        assert (len(text) <= ROOM, left) == (True, ())
        assert told.me or not speaks(text)


def speaks(text: str) -> bool:
    """Whether somebody says "I" in *text*."""
    return not {"i", "me", "my", "mine"}.isdisjoint(text.casefold().replace(".", "").split())


# The story of a game.


def lost_for_good(boards: Sequence[Board]) -> int | None:
    """The index of the first move after which the result never changes; None if it never did."""
    values = [to_mover(board, worth(board)[0]) for board in boards]
    changed = [at for at, value in enumerate(values) if value != values[-1]]
    return changed[-1] if changed else None


def is_kind(kind: StopKind, board: Board, cell: int) -> bool:
    """Whether the move on *cell* is an only move, a threat or a fork."""
    cells = {at for at, _line in made(board, cell)}
    if kind is StopKind.ONLY_MOVE:
        return keeping(board) == [cell] != moves(board) and worth(board)[0] >= 0
    if kind is StopKind.FORK:
        return len(cells) > 1
    return len(cells) == 1 and cells == {*completing(after(board, cell), board.mover)}


def expect_story(boards: Sequence[Board], you: Mark | None) -> tuple[Stop, ...]:
    """The stops of the game through *boards*, after a check that they tell it truly, and all of it
    that has room.
    """
    stops, cells = story(record_of(boards), you), played(boards)
    found = {stop.move.number - number_after(boards[0]): stop for stop in stops}
    assert [*found] == sorted(found)
    assert min(3, len(cells)) <= len(found) == len(stops) <= 5
    assert [(stop.move.position, stop.move.cell) for stop in stops] == [
        (position(boards[at]), cells[at]) for at in found
    ]
    kinds = {at: stop.kind for at, stop in found.items()}
    of_kind = {kind: [at for at in kinds if kinds[at] is kind] for kind in StopKind}
    turn, end = lost_for_good(boards), len(cells) - 1
    assert of_kind[StopKind.TURNING_POINT] == ([] if turn is None else [turn])
    assert of_kind[StopKind.END] == [end]
    for kind in (StopKind.ONLY_MOVE, StopKind.THREAT, StopKind.FORK):
        told = of_kind[kind]
        there = [at for at in span(kind, boards, turn) if is_kind(kind, boards[at], cells[at])]
        assert {*told} <= {*there}
        if kind is StopKind.ONLY_MOVE and turn is not None and told:
            assert told[-1] == there[-1]
        elif len(stops) < 5 and kind is not StopKind.ONLY_MOVE:
            assert {*there} <= {*kinds}
    assert len(stops) == 3 or not of_kind[StopKind.OTHER]
    for at, stop in found.items():
        expect_stop(boards, at, stop, you)
    return stops


def span(kind: StopKind, boards: Sequence[Board], turn: int | None) -> Iterator[int]:
    """The moves that may be stops of this *kind*: only moves before the turning point; threats and
    forks between it and the end, of the winner in a game that was won.
    """
    winner = result(boards[-1])
    for at in range(len(boards) - 2):
        if kind is StopKind.ONLY_MOVE:
            told = turn is None or at < turn
        else:
            told = (turn is None or at > turn) and winner in {"tie", boards[at].mover}
        if told:
            yield at


def expect_stop(boards: Sequence[Board], at: int, stop: Stop, you: Mark | None) -> None:
    """The facts of *stop*, at the move after *boards* up to *at*, are those that are true. The pen
    draws the lines of the first, each once, in the ink of its side; at the turning point no cell.
    """
    cells, board = played(boards), boards[at]
    cell, left, me = cells[at], after(board, cells[at]), Mark(board.mover)
    threats, stopped = made(board, cell), blocked(board, cell)
    lines, answers = ordered(line for _, line in threats), sorted({it for it, _ in threats})
    facts, last = list[Fact](), list[Fact]()
    drawn = list[tuple[PenShape, str, int, Cells]]()
    match stop.kind:
        case StopKind.ONLY_MOVE:
            facts = [t.AloneKept(me, cell, ordered(stopped), Value(worth(board)[0]))]
            drawn = [(PenShape.LINE, me.other, -1, line) for line in stopped]
            drawn += [(PenShape.CUT, Ink.WHY, cell, line) for line in stopped]
        case StopKind.TURNING_POINT:
            came = coming(boards, at)
            drawn = [(PenShape.LINE, me.other, -1, line) for line in came]
            facts = [t.WereComing(me.other, cell, ordered(came))] if came else []
            last = [*stop.facts[len(facts) :]]
            Course(At(board, cell, reply=cells[at + 1])).tell(last)
        case StopKind.THREAT:
            facts = [t.Threatened(me, lines, *answers)]
        case StopKind.FORK:
            facts = [t.Forked(me, cell, lines, tuple(answers))]
        case StopKind.END:
            facts = of_ending(boards, you, again=False)
        case StopKind.OTHER:
            last = [*stop.facts]
            Course(At(board, cell)).tell(last)
    assert [*stop.facts] == [*facts, *last] != [], (stop.kind, boards[0], cells, at)
    threatening = stop.kind in {StopKind.THREAT, StopKind.FORK}
    if threatening:
        drawn = [(PenShape.THREAT, me, *threat) for threat in threats]
        assert not completing(left, left.mover)  # nothing else was to be done
    found = draw_stop(stop)
    strokes = [(it.shape, it.ink, it.cell, it.line) for it in found.strokes]
    assert Counter(strokes) == Counter(drawn)
    assert {it.stroke for it in found.strokes if it.shape is PenShape.LINE} <= {Stroke.DASHED}
    assert {*found.inks.values()} <= {me if threatening else me.other}


def coming(boards: Sequence[Board], turn: int) -> set[Cells]:
    """The lines that won after the turning point: of the last fork, else those completed. No mark
    of the side that slipped there is in any of them, then or ever.
    """
    winner, cells = result(boards[-1]), played(boards)
    came = {*completed(boards[-1])}
    for at in range(turn + 1, len(cells) - 1):
        if boards[at].mover == winner and is_kind(StopKind.FORK, boards[at], cells[at]):
            came = {line for _cell, line in made(boards[at], cells[at])}
    left = boards[turn + 1]
    assert not any(left.marks[cell] == boards[turn].mover for line in came for cell in line)
    return came


def expect_game(boards: Sequence[Board]) -> None:
    """The end and the story of the game through *boards* are told truly, from wherever it began."""
    for later in (boards, boards[-4:], boards[-2:]):
        expect_ending(later)
        for you in WHO:
            expect_story(later, you)
