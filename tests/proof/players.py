"""People who play real games on a running server, and know how each must stand."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, IncompleteRead
from random import Random
from time import monotonic, sleep
from urllib.parse import urlencode

from ai.rules.games import GAMES
from tests.hosted import HOST
from tests.model import Model, cell
from tests.page import HTMX, Element, message, read, shown, swap
from tests.strategies import players as opponents

CUT = (ConnectionResetError, BrokenPipeError, IncompleteRead)
PATIENCE = 60  # seconds
PAUSE = 0.02  # until the same is asked again
THOUGHT = 0.05  # before a click: wrk saturates a server, players only see that it stays right


@dataclass
class Player:
    """Plays game after game on the servers at *ports*, each request on any of them, as behind a
    balancer, and compares the page with a model after every click. A *cut* connection is retried, a
    *refused* one too if it *may_be_refused*.
    """

    ports: Sequence[int]
    lots: Random
    may_be_refused: bool = False
    cut: int = 0
    refused: int = 0
    clicks: int = 0
    games: int = 0
    cookie: str = ""
    results: list[tuple[str, str, str | None]] = field(default_factory=list)
    connections: dict[int, HTTPConnection] = field(default_factory=dict)

    def ask(
        self, path: str, form: Mapping[str, str] | None = None, *, htmx: bool = False
    ) -> tuple[int, str]:
        """The status and the text of an answer.

        :raises OSError, HTTPException: if there is none, for other reasons than those above.
        """
        deadline = monotonic() + PATIENCE
        while True:
            port = self.lots.choice(self.ports)
            try:
                return self.ask_at(port, path, form, htmx=htmx)
            except (*CUT, ConnectionRefusedError) as error:
                self.connections.pop(port).close()
                refused = isinstance(error, ConnectionRefusedError)
                if monotonic() > deadline or (refused and not self.may_be_refused):
                    raise
                self.refused += refused
                self.cut += not refused
                sleep(PAUSE)

    def ask_at(
        self, port: int, path: str, form: Mapping[str, str] | None = None, *, htmx: bool = False
    ) -> tuple[int, str]:
        """The status and the text of the answer of the server at *port*, asked once."""
        if port not in self.connections:
            self.connections[port] = HTTPConnection(HOST, port, timeout=PATIENCE)
        connection = self.connections[port]
        headers = {"Cookie": self.cookie} | (HTMX if htmx else {})
        if form is None:
            connection.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request("POST", path, urlencode(form), headers)
        with closing(connection.getresponse()) as response:
            text = response.read().decode()
            for cookie in response.headers.get_all("Set-Cookie", []):
                self.cookie = cookie.partition(";")[0]
        return response.status, text

    def leave(self) -> None:
        """Close all connections."""
        for connection in self.connections.values():
            connection.close()
        self.connections.clear()

    def page(self) -> Element:
        """The page, on which nothing is wrong."""
        status, text = self.ask("/")
        page = read(text)
        assert (status, message(page)) == (200, "")
        return page

    def click(self, page: Element, path: str, form: Mapping[str, str]) -> Element:
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
        """Play a game to its end."""
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
    """Play in *model* what the computer replied by what *page* shows."""
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
def playing(
    ports: Sequence[int], count: int, seed: int = 0, *, may_be_refused: bool = False
) -> Iterator[list[Player]]:
    """So many players, all at it until the block ends; then each ends the game that is on. An error
    of one is raised then.
    """
    stop = threading.Event()
    players = [Player(ports, Random(f"{seed} {n}"), may_be_refused) for n in range(count)]  # noqa: S311

    def play(player: Player) -> None:
        while not stop.is_set():
            player.play()

    with ExitStack() as stack:
        for player in players:
            stack.callback(player.leave)
            stack.enter_context(beside(partial(play, player)))
        stack.callback(stop.set)
        yield players
