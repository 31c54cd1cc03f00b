"""Games in a Redis or Valkey, which several machines share."""

import threading
import time
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.connection import Connection, parse_url
from redis.exceptions import MaxConnectionsError, RedisError
from redis.retry import Retry

from webapp.friend.store import GameStore, Kept, TooManyGames
from webapp.serving.variables import MOST

CONNECTIONS = 200  # of a process; further requests wait for one
TIMEOUT = 2.0  # seconds for a connection, and for an answer
RETRY = 0.1  # seconds between two looks for a free connection, unless one is given back before
PING = 5.0  # seconds between two signs of life of the connection that hears of changes
SILENCE = 12.0  # seconds without one, after which it counts as broken
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
NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all, game, spare = KEYS[1], KEYS[2], KEYS[3]
"""
COUNT = f"{NOW} return redis.call('ZCOUNT', all, '(' .. now, '+inf')"
READ = f"{NOW} return {{now, redis.call('HGETALL', game)}}"
TOUCH = f"""{NOW}
local seat = ARGV[1]
if redis.call('EXISTS', game) == 1 then redis.call('HSET', game, 'at ' .. seat, now) end
"""
KEEP = """
local function keep(code, version, text, lifetime, is_spare)
    redis.call('HSET', game, 'version', version, 'text', text)
    redis.call('PEXPIREAT', game, now + lifetime)
    redis.call('ZADD', all, now + lifetime, code)
    if is_spare == '1' then
        redis.call('ZADD', spare, now + lifetime, code)
    else
        redis.call('ZREM', spare, code)
    end
    redis.call('PUBLISH', all, code .. ' ' .. version)
end
"""
GIVE_WAY = """
local function one_gives_way()
    local code, expires = unpack(redis.call('ZPOPMIN', spare))
    while code and redis.call('ZSCORE', all, code) ~= expires do
        code, expires = unpack(redis.call('ZPOPMIN', spare))
    end
    if not code then return false end
    redis.call('DEL', all .. ':' .. code)
    redis.call('ZREM', all, code)
    redis.call('PUBLISH', all, code .. ' 0')
    return true
end
"""
ADD = f"""{NOW} {KEEP} {GIVE_WAY}
local code, text, lifetime, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('EXISTS', game) == 1 then return end
for _, codes in ipairs({{all, spare}}) do redis.call('ZREMRANGEBYSCORE', codes, '-inf', now) end
if redis.call('ZCARD', all) >= most and not one_gives_way() then
    return redis.call('ZRANGE', all, 0, 0, 'WITHSCORES')[2] - now
end
keep(code, 1, text, lifetime, '1')
"""
REPLACE = f"""{NOW} {KEEP}
local code, text, lifetime, version, is_spare = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if redis.call('HGET', game, 'version') ~= version then return 0 end
keep(code, version + 1, text, lifetime, is_spare)
return 1
"""


class RedisStore(GameStore):
    """Games in the Redis or Valkey at *uri*.

    A process has up to :data:`CONNECTIONS`, and one that hears of changes while somebody waits.

    :raises ValueError: if *uri* cannot be read.
    """

    def __init__(self, uri: str, most: int = MOST) -> None:
        super().__init__(most)
        parse_url(uri)  # type: ignore[no-untyped-call]
        self.uri = uri

    def add(self, code: str, text: str) -> None:
        first_end = self._run(ADD, code, code, text, milliseconds(self.spare_lifetime), self.most)
        if first_end is not None:
            raise TooManyGames(first_end / 1000)

    def read(self, code: str) -> Kept | None:
        now, pairs = self._run(READ, code)
        fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
        if not fields:
            return None
        since = now - self.present * 1000
        seats = {name[3:]: int(at) for name, at in fields.items() if name.startswith("at ")}
        present = frozenset(seat for seat, at in seats.items() if at > since)
        return Kept(fields["text"], int(fields["version"]), present)

    def replace(self, code: str, version: int, text: str, *, spare: bool = False) -> bool:
        lifetime = milliseconds(self.spare_lifetime if spare else self.lifetime)
        return bool(self._run(REPLACE, code, code, text, lifetime, version, int(spare)))

    def touch(self, code: str, seat: str) -> None:
        self._run(TOUCH, code, seat)

    def count(self) -> int:
        return int(self._run(COUNT))

    def versions(self, codes: Collection[str]) -> dict[str, int]:
        with self._reached(), self._client.pipeline(transaction=False) as pipeline:
            for code in codes:
                pipeline.hget(key(code), "version")
            found = pipeline.execute()
        return {code: int(text) for code, text in zip(codes, found, strict=True) if text}

    def watch(self) -> None:
        with self._reached(), closing(PubSub(self._client.connection_pool)) as changes:
            changes.subscribe(GAMES)  # type: ignore[no-untyped-call]
            self._hear(changes)

    def close(self) -> None:
        client: Redis | None = self.__dict__.pop("_kept_client", None)
        if client:
            client.connection_pool.disconnect(inuse_connections=False)

    def _hear(self, changes: PubSub) -> None:
        """Wake those who wait for *changes* until nobody does.

        :raises RedisError: if nothing is heard for too long.
        """
        heard = waited = pinged = time.monotonic()
        while (now := time.monotonic()) < waited + REST:
            if self.waiting.somebody.is_set():
                waited = now
            if now > pinged + PING:
                changes.ping()
                pinged = now
            match changes.get_message(timeout=1):
                case None:
                    if now > heard + SILENCE:
                        raise RedisError("Redis is silent.")
                    continue
                case {"type": "subscribe"}:
                    self.wake_changed()  # by what changed before
                case {"type": "message", "data": str(data)}:
                    code, version = data.split()
                    self.waiting.wake([code], {code: int(version)})
            heard = now

    @property
    def _client(self) -> Redis:
        return self.made_once("_kept_client", lambda: client_of(self.uri))

    def _run(self, script: str, code: str = "", *values: str | int) -> Any:
        """The answer to *script*, with the game's *code* and these *values*.

        :raises StoreAway: if there is none.
        """
        with self._reached():
            return self._client.register_script(script)([GAMES, key(code), SPARE], values)

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except RedisError as error:
            raise self.away(error) from error


def milliseconds(seconds: float) -> int:
    return int(seconds * 1000)


def key(code: str) -> str:
    """The key of the game with this *code*."""
    return f"{GAMES}:{code}"


class Pool(ConnectionPool):
    """Connections, for which a request waits while all are in use.

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


def client_of(uri: str) -> Redis:
    """A client of the Redis at *uri*. It repeats no request, because the first may have counted."""
    pool = Pool.from_url(
        uri,
        max_connections=CONNECTIONS,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )
    return Redis(connection_pool=pool)
