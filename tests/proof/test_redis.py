"""The store of games between friends and of classes, in Debian's Redis."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.class_laws import *  # noqa: F403
from tests.friend_races import *  # noqa: F403
from tests.hosted import HOST, free_port, until
from tests.hosting.fronts import redis
from tests.store_laws import *  # noqa: F403 (pytest finds tests here)
from tests.store_laws import Place
from webapp.friend.redis import GAMES, RedisStore, key
from webapp.friend.store import LIFETIME, GameStore


class Server(Place):
    """A Redis that keeps its games in *folder*."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.running = ExitStack()
        self.start()

    def start(self) -> None:
        """Let it run, and load its games."""
        self.running.enter_context(redis(self.folder, self.port, lasting=True))
        until(self.answers)

    def answers(self) -> bool:
        """Whether it has loaded its games."""
        with suppress(RedisError), Redis(port=self.port) as client:
            return bool(client.ping())
        return False

    @property
    def uri(self) -> str:
        return f"redis://{HOST}:{self.port}"

    def open(self) -> RedisStore:
        return RedisStore(self.uri)

    def replace_as_before(self, code: str, text: str) -> None:
        ends = int((time.time() + LIFETIME) * 1000)
        with Redis(port=self.port) as client:
            client.hincrby(key(code), "version")
            client.hset(key(code), "text", text)
            client.pexpireat(key(code), ends)
            client.zadd(GAMES, {code: ends})

    @contextmanager
    def away(self, _store: GameStore) -> Iterator[None]:
        self.running.close()
        yield
        self.start()

    def clear(self) -> None:
        with Redis(port=self.port) as client:
            client.flushall()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Redis."""
    server = Server(tmp_path_factory.mktemp("redis"))
    with server.running:
        yield server


@pytest.fixture
def place(server: Server) -> Server:
    """A Redis without games."""
    server.clear()
    return server


@pytest.fixture
def uri(place: Server) -> str:
    """The address of a Redis without games."""
    return place.uri
