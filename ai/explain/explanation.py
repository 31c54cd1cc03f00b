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
from ai.study.study import JudgedMove

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
    """Why *opponent* made the move of the *choice*; or that it would not have made it."""

    opponent: Opponent
    choice: Choice[object]

    @property
    def question(self) -> str:
        """The question why."""
        return _("Why %(cell)s?", cell=self.choice.move.name)

    @property
    def is_its_move(self) -> bool:
        """Whether the opponent might have made the move."""
        return self.choice.cell in self.choice.cells

    @property
    def answer(self) -> str:
        """The reason for the move; for another's move, the opponent's own."""
        choice = self.choice
        if not self.is_its_move:
            return _(
                "%(opponent)s would not have played this, but %(cells)s.",
                opponent=_(self.opponent.name),
                cells=cells_listed(choice.game, choice.cells, OR),
            )
        sentence, _diagrams_of = REASONS[type(choice.reason)]
        return sentence(choice)

    @property
    def lots(self) -> str:
        """The number of cells from which the move was picked, with their chances if these differ;
        empty if there was only one.
        """
        return lots(self.choice.game, self.choice.decision) if self.is_its_move else ""

    @property
    def text(self) -> str:
        """The answer, followed by :attr:`lots`."""
        return " ".join(filter(None, (self.answer, self.lots)))

    @property
    def short(self):
        return "Your best cell was worth 10, mine only 8. So I took yours."

    @property
    def more(self):
        return self.text

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """Diagrams of the reason; none for another's move."""
        if not self.is_its_move:
            return ()
        _sentence, diagrams_of = REASONS[type(self.choice.reason)]
        return diagrams_of(self.choice)


def explain_move(move: JudgedMove, opponent: Opponent, persons=None) -> Explanation:
    """Why *opponent* made *move*.

    :raises UnsupportedGame: if it does not play the game.
    """
    return Explanation(opponent, Choice(move, move.before.decision(opponent)))


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
