"""Wins by threats: every move of the winner threatens to complete a line or completes one, so that
the loser has no choice of an answer. In Gomoku they are victories by continuous fours (Allis, van
den Herik and Huntjens, Go-Moku and Threat-Space Search, 1993).

A winning move that threatens nothing is *quiet*. It *prepares* the win by threats that would follow
if the other side passed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ai.games import Game, WinningSet
from ai.position import Position
from ai.threats import Threat, completing_cells, threats


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the winner on *cell*: the lines that it *completes*, else the *threats* that stand
    after it, all in reading order.
    """

    cell: int
    completes: tuple[WinningSet, ...]
    threats: tuple[Threat, ...]

    @property
    def answers(self) -> tuple[int, ...]:
        """The cells that the loser would have to mark, all of them, in reading order."""
        return tuple(sorted({cell for cell, _ in self.threats}))

    @property
    def forks(self) -> bool:
        """Whether no one answer stops all threats."""
        return len(self.answers) > 1


Win: TypeAlias = tuple[Step, ...]
"""The winner's moves up to the one that decides, which forks or completes; between them the loser
marks the one answer to each. Empty where there is no win by threats.
"""


def win_by_threats(position: Position, cell: int | None = None) -> Win:
    """The shortest win by threats of the side to move, of those that begin on *cell* if it is
    given; of several the one with the first cells in reading order.

    :raises ValueError: if the game is over.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
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


def prepared(position: Position) -> Win:
    """The shortest win by threats that the side that moved last would have if the side to move
    passed.

    :raises ValueError: if the game is over.
    """
    if position.outcome:
        raise ValueError("The game is over: nothing is prepared any more.")
    return _win(position.game, position.opponent, position.mover)


# Cached by the masks: whichever mark they are of, and by whatever moves they came about.
@lru_cache(maxsize=1 << 15)
def plies_by_threats(game: Game, winner: int, loser: int) -> int:
    """The plies of the shortest win by threats of the side to move, up to the completed line, the
    sides given as masks; 0 if there is none.
    """
    shortest = 0
    for _cell, length in _beginnings(game, winner, loser):
        if length <= 3:  # no later one is shorter
            return length
        shortest = min(shortest or length, length)
    return shortest


def _beginnings(game: Game, winner: int, loser: int) -> Iterator[tuple[int, int]]:
    """The moves that begin a win by threats, in reading order, each with the plies of its shortest;
    where some complete a line, these alone.
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
                yield cell, 3
            elif answers and (rest := plies_by_threats(game, marked, loser | answers)):
                yield cell, rest + 2


def _win(game: Game, winner: int, loser: int) -> Win:
    """The shortest win by threats of the side to move, the sides given as masks."""
    shortest = plies_by_threats(game, winner, loser)
    beginnings = _beginnings(game, winner, loser)
    cells = (cell for cell, length in beginnings if length == shortest)
    return next((_win_from(game, winner, loser, cell) for cell in cells), ())


def _win_from(game: Game, winner: int, loser: int, cell: int) -> Win:
    """The shortest that begins on *cell*, which is empty."""
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
