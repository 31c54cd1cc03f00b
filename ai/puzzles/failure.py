"""How often a puzzle is failed: by a beginner in the solver's place, and by each opponent.

The other side is Unbeatable, which picks any of its equally good moves. A solver fails with the
first move that gives value away.
"""

from collections.abc import Iterator
from fractions import Fraction

from ai.exact.tablebase import best_cells, load, move_worths
from ai.exact.value import Value
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.puzzles.puzzle import Failing
from ai.rules.position import Position

Known = dict[tuple[int, int], Fraction]
"""Results of :func:`failure` in one game, by the masks of canonical positions."""


def failure(position: Position, known: Known) -> Fraction:
    """How often a beginner to move in *position*, won or drawn, fails to keep its value: 0 to 1.

    A beginner plays half of the time as Medium, which completes a line or blocks if it can, and
    half as Easy: any cell. Results are added to *known*.
    """
    if position.outcome:
        return Fraction(0)
    game = position.game
    key = game.symmetries.canonical(position.mover, position.opponent)
    if key not in known:
        lost = {cell: _lost(position, cell, known) for cell in position.empty_cells}
        medium = _medium(position)
        halves = (Fraction(sum(lost[c] for c in cells), len(cells)) for cells in (medium, lost))
        known[key] = sum(halves, Fraction(0)) / 2
    return known[key]


def _lost(position: Position, cell: int, known: Known) -> Fraction:
    """How often the beginner fails with the move on *cell* or after it."""
    if not keeps_value(position, cell):
        return Fraction(1)
    replies = [failure(left, known) for left in answered(position.play(cell))]
    return sum(replies, Fraction(0)) / len(replies)


def _medium(position: Position) -> tuple[int, ...]:
    """The cells of Medium, all equally good to it; the position is not lost."""
    mover, opponent, completing = position.mover, position.opponent, position.game.completing
    wanted = completing[mover] & ~opponent or completing[opponent] & ~mover
    cells = position.empty_cells
    return tuple(cell for cell in cells if wanted >> cell & 1) if wanted else cells


def keeps_value(position: Position, cell: int) -> bool:
    """Whether the move on *cell* keeps the value of *position* for its mover."""
    table = load(position.game)
    before = table.probe(position.mover, position.opponent).value
    return table.probe(position.opponent, position.mover | 1 << cell).value == Value(-before)


def answered(position: Position) -> Iterator[Position]:
    """The positions after Unbeatable's equally good moves, or *position* itself if it is over."""
    if position.outcome:
        yield position
        return
    for cell in best_cells(move_worths(position)):
        yield position.play(cell)


def failing(position: Position) -> dict[str, Failing]:
    """The opponents that fail the puzzle of *position* always or sometimes, by their keys."""
    found = {}
    for opponent in OPPONENTS.values():
        if opponent.plays(position.game):
            results = _results(position, opponent, {})
            if False in results:
                found[opponent.key] = Failing.SOMETIMES if True in results else Failing.ALWAYS
    return found


def _results(position: Position, opponent: Opponent, known: dict[Position, set[bool]]) -> set[bool]:
    """Whether *opponent*, to move, solves the puzzle of *position*: both if it depends on the
    picks.
    """
    if position.outcome:
        return {True}
    if position not in known:
        found: set[bool] = set()
        for cell in opponent.decide(position).cells:
            if not keeps_value(position, cell):
                found.add(False)
                continue
            for left in answered(position.play(cell)):
                found |= _results(left, opponent, known)
                if len(found) == 2:
                    break
        known[position] = found
    return known[position]
