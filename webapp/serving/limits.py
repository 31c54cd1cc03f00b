"""Limits of requests and processor time for a visitor, and of the length of addresses."""

import threading
import time
from bisect import insort
from collections import Counter
from collections.abc import Callable
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from itertools import count
from math import ceil
from typing import NamedTuple, TypeVar

from flask import Flask, Response, abort, current_app, g, request
from greenlet import getcurrent, greenlet
from limits import parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from werkzeug.exceptions import TooManyRequests

from webapp.serving import health

T = TypeVar("T")

# Longer than any valid address.
LONGEST_ADDRESS = 2000

LONGEST_NAME = 45  # characters of an IP address

PAUSE = 10  # seconds without questions to a storage that could not be reached
TIMEOUTS = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), 0.5)

# A visitor who has used more than this share of the processor time is heavy.
HEAVY = 0.1
REST = 2  # pause after a heavy visitor's request, as a multiple of its processor time
RECENT = 8  # requests of an endpoint whose times its typical time follows
PATIENCE = 5  # seconds that a heavy visitor waits for the turn


class Shared:
    """The storage at *uri*, in which all processes count together."""

    def __init__(self, uri: str) -> None:
        self.storage: Storage = storage_from_string(uri, wrap_exceptions=True, **TIMEOUTS)  # type: ignore[assignment]
        self.paused_until = 0.0

    def ask(self, question: Callable[[Storage], T]) -> T | None:
        """The answer of the storage; None while it cannot be reached."""
        if time.monotonic() >= self.paused_until:
            try:
                return question(self.storage)
            except StorageError as error:
                current_app.logger.warning("Each process counts requests for itself: %s", error)
                self.paused_until = time.monotonic() + PAUSE
        return None


class Limit:
    """An amount that a visitor may use in a span of time, such as “1000 per 10 seconds”.

    The *shared* storage counts it. Without one, or while it cannot be reached, each process counts
    for itself and grants the *part* from 0 to 1.

    :raises ValueError: if *text* is no limit.
    """

    def __init__(self, text: str, name: str, shared: Shared | None, part: float = 1) -> None:
        item = parse(text)
        self.amount, self.seconds, self.name = item.amount, item.get_expiry(), name
        self.shared, self.part = shared, part
        self.own, self.own_ends = Counter[str](), 0.0

    @property
    def _key(self) -> str:
        return f"{self.name} {visitor()}"

    def used(self, amount: int = 0) -> float:
        """The share of the limit that this request's visitor has used, after adding *amount*; more
        than 1 is too much.
        """
        key, own = self._key, self.used_here(amount)
        if not self.shared:
            return own
        total = self.shared.ask(
            lambda storage: storage.incr(key, self.seconds, amount) if amount else storage.get(key)
        )
        return own if total is None else total / self.amount

    def used_here(self, amount: int = 0) -> float:
        """The share of the part that this process grants. It waits for no storage."""
        if time.monotonic() >= self.own_ends:
            self.own, self.own_ends = Counter(), time.monotonic() + self.seconds
        key = self._key
        self.own[key] += amount
        return self.own[key] / self.amount / self.part

    def refusal(self) -> TooManyRequests:
        """Status 429, with the seconds until the limit starts anew, at least 1."""
        key = self._key
        if self.shared and (ends := self.shared.ask(lambda storage: storage.get_expiry(key))):
            wait = ends - time.time()
        else:
            wait = self.own_ends - time.monotonic()
        return TooManyRequests(retry_after=max(1, ceil(wait)))


class Place(NamedTuple):
    """A place in a queue; the one with the least *weight* is next, of equal ones the earlier."""

    weight: float
    number: int
    called: threading.Event


class FairQueue:
    """Heavy visitors are served one at a time, with a rest after each, so that light ones find the
    processor free. Not the first comes next, but the lightest.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.places: list[Place] = []
        self.numbers = count()
        self.is_taken = False
        self.free_at = 0.0

    def begin(self, weight: float = 0) -> bool:
        """Wait for the turn, before all of greater *weight*. False if it does not come within
        :data:`PATIENCE`.
        """
        place = Place(weight, next(self.numbers), threading.Event())
        with self.lock:
            if self.is_taken:
                insort(self.places, place)
            else:
                self.is_taken = True
                place.called.set()
        try:
            if not place.called.wait(PATIENCE) and self._left(place):
                return False
            time.sleep(max(0.0, self.free_at - time.monotonic()))
        except BaseException:  # the server's timeout may end the request here
            if not self._left(place):
                self._call_next()
            raise
        return True

    def end(self, spent: float) -> None:
        """Give up the turn. The next begins after a rest for *spent* seconds of processor time."""
        self.free_at = time.monotonic() + REST * spent
        self._call_next()

    def _left(self, place: Place) -> bool:
        """Whether *place* could leave the queue: else the turn has come to it."""
        with self.lock:
            if place not in self.places:
                return False
            self.places.remove(place)
            return True

    def _call_next(self) -> None:
        with self.lock:
            self.is_taken = bool(self.places)
            if self.places:
                self.places.pop(0).called.set()


@cache
def queue() -> FairQueue:
    """The queue of this process, made by the first request: gevent has replaced locks by then."""
    return FairQueue()


def visitor() -> str:
    """The visitor's IPv4 address, or the /64 network of an IPv6 address: one visitor has all of it.
    A port, which some proxies add, is cut off.
    """
    text = request.remote_addr or ""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return text[:LONGEST_NAME]  # a proxy may send any text
    if isinstance(address, IPv6Address):
        network = IPv6Network((int(address), 64), strict=False)
        return str(address.ipv4_mapped or network)
    return text


def note_switch(_event: str, greenlets: tuple[greenlet, greenlet]) -> None:
    """Note for both greenlets of a switch when it was; a server sets this by
    :func:`greenlet.settrace`. Greenlets of a thread share its processor time.
    """
    now = time.thread_time()
    origin, target = (one.__dict__ for one in greenlets)
    origin["left"] = now
    target["others"] = target.get("others", 0.0) + now - target.get("left", now)


def own_time() -> float:
    """The processor time of this thread in seconds, without that of its other greenlets."""
    return time.thread_time() - float(getcurrent().__dict__.get("others", 0.0))


def give_up_turn() -> None:
    """Let the next heavy visitor go on: this request waits for something else."""
    if "turn" in g:
        g.pop("turn").end(own_time() - g.began)


def count_new_game() -> None:
    """Count a new game with a friend for this request's visitor.

    :raises TooManyRequests: if there were too many of late.
    """
    limit: Limit | None = current_app.extensions["webapp.serving.limits.games"]
    if limit and limit.used(1) > 1:
        raise limit.refusal()


def init_app(app: Flask) -> None:
    """Refuse addresses that are too long, and visitors with too many requests or too much processor
    time. An empty setting means no limit.

    Cached responses count too.
    """
    uri = app.config["LIMIT_STORAGE"]
    shared = None if uri.startswith("memory:") else Shared(uri)
    requests = milliseconds = games = None
    if text := app.config["LIMIT_GAMES"]:
        games = Limit(text, "games", shared)
    app.extensions["webapp.serving.limits.games"] = games
    if text := app.config["LIMIT_REQUESTS"]:
        requests = Limit(text, "requests", shared)
    if text := app.config["LIMIT_MILLISECONDS"]:
        # A browser keeps its connection to one process, so each grants half of the time at least.
        milliseconds = Limit(text, "milliseconds", shared, 1 / min(app.config["PROCESSES"], 2))

    # Milliseconds that requests of an endpoint took of late. Addresses of no page are light.
    typical = dict[str | None, float]()

    def check() -> None:
        """Refuse visitors who used too much, and let heavy ones wait for their turn."""
        if request.path in health.PROBES:
            return
        if requests and requests.used(1) > 1:
            raise requests.refusal()
        if not milliseconds:
            return
        if milliseconds.used() >= 1:
            raise milliseconds.refusal()
        # The shared storage let others go first. From here on nothing waits but for the turn.
        if milliseconds.used_here() > HEAVY:
            weight = milliseconds.used_here() * typical.get(request.endpoint, 1)
            if not queue().begin(weight):
                raise milliseconds.refusal()
            g.turn = queue()
            if milliseconds.used() >= 1:
                raise milliseconds.refusal()
        g.began = own_time()

    def charge(response: Response) -> Response:
        """Charge the visitor for the processor time, rounded up to milliseconds: the server's own
        work is not measured.
        """
        if milliseconds and "began" in g:
            g.spent = ceil((own_time() - g.began) * 1000)
            milliseconds.used(g.spent)
            before = typical.get(request.endpoint, g.spent)
            typical[request.endpoint] = before + (g.spent - before) / RECENT
        return response

    def end_turn(_error: BaseException | None) -> None:
        if "turn" in g:
            g.pop("turn").end(g.get("spent", 0) / 1000)

    app.before_request(refuse_long_address)
    app.before_request(check)
    app.after_request(charge)
    app.teardown_request(end_turn)


def refuse_long_address() -> None:
    """Refuse an address that is longer than any page needs.

    :raises RequestURITooLarge: if path and query together exceed :data:`LONGEST_ADDRESS`.
    """
    if len(request.path) + len(request.query_string) > LONGEST_ADDRESS:
        abort(414)
