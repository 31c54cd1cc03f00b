"""Limits of requests and processor time for a visitor, and of the length of addresses."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from ipaddress import ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from flask import Flask, Response, abort, current_app, g
from greenlet import getcurrent, greenlet
from werkzeug.exceptions import TooManyRequests

from ai.language import N_, _
from webapp.serving import health
from webapp.serving.errors import in_time
from webapp.serving.params import notes_here, request_here
from webapp.serving.variables import LIMIT, MEMORY, OFF, UNITS

if TYPE_CHECKING:
    from limits.storage import Storage

# Longer than any valid address.
LONGEST_ADDRESS = 2000

LONGEST_NAME = 45  # characters of an IP address

PAUSE = 10  # seconds without questions to a storage that could not be reached
TIMEOUTS = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), 0.5)

# Seconds of processor time that a visitor may take before the others' turn, and that each may take
# in a second beside them.
CREDIT = 0.01
ALLOWANCE = 0.06
# The pause before a heavy visitor's cheap or dear request, as a multiple of the processor time of
# the one before.
CHEAP_REST, DEAR_REST = 0.5, 2
LONGEST_REST = 1  # second
RECENT = 8  # requests of an endpoint whose times its typical time follows
CHEAP = 0.01  # seconds of processor time that requests take at most who may go side by side
PATIENCE = 5  # seconds that a heavy visitor waits for the turn
MANY = 1000  # visitors after whom those who have taken little are forgotten


class Shared:
    """The storage at *uri*, in which all processes count together."""

    def __init__(self, uri: str) -> None:
        from limits.errors import StorageError  # noqa: PLC0415 - most sites need no storage
        from limits.storage import storage_from_string  # noqa: PLC0415

        self.storage: Storage = storage_from_string(uri, wrap_exceptions=True, **TIMEOUTS)  # type: ignore[assignment]
        self.unreached = StorageError
        self.paused_until = 0.0

    def ask(self, question: "Callable[[Storage], float]") -> float | None:
        """The answer of the storage; None while it cannot be reached."""
        if time.monotonic() >= self.paused_until:
            try:
                return question(self.storage)
            except self.unreached as error:
                current_app.logger.warning("Each process counts requests for itself: %s", error)
                self.paused_until = time.monotonic() + PAUSE
        return None


# How many times as many games as a visitor's the networks of these widths may begin. A width is the
# bits of an IPv4 address by which networks are told apart; IPv6 takes twice as many.
VISITOR = 32
GAMES_FACTORS = {VISITOR: 1, 28: 2, 24: 3, 16: 10}

COUNTED = {
    "games": N_("Too many new games from your network. Try again %(time)s; nothing is lost."),
    "guesses": N_("Too many wrong codes from your network. Try again %(time)s; nothing is lost."),
    "solves": N_("Too many games to solve from your network. Try again %(time)s; nothing is lost."),
}
"""What is counted for networks, and the refusal of more. Guesses have the limit of games."""


class Limit:
    """An amount that a visitor, or a network of this *width*, may use in a span of time, such as
    “1000 per 10 seconds”.

    The *shared* storage counts it. Without one, or while it cannot be reached, each process counts
    for itself and grants the *part* from 0 to 1.

    :raises ValueError: if *text* is no limit.
    """

    def __init__(
        self, text: str, name: str, shared: Shared | None, part: float = 1, width: int = VISITOR
    ) -> None:
        if not (read := LIMIT.fullmatch(text)):
            raise ValueError(text)
        self.amount, self.seconds = int(read[1]), int(read[2] or 1) * UNITS[read[3].lower()]
        self.name, self.width = name, width
        self.shared, self.part = shared, part
        self.own, self.own_ends = Counter[str](), 0.0

    def used(self, user: str, amount: int = 0) -> float:
        """The share of the limit that *user*, a network, has used, after adding *amount*; more than
        1 is too much.
        """
        if time.monotonic() >= self.own_ends:
            self.own, self.own_ends = Counter(), time.monotonic() + self.seconds
        key = f"{self.name} {user}"
        self.own[key] += amount
        own = self.own[key] / self.amount / self.part
        if not self.shared:
            return own
        total = self.shared.ask(
            lambda storage: storage.incr(key, self.seconds, amount) if amount else storage.get(key)
        )
        return own if total is None else total / self.amount

    def refusal(self, user: str, message: str | None = None) -> TooManyRequests:
        """Status 429, with the seconds until the limit starts anew for *user*, at least 1, which
        *message* may tell as `%(time)s`.
        """
        key = f"{self.name} {user}"
        if self.shared and (ends := self.shared.ask(lambda storage: storage.get_expiry(key))):
            wait = ends - time.time()
        else:
            wait = self.own_ends - time.monotonic()
        seconds = max(1, ceil(wait))
        told = message and _(message, time=in_time(seconds))
        return TooManyRequests(told, retry_after=seconds)


class Shares:
    """The processor time of each visitor, in seconds of a *virtual* clock. It goes on as heavy
    visitors are served, so they share alike, however many requests each sends.

    From A. Demers, S. Keshav and S. Shenker, “Analysis and simulation of a fair queueing
    algorithm”, 1989, and P. Goyal, H. Vin and H. Cheng, “Start-time fair queueing”, 1996.
    """

    def __init__(self) -> None:
        self.taken = dict[str, float]()
        self.served = 0.0

    @property
    def virtual(self) -> float:
        """The virtual time."""
        return self.served + ALLOWANCE * time.monotonic()

    def start(self, name: str) -> float:
        """The virtual time from which the visitor's next request counts."""
        return max(self.taken.get(name, 0), self.virtual - CREDIT)

    def is_light(self, name: str) -> bool:
        """Whether the visitor has taken no more than those who are served."""
        return self.taken.get(name, 0) <= self.virtual

    def serve(self, name: str) -> None:
        """Let the virtual clock go on to the visitor's next request."""
        self.served += max(0, self.start(name) - self.virtual)

    def charge(self, name: str, seconds: float) -> None:
        """Charge the visitor for *seconds* of processor time."""
        self.taken[name] = self.start(name) + seconds
        if len(self.taken) > MANY:
            gone = self.virtual - CREDIT
            self.taken = {name: taken for name, taken in self.taken.items() if taken > gone}


class Place(NamedTuple):
    """A visitor's place in a queue for a request that takes *cost* seconds as a rule."""

    name: str
    cost: float
    called: threading.Event


class FairQueue:
    """A queue for cheap requests of heavy visitors, or one for dear requests of all. They are
    served one at a time. Before a heavy visitor's the processor rests: others find it free.

    Light visitors go first. Else the request is next that ends first by the clock of the *shares*:
    of the visitor who has taken least, and a cheap one before a dear one.
    """

    def __init__(self, shares: Shares, is_cheap: bool) -> None:
        self.shares, self.is_cheap = shares, is_cheap
        self.lock = threading.Lock()
        self.places: list[Place] = []
        self.is_taken = self.is_resting = False
        self.free_at = 0.0

    def is_open(self, name: str) -> bool:
        """Whether the visitor needs no turn: cheap requests of light visitors go side by side."""
        waits = any(place.name == name for place in self.places)
        return self.is_cheap and self.shares.is_light(name) and not waits

    def begin(self, name: str, cost: float = 0) -> bool:
        """Wait for the visitor's turn. False if it does not come within :data:`PATIENCE`."""
        place = Place(name, cost, threading.Event())
        with self.lock:
            self.places.append(place)
            self._call_next()
        try:
            if not place.called.wait(PATIENCE) and self._left(place):
                return False
            time.sleep(0)  # who needs no turn goes before
        except BaseException:  # the server's timeout may end the request here
            if not self._left(place):
                self.end(0)
            raise
        return True

    def end(self, spent: float) -> None:
        """Give up the turn, after *spent* seconds of processor time."""
        with self.lock:
            now = time.monotonic()
            rest = (CHEAP_REST if self.is_cheap else DEAR_REST) * spent
            self.free_at = min(max(self.free_at, now) + rest, now + LONGEST_REST)
            self.is_taken = False
            self._call_next()

    def _left(self, place: Place) -> bool:
        """Whether *place* could leave the queue: else the turn has come to it."""
        with self.lock:
            if place not in self.places:
                return False
            self.places.remove(place)
            return True

    def _call_next(self) -> None:
        """Call the next who waits, unless it is time to rest. The lock is held."""
        if self.is_taken or not self.places:
            return
        place = min(self.places, key=self._order)
        rest = self.free_at - time.monotonic()
        if rest <= 0 or self.shares.is_light(place.name):
            self.places.remove(place)
            self.is_taken = True
            self.shares.serve(place.name)
            place.called.set()
        elif not self.is_resting:
            self.is_resting = True
            threading.Timer(rest, self._end_rest).start()

    def _end_rest(self) -> None:
        with self.lock:
            self.is_resting = False
            self._call_next()

    def _order(self, place: Place) -> tuple[bool, float]:
        start = self.shares.start(place.name)
        return not self.shares.is_light(place.name), start + place.cost


# Those of this process, made by the first request: gevent has replaced locks by then.
shares = cache(Shares)


@cache
def queue(*, is_cheap: bool) -> FairQueue:
    """The queue for cheap requests, or for dear ones."""
    return FairQueue(shares(), is_cheap)


def visitor(width: int = VISITOR) -> str:
    """The network of this *width* that the request comes from."""
    return network(request_here().remote_addr or "", width)


@lru_cache(maxsize=1024)
def network(text: str, width: int = VISITOR) -> str:
    """The network of this *width* with the address *text*: by default that IPv4 address, or the
    /64 network of an IPv6 address, because one visitor has all of it. A port, which some proxies
    add, is cut off.
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return text[:LONGEST_NAME]  # a proxy may send any text
    address = getattr(address, "ipv4_mapped", None) or address
    bits = width if address.version == 4 else 2 * width
    return str(ip_network((address.packed, bits), strict=False))


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


def count(kind: str, amount: int = 1) -> None:
    """Count so many of a *kind* in :data:`COUNTED` for this request's visitor, and for the networks
    round them: a connection at home has many of the narrowest.

    :raises TooManyRequests: if there were too many of late.
    """
    limits: list[Limit] = current_app.extensions[f"webapp.serving.limits.{kind}"]
    for limit in limits:
        user = visitor(limit.width)
        if limit.used(user, amount) > GAMES_FACTORS[limit.width]:
            raise limit.refusal(user, COUNTED[kind])


def init_app(app: Flask) -> None:
    """Refuse addresses that are too long, and visitors with too many requests or too much processor
    time. An empty setting means no limit.

    Cached responses count too.
    """
    uri = app.config["LIMIT_STORAGE"]
    shared = None if uri == MEMORY else Shared(uri)

    def limit(name: str, part: float = 1, width: int = VISITOR, kind: str = "") -> Limit | None:
        text = app.config[f"LIMIT_{name.upper()}"]
        return Limit(text, kind or name, shared, part, width) if text not in {"", OFF} else None

    requests = limit("requests")
    # A browser keeps its connection to one process, so each grants half of the time at least.
    milliseconds = limit("milliseconds", 1 / min(app.config["PROCESSES"], 2))
    for kind in COUNTED:
        name = "games" if kind == "guesses" else kind
        counted = [limit(name, width=width, kind=kind) for width in GAMES_FACTORS]
        app.extensions[f"webapp.serving.limits.{kind}"] = [*filter(None, counted)]

    # Seconds that requests of an endpoint took of late. No single one makes it dear.
    typical = dict[str | None, float]()

    def check() -> None:
        """Refuse addresses that are too long, and visitors who used too much; let heavy ones wait
        for their turn.
        """
        here, notes = request_here(), notes_here()
        if len(here.path) + len(here.query_string) > LONGEST_ADDRESS:
            abort(414)
        if here.path in health.PROBES:
            return
        name = visitor()
        if requests and requests.used(name, 1) > 1:
            raise requests.refusal(name)
        if not milliseconds:
            return
        # A refusal waits for its turn too: many at once would keep others waiting.
        cost = typical.get(here.endpoint, 0)
        turns = queue(is_cheap=cost <= CHEAP)
        if not turns.is_open(name):
            if not turns.begin(name, cost):
                raise milliseconds.refusal(name)
            notes.turn = turns
        notes.visitor, notes.began = name, own_time()
        if milliseconds.used(name) >= 1:
            raise milliseconds.refusal(name)

    def charge(response: Response) -> Response:
        """Charge the visitor for the processor time, rounded up to milliseconds: the server's own
        work is not measured.
        """
        notes = notes_here()
        if milliseconds and "began" in notes:
            spent = ceil((own_time() - notes.began) * 1000)
            seconds = notes.spent = spent / 1000
            shares().charge(notes.visitor, seconds)
            milliseconds.used(notes.visitor, spent)
            endpoint = request_here().endpoint
            before = typical.get(endpoint, 0)
            typical[endpoint] = before + (min(seconds, 2 * CHEAP) - before) / RECENT
        return response

    def end_turn(_error: BaseException | None) -> None:
        if "turn" in (notes := notes_here()):
            notes.pop("turn").end(notes.get("spent", 0))

    app.before_request(check)
    app.after_request(charge)
    app.teardown_request(end_turn)
