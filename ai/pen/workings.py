"""The workings of a classic program, drawn below its sentence: rules tried, or moves searched."""

from typing import NamedTuple

from ai.exact.value import Value
from ai.language import N_, _
from ai.opponents.chain import Handled, Handler
from ai.opponents.policy import Decision
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.opponents.search import SearchedToEnd
from ai.rules.notation import cell_name
from ai.study.study import JudgedMove

HANDLERS = {
    Handler.WIN: N_("win"),
    Handler.BLOCK: N_("block"),
    Handler.STOP_FORK: N_("fork"),
    Handler.IMPACT: N_("lines"),
}


class Steps(NamedTuple):
    """Rules, tried in turn: those before the one that *held*, that one, and those *after* it."""

    before: tuple[str, ...]
    held: str
    after: tuple[str, ...]


class Branches(NamedTuple):
    """The *moves* searched, in turn, by the names of their cells, each with its value; the number
    of the *best* one, from 0; and how many *cuts* spared it replies.
    """

    moves: tuple[tuple[str, Value], ...]
    best: int
    cuts: int


def workings(move: JudgedMove, decision: Decision[object]) -> Steps | Branches | None:
    """How the program came by this *decision* to *move*; None for other programs."""
    match decision.reason:
        case RuleApplied(rule=rule):
            return _steps([f"{it.value}" for it in PriorityRule], rule.value - 1)
        case Handled(handler=handler):
            return _steps([_(name) for name in HANDLERS.values()], [*HANDLERS].index(handler))
        case SearchedToEnd(search=search) if len(search.values) > 1:
            moves = ((cell_name(move.game, cell), value) for cell, value in search.values.items())
            return Branches(tuple(moves), [*search.values].index(move.cell), search.cutoffs)
    return None


def _steps(names: list[str], held: int) -> Steps:
    return Steps(tuple(names[:held]), names[held], tuple(names[held + 1 :]))
