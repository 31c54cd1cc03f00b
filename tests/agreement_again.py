"""Facts on a draw and on what follows it agree on who may lose."""

from collections.abc import Iterable, Iterator
from itertools import chain

from ai.facts.best import BeginnerLoses, best
from ai.facts.fact import Fact
from ai.facts.positions import (
    CannotComplete,
    Loses,
    MustTakeCare,
    NeitherCanComplete,
    NobodyCanWin,
    why,
)
from ai.facts.reasons import DeadDraws, HardestDraw, perfect
from ai.facts.verdicts import HarderDraw, KeepsDraw, NoHarderDraw, verdict
from ai.rules.position import Mark
from ai.study.study import JudgedMove


def facts_on_move(move: JudgedMove) -> Iterator[Fact]:
    """The verdict, and the facts on all of the best moves if it is one of these."""
    yield from verdict(move)
    if move.cell in move.before.best_cells:
        yield from (*best(move.before), *perfect(move).facts)


def losers(facts: Iterable[Fact], mover: Mark) -> tuple[set[Mark], set[Mark]]:
    """The sides that *facts* say may lose a drawn position, and those that they say never do."""
    may, never = set[Mark](), set[Mark]()
    for fact in facts:
        match fact:
            case HardestDraw(side) | BeginnerLoses(side) | NoHarderDraw(side) | MustTakeCare(side):
                may.add(side)
            case HarderDraw(side, _, (_, share)):
                (may if share else never).add(side)
            case Loses():
                may.add(mover)
            case DeadDraws(side):
                never.add(side)
            case KeepsDraw():
                never.add(mover.other)
            case CannotComplete(side):
                never.add(side.other)
            case NeitherCanComplete() | NobodyCanWin():
                never |= {*Mark}
    return may, never


def expect_agreement(move: JudgedMove) -> None:
    """Facts on a draw and on the position after it never say of one side that it may lose, and that
    it never does; nor that the one who moved may.
    """
    left, mover = move.after, move.mark
    replies = chain.from_iterable(map(facts_on_move, left.moves.values()))
    may, never = losers(facts_on_move(move), mover)
    may_then, never_then = losers((*replies, *why(left)), mover.other)
    assert not never & may_then
    assert not may & never_then
    assert may | never <= {mover.other}
    assert not losers(why(move.before), mover)[1] & (may | may_then)
