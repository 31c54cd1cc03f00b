"""A game solved from scratch, and in layers."""

from functools import cache

from ai.exact.retrograde import Layer, solve, tabulate
from ai.exact.tablebase import load
from ai.rules.games import Game


@cache
def solved(game: Game) -> list[Layer]:
    """The layers of *game*, solved once for all tests."""
    return solve(game)


def assert_solved_as_stored(game: Game) -> None:
    """Solving *game* gives its stored table."""
    again, stored = tabulate(game, solved(game)), load(game)
    assert again.game is stored.game is game
    assert again.taken == stored.taken
    assert again.codes == stored.codes
    assert again.difficulties == stored.difficulties


def assert_in_layers(game: Game) -> None:
    """The layers satisfy their contract."""
    layers = solved(game)
    assert len(layers) == len(game.cells) + 1
    for ply, layer in enumerate(layers):
        own, its = layer.mover.astype(int), layer.opponent.astype(int)
        assert not (own & its).any()
        assert {int(taken).bit_count() for taken in own | its} == {ply}
        keys = own << len(game.cells) | its
        assert (keys[1:] > keys[:-1]).all()
        assert len(layer.score) == len(layer.difficulty) == len(keys)
