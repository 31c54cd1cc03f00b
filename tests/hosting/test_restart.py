"""Games go on while servers are replaced, and while their keys are."""

import json
import signal
from collections.abc import Iterable, Sequence
from contextlib import ExitStack

from tests.hosted import Hosted, hosted, until
from tests.proof.players import Player, playing
from tests.proof.soak import LIMITS

OLD, NEW = "the old key of the tests", "the new key of the tests"
# A server that stops waits so long for open connections.
ONE = {"WEB_CONCURRENCY": "1", "KEEP_ALIVE_SECONDS": "1", **LIMITS}


def until_all_go_on(players: Sequence[Player]) -> None:
    """Return once every player has made some more clicks; no player was turned away."""
    clicks = [player.clicks for player in players]
    until(lambda: all(p.clicks > before + 3 for p, before in zip(players, clicks, strict=True)))
    assert not players[0].counts["turned away"]


def assert_none_complains(servers: Iterable[Hosted]) -> None:
    assert not [line for server in servers for line in server.complaints()]


def test_servers_behind_a_balancer_are_replaced_one_after_the_other() -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(hosted(**ONE)) for _ in range(2)]
        with playing([server.port for server in servers], 3) as players:
            until_all_go_on(players)
            for old in servers[:]:
                assert old.stop() == 0
                servers.append(stack.enter_context(hosted(PORT=f"{old.port}", **ONE)))
                until_all_go_on(players)
        assert all(player.games for player in players)
        assert_none_complains(servers)


def test_the_processes_of_one_server_are_renewed() -> None:
    with hosted(**LIMITS) as server:
        before = {*server.workers}
        with playing([server.port], 3) as players:
            until_all_go_on(players)
            server.process.send_signal(signal.SIGHUP)
            until(lambda: len(server.workers) == len(before) and not before & {*server.workers})
            until_all_go_on(players)
        assert not players[0].counts["refused"]
        assert_none_complains([server])


def test_keys_are_replaced_while_games_go_on() -> None:
    """First every server accepts the new key, then each signs with it, then the old one goes."""
    stages = (
        {"FLASK_SECRET_KEY": OLD},
        {"FLASK_SECRET_KEY": OLD, "FLASK_SECRET_KEY_FALLBACKS": json.dumps([NEW])},
        {"FLASK_SECRET_KEY": NEW, "FLASK_SECRET_KEY_FALLBACKS": json.dumps([OLD])},
    )
    with ExitStack() as stack:
        servers = [stack.enter_context(hosted(**ONE, **stage)) for stage in stages]
        first, second, third = (server.port for server in servers)
        ports = [first, second]
        with playing(ports, 3) as players:
            for ports[:] in ([first, second], [third, second], [third]):
                until_all_go_on(players)
        assert_none_complains(servers)
