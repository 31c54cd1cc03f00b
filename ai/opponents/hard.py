"""Hard: weights of the cells of the present position, no search."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules import Game, Position
from ai.rules.threats import threats


class WeightRule(StrEnum):
    """Which comparison decided."""

    COMPLETE = "complete"
    BLOCK = "block"
    NOTHING_LIVE = "nothing live"
    OPPONENT_WEIGHS_MORE = "opponent weighs more"
    MOVER_WEIGHS_MORE = "mover weighs more"


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of every cell for both sides, 0 on taken cells, and the rule that decided."""

    mover: tuple[int, ...]
    opponent: tuple[int, ...]
    rule: WeightRule


def weight(marks: int) -> int:
    """The weight that a live line with this many *marks* adds to each of its empty cells."""
    return marks**2 + 1


def most_weighed(game: Game) -> int:
    """The most marks on a line whose weight decides: with one more it is a threat."""
    return max(map(len, game.winning_sets)) - 2


def weigh(position: Position, mover: int, opponent: int) -> tuple[int, ...]:
    """The weight of each cell for the side that holds the mask *mover*.

    Every line without a mark of *opponent* gives each of its empty cells its :func:`weight`.
    """
    weights = [0] * len(position.game.cells)
    game = position.game
    for cells, line in zip(game.ordered_sets, game.ordered_masks, strict=True):
        if not opponent & line:
            given = weight((mover & line).bit_count())
            for cell in cells:
                if not mover >> cell & 1:
                    weights[cell] += given
    return tuple(weights)


def hard(position: Position) -> Decision[Weights]:
    """Complete a line, else block one, else play on a heaviest cell of the heavier side."""
    mover, opponent = position.mover, position.opponent
    mover_weights = weigh(position, mover, opponent)
    opponent_weights = weigh(position, opponent, mover)

    for rule, pending in (
        (WeightRule.COMPLETE, threats(position.game, mover, opponent)),
        (WeightRule.BLOCK, threats(position.game, opponent, mover)),
    ):
        if pending:
            # A cell that completes several lines is picked as many times as often.
            completed = Counter(cell for cell, _ in pending)
            return Decision(
                tuple(sorted(completed)),
                Weights(mover_weights, opponent_weights, rule),
                tuple(completed[cell] for cell in sorted(completed)),
            )

    if not any(mover_weights) and not any(opponent_weights):
        nothing = Weights(mover_weights, opponent_weights, WeightRule.NOTHING_LIVE)
        return Decision(position.empty_cells, nothing)

    if max(opponent_weights) > max(mover_weights):
        rule, leading, following = WeightRule.OPPONENT_WEIGHS_MORE, opponent_weights, mover_weights
    else:
        rule, leading, following = WeightRule.MOVER_WEIGHS_MORE, mover_weights, opponent_weights
    weights = {cell: (leading[cell], following[cell]) for cell in position.empty_cells}
    most = max(weights.values())
    cells = tuple([cell for cell, its in weights.items() if its == most])
    return Decision(cells, Weights(mover_weights, opponent_weights, rule))


HARD = Opponent(
    "hard",
    N_("Hard"),
    hard,
    in_brief=N_("weighs every cell"),
    introduction=N_("I'm Hard: I weigh every cell."),
    level=True,
    symmetric=True,
)
