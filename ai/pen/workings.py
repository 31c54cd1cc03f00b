"""The workings of a classic program, drawn below its sentence: rules tried, or moves searched."""

from collections.abc import Iterable
from typing import NamedTuple

from ai.exact.value import Value
from ai.language import _
from ai.opponents.chain import Handled, Handler
from ai.opponents.policy import Decision
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.opponents.search import SearchedToEnd
from ai.study.study import JudgedMove

SIGNS = {Value.WIN: "●", Value.DRAW: "=", Value.LOSS: "▽"}  # as values on the board


class Workings(NamedTuple):
    """The *steps* of one *kind*: `rules` are tried in turn until one held, and a `tree` has all
    moves searched, the best of which was taken. *held* is its number, from 0; *cuts* spared
    replies.
    """

    kind: str
    steps: tuple[str, ...]
    held: int
    cuts: int = 0


def workings(move: JudgedMove, decision: Decision[object]) -> Workings | None:
    """How a classic program came by this *decision* to *move*; None for other programs."""
    match decision.reason:
        case RuleApplied(rule=rule):
            return _rules((f"{it.value}" for it in PriorityRule), rule.value - 1)
        case Handled(handler=handler):
            return _rules(map(_, Handler), [*Handler].index(handler))
        case SearchedToEnd(search=search) if len(search.values) > 1:
            found = search.values.items()
            steps = [f"{move.game.cell_names[cell]} {SIGNS[value]}" for cell, value in found]
            held = [*search.values].index(move.cell)
            return Workings("tree", tuple(steps), held, search.cutoffs)
    return None


def _rules(names: Iterable[str], held: int) -> Workings:
    return Workings("rules", tuple(names), held)
