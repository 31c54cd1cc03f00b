"""What a computer player would do in a position, whoever plays."""

from dataclasses import dataclass
from functools import lru_cache

from ai.analysis import JudgedMove
from ai.explain import diagrams, explain_choice
from ai.explain.diagram import Diagram
from ai.opponents import OPPONENTS
from ai.policy import Opponent
from ai.position import Position
from ai.tablebase import move_values


@dataclass(frozen=True, slots=True)
class Proposal:
    """The *moves* that *opponent* holds equally good in a position, judged, and why it plays the
    first of them: in words and drawn.
    """

    opponent: Opponent
    moves: tuple[JudgedMove, ...]
    answer: str
    diagrams: tuple[Diagram, ...]


def proposals(position: Position) -> tuple[Proposal, ...]:
    """What every opponent that plays this game would do in *position*; none once it is over."""
    if position.outcome:
        return ()
    playing = [opponent for opponent in OPPONENTS.values() if opponent.plays(position.game)]
    return tuple(propose(opponent, position) for opponent in playing)


@lru_cache(maxsize=512)
def propose(opponent: Opponent, position: Position) -> Proposal:
    """What *opponent* would do in *position*.

    :raises UnsupportedGame: if it does not play the position's game.
    :raises ValueError: if the game is over.
    """
    decision, values = opponent.decide(position), move_values(position)
    cell = decision.cells[0]
    return Proposal(
        opponent,
        tuple(JudgedMove(position, one, values) for one in decision.cells),
        explain_choice(position, opponent, decision, cell),
        diagrams(position, decision, cell),
    )
