"""Wins by threats: every move of the winner threatens to complete a line or completes one, so the
loser has no choice. Gomoku calls this a victory by continuous fours (Allis, van den Herik and
Huntjens, Go-Moku and Threat-Space Search, 1993).

A winning move without a threat is *quiet*. It *prepares* the win by threats that would follow if
the other side passed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ai.rules.games import Game, WinningSet
from ai.rules.position import Position
from ai.rules.threats import Threat, completing_cells, threats


@dataclass(frozen=True, slots=True)
class Step:
    """The winner's move on *cell*; it *completes* these lines, else *threats* stand after it, all
    in reading order.
    """

    cell: int
    completes: tuple[WinningSet, ...]
    threats: tuple[Threat, ...]

    @property
    def answers(self) -> tuple[int, ...]:
        """The cells that complete the threats, in reading order: the loser would need all."""
        return tuple(sorted({cell for cell, _ in self.threats}))

    @property
    def forks(self) -> bool:
        """Whether the threats need more than one answer."""
        return len(self.answers) > 1


FORK = 3
"""The plies of a win by threats that begins with a fork: the fork, an answer, the line."""

Win: TypeAlias = tuple[Step, ...]
"""The winner's moves up to the one that decides, which forks or completes; between them the loser
marks the one answer to each. Empty where there is no win by threats.
"""


def win_by_threats(position: Position, cell: int | None = None) -> Win:
    """The shortest win by threats of the side to move, from *cell* if given; of several, the one
    with the first cells in reading order. Empty if there is none.

    :raises ValueError: if the game is over.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> win = win_by_threats(parse(TIC_TAC_TOE, "X.. .O. O.X"))
    >>> [(step.cell, step.answers) for step in win]
    [(2, (1, 5))]
    """
    if position.outcome:
        raise ValueError("The game is over: nobody is to win it any more.")
    game, winner, loser = position.game, position.mover, position.opponent
    if cell is None:
        return _win(game, winner, loser)
    return _win_from(game, winner, loser, cell)


def prepared(position: Position, cell: int | None = None) -> Win:
    """The shortest win by threats of the side that moved last if the side to move passed, from
    *cell* if given. Empty if there is none.

    :raises ValueError: if the game is over.
    """
    if position.outcome:
        raise ValueError("The game is over: nothing is prepared any more.")
    game, winner, loser = position.game, position.opponent, position.mover
    return _win(game, winner, loser) if cell is None else _win_from(game, winner, loser, cell)


def beginnings_prepared(position: Position) -> dict[int, int]:
    """The first cells of the wins by threats of the side that moved last if the side to move
    passed, in reading order, each with the plies of its shortest win. If some complete a line,
    only these.
    """
    return dict(_beginnings(position.game, position.opponent, position.mover))


# Cached by masks: the result does not depend on the marks or on the order of the moves.
@lru_cache(maxsize=1 << 15)
def plies_by_threats(game: Game, winner: int, loser: int) -> int:
    """The plies of the shortest win by threats of *winner*, who is to move, up to the completed
    line; 0 if there is none. Both sides are given as masks.
    """
    shortest = 0
    for _cell, length in _beginnings(game, winner, loser):
        if length <= FORK:  # no later one is shorter
            return length
        shortest = min(shortest or length, length)
    return shortest


def _beginnings(game: Game, winner: int, loser: int) -> Iterator[tuple[int, int]]:
    """The first cells of the wins by threats of *winner*, who is to move, in reading order, each
    with the plies of its shortest win. If some complete a line, only these.
    """
    if wins := completing_cells(game.ordered_masks, winner, loser):
        yield from ((cell, 1) for cell in game.cells if wins >> cell & 1)
        return
    due = completing_cells(game.ordered_masks, loser, winner)
    if due & due - 1:
        return
    open_cells = due or game.full & ~(winner | loser)
    for cell in game.cells:
        if open_cells >> cell & 1:
            marked = winner | 1 << cell
            answers = completing_cells(game.masks_through[cell], marked, loser)
            if answers & answers - 1:
                yield cell, FORK
            elif answers and (rest := plies_by_threats(game, marked, loser | answers)):
                yield cell, rest + 2


def _win(game: Game, winner: int, loser: int) -> Win:
    """The shortest win by threats of *winner*, who is to move; empty if there is none."""
    shortest = plies_by_threats(game, winner, loser)
    beginnings = _beginnings(game, winner, loser)
    cells = (cell for cell, length in beginnings if length == shortest)
    return next((_win_from(game, winner, loser, cell) for cell in cells), ())


def _win_from(game: Game, winner: int, loser: int, cell: int) -> Win:
    """The shortest win by threats that begins on the empty *cell*; empty if there is none."""
    marked = winner | 1 << cell
    if game.is_won[marked]:
        completed = game.completed(marked)
        return (Step(cell, tuple(sorted(completed, key=sorted)), ()),)
    step = Step(cell, (), threats(game, marked, loser))
    if not step.threats or completing_cells(game.ordered_masks, loser, marked):
        return ()
    if step.forks:
        return (step,)
    rest = _win(game, marked, loser | 1 << step.answers[0])
    return (step, *rest) if rest else ()


def win_length(win: Win) -> int:
    """The plies of *win* up to the completed line, the answer to a fork included; 0 for none."""
    if not win:
        return 0
    return 2 * len(win) - 1 if win[-1].completes else 2 * len(win) + 1
