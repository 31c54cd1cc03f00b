"""A server under load, for some seconds: `python -m tests.proof.soak` takes minutes."""

from dataclasses import replace
from random import Random

from ai.rules.games import SQUARE
from tests.benchmarks.load import REPLAY, addresses, measure, send
from tests.hosted import hosted
from tests.proof.players import playing
from tests.proof.soak import LIMITS, memory, mixture


def test_under_load_no_request_fails_and_no_game_is_lost() -> None:
    with hosted(**LIMITS) as server:
        workers = server.workers
        with playing([server.port], 2) as players:
            assert measure(server.port, mixture(Random(0)), 2).rate  # noqa: S311
        assert memory(server)
        assert all(player.games for player in players)
        assert not players[0].counts
        assert server.workers == workers
        assert not server.complaints()


def test_a_flood_from_one_address_keeps_nobody_out() -> None:
    flood = [
        replace(it, address="10.0.0.1")
        for it in addresses(SQUARE, Random(0), 2000, REPLAY)  # noqa: S311
    ]
    with hosted(**LIMITS) as server:
        with playing([server.port], 2) as players:
            send(server.port, flood, 5)
        assert all(player.games for player in players)
        assert not players[0].counts
        assert not server.complaints()
