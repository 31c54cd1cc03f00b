"""The verdict on a move: why its label holds, how a slip is beaten, and the better move.

A verdict hides the answer of a retry: :func:`better` names a cell that would have kept what a move
gave away. So may :func:`in_game_terms`, and :func:`refusal` if no other reply is as good.
"""

from collections.abc import Iterator

from ai.exact.value import Value
from ai.facts import fact as f
from ai.facts.effects import Completes, LeavesOpen, effects, ordered
from ai.facts.fact import Fact, SideFact
from ai.facts.positions import lost_by_ideas
from ai.facts.reasons import LosesIn, OnlyCell
from ai.study.study import Idea, JudgedMove, Label


class HeldOutLonger(Fact):
    """Every move lost, this one sooner than *cell*."""

    cell: f.Cell


class OnlyWin(Fact):
    """The move wins in so many *plies*; all others gave the win away."""

    plies: f.Number


class FastestWin(Fact):
    """The move wins in so many *plies*, others no sooner."""

    plies: f.Number


class SlowerWin(Fact):
    """The move wins in so many *plies*, and *cell* in *fewer*."""

    plies: f.Number
    cell: f.Cell
    fewer: f.Number


class OthersLost(Fact):
    """The move draws; all others lost."""


class KeepsDraw(Fact):
    """The move draws, and a beginner on the other side would not lose."""


class NoHarderDraw(SideFact):
    """No draw is harder for *side*, the other one: a beginner would lose the *share*."""

    share: f.Share


class HarderDraw(SideFact):
    """The draw on *cell* was harder for *side*, the other one: a beginner would lose the *shares*,
    first after that draw, then after the move.
    """

    cell: f.Cell
    shares: f.Shares


class ThrewAway(Fact):
    """The move on *cell* gave away a *value*, a win or a draw."""

    cell: f.Cell
    value: f.Result


class CouldHaveWon(SideFact):
    """*side* could have won by this *idea*."""

    idea: f.WinningIdea


class Allowed(SideFact):
    """The move let *side*, the other one, win by this *idea*, perhaps with *cell*."""

    idea: f.WinningIdea
    cell: f.MaybeCell = None


class OnlyCellKept(Fact):
    """No cell but one kept the *value*, a win or a draw."""

    value: f.Result


class OthersLose(Fact):
    """All other moves lose."""


class Better(Fact):
    """The move on *cell* wins in so many *plies*, or draws."""

    cell: f.Cell
    plies: f.MaybeNumber


class TryDraws(SideFact):
    """A try: the move on *cell* would only draw, against the *answer* of *side*, the other one."""

    cell: f.Cell
    answer: f.Cell


class TryLeavesOpen(SideFact):
    """A try: after the move on *cell* *side*, the other one, could complete a winning set with the
    *answer*.
    """

    cell: f.Cell
    answer: f.Cell


class TryLoses(SideFact):
    """A try: after the move on *cell* *side*, the other one, could win by this *idea*, with the
    *answer*.
    """

    cell: f.Cell
    idea: f.WinningIdea
    answer: f.Cell


class CanWin(SideFact):
    """*side* can win by this *idea*."""

    idea: f.WinningIdea


def verdict(move: JudgedMove) -> tuple[Fact, ...]:
    """Why the label of *move* holds."""
    exact, other = move.exact, move.mark.other
    plies, share = exact.distance or 0, move.worth.difficulty or 0
    match move.label:
        case Label.FORCED:
            return (OnlyCell(),)
        case Label.LOST_ANYWAY if exact == move.best:
            return (LosesIn(plies),)
        case Label.LOST_ANYWAY:
            return (HeldOutLonger(move.before.best.cell),)
        case Label.ONLY_MOVE:
            return (OnlyWin(plies) if plies else OthersLost(),)
        case Label.BEST if move.completed:
            return (Completes(move.cell, ordered(move.completed)),)
        case Label.BEST if plies:
            return (FastestWin(plies),)
        case Label.BEST:
            return (NoHarderDraw(other, share) if share else KeepsDraw(),)
        case Label.GOOD:
            harder = move.before.best
            return (HarderDraw(other, harder.cell, (harder.worth.difficulty or 0, share)),)
        case Label.SLOWER_WIN:
            return (SlowerWin(plies, move.before.best.cell, move.best.distance or 0),)
        case Label.MISSED_WIN:
            return ThrewAway(move.cell, move.best.value), overlooked(move)
        case Label.MISTAKE | Label.BLUNDER:
            return ThrewAway(move.cell, move.best.value), _allowed(move)


def better(move: JudgedMove) -> tuple[Fact, ...]:
    """The best move instead of a worse one; none if every move loses."""
    if move.exact == move.best or move.best.value is Value.LOSS:
        return ()
    return (Better(move.before.best.cell, move.best.distance),)


def in_game_terms(move: JudgedMove) -> Iterator[Fact]:
    """The win that *move* gave away, then its effects, and for an only draw how all others lose. A
    draw has no effects here if it gave a win away or every move draws. A forced move has no facts.
    """
    if move.label is Label.FORCED:
        return
    if move.best.value is Value.WIN and move.value_lost:
        yield overlooked(move)
    draws = move.exact.value is Value.DRAW
    if draws and (move.value_lost or not move.before.is_decision):
        return
    yield from effects(move)
    if draws and move.label is Label.ONLY_MOVE and len(move.before.losing) > 1:
        yield OthersLose()
        yield from lost_by_ideas(move.before.losing)


def refusal(move: JudgedMove) -> tuple[Fact, ...]:
    """Why a retry refuses *move*, which gives value away, and the win that there is. A try is no
    move: it tells of what could happen.
    """
    answer = answer_shown(move)
    if move.exact.value is Value.DRAW or answer.completed:
        kind = TryLeavesOpen if answer.completed else TryDraws
        why: Fact = kind(answer.mark, move.cell, answer.cell)
    else:
        why = TryLoses(answer.mark, move.cell, answer.idea, answer.cell)
    wins = move.best.value is Value.WIN
    return why, *([CanWin(move.mark, move.before.winner.idea)] if wins else [])


def answer_shown(move: JudgedMove) -> JudgedMove:
    """The best answer to the wrong *move*. Among equal ones a cell comes first that would not have
    kept the value for the mover.
    """
    best, answers = move.answer, move.after.moves.values()
    alike = (best, *(it for it in answers if it.exact == best.exact))
    return next((it for it in alike if not keeps(move, it.cell)), best)


def slip(move: JudgedMove, reply: JudgedMove | None = None) -> Fact:
    """How *move* gave value away, without a cell: the win that it let the other side have by the
    *reply*, or could have let it have, if the reply missed all wins.
    """
    if move.exact.value is Value.DRAW:
        return overlooked(move)
    answer = move.answer
    kept = sum(keeps(move, cell) for cell in move.before.moves)
    if answer.idea in {Idea.BLOCK, Idea.THREAT, Idea.QUIET} and kept == 1:
        return OnlyCellKept(move.best.value)
    won = reply or answer
    if won.exact.value is Value.WIN:
        return Allowed(won.mark, won.idea)
    return CouldHaveWon(answer.mark, answer.idea)


def overlooked(move: JudgedMove) -> Fact:
    """The idea of the win that *move* gave away."""
    return CouldHaveWon(move.mark, move.before.winner.idea)


def keeps(move: JudgedMove, cell: int) -> bool:
    """Whether a mark on *cell* instead of *move* would have kept the value."""
    return move.worths[cell].exact.value == move.best.value


def _allowed(move: JudgedMove) -> Fact:
    """How the other side beats *move*, which gave value away."""
    answer = move.answer
    if keeps(move, answer.cell):
        return Allowed(answer.mark, answer.idea)
    if answer.completed:
        return LeavesOpen(answer.cell, ordered(answer.completed))
    return Allowed(answer.mark, answer.idea, answer.cell)
