"""Why the label of a move holds, and how a slip is beaten, by the tests' own values and ideas."""

from ai.exact.value import Value
from ai.facts import verdicts as v
from ai.facts.effects import Completes, LeavesOpen, effects
from ai.facts.fact import Fact
from ai.facts.reasons import LosesIn, OnlyCell
from ai.study.study import Idea, Label, study
from tests.claims.boards import of_value, sides
from tests.claims.effects import ordered
from tests.claims.positions import answer_to, expected_losing, idea_of, winners
from tests.reference import (
    Board,
    after,
    chances,
    completed,
    keeping,
    moves,
    perfect,
    position,
    worth,
    worths,
)


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


def instead(board: Board, cell: int, answer: int) -> int:
    """The *answer* to the move on *cell*; if a mark there keeps the value, the first answer as good
    that gives no such cell away.
    """
    left, kept = worths(after(board, cell)), keeping(board)
    alike = [it for it in sorted(left) if left[it] == left[answer]]
    return next((it for it in (answer, *alike) if it not in kept), answer)


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
            return (LosesIn(plies) if plies == fewer else v.HeldOutLonger(first),)
        case Label.ONLY_MOVE:
            return (v.OnlyWin(plies) if value else v.OthersLost(),)
        case Label.BEST if lines := completed(after(board, cell)):
            return (Completes(cell, ordered(lines)),)
        case Label.BEST if value:
            return (v.FastestWin(plies),)
        case Label.BEST:
            return (v.NoHarderDraw(you, shares[cell]) if shares[cell] else v.KeepsDraw(),)
        case Label.GOOD:
            return (v.HarderDraw(you, first, (shares[first], shares[cell])),)
        case Label.SLOWER_WIN:
            return (v.SlowerWin(plies, first, fewer),)
        case Label.MISSED_WIN:
            return v.ThrewAway(cell, had), v.CouldHaveWon(me, best_idea(board))
    answer, idea = answer_to(board, cell)
    if answer in keeping(board):
        return v.ThrewAway(cell, had), v.Allowed(you, idea)
    if lines := completed(after(after(board, cell), answer)):
        return v.ThrewAway(cell, had), LeavesOpen(answer, ordered(lines))
    return v.ThrewAway(cell, had), v.Allowed(you, idea, answer)


def best_idea(board: Board) -> Idea:
    """The idea of the best move that an explanation names."""
    return idea_of(board, winners(board)[0])


def of_refusal(board: Board, cell: int) -> list[Fact]:
    """The facts that have to tell why a retry refuses the move."""
    (me, you), left, why = sides(board), after(board, cell), list[Fact]()
    if not worths(board)[cell][0]:
        why.append(v.TryDraws(you, cell, instead(board, cell, perfect(left)[0])))
    else:
        answer = instead(board, cell, answer_to(board, cell)[0])
        idea = idea_of(left, answer)
        is_line = idea is Idea.LINE
        why.append(
            v.TryLeavesOpen(you, cell, answer) if is_line else v.TryLoses(you, cell, idea, answer)
        )
    return why + [v.CanWin(me, best_idea(board))] * (worth(board)[0] > 0)


def of_slip(board: Board, cell: int, reply: int | None) -> Fact:
    """The fact that has to tell on a card how the move gave value away before the *reply*."""
    (me, you), left = sides(board), after(board, cell)
    if not worths(board)[cell][0]:
        return v.CouldHaveWon(me, best_idea(board))
    _answer, idea = answer_to(board, cell)
    if len(keeping(board)) == 1 and idea not in {Idea.LINE, Idea.FORK, Idea.THREATS}:
        return v.OnlyCellKept(Value(worth(board)[0]))
    if reply is None or worths(left)[reply][0] > 0:
        return v.Allowed(you, idea if reply is None else idea_of(left, reply))
    return v.CouldHaveWon(you, idea)


def of_terms(board: Board, cell: int) -> list[Fact]:
    """The win that the move overlooks, what it does, and why no other would do."""
    value, best = worths(board)[cell][0], worth(board)[0]
    losing, told = of_value(board, -1), list[Fact]()
    if best == 1 > value:
        told.append(v.CouldHaveWon(sides(board)[0], best_idea(board)))
    if value > 0 or (len(moves(board)) > 1 and (value or (best == 0 and losing))):
        told += effects(study(position(board)).moves[cell])  # which are held to other laws
    if not value and 1 < len(losing) == len(moves(board)) - 1:
        told += [v.OthersLose(), *expected_losing(board)]
    return told


GIVEN_AWAY = {Label.MISSED_WIN: 1, Label.MISTAKE: 1, Label.BLUNDER: 2}


def expect_verdict(board: Board, cell: int) -> None:
    """The one true label of the move, what it gave away, and all that is told in hindsight, are as
    they have to be.
    """
    move, best = study(position(board)).moves[cell], perfect(board)[0]
    assert meanings(board, cell) == {move.label}, (board, cell)
    assert move.value_lost == worth(board)[0] - worths(board)[cell][0]
    assert move.value_lost == GIVEN_AWAY.get(move.label, 0)
    had, got = worths(board)[best], worths(board)[cell]
    assert [*v.in_game_terms(move)] == of_terms(board, cell)
    assert v.verdict(move) == of_verdict(board, cell)
    assert v.better(move) == (() if had[0] < 0 or got == had else (v.Better(best, had[1]),))
    if got[0] < had[0]:
        assert [*v.refusal(move)] == of_refusal(board, cell)
        for reply in (None, *move.after.moves.values()):
            assert v.slip(move, reply) == of_slip(board, cell, reply.cell if reply else None)
