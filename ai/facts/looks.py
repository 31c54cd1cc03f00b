"""Hints at a best move: a region of the board to look at, and its danger or purpose."""

from collections.abc import Iterable
from typing import NamedTuple

from ai.exact.value import Value
from ai.facts import fact as f
from ai.facts.effects import ordered
from ai.facts.fact import Fact, SideFact
from ai.rules import WinningSet, mask
from ai.study.study import Idea, JudgedMove


class NeedsOneMore(SideFact):
    """*side* lacks one cell of *lines*."""

    lines: f.Lines


class CanFork(SideFact):
    """*side* can make two threats at once, there, and the other one cannot stop both."""


class CanForce(SideFact):
    """*side* can begin a win by threats there."""


class CanWinQuietly(SideFact):
    """A move of *side* there wins, whatever the reply, and makes no threat."""


class WouldFork(SideFact):
    """*side*, the other one, could make two threats at once there if it were to move."""


class WouldForce(SideFact):
    """*side*, the other one, could begin a win by threats there if it were to move."""


class CanThreaten(SideFact):
    """A move of *side* there makes a threat, and keeps the value of the position."""


class CanPrepare(SideFact):
    """A move of *side* there prepares a win by threats, and keeps the draw."""


class IsHardest(SideFact):
    """A draw there is the hardest for *side*, the other one."""


class LastsLongest(Fact):
    """Every move loses; no other one lasts longer than one there."""


class NoneBetter(Fact):
    """A move there draws, and none is better."""


class Look(NamedTuple):
    """A *region* of cells, with the best move among them, and the *fact* that is true of it."""

    fact: Fact
    region: frozenset[int]


def look(move: JudgedMove) -> Look:
    """The region to look at for the best *move*."""
    fact, cells = _found(move)
    return Look(fact, frozenset({move.cell, *cells}))


def _found(move: JudgedMove) -> tuple[Fact, Iterable[int]]:
    side, other, after = move.mark, move.mark.other, move.after
    if one := [*ordered(move.completed)[:1], *ordered(move.blocked)[:1]][:1]:
        return NeedsOneMore(side if move.completed else other, tuple(one)), one[0]
    threatened = [cell for _cell, line in after.threats_against for cell in line]
    if move.exact.value is Value.WIN:
        if threatened:
            kinds = {Idea.FORK: CanFork, Idea.THREATS: CanForce}
            return kinds.get(move.idea, CanThreaten)(side), threatened
        return CanWinQuietly(side), strongest(move)
    if move.exact.value is Value.LOSS:
        return LastsLongest(), strongest(move)
    if prepared := move.before.prepared:
        forks = len(prepared) == 1
        around = [cell for _cell, line in prepared[0].threats for cell in line]
        return WouldFork(other) if forks else WouldForce(other), (prepared[0].cell, *around)
    if threatened:
        return CanThreaten(side), threatened
    if after.wins_prepared:
        return CanPrepare(side), strongest(move)
    if move.worth.difficulty and move.worth.best:
        return IsHardest(other), strongest(move)
    return NoneBetter(), strongest(move)


def strongest(move: JudgedMove) -> WinningSet:
    """The first winning set through the cell of *move* with the most marks of those that are live
    for its side; the first of all if none is live, and the row of the cell if there is none.
    """
    game, position = move.game, move.position
    row = tuple(cell for cell in game.cells if cell // game.columns == move.cell // game.columns)
    through = [game.ordered_sets[place] for place in game.sets_through[move.cell]] or [row]
    strength = [
        -1 if mask(line) & position.opponent else (mask(line) & position.mover).bit_count()
        for line in through
    ]
    return frozenset(through[strength.index(max(strength))])
