"""All servers count requests in one storage: Debian's Redis."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.hosted import HOST, Hosted, free_port, hosted, until
from tests.hosting.fronts import redis

LIMIT = 4
ALONE = "Each process counts requests for itself"

addresses = map("10.0.0.{}".format, count(1))


@contextmanager
def two_servers(port: int) -> Iterator[list[Hosted]]:
    """Two servers that count in the storage on *port*."""
    variables = {
        "FLASK_LIMIT_STORAGE": f"redis://{HOST}:{port}",
        "FLASK_LIMIT_REQUESTS": f"{LIMIT} per hour",
        "WEB_CONCURRENCY": "1",
    }
    with hosted(**variables) as one, hosted(**variables) as other:
        yield [one, other]


def statuses(servers: list[Hosted], visitor: str) -> list[int]:
    """The statuses of one request more than is allowed, sent to each of *servers* in turn."""
    headers = {"X-Forwarded-For": visitor}
    return [servers[n % 2].get("/settings", headers).status for n in range(LIMIT + 1)]


def said(server: Hosted) -> list[str]:
    """The messages of *server* on the storage."""
    lines = [json.loads(line) for line in server.stderr.read_text().splitlines()]
    assert all(line["level"] != "error" for line in lines)
    return [line["message"] for line in lines if ALONE in line["message"]]


def test_servers_count_together_and_each_for_itself_while_the_storage_is_gone(
    tmp_path: Path,
) -> None:
    port = free_port()
    together, apart = [200] * LIMIT + [429], [200] * (LIMIT + 1)
    with two_servers(port) as servers:
        with redis(tmp_path, port):
            assert statuses(servers, next(addresses)) == together
            assert not [line for server in servers for line in said(server)]
        # Each has had half of them now, and nobody waits for the storage again and again.
        for _ in range(3):
            assert statuses(servers, next(addresses)) == apart
        one = next(addresses)
        assert statuses(servers[:1] * 2, one) == together
        assert [len(said(server)) for server in servers] == [1, 1]
        with redis(tmp_path, port):
            until(lambda: statuses(servers, next(addresses)) == together)
            assert all(len(said(server)) <= 2 for server in servers)
