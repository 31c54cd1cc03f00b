"""Every kind of page, and the states of a match and of a replay."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import parse_game
from ai.rules.position import Mark
from ai.rules.record import parse_record
from tests.browser import browser_in
from webapp.board.players import Players
from webapp.match.match import Match
from webapp.match.session import Session

HUMAN = "human"


@dataclass(frozen=True)
class View:
    """A request for *path*, a post if it has a *form*, from a browser with *session* in its cookie;
    *status* is the expected status of the response.
    """

    path: str = "/"
    session: Session = field(default_factory=Session)
    form: Mapping[str, str | int] | None = None
    status: int = 200

    def visit(self, app: Flask) -> TestResponse:
        """The response of *app*."""
        browser = browser_in(app, self.session)
        if self.form is None:
            return browser.get(self.path)
        return browser.post(self.path, data=self.form)


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

    def visit(self, app: Flask) -> TestResponse:
        """The response of *app*."""
        clients = {name: app.test_client() for name in ("inviter", "friend", "watcher")}

        def post_of(client: FlaskClient) -> Post:
            client.get("/with")  # gives the mark of a seat
            return lambda path, form: client.post(path, data=form).headers["Location"]

        address = self.begin({name: post_of(client) for name, client in clients.items()})
        return clients[self.seen_by].get(address)


def match(game: Game, moves: str = "", x: str = HUMAN, o: str = HUMAN) -> Session:
    """A session with a match in which these *moves* were made, the first by X."""
    return Session(Match(parse_record(game, moves, Mark.X), Players(x, o), seed=1))


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

VIEWS: Mapping[str, View] = {
    "first": View(session=match(TIC_TAC_TOE, o="medium")),
    "first-square": View(session=match(SQUARE, o="medium")),
    "middle": View(session=MIDDLE),
    "how": View("/?why=4", MIDDLE),
    "hint": View(session=TRAP.ask_hint()),
    "values": View(session=TEMPTED.switch_values(on=True)),
    "values-of-dead-draws": View(session=MIDDLE.switch_values(on=True)),
    "values-tic-tac-toe": View(session=TRAP.switch_values(on=True)),
    "hint-and-values": View(session=MIDDLE.switch_values(on=True).ask_hint()),
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
    "replay-won": View(SQUARE_REPLAY),
    "replay-short": View("/replay/tic-tac-toe/b2?first=x&x=medium&o=human"),
    "replay-long": View(f"{LONG_REPLAY}&ply=6"),
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
    "puzzles-set": View("/puzzles?game=all&theme=fork,quiet&plies=3-7&grade=2-4&seed=7"),
    "puzzles-no-set": View("/puzzles?game=tic-tac-toe&theme=quiet&plies=11"),
    "embed-puzzle": View("/embed/puzzles/square/500"),
    "embed-puzzle-wrong": View("/embed/puzzles/square/500?moves=a1&hint=2"),
    "embed-puzzle-solved": View("/embed/puzzles/square/500?moves=a1b4b2d2"),
    "embed-replay": View(f"/embed{SQUARE_REPLAY}&ply=5&values=on"),
    "embed-replay-won": View(f"/embed{REPLAY}"),
    "embed-lesson": View("/embed/learn/forks?cell=9"),
    "embed-refused": View("/embed/puzzles/square/9999", status=404),
    "sheet": View("/puzzles/sheet?game=square&theme=fork"),
    "sheet-of-12": View("/puzzles/sheet?game=all&seed=7&per=12&from=13"),
    "learn": View("/learn"),
    "learn-lines": View("/learn/lines?cell=10"),
    "learn-threats": View("/learn/threats?cell=1"),
    "learn-forks": View("/learn/forks"),
    "learn-fork": View("/learn/forks?cell=9"),
    "learn-quiet-move": View("/learn/quiet-moves?cell=9"),
    "learn-values": View("/learn/values?cell=0"),
    "learn-search": View("/learn/search?cell=5"),
    "learn-first-moves": View("/learn/first-moves?cell=1"),
    "puzzle-in-lesson": View("/puzzles/square/181?lesson=forks"),
    "rules": View("/learn/games"),
    "openings": View("/learn/openings"),
    "opponents": View("/learn/opponents"),
    "strength": View("/learn/strength", LOST),
    "strength-square": View("/learn/strength?game=square&of=hard", TILTED),
    "terms": View("/learn/terms"),
    "testing": View("/learn/testing"),
    "api": View("/learn/api"),
    "search": View("/search/tic-tac-toe/XX.-OO.-...?at=11"),
    "search-first": View("/search/tic-tac-toe/"),
    "search-deep": View("/search/tic-tac-toe/?by=minimax&at=400003"),
    "search-last": View("/search/tic-tac-toe/XX.-OO.-...?by=minimax&at=157"),
    "search-medium": View("/search/tic-tac-toe/a1b2c3?by=medium&at=9"),
    "settings": View("/settings?saved=on"),
    "position": View("/position", MIDDLE),
    "position-lost": View("/position", LOST),
    "friend": View("/with"),
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
    "bad-lesson": View("/learn/forks?cell=0", status=404),
    "bad-search": View("/search/tic-tac-toe/b2?at=99999", status=404),
}
