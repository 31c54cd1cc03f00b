"""How the won positions of a game are won: by threats, or by a quiet move that prepares a win by
threats.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ai.games import Game
from ai.symmetry import canonical
from ai.tablebase import load
from ai.value import Exact, Value
from ai.wins_by_threats import plies_by_threats


@dataclass(frozen=True, slots=True)
class Wins:
    """The positions that the side to move wins in *distance* plies, symmetric ones counted once.

    In *by_threats* of the *positions* a fastest win is one by threats. In the others every fastest
    move is quiet: in *prepared* of them each such move prepares a win by threats, and in *answered*
    some such move is followed by one whatever the reply. *replies* counts the replies to the quiet
    move that leaves fewest without a win by threats, *beaten* those that run into one.
    """

    distance: int
    positions: int
    by_threats: int
    prepared: int
    answered: int
    replies: int
    beaten: int

    @property
    def quiet(self) -> int:
        """The positions in which every fastest move is quiet."""
        return self.positions - self.by_threats


def wins(game: Game, progress: Callable[[float], None] = lambda _share: None) -> list[Wins]:
    """How the won positions of *game* are won, by ascending distance; *progress* is told the share
    of them that is done.

    :raises TablebaseError: if it has no tablebase.
    """
    tablebase = load(game)
    counts: dict[int, Counter[str]] = {}
    for number, (winner, loser) in enumerate(tablebase.positions()):
        if not number % 10_000:
            progress(number / len(tablebase.values))
        exact = tablebase.probe(winner, loser)
        if exact.value is not Value.WIN or game.is_won[winner] or game.is_won[loser]:
            continue
        if canonical(game, winner, loser) == (winner, loser):
            found = counts.setdefault(exact.distance or 0, Counter())
            found += _won_position(game, winner, loser, exact)
    progress(1)
    keys = ("positions", "by_threats", "prepared", "answered", "replies", "beaten")
    return [
        Wins(distance, *(found[key] for key in keys)) for distance, found in sorted(counts.items())
    ]


def _won_position(game: Game, winner: int, loser: int, exact: Exact) -> Counter[str]:
    """What one position adds to the counts."""
    if plies_by_threats(game, winner, loser) == exact.distance:
        return Counter(positions=1, by_threats=1)
    probe = load(game).probe
    empty = [cell for cell in game.cells if not (winner | loser) >> cell & 1]
    left = Exact(Value.LOSS, (exact.distance or 0) - 1)
    fastest = [1 << cell for cell in empty if probe(loser, winner | 1 << cell) == left]
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
        prepared=prepare,
        answered=beaten == replies,
        replies=replies,
        beaten=beaten,
    )
