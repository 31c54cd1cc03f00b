"""The eight-rule priority list of Newell and Simon, as Crowley and Siegler wrote it down.

Newell and Simon, "Human Problem Solving", 1972; Crowley and Siegler, "Flexible Strategy Use in
Young Children's Tic-Tac-Toe", Cognitive Science 17, 1993.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias

from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules import TIC_TAC_TOE, Position, WinningSet
from ai.rules.threats import forks, threats

Lines: TypeAlias = tuple[WinningSet, ...]


class PriorityRule(IntEnum):
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
    """The *rule* applied, and for each cell that satisfies it the *lines* completed, blocked or
    forked on; against several forks, the line threatened.

    *forks* has the other side's forks if the rule stops them, the lines of each by its cell.
    """

    rule: PriorityRule
    lines: dict[int, Lines]
    forks: dict[int, Lines] = field(default_factory=dict)


CENTRE = 4
CORNERS = (0, 2, 6, 8)
SIDES = (1, 3, 5, 7)


def rules(position: Position) -> Decision[RuleApplied]:
    """Every cell that satisfies the first rule that applies."""
    for rule, cells in _satisfying(position):
        if cells:
            stopped = rule is PriorityRule.STOP_FORK
            theirs = forks(position.game, position.opponent, position.mover) if stopped else {}
            return Decision(tuple(sorted(cells)), RuleApplied(rule, cells, theirs))
    raise AssertionError("one of the rules takes any empty cell")


def _satisfying(position: Position) -> Iterator[tuple[PriorityRule, dict[int, Lines]]]:
    """Each rule with the cells that satisfy it, in order."""
    game, mover, opponent = position.game, position.mover, position.opponent
    empty = position.empty_cells

    yield PriorityRule.WIN, _by_cell(threats(game, mover, opponent))
    yield PriorityRule.BLOCK, _by_cell(threats(game, opponent, mover))
    yield PriorityRule.FORK, forks(game, mover, opponent)
    yield PriorityRule.STOP_FORK, _stopping_forks(position)
    yield PriorityRule.CENTRE, {cell: () for cell in empty if cell == CENTRE}
    yield (
        PriorityRule.OPPOSITE_CORNER,
        {cell: () for cell in empty if cell in CORNERS and opponent >> 8 - cell & 1},
    )
    yield PriorityRule.CORNER, {cell: () for cell in empty if cell in CORNERS}
    yield PriorityRule.SIDE, {cell: () for cell in empty if cell in SIDES}


def _by_cell(found: tuple[tuple[int, WinningSet], ...]) -> dict[int, Lines]:
    """The lines of threats, gathered for each cell that completes them."""
    cells = {cell for cell, _ in found}
    return {cell: tuple(line for lacks, line in found if lacks == cell) for cell in cells}


def _stopping_forks(position: Position) -> dict[int, Lines]:
    """The cells against the other side's forks, with the lines that they threaten.

    A single fork is taken. Several forks are stopped by a threat that leaves none, else by a threat
    whose forced answer makes no fork.
    """
    game, mover, opponent = position.game, position.mover, position.opponent
    possible = forks(game, opponent, mover)
    if len(possible) <= 1:
        return dict.fromkeys(possible, ())
    stopping: dict[int, Lines] = {}
    diverting: dict[int, Lines] = {}
    for cell in position.empty_cells:
        marked = mover | 1 << cell
        # The mover has no threat yet, else the first rule would apply, and makes at most one here,
        # else its own fork would.
        for answer, line in threats(game, marked, opponent):
            if not forks(game, opponent, marked):
                stopping[cell] = (line,)
            elif answer not in forks(game, opponent, marked):
                diverting[cell] = (line,)
    return stopping or diverting


RULES = Opponent(
    "rules",
    N_("Newell–Simon rules"),
    rules,
    in_brief=N_("follows eight rules"),
    introduction=N_("I go down a list of eight rules."),
    games=(TIC_TAC_TOE,),
    symmetric=True,
)
