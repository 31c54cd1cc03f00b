"""People who play real games on a running server, and know how each must stand."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from random import Random
from time import monotonic, sleep

from ai.rules.games import GAMES
from tests.hosted import HOST, Fields, ask, connect
from tests.model import Model, cell
from tests.page import HTMX, Element, message, read, shown, swap
from tests.strategies import players as opponents

AWAY = {429, 502, 503, 504}  # a page asks again after any of them
PATIENCE = 300.0  # seconds; killed so often, a machine answers now and then
PAUSE = 0.1  # seconds until the same is asked again
THOUGHT = 0.05  # before a click: wrk saturates a server, players only see that it stays right


@dataclass
class Browser:
    """A browser at *address* that keeps cookies and connections. Each request goes to any of the
    servers at *ports*, as behind a balancer; one without an answer is repeated, and counted:
    `refused` where nobody listens, `closed` on a kept connection, else `cut`; or `turned away`.
    """

    ports: Sequence[int]
    lots: Random
    address: str = HOST
    counts: Counter[str] = field(default_factory=Counter)
    cookies: dict[str, str] = field(default_factory=dict)
    idle: dict[int, list[HTTPConnection]] = field(default_factory=dict)

    def fetch(
        self, path: str, form: Fields | None = None, headers: Fields = HTMX
    ) -> tuple[int, str, str]:
        """The status, text and location of an answer.

        :raises AssertionError: if there is none in time.
        """
        end = monotonic() + PATIENCE
        while monotonic() < end:
            port = self.lots.choice(self.ports)
            idle = self.idle.setdefault(port, [])
            kept = idle.pop() if idle else None
            connection = kept or connect(port, self.address)
            try:
                answer = ask(connection, self.cookies, path, headers, form)
            except (OSError, HTTPException) as error:
                connection.close()
                refused = isinstance(error, ConnectionRefusedError)
                self.counts["refused" if refused else "closed" if kept else "cut"] += 1
                if kept:  # as a browser does, for the server may have closed it meanwhile
                    continue
            else:
                idle.append(connection)
                if answer.status not in AWAY:
                    return answer.status, answer.text, answer.headers["Location"] or ""
                self.counts["turned away"] += 1
            sleep(PAUSE)
        raise AssertionError(f"{path} was not answered in {PATIENCE:.0f} s.")

    def close(self) -> None:
        while self.idle:
            for connection in self.idle.popitem()[1]:
                connection.close()


@dataclass
class Player(Browser):
    """Plays game after game, and compares the page with a model after every click."""

    clicks: int = 0
    games: int = 0
    results: list[tuple[str, str, str | None]] = field(default_factory=list)

    def ask(self, path: str, form: Fields | None = None, *, htmx: bool = False) -> tuple[int, str]:
        return self.fetch(path, form, HTMX if htmx else {})[:2]

    def page(self) -> Element:
        """The page, on which nothing is wrong."""
        status, text = self.ask("/")
        page = read(text)
        assert (status, message(page)) == (200, "")
        return page

    def click(self, page: Element, path: str, form: Fields) -> Element:
        """The page after a form was posted: by htmx or without, for both must do."""
        self.clicks += 1
        sleep(THOUGHT)
        htmx = self.lots.random() < 0.5
        status, text = self.ask(path, form, htmx=htmx)
        assert status == (200 if htmx else 303), f"{path} was answered {status}: {text}"
        if not htmx:
            return self.page()
        swap(page, read(text))
        return page

    def play(self) -> None:
        game = self.lots.choice([*GAMES.values()])
        model = Model(game.key, first=self.lots.choice("XO"), results=self.results)
        model.x, model.o = self.lots.sample(["human", self.lots.choice(opponents(game))], 2)
        start = {"game": model.game, "x": model.x, "o": model.o, "first": model.first.lower()}
        page = self.click(self.page(), "/matches", start)
        reply(model, page)
        while not model.over:
            assert shown(page) == model.shown
            fields = page.by_id("shown").fields
            if model.decisions and self.lots.random() < 0.1:
                page = self.click(page, "/undo", fields)
                model.undo()
                continue
            number = self.lots.choice([cell for cell in model.cells if model.allows(cell)])
            page = self.click(page, "/moves", fields | {"cell": f"{number}"})
            model.play(number)
            reply(model, page)
        assert shown(page) == shown(self.page()) == model.shown
        self.games += 1


def reply(model: Model, page: Element) -> None:
    moves = shown(page).moves[len(model.made) :]
    model.play_replies(cell(model.game, move.split()[1]) for move in moves)


@contextmanager
def beside(work: Callable[[], object]) -> Iterator[None]:
    """Do *work* meanwhile, wait for its end, and raise its error if it has one."""
    errors = list[BaseException]()

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - raised below
            errors.append(error)

    thread = threading.Thread(target=run)  # gevent may have replaced the class by now
    thread.start()
    try:
        yield
    finally:
        thread.join()
    if errors:
        raise errors[0]


@contextmanager
def playing(ports: Sequence[int], count: int) -> Iterator[list[Player]]:
    """So many players, all at it until the block ends; then each ends the game that is on. They
    count together. An error of one is raised then.
    """
    stop, counts = threading.Event(), Counter[str]()
    players = [Player(ports, Random(n), counts=counts) for n in range(count)]  # noqa: S311

    def play(player: Player) -> None:
        while not stop.is_set():
            player.play()

    with ExitStack() as stack:
        for player in players:
            stack.callback(player.close)
            stack.enter_context(beside(partial(play, player)))
        stack.callback(stop.set)
        yield players
