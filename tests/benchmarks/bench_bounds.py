"""Cost of the dearest requests of each kind, first and repeated, as ratios to a bare page.

`python -m tests.benchmarks.bench_bounds` plays random games and sends every request about them in
this process. It sends each to an application with its caches twice, then to one that caches no
response. A cost is processor time, as a ratio to the bare page. It is no part of the tests.
"""

import gc
import resource
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

import click
from flask import Flask

from ai.opponents import HUMAN
from ai.opponents.search import SEARCHES
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from ai.rules.notation import game_text
from ai.rules.position import Mark
from ai.rules.record import Record, parse_record
from tests.benchmarks import bare
from tests.benchmarks.bench_server import opponents, random_moves
from tests.browser import signed
from tests.page import ENCODINGS
from webapp import create_app
from webapp.api.questions import QUESTIONS
from webapp.board.players import Players
from webapp.board.preview import png
from webapp.match.match import Match
from webapp.match.session import Session

BARE_PAGES = 500
FIXED = (
    *("/learn", "/learn/forks?cell=9", "/learn/quiet-moves?cell=9"),
    *("/learn/games", "/learn/openings", "/learn/opponents", "/learn/terms", "/learn/strength"),
    *("/learn/api", "/api/openapi.json", "/settings", "/sitemap.xml"),
    *("/puzzles", "/puzzles?game=all", "/puzzles?game=square&theme=fork,quiet&seed=1"),
    *("/puzzles/sheet?game=square&per=12", "/embed/learn/quiet-moves?cell=9"),
    *("/api/puzzles/tic-tac-toe", "/api/puzzles/square"),
    *(f"/search/tic-tac-toe/?by={by}&first={first}" for by in SEARCHES for first in "xo"),
)


class Asked(NamedTuple):
    """A request of some *kind*; *cookie* holds the match if the request is about one."""

    kind: str
    path: str
    form: dict[str, str] | None = None
    cookie: str = ""

    @property
    def words(self) -> str:
        """The path and the form, without the match."""
        return f"{self.path} {urlencode(self.form)}" if self.form else self.path

    def ask(self, app: Flask) -> float:
        """The processor time that *app* takes to respond, in seconds."""
        headers = {"Accept-Encoding": ENCODINGS}
        if self.form:
            headers["HX-Request"] = "true"
        client = app.test_client(use_cookies=False)
        method = "GET" if self.form is None else "POST"
        cookie = {"Cookie": f"session={self.cookie}"} if self.cookie else {}
        before = time.process_time()
        response = client.open(self.path, method=method, data=self.form, headers=headers | cookie)
        taken = time.process_time() - before
        if response.status_code >= 400:
            raise SystemExit(f"{self} was answered {response.status_code}.")
        return taken


@dataclass
class Found:
    """Costs of the requests of one kind, in seconds: first, again, and without cached responses."""

    first: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    unkept: list[float] = field(default_factory=list)
    dearest: str = ""

    def add(self, words: str, first: float, again: float, unkept: float) -> None:
        """Add one request."""
        if first > max(self.first, default=0):
            self.dearest = words
        self.first.append(first)
        self.again.append(again)
        self.unkept.append(unkept)


def requests(app: Flask, games: int, lots: Random) -> Iterator[Asked]:
    """All kinds of requests: some always the same, some of random *games*."""
    for path in FIXED:
        yield Asked(path, path)
    for _ in range(games):
        for game in GAMES.values():
            moves = random_moves(game, lots)
            ply = lots.randint(0, len(moves))
            yield from of_replay(game, moves, ply, lots)
            yield from of_api(game, lots)
            yield from of_puzzle(lots.choice(load(game)), lots)
            yield from of_match(app, game, moves[: min(ply, len(moves) - 1)], lots)


def of_replay(game: Game, moves: Sequence[int], ply: int, lots: Random) -> Iterator[Asked]:
    """The requests for the replay of a game."""
    x, o = (lots.choice(opponents(game)) for _ in Mark)
    at = f"?ply={ply}&x={x}&o={o}"
    address = f"/replay/{game.key}/{game_text(game, moves)}{at}"
    kind = f"replay {game.key}"
    yield Asked(kind, address)
    yield Asked(f"{kind}, values", f"{address}&values=on")
    yield Asked(f"{kind}, figure", f"{address}&figure=1")
    yield Asked(f"{kind}, ideas", f"{address}&ideas=on")
    yield Asked(f"{kind}, programs", f"{address}&programs=on")
    yield Asked(f"{kind}, moves", f"{address}&table=on")
    yield Asked(f"{kind}, frame", f"/embed{address}")
    for question in QUESTIONS:
        asked = address.replace("/replay/", f"/api/{question.name}/")
        if question.name != "why" or ply:
            yield Asked(f"api {question.name} {game.key}", asked)
    if game is TIC_TAC_TOE and ply < len(moves):
        for by in SEARCHES:
            search = f"/search/{game.key}/{game_text(game, moves[:ply])}?by={by}&at=2"
            yield Asked(f"search {by}", search)
    yield Asked(
        f"preview {game.key}", f"/preview/{game.key}.png{at}&moves={game_text(game, moves)}"
    )


def of_api(game: Game, lots: Random) -> Iterator[Asked]:
    """The requests of other programs for a fresh random game, at one of its moves."""
    moves = random_moves(game, lots)
    x, o = (lots.choice(opponents(game)) for _ in Mark)
    at = f"?ply={lots.randint(1, len(moves))}&x={x}&o={o}"
    for question in QUESTIONS:
        address = f"/api/{question.name}/{game.key}/{game_text(game, moves)}{at}"
        yield Asked(f"api {question.name} {game.key}", address)


def of_puzzle(puzzle: Puzzle, lots: Random) -> Iterator[Asked]:
    """The requests for *puzzle*: its page, with hints, solved, and after a random try."""
    key, path = puzzle.game.key, f"/puzzles/{puzzle.game.key}/{puzzle.number}"
    yield Asked(f"puzzle {key}", path)
    for hint in range(1, 4):
        yield Asked(f"puzzle {key}, hint {hint}", f"{path}?hint={hint}")
    moves = [step.move.cell for step in solution(puzzle)]
    yield Asked(f"puzzle {key}, solved", f"{path}?moves={game_text(puzzle.game, moves)}")
    cell = lots.choice(puzzle.position.empty_cells)
    yield Asked(f"puzzle {key}, tried", f"{path}?moves={game_text(puzzle.game, [cell])}")
    yield Asked(f"puzzle {key}, move", path, {"cell": str(cell)})
    yield Asked(f"puzzle {key}, picture", f"{path}.png")
    yield Asked(f"puzzle {key}, frame", f"/embed{path}")


def of_match(app: Flask, game: Game, moves: Sequence[int], lots: Random) -> Iterator[Asked]:
    """The requests in a match after *moves*, against a random opponent."""
    record = parse_record(game, game_text(game, moves), Mark.X)
    key = lots.choice(opponents(game))
    mover = record.position.to_move
    players = Players().replace(mover.other, key)
    cookie, known = kept(app, record, players), {"ply": str(len(moves))}
    yield Asked(f"page {game.key}", "/", None, cookie)
    cell = str(lots.choice(record.position.empty_cells))
    yield Asked(f"move {game.key}", "/moves", {"cell": cell, **known}, cookie)
    yield Asked(f"hint {game.key}", "/hint", known, cookie)
    yield Asked(f"values {game.key}", "/values", {"show": "on", **known}, cookie)
    if len(moves) > 1:
        yield Asked(f"undo {game.key}", "/undo", known, cookie)
        yield Asked(f"why {game.key}", f"/?why={len(moves)}&figure=1", None, cookie)
    programs = Players(key, lots.choice(opponents(game)))
    form = {"until": "end", **known}
    yield Asked(f"step {game.key} to the end", "/step", form, kept(app, record, programs))
    start = {"game": game.key, "x": HUMAN, "o": key, "first": lots.choice("xo")}
    yield Asked(f"start {game.key}", "/matches", start | {"moves": game_text(game, moves)})


def kept(app: Flask, record: Record, players: Players) -> str:
    """The cookie of a match."""
    return signed(app, Session(Match(record, players, seed=1)).cookie)


def application(*, keeps: bool) -> Flask:
    """The application without limits."""
    config = {"SECRET_KEY": "benchmark", "LIMIT_REQUESTS": "", "LIMIT_MILLISECONDS": ""}
    return create_app(config if keeps else config | {"KEPT_RESPONSES": 0})


def table(found: dict[str, Found], unit: float) -> str:
    """The costs as a Markdown table, in units of the bare page."""
    lines = [
        "| request | first: median, most | again: most | drawn again: most | the dearest |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for kind, costs in sorted(found.items(), key=lambda item: -max(item[1].first)):
        first = f"{median(costs.first) / unit:.1f}, {max(costs.first) / unit:.0f}"
        again, unkept = (f"{max(some) / unit:.1f}" for some in (costs.again, costs.unkept))
        lines.append(f"| {kind} | {first} | {again} | {unkept} | `{costs.dearest}` |")
    return "\n".join(lines)


@click.command
@click.option("--games", default=100, show_default=True, help="Random games of each kind.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Print the cost of the dearest requests of each kind, as ratios to a bare page."""
    ours, unkept = application(keeps=True), application(keeps=False)
    bare.app.secret_key = "benchmark"  # noqa: S105
    page = Asked("bare", "/")
    unit = median(page.ask(bare.app) for _ in range(BARE_PAGES))
    for app in (ours, unkept):  # what is made once for a process
        for path in (*FIXED, "/", "/replay/square/", "/replay/tic-tac-toe/b2?values=on"):
            Asked("", path).ask(app)
    png(Record(parse_record(GAMES["square"], "b2", Mark.X).position).position)
    gc.disable()  # what it takes would be counted to whichever request it meets
    found: defaultdict[str, Found] = defaultdict(Found)
    for asked in requests(ours, games, Random(seed)):  # noqa: S311
        # The lesser of two, for processors change their speed.
        first, *again = (asked.ask(ours) for _ in range(3))
        unkept_again = [asked.ask(unkept) for _ in range(2)]
        found[asked.kind].add(asked.words, first, min(again), min(unkept_again))
    click.echo(table(found, unit))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"\nThe bare page took {unit * 1e3:.2f} ms. Memory at most: {most:.0f} MB.")


if __name__ == "__main__":
    main()
