"""A game solved from scratch, and what the solver tells meanwhile."""

from functools import cache

from ai.exact.retrograde import solve
from ai.exact.tablebase import Tablebase, load
from ai.rules.games import Game

Told = list[tuple[tuple[int, ...], int]]


@cache
def solved(game: Game) -> tuple[Tablebase, Told]:
    """The table of *game* and all progress on the way, solved once for all tests."""
    told: Told = []
    return solve(game, lambda found, valued: told.append((found, valued))), told


def assert_solved_as_stored(game: Game) -> None:
    """Solving *game* gives its stored table."""
    (again, _), stored = solved(game), load(game)
    assert again.game is stored.game is game
    assert again.codes == stored.codes
    assert again.difficulties == stored.difficulties


def assert_tells_progress(game: Game) -> None:
    """Layers are found one by one, then all valued one by one."""
    _, told = solved(game)
    layers = len(game.cells) + 1
    every, _ = told[-1]
    assert told == [
        *((every[:count], 0) for count in range(1, layers + 1)),
        *((every, valued) for valued in range(1, layers + 1)),
    ]
