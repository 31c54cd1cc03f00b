"""Verdicts on moves, by a second computation."""

from collections.abc import Iterable, Iterator

from ai.exact.value import Value
from ai.facts.effects import Completes, LeavesOpen, effects
from ai.facts.fact import Fact
from ai.facts.positions import Loses
from ai.facts.reasons import LosesIn, OnlyCell
from ai.facts.verdicts import (
    Allowed,
    Better,
    CanWin,
    CouldHaveWon,
    FastestWin,
    HarderDraw,
    HeldOutLonger,
    KeepsDraw,
    NoHarderDraw,
    OnlyCellKept,
    OnlyWin,
    OthersLose,
    OthersLost,
    SlowerWin,
    ThrewAway,
    TryDraws,
    TryLeavesOpen,
    TryLoses,
    better,
    in_game_terms,
    refusal,
    slip,
    verdict,
)
from ai.rules.record import Record
from ai.study.review import review
from ai.study.study import Idea, JudgedMove, Label, study
from tests.effects_again import expect_effects, ordered
from tests.positions_again import answer_to, by_ideas, idea_of, winners
from tests.reason_cases import sides
from tests.reference import (
    Board,
    after,
    chances,
    completed,
    keeping,
    moves,
    perfect,
    position,
    result,
    worth,
    worths,
)
from tests.samples import pair


def meanings(board: Board, cell: int) -> set[Label]:
    """Every label that is true of the move, each read for itself."""
    values = {c: value for c, (value, _) in worths(board).items()}
    kept, had, got = keeping(board), worth(board), worths(board)[cell]
    lost = len(values) > 1 and set(values.values()) == {-1}
    choice = cell in kept and len(kept) > 1 and not lost
    true = {
        Label.FORCED: len(values) == 1 and not completed(after(board, cell)),
        Label.LOST_ANYWAY: lost,
        Label.ONLY_MOVE: kept == [cell] and len(values) > 1,
        Label.BEST: cell in perfect(board) and (choice or (len(values) == 1 and had[0] == 1)),
        Label.GOOD: choice and not got[0] and cell not in perfect(board),
        Label.SLOWER_WIN: choice and got[0] == had[0] == 1 and (got[1] or 0) > (had[1] or 0),
        Label.MISSED_WIN: (had[0], got[0]) == (1, 0),
        Label.MISTAKE: (had[0], got[0]) == (0, -1),
        Label.BLUNDER: (had[0], got[0]) == (1, -1),
    }
    return {label for label, holds in true.items() if holds}


def beaten(board: Board, cell: int) -> tuple[int, Idea, bool]:
    """The answer that beats the losing move on *cell*, its idea, and whether to hide its cell: a
    mark there would have kept the value.
    """
    answer, idea = answer_to(board, cell)
    return answer, idea, answer in keeping(board)


def of_verdict(board: Board, cell: int) -> tuple[Fact, ...]:
    """The facts that have to tell why the label of the move holds."""
    me, you = sides(board)
    first, worth, shares = perfect(board)[0], worths(board), chances(board)
    value, plies = worth[cell][0], worth[cell][1] or 0
    had, fewer = Value(worth[first][0]), worth[first][1] or 0
    (label,) = meanings(board, cell)
    match label:
        case Label.FORCED:
            return (OnlyCell(),)
        case Label.LOST_ANYWAY:
            return (LosesIn(plies) if plies == fewer else HeldOutLonger(first),)
        case Label.ONLY_MOVE:
            return (OnlyWin(plies) if value else OthersLost(),)
        case Label.BEST if lines := completed(after(board, cell)):
            return (Completes(cell, ordered(lines)),)
        case Label.BEST if value:
            return (FastestWin(plies),)
        case Label.BEST:
            return (NoHarderDraw(you, shares[cell]) if shares[cell] else KeepsDraw(),)
        case Label.GOOD:
            return (HarderDraw(you, first, (shares[first], shares[cell])),)
        case Label.SLOWER_WIN:
            return (SlowerWin(plies, first, fewer),)
        case Label.MISSED_WIN:
            return ThrewAway(cell, had), CouldHaveWon(me, idea_of(board, winners(board)[0]))
    answer, idea, hidden = beaten(board, cell)
    if idea is Idea.LINE and not hidden:
        lines = completed(after(after(board, cell), answer))
        return ThrewAway(cell, had), LeavesOpen(answer, ordered(lines))
    return ThrewAway(cell, had), Allowed(you, idea, None if hidden else answer)


def told_instead(board: Board, cell: int, answer: int) -> int:
    """The *answer*; if its cell keeps the value, the first one as good whose cell does not."""
    left = after(board, cell)
    alike = [it for it in sorted(worths(left)) if worths(left)[it] == worths(left)[answer]]
    return next((it for it in (answer, *alike) if it not in keeping(board)), answer)


def of_refusal(board: Board, cell: int) -> tuple[Fact, ...]:
    """The facts that have to tell why a retry refuses the move."""
    me, you = sides(board)
    reply = perfect(after(board, cell))[0]
    why: Fact = TryDraws(you, cell, told_instead(board, cell, reply))
    if worths(board)[cell][0]:
        answer, left = told_instead(board, cell, beaten(board, cell)[0]), after(board, cell)
        why = TryLoses(you, cell, idea_of(left, answer), answer)
        if completed(after(left, answer)):
            why = TryLeavesOpen(you, cell, answer)
    first = winners(board)[0]
    return (why, CanWin(me, idea_of(board, first))) if worths(board)[first][0] > 0 else (why,)


def of_slip(board: Board, cell: int, reply: int | None) -> Fact:
    """The fact that has to tell on a card how the move gave value away before the *reply*."""
    me, you = sides(board)
    left, first = after(board, cell), winners(board)[0]
    if not worths(board)[cell][0]:
        return CouldHaveWon(me, idea_of(board, first))
    _answer, idea, _hidden = beaten(board, cell)
    if len(keeping(board)) == 1 and idea not in {Idea.LINE, Idea.FORK, Idea.THREATS}:
        return OnlyCellKept(Value(worths(board)[first][0]))
    if reply is None or worths(left)[reply][0] > 0:
        return Allowed(you, idea if reply is None else idea_of(left, reply))
    return CouldHaveWon(you, idea)


def expect_terms(board: Board, cell: int, facts: list[Fact]) -> None:
    """*facts* tell the win that the move overlooks, what it does, and why no other would do."""
    values = {at: value for at, (value, _plies) in worths(board).items()}
    value, best, losing = values[cell], max(values.values()), {a for a in values if values[a] < 0}
    expected = list[Fact]()
    if best == 1 > value:
        expected.append(CouldHaveWon(sides(board)[0], idea_of(board, winners(board)[0])))
    if value > 0 or (len(values) > 1 and (value or (best == 0 and losing))):
        expect_effects(board, cell)
        expected += effects(study(position(board)).moves[cell])
    if not value and 1 < len(losing) == len(values) - 1:
        ideas = {at: beaten(board, at)[1] for at in sorted(losing)}
        expected += [OthersLose(), *by_ideas(Loses, ideas)]
    assert facts == expected, (board, cell)


GIVEN_AWAY = {Label.MISSED_WIN: 1, Label.MISTAKE: 1, Label.BLUNDER: 2}


def expect_judged(board: Board, cell: int) -> None:
    """The move has its own values, its one true label, and gave away as much as the label says."""
    (move,) = review(Record(position(board), (cell,))).moves
    assert (move.position, move.cell, move.mark) == (position(board), cell, board.mover)
    assert {c: pair(exact) for c, exact in move.before.values.items()} == worths(board)
    assert (pair(move.exact), pair(move.best)) == (worths(board)[cell], worth(board))
    assert meanings(board, cell) == {move.label}, (board, cell)
    assert move.value_lost == worth(board)[0] - worths(board)[cell][0]
    assert move.value_lost == GIVEN_AWAY.get(move.label, 0)
    sound = [other.cell for other in move.before.moves.values() if not other.value_lost]
    assert sound == keeping(board)
    if not result(left := after(board, cell)):
        losing = [at for at, (value, _) in worths(left).items() if value < 0]
        assert [reply.cell for reply in move.after.losing] == losing
    assert move.before.is_decision == (len({value for value, _ in worths(board).values()}) > 1)


def expect_facts(board: Board, cell: int) -> Iterator[Fact]:
    """All facts on the move, which must be as expected, and its label too."""
    expect_judged(board, cell)
    move, best = study(position(board)).moves[cell], perfect(board)[0]
    had, got = worths(board)[best], worths(board)[cell]
    terms = [*in_game_terms(move)]
    expect_terms(board, cell, terms)
    assert verdict(move) == of_verdict(board, cell), (board, cell)
    assert better(move) == (() if had[0] < 0 or got == had else (Better(best, had[1]),))
    yield from (*terms, *verdict(move), *better(move))
    if got[0] < had[0]:
        assert refusal(move) == of_refusal(board, cell), (board, cell)
        yield from refusal(move)
        yield from expect_slips(board, move)


def expect_slips(board: Board, move: JudgedMove) -> Iterator[Fact]:
    """The facts of a card, without a reply and after each."""
    for reply in (None, *move.after.moves.values()):
        fact = slip(move, reply)
        assert fact == of_slip(board, move.cell, reply.cell if reply else None), (board, move.cell)
        yield fact


def all_told(boards: Iterable[Board]) -> set[type[Fact]]:
    """The types of the facts on all moves of *boards*, after a check of them."""
    return {
        type(it) for board in boards for cell in moves(board) for it in expect_facts(board, cell)
    }
