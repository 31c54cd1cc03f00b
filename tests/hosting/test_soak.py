"""A server under load, for some seconds: `python -m tests.proof.soak` takes minutes."""

from dataclasses import replace
from functools import partial
from random import Random

from ai.rules.games import SQUARE
from tests.benchmarks.load import REPLAY, addresses, measure, send
from tests.hosted import hosted
from tests.proof.players import playing
from tests.proof.soak import LIMITS, memory, mixture


def test_under_load_and_a_flood_from_one_address_nothing_fails_and_no_game_is_lost() -> None:
    flood = addresses(SQUARE, Random(0), 2000, REPLAY)  # noqa: S311
    with hosted(**LIMITS) as server:
        workers = server.workers
        for load in (
            partial(measure, server.port, mixture(Random(0)), 2),  # noqa: S311
            partial(send, server.port, [replace(it, address="10.0.0.1") for it in flood], 5),
        ):
            with playing([server.port], 2) as players:
                load()
            assert all(player.games for player in players)
            assert not players[0].counts
        assert memory(server)
        assert server.workers == workers
        assert not server.complaints()
