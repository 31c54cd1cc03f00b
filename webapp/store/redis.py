"""Games in a Redis or Valkey, which several machines share."""

import threading
import time
from collections import deque
from collections.abc import Collection
from contextlib import closing, suppress
from functools import cached_property
from typing import Any

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.connection import Connection
from redis.exceptions import MaxConnectionsError, RedisError
from redis.retry import Retry

from webapp.serving.errors import TryLater
from webapp.serving.variables import MOST
from webapp.store.base import FULL, GameStore, Kept

CONNECTIONS = 200  # of a process; further requests wait for one
TIMEOUT = 2.0  # seconds for a connection, and for an answer
RETRY = 0.1  # seconds between two looks for a free connection, unless one is given back before
PING = 5.0  # seconds of silence after which the connection that hears of changes is tested
SILENCE = 12.0  # after which it counts as broken
REST = 10.0  # seconds without waiting requests, after which it is closed

# The key of a sorted set of all codes by when they expire, and the channel of changes: a code, a
# space and the new version, 0 if it gave way. The braces keep all keys on one machine of a cluster.
GAMES = "{games}"

# The same for spare games alone, as long as both say the same: a version of this program that knows
# no spare games changes only the first.
SPARE = "{games}spare"

# A game is a hash: `text`, `version`, and for each seat `at SEAT`, when it was touched. Times are
# milliseconds since 1970 by the clock of Redis, which all machines share. Redis runs each script as
# a whole.
PUT = """
local all, game, spare = unpack(KEYS)
local code, version, text, lifetime, is_spare, most = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if (redis.call('HGET', game, 'version') or '0') ~= version then return 0 end
if version == '0' then
    for _, codes in ipairs({all, spare}) do redis.call('ZREMRANGEBYSCORE', codes, '-inf', now) end
    if redis.call('ZCARD', all) >= tonumber(most) then
        local first, ends
        repeat
            first, ends = unpack(redis.call('ZPOPMIN', spare))
            if not first then return now - redis.call('ZRANGE', all, 0, 0, 'WITHSCORES')[2] end
        until redis.call('ZSCORE', all, first) == ends
        redis.call('DEL', all .. ':' .. first)
        redis.call('ZREM', all, first)
        redis.call('PUBLISH', all, first .. ' 0')
    end
end
redis.call('HSET', game, 'version', version + 1, 'text', text)
redis.call('PEXPIREAT', game, now + lifetime)
redis.call('ZADD', all, now + lifetime, code)
if is_spare == '1' then
    redis.call('ZADD', spare, now + lifetime, code)
else
    redis.call('ZREM', spare, code)
end
redis.call('PUBLISH', all, code .. ' ' .. version + 1)
return 1
"""
TOUCH = """
local time = redis.call('TIME')
if redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('HSET', KEYS[2], ARGV[1], time[1] * 1000 + math.floor(time[2] / 1000))
end
"""


class RedisStore(GameStore):
    """Games in the Redis or Valkey at *uri*.

    A process has up to :data:`CONNECTIONS`, and one that hears of changes while somebody waits.
    """

    errors = (RedisError,)

    def __init__(self, uri: str, most: int = MOST) -> None:
        super().__init__(most)
        self.uri = uri

    def read(self, code: str) -> Kept[str] | None:
        with self.reached(), self._client.pipeline(transaction=False) as pipeline:
            pipeline.time()
            pipeline.hgetall(key(code))
            (seconds, microseconds), fields = pipeline.execute()
        if not fields:
            return None
        since = (seconds - self.present) * 1000 + microseconds // 1000
        touched = {name[3:]: int(at) for name, at in fields.items() if name.startswith("at ")}
        present = frozenset(seat for seat, at in touched.items() if at > since)
        return Kept(fields["text"], int(fields["version"]), present)

    def put(self, code: str, version: int, text: str, *, spare: bool = False) -> bool:
        lifetime = int(1000 * (self.spare_lifetime if spare else self.lifetime))
        done = self._run(PUT, code, code, version, text, lifetime, int(spare), self.most)
        if done < 0:
            raise TryLater(FULL, -done / 1000)
        return bool(done)

    def touch(self, code: str, seat: str) -> None:
        self._run(TOUCH, code, f"at {seat}")

    def versions(self, codes: Collection[str]) -> dict[str, int]:
        with self.reached(), self._client.pipeline(transaction=False) as pipeline:
            for code in codes:
                pipeline.hget(key(code), "version")
            found = pipeline.execute()
        return {code: int(text) for code, text in zip(codes, found, strict=True) if text}

    def watch(self) -> None:
        """As in its base, until nobody waits for :data:`REST` seconds."""
        with self.reached(), closing(PubSub(self._client.connection_pool)) as changes:
            changes.subscribe(GAMES)  # type: ignore[no-untyped-call]
            heard = waited = time.monotonic()
            while (now := time.monotonic()) < waited + REST:
                if self._waits:
                    waited = now
                if now > heard + SILENCE:
                    raise RedisError("Redis is silent.")
                if now > heard + PING:
                    changes.ping()
                if message := changes.get_message(timeout=1):
                    heard = now
                match message:
                    case {"type": "subscribe"}:
                        self.wake_changed()  # by what changed before
                    case {"type": "message", "data": str(data)}:
                        code, version = data.split()
                        self.wake({code: int(version)})

    def close(self) -> None:
        client: Redis | None = self.__dict__.pop("_client", None)
        if client:
            client.connection_pool.disconnect(inuse_connections=False)

    @cached_property
    def _client(self) -> Redis:
        """The client, made when it is first used: gevent has replaced locks and sockets by then. It
        repeats no request, because the first may have counted.
        """
        pool = Pool.from_url(
            self.uri,
            max_connections=CONNECTIONS,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
        )
        return Redis(connection_pool=pool)

    def _run(self, script: str, code: str, *values: str | int) -> Any:
        """The answer to *script*, with the game's *code* and these *values*."""
        with self.reached():
            return self._client.register_script(script)([GAMES, key(code), SPARE], values)


def key(code: str) -> str:
    """The key of the game with this *code*."""
    return f"{GAMES}:{code}"


class Pool(ConnectionPool):
    """Connections, for which requests wait in turn while all are in use.

    They share no lock, unlike in :class:`redis.BlockingConnectionPool`: the server's timeout may
    end a request while it waits, and would break the lock for all.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self.queue = deque[threading.Event]()
        super().__init__(*args, **options)

    def get_connection(self, *_args: Any, **_options: Any) -> Connection:
        """A connection.

        :raises RedisError: if none is free in time, or Redis cannot be reached.
        """
        until = time.monotonic() + TIMEOUT
        while True:
            try:
                return super().get_connection()
            except MaxConnectionsError:
                if time.monotonic() > until:
                    raise
            given_back = threading.Event()
            self.queue.append(given_back)
            given_back.wait(RETRY)

    def release(self, connection: Any) -> None:
        """Give *connection* back, and tell the first who waits."""
        super().release(connection)
        with suppress(IndexError):
            self.queue.popleft().set()
