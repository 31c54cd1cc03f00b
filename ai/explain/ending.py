"""How a game ended: the line that won and why it was not stopped, or what a draw withstood."""

from collections.abc import Iterable, Iterator
from itertools import islice

from ai.exact.value import Value
from ai.explain.persons import SECOND, Persons, said
from ai.explain.phrases import lines_listed, of_sets
from ai.explain.room import fitting
from ai.language import N_, _, ngettext, sentence_case
from ai.rules.position import Outcome
from ai.rules.record import Record
from ai.study.review import Review, review
from ai.study.study import study

FULL = N_("%(num)s marks, no line."), N_("%(num)s marks, no square.")
COMPLETED = (
    (N_("A line"), N_("%(num)s lines at once")),
    (N_("A square"), N_("%(num)s squares at once")),
)
PASSED_UP = N_("%(your)s %(cell)s passed up a win at move %(number)s.")
UNBLOCKED = N_("%(your)s %(cell)s didn't block.")
HAD = {
    Value.WIN: N_("%(I)s had a win at move %(number)s."),
    Value.DRAW: N_("%(I)s had a draw at move %(number)s."),
}
RETRIED = N_("A retry doesn't count.")
OPEN_CELLS = {2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five")}
TIMES = (
    N_("Once"),
    N_("Twice"),
    N_("Three times"),
    N_("Four times"),
    N_("Five times"),
    N_("Six times"),
    N_("Seven times"),
    N_("Eight times"),
)


def ending(record: Record, persons: Persons | None = None, *, again: bool = False) -> str:
    """How the finished game of *record* ended, in at most 90 characters. The mover of *persons*
    made the last move; without *persons* both are called by their marks. If the game is a
    retry, played *again* from a slip on, it says that this does not count.

    :raises ValueError: if the game goes on.
    :raises UnreachablePosition: if no game leads to its start.
    :raises TablebaseError: if its game has no tablebase.
    """
    outcome = record.position.outcome
    if not outcome:
        raise ValueError("The game goes on: it has no ending.")
    persons = persons or Persons.marks(record.position.to_move.other)
    texts: Iterable[str]
    if outcome.winner:
        texts = _won(record, outcome, persons, again=again)
    else:
        texts = [" ".join(_drawn(record, persons, again=again))]
    return fitting(*(f"{text} {_(RETRIED)}" if again else text for text in texts))


def _won(record: Record, outcome: Outcome, persons: Persons, *, again: bool) -> Iterator[str]:
    """The winning lines, why they were not stopped, and the value that the last slip gave away,
    the longest text first. There is no room for the value if the game was played *again*.
    """
    num = len(outcome.winning_sets)
    lines = sentence_case(lines_listed(record.game, outcome.winning_sets))
    for named in (lines, ngettext(*of_sets(record.game, *COMPLETED), num)):
        if len(record.moves) < 2:
            yield ngettext("%(lines)s is complete.", "%(lines)s are complete.", num, lines=named)
        else:
            why = " ".join(islice(_not_stopped(record, persons), 1 if again else None))
            yield _("%(lines)s: %(why)s", lines=named, why=why)


def _not_stopped(record: Record, persons: Persons) -> Iterator[str]:
    """Why the last move of the loser, who is the other one of *persons*, did not stop the winning
    lines, and what the last slip gave away, in sentences.
    """
    last = study(record.positions[-3]).moves[record.moves[-2]]
    before = last.before
    open_cells = len({cell for cell, _line in before.threats_against})
    if 1 in before.wins_by_threats.values():
        yield said(PASSED_UP, persons, cell=last.name, number=last.number)
        return
    if open_cells > 1:
        every = _(OPEN_CELLS.get(open_cells, str(open_cells)))
        yield said(N_("%(you)s could block only one cell of %(all)s."), persons, all=every)
    else:
        yield said(UNBLOCKED, persons, cell=last.name)
    found = review(record)
    yield _given_away(found, persons) or said(N_("%(I)s had the win from the start."), persons)


def _given_away(found: Review, persons: Persons) -> str:
    """The win or draw that the last slip gave away; empty without a slip. The mover of *persons*
    moved last.
    """
    if found.turning_point is None:
        return ""
    slip = found.moves[found.turning_point]
    mover = persons if slip.mark is found.moves[-1].mark else persons.swapped
    return said(HAD[slip.best.value], mover, number=slip.number)


def _drawn(record: Record, persons: Persons, *, again: bool) -> Iterator[str]:
    """The full board, and what the last slip gave away. Without a slip, the number of decisions at
    which "you", or without persons either side, could have lost.
    """
    yield _(of_sets(record.game, *FULL), num=len(record.game.cells))
    if not record.moves:
        return
    last, found = record.position.to_move.other, review(record)
    if slip := _given_away(found, persons):
        yield slip
        return
    if again:
        yield _("This time nobody slipped.")
        return
    spoken_to = {persons.mover: {last}, persons.other: {last.other}}.get(SECOND, {*type(last)})
    decisions = sum(move.before.is_decision for move in found.moves if move.mark in spoken_to)
    if not decisions:
        yield _("Nobody slipped.")
        return
    times = (
        _(TIMES[decisions - 1])
        if decisions <= len(TIMES)
        else _("%(count)s times", count=decisions)
    )
    yield _("%(times)s a wrong cell could have lost.", times=times)
    yield _("You took none.") if len(spoken_to) == 1 else _("Nobody took one.")
