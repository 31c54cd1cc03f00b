"""The reasons of computer players: the facts that the program itself used for its move."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from ai.exact.tablebase import TablebaseError
from ai.exact.value import Value
from ai.facts import fact as f
from ai.facts import shown as s
from ai.facts.effects import Blocks, Completes, effects, in_brief, ordered, threatened
from ai.facts.fact import Fact, SideFact
from ai.opponents.chain import BORDERS, Handled, Handler
from ai.opponents.easy import Unweighed
from ai.opponents.hard import WeightRule, most_weighed, weight
from ai.opponents.hard import Weights as Weighing
from ai.opponents.policy import Decision, Opponent
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.opponents.unbeatable import Perfect
from ai.rules import Mark
from ai.study.study import JudgedMove

# Of several players.


class OnlyCell(Fact):
    """The move was the only one."""


class StillThreatened(SideFact):
    """*side* has these *threats* left after the move."""

    threats: f.Threats


class ThreatensToo(SideFact):
    """*side* now has these *threats*, but the other side can win first."""

    threats: f.Threats


class OneOf(Fact):
    """One of equal *cells*, by lot."""

    cells: f.Cells


class OncePerThreat(Fact):
    """One cell by lot, each as often as there are threats on it."""

    chances: f.Weights


class WouldHavePlayed(Fact):
    """The *opponent* would have picked one of *cells*, not this move."""

    opponent: f.OpponentKey
    cells: f.Cells


# Easy, and all others where nothing matters.


class Rolled(SideFact):
    """*side* picked any of *cells* by lot, and weighed nothing."""

    cells: f.Cells


class Opened(SideFact):
    """The board was empty: *side* searched nothing, and picked any cell by lot."""


# Medium.


class Looked(SideFact):
    """*side* looked *depth* plies ahead."""

    depth: f.Number


class SawWin(SideFact):
    """*side* looked *depth* plies ahead and saw that the move wins, or completes *lines*."""

    depth: f.Number
    lines: f.Lines


class SawThreats(SideFact):
    """Its search saw *side*, the other one, complete the *threats*, which the move stops."""

    threats: f.Threats


class SawLosses(SideFact):
    """Every move loses within *depth* plies, so *side* picked any of *cells* by lot."""

    depth: f.Number
    cells: f.Cells


class SawOthersLose(Fact):
    """Every move but those on *cells* loses within *depth* plies."""

    depth: f.Number
    cells: f.Cells


class SawDraws(Fact):
    """The search saw every game end, and each of *cells* draw."""

    cells: f.Cells


class SawNothing(SideFact):
    """*side* saw no win or loss within *depth* plies, and picked any of *cells* by lot."""

    depth: f.Number
    cells: f.Cells


# Minimax and Alpha-beta.


class OnlyBest(Fact):
    """No other move is of this *value* or better."""

    value: f.Result


class FirstBest(SideFact):
    """*side* took the first of *cells*, which have the best *value*; others are worse."""

    value: f.Result
    cells: f.Cells


class FirstOfAll(SideFact):
    """*side* took the first of *cells*, all of one *value*."""

    value: f.Result
    cells: f.Cells


class Visited(SideFact):
    """*side* visited so many *nodes*, all different, or so many *positions*; or a part of a *tree*
    of so many nodes.
    """

    nodes: f.Number
    positions: f.MaybeNumber = None
    tree: f.MaybeNumber = None


class Skipped(SideFact):
    """*side* found the value of each move, and *times* skipped replies that couldn't change it."""

    times: f.Number


class Expected(SideFact):
    """*side* expected these *moves* to the end."""

    moves: f.Course


# Hard.


class TookTheirs(SideFact):
    """The other side's best cell has more points, *theirs*, than that of *side*, *own*."""

    own: f.Number
    theirs: f.Number


class TookOwn(SideFact):
    """The best cell of *side* has more points, *own*, than the other side's, *theirs*."""

    own: f.Number
    theirs: f.Number


class WeighedAlike(SideFact):
    """The best cells of both have as many *points*, so *side* took one of its own."""

    points: f.Number


class EarnsPoints(Fact):
    """A cell has points for each live winning set: *empty* for one without marks, *one* for one
    with one mark, *two* for one with two; and *three* for one with three, if that is no threat.
    """

    empty: f.Number
    one: f.Number
    two: f.Number
    three: f.MaybeNumber = None


class HelpsToo(SideFact):
    """The cell taken is a best one of *side*, and of these has most *points* for the other side."""

    points: f.Number


class NothingLive(SideFact):
    """Nobody can complete anything, so *side* picked any of *cells* by lot."""

    cells: f.Cells


# The rules of Newell and Simon.


class Rule(SideFact):
    """The first of eight rules that applies to *side*, by its *number*, and its *lines*."""

    number: f.Number
    lines: f.Lines


class NoEarlierRule(Fact):
    """No rule before the one that applied did."""


class CouldFork(SideFact):
    """*side* could have forked on any of *cells*, by threats on *lines*."""

    cells: f.Cells
    lines: f.Lines


class Diverted(SideFact):
    """The threat makes *side* answer on *answer*, which is no fork."""

    answer: f.Cell


# The chain of rules.


class BreaksFork(SideFact):
    """The move takes a line from a fork, which *side* could have made from *corner*."""

    corner: f.Cell


class ForkNeeds(Fact):
    """That fork needs both lines: a mark in the *row* spoils it."""

    row: f.Lines
    column: f.Lines


class MostLive(SideFact):
    """*side* took the first cell on the most live lines: so *many*."""

    many: f.Number


class NoLineLive(SideFact):
    """*side* took the first cell, as no line is live."""


class NothingElse(Fact):
    """There was nothing to win, to block or to break up."""


# Unbeatable.


class WinsIn(Fact):
    """The move wins in so many *plies*: as one of *equal* fastest wins, or before *slower* ones."""

    plies: f.Number
    equal: f.MaybeNumber = None
    slower: f.MaybeNumber = None


class LosesIn(Fact):
    """Every move loses, none later than this one, in so many *plies*."""

    plies: f.Number


class HardestDraw(SideFact):
    """Of *moves* that draw, this is the hardest for *side*, the other one, or one of *equal*: a
    beginner in its place would lose the *share*.
    """

    moves: f.Number
    share: f.Share
    equal: f.MaybeNumber = None


class AllDrawsAsHard(SideFact):
    """The *moves* that draw are all as hard for *side*, the other one: a beginner in its place
    would lose the *share*.
    """

    moves: f.Number
    share: f.Share


class DeadDraws(SideFact):
    """After none of the *moves* that draw would a beginner lose in the place of *side*."""

    moves: f.Number


class Reason(NamedTuple):
    """The facts that say the most: first the reason, then the *effect* of a move that completes or
    threatens lines. The *others* are worth knowing too. Those *shown* have a drawing each; by
    default the first has one.
    """

    facts: tuple[Fact, ...]
    others: tuple[Fact, ...] = ()
    shown: tuple[Fact, ...] = ()
    effect: tuple[Fact, ...] = ()

    @property
    def all(self) -> tuple[Fact, ...]:
        """Every fact, each once."""
        return tuple(dict.fromkeys((*self.facts, *self.others, *self.shown)))


def reason(move: JudgedMove, decision: Decision[object], opponent: Opponent) -> Reason:
    """Why *opponent*, which came to this *decision*, made *move*, or what it would have played."""
    if move.cell not in decision.cells:
        return Reason((WouldHavePlayed(opponent.key, decision.cells),))
    facts, others, shown, _effect = REASONS[type(decision.reason)](move, decision)
    if not any(isinstance(fact, PICKED) for fact in facts):
        others = (*others, *_lot(decision))
    effect = () if move.completed and "lines" in facts[0].said else made(move)
    others = tuple([fact for fact in others if fact not in effect])
    return Reason((*facts[:1], *effect, *facts[1:]), others, shown or facts[:1], effect)


def made(move: JudgedMove) -> tuple[Fact, ...]:
    """The lines that *move* completes, else the threats of its side after it; or none."""
    left = move.after
    if move.completed:
        return (Completes(move.cell, ordered(move.completed)),)
    if left.threats_against and left.passed.threats_against:
        return (ThreatensToo(move.mark, left.threats_against),)
    return (threatened(left, move),) if left.threats_against else ()


def standing(move: JudgedMove, found: Reason) -> list[Fact]:
    """The facts on threats that stood right after *move*, some of them in the reason *found*."""
    kinds = StillThreatened | ThreatensToo | Diverted
    left: list[Fact] = [fact for fact in found.all if isinstance(fact, kinds)]
    if move.after.threats_against:
        left += [threatened(move.after), threatened(move.after, move)]
    return left


def replies(move: JudgedMove, found: Reason) -> Fact | None:
    """The worths of the replies to *move*, or the answer to each if the player saw that it wins.
    None if it did not look at all of them to the end, or if the other side has a threat to stop or
    but one move.
    """
    looked = found.shown and isinstance(found.shown[-1], s.MovesWorth | s.Searched)
    if not looked or move.after.threats_against:
        return None
    try:
        worths = move.after.worths
    except TablebaseError:
        return None
    if len(worths) < 2:
        return None
    if move.exact.value is Value.WIN:
        return s.answers(move)
    return s.RepliesWorth(move.mark.other, tuple(worths.items()))


def _lot(decision: Decision[object]) -> Iterator[Fact]:
    """How the move was picked; nothing for the only cell."""
    if len({*decision.weights}) > 1:
        yield OncePerThreat(tuple(zip(decision.cells, decision.weights, strict=True)))
    elif len(decision.cells) > 1:
        yield OneOf(decision.cells)


def _rolled(move: JudgedMove, decision: Decision[Unweighed]) -> Reason:
    cells = decision.cells
    return Reason((Rolled(move.mark, cells) if len(cells) > 1 else OnlyCell(),))


def _looked(move: JudgedMove, decision: Decision[LookedAhead]) -> Reason:
    search, cells = decision.reason.search, decision.cells
    side, depth, moves = move.mark, search.depth, len(search.values)
    ends = depth == moves
    decided = {cell: value for cell, value in search.values.items() if value or ends}
    unclear = tuple(cell for cell in search.values if cell not in decided)
    shown = (s.Saw(side, depth, tuple(decided.items()), unclear),)
    if moves == 1:
        return Reason((OnlyCell(),), (), shown)
    if search.value is Value.WIN:
        return Reason((SawWin(side, depth, ordered(move.completed)),), (), shown)
    seen: tuple[Fact, ...] = (Looked(side, depth),)
    if depth == 2:
        stopped = tuple(threat for threat in move.before.threats_against if threat[0] == move.cell)
        seen = (*_still(move), *seen)
        seen = (SawThreats(side.other, stopped), *seen) if stopped else seen
    if search.value is Value.LOSS:
        return Reason((SawLosses(side, depth, cells),), seen, shown)
    if len(cells) < moves:
        return Reason((SawOthersLose(depth, cells),), seen, shown)
    if ends:
        return Reason((SawDraws(cells),), seen, shown)
    return Reason((SawNothing(side, depth, cells),), (), shown)


def _searched(move: JudgedMove, decision: Decision[SearchedToEnd]) -> Reason:
    search, side, tree = decision.reason.search, move.mark, move.before.tree
    shown = (s.Searched(side, tuple(search.values.items())),)
    if len(search.values) == 1:
        return Reason((OnlyCell(),), shown=shown)
    cells, value = search.best_cells, search.value
    kind = FirstBest if len(cells) < len(search.values) else FirstOfAll
    best = OnlyBest(value) if len(cells) == 1 else kind(side, value, cells)
    if search.cutoffs:
        visited = Visited(side, search.nodes, tree=tree.nodes)
    else:
        different = None if tree.nodes == tree.positions else tree.positions
        visited = Visited(side, search.nodes, different)
    others: list[Fact] = [Skipped(side, search.cutoffs)] if search.cutoffs else []
    if len(search.principal_variation) > 1:
        others.append(Expected(side, search.principal_variation))
    return Reason((best, visited), tuple(others), shown)


def _weighed(move: JudgedMove, decision: Decision[Weighing]) -> Reason:
    weights, cell, side = decision.reason, move.cell, move.mark
    if weights.rule is WeightRule.COMPLETE:
        return Reason((Completes(cell, ordered(move.completed)),))
    if weights.rule is WeightRule.BLOCK:
        return _blocked(move)
    leads = side.other if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE else side
    shown = _points(move, weights, leads, True), _points(move, weights, leads.other, False)
    if weights.rule is WeightRule.NOTHING_LIVE:
        nothing = NothingLive(side, decision.cells) if len(decision.cells) > 1 else OnlyCell()
        return Reason((nothing,), (), shown)
    own, theirs = max(weights.mover), max(weights.opponent)
    if leads is not side:
        took: Fact = TookTheirs(side, own, theirs)
        helps = HelpsToo(side.other, weights.mover[cell])
    else:
        took = TookOwn(side, own, theirs) if own > theirs else WeighedAlike(side, own)
        helps = HelpsToo(side, weights.opponent[cell])
    several = len(shown[0].most) > 1 and helps.points
    earns = EarnsPoints(*map(weight, range(min(max(most_weighed(move.game), 2), 3) + 1)))
    return Reason((took,), (earns, helps) if several else (earns,), shown)


def _points(move: JudgedMove, found: Weighing, side: Mark, leads: bool) -> s.Weighed:
    """The weights of *side*, which decide if it *leads*."""
    position, game = move.position, move.game
    points, others = found.mover, position.opponent
    if side is not move.mark:
        points, others = found.opponent, position.mover
    through = game.sets_through[move.cell]
    lines = (game.ordered_sets[n] for n in through if not others & game.ordered_masks[n])
    by_cell = tuple([(cell, points[cell]) for cell in position.empty_cells])
    most = max(points) if leads else None
    leading = tuple([cell for cell, many in by_cell if many == most])
    return s.Weighed(side, by_cell, move.cell, tuple(map(frozenset, lines)), leading)


def _blocked(move: JudgedMove) -> Reason:
    """The lines blocked, and the threats left."""
    return Reason((Blocks(move.cell, move.blocked),), _still(move))


def _still(move: JudgedMove) -> tuple[Fact, ...]:
    """The threats of the other side that *move* leaves; nothing if it leaves none."""
    left = tuple(threat for threat in move.before.threats_against if threat[0] != move.cell)
    return (StillThreatened(move.mark.other, left),) if left else ()


def _ruled(move: JudgedMove, decision: Decision[RuleApplied]) -> Reason:
    applied, side = decision.reason, move.mark
    lines = applied.lines[move.cell]
    rule = Rule(side, applied.rule.value, lines)
    match applied.rule:
        case PriorityRule.WIN:
            return Reason((rule,))
        case PriorityRule.BLOCK:
            return Reason((rule,), (*_still(move), NoEarlierRule()))
        case PriorityRule.STOP_FORK if lines:
            (answer,) = (cell for line in lines for cell in line if cell in move.after.moves)
            cells, by = tuple(sorted(applied.forks)), ordered({*chain(*applied.forks.values())})
            forks, seen = CouldFork(side.other, cells, ()), CouldFork(side.other, cells, by)
            others = forks, Diverted(side.other, answer), NoEarlierRule()
            return Reason((rule,), others, (seen, rule))
        case PriorityRule.STOP_FORK:
            forks = CouldFork(side.other, (move.cell,), applied.forks[move.cell])
            return Reason((rule,), (forks, NoEarlierRule()), (forks, rule))
    return Reason((rule,), (NoEarlierRule(),))


def _handled(move: JudgedMove, decision: Decision[Handled]) -> Reason:
    side = move.mark
    match decision.reason:
        case Handled(Handler.WIN, lines):
            return Reason((Completes(move.cell, lines),))
        case Handled(Handler.BLOCK):
            return _blocked(move)
        case Handled(Handler.STOP_FORK, lines, corner) if corner is not None:
            needs = ForkNeeds(lines, (frozenset(BORDERS[corner][1]),))
            return Reason((BreaksFork(side.other, corner),), (needs,), (needs,))
    impacts = decision.reason.impacts or {}
    shown, many = (s.LiveThrough(tuple(impacts.items())),), max(impacts.values())
    if not many:
        return Reason((NoLineLive(side),), shown=shown)
    return Reason((MostLive(side, many),), (NothingElse(),), shown)


def _perfect(move: JudgedMove, decision: Decision[Perfect]) -> Reason:
    worths = s.MovesWorth(move.mark, tuple(decision.reason.worths.items()))
    by_threats = (s.forces(move),) if move.win and not move.completed else ()
    return perfect(move)._replace(shown=(*by_threats, worths))


def perfect(move: JudgedMove) -> Reason:
    """Why no move is better than *move*, one of the best."""
    side, exact = move.mark, move.exact
    equal, plies = len(move.before.best_cells), exact.distance or 0
    if move.completed:
        return Reason((Completes(move.cell, ordered(move.completed)),))
    if len(move.before.moves) == 1:
        return Reason((OnlyCell(),))
    if exact.value is Value.WIN:
        slower = len(move.before.winning) - equal
        wins = WinsIn(
            plies, equal if equal > 1 else None, slower if slower and equal == 1 else None
        )
        brief = in_brief(move)
        return Reason((wins, brief), tuple(fact for fact in effects(move) if fact != brief))
    if exact.value is Value.LOSS:
        return Reason((LosesIn(plies),), effects(move))
    moves = len(move.before.drawing)
    if moves == 1:
        return Reason((OnlyBest(Value.DRAW),), effects(move))
    if not (share := move.worth.difficulty):
        return Reason((DeadDraws(side.other, moves),))
    if equal == moves:
        return Reason((AllDrawsAsHard(side.other, moves, share),))
    return Reason((HardestDraw(side.other, moves, share, equal if equal > 1 else None),))


# Facts that tell how many cells the move was picked from.
PICKED = (Rolled, SawLosses, SawOthersLose, SawNothing, NothingLive, WinsIn, AllDrawsAsHard)

# Made at every click, so each has to be quick.
REASONS: dict[type, Callable[[JudgedMove, Decision[Any]], Reason]] = {
    Unweighed: _rolled,
    LookedAhead: _looked,
    Weighing: _weighed,
    Perfect: _perfect,
    RuleApplied: _ruled,
    Handled: _handled,
    Opening: lambda move, _decision: Reason((Opened(move.mark),)),
    SearchedToEnd: _searched,
}
