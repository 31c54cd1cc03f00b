"""The effects of a move: lines, threats and forks, a win or a loss by force, and what is prepared.

They hold of a move that was made and of one that could be.
"""

from collections.abc import Iterable, Iterator

from ai.exact.value import Value
from ai.facts import fact as f
from ai.facts.fact import Fact, SideFact
from ai.study.study import JudgedMove, Study
from ai.study.wins_by_threats import FORK, Way, Win

MANY = 5  # replies to a quiet move that need another: more than any of Square


class Completes(Fact):
    """The move completes *lines*."""

    cell: f.Cell
    lines: f.Lines


class Blocks(Fact):
    """The move blocks *lines*, which the other side threatened to complete."""

    cell: f.Cell
    lines: f.Lines


class MustBlock(SideFact):
    """*side* must take the cell *answer*, which alone stops all *lines*."""

    lines: f.Lines
    answer: f.Cell


class CannotBlock(SideFact):
    """*side* can't stop all *threats* with one move. A *fork* made two of them at once."""

    threats: f.Threats
    fork: f.MaybeCell = None


class Threatens(SideFact):
    """A later move of a win by threats. *side* must take the *answer*."""

    cell: f.Cell
    blocks: f.Lines
    answer: f.Cell


class Decides(SideFact):
    """The last move of a win by threats. *side* would need all *answers*."""

    cell: f.Cell
    blocks: f.Lines
    answers: f.Cells


class CanPlay(SideFact):
    """*side* can then play *cell*, which wins; the losing move on *lost* allows it."""

    cell: f.Cell
    lost: f.MaybeCell = None


class LeavesOpen(Fact):
    """The other side can complete *lines* on *cell* next."""

    cell: f.Cell
    lines: f.Lines


class EveryReplyLoses(Fact):
    """The move wins, whatever the reply."""


class QuietWin(Fact):
    """The move wins, whatever the reply, and makes no threat."""


class Beats(Fact):
    """Threats win after any of the *replies*; without these, after any that no other fact names.
    The winner plays the *course*, each move before its answer, and at last forks on *cell* with
    these *answers*.
    """

    replies: f.Cells
    course: f.Course
    cell: f.Cell
    answers: f.Cells


class BeatsSlowly(Fact):
    """After the *reply*, *cell* wins in so many *plies*, as the facts *then* tell."""

    reply: f.Cell
    cell: f.Cell
    plies: f.Number
    then: f.Facts


class WinsByThreats(Fact):
    """In brief: so many *threats*, if any, and the fork on *cell* with these *answers* win."""

    threats: f.MaybeNumber
    cell: f.Cell
    answers: f.Cells


class WinsLater(SideFact):
    """In brief: *side* must take the *answer*, and then *cell* wins."""

    answer: f.Cell
    cell: f.Cell


class AllowsForks(SideFact):
    """In brief: any reply, but for those on *cells*, soon allows *side* a fork."""

    cells: f.Cells


class StopsForks(Fact):
    """The other side could have forked on any of *cells*, and no longer can."""

    cells: f.Cells


class PutsOffForks(Fact):
    """The other side could have forked on any of *cells*, and still can later."""

    cells: f.Cells


class StopsThreats(Fact):
    """The other side could have threatened by *first* and forked on *fork* at last."""

    fork: f.Cell
    first: f.MaybeCell


class PutsOffThreats(SideFact):
    """*side* must wait with its win by threats."""


class MustTake(SideFact):
    """*side* must then take *cell*, which blocks."""

    cell: f.Cell


class Prepares(Fact):
    """The move prepares a fork, perhaps after threats that begin with *first*."""

    fork: f.Cell
    first: f.MaybeCell


class Keeps(Fact):
    """The move keeps a fork that its side had prepared."""

    fork: f.Cell


def effects(move: JudgedMove) -> tuple[Fact, ...]:
    """How *move* wins or loses by force; of a draw, what it stops and makes.

    :raises UnreachablePosition: if no game leads to its position.
    """
    of = {Value.WIN: how_it_wins, Value.DRAW: what_it_is_good_for, Value.LOSS: how_it_loses}
    return tuple(of[move.exact.value](move))


def in_brief(move: JudgedMove) -> Fact:
    """How the winning *move*, which completes no line, wins."""
    if move.win:
        *before, fork = move.win
        return WinsByThreats(len(before) or None, fork.cell, fork.answers)
    if answer := move.after.block:
        return WinsLater(answer.mark, answer.cell, answer.answer.cell)
    slow = move.after.slow_replies
    return AllowsForks(move.mark, tuple(it.cell for it in slow)) if len(slow) < MANY else QuietWin()


def how_it_wins(move: JudgedMove) -> Iterator[Fact]:
    """How the winning *move* forces its win."""
    if move.completed:
        yield Completes(move.cell, ordered(move.completed))
        return
    if move.blocked:
        yield Blocks(move.cell, ordered(move.blocked))
    if move.win:
        yield threatened(move.after, by=move)
        yield from _course(move)
    elif answer := move.after.block:
        yield threatened(move.after)
        yield CanPlay(move.mark, answer.answer.cell)
        yield from how_it_wins(answer.answer)
    else:
        yield EveryReplyLoses() if move.blocked else QuietWin()
        yield from _answers(move)


def how_it_loses(move: JudgedMove) -> Iterator[Fact]:
    """How the other side wins by force after *move*."""
    answer = move.answer
    if answer.completed:
        yield LeavesOpen(answer.cell, ordered(answer.completed))
    else:
        yield CanPlay(answer.mark, answer.cell, move.cell)
        yield from how_it_wins(answer)


def what_it_is_good_for(move: JudgedMove) -> Iterator[Fact]:
    """The drawing *move* blocks lines, or else stops wins by threats. Then it makes threats, or
    else prepares a win by threats.
    """
    if move.blocked:
        yield Blocks(move.cell, ordered(move.blocked))
    if move.left.outcome:
        return
    forced = _forced(move.after)
    if not move.blocked:
        yield from _stops(move, (forced or [move])[-1].after)
    if not forced:
        yield from _makes(move)
        return
    yield threatened(move.after)
    yield from (MustTake(block.mark, block.cell) for block in forced[1:])


def threatened(found: Study, by: JudgedMove | None = None) -> Fact:
    """The threats against the side to move, at least one; a fork if the move *by* makes two."""
    side, standing = found.position.to_move, found.threats_against
    answers = {cell for cell, _line in standing}
    if len(answers) == 1:
        return MustBlock(side, tuple(line for _cell, line in standing), *answers)
    return CannotBlock(side, standing, by.cell if by and by.forks else None)


def ordered(lines: Iterable[frozenset[int]]) -> tuple[frozenset[int], ...]:
    """*lines* in the order of their cells."""
    return tuple(sorted(lines, key=sorted))


def _course(move: JudgedMove) -> Iterator[Fact]:
    """The later moves of the win by threats that *move* begins."""
    side = move.mark.other
    for step in move.win[1:]:
        if step.decides:
            yield Decides(side, step.cell, step.blocks, step.answers)
        else:
            yield Threatens(side, step.cell, step.blocks, *step.answers)


def _answers(move: JudgedMove) -> Iterator[Fact]:
    """How each reply to the quiet winning *move* is beaten, the usual way at the end; of many that
    need a quiet move again, the one that holds out longest alone.
    """
    left = move.after
    if len(left.slow_replies) >= MANY:
        longest = max(left.moves.values(), key=lambda reply: reply.exact.distance or 0)
        yield BeatsSlowly(longest.cell, longest.answer.cell, longest.answer.exact.distance or 0, ())
        return
    for way in left.ways[:-1]:
        yield _beats(way, way.replies)
    for reply in left.slow_replies:
        answer = reply.answer
        then = () if answer.after.slow_replies else tuple(how_it_wins(answer))
        yield BeatsSlowly(reply.cell, answer.cell, answer.exact.distance or 0, then)
    for way in left.ways[-1:]:
        others = len(way.replies) > 1 and len(way.replies) < len(left.moves)
        yield _beats(way, () if others else way.replies)


def _beats(way: Way, replies: tuple[int, ...]) -> Beats:
    *threats, fork = way.win
    course = tuple([cell for step in threats for cell in (step.cell, *step.answers)])
    return Beats(replies, course, fork.cell, fork.answers)


def _forced(found: Study) -> list[JudgedMove]:
    """The forced answers in a drawn position, in turn, until no threat stands."""
    forced: list[JudgedMove] = []
    while block := found.block:
        forced.append(block)
        found = block.after
    return forced


def _stops(move: JudgedMove, settled: Study) -> Iterator[Fact]:
    """The prepared wins by threats that a drawing move stops: all forks, else a shortest win. After
    the move and the forced answers the board is *settled*. The move only puts a win off if any
    stands then.
    """
    standing = move.before.wins_prepared
    again = settled.wins_prepared if settled.position.to_move is move.mark else {}
    forks = tuple(
        cell
        for cell, plies in standing.items()
        if plies == FORK and (not again or again.get(cell) == FORK)
    )
    if forks:
        yield PutsOffForks(forks) if again else StopsForks(forks)
    elif standing and again:
        yield PutsOffThreats(move.mark.other)
    elif standing:
        yield StopsThreats(*_ends(move.before.prepared))


def _makes(move: JudgedMove) -> Iterator[Fact]:
    """The quiet *move* prepares a shortest win by threats. Else it keeps a fork, if its side could
    not win by threats at once.
    """
    before, after = move.before, move.after
    begun = after.wins_prepared
    for cell in (cell for cell, plies in begun.items() if plies == min(begun.values())):
        win = after.passed.win_from(cell)
        if not (before.moves[cell].forks if win[0].decides else before.win_from(cell)):
            yield Prepares(*_ends(win))
            return
    if begun and not before.wins_by_threats:
        yield Keeps(after.prepared[-1].cell)


def _ends(win: Win) -> tuple[int, int | None]:
    """The cell of the fork at the end of *win*, and of the first threat if it has any."""
    return win[-1].cell, win[0].cell if len(win) > 1 else None
