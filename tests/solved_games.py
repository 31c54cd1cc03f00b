"""Games solved from scratch, against the tests' own solver and the stored tables."""

from functools import cache
from math import isclose

from ai.exact.retrograde import census, solve
from ai.exact.tablebase import Tablebase, load
from ai.rules.games import Game
from tests.reference import solver
from tests.samples import pair

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


def assert_tells_progress(game: Game) -> tuple[int, ...]:
    """Layers are found one by one, then all valued one by one; their classes, in the end."""
    _, told = solved(game)
    layers = len(game.cells) + 1
    every, _ = told[-1]
    assert told == [
        *((every[:count], 0) for count in range(1, layers + 1)),
        *((every, valued) for valued in range(1, layers + 1)),
    ]
    return every


def expect_table(table: Tablebase) -> None:
    """The *table* has the value, distance and difficulty of each position, and knows how many there
    are.
    """
    again, plies = solver(table.game.key), {1: [0], 0: [0], -1: [0]}
    every = [*again.positions()]
    for sides in every:
        value, distance = again.worth(*sides)
        assert pair(table.probe(*sides)) == (value, distance)
        plies[value].append(distance or 0)
        if value == 0:
            hard = table.worth(table.codes[table.slot(*sides)]).difficulty
            assert hard is not None
            assert isclose(hard, again.difficulty(*sides) / again.parts, abs_tol=1e-12)
    value, distance = again.worth(0, 0)
    assert census(table) == {
        "positions": len(every),
        "classes": len({again.alike(*sides) for sides in every}),
        "value": {1: "win", 0: "draw", -1: "loss"}[value],
        "plies": distance or 0,
        "longest_win": max(*plies[1], *plies[-1]),
        "longest_win_to_move": max(plies[1]),
    }
