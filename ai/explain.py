"""Why a computer player made a move: in words, and in diagrams made on demand."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ai.exact.value import Value
from ai.facts.reasons import Reason, reason, replies, standing
from ai.language import _
from ai.opponents import opponent_for
from ai.opponents.chain import Handled, Handler
from ai.opponents.policy import Decision, Opponent
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.opponents.search import SearchedToEnd
from ai.pen.diagram import Diagram
from ai.pen.drawings import draw
from ai.pen.strokes import Drawn, Ink, PenShape, draw_reason, signs
from ai.rules import Position
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.persons import Persons
from ai.words.telling import Telling
from ai.words.voice import Turn, voiced

RULES = tuple(f"{it.value}" for it in PriorityRule)
SIGNS = {Value.WIN: "●", Value.DRAW: "=", Value.LOSS: "▽"}  # as values on the board


class Workings(NamedTuple):
    """The workings of a classic program, drawn below its sentence: the *steps* of one *kind*.
    `rules` are tried in turn until one held, and a `tree` has all moves searched, the best of which
    was taken. *held* is its number, from 0; *cuts* spared replies.
    """

    kind: str
    steps: tuple[str, ...]
    held: int
    cuts: int = 0


@dataclass(frozen=True, eq=False)
class Explanation:
    """Why *opponent*, which came to this *decision*, made the *move*, or what it would have played:
    the *reason*. Its words name *persons*. With a *turn* it speaks in its own voice. If the move is
    *past*, others followed.
    """

    opponent: Opponent
    move: JudgedMove
    decision: Decision[object]
    persons: Persons
    reason: Reason
    turn: Turn | None = None
    past: bool = False

    @cached_property
    def telling(self) -> Telling:
        """How the reason is told."""
        told = telling(self.move.game, self.move.mark, self.persons)
        return replace(told, past=standing(self.move, self.reason)) if self.past else told

    @cached_property
    def told(self) -> tuple[list[tuple[str, str]], str]:
        """The facts that say the most, as many as there is room for, or a sentence in its own
        voice and the effect of the move: in pieces, as of :meth:`Telling.pieces`; and the rest.
        """
        said, at_once, others = list[tuple[str, str]](), self.reason.facts, self.reason.others
        if self.turn:
            key, cell = self.opponent.key, self.move.cell
            said, left = voiced(self.telling, key, self.reason, cell, self.turn)
            if said:
                effect = self.reason.effect
                at_once = tuple([fact for fact in effect if fact in left])
                others = tuple([fact for fact in left if fact not in effect])
        before = "".join([text for text, _name in said])
        short, rest = self.telling.in_room(at_once, before)
        return [*said, (short.removeprefix(before), "")], self.telling.text((*rest, *others))

    @property
    def short(self) -> str:
        """The facts told at once, in at most 90 characters."""
        return "".join([text for text, _name in self.told[0]])

    @property
    def inked(self) -> list[tuple[str, Ink | None]]:
        """The same in pieces: those that name what the pen draws have its ink."""
        inks = self.drawn.inks
        return [(text, inks.get(name)) for text, name in self.told[0] if text]

    @property
    def signs(self) -> list[tuple[PenShape, Ink, str]]:
        """The signs that the pen draws and the sentence does not name, with their meanings."""
        return signs(self.drawn, self.move.mark)

    @cached_property
    def workings(self) -> Workings | None:
        """How a classic program came to the move; None for other programs."""
        match self.decision.reason:
            case RuleApplied(rule=rule):
                return Workings("rules", RULES, rule.value - 1)
            case Handled(handler=handler):
                return Workings("rules", tuple(map(_, Handler)), [*Handler].index(handler))
            case SearchedToEnd(search=search) if len(search.values) > 1:
                names, found = self.move.game.cell_names, search.values.items()
                steps = [f"{names[cell]} {SIGNS[value]}" for cell, value in found]
                held = [*search.values].index(self.move.cell)
                return Workings("tree", tuple(steps), held, search.cutoffs)
        return None

    @property
    def more(self) -> str:
        """The rest worth knowing; or empty."""
        return self.told[1]

    @cached_property
    def drawn(self) -> Drawn:
        """The reason as the pen draws it."""
        return draw_reason(self.move, self.reason)

    @property
    def question(self) -> str:
        """The question why."""
        return _("Why %(cell)s?", cell=self.move.name)

    @property
    def text(self) -> str:
        """All of the reason."""
        return f"{self.short} {self.more}".rstrip()

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """Diagrams of the reason; none for another's move."""
        position, cells = self.move.position, self.decision.cells
        return tuple(draw(fact, position, self.persons, cells) for fact in self.reason.shown)

    @property
    def replies(self) -> tuple[Diagram, ...]:
        """The diagram of the replies that the opponent looked at; or none."""
        move = self.move
        shown = replies(move, self.reason)
        return (draw(shown, move.left, self.persons.swapped),) if shown else ()


def explain_move(
    move: JudgedMove,
    opponent: Opponent,
    persons: Persons | None = None,
    *,
    turn: Turn | None = None,
    past: bool = False,
) -> Explanation:
    """Why *opponent* made *move*; if it would not, the moves that it would have played. *persons*
    names both sides, by default by their marks. Given its *turn*, it speaks in its own voice. A
    move is *past* if others followed.

    :raises UnsupportedGame: if it does not play the game.
    """
    decision, persons = move.before.decision(opponent), persons or Persons.marks(move.mark)
    found = reason(move, decision, opponent)
    return Explanation(opponent, move, decision, persons, found, turn, past)


def why(position: Position, key: str) -> str:
    """The reason of the move of the opponent with this *key*: the first that it would make in
    *position*. Errors as in :func:`opponent_for` and :meth:`Opponent.decide`.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> why(parse(TIC_TAC_TOE, "XX.-OO.-..."), "hard")
    'c1 completes row 1.'
    """
    here, opponent = study(position), opponent_for(position.game, key)
    return explain_move(here.moves[here.decision(opponent).cells[0]], opponent).text
