"""Why a computer player made a move: in words, and in diagrams made on demand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ai.explain import chain, easy, hard, rules, search, unbeatable
from ai.explain.choice import Choice
from ai.explain.diagram import Diagram
from ai.explain.phrases import cells_listed
from ai.language import OR, _, listed
from ai.opponents.chain import Handled
from ai.opponents.easy import Unweighed
from ai.opponents.hard import Weights
from ai.opponents.policy import Decision, Opponent
from ai.opponents.rules import RuleApplied
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.opponents.unbeatable import Perfect
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.rules.position import Position

# Each type of reason, with the functions that make its sentence and its diagrams. The sentence is
# made at every click, so it has to be quick.
REASONS: dict[
    type,
    tuple[Callable[[Choice[Any]], str], Callable[[Choice[Any]], tuple[Diagram, ...]]],
] = {
    Unweighed: (easy.sentence, easy.diagrams_of),
    LookedAhead: (search.looked_ahead, search.diagrams_ahead),
    Weights: (hard.sentence, hard.diagrams_of),
    Perfect: (unbeatable.sentence, unbeatable.diagrams_of),
    RuleApplied: (rules.sentence, rules.diagrams_of),
    Handled: (chain.sentence, chain.diagrams_of),
    Opening: (search.opened, easy.diagrams_of),
    SearchedToEnd: (search.searched, search.diagrams_to_the_end),
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """The question why a move was made, the answer, and the *choice* behind both."""

    question: str
    answer: str
    choice: Choice[object]

    @property
    def has_diagrams(self) -> bool:
        """Whether :attr:`diagrams` is not empty; makes none."""
        return self.choice.cell in self.choice.decision.cells

    @property
    def lots(self) -> str:
        """The number of cells from which the move was picked, with their chances if these differ;
        empty if there was only one.
        """
        if self.choice.cell not in self.choice.decision.cells:
            return ""
        return lots(self.choice.game, self.choice.decision)

    @property
    def text(self) -> str:
        """The answer, followed by :attr:`lots`."""
        return " ".join(filter(None, (self.answer, self.lots)))

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """Diagrams of the player's reason; none for a move that it would not have played."""
        return diagrams(self.choice.position, self.choice.decision, self.choice.cell)


def explain_move(position: Position, cell: int, opponent: Opponent) -> Explanation:
    """Why *opponent* played *cell* in *position*.

    :raises UnsupportedGame: if it does not play the game.
    :raises ValueError: if the game is over.
    """
    decision = opponent.decide(position)
    return Explanation(
        _("Why %(cell)s?", cell=cell_name(position.game, cell)),
        explain_choice(position, opponent, decision, cell),
        Choice(position, decision, cell),
    )


def explain_choice(
    position: Position, opponent: Opponent, decision: Decision[object], cell: int
) -> str:
    """Why *opponent*, after *decision*, plays *cell*; for another cell, what it would play."""
    if cell not in decision.cells:
        return _(
            "%(opponent)s would not have played this, but %(cells)s.",
            opponent=_(opponent.name),
            cells=cells_listed(position.game, decision.cells, OR),
        )
    sentence, _diagrams_of = REASONS[type(decision.reason)]
    return sentence(Choice(position, decision, cell))


def lots(game: Game, decision: Decision[object]) -> str:
    """The number of cells in *decision*, with their chances if these differ; empty for one."""
    cells, weights = decision.cells, decision.weights
    if len(cells) == 1:
        return ""
    if len({*weights}) == 1:
        return _("Picked by lot from %(cells)s cells, all alike.", cells=len(cells))
    total = sum(weights)
    return _(
        "Picked by lot, a cell once for each threat on it: %(chances)s.",
        chances=listed(
            _(
                "%(cell)s %(weight)s in %(all)s",
                cell=cell_name(game, cell),
                weight=weight,
                all=total,
            )
            for cell, weight in zip(cells, weights, strict=True)
        ),
    )


def diagrams(position: Position, decision: Decision[object], cell: int) -> tuple[Diagram, ...]:
    """Diagrams of the reason for *decision*; none if *cell* is not one of its cells."""
    if cell not in decision.cells:
        return ()
    _sentence, diagrams_of = REASONS[type(decision.reason)]
    return diagrams_of(Choice(position, decision, cell))
