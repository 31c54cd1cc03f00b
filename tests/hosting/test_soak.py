"""A server under load, for some seconds: `python -m tests.proof.soak` takes minutes."""

from random import Random

from tests.hosted import hosted, until
from tests.programs import program
from tests.proof.players import playing
from tests.proof.soak import LIMITS, SOME_ODD, ask_odd_requests, kill, memory, soak
from webapp import create_app


def test_under_load_no_request_fails_and_no_game_is_lost() -> None:
    program("wrk")
    with hosted(**LIMITS) as server:
        workers = server.workers
        with playing([server.port], 2) as players:
            looks = [*soak(server, 2, 1, Random(0), games=1)]  # noqa: S311
        assert looks
        assert all(look.requests and look.memory for look in looks)
        assert sum(player.games for player in players) >= 2
        assert not sum(player.cut for player in players)
        assert server.workers == workers
        assert not server.complaints()


def test_processes_that_are_killed_lose_no_game() -> None:
    with hosted(**LIMITS) as server:
        with playing([server.port], 4) as players:
            until(lambda: all(player.clicks for player in players))
            dead = {*kill(server, 3)}
        assert len(dead) >= 2
        assert not dead & {*server.workers}
        assert all(player.games for player in players)
        assert sum(player.cut for player in players)
        assert not server.complaints(expected="SIGKILL")
        assert server.complaints()


def test_odd_addresses_and_codings_fill_no_memory() -> None:
    with hosted(WEB_CONCURRENCY="1", **LIMITS) as server:
        ask_odd_requests(server, SOME_ODD, Random(0))  # noqa: S311
        before = memory(server)
        ask_odd_requests(server, 4000, Random(1))  # noqa: S311
        assert memory(server) - before < 2 * create_app().config["KEPT_RESPONSES"] / 1e6
