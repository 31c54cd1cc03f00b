"""Tasks on growth: of the games that a browser keeps, and of friends' games in the store."""

from pathlib import Path
from typing import NamedTuple

from browser import Browser, Step, lots
from flask import Flask
from measured import Table, answer_tasks, timed
from script import friends_game, whole_game

KEPT = 1, 10, 30, 100  # games of one browser
MEASURED = 4  # games after these, each from the same cookies
STORED = 10, 1_000, 10_000  # games in the store


class Scripts(NamedTuple):
    """Games of browsers that keep others, and games of friends for each of :data:`STORED`."""

    own: list[Step]
    friends: list[list[Step]]


def made(app: Flask) -> Scripts:
    """The scripts; each begins with a game that warms up."""
    own: list[Step] = []
    whole_game(app, own, "square", "easy", 99)
    veteran = Browser(app, [])
    for played in range(1, 1 + max(KEPT)):
        veteran.start("square", "medium", seed=played)
        veteran.play(lots("kept", played))
        for seed in range(MEASURED if played in KEPT else 0):
            player, games = Browser(app, own, {**veteran.cookies}), f"after {played} games"
            player.load("/", f"a page {games}")
            player.start("square", "easy", seed=seed)
            player.play(lots("measured", seed), f"a move {games}")
            own[-1] = own[-1]._replace(row=f"the last move {games}")
    friends: list[list[Step]] = []
    for stored in STORED:
        friends.append([])
        friends_game(app, friends[-1], "tic-tac-toe", 2 * stored)
        row = f"beside {stored:,} games"
        friends_game(
            app,
            friends[-1],
            "tic-tac-toe",
            2 * stored + 1,
            f"a friend's move {row}",
            f"news {row}",
        )
    return Scripts(own, friends)


def kept(app: Flask, scripts: Scripts) -> Table:
    """The times of a browser that keeps games, and the bytes of its cookies."""
    return timed(app, scripts.own)


def stored(app: Flask, scripts: Scripts) -> Table:
    """The times of friends whose store has more and more games, and the bytes of its files."""
    table: Table = {}
    host = Browser(app, [])
    host.look("/with")
    for before, count, script in zip((0, *STORED), STORED, scripts.friends, strict=False):
        for number in range(before, count):
            host.submit("/with", game="square", first="x", side="x", once=f"beside: {number}")
        found = timed(app, script)
        files = Path(app.config["GAMES_STORAGE"].partition("://")[2]).parent.iterdir()
        size = sum(it.stat().st_size for it in files)
        for row in found.values():
            row["files"] = [size]
        table |= found
    return table


if __name__ == "__main__":
    answer_tasks(made, {"kept": kept, "stored": stored}, LIMIT_GAMES="", GAMES_MOST=20_000)
