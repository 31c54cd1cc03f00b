"""The meaning of each type of fact: when it is true of a board and a move, by the tests' own rules
and solver. A fact that is true names all and only the cells and lines that it is about.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from ai.explain import explain_move
from ai.facts import best as b
from ai.facts import effects as e
from ai.facts import positions as p
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts import verdicts as v
from ai.facts.fact import Fact
from ai.opponents import opponent_for
from ai.rules.games import game_for
from ai.rules.position import Mark
from ai.study.study import Label, study
from tests.claims.boards import of_value
from tests.claims.positions import (
    At,
    answered_in_turn,
    best_idea,
    blocked,
    can_win,
    forked,
    forking,
    forks,
    forks_after,
    idea_of,
    meanings,
    ordered,
    prepared,
    threatened,
    winners,
)
from tests.claims.reasons import REASONS, content, is_own
from tests.reference import (
    Board,
    after,
    completed,
    completing,
    live,
    moves,
    other,
    position,
    result,
    shortest,
    shortest_from,
    threatened_lines,
    winners_own,
    worth,
    worths,
)
from tests.reference.players import lots

Meaning = Callable[[At, Any], object]


# Effects: those of one move.


def stands(at: At) -> Board | None:
    """The board on which the other side can still win by threats, once all are answered."""
    *_, settled = answered_in_turn(at.left)
    later = settled._replace(mover=at.you)
    return later if result(later) is None and shortest(later) else None


def puts_off_forks(at: At, it: e.PutsOffForks) -> bool:
    later = stands(at)
    return later is not None and it.cells == tuple(
        cell for cell in forks(at.passed) if cell in forks(later)
    )


def begun(at: At) -> dict[int, bool]:
    """The first moves of shortest wins by threats that the move leaves to its side; whether each
    was one before.
    """
    plies = shortest(at.again)
    return {
        cell: forked(at.board, cell) if plies == 3 else shortest_from(at.board, cell) > 0
        for cell in moves(at.again)
        if plies and shortest_from(at.again, cell) == plies
    }


def prepares(at: At, it: e.Prepares) -> bool:
    begins = it.fork if it.first is None else it.first
    return begun(at).get(begins) is False and prepared(at.again, it.first, it.fork)


def keeps(at: At, it: e.Keeps) -> bool:
    plies = shortest(at.again)
    return {*begun(at).values()} == {True} and it.fork in forks_after(at.again, (plies - 3) // 2)


def wins_by_threats(at: At, it: e.WinsByThreats) -> bool:
    before, due = it.threats or 0, completing(at.left, at.me)
    if not shortest_from(at.board, at.cell) == 3 + 2 * before == at.plies:
        return False
    if before:
        return it.cell in forks_after(after(at.left, *due), before - 1)
    return (it.cell, it.answers) == (at.cell, tuple(sorted(due)))


def allows_forks(at: At, it: e.AllowsForks) -> bool:
    wins = {reply: shortest(after(at.left, reply)) for reply in moves(at.left)}
    slow = (reply for reply in wins if not 0 < wins[reply] < at.plies - 1)
    return it.cells == tuple(sorted(slow))


def no_threat(at: At, _it: Fact) -> bool:
    return at.value == 1 and not completing(at.left, at.me)


EFFECTS: dict[type[Fact], Meaning] = {
    e.Completes: lambda at, it: it.lines == ordered(completed(at.left)) != (),
    e.Blocks: lambda at, it: it.lines == ordered(blocked(at.board, at.cell)) != (),
    e.CannotBlock: lambda at, it: (
        it.side == at.left.mover
        and it.threats == threatened(at.left, it.side.other)
        and len({*dict(it.threats)}) > 1
        and it.fork == (at.cell if at.cell >= 0 and forked(at.board, at.cell) else None)
    ),
    e.LeavesOpen: lambda at, it: (
        [(it.cell, line) for line in it.lines]
        == [threat for threat in threatened(at.left, at.you) if threat[0] == it.cell]
        != []
    ),
    e.EveryReplyLoses: no_threat,
    e.QuietWin: lambda at, it: no_threat(at, it) and not blocked(at.board, at.cell),
    e.WinsByThreats: wins_by_threats,
    e.WinsLater: lambda at, it: (
        [it.answer] == [*completing(at.left, at.me)]
        and worths(after(at.left, it.answer))[it.cell] == (1, at.plies - 2)
    ),
    e.AllowsForks: allows_forks,
    e.StopsForks: lambda at, it: not stands(at) and it.cells == forks(at.passed) != (),
    e.PutsOffForks: puts_off_forks,
    e.StopsThreats: lambda at, it: not stands(at) and prepared(at.passed, it.first, it.fork),
    e.PutsOffThreats: lambda at, _it: stands(at) and shortest(at.passed),
    e.Prepares: prepares,
    e.Keeps: keeps,
}


# Effects: moves in turn, each of which follows from the last.


class Course:
    """The moves that facts tell of, in turn: the first, and those that follow from it."""

    def __init__(self, at: At) -> None:
        self.places, self.beaten = [at], set[int]()

    @property
    def here(self) -> At:
        return self.places[-1]

    def play(self, cell: int) -> At:
        """The next move."""
        self.places.append(At(self.here.left, cell))
        return self.here

    def of(self, fact: Any) -> At:
        """The move of which *fact* is told."""
        match fact:
            case e.Completes() | e.Blocks():
                return next(at for at in self.places if at.cell == fact.cell)
            case e.CannotBlock() | e.LeavesOpen() | e.EveryReplyLoses() | e.QuietWin():
                return self.here
        return self.places[0]

    def tell(self, facts: Iterable[Fact]) -> "Course":
        """Go on by *facts*, after a check of each."""
        for fact in facts:
            follows = FOLLOWS.get(type(fact))
            at = self.of(fact)
            held = follows(self, fact) if follows else MEANS[type(fact)](at, fact)
            assert held, (fact, self.places)
            if not follows and not isinstance(fact, EITHER):
                side = at.you if isinstance(fact, OTHER) else at.me
                assert getattr(fact, "side", side) is side, (fact, at)
        return self


def must_block(course: Course, it: e.MustBlock) -> bool:
    left = course.here.left
    standing = threatened(left, other(left.mover))
    course.play(it.answer)
    return it.side == left.mover and standing == tuple((it.answer, line) for line in it.lines) != ()


def must_take(course: Course, it: e.MustTake) -> bool:
    left = course.here.left
    course.play(it.cell)
    return it.side == left.mover and [*completing(left, it.side.other)] == [it.cell]


def can_play(course: Course, it: e.CanPlay) -> bool:
    while it.lost not in {None, course.here.cell}:
        course.places.pop()
    at = course.play(it.cell)
    wins = at.worths[it.cell] == at.had and at.value == 1
    return it.side is at.me and wins


def goes_on(course: Course, it: e.Threatens | e.Decides) -> bool:
    at = course.play(it.cell)
    answers = it.answers if isinstance(it, e.Decides) else (it.answer,)
    if isinstance(it, e.Threatens):
        course.play(it.answer)
    return (
        {*it.blocks} == blocked(at.board, it.cell)
        and answers == tuple(sorted(completing(at.left, at.me)))
        and not completing(at.left, at.you)
        and (len(answers) > 1) == isinstance(it, e.Decides)
    )


def beats(course: Course, it: e.Beats) -> bool:
    left = course.here.left
    replies = {*(it.replies or {*moves(left)} - course.beaten)}
    fresh = bool(replies) and not replies & course.beaten
    course.beaten |= replies
    in_time = len(it.course) + 3 < (worth(left)[1] or 0)
    return fresh and in_time and all(is_beaten(after(left, reply), it) for reply in replies)


def is_beaten(here: Board, way: e.Beats) -> bool:
    """Whether the threats of *way* win for the side to move."""
    for cell, answer in zip(way.course[::2], way.course[1::2], strict=True):
        left = after(here, cell)
        if [*completing(left, here.mover)] != [answer] or completing(left, left.mover):
            return False
        here = after(left, answer)
    answers = tuple(sorted(completing(after(here, way.cell), here.mover)))
    return forking(here, way.cell) and way.answers == answers


def beats_slowly(course: Course, it: e.BeatsSlowly) -> bool:
    there = after(course.here.left, it.reply)
    fresh = it.reply not in course.beaten
    course.beaten.add(it.reply)
    if it.then:
        expect_decided(At(there, it.cell), it.then)
    return fresh and worths(there)[it.cell] == (1, it.plies)


FOLLOWS: dict[type[Fact], Callable[[Course, Any], bool]] = {
    e.MustBlock: must_block,
    e.MustTake: must_take,
    e.CanPlay: can_play,
    e.Threatens: goes_on,
    e.Decides: goes_on,
    e.Beats: beats,
    e.BeatsSlowly: beats_slowly,
}
# The plies that are left once these facts are told.
LEFT = {e.Completes: 0, e.LeavesOpen: 1, e.CannotBlock: 2, e.Decides: 2}


def expect_decided(at: At, facts: Sequence[Fact]) -> None:
    """*facts* tell a win or loss to its end, which comes as soon as it should; or how each reply to
    a quiet move is beaten, or of many the one that lasts longest.
    """
    course, last = Course(at).tell(facts), facts[-1]
    left = course.here.left
    if type(last) in LEFT:
        played = sum(it.cell >= 0 for it in course.places)
        assert played + LEFT[type(last)] == at.plies, (at, facts)
    elif course.beaten != {*moves(left)}:
        assert isinstance(last, e.BeatsSlowly)
        assert worths(left)[last.reply] == worth(left)
        assert len(course.beaten) == 1
        assert not last.then


# Positions.


def complete_never(at: At, *marks: Mark) -> bool:
    """Whether each of *marks* has a live line, and none completes any in whatever play."""
    return all(live(at.board, mark) and not can_win(at.board, mark) for mark in marks)


def stopped_in_time(at: At, *marks: Mark) -> bool:
    return at.had[0] == 0 and all(can_win(at.board, mark) for mark in marks)


def no_danger(at: At, dangers: Iterable[int]) -> bool:
    """Whether each move that still allows a win by threats from *dangers* on loses."""
    return all(
        value == -1
        for cell, value in at.values.items()
        if any(it != cell and shortest_from(after(at.board, cell), it) for it in dangers)
    )


def must_take_care(at: At, it: p.MustTakeCare) -> bool:
    left = after(at.board, it.cell)
    Course(At(left)).tell(it.then)
    hardest = it.cell in at.best and worth(left)[0] == 0
    return hardest and of_value(left, -1) != () != it.then


def fails(at: At, it: p.Fails) -> bool:
    left = after(at.board, it.cell)
    return (
        at.values[it.cell] == -1
        and it.answer in winners(left)
        and it.idea is idea_of(left, it.answer)
    )


def threat_fails(at: At, it: p.ThreatFails) -> bool:
    threats = [cell for cell in at.moves if completing(after(at.board, cell), at.me)]
    last = [at.worths[cell][1] or 0 for cell in (it.cell, *threats)]
    return it.cell in threats and last[0] == max(last) and fails(at, it)


def strong_cell_fails(at: At, it: p.StrongCellFails) -> bool:
    lines = {at_: sum(at_ in line for line in live(at.board, at.me)) for at_ in at.moves}
    return lines[it.cell] == max(lines.values()) > 1 and fails(at, it)


def alike(at: At, it: p.Wins | p.Loses, value: int) -> bool:
    """Whether its cells are those of this *value* that win by its idea, or that it beats."""
    ideas = {
        cell: idea_of(at.board, cell) if value == 1 else best_idea(after(at.board, cell))
        for cell in at.of(value)
    }
    return it.cells == tuple(cell for cell in ideas if ideas[cell] is it.idea) != ()


def best_of(at: At, cells: tuple[int, ...], value: int, plies: int) -> bool:
    """Whether *cells* are the best, of this value, and end the game after so many plies."""
    exact = {(of, lasts or 0) for of, lasts in (at.worths[cell] for cell in cells)}
    return cells == tuple(at.best) and exact == {(value, plies)}


def beginner_loses(at: At, it: b.BeginnerLoses) -> bool:
    drawn, best = at.drawn, at.best
    named = () if len(best) == len(at.moves) else tuple(best)
    return it.cells == named and it.share == drawn[best[0]] > 0


POSITIONS: dict[type[Fact], Meaning] = {
    p.Wins: lambda at, it: alike(at, it, 1),
    p.Loses: lambda at, it: alike(at, it, -1),
    p.Fastest: lambda at, it: best_of(at, it.cells, 1, it.plies) and len(it.cells) < len(at.of(1)),
    p.NobodyCanWin: lambda at, _it: not live(at.board, "X") and not live(at.board, "O"),
    p.StillLive: lambda at, it: (
        [it.own, it.others] == [len(live(at.board, mark)) for mark in (at.me, at.you)]
    ),
    p.CannotComplete: lambda at, it: complete_never(at, it.side),
    p.NeitherCanComplete: lambda at, _it: complete_never(at, *Mark),
    p.StoppedInTime: lambda at, it: stopped_in_time(at, it.side),
    p.BothStoppedInTime: lambda at, _it: stopped_in_time(at, *Mark),
    p.MustNotAllowLines: lambda at, it: (
        at.standing == tuple((it.cell, line) for line in it.lines) and no_danger(at, [it.cell])
    ),
    p.MustNotAllowForks: lambda at, it: it.cells == forks(at.passed) and no_danger(at, it.cells),
    p.MustNotAllowThreats: lambda at, it: (
        prepared(at.passed, it.first, it.fork) and no_danger(at, [it.first])
    ),
    p.MustTakeCare: must_take_care,
    p.GoesOn: lambda at, it: prepared(at.passed, it.first, it.fork),
    p.TakingFails: lambda at, it: (
        shortest_from(at.passed, it.cell) == shortest(at.passed) > 0 and fails(at, it)
    ),
    p.ThreatFails: threat_fails,
    p.StrongCellFails: strong_cell_fails,
    b.EveryCell: lambda at, it: {*at.worths.values()} == {(-1, it.plies)},
    b.EveryDraw: lambda at, _it: {*at.values.values()} == {0},
    b.Draws: lambda at, it: {*at.values.values()} == {0, -1} and it.moves == len(at.of(0)),
    b.LastCell: lambda at, it: at.moves == [it.cell],
    b.WinsFirst: lambda at, it: (
        best_of(at, it.cells, 1, at.had[1] or 0) and (it.moves or 1) == winners_own(at.had[1] or 0)
    ),
    b.WouldDraw: lambda at, it: at.had[0] == 1 and it.cells == at.of(0) != (),
    b.Longest: lambda at, it: at.all_lose and best_of(at, it.cells, -1, it.plies),
    b.OnlyDraws: lambda at, it: at.had[0] == 0 and it.cells == at.of(0) != tuple(at.moves),
    b.BeginnerLoses: beginner_loses,
}


# Verdicts.


def allowed(at: At, it: v.Allowed) -> bool:
    """It names the answer, or tells of the reply, if any, or of the first answer."""
    named = at.reply if it.cell is None else it.cell
    wins = named is None or worths(at.left)[named][0] == 1
    return wins and it.idea is idea_of(at.left, winners(at.left)[0] if named is None else named)


def could_have_won(at: At, it: v.CouldHaveWon) -> bool:
    before = at.board if it.side == at.me else at.left
    return worth(before)[0] == 1 and it.idea is best_idea(before)


def answered(at: At, it: Any, value: int) -> bool:
    """Whether a try has this *value* and its answer is best."""
    best = at.cell == it.cell and worths(at.left)[it.answer] == worth(at.left)
    return at.value == value < at.had[0] and best


def only_draw(at: At, _it: Fact) -> bool:
    return at.value == 0 and at.kept == [at.cell] != at.moves


VERDICTS: dict[type[Fact], Meaning] = {
    r.OnlyCell: lambda at, _it: at.moves == [at.cell],
    r.LosesIn: lambda at, it: at.all_lose and at.got == at.had == (-1, it.plies),
    v.HeldOutLonger: lambda at, it: (
        at.all_lose and it.cell in at.best and at.plies < (at.had[1] or 0)
    ),
    v.OnlyWin: lambda at, it: at.kept == [at.cell] and (1, it.plies) == (at.value, at.plies),
    v.FastestWin: lambda at, it: (1, it.plies) == at.had == at.got,
    v.SlowerWin: lambda at, it: (
        (at.value, at.plies, (1, it.fewer)) == (1, it.plies, at.worths[it.cell])
        and at.had[1] == it.fewer < it.plies
    ),
    v.OthersLost: only_draw,
    v.OthersLose: only_draw,
    v.KeepsDraw: lambda at, _it: at.had[0] == 0 == max(at.drawn.values()) == at.value,
    v.NoHarderDraw: lambda at, it: 0 < it.share == at.drawn[at.cell] == max(at.drawn.values()),
    v.HarderDraw: lambda at, it: (
        it.cell in at.best
        and it.shares == (at.drawn[it.cell], at.drawn[at.cell])
        and it.shares[0] > it.shares[1]
    ),
    v.ThrewAway: lambda at, it: (it.cell, it.value) == (at.cell, at.had[0]) and at.value < it.value,
    v.CouldHaveWon: could_have_won,
    v.Allowed: allowed,
    v.OnlyCellKept: lambda at, it: len(at.kept) == 1 and it.value == at.had[0] > at.value,
    v.Better: lambda at, it: (
        it.cell in at.best and it.plies == at.worths[it.cell][1] and at.got != at.had
    ),
    v.TryDraws: lambda at, it: answered(at, it, 0),
    v.TryLeavesOpen: lambda at, it: (
        answered(at, it, -1) and it.answer in completing(at.left, at.you)
    ),
    v.TryLoses: lambda at, it: answered(at, it, -1) and it.idea is idea_of(at.left, it.answer),
    v.CanWin: lambda at, it: at.had[0] == 1 and it.idea is best_idea(at.board),
}
MEANS: dict[type[Fact], Meaning] = {**EFFECTS, **POSITIONS, **VERDICTS, **REASONS}


# The facts on the other side than the mover, and those on either side.
OTHER = (
    *(e.PutsOffThreats, e.WinsLater, p.MustTakeCare, p.GoesOn, b.WouldDraw, b.BeginnerLoses),
    *(v.NoHarderDraw, v.HarderDraw, v.Allowed, v.TryDraws, v.TryLeavesOpen, v.TryLoses),
    *(r.StillThreatened, r.SawThreats, r.CouldFork, r.Diverted, r.BreaksFork),
    *(r.HardestDraw, r.AllDrawsAsHard, r.DeadDraws, s.RepliesWorth),
)
EITHER = (e.CannotBlock, p.CannotComplete, p.StoppedInTime, v.CouldHaveWon, r.HelpsToo, s.Weighed)
GIVEN_AWAY = {Label.MISSED_WIN: 1, Label.MISTAKE: 1, Label.BLUNDER: 2}


def expect_effects(board: Board, cell: int) -> None:
    """The facts on what the move does are true; those on a win or loss tell it to its end."""
    at, move = At(board, cell), study(position(board)).moves[cell]
    facts = e.effects(move)
    if not at.value:
        Course(at).tell(facts)
        return
    expect_decided(at, facts)
    if at.value > 0 and not completed(at.left):
        Course(at).tell([e.in_brief(move)])


def expect_verdict(board: Board, cell: int) -> None:
    """The label of the move is the one that is true. All that is told in hindsight is true too, and
    a better move is told if there is one.
    """
    at, move = At(board, cell), study(position(board)).moves[cell]
    assert meanings(board, cell) == {move.label}, (board, cell)
    assert move.value_lost == worth(board)[0] - at.value == GIVEN_AWAY.get(move.label, 0)
    verdict = v.verdict(move)
    assert verdict
    for facts in (verdict, v.in_game_terms(move), v.better(move)):
        Course(at).tell(facts)
    as_good = worths(board)[cell] == worth(board)
    assert bool(v.better(move)) == (worth(board)[0] >= 0 and not as_good)
    if move.value_lost:
        refused = v.refusal(move)
        Course(at).tell(refused)
        assert any(isinstance(fact, v.CanWin) for fact in refused) == (worth(board)[0] == 1)
        Course(at).tell([v.slip(move)])
        for reply in move.after.moves.values():
            Course(At(board, cell, reply=reply.cell)).tell([v.slip(move, reply)])


def expect_why(board: Board) -> None:
    """The facts on why *board* is won, drawn or lost are true."""
    facts = p.why(study(position(board)))
    assert facts
    if isinstance(facts[0], e.MustBlock):
        expect_decided(At(board), facts)
    Course(At(board)).tell(facts)
    kind, value = {1: (p.Wins, 1), 0: (p.Loses, -1), -1: (p.Wins, 1)}[worth(board)[0]]
    told: list[tuple[int, ...]] = [getattr(it, "cells", ()) for it in facts if isinstance(it, kind)]
    assert sorted(chain(*told)) == [*of_value(board, value)]


def expect_best(board: Board) -> None:
    """The facts on the best moves are true, and there is one."""
    facts = b.best(study(position(board)))
    assert facts
    Course(At(board)).tell(facts)


# Facts that tell from how many cells the move was picked.
LOTS = {
    *(r.Rolled, r.SawLosses, r.SawOthersLose, r.SawNothing, r.NothingLive),
    *(r.WinsIn, r.AllDrawsAsHard, r.OneOf, r.OncePerThreat),
}
# Facts on the lines that the move completes, or on the threats of its side after it.
EFFECT = {e.Completes, e.MustBlock, e.CannotBlock, r.ThreatensToo, r.SawWin, r.Rule}


def expect_reasons(board: Board, key: str) -> None:
    """The decision of the player is the one that its rules make. Each fact on a move is true, the
    first is the rule that decided, and the effect of the move and the lot follow.
    """
    opponent, here = opponent_for(game_for(board.game), key), study(position(board))
    cells = content(board, key)
    assert [*lots(here.decision(opponent))] == cells, board
    for cell, move in here.moves.items():
        at, found = At(board, cell, key), explain_move(move, opponent).reason
        Course(at).tell((*found.facts, *found.others))
        Course(at).tell(found.shown)
        if shown := r.replies(move, found):
            Course(at).tell([shown])
        first, kinds = found.facts[0], {*map(type, found.all)}
        assert is_own(at, first) if cell in cells else isinstance(first, r.WouldHavePlayed)
        if cell in cells:
            assert kinds & EFFECT or not completed(at.left) | threatened_lines(at.left, at.me)
            assert len({*cells}) == 1 or kinds & LOTS
