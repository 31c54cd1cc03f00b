"""Why a position is won, drawn or lost."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from ai.exact.value import Value
from ai.facts import fact as f
from ai.facts.best import EveryDraw, OnlyDraws, best
from ai.facts.effects import effects, ordered, threatened
from ai.facts.fact import Fact, SideFact
from ai.rules import Mark, Position
from ai.rules.threats import live
from ai.study.study import Idea, JudgedMove, Study
from ai.study.wins_by_threats import FORK


class Wins(Fact):
    """The moves on *cells* win by this *idea*."""

    cells: f.Cells
    idea: f.WinningIdea


class Fastest(Fact):
    """The moves on *cells* win first, in so many *plies*."""

    cells: f.Cells
    plies: f.Number


class Loses(Fact):
    """The moves on *cells* lose to an answer of this *idea*."""

    cells: f.Cells
    idea: f.WinningIdea


class NobodyCanWin(Fact):
    """No winning set is live."""


class StillLive(SideFact):
    """*own* winning sets are live for *side*, to move, and *others* for the other one."""

    own: f.Number
    others: f.Number


class CannotComplete(SideFact):
    """No play completes a live set of *side*."""


class NeitherCanComplete(Fact):
    """No play completes a live set of either side."""


class StoppedInTime(SideFact):
    """Some play completes a live set of *side*; best play of the other one does not let it."""


class BothStoppedInTime(Fact):
    """Some play completes a live set of each side; best play of the other one does not let it."""


class MustNotAllowLines(SideFact):
    """*side*, to move, must not let the other one complete *lines* on *cell*."""

    lines: f.Lines
    cell: f.Cell


class MustNotAllowForks(SideFact):
    """*side*, to move, must not let the other one fork on any of *cells*."""

    cells: f.Cells


class MustNotAllowThreats(SideFact):
    """*side*, to move, must not let the other one threaten from *first* on, up to *fork*."""

    first: f.Cell
    fork: f.Cell


class MustTakeCare(SideFact):
    """After the hardest draw, on *cell*, *side*, the other one, could lose, as the facts *then* on
    the position after it tell.
    """

    cell: f.Cell
    then: f.Facts


class GoesOn(SideFact):
    """*side*, the other one, could fork on *fork*, perhaps after threats from *first* on."""

    fork: f.Cell
    first: f.MaybeCell


class Fails(Fact):
    """The base of facts on a move on *cell* that loses to the *answer*, by this *idea*."""

    cell: f.Cell
    answer: f.Cell
    idea: f.WinningIdea


class TakingFails(Fails):
    """To take *cell*, where the other side would go on, loses to the *answer*, by this *idea*."""


class ThreatFails(Fails):
    """The threat *cell* loses to the *answer*, by this *idea*."""


class StrongCellFails(Fails):
    """*cell*, on most live sets of the side to move, loses to the *answer*, by this *idea*."""


def why(found: Study) -> tuple[Fact, ...]:
    """Why the position is won, drawn or lost for the side to move.

    :raises ValueError: if the game is over.
    """
    if found.position.outcome:
        raise ValueError("The game is over: there is no move to tell of.")
    of = {Value.WIN: _why_won, Value.DRAW: _why_drawn, Value.LOSS: _why_lost}
    return tuple(of[found.exact.value](found))


def lost_by_ideas(moves: Iterable[JudgedMove]) -> Iterator[Fact]:
    """The losing *moves* by the ideas that beat them."""
    return _by_ideas(Loses, {move.cell: move.answer.idea for move in moves})


def _by_ideas(fact: type[Wins | Loses], ideas: Mapping[int, Idea]) -> Iterator[Fact]:
    """A *fact* on the cells of each idea."""
    for idea in Idea:
        if cells := tuple(cell for cell, its in ideas.items() if its is idea):
            yield fact(cells, idea)


def _why_won(found: Study) -> Iterator[Fact]:
    """The winning moves by their ideas, and the fastest of them, unless it wins at once."""
    yield from _by_ideas(Wins, {move.cell: move.idea for move in found.winning})
    if len(found.best_cells) < len(found.winning) and not found.best.completed:
        yield Fastest(found.best_cells, found.exact.distance or 0)


def _why_drawn(found: Study) -> Iterator[Fact]:
    """The live sets, the threats that each side must not allow, and the losing moves."""
    position, side = found.position, found.position.to_move
    masks = position.game.ordered_masks
    lines = {side: live(masks, position.opponent), side.other: live(masks, position.mover)}
    if not any(lines.values()):
        yield NobodyCanWin()
        return
    yield StillLive(side, *map(len, lines.values()))
    yield from _stopped(position, lines)
    if found.losing and found.wins_prepared:
        yield _must_not_allow(found)
    if not found.losing:
        yield EveryDraw()
    elif len(found.drawing) < len(found.losing):
        yield OnlyDraws(tuple(move.cell for move in found.drawing))
    yield from lost_by_ideas(found.losing)
    after = found.best.after
    if after.losing:
        danger = [_must_not_allow(after)] if after.wins_prepared else lost_by_ideas(after.losing)
        yield MustTakeCare(side.other, found.best.cell, tuple(danger))


def _must_not_allow(found: Study) -> Fact:
    """The side to move must not allow this win by threats: all lines or forks at the other side's
    next move, else one shortest win. There must be a prepared win.
    """
    side, win = found.position.to_move, found.prepared
    if win[0].completes:
        return MustNotAllowLines(side, ordered(win[0].completes), win[0].cell)
    if win[0].decides:
        forks = (cell for cell, plies in found.wins_prepared.items() if plies == FORK)
        return MustNotAllowForks(side, tuple(forks))
    return MustNotAllowThreats(side, win[0].cell, win[-1].cell)


def _stopped(position: Position, lines: Mapping[Mark, Sequence[int]]) -> Iterator[Fact]:
    """Which sides can no longer complete any of their live *lines*; best play stops the others."""
    able = [mark for mark in Mark if _may_complete(position, mark, lines[mark])]
    unable = [mark for mark in Mark if lines[mark] and mark not in able]
    if unable:
        yield NeitherCanComplete() if len(unable) == 2 else CannotComplete(*unable)
    if able:
        yield BothStoppedInTime() if len(able) == 2 else StoppedInTime(*able)


def _may_complete(position: Position, mark: Mark, lines: Sequence[int]) -> bool:
    """Whether some play lets *mark* complete one of its live *lines*: enough moves are left, and
    the other side can avoid to complete a line of its own first.
    """
    sides, is_won = (position.x, position.o), position.game.is_won
    own, others = sides if mark is Mark.X else sides[::-1]
    empty = [1 << cell for cell in position.empty_cells]
    for line in lines:
        lacking = line & ~own
        meanwhile = lacking.bit_count() - (mark is position.to_move)
        elsewhere = [cell for cell in empty if not cell & lacking]
        if any(not is_won[others | sum(cells)] for cells in combinations(elsewhere, meanwhile)):
            return True
    return False


def _why_lost(found: Study) -> Iterator[Fact]:
    """The other side's threats or prepared win, why the natural answers fail, and the moves that
    last longest.
    """
    if block := found.block:
        yield threatened(found)
        if len({cell for cell, _line in found.threats_against}) == 1:
            yield from effects(block)
        return
    if win := found.prepared:
        first = None if win[0].decides else win[0].cell
        yield GoesOn(found.position.to_move.other, win[-1].cell, first)
    yield from _natural_answers(found)
    yield from best(found)


def _natural_answers(found: Study) -> Iterator[Fact]:
    """Why three answers fail: to take the cell where the other side would go on, to threaten, and
    to take a strong cell.
    """
    win, named = found.prepared, set[int]()
    for fails, cell in (
        (TakingFails, win[0].cell if win else None),
        (ThreatFails, _lasting_threat(found)),
        (StrongCellFails, _strong_cell(found.position)),
    ):
        if cell is not None and cell not in named:
            named.add(cell)
            answer = found.moves[cell].answer
            yield fails(cell, answer.cell, answer.idea)


def _lasting_threat(found: Study) -> int | None:
    """The losing threat that lasts longest, the first of several; None if no move threatens."""
    threatening = [move for move in found.losing if move.after.threats_against]
    longest = max(threatening, key=lambda move: move.exact.distance or 0, default=None)
    return longest.cell if longest else None


def _strong_cell(position: Position) -> int | None:
    """The empty cell on most live sets of the side to move, the first of several; None if no cell
    is on two.
    """
    cell = max(position.empty_cells, key=lambda cell: _live_sets(position, cell))
    return cell if _live_sets(position, cell) > 1 else None


def _live_sets(position: Position, cell: int) -> int:
    """How many winning sets through *cell* are live for the side to move."""
    return len(live(position.game.masks_through[cell], position.opponent))
