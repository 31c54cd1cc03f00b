"""Facts told to persons. Without *persons* both sides are called by their marks; else the mover of
*persons* is the side that made the move or is to move.
"""

from ai.exact.value import Value
from ai.facts import effects
from ai.facts.best import best
from ai.facts.endings import ending
from ai.facts.fact import Fact
from ai.facts.looks import Look
from ai.facts.positions import why
from ai.facts.reasons import perfect
from ai.facts.verdicts import refusal, verdict
from ai.language import _
from ai.rules import Record
from ai.study.study import JudgedMove, Study
from ai.words.languages import telling
from ai.words.persons import Persons


def what_it_does(move: JudgedMove, persons: Persons | None = None) -> str:
    """How *move* wins or loses by force; for a drawing move, the threats that it stops and makes.
    Empty if there is nothing to say.

    :raises UnreachablePosition: if no game leads to its position.
    """
    return telling(move.game, move.mark, persons).text(effects.effects(move))


def look_in_words(found: Look, move: JudgedMove, persons: Persons | None = None) -> str:
    """The hint to look at the region *found* for the best *move*, in at most 90 characters."""
    told = telling(move.game, move.mark, persons)
    return _("Hint: look inside the loop. %(why)s", why=told.sentence(found.fact))


def hint(move: JudgedMove, persons: Persons | None = None) -> tuple[str, str]:
    """The hint at the best *move*, what it blocks or how it wins, and why no move is better, in at
    most 90 characters; and more.
    """
    told, reason = telling(move.game, move.mark, persons), perfect(move)
    facts = _purpose(move)
    text, left = told.in_room(facts, _("Hint: %(cell)s.", cell=move.name))
    more = (fact for fact in reason.others or effects.effects(move) if fact not in facts)
    return text, told.text((*left, *more))


def hint_reason(move: JudgedMove, persons: Persons | None = None) -> str:
    """The reason of a hint without its cell, in at most 90 characters."""
    return telling(move.game, move.mark, persons).in_room(_purpose(move))[0]


def _purpose(move: JudgedMove) -> tuple[Fact, ...]:
    """What the best *move* blocks or how it wins, and why no move is better."""
    reason = perfect(move).facts[::-1]
    if move.exact.value is Value.WIN:
        return reason
    blocks = (it for it in effects.effects(move) if isinstance(it, effects.Blocks))
    return *(it for it in blocks if it.cell == move.cell), *reason


def best_in_words(found: Study, persons: Persons | None = None) -> str:
    """The best moves, in at most 90 characters: `c1 wins at once. c2 would give O a draw.`

    :raises ValueError: if the game is over.
    """
    told = telling(found.position.game, found.position.to_move, persons)
    return told.in_room(best(found))[0]


def why_so(found: Study, persons: Persons | None = None) -> str:
    """Why the position is won, drawn or lost for the side to move.

    :raises ValueError: if the game is over.
    """
    return telling(found.position.game, found.position.to_move, persons).text(why(found))


def verdict_in_words(move: JudgedMove, persons: Persons | None = None) -> str:
    """Why the label of *move* holds, in at most 90 characters."""
    return telling(move.game, move.mark, persons).in_room(verdict(move))[0]


def wrong_try(move: JudgedMove, persons: Persons | None = None) -> str:
    """Why a retry refuses *move*, in at most 90 characters; empty if it gives no value away."""
    told = telling(move.game, move.mark, persons)
    return told.in_room(refusal(move))[0] if move.value_lost else ""


def how_it_ended(record: Record, persons: Persons | None = None, *, again: bool = False) -> str:
    """How the finished game of *record*, a retry if *again*, ended, in at most 90 characters.

    Errors as in :func:`ai.facts.endings.ending`.
    """
    told = telling(record.game, record.position.to_move.other, persons)
    return told.in_room(ending(record, told.you, again=again))[0]
