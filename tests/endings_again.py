"""The facts on how a game ended, by other rules and a solver of the tests; that they have room."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from ai.exact.value import Value
from ai.facts import endings as n
from ai.facts.fact import Fact
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.words.english import ENGLISH
from ai.words.persons import COMPUTER, PERSON, SECOND, Persons
from ai.words.telling import Telling
from ai.words.told import how_it_ended
from tests import reference
from tests.effects_again import ordered
from tests.reference import Board, completed, completing, keeping, moves, position
from tests.samples import played
from webapp.game.seen import FRIEND

WHO = (None, *Mark)


def record_of(boards: list[Board]) -> Record:
    """The record of the game through *boards*."""
    return Record(position(boards[0]), played(boards))


def slips(boards: list[Board]) -> list[int]:
    """The indices of the moves that gave value away."""
    made = zip(boards, played(boards), strict=False)
    return [index for index, (board, cell) in enumerate(made) if cell not in keeping(board)]


def number_after(board: Board) -> int:
    """The number of the move after *board*."""
    return 1 + len(board.marks) - board.marks.count(".")


def decisions(boards: list[Board], mark: str) -> int:
    """How often *mark* had a cell that keeps its value and one that does not."""
    made = (board for board in boards[:-1] if board.mover == mark)
    return sum(len(keeping(board)) < len(moves(board)) for board in made)


def expected(boards: list[Board], you: Mark | None, *, again: bool) -> list[Fact]:
    """The facts on the end of the game through *boards*."""
    had, lines = [*given_away(boards)], ordered(completed(boards[-1]))
    kept: list[Fact] = [n.NobodySlippedNow() if again else n.NobodySlipped()]
    if not lines:
        times = sum(decisions(boards, mark) for mark in you or "XO")
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


def given_away(boards: list[Board]) -> Iterator[Fact]:
    """The value that the last slip gave away, if any."""
    for board in (boards[index] for index in slips(boards)[-1:]):
        yield n.Had(Mark(board.mover), Value(reference.worth(board)[0]), number_after(board))


def expect_ending(boards: list[Board]) -> set[Fact]:
    """The facts on the end of the game through *boards*, after a check that they are as expected
    for both sides and neither, of a first game and of a retry.
    """
    record, told = record_of(boards), set[Fact]()
    for you, again in product(WHO, (False, True)):
        facts = n.ending(record, you, again=again)
        assert facts == (*expected(boards, you, again=again), *[n.DoesNotCount()] * again)
        told |= {*facts}
    return told


def of_friends(you: Mark, mover: Mark) -> Persons:
    """Two friends after a move of *mover*."""
    return Persons(SECOND, FRIEND) if mover is you else Persons(FRIEND, SECOND)


def expect_room(record: Record) -> None:
    """All facts on the end have room, told by and to the right sides; a friend does not speak."""
    last = record.position.to_move.other
    tell = partial(Telling, record.game, ENGLISH)
    told = [(None, tell()), (PERSON, tell(last.other, last)), (COMPUTER, tell(last, last.other))]
    for you in Mark:
        names = {you: "you", you.other: "your friend"}
        told.append((of_friends(you, last), tell(None, you, names)))
    for (heard, telling), again in product(told, (False, True)):
        text, left = telling.in_room(n.ending(record, telling.you, again=again))
        assert how_it_ended(record, heard, again=again) == text
        assert len(text) <= 90
        assert not left, (text, left)
        assert telling.me or not speaks(text)


def speaks(text: str) -> bool:
    """Whether somebody says "I" in *text*."""
    return not {"i", "me", "my", "mine"}.isdisjoint(text.casefold().replace(".", "").split())
