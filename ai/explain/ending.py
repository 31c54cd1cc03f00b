"""How a game ended: the line that won and why it was not stopped, or what a draw withstood."""

from collections.abc import Iterator

from ai.exact.value import Value
from ai.explain.persons import SECOND, Persons, said
from ai.explain.phrases import lines_listed, of_sets
from ai.explain.position import nothing_given_away
from ai.explain.room import fitting
from ai.language import N_, _, ngettext, sentence_case
from ai.rules.position import Outcome
from ai.rules.record import Record
from ai.study.review import Review, review
from ai.study.study import JudgedMove, study

FULL = {3: N_("Nine marks, no line."), 4: N_("Sixteen marks, no square.")}
COMPLETED = (
    (N_("A line"), N_("%(num)s lines at once")),
    (N_("A square"), N_("%(num)s squares at once")),
)
UNBLOCKED = N_("%(your)s %(cell)s didn't block")
UNBLOCKED_BUT_LOST = N_("%(your)s %(cell)s didn't block, but all was lost already")
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


def ending(record: Record, persons: Persons | None = None) -> str:
    """How the finished game of *record* ended, in at most 90 characters. The mover of *persons*
    made the last move; without *persons* both are called by their marks.

    :raises ValueError: if the game goes on.
    :raises UnreachablePosition: if no game leads to its start.
    :raises TablebaseError: if its game has no tablebase.
    """
    outcome = record.position.outcome
    if not outcome:
        raise ValueError("The game goes on: it has no ending.")
    persons = persons or Persons.marks(record.position.to_move.other)
    if outcome.winner:
        return fitting(*_won(record, outcome, persons))
    return " ".join(_drawn(record, persons))


def _won(record: Record, outcome: Outcome, persons: Persons) -> Iterator[str]:
    """The winning lines and why they were not stopped, the longest sentence first."""
    num = len(outcome.winning_sets)
    lines = sentence_case(lines_listed(record.game, outcome.winning_sets))
    for named in (lines, ngettext(*of_sets(record.game, *COMPLETED), num)):
        if len(record.moves) < 2:
            yield ngettext("%(lines)s is complete.", "%(lines)s are complete.", num, lines=named)
        else:
            why = _not_stopped(study(record.positions[-3]).moves[record.moves[-2]], persons)
            yield _("%(lines)s: %(why)s.", lines=named, why=why)


def _not_stopped(last: JudgedMove, persons: Persons) -> str:
    """Why the *last* move of the loser, who is the other one of *persons*, did not stop the winning
    lines.
    """
    before = last.before
    open_cells = len({cell for cell, _line in before.threats_against})
    if 1 in before.wins_by_threats.values():
        return said(N_("%(your)s %(cell)s passed up a win"), persons, cell=last.name)
    if open_cells > 1:
        every = _(OPEN_CELLS.get(open_cells, str(open_cells)))
        return said(N_("%(you)s could block only one cell of %(all)s"), persons, all=every)
    lost_already = before.exact.value is Value.LOSS
    return said(UNBLOCKED_BUT_LOST if lost_already else UNBLOCKED, persons, cell=last.name)


def _drawn(record: Record, persons: Persons) -> Iterator[str]:
    """The full board, and the last slip. Without a slip, the number of decisions at which "you", or
    without persons either side, could have lost.
    """
    yield _(FULL[record.game.size])
    if not record.moves:
        return
    last, found = record.position.to_move.other, review(record)
    if found.turning_point is not None:
        slip = found.moves[found.turning_point]
        mover = persons if slip.mark is last else persons.swapped
        yield said(N_("%(I)s had the win until move %(number)s."), mover, number=slip.number)
        return
    spoken_to = {persons.mover: {last}, persons.other: {last.other}}.get(SECOND, {*type(last)})
    decisions = sum(move.before.is_decision for move in found.moves if move.mark in spoken_to)
    if not decisions:
        yield _("Nobody slipped.")
        return
    if decisions <= len(TIMES):
        times = _(TIMES[decisions - 1])
    else:
        times = _("%(count)s times", count=decisions)
    if len(spoken_to) == 1:
        yield _("%(times)s a wrong cell would have lost: you never took it.", times=times)
    else:
        yield _("%(times)s a wrong cell would have lost: nobody took it.", times=times)


def the_end(record: Record, reviewed: Review) -> str:
    """:func:`ending` by marks, and the move that decided the finished game of *record*, if one
    gave value away.
    """
    outcome, told = record.position.outcome, ending(record)
    assert outcome
    if not record.moves or not outcome.winner:
        return told
    if reviewed.turning_point is None:
        return f"{told} {nothing_given_away(outcome)}"
    move = reviewed.moves[reviewed.turning_point]
    return _(
        "%(ending)s Move %(number)s, %(mark)s's %(cell)s, decided it.",
        ending=told,
        number=move.number,
        mark=move.mark,
        cell=move.name,
    )
