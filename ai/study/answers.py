"""How the winner beats the replies to a quiet winning move by threats."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from ai.study.study import JudgedMove, Study
from ai.study.wins_by_threats import Win, win_length

Course: TypeAlias = tuple[tuple[int, tuple[int, ...], bool], ...]
"""The cells of a win, the answers to each, and whether it blocks; whatever the lines."""


class Way(NamedTuple):
    """The *win* by threats that beats each of the *replies*, which are cells in reading order."""

    replies: tuple[int, ...]
    win: Win


def ways(left: Study) -> list[Way]:
    """A few ways to beat the replies in the lost position *left*; the usual one, which beats most
    of them, is the last. Each win is a shortest one by threats after its replies, and ends no later
    than perfect play would; a reply that no such win beats is in no way.
    """
    beaten: dict[Course, dict[int, Win]] = defaultdict(dict)
    for reply in left.moves.values():
        for win in reply.after.shortest_wins:
            if win_length(win) < (left.exact.distance or 0):
                course = tuple((step.cell, step.answers, step.blocks) for step in win)
                beaten[course][reply.cell] = win
    open_replies = {reply for wins in beaten.values() for reply in wins}
    prepared = {step.cell for step in left.prepared[:1]}
    found = list[Way]()
    while open_replies:
        course = max(
            beaten, key=lambda at: (len(open_replies & beaten[at].keys()), at[0][0] in prepared)
        )
        replies = tuple(sorted(open_replies & beaten[course].keys()))
        found.append(Way(replies, beaten[course][replies[0]]))
        open_replies.difference_update(replies)
    return sorted(found[1:]) + found[:1]


def slow_replies(left: Study, found: Iterable[Way]) -> list[JudgedMove]:
    """The replies that none of the ways *found* beats: the winner needs a quiet move again."""
    beaten = {reply for way in found for reply in way.replies}
    return [reply for reply in left.moves.values() if reply.cell not in beaten]
