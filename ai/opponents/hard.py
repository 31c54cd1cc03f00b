"""Hard: weights, on the present position alone."""

from dataclasses import dataclass
from enum import StrEnum

from ai.games import WinningSet
from ai.policy import Decision
from ai.position import Position
from ai.threats import threats


class Rule(StrEnum):
    """Which comparison decided."""

    COMPLETE = "complete"
    BLOCK = "block"
    NOTHING_LIVE = "nothing live"
    OTHER_WEIGHS_MORE = "other weighs more"
    OWN_WEIGHS_MORE = "own weighs more"


@dataclass(frozen=True, slots=True)
class Weights:
    """What was weighed: a number for every cell and side, 0 on taken cells, and the rule that
    decided. *threats* are the winning sets completed or blocked, if any.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    rule: Rule
    threats: tuple[WinningSet, ...] = ()


def weigh(position: Position, own: int, other: int) -> tuple[int, ...]:
    """The weight of each cell for the side that holds the mask *own*.

    Every line without a mark of *other* gives each of its empty cells t² + 1, with t marks of
    *own* on the line.
    """
    weights = [0] * len(position.game.cells)
    for line in position.game.winning_sets:
        if not any(other >> cell & 1 for cell in line):
            empty = [cell for cell in line if not own >> cell & 1]
            for cell in empty:
                weights[cell] += (len(line) - len(empty)) ** 2 + 1
    return tuple(weights)


def hard(position: Position) -> Decision[Weights]:
    """Complete a line, else block one, else play where the heavier side weighs most."""
    own, other = position.own, position.other
    own_weights, other_weights = weigh(position, own, other), weigh(position, other, own)

    for rule, pending in (
        (Rule.COMPLETE, threats(position.game, own, other)),
        (Rule.BLOCK, threats(position.game, other, own)),
    ):
        if pending:
            # A cell that completes several lines stands here once for each: it is drawn as often.
            return Decision(
                tuple(cell for cell, _ in pending),
                Weights(own_weights, other_weights, rule, tuple(line for _, line in pending)),
            )

    if not any(own_weights) and not any(other_weights):
        nothing = Weights(own_weights, other_weights, Rule.NOTHING_LIVE)
        return Decision(position.empty_cells, nothing)

    if max(other_weights) > max(own_weights):
        rule, leading, following = Rule.OTHER_WEIGHS_MORE, other_weights, own_weights
    else:
        rule, leading, following = Rule.OWN_WEIGHS_MORE, own_weights, other_weights
    most = max((leading[cell], following[cell]) for cell in position.empty_cells)
    cells = tuple(cell for cell in position.empty_cells if (leading[cell], following[cell]) == most)
    return Decision(cells, Weights(own_weights, other_weights, rule))
