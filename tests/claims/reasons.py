"""The reasons of computer players: when each fact on what a player thought is true, by a second
reading of its rules.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

from ai.exact.tablebase import MoveWorth
from ai.facts import effects as e
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact
from ai.study.study import study
from tests.claims.positions import At, ordered, threatened
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    ahead,
    completed,
    completing,
    first_best_line,
    greatest,
    live,
    moves,
    perfect,
    position,
    shortest,
    shortest_from,
    threatened_lines,
    tree,
    worth,
    worths,
)
from tests.reference.players import (
    BORDERS,
    by_the_chain,
    by_the_rules,
    by_the_weights,
    forked,
    forking,
    handled_corner,
    impacts,
    weights,
)
from tests.reference.searches import searched


def named(key: str) -> tuple[str, int]:
    """The name in a key such as `medium:depth=3`, and how many plies this player looks ahead."""
    name, _colon, depth = key.partition(":depth=")
    return name, int(depth or 2)


@cache
def content(board: Board, key: str) -> list[int]:
    """The cells of a player's decision, in order, each as often as its weight."""
    name, depth = named(key)
    match name:
        case "easy":
            return moves(board)
        case "medium":
            return greatest(ahead(board, depth))
        case "hard":
            return by_the_weights(board)[1]
        case "unbeatable":
            return perfect(board)
        case "rules":
            return sorted(by_the_rules(board)[1])
        case "chain":
            return [by_the_chain(board)[1]]
    return first_best_line(board, 9)[:1] if set(board.marks) != {"."} else moves(board)


SEARCHED = (r.Opened, r.OnlyBest, r.FirstBest, r.FirstOfAll)
# The first facts of each player's reasons; any may have the only cell, or complete or block lines.
OWN: dict[str, tuple[type[Fact], ...]] = {
    "easy": (r.Rolled,),
    "medium": (r.SawWin, r.SawLosses, r.SawOthersLose, r.SawDraws, r.SawNothing),
    "hard": (r.TookTheirs, r.TookOwn, r.WeighedAlike, r.NothingLive),
    "unbeatable": (
        *(r.WinsIn, r.OnlyBest, r.HardestDraw, r.AllDrawsAsHard, r.DeadDraws, r.LosesIn),
    ),
    "rules": (r.Rule,),
    "chain": (r.BreaksFork, r.MostLive, r.NoLineLive),
    "minimax": SEARCHED,
    "alpha-beta": SEARCHED,
}


def is_own(at: At, first: Fact) -> bool:
    """Whether *first* tells the rule that decided: a line is completed before any is blocked."""
    if isinstance(first, e.Completes | e.Blocks | r.OnlyCell):
        return not (isinstance(first, e.Blocks) and completing(at.board, at.me))
    return isinstance(first, OWN[named(at.key)[0]])


def saw(at: At, depth: int) -> dict[int, int]:
    """The values in sight; the *depth* told must be how far the player could look."""
    assert depth == min(named(at.key)[1], len(at.moves))
    return ahead(at.board, depth)


def picked(at: At, it: Any) -> bool:
    """Whether the move is one of the cells with which the player was content."""
    return at.cell in it.cells and it.cells == tuple(content(at.board, at.key))


def first_of(at: At, it: Any) -> bool:
    alike = (at.cell, it.value) == (it.cells[0], at.value)
    return alike and it.cells == at.of(max(at.values.values())) and len(it.cells) > 1


def visited(at: At, it: r.Visited) -> bool:
    (visits, cutoffs), (nodes, positions) = searched(at.board, at.key), tree(at.board)
    different = None if cutoffs or positions == nodes else positions
    whole = nodes if cutoffs else None
    assert (visits < nodes) == (cutoffs > 0)
    return (it.nodes, it.positions, it.tree) == (visits, different, whole)


def leads(at: At) -> str:
    """The side whose points decide."""
    return by_the_weights(at.board)[0].replace("nothing", at.me)


def took(at: At, it: Any, leader: str) -> bool:
    most = {mark: max(weights(at.board, mark).values()) for mark in (at.me, at.you)}
    mine, theirs = most[at.me], most[at.you]
    assert (theirs > mine) == (leader == at.you)
    told = (it.points, it.points) if isinstance(it, r.WeighedAlike) else (it.own, it.theirs)
    return leads(at) == leader and told == (mine, theirs)


def rule(at: At, it: r.Rule) -> bool:
    """A rule on lines names those that the move completes, blocks or threatens."""
    number, _cells = by_the_rules(at.board)
    lines = {1: completed(at.left), 3: forked(at.board, at.me, at.cell)}
    lines[2] = frozenset(line for cell, line in at.standing if cell == at.cell)
    several = number == 4 and len(forking(at.board, at.you)) > 1
    lines[4] = threatened_lines(at.left, at.me) if several else frozenset()
    its = ordered(lines.get(number, ()))
    return (it.number, it.lines) == (number, its)


def could_fork(at: At, it: r.CouldFork) -> bool:
    forks = forking(at.board, at.you)
    lines = {line for cell in forks for line in forked(at.board, at.you, cell)}
    return it.cells == tuple(forks) and it.lines in {(), ordered(lines)}


def draws(at: At, it: Any) -> bool:
    """Whether so many moves draw, none harder than this one."""
    drawn = at.drawn
    hardest = at.value == 0 and drawn[at.cell] == max(drawn.values()) == getattr(it, "share", 0)
    return hardest and it.moves == len(drawn)


def wins_in(at: At, it: r.WinsIn) -> bool:
    best, every = len(at.best), len(at.of(1))
    equal, slower = (best, None) if best > 1 else (None, every - 1 or None)
    return (1, it.plies, it.equal, it.slower) == (*at.had, equal, slower)


# Facts that are drawn.


def worth_of(board: Board, told: tuple[tuple[int, MoveWorth], ...]) -> bool:
    """Whether the worths *told* are those of the board, which a law of tests/laws.py holds."""
    return dict(told) == study(position(board)).worths


def saw_values(at: At, it: s.Saw) -> bool:
    values = saw(at, it.depth)
    ended = it.depth == len(values)
    known = {cell: value for cell, value in values.items() if value or ended}
    unclear = tuple(cell for cell in values if cell not in known)
    return dict(it.values) == known and it.unclear == unclear


LOOKS = ("dotted", "dashed", "full")  # of a line with no mark, one, and more


def marks_on_lines(board: Board, mark: str, cell: int) -> dict[Cells, int]:
    """How many of *mark* are on each of its live lines through *cell*."""
    through = (line for line in live(board, mark) if cell in line)
    return {line: [board.marks[at] for at in line].count(mark) for line in through}


def weighed(at: At, it: s.Weighed) -> bool:
    points = weights(at.board, it.side)
    lines = ordered(marks_on_lines(at.board, it.side, at.cell))
    most = tuple(greatest(points)) if it.side == leads(at) else ()
    return (dict(it.points), it.cell, ordered(it.lines), it.most) == (points, at.cell, lines, most)


def forces(at: At, it: s.Forces) -> bool:
    """The moves threaten in turn, each answer is the only one, and the last threats are several."""
    board, threats = at.board, set[tuple[int, frozenset[int]]]()
    for move, answer in zip_longest(it.course[::2], it.course[1::2]):
        board = after(board, move)
        standing = threatened(board, at.me)
        threats.update(standing)
        assert not completing(board, at.you)
        assert {cell for cell, _line in standing} == {answer} or answer is None
        board = board if answer is None else after(board, answer)
    several = len({*threatened(board, at.me)}) > 1
    whole = (it.course[0], len(it.course) + 2) == (at.cell, at.plies)
    return whole and several and {*it.threats} == threats


def answers(at: At, it: s.Answers) -> bool:
    """Each reply has its answer: a fastest win by threats, if no other win is as fast."""
    for one in it.answers:
        here = after(at.left, one.lost or 0)
        by_threats = 0 < shortest(here) < (worth(at.left)[1] or 0)
        best = [cell for cell, its in worths(here).items() if its == worth(here)]
        if by_threats:
            best = [cell for cell in moves(here) if shortest_from(here, cell) == shortest(here)]
        assert one.side == at.me
        assert one.cell in best
    return [one.lost for one in it.answers] == moves(at.left)


def values_of(told: Mapping[int, int], *values: int) -> bool:
    return {*told.values()} == {*values}


REASONS: dict[type[Fact], Callable[[At, Any], object]] = {
    r.StillThreatened: lambda at, it: it.threats == threatened(at.left, at.you) != (),
    r.ThreatensToo: lambda at, it: (
        it.threats == threatened(at.left, at.me) != () and completing(at.left, at.you)
    ),
    r.OneOf: lambda at, it: picked(at, it) and len(it.cells) > 1,
    r.OncePerThreat: lambda at, it: dict(it.chances) == Counter(content(at.board, at.key)),
    r.WouldHavePlayed: lambda at, it: (
        it.opponent == at.key
        and at.cell not in it.cells == tuple(dict.fromkeys(content(at.board, at.key)))
    ),
    r.Rolled: picked,
    r.Opened: lambda at, _it: set(at.board.marks) == {"."},
    r.Looked: lambda at, it: saw(at, it.depth),
    r.SawWin: lambda at, it: (
        saw(at, it.depth)[at.cell] == 1 and it.lines == ordered(completed(at.left))
    ),
    r.SawThreats: lambda at, it: (
        saw(at, 2)
        and it.threats == tuple(threat for threat in at.standing if threat[0] == at.cell) != ()
    ),
    r.SawLosses: lambda at, it: picked(at, it) and values_of(saw(at, it.depth), -1),
    r.SawOthersLose: lambda at, it: picked(at, it) and values_of(saw(at, it.depth), 0, -1),
    r.SawDraws: lambda at, it: picked(at, it) and values_of(saw(at, len(at.values)), 0),
    r.SawNothing: lambda at, it: (
        picked(at, it) and values_of(saw(at, it.depth), 0) and it.depth < len(at.values)
    ),
    r.OnlyBest: lambda at, it: at.kept == [at.cell] and it.value == at.value,
    r.FirstBest: lambda at, it: first_of(at, it) and len({*at.values.values()}) > 1,
    r.FirstOfAll: lambda at, it: first_of(at, it) and len({*at.values.values()}) == 1,
    r.Visited: visited,
    r.Skipped: lambda at, it: it.times == searched(at.board, at.key)[1],
    r.Expected: lambda at, it: it.moves == tuple(first_best_line(at.board, 9)) != (at.cell,),
    r.TookTheirs: lambda at, it: took(at, it, at.you),
    r.TookOwn: lambda at, it: took(at, it, at.me) and it.own > it.theirs,
    r.WeighedAlike: lambda at, it: took(at, it, at.me),
    # With all marks but one it is a threat.
    r.EarnsPoints: lambda at, it: (
        (it.empty, it.one, it.two, it.three or 0)
        == (1, 2, 5, 10 * (max(map(len, WINNING[at.board.game])) > 4))
    ),
    r.HelpsToo: lambda at, it: (
        it.side == leads(at)
        and 0 < it.points == weights(at.board, it.side.other)[at.cell]
        and len(greatest(weights(at.board, it.side))) > 1
    ),
    r.NothingLive: lambda at, it: picked(at, it) and by_the_weights(at.board)[0] == "nothing",
    r.Rule: rule,
    r.NoEarlierRule: lambda at, _it: by_the_rules(at.board)[0] > 1,
    r.CouldFork: could_fork,
    r.Diverted: lambda at, it: (
        [it.answer] == [*completing(at.left, at.me)] and it.answer not in forking(at.left, at.you)
    ),
    r.BreaksFork: lambda at, it: (
        it.corner == handled_corner(at.board) and at.cell in BORDERS[it.corner][0]
    ),
    r.ForkNeeds: lambda at, it: (
        [*it.row, *it.column] == [*map(frozenset, BORDERS[handled_corner(at.board)])]
    ),
    r.MostLive: lambda at, it: (
        it.many == impacts(at.board)[at.cell] and at.cell == greatest(impacts(at.board))[0]
    ),
    r.NoLineLive: lambda at, _it: not any(impacts(at.board).values()),
    r.NothingElse: lambda at, _it: by_the_chain(at.board)[0] == "impact",
    r.WinsIn: wins_in,
    r.HardestDraw: lambda at, it: draws(at, it) and len(at.best) == (it.equal or 1) < it.moves,
    r.AllDrawsAsHard: lambda at, it: draws(at, it) and len(at.best) == it.moves,
    r.DeadDraws: draws,
    s.MovesWorth: lambda at, it: worth_of(at.board, it.worths),
    s.RepliesWorth: lambda at, it: worth_of(at.left, it.worths),
    s.Saw: saw_values,
    s.Searched: lambda at, it: dict(it.values) == at.values,
    s.Weighed: weighed,
    s.LiveThrough: lambda at, it: dict(it.lines) == impacts(at.board),
    s.Forces: forces,
    s.Answers: answers,
}
