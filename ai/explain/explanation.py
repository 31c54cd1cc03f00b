"""Why a computer player made a move: in words, and in diagrams made on demand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ai.exact.tablebase import TablebaseError
from ai.exact.value import Value
from ai.explain import chain, easy, hard, rules, search, unbeatable
from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, worths_diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import cells_listed
from ai.explain.wins import REPLIES, answers_diagram
from ai.language import N_, OR, _, listed
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

# Each type of reason, with the functions that make its answer and its diagrams. The answer is made
# at every click, so it has to be quick.
REASONS: dict[
    type,
    tuple[
        Callable[[Choice[Any], Persons], Answer],
        Callable[[Choice[Any], Persons], tuple[Diagram, ...]],
    ],
] = {
    Unweighed: (easy.answer, easy.diagrams_of),
    LookedAhead: (search.looked_ahead, search.diagrams_ahead),
    Weights: (hard.answer, hard.diagrams_of),
    Perfect: (unbeatable.answer, unbeatable.diagrams_of),
    RuleApplied: (rules.answer, rules.diagrams_of),
    Handled: (chain.answer, chain.diagrams_of),
    Opening: (search.opened, easy.diagrams_of),
    SearchedToEnd: (search.searched, search.diagrams_to_the_end),
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why *opponent* made the move of the *choice*, or what it would have played: *short*, at most
    90 characters, and *more*, the rest worth knowing, which may be empty. They name *persons*.
    """

    opponent: Opponent
    choice: Choice[object]
    persons: Persons
    short: str
    more: str = ""

    @property
    def question(self) -> str:
        """The question why."""
        return _("Why %(cell)s?", cell=self.choice.move.name)

    @property
    def is_its_move(self) -> bool:
        """Whether the opponent might have made the move."""
        return self.choice.cell in self.choice.cells

    @property
    def text(self) -> str:
        """All of the reason."""
        return f"{self.short} {self.more}".rstrip()

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """Diagrams of the reason; none for another's move."""
        if not self.is_its_move:
            return ()
        _answer, diagrams_of = REASONS[type(self.choice.reason)]
        return diagrams_of(self.choice, self.persons)

    @property
    def replies(self) -> tuple[Diagram, ...]:
        """The worth of each reply, or the answer to each if the opponent saw that the move wins.
        None if it looked at no replies, or if the other side has a threat to stop or but one move.
        """
        move, reason = self.choice.move, self.choice.reason
        if not self.is_its_move or not looks_at_replies(reason) or move.after.threats_against:
            return ()
        try:
            worths = move.after.worths
        except TablebaseError:
            return ()
        if len(worths) < 2:
            return ()
        if move.exact.value is Value.WIN and not isinstance(reason, LookedAhead):
            return (answers_diagram(move, self.persons),)
        caption = said(N_("The worth of each of %(your)s replies"), self.persons)
        return (worths_diagram(move.left, caption, worths, said(REPLIES, self.persons)),)


def looks_at_replies(reason: object) -> bool:
    """Whether the *reason* comes from looking two moves ahead or more; and if that was not to the
    end, without seeing a win or a loss.
    """
    if isinstance(reason, LookedAhead):
        return reason.search.depth > 1 and reason.search.value is Value.DRAW
    return isinstance(reason, Perfect | SearchedToEnd)


def explain_move(
    move: JudgedMove, opponent: Opponent, persons: Persons | None = None
) -> Explanation:
    """Why *opponent* made *move*; if it would not, the moves that it would have played. *persons*
    names both sides, by default by their marks.

    :raises UnsupportedGame: if it does not play the game.
    """
    choice = Choice(move, move.before.decision(opponent))
    persons = persons or Persons.marks(move.mark)
    if move.cell not in choice.cells:
        cells = cells_listed(choice.game, choice.cells, OR)
        name = _(opponent.name)
        told = _("%(opponent)s would have played %(cells)s.", opponent=name, cells=cells)
        return Explanation(opponent, choice, persons, told)
    answer, _diagrams_of = REASONS[type(choice.reason)]
    short, more, counts = answer(choice, persons)
    lot = "" if counts else _lot(choice.game, choice.decision)
    return Explanation(opponent, choice, persons, short, " ".join(filter(None, (more, lot))))


def _lot(game: Game, decision: Decision[object]) -> str:
    """The number of cells in *decision*, with their chances if these differ; empty for one."""
    cells, weights = decision.cells, decision.weights
    if len(cells) == 1:
        return ""
    if len({*weights}) == 1:
        if len(cells) == 2:
            return _("One of 2 equal cells: %(cells)s.", cells=cells_listed(game, cells))
        return _("One of %(cells)s equal cells.", cells=len(cells))
    total = sum(weights)
    chances = [
        _("%(cell)s %(weight)s in %(all)s", cell=cell_name(game, cell), weight=weight, all=total)
        for cell, weight in zip(cells, weights, strict=True)
    ]
    return _(
        "Picked by lot, a cell once for each threat on it: %(chances)s.", chances=listed(chances)
    )
