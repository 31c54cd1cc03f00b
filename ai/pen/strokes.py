"""The reason for a move in strokes of a pen, on the board that the move left: one table, from the
type of a fact. The fact is one that the program itself used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

from ai.exact.value import Value
from ai.facts import effects as e
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts import story as t
from ai.facts.fact import Fact, FieldKind
from ai.language import N_, _
from ai.opponents.rules import PriorityRule
from ai.pen.diagram import OF_MARKS, Stroke
from ai.rules import Mark, WinningSet
from ai.rules.threats import Threat
from ai.study.study import JudgedMove

PEEKS = 3  # replies that are drawn of all those that a program looked at


class Ink(StrEnum):
    """The colour of a stroke: a side's own, or the green of the computer's voice."""

    X = "X"
    O = "O"  # noqa: E741 - the name of a mark
    WHY = "why"


class PenShape(StrEnum):
    """The shape of a stroke. A line runs along a winning set; a threat too, full between its marks
    and dashed to the empty cell, which it rings; a cut strikes a line out before the move. All
    others stand on a cell. A wedge says that the move there loses, and two dashes that it draws. A
    ghost is a mark to come, and a peek a quiet reply. A label has the points of the cell, a number
    the place of its move. A cell that threats lack is open; rays are round one that was found.
    """

    LINE = "line"
    THREAT = "threat"
    CUT = "cut"
    WEDGE = "wedge"
    EVEN = "even"
    GHOST = "ghost"
    PEEK = "peek"
    DIE = "die"
    RING = "ring"
    LABEL = "label"
    NUMBER = "number"
    OPEN = "open"
    RAYS = "rays"


class PenStroke(NamedTuple):
    """A *shape* in *ink*, on *cell* or along *line*. Ghosts, labels and numbers have a *text*."""

    shape: PenShape
    ink: Ink
    cell: int = -1
    line: WinningSet = frozenset()
    stroke: Stroke = Stroke.FULL
    text: str = ""


Strokes = Iterable[PenStroke]


def theirs(mark: Mark) -> Ink:
    """The ink of the other side than that of *mark*, whose own is `Ink(mark)`."""
    return Ink(mark.other)


def voice(_mark: Mark) -> Ink:
    """The ink of the computer's voice."""
    return Ink.WHY


class Sketch(NamedTuple):
    """The *strokes* of a fact of the reason for a move, and the *inks* of the fields that name what
    is drawn: words for them are underlined. `here` is the cell of the move.
    """

    strokes: Callable[[Any, JudgedMove, Sequence[Fact]], Strokes]
    inks: Mapping[str, Callable[[Mark], Ink]] = {}


def _on(shape: PenShape, ink: Ink, cells: Iterable[int]) -> Strokes:
    return [PenStroke(shape, ink, cell) for cell in cells]


def _crossed(lines: Iterable[WinningSet], move: JudgedMove) -> Strokes:
    """The other side's *lines*, those that *move* blocks struck out."""
    drawn = [*lines]
    for line in drawn:
        yield PenStroke(PenShape.LINE, theirs(move.mark), line=line, stroke=Stroke.DASHED)
    for line in drawn:
        if move.cell in line:
            yield PenStroke(PenShape.CUT, Ink.WHY, move.cell, line)


def _threats(standing: Iterable[Threat], ink: Ink) -> Strokes:
    return [PenStroke(PenShape.THREAT, ink, cell, line) for cell, line in standing]


def _made(_fact: Fact, move: JudgedMove, _facts: object) -> Strokes:
    """The threats that the move makes."""
    return _threats(move.threats, Ink(move.mark))


def _struck(fact: Fact, move: JudgedMove, _facts: object) -> Strokes:
    """The other side's lines in the fact, unless it is on a later move."""
    fields = [(kind, getattr(fact, name)) for name, kind in fact.kinds().items()]
    lines = [line for kind, its in fields if kind is FieldKind.LINES for line in its]
    lines += [line for kind, its in fields if kind is FieldKind.THREATS for _cell, line in its]
    return _crossed(lines, move) if getattr(fact, "cell", move.cell) == move.cell else ()


def _left(fact: r.StillThreatened, move: JudgedMove, _facts: object) -> Strokes:
    return _threats(fact.threats, theirs(move.mark))


def _wins(fact: Fact, move: JudgedMove, facts: object) -> Strokes:
    """The threats made; without one, that every reply loses."""
    if move.left.outcome:
        return ()
    wedges = _on(PenShape.WEDGE, Ink(move.mark), move.left.empty_cells)
    return _made(fact, move, facts) or wedges


def _of_value(facts: Sequence[Fact], value: Value) -> list[int]:
    """The cells of the moves that were found to have this *value*."""
    for fact in facts:
        match fact:
            case s.MovesWorth(worths=worths):
                return [cell for cell, worth in worths if worth.exact.value is value]
            case s.Saw(values=values) | s.Searched(values=values):
                return [cell for cell, found in values if found is value]
    return []


def _coming(fact: t.WereComing, _move: JudgedMove, _facts: object) -> Strokes:
    ink = Ink(fact.side)
    return [PenStroke(PenShape.LINE, ink, line=it, stroke=Stroke.DASHED) for it in fact.lines]


def _equal(facts: Sequence[Fact]) -> Strokes:
    """The moves that draw, the one made among them; nothing if it is the only one."""
    draws = _of_value(facts, Value.DRAW)
    return _on(PenShape.EVEN, Ink.WHY, draws) if len(draws) > 1 else ()


def _others(fact: Fact, move: JudgedMove, facts: Sequence[Fact]) -> Strokes:
    """The other moves that lose; if there are none, those that draw; else a ring round the move."""
    lost = [cell for cell in _of_value(facts, Value.LOSS) if cell != move.cell]
    wedges = _on(PenShape.WEDGE, theirs(move.mark), lost)
    return wedges or _equal(facts) or _ring(fact, move, facts)


def _traps(_fact: Fact, move: JudgedMove, facts: Sequence[Fact]) -> Strokes:
    """The replies that lose; if there are none, the moves that draw."""
    losing = [reply.cell for reply in move.after.losing]
    return _on(PenShape.WEDGE, Ink(move.mark), losing) or _equal(facts)


def _draws(fact: Fact, move: JudgedMove, facts: Sequence[Fact]) -> Strokes:
    return _equal(facts) or _ring(fact, move, facts)


def _here(shape: PenShape) -> Callable[[Fact, JudgedMove, object], Strokes]:
    return lambda _fact, move, _facts: _on(shape, Ink.WHY, [move.cell])


_ring, _die = _here(PenShape.RING), _here(PenShape.DIE)


def _peeks(_fact: Fact, move: JudgedMove, _facts: object) -> Strokes:
    """A few of the replies, far apart."""
    empty = move.left.empty_cells
    few = [empty[len(empty) * n // PEEKS] for n in range(PEEKS)] if empty else ()
    return _on(PenShape.PEEK, theirs(move.mark), dict.fromkeys(few))


def _expected(fact: r.Expected, move: JudgedMove, _facts: object) -> Strokes:
    """The moves after this one, with their numbers."""
    for number, cell in enumerate(fact.moves[1:], 1):
        ink = theirs(move.mark) if number % 2 else Ink(move.mark)
        yield PenStroke(PenShape.GHOST, ink, cell, text=str(number))


def _rule(fact: r.Rule, move: JudgedMove, facts: Sequence[Fact]) -> Strokes:
    """The lines that the rule is about; a ring if it is about the place of the cell."""
    match PriorityRule(fact.number):
        case PriorityRule.WIN:
            return ()
        case PriorityRule.BLOCK:
            return _crossed(fact.lines, move)
        case PriorityRule.FORK:
            return _made(fact, move, facts)
        case PriorityRule.STOP_FORK:
            threats = _made(fact, move, facts) if fact.lines else ()
            forks = {line for it in facts if isinstance(it, r.CouldFork) for line in it.lines}
            return [*_crossed(e.ordered(forks), move), *threats]
    return _ring(fact, move, facts)


def _live(_fact: Fact, move: JudgedMove, _facts: object) -> Strokes:
    """The lines through the cell that did not hold marks of both sides."""
    position, game = move.position, move.game
    for number in game.sets_through[move.cell]:
        mask = game.ordered_masks[number]
        if not (mask & position.mover and mask & position.opponent):
            line = frozenset(game.ordered_sets[number])
            yield PenStroke(PenShape.LINE, Ink.WHY, line=line, stroke=Stroke.DASHED)


def _weighed(_fact: Fact, move: JudgedMove, facts: Sequence[Fact]) -> Strokes:
    """The lines that give the cell its points, the most first, and both sums."""
    leads, other = (fact for fact in facts if isinstance(fact, s.Weighed))
    held = {cell for cell, mark in enumerate(move.position.marks) if mark is leads.side}
    for line in sorted(leads.lines, key=lambda line: -len(line & held)):
        stroke = OF_MARKS[min(len(line & held), 2)]
        yield PenStroke(PenShape.LINE, Ink(leads.side), line=line, stroke=stroke)
    yield _sum(leads, move.cell)
    most = max(points for _cell, points in other.points)
    yield _sum(other, next(cell for cell, points in other.points if points == most))


def _sum(weighed: s.Weighed, cell: int) -> PenStroke:
    return PenStroke(PenShape.LABEL, Ink(weighed.side), cell, text=str(dict(weighed.points)[cell]))


STILL = Sketch(_left, {"threats": theirs})
HERE, POINTS = {"here": voice}, {"own": Ink, "theirs": theirs}

# The first of these facts that a reason has is drawn.
SKETCHES: dict[type[Fact], Sketch] = {
    r.LosesIn: Sketch(_others),
    r.WinsIn: Sketch(_wins, {"cell": Ink, "answers": Ink}),
    r.SawWin: Sketch(_wins),
    r.SawThreats: Sketch(_struck, {"threats": theirs, **HERE}),
    e.Blocks: Sketch(_struck, {"lines": theirs, "cell": voice, **HERE}),
    r.Rule: Sketch(_rule, {"number": voice}),
    r.StillThreatened: STILL,
    r.ForkNeeds: Sketch(_struck, {"corner": theirs, "row": theirs, "column": theirs, **HERE}),
    r.MostLive: Sketch(_live, {"many": voice}),
    r.NoLineLive: Sketch(_ring, HERE),
    r.NothingLive: Sketch(_die, {"cells": voice, **HERE}),
    r.Rolled: Sketch(_die, {"cells": voice, **HERE}),
    r.Opened: Sketch(_die, HERE),
    r.TookTheirs: Sketch(_weighed, POINTS),
    r.TookOwn: Sketch(_weighed, POINTS),
    r.WeighedAlike: Sketch(_weighed, {"points": Ink}),
    r.SawNothing: Sketch(_peeks),
    r.SawDraws: Sketch(_draws),
    r.SawOthersLose: Sketch(_others, HERE),
    r.SawLosses: Sketch(_others, {"cells": theirs}),
    r.Expected: Sketch(_expected, HERE),
    r.HardestDraw: Sketch(_traps),
    r.AllDrawsAsHard: Sketch(_traps),
    r.DeadDraws: Sketch(_draws, {"moves": voice}),
    r.OnlyBest: Sketch(_others, HERE),
    r.FirstBest: Sketch(_others, HERE),
    r.FirstOfAll: Sketch(_others, HERE),
    r.OnlyCell: Sketch(_ring, HERE),
}
# These are drawn with it.
WITH_IT: dict[type[Fact], Sketch] = {
    r.StillThreatened: STILL,
    s.Weighed: Sketch(_made),
}

# The facts of a story. No ring stands on what was coming: it would name the cure.
IN_STORIES: dict[type[Fact], Sketch] = {
    t.AloneKept: Sketch(_struck, {"lines": theirs}),
    t.WereComing: Sketch(_coming, {"lines": theirs}),
    t.Threatened: Sketch(_made, {"lines": Ink}),
    t.Forked: Sketch(_made, {"lines": Ink, "answers": Ink}),
}


class Drawn(NamedTuple):
    """The *strokes* of a reason, in turn, and the *inks* of the fields that name them."""

    strokes: tuple[PenStroke, ...] = ()
    inks: Mapping[str, Ink] = {}


def draw_reason(move: JudgedMove, reason: r.Reason) -> Drawn:
    """The *reason* for *move* as the pen draws it; nothing once the game is over."""
    facts = () if move.left.outcome else reason.all
    found = {type(fact): fact for fact in reversed(facts)}
    for kind, chosen in SKETCHES.items():
        if kind in found and (main := _draw(chosen, found[kind], move, facts)).strokes:
            break
    else:
        return Drawn()
    more = [
        _draw(sketch, found[kind], move, facts)
        for kind, sketch in WITH_IT.items()
        if kind in found and sketch is not chosen
    ]
    inks = {field: ink for drawn in (main, *more) for field, ink in drawn.inks.items()}
    strokes = chain.from_iterable(drawn.strokes for drawn in (main, *more))
    # No line runs over a figure.
    return Drawn(tuple(sorted(strokes, key=lambda it: it.shape is PenShape.LABEL)), inks)


def draw_effects(move: JudgedMove) -> Strokes:
    """The threats of *move*, and those that it blocks, struck out."""
    return (*_crossed(move.blocked, move), *_threats(move.threats, Ink(move.mark)))


def draw_stop(stop: t.Stop) -> Drawn:
    """The first fact of a *stop* as the pen draws it; nothing if it is not a fact of stories."""
    fact = stop.facts[0]
    sketch = IN_STORIES.get(type(fact))
    return _draw(sketch, fact, stop.move, stop.facts) if sketch else Drawn()


def _draw(sketch: Sketch, fact: Fact, move: JudgedMove, facts: Sequence[Fact]) -> Drawn:
    inks = {field: ink(move.mark) for field, ink in sketch.inks.items()}
    return Drawn(tuple(sketch.strokes(fact, move, facts)), inks)


# Signs whose meaning no sentence says, by whether they are in the ink of the side that moved.
MEANINGS = {
    (PenShape.WEDGE, True): N_("replies that lose"),
    (PenShape.WEDGE, False): N_("moves that lose"),
    (PenShape.EVEN, False): N_("moves that draw"),
    (PenShape.PEEK, False): N_("replies tried"),
}


def signs(drawn: Drawn, mark: Mark) -> list[tuple[PenShape, Ink, str]]:
    """The signs that are *drawn* for a move with *mark*, each with its meaning in a few words."""
    looks = dict.fromkeys((stroke.shape, stroke.ink) for stroke in drawn.strokes)
    meant = ((*look, MEANINGS.get((look[0], look[1] == Ink(mark)))) for look in looks)
    return [(shape, ink, _(meaning)) for shape, ink, meaning in meant if meaning]
