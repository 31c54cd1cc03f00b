"""Chain of rules: four handlers in order, the first that can answers (chain of responsibility)."""

from dataclasses import dataclass
from enum import StrEnum

from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules import TIC_TAC_TOE, Position, WinningSet
from ai.rules.threats import threats


class Handler(StrEnum):
    """The handlers in their order, each by what it looks for."""

    WIN = N_("win")
    BLOCK = N_("block")
    STOP_FORK = N_("fork")
    IMPACT = N_("lines")


@dataclass(frozen=True, slots=True)
class Handled:
    """The handler that answered, and its facts.

    *lines* are the lines completed or blocked, or the row that stops the fork from *corner*.
    *impacts* has, for each empty cell, the number of lines through it without marks of both sides.
    """

    handler: Handler
    lines: tuple[WinningSet, ...] = ()
    corner: int | None = None
    impacts: dict[int, int] | None = None


# For each corner the row and the column of the border that meet there. The handler tries the middle
# of the row first, then the ends in reading order.
BORDERS = {
    0: ((1, 0, 2), (0, 3, 6)),
    2: ((1, 0, 2), (2, 5, 8)),
    6: ((7, 6, 8), (0, 3, 6)),
    8: ((7, 6, 8), (2, 5, 8)),
}


def chain(position: Position) -> Decision[Handled]:
    """The one cell chosen by the first handler that can answer."""
    game, mover, opponent = position.game, position.mover, position.opponent
    for handler, pending in (
        (Handler.WIN, threats(game, mover, opponent)),
        (Handler.BLOCK, threats(game, opponent, mover)),
    ):
        if pending:
            first = pending[0][0]
            lines = tuple(line for cell, line in pending if cell == first)
            return Decision((first,), Handled(handler, lines))
    return _stop_fork(position) or _impact(position)


def _stop_fork(position: Position) -> Decision[Handled] | None:
    """Play in the row of an empty corner if its row and column each hold one mark of the opponent
    and none of the mover.
    """
    mover, opponent = position.mover, position.opponent
    for corner, (row, column) in BORDERS.items():
        if (mover | opponent) >> corner & 1:
            continue
        if all(
            not any(mover >> cell & 1 for cell in border)
            and sum(opponent >> cell & 1 for cell in border) == 1
            for border in (row, column)
        ):
            cell = next(cell for cell in row if not opponent >> cell & 1)
            return Decision((cell,), Handled(Handler.STOP_FORK, (frozenset(row),), corner))
    return None


def _impact(position: Position) -> Decision[Handled]:
    """The first empty cell on the most lines that do not hold marks of both sides."""
    mover, opponent = position.mover, position.opponent
    through = position.game.masks_through
    impacts = {
        cell: sum(not (mover & line and opponent & line) for line in through[cell])
        for cell in position.empty_cells
    }
    cell = max(impacts, key=lambda cell: impacts[cell])
    return Decision((cell,), Handled(Handler.IMPACT, impacts=impacts))


CHAIN = Opponent(
    "chain",
    N_("Chain of rules"),
    chain,
    in_brief=N_("asks four helpers"),
    introduction=N_("I ask one helper after another."),
    games=(TIC_TAC_TOE,),
)
