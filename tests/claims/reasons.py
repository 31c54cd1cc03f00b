"""The reason of every computer player, found again: what it thought, by the tests' own rules, and
the facts that have to tell it, in their order.
"""

from collections import Counter
from functools import cache

from ai.exact.value import Value
from ai.explain import explain_move
from ai.facts import reasons as r
from ai.facts.effects import Blocks, CannotBlock, Completes, effects, in_brief
from ai.facts.fact import Fact
from ai.opponents import opponent_for
from ai.rules.games import game_for
from ai.rules.position import Mark
from ai.study.study import study
from tests.claims.boards import sides
from tests.claims.effects import must_block, ordered
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
    moves,
    perfect,
    position,
    searched,
    threatened_lines,
    tree,
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
    lots,
    weights,
)


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


Told = tuple[list[Fact], list[Fact]]
"""The facts that say the most, and the others."""


def of_easy(board: Board, _cell: int, _key: str) -> Told:
    cells = tuple(moves(board))
    return [r.Rolled(Mark(board.mover), cells) if len(cells) > 1 else r.OnlyCell()], []


def of_medium(board: Board, cell: int, key: str) -> Told:
    me, you = sides(board)
    depth = min(named(key)[1], len(moves(board)))
    values, standing = ahead(board, depth), threatened(board, you)
    cells = tuple(greatest(values))
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


def of_hard(board: Board, cell: int, _key: str) -> Told:
    me, you = sides(board)
    decides, cells = by_the_weights(board)
    if decides in {"completes", "blocks"}:
        return completes(board, cell) if decides == "completes" else blocks(board, cell)
    if decides == "nothing":
        return [r.NothingLive(me, tuple(cells)) if len(cells) > 1 else r.OnlyCell()], []
    points = {me: weights(board, me), you: weights(board, you)}
    own, theirs = max(points[me].values()), max(points[you].values())
    leads = Mark(decides)
    took: Fact = r.WeighedAlike(me, own)
    if own != theirs:
        took = (r.TookTheirs if leads is you else r.TookOwn)(me, own, theirs)
    longest = max(map(len, WINNING[board.game]))  # with all marks but one it is a threat
    others: list[Fact] = [r.EarnsPoints(1, 2, 5, 10 if longest > 4 else None)]
    also = points[leads.other][cell]  # of several best cells it took the one that helps too
    if len(greatest(points[leads])) > 1 and also:
        others.append(r.HelpsToo(leads, also))
    return [took], others


def of_rules(board: Board, cell: int, _key: str) -> Told:
    me, you = sides(board)
    number, _cells = by_the_rules(board)
    forks, left = forking(board, you), after(board, cell)
    lines, others = set[Cells](), list[Fact]()
    match number:
        case 1:
            return [r.Rule(me, 1, ordered(lacking(board, me)[cell]))], []
        case 2:
            lines |= lacking(board, you)[cell]
            others = blocks(board, cell)[1]
        case 3:
            lines |= forked(board, me, cell)
        case 4 if len(forks) > 1:
            lines |= threatened_lines(left, me)
            (answer,) = lacking(left, me)
            assert answer not in forking(left, you)
            others = [r.CouldFork(you, tuple(forks), ()), r.Diverted(you, answer)]
        case 4:
            assert forks == [cell]
            others = [r.CouldFork(you, (cell,), ordered(forked(board, you, cell)))]
    return [r.Rule(me, number, ordered(lines))], [*others, r.NoEarlierRule()]


def of_chain(board: Board, cell: int, _key: str) -> Told:
    me, you = sides(board)
    match by_the_chain(board)[0]:
        case "win":
            return completes(board, cell)
        case "block":
            return blocks(board, cell)
        case "stop fork":
            corner = handled_corner(board)
            row, column = map(frozenset, BORDERS[corner])
            assert cell in row
            return [r.BreaksFork(you, corner)], [r.ForkNeeds((row,), (column,))]
    most = max(impacts(board).values())
    return ([r.MostLive(me, most)], [r.NothingElse()]) if most else ([r.NoLineLive(me)], [])


def of_search(board: Board, _cell: int, key: str) -> Told:
    """Of minimax and alpha-beta."""
    me, _you = sides(board)
    values = ahead(board, 9)
    if set(board.marks) == {"."} or len(values) == 1:
        return [r.Opened(me) if len(values) > 1 else r.OnlyCell()], []
    cells, value = tuple(greatest(values)), Value(max(values.values()))
    (visited, cutoffs), (nodes, positions) = searched(board, key), tree(board)
    assert (visited < nodes) == (cutoffs > 0)
    most: Fact = r.OnlyBest(value)
    if len(cells) > 1:
        most = (r.FirstOfAll if len(cells) == len(values) else r.FirstBest)(me, value, cells)
    different = None if cutoffs or positions == nodes else positions
    others: list[Fact] = [r.Skipped(me, cutoffs)] if cutoffs else []
    if len(game := first_best_line(board, 9)) > 1:
        others.append(r.Expected(me, tuple(game)))
    return [most, r.Visited(me, visited, different, nodes if cutoffs else None)], others


def of_unbeatable(board: Board, cell: int, _key: str) -> Told:
    """The facts on what the move does are held to the laws of :mod:`tests.claims.effects`."""
    _me, you = sides(board)
    move = study(position(board)).moves[cell]
    (value, plies), chance = worths(board)[cell], chances(board).get(cell)
    alike = sum(found == value for found, _plies in worths(board).values())
    equal = len(perfect(board)) if len(perfect(board)) > 1 else None
    if completed(after(board, cell)):
        return completes(board, cell)
    match value:
        case _ if len(worths(board)) == 1:
            return [r.OnlyCell()], []
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


OF = {"easy": of_easy, "medium": of_medium, "hard": of_hard, "unbeatable": of_unbeatable}
OF |= {"rules": of_rules, "chain": of_chain, "minimax": of_search, "alpha-beta": of_search}


def made(board: Board, cell: int) -> list[Fact]:
    """The lines that a move on *cell* completes, or the threats that stand after it."""
    left = after(board, cell)
    standing = threatened(left, board.mover)
    if completed(left):
        return completes(board, cell)[0]
    if not standing:
        return []
    if completing(left, left.mover):
        return [r.ThreatensToo(Mark(board.mover), standing)]
    if len({at for at, _line in standing}) == 1:
        return [must_block(left)]
    fork = cell if len({at for at, line in standing if cell in line}) > 1 else None
    return [CannotBlock(position(left).to_move, standing, fork)]


def threatened(board: Board, mark: str) -> tuple[tuple[int, Cells], ...]:
    """The threats of *mark*, in the order of their lines."""
    found = [(cell, line) for cell, lines in lacking(board, mark).items() for line in lines]
    return tuple(sorted(found, key=lambda threat: sorted(threat[1])))


def completes(board: Board, cell: int) -> Told:
    return [Completes(cell, ordered(lacking(board, board.mover)[cell]))], []


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


def expected(board: Board, key: str, cell: int) -> Told:
    """The facts on the move to *cell*, and last the lot, unless the first counts its cells."""
    picked = Counter(content(board, key))
    if cell not in picked:
        return [r.WouldHavePlayed(key, tuple(picked))], []
    facts, others = OF[named(key)[0]](board, cell, key)
    if len({*picked.values()}) > 1:
        others.append(r.OncePerThreat(tuple(picked.items())))
    elif len(picked) > 1 and not isinstance(facts[0], TELL_HOW_MANY):
        others.append(r.OneOf(tuple(picked)))
    effect = made(board, cell)
    if effect and (not completed(after(board, cell)) or not getattr(facts[0], "lines", ())):
        facts[1:1] = effect
        others = [it for it in others if it not in effect]
    return facts, others


def expect_reasons(board: Board, key: str) -> None:
    """Each reason has the facts that it should have, also where the player would not move so. Those
    that are drawn are held to the board by :mod:`tests.claims.drawings`.
    """
    opponent, here = opponent_for(game_for(board.game), key), study(position(board))
    assert [*lots(here.decision(opponent))] == content(board, key), board
    for cell, move in here.moves.items():
        found = explain_move(move, opponent).reason
        assert ([*found.facts], [*found.others]) == expected(board, key, cell), (board, cell)
