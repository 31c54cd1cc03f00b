"""How the won positions of a game are won: by threats, or by a quiet move that prepares a win by
threats.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ai.exact.tablebase import load
from ai.exact.value import Exact, Value
from ai.rules import Game
from ai.study.wins_by_threats import plies_by_threats


@dataclass(frozen=True, slots=True)
class WinCounts:
    """Counts of the positions that the side to move wins in *distance* plies, symmetric ones once.

    *by_threats* of the *positions* have a fastest win by threats. In *quiet* of the others no
    fastest move threatens: in *prepared* of these each quiet move prepares a win by threats, in
    *answered* some quiet move allows one after every reply. *replies* sums the replies to the best
    quiet moves, those after which a win by threats beats most replies; *beaten* sums the replies so
    beaten.
    """

    distance: int
    positions: int
    by_threats: int = 0
    quiet: int = 0
    prepared: int = 0
    answered: int = 0
    replies: int = 0
    beaten: int = 0


def wins(game: Game, progress: Callable[[float], None] = lambda _share: None) -> list[WinCounts]:
    """The counts for the won positions of *game*, by ascending distance. *progress* is called with
    the share done, from 0 to 1.

    :raises TablebaseError: if *game* has no tablebase.
    """
    tablebase = load(game)
    counts: dict[int, Counter[str]] = {}
    for number, (winner, loser) in enumerate(tablebase.positions()):
        if not number % 10_000:
            progress(number / len(tablebase.codes))
        exact = tablebase.probe(winner, loser)
        if exact.value is not Value.WIN or game.is_won[winner] or game.is_won[loser]:
            continue
        if game.symmetries.canonical(winner, loser) == (winner, loser):
            found = counts.setdefault(exact.distance or 0, Counter())
            found += _won_position(game, winner, loser, exact)
    progress(1)
    return [WinCounts(distance, **found) for distance, found in sorted(counts.items())]


def _won_position(game: Game, winner: int, loser: int, exact: Exact) -> Counter[str]:
    """The counts of one position."""
    if plies_by_threats(game, winner, loser) == exact.distance:
        return Counter(positions=1, by_threats=1)
    probe = load(game).probe
    empty = [cell for cell in game.cells if not (winner | loser) >> cell & 1]
    left = Exact(Value.LOSS, (exact.distance or 0) - 1)
    fastest = [1 << cell for cell in empty if probe(loser, winner | 1 << cell) == left]
    if any(game.completing[winner | move] & ~loser for move in fastest):
        return Counter(positions=1)
    prepare = all(plies_by_threats(game, winner | move, loser) for move in fastest)
    replies = len(empty) - 1
    beaten = max(
        sum(
            plies_by_threats(game, winner | move, loser | 1 << reply) > 0
            for reply in empty
            if 1 << reply != move
        )
        for move in fastest
    )
    return Counter(
        positions=1,
        quiet=1,
        prepared=prepare,
        answered=beaten == replies,
        replies=replies,
        beaten=beaten,
    )
