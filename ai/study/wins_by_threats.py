"""Wins by threats: every move of the winner threatens to complete a line or completes one, so the
loser has no choice. Gomoku calls this a victory by continuous fours (Allis, van den Herik and
Huntjens, Go-Moku and Threat-Space Search, 1993).

A winning move without a threat is *quiet*. It *prepares* the win by threats that would follow if
the other side passed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ai.rules import Game, WinningSet, remembering
from ai.rules.threats import Threat, threats


@dataclass(frozen=True, slots=True)
class WinningStep:
    """The winner's move on *cell*, after which *winner* and *loser* have these marks. It
    *completes* these lines, and *blocks* those that the loser threatened to complete, in reading
    order.

    *answers* are the cells that complete its threats, in reading order: the loser would need all.
    """

    game: Game
    winner: int
    loser: int
    cell: int
    completes: tuple[WinningSet, ...] = ()
    blocks: tuple[WinningSet, ...] = ()
    answers: tuple[int, ...] = ()

    @property
    def threats(self) -> tuple[Threat, ...]:
        """The threats that stand after it, in reading order."""
        return () if self.completes else threats(self.game, self.winner, self.loser)

    @property
    def decides(self) -> bool:
        """Whether no one answer stops the threats."""
        return len(self.answers) > 1


FORK = 3
"""The plies of a win by threats that begins with a fork: the fork, an answer, the line."""

Win: TypeAlias = tuple[WinningStep, ...]
"""The winner's moves up to the one that decides or completes; between them the loser marks the one
answer to each. Empty if there is no win by threats.
"""


# Other orders of the same threats lead to the same marks, in one game and in the next. The loop is
# that of `beginnings`: a generator for both was slower by more than half.
@remembering(32768)
def plies_by_threats(game: Game, winner: int, loser: int) -> int:
    """The plies of the shortest win by threats of *winner*, who is to move, up to the completed
    line; 0 if there is none. Both sides are given as masks. It is the least of
    :func:`beginnings`, but ends at the first fork: no other move wins sooner.
    """
    completing = game.completing
    if completing[winner] & ~loser:
        return 1
    due, forced = completing[loser] & ~winner, []
    left = 0 if due & due - 1 else due or game.full & ~(winner | loser)
    while left:
        move = left & -left
        left ^= move
        if answers := completing[winner | move] & ~loser:
            if answers & answers - 1:
                return FORK
            forced.append((winner | move, loser | answers))
    fewest = 0
    for pair in forced:
        rest = plies_by_threats(game, *pair)
        if rest and not 0 < fewest <= rest + 2:
            fewest = rest + 2
    return fewest


def beginnings(game: Game, winner: int, loser: int) -> dict[int, int]:
    """The first cells of the wins by threats of *winner*, who is to move, in reading order, each
    with the plies of its shortest win. If some complete a line, only these.
    """
    completing = game.completing
    if wins := completing[winner] & ~loser:
        return {cell: 1 for cell in game.cells if wins >> cell & 1}
    due, found = completing[loser] & ~winner, {}
    left = 0 if due & due - 1 else due or game.full & ~(winner | loser)
    while left:
        move = left & -left
        left ^= move
        if answers := completing[winner | move] & ~loser:
            forks = answers & answers - 1
            rest = 1 if forks else plies_by_threats(game, winner | move, loser | answers)
            if rest:
                found[move.bit_length() - 1] = rest + 2
    return found


def shortest_wins(game: Game, winner: int, loser: int) -> tuple[Win, ...]:
    """The shortest wins by threats of *winner*, who is to move, in the order of their cells."""
    begun = beginnings(game, winner, loser)
    fewest = min(begun.values(), default=0)
    found = list[Win]()
    for cell, plies in begun.items():
        if plies == fewest:
            found += wins_from(game, winner, loser, cell)
    return tuple(found)


def wins_from(game: Game, winner: int, loser: int, cell: int) -> tuple[Win, ...]:
    """The shortest wins by threats of *winner* that begin on the empty *cell*, in the order of
    their cells.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> position = parse(TIC_TAC_TOE, "X.. .O. O.X")
    >>> (win,) = wins_from(TIC_TAC_TOE, position.x, position.o, 2)
    >>> [(step.cell, step.answers) for step in win]
    [(2, (1, 5))]
    """
    marked = winner | 1 << cell
    if game.is_won[marked]:
        completed = tuple(sorted(game.completed(marked), key=sorted))
        return ((WinningStep(game, marked, loser, cell, completed),),)
    left = game.completing[marked] & ~loser
    if not left or game.completing[loser] & ~marked:
        return ()
    blocks: tuple[WinningSet, ...] = ()
    if game.completing[loser] >> cell & 1:
        blocks = tuple([line for at, line in threats(game, loser, winner) if at == cell])
    if left & left - 1:
        answers = tuple([at for at in game.cells if left >> at & 1])
        return ((WinningStep(game, marked, loser, cell, (), blocks, answers),),)
    step = WinningStep(game, marked, loser, cell, (), blocks, (left.bit_length() - 1,))
    return tuple(map((step,).__add__, shortest_wins(game, marked, loser | left)))


def win_length(win: Win) -> int:
    """The plies of *win* up to the completed line, the answer to a fork included; 0 for none."""
    if not win:
        return 0
    return 2 * len(win) - 1 if win[-1].completes else 2 * len(win) + 1


Course: TypeAlias = tuple[tuple[int, tuple[int, ...], tuple[WinningSet, ...]], ...]
"""The cells of a win, the answers to each, and the lines that it blocks."""


class Way(NamedTuple):
    """The *win* by threats beats each of the *replies*, cells in reading order."""

    replies: tuple[int, ...]
    win: Win


def few_ways(wins: Mapping[int, Iterable[Win]], preferred: Collection[int]) -> tuple[Way, ...]:
    """A few ways to beat all replies, each by one of its *wins*. The last way beats most replies.
    Among equal ways, one that begins on a *preferred* cell counts first.
    """
    beaten: dict[Course, dict[int, Win]] = defaultdict(dict)
    for reply, found in wins.items():
        for win in found:
            course = tuple([(step.cell, step.answers, step.blocks) for step in win])
            beaten[course][reply] = win
    left = {reply for reply, found in wins.items() if found}
    ways = list[Way]()
    while left:
        course = max(beaten, key=lambda at: (len(left & beaten[at].keys()), at[0][0] in preferred))
        replies = tuple(sorted(left & beaten[course].keys()))
        ways.append(Way(replies, beaten[course][replies[0]]))
        left.difference_update(replies)
    return (*sorted(ways[1:]), *ways[:1])
