"""Wins by threats: every move of the winner threatens to complete a line or completes one, so the
loser has no choice. Gomoku calls this a victory by continuous fours (Allis, van den Herik and
Huntjens, Go-Moku and Threat-Space Search, 1993).

A winning move without a threat is *quiet*. It *prepares* the win by threats that would follow if
the other side passed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ai.rules.games import Game, WinningSet
from ai.rules.threats import Threat, is_fork, threats


@dataclass(frozen=True, slots=True)
class Step:
    """The winner's move on *cell*; it *completes* these lines, else *threats* stand after it, all
    in reading order. It *blocks* these lines, which the loser threatened to complete.
    """

    cell: int
    completes: tuple[WinningSet, ...]
    threats: tuple[Threat, ...]
    blocks: tuple[WinningSet, ...] = ()

    @property
    def answers(self) -> tuple[int, ...]:
        """The cells that complete the threats, in reading order: the loser would need all."""
        return tuple(sorted({cell for cell, _ in self.threats}))

    @property
    def decides(self) -> bool:
        """Whether no one answer stops the threats."""
        return is_fork(self.threats)


FORK = 3
"""The plies of a win by threats that begins with a fork: the fork, an answer, the line."""

Win: TypeAlias = tuple[Step, ...]
"""The winner's moves up to the one that decides or completes; between them the loser marks the one
answer to each. Empty if there is no win by threats.
"""


KnownPlies: TypeAlias = dict[tuple[int, int], int]
"""Results of :func:`plies_by_threats`, by the masks of the winner and of the loser: other orders of
the same threats lead to the same masks.
"""


def plies_by_threats(game: Game, winner: int, loser: int, known: KnownPlies) -> int:
    """The plies of the shortest win by threats of *winner*, who is to move, up to the completed
    line; 0 if there is none. Both sides are given as masks; results are added to *known*.
    """
    if (winner, loser) not in known:
        shortest = 0
        for _cell, plies in beginnings(game, winner, loser, known):
            shortest = min(shortest or plies, plies)
            if plies <= FORK:  # no later one is shorter
                break
        known[winner, loser] = shortest
    return known[winner, loser]


def beginnings(game: Game, winner: int, loser: int, known: KnownPlies) -> Iterator[tuple[int, int]]:
    """The first cells of the wins by threats of *winner*, who is to move, in reading order, each
    with the plies of its shortest win. If some complete a line, only these.
    """
    wins, due = game.completing[winner] & ~loser, game.completing[loser] & ~winner
    if wins:
        yield from ((cell, 1) for cell in game.cells if wins >> cell & 1)
        return
    if due & due - 1:
        return
    open_cells = due or game.full & ~(winner | loser)
    for cell in game.cells:
        if open_cells >> cell & 1:
            marked = winner | 1 << cell
            answers = game.completing[marked] & ~loser
            if answers & answers - 1:
                yield cell, FORK
            elif answers and (rest := plies_by_threats(game, marked, loser | answers, known)):
                yield cell, rest + 2


def shortest_wins(game: Game, winner: int, loser: int, known: KnownPlies) -> Iterator[Win]:
    """The shortest wins by threats of *winner*, who is to move, in the order of their cells."""
    begun = dict(beginnings(game, winner, loser, known))
    fewest = min(begun.values(), default=0)
    for cell, plies in begun.items():
        if plies == fewest:
            yield from wins_from(game, winner, loser, cell, known)


def wins_from(game: Game, winner: int, loser: int, cell: int, known: KnownPlies) -> Iterator[Win]:
    """The shortest wins by threats of *winner* that begin on the empty *cell*, in the order of
    their cells.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> position = parse(TIC_TAC_TOE, "X.. .O. O.X")
    >>> (win,) = wins_from(TIC_TAC_TOE, position.x, position.o, 2, {})
    >>> [(step.cell, step.answers) for step in win]
    [(2, (1, 5))]
    """
    marked = winner | 1 << cell
    if game.is_won[marked]:
        completed = game.completed(marked)
        yield (Step(cell, tuple(sorted(completed, key=sorted)), ()),)
        return
    made = threats(game, marked, loser)
    if not made or game.completing[loser] & ~marked:
        return
    blocks = tuple(line for at, line in threats(game, loser, winner) if at == cell)
    step = Step(cell, (), made, blocks)
    if step.decides:
        yield (step,)
        return
    for rest in shortest_wins(game, marked, loser | 1 << step.answers[0], known):
        yield step, *rest


def win_length(win: Win) -> int:
    """The plies of *win* up to the completed line, the answer to a fork included; 0 for none."""
    if not win:
        return 0
    return 2 * len(win) - 1 if win[-1].completes else 2 * len(win) + 1
