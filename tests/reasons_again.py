"""The facts of every reason, found a second time, in their order, on the plain boards of
:mod:`tests.reference`, with all that each player thought.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Exact, Value
from ai.explain import explain_move
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.effects import Blocks, CannotBlock, Completes, effects, in_brief
from ai.facts.fact import Fact
from ai.facts.reasons import Reason
from ai.opponents import opponent_for
from ai.rules.games import game_for
from ai.rules.position import Mark
from ai.study.study import JudgedMove, study
from tests.effects_again import must_block, ordered
from tests.odds_again import lots
from tests.reason_cases import named, sides
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    ahead,
    chances,
    completed,
    completing,
    first_best_line,
    greatest,
    lacking,
    live,
    moves,
    perfect,
    position,
    result,
    searched,
    shortest,
    shortest_from,
    threatened_lines,
    tree,
    worth,
    worths,
)
from tests.rules_again import (
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


@cache
def content(board: Board, key: str, depth: int = 2) -> list[int]:
    """The cells of a player's decision, in order, each as often as its weight."""
    match key:
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


Told = tuple[list[Fact], list[Fact]]


def of_easy(board: Board, cells: tuple[int, ...]) -> Told:
    return [r.Rolled(Mark(board.mover), cells) if len(cells) > 1 else r.OnlyCell()], []


def of_medium(board: Board, cell: int, depth: int) -> Told:
    me, you = sides(board)
    values, depth = ahead(board, depth), min(depth, len(moves(board)))
    cells, standing = tuple(greatest(values)), threatened(board, you)
    seen: list[Fact] = [r.Looked(me, depth)]
    if depth == 2 and standing:
        left = tuple(it for it in standing if it[0] != cell)
        stopped = tuple(it for it in standing if it[0] == cell)
        seen[:0] = [r.SawThreats(you, stopped)] if stopped else []
        seen[-1:-1] = [r.StillThreatened(you, left)] if left else []
    match sorted({*values.values()}):
        case _ if len(values) == 1:
            return [r.OnlyCell()], []
        case [*_, 1]:
            return [r.SawWin(me, depth, ordered(completed(after(board, cell))))], []
        case [-1]:
            return [r.SawLosses(me, depth, cells)], seen
        case [-1, 0]:
            return [r.SawOthersLose(depth, cells)], seen
        case [0] if depth == len(values):
            return [r.SawDraws(cells)], seen
    return [r.SawNothing(me, depth, cells)], []


def of_hard(board: Board, cell: int) -> Told:
    me, you = sides(board)
    decides, cells = by_the_weights(board)
    mine, yours = weights(board, me), weights(board, you)
    own, theirs = max(mine.values()), max(yours.values())
    longest = max(map(len, WINNING[board.game]))  # with all marks but one it is a threat
    points = r.EarnsPoints(1, 2, 5, 10 if longest > 4 else None)
    match decides:
        case "completes":
            return [completes(board, cell)], []
        case "blocks":
            return blocks(board, cell)
        case "nothing":
            return [r.NothingLive(me, tuple(cells)) if len(cells) > 1 else r.OnlyCell()], []
        case leader if leader == you:
            took: Fact = r.TookTheirs(me, own, theirs)
            return [took], [points, *helps(you, yours, mine[cell])]
    took = r.TookOwn(me, own, theirs) if own > theirs else r.WeighedAlike(me, own)
    return [took], [points, *helps(me, mine, yours[cell])]


def made(board: Board, cell: int) -> list[Fact]:
    """The lines that a move on *cell* completes, or the threats that stand after it."""
    left = after(board, cell)
    standing = threatened(left, board.mover)
    if completed(left):
        return [completes(board, cell)]
    if not standing:
        return []
    if completing(left, left.mover):
        return [r.ThreatensToo(Mark(board.mover), standing)]
    if len({at for at, _line in standing}) == 1:
        return [must_block(left)]
    fork = cell if len({at for at, line in standing if cell in line}) > 1 else None
    return [CannotBlock(position(left).to_move, standing, fork)]


def helps(side: Mark, points: dict[int, int], others: int) -> list[Fact]:
    """Of several best cells of *side* one was taken for its points for the other side."""
    several = [*points.values()].count(max(points.values())) > 1
    return [r.HelpsToo(side, others)] if several and others else []


def of_the_rules(board: Board, cell: int) -> Told:
    me, you = sides(board)
    number, _cells = by_the_rules(board)
    forks, left = forking(board, you), after(board, cell)
    lines: dict[int, Callable[[], Iterable[Cells]]] = {
        1: lambda: lacking(board, me)[cell],
        2: lambda: lacking(board, you)[cell],
        3: lambda: forked(board, me, cell),
        4: lambda: threatened_lines(left, me) if len(forks) > 1 else (),
    }
    rule = r.Rule(me, number, ordered(lines.get(number, tuple)()))
    first = [r.NoEarlierRule()]
    match number:
        case 1:
            return [rule], []
        case 2:
            return [rule], [*blocks(board, cell)[1], *first]
        case 4 if len(forks) > 1:
            (answer,) = lacking(left, me)
            assert answer not in forking(left, you)
            return [rule], [r.CouldFork(you, tuple(forks), ()), r.Diverted(you, answer), *first]
        case 4:
            assert forks == [cell]
            fork = r.CouldFork(you, (cell,), ordered(forked(board, you, cell)))
            return [rule], [fork, *first]
    return [rule], [*first]


def of_the_chain(board: Board, cell: int) -> Told:
    me, you = sides(board)
    match by_the_chain(board)[0]:
        case "win":
            return [completes(board, cell)], []
        case "block":
            return blocks(board, cell)
        case "stop fork":
            corner = handled_corner(board)
            row, column = map(frozenset, BORDERS[corner])
            assert cell in row
            return [r.BreaksFork(you, corner)], [r.ForkNeeds((row,), (column,))]
    most = max(impacts(board).values())
    return ([r.MostLive(me, most)], [r.NothingElse()]) if most else ([r.NoLineLive(me)], [])


def of_a_search_to_the_end(board: Board, key: str) -> Told:
    me, _you = sides(board)
    if set(board.marks) == {"."}:
        return [r.Opened(me)], []
    values = ahead(board, 9)
    if len(values) == 1:
        return [r.OnlyCell()], []
    cells, value = tuple(greatest(values)), Value(max(values.values()))
    visited, cutoffs = searched(board, key)
    nodes, positions = tree(board)
    assert (visited < nodes) == (cutoffs > 0)
    most: Fact = r.OnlyBest(value)
    if len(cells) > 1:
        most = (r.FirstOfAll if len(cells) == len(values) else r.FirstBest)(me, value, cells)
    different = None if cutoffs or positions == nodes else positions
    game, others = first_best_line(board, 9), list[Fact]()
    if cutoffs:
        others.append(r.Skipped(me, cutoffs))
    if len(game) > 1:
        others.append(r.Expected(me, tuple(game)))
    return [most, r.Visited(me, visited, different, nodes if cutoffs else None)], others


def of_unbeatable(board: Board, cell: int) -> Told:
    """Its facts on what the move does are those of :mod:`tests.test_facts`."""
    _me, you = sides(board)
    move = study(position(board)).moves[cell]
    (value, plies), chance = worths(board)[cell], chances(board).get(cell)
    alike = sum(found == value for found, _plies in worths(board).values())
    equal = len(perfect(board)) if len(perfect(board)) > 1 else None
    if completed(after(board, cell)):
        return [completes(board, cell)], []
    if len(worths(board)) == 1:
        return [r.OnlyCell()], []
    match value:
        case 1:
            slower = alike - 1 if not equal and alike > 1 else None
            return [r.WinsIn(plies or 0, equal, slower), in_brief(move)], [*effects(move)]
        case -1:
            return [r.LosesIn(plies or 0)], [*effects(move)]
        case _ if alike == 1:
            return [r.OnlyBest(Value.DRAW)], [*effects(move)]
    if chance and equal == alike:
        return [r.AllDrawsAsHard(you, alike, chance)], []
    return [r.HardestDraw(you, alike, chance, equal) if chance else r.DeadDraws(you, alike)], []


def shown(board: Board, key: str, cell: int, depth: int) -> list[Fact]:
    """The facts that are drawn, if not the first that is told."""
    me, you = sides(board)
    match key:
        case "medium":
            found, depth = ahead(board, depth), min(depth, len(moves(board)))
            unclear = [at for at in found if not found[at] and depth < len(found)]
            decided = {at: value for at, value in found.items() if at not in unclear}
            return [s.Saw(me, depth, values(decided), tuple(unclear))]
        case "hard" if by_the_weights(board)[0] not in {"completes", "blocks"}:
            leads = Mark(by_the_weights(board)[0].replace("nothing", me))
            return [weighed(board, leads, cell, leads=True), weighed(board, leads.other, cell)]
        case "unbeatable":
            by_threats = (
                worth(board)[0] > 0 and cell in perfect(board) and shortest_from(board, cell)
            )
            begins = by_threats and not completed(after(board, cell))
            return [*([forces(board, cell)] if begins else []), s.MovesWorth(me, exact(board))]
        case "rules" if by_the_rules(board)[0] == 4:
            forks = forking(board, you)
            lines = frozenset().union(*(forked(board, you, fork) for fork in forks))
            return [r.CouldFork(you, tuple(forks), ordered(lines)), of_the_rules(board, cell)[0][0]]
        case "chain" if by_the_chain(board)[0] == "stop fork":
            return of_the_chain(board, cell)[1]
        case "chain" if by_the_chain(board)[0] == "impact":
            return [s.LiveThrough(tuple(impacts(board).items()))]
        case "minimax" | "alpha-beta" if set(board.marks) != {"."}:
            return [s.Searched(me, values(ahead(board, 9)))]
    return []


def values(found: dict[int, int]) -> tuple[tuple[int, Value], ...]:
    """The values of a search."""
    return tuple((cell, Value(value)) for cell, value in found.items())


def exact(board: Board) -> tuple[tuple[int, MoveWorth], ...]:
    """The exact worth of each move; the best, unless all are, are called so."""
    cells = perfect(board) if len(perfect(board)) < len(moves(board)) else []
    return tuple(
        (cell, MoveWorth(Exact(Value(value), plies), chances(board).get(cell), cell in cells))
        for cell, (value, plies) in worths(board).items()
    )


def weighed(board: Board, mark: Mark, cell: int, *, leads: bool = False) -> s.Weighed:
    """The points of cells for *mark*, and its live lines through *cell*."""
    lines = ordered(line for line in live(board, mark) if cell in line)
    points = weights(board, mark)
    by_cell = tuple((at, points[at]) for at in moves(board))
    return s.Weighed(mark, by_cell, cell, lines, tuple(greatest(dict(by_cell))) if leads else ())


def forces(board: Board, cell: int) -> s.Forces:
    """The win by threats that begins on *cell*, the first in reading order of the shortest."""
    me, _you = sides(board)
    course, threats, here = [cell], list[tuple[int, Cells]](), after(board, cell)
    while True:
        threats += threatened(here, me)
        answers = completing(here, me)
        if len(answers) > 1:
            return s.Forces(tuple(course), tuple(threats))
        here = after(here, *answers)
        cell = next(at for at in moves(here) if shortest_from(here, at) == shortest(here))
        course += [*answers, cell]
        here = after(here, cell)


def threatened(board: Board, mark: str) -> tuple[tuple[int, Cells], ...]:
    """The threats of *mark*, in the order of their lines."""
    found = [(cell, line) for cell, lines in lacking(board, mark).items() for line in lines]
    return tuple(sorted(found, key=lambda threat: sorted(threat[1])))


def completes(board: Board, cell: int) -> Fact:
    return Completes(cell, ordered(lacking(board, board.mover)[cell]))


def blocks(board: Board, cell: int) -> Told:
    """The lines blocked, and the threats left."""
    _me, you = sides(board)
    left = threatened(after(board, cell), you)
    still = [r.StillThreatened(you, left)] if left else []
    return [Blocks(cell, ordered(lacking(board, you)[cell]))], [*still]


TELL_HOW_MANY = (
    *(r.Rolled, r.SawLosses, r.SawOthersLose, r.SawNothing),
    *(r.NothingLive, r.WinsIn, r.AllDrawsAsHard),
)


def expected(board: Board, key: str, cell: int, depth: int) -> Reason:
    """The facts on the move to *cell*, and last the lot, unless the first counts its cells."""
    picked = Counter(content(board, key, depth))
    if cell not in picked:
        return Reason((r.WouldHavePlayed(named(key, depth), tuple(picked)),))
    match key:
        case "easy":
            facts, others = of_easy(board, tuple(picked))
        case "medium":
            facts, others = of_medium(board, cell, depth)
        case "hard":
            facts, others = of_hard(board, cell)
        case "unbeatable":
            facts, others = of_unbeatable(board, cell)
        case "rules":
            facts, others = of_the_rules(board, cell)
        case "chain":
            facts, others = of_the_chain(board, cell)
        case _:
            facts, others = of_a_search_to_the_end(board, key)
    if len({*picked.values()}) > 1:
        others.append(r.OncePerThreat(tuple(picked.items())))
    elif len(picked) > 1 and not isinstance(facts[0], TELL_HOW_MANY):
        others.append(r.OneOf(tuple(picked)))
    drawn = shown(board, key, cell, depth) or facts[:1]
    effect = made(board, cell)
    if effect and (not completed(after(board, cell)) or not getattr(facts[0], "lines", ())):
        facts[1:1] = effect
        others = [it for it in others if it not in effect]
    return Reason(tuple(facts), tuple(others), tuple(drawn))


def expect_replies(board: Board, key: str, move: JudgedMove, found: Reason, depth: int) -> None:
    """The worth of each reply to a quiet move is shown, or the answer to each if the move wins, by
    a player that looked at all of them to the end.
    """
    (me, you), left, drawn = sides(board), after(board, move.cell), r.replies(move, found)
    looks = {"unbeatable": True}
    looks |= dict.fromkeys(("minimax", "alpha-beta"), set(board.marks) != {"."})
    quiet = not result(left) and not completing(left, me) and len(moves(left)) > 1
    if move.cell not in content(board, key, depth) or not looks.get(key) or not quiet:
        assert drawn is None
    elif worth(left)[0] > -1:
        assert drawn == s.RepliesWorth(you, exact(left))
    else:
        assert isinstance(drawn, s.Answers)
        assert [it.lost for it in drawn.answers] == moves(left)
        for fact in drawn.answers:
            assert fact.side is me
            expect_answered(after(left, fact.lost or 0), fact.cell, worth(left)[1] or 0)


def expect_answered(board: Board, cell: int, plies: int) -> None:
    """*cell* begins a fastest win by threats, or a fastest win if threats need *plies* or more."""
    if 0 < shortest(board) < plies:
        assert shortest_from(board, cell) == shortest(board)
    else:
        assert worths(board)[cell] == worth(board)


def expect_facts(boards: Iterable[Board], key: str, depth: int = 2) -> None:
    """Each reason has the facts that it should have, also where the player would not move so."""
    for board in boards:
        opponent = opponent_for(game_for(board.game), named(key, depth))
        here = study(position(board))
        assert [*lots(here.decision(opponent))] == content(board, key, depth), board
        for cell, move in here.moves.items():
            found = explain_move(move, opponent).reason
            assert found == expected(board, key, cell, depth), (board, cell)
            expect_replies(board, key, move, found, depth)
