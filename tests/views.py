"""Every kind of page, and the states of a match and of a replay."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from math import comb
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ai.honours.level import Ladder
from ai.honours.stamps import SEATS
from ai.puzzles import days
from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.notation import parse_game
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from ai.solving.tickets import TOO_MUCH, Ticket, Tickets
from tests.browser import browser_in, signed
from tests.own_games import OWN
from tests.page import Element, read
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.session import Session
from webapp.honours.kept import COOKIE as HONOURS
from webapp.honours.kept import GameKept, Honours, StampKept, Streak, Today
from webapp.puzzles.rush import COOKIE, Run

HUMAN = "human"
DAY = date(2026, 11, 26)

SHORT_WAY = Record(Position(SQUARE), parse_game(SQUARE, "b1b2b3c2b4d3a3a4c4d2c3"))
EARNED = Honours(
    Ladder(((True,) * 10, (True, False) * 5, (False,) + (True,) * 8, (True, False), (), ()), 3),
    stamps=tuple(
        StampKept(key, DAY - timedelta(days), GameKept.of(SHORT_WAY, Players(o="hard")))
        for days, key in enumerate(("first-win", "fork", "clean-page", "hard-beaten", "short-way"))
    ),
    seats=frozenset(SEATS[:3]),
    narrow=10,
    streak=Streak(6, DAY - timedelta(1)),
    lessons=(6, 6, 1, *[0] * 13),
    today=Today(DAY - timedelta(1)),
)
"""Of a browser that comes back on :data:`DAY`."""


@dataclass(frozen=True)
class View:
    """A request for *path*, a post if it has a *form*, from a browser with *session* in its cookie
    that *solved* these puzzles, is in a *rush* of puzzles, keeps some games of its *own*, and has
    these *honours*; *status* is the expected status of the response.
    """

    path: str = "/"
    session: Session = field(default_factory=Session)
    form: Mapping[str, str | int] | None = None
    status: int = 200
    solved: tuple[tuple[Game, int], ...] = ()
    rush: Run | None = None
    own: bool = False
    honours: Honours | None = None

    def opened(self, app: Flask) -> tuple[FlaskClient, str]:
        """A browser, and the path at which it finds the view."""
        browser = browser_in(app, self.session)
        if self.own:
            browser.set_cookie("mine", signed(app, OWN, "mine"))
        if self.honours:
            with app.test_request_context():
                browser.set_cookie("honours", HONOURS.codec.write(self.honours))
        for game, number in self.solved:
            path = f"/puzzles/{game.key}/{number}"
            for step in solution(puzzle_numbered(game, number)):
                path = browser.post(path, data={"cell": step.move.cell}).headers["Location"]
        if self.rush:
            browser.set_cookie(COOKIE.name, signed(app, astuple(self.rush), COOKIE.name))
        return browser, self.path

    def visit(self, app: Flask, root: str = "") -> TestResponse:
        """The response of *app*, below the path *root* of its host."""
        browser, path = self.opened(app)
        base = f"http://localhost{root}/"
        if self.form is None:
            return browser.get(path, base_url=base)
        return browser.post(path, base_url=base, data=self.form)


Post = Callable[[str, Mapping[str, str]], str]
"""Posts a form to an address from one browser, and returns where the response leads."""


@dataclass(frozen=True)
class FriendView(View):
    """A page of a game with a friend: after these *moves*, as the browser *seen_by* sees it. The
    actions in *then* come last, each by its name and its browser. *below* is the end of the path.
    """

    path: str = "/with"
    game: Game = TIC_TAC_TOE
    moves: str = ""
    joined: bool = True
    seen_by: str = "inviter"
    then: tuple[tuple[str, str], ...] = ()
    below: str = ""

    def begin(self, browsers: Mapping[str, Post]) -> str:
        """Let *browsers*, by their names, play up to the view; its path."""
        post = browsers["inviter"]
        address = post("/with", {"game": self.game.key, "first": "x", "side": "x"})
        if self.joined:
            browsers["friend"](f"{address}/join", {})
        for ply, cell in enumerate(parse_game(self.game, self.moves)):
            mover = browsers["friend" if ply % 2 else "inviter"]
            mover(f"{address}/moves", {"cell": f"{cell}", "ply": f"{ply}"})
        for action, browser in self.then:
            browsers[browser](f"{address}/{action}", {})
        return address + self.below

    def opened(self, app: Flask) -> tuple[FlaskClient, str]:
        """The browser that is to see it, after all have played up to it, and its path."""
        return opened_by(self, app, ("inviter", "friend", "watcher"))


@dataclass(frozen=True)
class ClassView(View):
    """A page of a class as *seen_by* a browser, once the *otter*, as an owl, has solved the first
    puzzle after a wrong try, another pupil made the same one, and the teacher did *then*. *below*
    is the end of the path.
    """

    path: str = "/class"
    seen_by: str = "teacher"
    then: tuple[str, ...] = ()
    below: str = ""

    def begin(self, browsers: Mapping[str, Post]) -> str:
        """Let *browsers*, by their names, come to the view; its path."""
        form = {"theme": "fork", "count": "3", "level": "easy", "once": "once"}
        there = browsers["teacher"]("/class", form)
        way = there.replace("/class/", "/c/")
        for name in ("other", "otter"):
            path = browsers[name](way, {})
            _, _, key, number = path.partition("?")[0].split("/")
            puzzle = puzzle_numbered(GAMES[key], int(number))
            wrong = next(it for it in puzzle.position.empty_cells if it not in puzzle.right)
            at = browsers[name](path, {"cell": f"{wrong}"})
        for step in solution(puzzle):
            at = browsers["otter"](at, {"cell": f"{step.move.cell}"})
        for act in self.then:
            browsers["teacher"](f"{there}/{act}", {})
        return {"": there, "pupil": way, "puzzle": path}.get(self.below, there + self.below)

    def opened(self, app: Flask) -> tuple[FlaskClient, str]:
        """The browser that is to see it, and its path."""
        return opened_by(self, app, ("teacher", "otter", "other", "stranger"))


@dataclass(frozen=True)
class QueueView(View):
    """The page of a game while the queue has these *tickets*, by the keys of their games."""

    tickets: Mapping[str, Ticket] = field(default_factory=dict)

    def visit(self, app: Flask, root: str = "") -> TestResponse:
        """The response of *app*, below the path *root* of its host."""
        with queued(app, self.tickets):
            return super().visit(app, root)


@contextmanager
def queued(app: Flask, tickets: Mapping[str, Ticket]) -> Iterator[None]:
    """Let the queue of *app* have *tickets* alone, and nobody solve them."""
    queue: Tickets = app.extensions["tickets"]
    with queue.locked("solver", 60):  # once a solver that runs has ended
        for there in (tickets, {}):
            with queue.change() as found:
                found.clear()
                found.update(there)
            if there:
                yield


def opened_by(
    view: FriendView | ClassView, app: Flask, names: tuple[str, ...]
) -> tuple[FlaskClient, str]:
    """The browser that is to see *view*, after those of these *names* came to it, and its path."""
    clients = {name: app.test_client() for name in names}

    def post_of(client: FlaskClient) -> Post:
        client.get("/with")  # gives the mark of a seat
        return lambda path, form: client.post(path, data=form).headers["Location"]

    address = view.begin({name: post_of(client) for name, client in clients.items()})
    return clients[view.seen_by], address


def on(patch: pytest.MonkeyPatch, day: date, clock: time = time(23, 59)) -> None:
    """Let it be that time of that *day*."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            assert tz is UTC
            return cls.combine(day, clock, tz)

    patch.setattr(days, "datetime", Clock)


class Visits(Mapping[str, TestResponse]):
    """The response of *app*, below *root*, to each of *views*, by its name, asked for once.

    The day and all that is random are the same in every session.
    """

    __hash__ = object.__hash__

    def __init__(self, app: Flask, views: Mapping[str, View], root: str = "") -> None:
        self.app, self.views, self.root = app, views, root
        self._seen: dict[str, TestResponse] = {}
        self._pages: dict[str, Element] = {}

    def __getitem__(self, name: str) -> TestResponse:
        if name not in self._seen:
            lots = Random(name)  # noqa: S311
            with pytest.MonkeyPatch.context() as patch:
                on(patch, DAY)
                patch.setattr(secrets, "token_bytes", lambda count=32: lots.randbytes(count or 32))
                self._seen[name] = self.views[name].visit(self.app, self.root)
        return self._seen[name]

    def page(self, name: str) -> Element:
        """The page of that view, read once: to look at, not to change."""
        if name not in self._pages:
            self._pages[name] = read(self[name].text)
        return self._pages[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.views)

    def __len__(self) -> int:
        return len(self.views)


def match(
    game: Game, moves: str = "", x: str = HUMAN, o: str = HUMAN, first: Mark = Mark.X
) -> Session:
    """A session with a match in which these *moves* were made."""
    return Session(Match(parse_record(game, moves, first), Players(x, o), seed=1))


TRAP = match(TIC_TAC_TOE, "a1b2c3a3", o="hard")  # X wins with c1 and loses with anything else
MIDDLE = match(SQUARE, "b2c3a1b1", o="hard")
LOST = match(TIC_TAC_TOE, "a1b2c3a3c2c1", o="hard")
TIED = match(TIC_TAC_TOE, "a1b2b1c1a3a2c2b3c3", o="unbeatable")
TILTED = match(SQUARE, "b1a1d2a2c4b2a3", o="easy")
TEMPTED = match(SQUARE, "b1a1d2a2", o="easy")  # difficult draws
PROGRAMS = match(SQUARE, "b2c3a1b1", x="medium", o="hard")
REPLAY = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard"
SQUARE_REPLAY = "/replay/square/b1a1d2a2c4b2a3?first=x"
LONG_REPLAY = "/replay/square/a1a2b1a3c1a4d2b2b3d3c3d4b4c2d1c4?first=x&x=human&o=hard"
STORY = "/replay/square/a4b3c2c4b1c3b4b2d4c1d2a3a2a1?first=x&x=human&o=hard&story=on"
HELD = "/replay/tic-tac-toe/a1b2b1c1a3a2c2b3c3?first=x&x=human&o=unbeatable&story=on"

ASKED = "4x4-a1b1d2"  # by somebody who waits for it
LAYERS = tuple(comb(16, marks) * comb(marks, marks // 2) for marks in range(17))


def asked(*before: str, **told: Any) -> QueueView:
    """The page of the game that is asked for, its ticket after those of *before*; of its own more
    is *told*.
    """
    tickets = {key: Ticket("another") for key in before} | {ASKED: Ticket("somebody", **told)}
    return QueueView(f"/games/{ASKED}", tickets=tickets)


VIEWS: Mapping[str, View] = {
    "first": View(session=match(TIC_TAC_TOE, o="medium")),
    "first-square": View(session=match(SQUARE, o="medium")),
    "middle": View(session=MIDDLE),
    "how": View("/?why=4", MIDDLE),
    "hint": View(session=TRAP.ask_hint()),
    "hint-cell": View(session=TRAP.ask_hint().ask_hint()),
    "values": View(session=TEMPTED.switch_values(on=True)),
    "values-of-dead-draws": View(session=MIDDLE.switch_values(on=True)),
    "values-tic-tac-toe": View(session=TRAP.switch_values(on=True)),
    "hint-and-values": View(session=MIDDLE.switch_values(on=True).ask_hint().ask_hint()),
    "set-up-position": View(session=match(SQUARE, "X.O.-.X..-....-....", x="unbeatable")),
    "won": View(session=TILTED),
    "won-by-a-row": View(session=match(TIC_TAC_TOE, "a1a2b1b2c1")),
    "won-by-two-squares": View(session=match(SQUARE, "b1d1a2d2b2d3c1d4a3c2c3b3a1")),
    "drawn": View(session=TIED),
    "lost": View(session=LOST),
    "retry": View(session=LOST.retry(TRAP.match.record, TRAP.match.players).play(1)),
    "left": View(session=MIDDLE.start(match(TIC_TAC_TOE).match)),
    "watch": View(session=PROGRAMS),
    "watched": View(session=match(TIC_TAC_TOE, "b2a1c1a3a2c2b3b1c3", x="rules", o="chain")),
    "refused": View("/moves", MIDDLE, {"cell": 0, "ply": 4, "match": MIDDLE.fingerprint}, 409),
    "replay-first": View(f"{REPLAY}&ply=0"),
    "replay-middle": View(f"{REPLAY}&ply=4"),
    "replay-turning-point": View(f"{REPLAY}&ply=5"),
    "replay-last": View(REPLAY),
    "replay-values": View(f"{SQUARE_REPLAY}&ply=4&values=on"),
    "replay-programs": View(f"{REPLAY}&ply=3&programs=on"),
    "replay-ideas": View("/replay/square/a1b2?first=x&ideas=on"),
    "replay-ideas-won": View(f"{REPLAY}&ply=4&ideas=on&values=on"),
    "replay-ideas-lost": View("/replay/square/b2a1c3?first=x&ideas=on"),
    "replay-moves": View("/replay/tic-tac-toe/a1b2c3/moves?first=x"),
    "replay-moves-sorted": View("/replay/square/b2c3/moves?first=x&sort=odds"),
    "replay-moves-over": View("/replay/tic-tac-toe/a1b2c3a3c2c1/moves?first=x"),
    "replay-without-moves": View("/replay/square/?first=x&o=medium"),
    "replay-variation": View(f"{REPLAY}&from=4&variation=c1b1&ply=5"),
    "replay-position": View("/replay/square/.X..-.X..-.OO.-..X.?values=on"),
    "play-position": View("/play/square/.X..-.X..-.OO.-..X.?x=unbeatable&o=human"),
    "replay-won": View(SQUARE_REPLAY),
    "replay-short": View("/replay/tic-tac-toe/b2?first=x&x=medium&o=human"),
    "replay-long": View(f"{LONG_REPLAY}&ply=6"),
    "story": View(STORY),
    "story-fork": View(f"{STORY}&ply=12"),
    "story-lost": View(f"{STORY}&ply=14"),
    "story-drawn": View(HELD),
    "story-won": View("/replay/square/b1a1d2a2c4b2a3?first=x&x=human&o=easy&story=on"),
    "replay-long-variation": View(f"{LONG_REPLAY}&from=2&variation=d4b3c4d3a4"),
    "puzzle": View("/puzzles/square/500"),
    "puzzle-wrong": View("/puzzles/square/500?moves=a1"),
    "puzzle-right": View("/puzzles/square/500?moves=a1b4"),
    "puzzle-look": View("/puzzles/square/500?moves=a1&hint=1"),
    "puzzle-cell": View("/puzzles/square/500?hint=2"),
    "puzzle-answer": View("/puzzles/square/500?hint=3"),
    "puzzle-solved": View("/puzzles/square/500?moves=a1b4b2d2&helped=on"),
    "puzzle-in-set": View("/puzzles/tic-tac-toe/100?game=tic-tac-toe&theme=fork,block&seed=7"),
    "puzzle-of-day": View("/puzzles/2026-11-01"),
    "puzzles": View("/puzzles"),
    "puzzles-begun": View("/puzzles", solved=((SQUARE, 387),)),
    "puzzles-set": View("/puzzles?game=all&theme=fork,quiet&plies=3-7&grade=2-4&seed=7"),
    "puzzles-set-begun": View(
        "/puzzles?game=tic-tac-toe&plies=3&grade=3", solved=((TIC_TAC_TOE, 188),)
    ),
    "puzzles-no-set": View("/puzzles?game=tic-tac-toe&theme=quiet&plies=11"),
    "rush": View("/puzzles/rush"),
    "rush-begun": View("/puzzles/rush", rush=Run(7, marks="11", best=(2, 0))),
    "rush-missed": View("/puzzles/rush", rush=Run(7, marks="110", shown=(7,), best=(2, 0))),
    "rush-over": View("/puzzles/rush", rush=Run(7, marks="11010110", shown=(), best=(9, 4))),
    "embed-puzzle": View("/embed/puzzles/square/500"),
    "embed-puzzle-wrong": View("/embed/puzzles/square/500?moves=a1&hint=2"),
    "embed-puzzle-failed": View("/embed/puzzles/square/500?moves=a1"),
    "embed-puzzle-solved": View("/embed/puzzles/square/500?moves=a1b4b2d2"),
    "embed-replay": View(f"/embed{SQUARE_REPLAY}&ply=5&values=on"),
    "embed-replay-won": View(f"/embed{REPLAY}"),
    "embed-lesson": View("/embed/learn/forks?step=3&tried=c2"),
    "embed-search": View("/embed/search/tic-tac-toe/XX.-OO.-...?at=12&colours=dark"),
    "embed-refused": View("/embed/puzzles/square/9999", status=404),
    "sheet": View("/puzzles/sheet?game=square&theme=fork"),
    "sheet-of-12": View("/puzzles/sheet?game=all&seed=7&per=12&from=13"),
    "learn": View("/learn"),
    "learn-begun": View("/learn", solved=((TIC_TAC_TOE, 8), (SQUARE, 20))),
    "learn-lines": View("/learn/lines?step=3&tried=a3"),
    "learn-threats": View("/learn/threats?step=2&cell=5"),
    "learn-forks": View("/learn/forks"),
    "learn-fork": View("/learn/forks?step=2"),
    "learn-forked": View("/learn/forks?step=2&cell=4"),
    "learn-why": View("/learn/forks?step=3&tried=c2"),
    "learn-quiet-move": View("/learn/quiet-moves?step=4&hint=on"),
    "learn-search": View("/learn/search?step=3&tried=b3"),
    "learn-search-tree": View("/learn/search?tree=7&answer=yes"),
    "learn-first-moves": View("/learn/first-moves?step=4&cell=8"),
    "puzzle-in-lesson": View("/puzzles/square/181?lesson=forks"),
    "rules": View("/learn/games"),
    "openings": View("/learn/openings"),
    "opponents": View("/learn/opponents"),
    "strength": View("/learn/strength", LOST),
    "strength-square": View("/learn/strength?game=square&of=hard", TILTED),
    "terms": View("/learn/terms"),
    "testing": View("/learn/testing"),
    "api": View("/learn/api"),
    "atlas": View("/games/atlas"),
    "atlas-won": View("/games/atlas?who=first&moves=4"),
    "atlas-table": View("/games/atlas?who=first&sort=longest"),
    "search": View("/search/tic-tac-toe/XX.-OO.-...?at=11"),
    "search-first": View("/search/tic-tac-toe/"),
    "search-deep": View("/search/tic-tac-toe/?by=minimax&at=400003"),
    "search-last": View("/search/tic-tac-toe/XX.-OO.-...?by=minimax&at=157"),
    "search-textbook": View("/search/tic-tac-toe/XX.-OO.-...?window=infinite&order=worst&at=30"),
    "search-square": View(
        "/search/square/OX..-XO.X-X.OO-OX.O?first=o&window=textbook&order=reading&at=9"
    ),
    "search-medium": View("/search/tic-tac-toe/a1b2c3?by=medium&at=9"),
    "settings": View("/settings?saved=on"),
    "mine": View("/mine", own=True),
    "mine-empty": View("/mine"),
    "mine-forget": View("/mine/forget", own=True),
    "mine-practise": View("/mine/practise/tic-tac-toe/.X.-O..-O.X", own=True),
    "lost-again": View(session=LOST, own=True),
    "games": View("/games"),
    "games-own": View("/games", match(game_for("4x2-a1b1c1"), "b2")),
    "games-new": View("/games/new"),
    "games-new-shape": View("/games/new?columns=5&rows=3&s1=b1&s1=c1&s1=d1&s1=c2"),
    "games-new-shapes": View("/games/new?s1=b1&s1=b2&where2=here&s2=a3&s2=c3&at=2"),
    "games-new-no-fit": View("/games/new?columns=3&rows=3&s1=a1&s1=b1&s1=c1&s1=d1"),
    "games-new-too-large": View("/games/new?columns=5&rows=5&s1=a1&s1=b1"),
    "games-new-is-named": View("/games/new?columns=3&rows=3&s1=a1&s1=b1&s1=c1&s2=a1&s2=b2&s2=c3"),
    "game": View("/games/tic-tac-toe"),
    "game-own": View("/games/4x2-a1b1c1"),
    "game-unsolved": View("/games/8x2-!a1c1e1g1"),
    "game-waiting": asked("5x3-a1b1d2", "8x2-a1b1d2"),
    "game-looking-ahead": asked(tries=1, found=LAYERS[:7]),
    "game-solving": asked(tries=1, found=LAYERS, valued=10),
    "game-known": asked(tries=1, found=LAYERS, valued=17),
    "game-failed": asked(tries=1, failed=TOO_MUCH),
    "position": View("/position", MIDDLE),
    "position-lost": View("/position", LOST),
    "friend": View("/with"),
    "class-new": View("/class"),
    "class-of-set": View("/class?game=square&theme=fork&count=5"),
    "class-enter": View("/c?code=nothing"),
    "class-teacher": ClassView(),
    "class-wall": ClassView(below="/wall"),
    "class-sheet": View("/puzzles/sheet?list=square-12&class=fern-42"),
    "class-wall-bare": ClassView(below="/wall?show=puzzles", then=("end",)),
    "class-wall-why": ClassView(below="/wall?show=why"),
    "class-remove": ClassView(below="/without/owl"),
    "class-finish": ClassView(below="pupil", seen_by="otter", then=("end",)),
    "class-here": ClassView(below="/here", seen_by="stranger"),
    "class-over": ClassView(then=("end",)),
    "class-join": ClassView(below="pupil", seen_by="stranger"),
    "class-joined": ClassView(below="pupil", seen_by="otter"),
    "class-ended": ClassView(below="pupil", seen_by="stranger", then=("end",)),
    "class-puzzle": ClassView(below="puzzle", seen_by="otter"),
    "friend-invited": FriendView(joined=False),
    "friend-asked": FriendView(joined=False, seen_by="watcher", game=SQUARE),
    "friend-waits": FriendView(joined=False, moves="b2"),
    "friend-joined": FriendView(seen_by="friend"),
    "friend-plays": FriendView(game=SQUARE, moves="b1a1d2a2c4b2"),
    "friend-gone": FriendView(moves="b2a1", then=(("leave", "friend"),)),
    "friend-left": FriendView(moves="b2a1", then=(("leave", "inviter"),)),
    "friend-watched": FriendView(moves="b2a1", seen_by="watcher"),
    "friend-won": FriendView(game=SQUARE, moves="b1a1d2a2c4b2a3", then=(("rematch", "friend"),)),
    "friend-lost": FriendView(
        game=SQUARE, moves="b1a1d2a2c4b2a3", seen_by="friend", then=(("rematch", "friend"),)
    ),
    "friend-drawn": FriendView(moves="a1b2b1c1a3a2c2b3c3"),
    "friend-seat": FriendView(below="/seat"),
    "friend-here": FriendView(seen_by="watcher", below="/here"),
    "not-found": View("/nowhere", status=404),
    "bad-address": View("/replay/square/zz", status=404),
    "bad-tree": View("/learn/search?tree=12&answer=draw", status=404),
    "bad-lesson": View("/learn/forks?step=2&cell=0", status=404),
    "bad-search": View("/search/tic-tac-toe/b2?at=99999", status=404),
}

OPENED = match(TIC_TAC_TOE, "a1", x="unbeatable")
ROW = "a1b1a2b2a3"  # wins for the one who begins
AGAIN = (("rematch", "inviter"), ("rematch", "friend"))
GONE = (("leave", "friend"), ("rematch", "inviter"))

# Approved too, but no browser opens them: rarer states of pages, files, and the page without the
# network.
RARE: Mapping[str, View] = {
    "components": View("/learn/components"),
    "learn-solved": View("/learn/forks?step=6", solved=((TIC_TAC_TOE, 190), (SQUARE, 139))),
    "learn-turned": View("/learn/forks?step=4"),
    "learn-values": View("/learn/values"),
    "how-of-replies": View("/?why=1", OPENED),
    "how-in-a-retry": View("/?why=1", OPENED.retry(OPENED.match.record, OPENED.match.players)),
    "retry-hides-values": View(
        session=LOST.retry(TRAP.match.record, TRAP.match.players).switch_values(on=True)
    ),
    "position-threatened": View("/position", TRAP),
    "set-up-won": View(session=match(TIC_TAC_TOE, ".O.-.X.-...a1c3a3c1a2")),
    "set-up-drawn": View(session=match(TIC_TAC_TOE, "XOX-XOO-O..b3c3", first=Mark.O)),
    "set-up-over": View(session=match(TIC_TAC_TOE, "XXX-OO.-...", o="unbeatable")),
    "set-up-full": View(session=match(TIC_TAC_TOE, "XOX-XOO-OXX", o="unbeatable")),
    "set-up-by-a-person": View(session=match(TIC_TAC_TOE, "XO.-.X.-O..", o="unbeatable")),
    "story-only-move": View(f"{STORY}&ply=7"),
    "story-between-stops": View(f"{STORY}&ply=8"),
    "replay-programs-won": View("/replay/tic-tac-toe/a1a2b1b2c1?programs=on"),
    "replay-programs-drawn": View("/replay/tic-tac-toe/b2a1c1a3a2c2b1b3c3?programs=on"),
    "puzzle-out-of-lesson": View("/puzzles/square/500?lesson=forks"),
    "puzzles-no-range": View("/puzzles?plies=2", status=404),
    "friend-unknown": View("/with/aaaaaaaaaaaaaaaa", status=404),
    "friend-asked-by-nobody": FriendView(
        joined=False, seen_by="watcher", then=(("leave", "inviter"),)
    ),
    "friend-alone": FriendView(seen_by="friend", then=(("leave", "inviter"),)),
    "friend-replies": FriendView(moves="b2", seen_by="friend"),
    "friend-waits-for-move": FriendView(moves="b2"),
    "friend-came-back": FriendView(then=(("leave", "inviter"), ("join", "inviter"))),
    "friend-won-watched": FriendView(moves=ROW, seen_by="watcher"),
    "friend-won-left": FriendView(moves=ROW, then=(("leave", "inviter"),)),
    "friend-won-back": FriendView(moves=ROW, then=(("leave", "inviter"), ("rematch", "inviter"))),
    "friend-won-gone": FriendView(moves=ROW, then=GONE),
    "friend-lost-gone": FriendView(moves=ROW, seen_by="friend", then=GONE),
    "friend-again": FriendView(moves=ROW, then=AGAIN),
    "friend-again-begins": FriendView(moves=ROW, seen_by="friend", then=AGAIN),
    "manifest": View("/manifest.webmanifest"),
    "oembed": View("/oembed?url=http://localhost/puzzles/square/12&maxwidth=300"),
    "robots": View("/robots.txt"),
    "sitemap": View("/sitemap.xml"),
    "offline": View("/offline"),
    "openapi": View("/api/openapi.json"),
    "theme": View("/theme.css"),
    "maker": View("/games/new?s1=b1&s1=b2&where1=here"),
    "level": View("/mine/level"),
    "honours": View("/mine/honours"),
    "share": View("/replay/square/b1b2b3c2b4d3a3a4c4d2c3/share?o=hard"),
    "share-of-two": View("/replay/tic-tac-toe/a1b1a2b2a3/share"),
    "shared": View("/g/tic-tac-toe/b2b1a1c3a2a3c2?o=easy"),
    "shared-lost": View("/g/square/a4b3c2c4b1c3b4b2d4c1d2a3a2a1?o=hard"),
    "level-held": View("/mine/level", honours=EARNED),
    "honours-earned": View("/mine/honours", honours=EARNED),
    "shared-drawn": View("/g/tic-tac-toe/a1b2b1c1a3a2c2b3c3?first=o&x=unbeatable"),
}

MOVING: Mapping[str, View] = {
    "carry": View("/mine/carry", honours=EARNED),
    "today": View(honours=EARNED, session=match(SQUARE, "b2a1d2", o="hard")),
}
"""Each time they have another signature, or another seed."""
