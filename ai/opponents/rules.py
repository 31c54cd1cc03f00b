"""The eight-rule priority list of Newell and Simon, as Crowley and Siegler wrote it down.

Newell and Simon, "Human Problem Solving", 1972; Crowley and Siegler, "Flexible Strategy Use in
Young Children's Tic-Tac-Toe", Cognitive Science 17, 1993.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from ai.games import WinningSet
from ai.policy import Decision
from ai.position import Position
from ai.threats import forks, threats


class Rule(IntEnum):
    """The rules in their order: the first that applies decides."""

    WIN = 1
    BLOCK = 2
    FORK = 3
    STOP_FORK = 4
    CENTRE = 5
    OPPOSITE_CORNER = 6
    CORNER = 7
    SIDE = 8


@dataclass(frozen=True, slots=True)
class RuleApplied:
    """The rule that decided, and for each cell that satisfies it the lines that it does so on:
    completed, blocked, or forked on. For a fork stopped they are the other side's.
    """

    rule: Rule
    lines: dict[int, tuple[WinningSet, ...]]


CENTRE = 4
CORNERS = (0, 2, 6, 8)
SIDES = (1, 3, 5, 7)


def rules(position: Position) -> Decision[RuleApplied]:
    """Every cell that satisfies the first rule that applies."""
    for rule, cells in _satisfying(position):
        if cells:
            return Decision(tuple(sorted(cells)), RuleApplied(rule, cells))
    raise AssertionError("one of the rules takes any empty cell")


def _satisfying(position: Position) -> Iterator[tuple[Rule, dict[int, tuple[WinningSet, ...]]]]:
    """Each rule with the cells that satisfy it, in order."""
    game, own, other = position.game, position.own, position.other
    empty = position.empty_cells

    yield Rule.WIN, _by_cell(threats(game, own, other))
    yield Rule.BLOCK, _by_cell(threats(game, other, own))
    yield Rule.FORK, forks(game, own, other)
    yield Rule.STOP_FORK, _stopping_forks(position)
    yield Rule.CENTRE, {cell: () for cell in empty if cell == CENTRE}
    yield (
        Rule.OPPOSITE_CORNER,
        {cell: () for cell in empty if cell in CORNERS and other >> 8 - cell & 1},
    )
    yield Rule.CORNER, {cell: () for cell in empty if cell in CORNERS}
    yield Rule.SIDE, {cell: () for cell in empty if cell in SIDES}


def _by_cell(found: tuple[tuple[int, WinningSet], ...]) -> dict[int, tuple[WinningSet, ...]]:
    """The lines of threats, gathered for each cell that completes them."""
    cells = {cell for cell, _ in found}
    return {cell: tuple(line for lacks, line in found if lacks == cell) for cell in cells}


def _stopping_forks(position: Position) -> dict[int, tuple[WinningSet, ...]]:
    """The cells that satisfy the rule against the other side's forks.

    The only fork is taken. Of several, all are stopped by one threat, or else a threat is made
    whose forced answer makes no fork.
    """
    game, own, other = position.game, position.own, position.other
    possible = forks(game, other, own)
    if len(possible) <= 1:
        return possible
    lines = tuple({line: None for made in possible.values() for line in made})
    stopping, diverting = {}, {}
    for cell in position.empty_cells:
        marked = own | 1 << cell
        if made := threats(game, marked, other):
            answer = made[0][0]
            if not forks(game, other, marked):
                stopping[cell] = lines
            elif answer not in forks(game, other, marked):
                diverting[cell] = lines
    return stopping or diverting
