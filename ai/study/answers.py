"""How the winner beats the replies to a quiet winning move by threats."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from ai.rules.games import WinningSet
from ai.study.wins_by_threats import Win

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
