"""How visitors share the processor of one process: who is served at once, and who waits."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from statistics import median, quantiles
from types import SimpleNamespace

import pytest
from greenlet import getcurrent, greenlet

from webapp.serving import limits
from webapp.serving.limits import ALLOWANCE, CHEAP_REST, CREDIT, DEAR_REST, FairQueue, Shares

CHEAP, DEAR = 0.004, 0.05  # seconds of processor time
SECONDS = 5.0
START = 1000.0


class Server:
    """A process with queues that runs requests as gevent does, in a time of its own: each runs
    until it waits. *served* has the cost of each answer, in order; *waits* and *spent* are the
    seconds of each visitor; *turns* says whether a turn that one waited for came.
    """

    def __init__(self) -> None:
        self.now, self.numbers = START, count()
        self.due = list[tuple[float, int, Callable[[], object]]]()
        self.shares = Shares()
        self.queues = {cheap: FairQueue(self.shares, cheap) for cheap in (True, False)}
        self.served, self.turns = list[float](), dict[str, bool]()
        self.waits = defaultdict[str, list[float]](list)
        self.spent = defaultdict[str, float](float)

    def after(self, seconds: float, run: Callable[[], object]) -> None:
        """Call *run* after so many seconds, or once the processor is free."""
        heappush(self.due, (self.now + seconds, next(self.numbers), run))

    def run(self, seconds: float = inf) -> None:
        """Go on until then, or until nothing is due."""
        while self.due and self.due[0][0] < START + seconds:
            when, _, run = heappop(self.due)
            self.now = max(self.now, when)
            run()

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.after(seconds, getcurrent().switch)
        getcurrent().parent.switch()

    def answer(self, name: str, cost: float, came: float) -> None:
        """Answer a request that *came* then, as the application does."""
        queue = self.queues[cost <= limits.CHEAP]
        needs_turn = not queue.is_open(name)
        if needs_turn and not queue.begin(name, cost):
            return
        self.now += cost
        self.served.append(cost)
        self.spent[name] += cost
        self.shares.charge(name, cost)
        if needs_turn:
            queue.end(cost)
        self.waits[name].append(self.now - came)

    def come(self, name: str, cost: float, after: float = 0) -> None:
        self.after(after, greenlet(partial(self.answer, name, cost, self.now + after)).switch)

    def flood(self, name: str, cost: float, connections: int, since: float = 0) -> None:
        """Let each connection send a request once the one before was answered or refused."""

        def send() -> None:
            while self.now < START + since + SECONDS:
                before = self.now
                self.answer(name, cost, before)
                self.sleep(0 if self.now > before else CHEAP)

        for _ in range(connections):
            self.after(since, greenlet(send).switch)

    def turn(self, name: str) -> greenlet:
        """A dear request, which waits for its turn, and keeps it."""
        return greenlet(lambda: self.turns.update({name: self.queues[False].begin(name)}))


class Event:
    """An event that one greenlet of a server waits for."""

    def __init__(self, server: Server) -> None:
        self.server, self.is_set = server, False
        self.waiting: greenlet | None = None

    def set(self) -> None:
        self.is_set = True
        self.server.after(0, self.wake)

    def wake(self) -> None:
        waiting, self.waiting = self.waiting, None
        if waiting:
            waiting.switch()

    def wait(self, patience: float) -> bool:
        if not self.is_set:
            self.waiting = getcurrent()
            self.server.after(patience, self.wake)
            self.waiting.parent.switch()
        return self.is_set


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server whose clock, timers and events are those of the program."""
    found = Server()

    def timer(seconds: float, run: Callable[[], object]) -> SimpleNamespace:
        return SimpleNamespace(start=lambda: found.after(seconds, run))

    monkeypatch.setattr(limits, "time", found)
    names = SimpleNamespace(Event=partial(Event, found), Timer=timer)
    monkeypatch.setattr(limits, "threading", names)
    return found


# The cost and connections of each who floods, beside how many others, and since when.
FLOODS: dict[str, tuple[list[tuple[float, int]], int, float]] = {
    "one dear": ([(DEAR, 16)], 200, 0),
    "eight dear": ([(DEAR, 2)] * 8, 200, 0),
    "eight dear, late, beside a class": ([(DEAR, 2)] * 8, 1, SECONDS),
    "four cheap": ([(CHEAP, 4)] * 4, 200, 0),
    "of both kinds": ([(CHEAP, 4), (DEAR, 4)] * 2, 200, 0),
}


@pytest.mark.parametrize("name", FLOODS)
def test_floods_delay_others_by_a_dear_request_at_most(server: Server, name: str) -> None:
    """However long the others have been there: fifteen requests a second, of visitors or of a class
    behind one address.
    """
    floods, others, since = FLOODS[name]
    for number, (cost, connections) in enumerate(floods):
        server.flood(f"flood {number}", cost, connections, since)
    times = int((since + SECONDS) * 15)
    for number in range(times):
        server.come(f"{number % others}", CHEAP, number / 15)
    server.run()
    waits = [wait for number in range(others) for wait in server.waits[f"{number}"]]
    assert len(waits) == times, "nobody is refused"
    assert median(waits) <= 3 * CHEAP
    assert quantiles(waits, n=100)[-1] <= 2 * DEAR


@pytest.mark.parametrize(("cost", "rest"), [(CHEAP, CHEAP_REST), (DEAR, DEAR_REST)])
def test_floods_share_alike_whatever_they_send(server: Server, cost: float, rest: float) -> None:
    for number in (2, 16):
        server.flood(f"{number}", cost, number)
    server.run(SECONDS)
    shares = server.spent.values()
    assert max(shares) - min(shares) <= 2 * DEAR + CREDIT
    without_rest = len(shares) * (CREDIT + ALLOWANCE * SECONDS + cost)
    assert sum(shares) <= SECONDS / (1 + rest) + without_rest


def test_cheap_requests_of_a_visitor_come_before_dear_ones(server: Server) -> None:
    for cost in (0.02, 0.05, 0.03, 0.04):
        server.come("visitor", cost)
    server.run()
    assert server.served == [0.02, 0.03, 0.04, 0.05]


def test_who_waits_for_too_long_is_refused_and_holds_up_nobody(server: Server) -> None:
    for name in ("slow", "visitor"):
        server.after(0, server.turn(name).switch)
    server.run()
    assert server.turns == {"slow": True, "visitor": False}
    assert server.now == START + limits.PATIENCE
    server.queues[False].end(0)
    server.after(0, server.turn("late").switch)
    server.run()
    assert server.turns["late"]


@pytest.mark.parametrize("is_taken", [True, False])
def test_whose_wait_is_cut_short_holds_up_nobody(server: Server, is_taken: bool) -> None:
    """A server may end a request that waits, for its turn or to let others go before."""
    if is_taken:
        server.turn("slow").switch()
    cut = server.turn("visitor")
    cut.switch()
    with pytest.raises(SystemExit):
        cut.throw(SystemExit)
    if is_taken:
        server.queues[False].end(0)
    server.after(0, server.turn("next").switch)
    server.run()
    assert server.turns["next"]


def test_visitors_who_took_little_are_forgotten(server: Server) -> None:
    for number in range(10 * limits.MANY):
        server.now += CHEAP / ALLOWANCE
        server.shares.charge(f"{number}", CHEAP)
    assert len(server.shares.taken) <= limits.MANY + 1
