"""How visitors share the processor of one process: who is served at once, and who waits."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from statistics import median, quantiles
from threading import Lock
from types import SimpleNamespace

import pytest
from greenlet import getcurrent, greenlet

from webapp.serving import limits
from webapp.serving.limits import (
    ALLOWANCE,
    CHEAP_REST,
    CREDIT,
    DEAR_REST,
    MANY,
    PATIENCE,
    FairQueue,
    Shares,
)

CHEAP, DEAR = 0.002, 0.05  # seconds of processor time
SECONDS = 5.0
START = 1000.0


class Process:
    """Requests as gevent runs them, in a time of its own: each runs until it waits."""

    def __init__(self) -> None:
        self.now, self.numbers = START, count()
        self.due = list[tuple[float, int, Callable[[], object]]]()

    def at(self, when: float, run: Callable[[], object]) -> None:
        """Call *run* at that time, or once the processor is free."""
        heappush(self.due, (when, next(self.numbers), run))

    def run(self, seconds: float = inf) -> None:
        """Go on for so long, or until nothing is due."""
        while self.due and self.due[0][0] < START + seconds:
            when, _, run = heappop(self.due)
            self.now = max(self.now, when)
            run()

    def monotonic(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let others run for so long."""
        self.at(self.now + seconds, getcurrent().switch)
        getcurrent().parent.switch()


@dataclass
class Timer:
    """Runs something after so many seconds."""

    process: Process
    seconds: float
    run: Callable[[], object]

    def start(self) -> None:
        """Begin to count."""
        self.process.at(self.process.now + self.seconds, self.run)


class Event:
    """An event that greenlets of a process wait for."""

    def __init__(self, process: Process) -> None:
        self.process, self.is_set = process, False
        self.wake: Callable[[], object] = lambda: None

    def set(self) -> None:
        """Let the one who waits go on."""
        self.is_set = True
        self.process.at(self.process.now, self.wake)

    def wait(self, patience: float) -> bool:
        """Whether it happens within *patience* seconds."""
        if not self.is_set:
            me, waits = getcurrent(), iter([True])

            def wake() -> None:
                if next(waits, False):
                    me.switch()

            self.wake = wake
            self.process.at(self.process.now + patience, wake)
            me.parent.switch()
        return self.is_set


class Server(Process):
    """A process with a queue; *waits* are those of each visitor's requests that were answered."""

    def __init__(self) -> None:
        super().__init__()
        self.shares = Shares()
        self.queues = {cheap: FairQueue(self.shares, cheap) for cheap in (True, False)}
        self.waits = defaultdict[str, list[float]](list)
        self.spent = defaultdict[str, float](float)

    def answer(self, name: str, cost: float, came: float) -> None:
        """Answer a request that *came* then, as the application does."""
        queue = self.queues[cost <= limits.CHEAP]
        needs_turn = not queue.is_open(name)
        if needs_turn and not queue.begin(name, cost):
            return
        self.now += cost
        self.spent[name] += cost
        self.shares.charge(name, cost)
        if needs_turn:
            queue.end(cost)
        self.waits[name].append(self.now - came)

    def come(self, name: str, cost: float, after: float) -> None:
        """Let a request come after so many seconds."""
        came = START + after
        self.at(came, greenlet(partial(self.answer, name, cost, came)).switch)

    def flood(self, name: str, cost: float, connections: int, since: float, until: float) -> None:
        """Let each connection send a request once the one before was answered or refused."""

        def send() -> None:
            while self.now < START + until:
                before = self.now
                self.answer(name, cost, before)
                self.sleep(0 if self.now > before else CHEAP)

        for _ in range(connections):
            self.at(START + since, greenlet(send).switch)


@pytest.fixture(scope="module")
def new_server() -> Iterator[Callable[[], Server]]:
    with pytest.MonkeyPatch.context() as patch:

        def new() -> Server:
            server = Server()
            patch.setattr("webapp.serving.limits.time", server)
            names = {"Event": partial(Event, server), "Timer": partial(Timer, server), "Lock": Lock}
            patch.setattr("webapp.serving.limits.threading", SimpleNamespace(**names))
            return server

        yield new


FLOODS = {
    "one dear": [(DEAR, 16)],
    "four dear": [(DEAR, 4)] * 4,
    "eight dear": [(DEAR, 2)] * 8,
    "four cheap": [(CHEAP, 4)] * 4,
    "of both kinds": [(CHEAP, 4), (DEAR, 4)] * 2,
}


@pytest.mark.parametrize(
    ("floods", "others", "since"),
    [
        *(pytest.param(sent, 200, 0, id=f"{name} among visitors") for name, sent in FLOODS.items()),
        pytest.param(FLOODS["eight dear"], 1, SECONDS, id="eight dear, late, beside a class"),
    ],
)
def test_floods_delay_others_by_a_dear_request_at_most(
    new_server: Callable[[], Server], floods: list[tuple[float, int]], others: int, since: float
) -> None:
    """However long the others have been there: fifteen requests a second, of visitors or of a class
    behind one address.
    """
    server = new_server()
    for number, (cost, connections) in enumerate(floods):
        server.flood(f"flood {number}", cost, connections, since, since + SECONDS)
    times = int((since + SECONDS) * 15)
    for number in range(times):
        server.come(f"{number % others}", CHEAP, number / 15)
    server.run()
    waits = [wait for number in range(others) for wait in server.waits[f"{number}"]]
    assert len(waits) == times, "nobody is refused"
    assert median(waits) <= 3 * CHEAP
    assert quantiles(waits, n=100)[-1] <= 2 * DEAR


@pytest.mark.parametrize(("cost", "rest"), [(CHEAP, CHEAP_REST), (DEAR, DEAR_REST)])
def test_floods_share_alike_whatever_they_send(
    new_server: Callable[[], Server], cost: float, rest: float
) -> None:
    server = new_server()
    connections = (2, 16)
    for number in connections:
        server.flood(f"{number}", cost, number, 0, SECONDS)
    server.run(SECONDS)
    shares = [server.spent[f"{number}"] for number in connections]
    assert max(shares) - min(shares) <= 2 * DEAR + CREDIT
    without_rest = len(shares) * (CREDIT + ALLOWANCE * SECONDS + cost)
    assert sum(shares) <= SECONDS / (1 + rest) + without_rest


def test_cheap_requests_of_a_visitor_come_before_dear_ones(
    new_server: Callable[[], Server],
) -> None:
    server, served = new_server(), list[float]()
    queue = FairQueue(server.shares, is_cheap=False)

    def ask(cost: float) -> None:
        assert queue.begin("visitor", cost)
        served.append(cost)
        server.now += cost
        server.shares.charge("visitor", cost)
        queue.end(cost)

    for cost in (0.02, 0.05, 0.03, 0.04):
        server.at(server.now, greenlet(partial(ask, cost)).switch)
    server.run()
    assert served == [0.02, 0.03, 0.04, 0.05]


def test_who_waits_for_too_long_is_refused_and_holds_up_nobody(
    new_server: Callable[[], Server],
) -> None:
    server = new_server()
    queue, answers = server.queues[False], dict[str, bool]()

    def ask(name: str) -> None:
        answers[name] = queue.begin(name)

    for name in ("slow", "visitor"):
        server.at(START, greenlet(partial(ask, name)).switch)
    server.run()
    assert answers == {"slow": True, "visitor": False}
    assert server.now == START + PATIENCE
    queue.end(0)
    server.at(START, greenlet(partial(ask, "late")).switch)
    server.run()
    assert answers["late"]


@pytest.mark.parametrize("is_taken", [True, False])
def test_whose_wait_is_cut_short_holds_up_nobody(
    new_server: Callable[[], Server], is_taken: bool
) -> None:
    """A server may end a request that waits, for its turn or to let others go before."""
    server, answers = new_server(), list[bool]()
    queue = server.queues[False]
    if is_taken:
        greenlet(partial(queue.begin, "slow")).switch()
    cut = greenlet(partial(queue.begin, "visitor"))
    cut.switch()
    with pytest.raises(SystemExit):
        cut.throw(SystemExit)
    if is_taken:
        queue.end(0)
    server.at(START, greenlet(lambda: answers.append(queue.begin("next"))).switch)
    server.run()
    assert answers == [True]


def test_visitors_who_took_little_are_forgotten(new_server: Callable[[], Server]) -> None:
    server = new_server()
    for number in range(10 * MANY):
        server.now += CHEAP / ALLOWANCE
        server.shares.charge(f"{number}", CHEAP)
    assert len(server.shares.taken) <= MANY + 1
