"""The script: all requests of the table, made by playing."""

from urllib.parse import urlsplit

from browser import WARM, Browser, Step, lots
from flask import Flask

LEVELS = "easy", "medium", "hard", "unbeatable"
OPPONENTS = {
    "tic-tac-toe": (*LEVELS, "rules", "chain", "minimax", "alpha-beta"),
    "square": LEVELS,
}
GAMES = 4  # against each opponent
AGAIN = 20  # times that the same request is sent
FRESH = 8  # of other kinds that are sent once
SWITCHES = "&values=on&ideas=on&programs=on"


def made(app: Flask) -> list[Step]:
    """The script. At first it warms up; the rows follow as they are told."""
    script: list[Step] = []
    _warm_up(app, script)
    _same_again(app, script)
    for game, opponents in OPPONENTS.items():
        for opponent in opponents:
            for number in range(GAMES):
                whole_game(app, script, game, opponent, number, f"a move of {game}: {opponent}")
    for game in OPPONENTS:
        friends_game(
            app,
            script,
            game,
            1,
            f"with a friend: a move of {game}",
            f"with a friend: news of {game}",
        )
    _addresses(app, script)
    return script


def whole_game(
    app: Flask, script: list[Step], game: str, opponent: str, number: int, row: str = WARM
) -> str:
    """Play the game of this *number* with a new browser; the path of its replay."""
    player = Browser(app, script)
    player.start(game, opponent, seed=number)
    player.play(lots(game, opponent, number), row)
    player.look("/replay")
    return urlsplit(player.location).path


def friends_game(
    app: Flask, script: list[Step], game: str, number: int, row: str = WARM, news: str = WARM
) -> None:
    """Play a game between two browsers: moves count in *row*, what the other hears in *news*."""
    one, other = Browser(app, script), Browser(app, script)
    one.load("/with")
    one.submit("/with", game=game, first="x", side="x", once=f"game {number}")
    there = urlsplit(one.location).path
    other.load("/with")
    other.submit(f"{there}/join")
    one.load(there)
    other.load(there)
    one.look(there)
    while one.empty:
        one.click(f"{there}/moves", row, cell=lots(game, *one.empty).choice(one.empty))
        other.ask(f"{there}/news", news)
        one, other = other, one
        one.look(there)


def _warm_up(app: Flask, script: list[Step]) -> None:
    visitor = Browser(app, script)
    for game in OPPONENTS:
        path = whole_game(app, script, game, "medium", 99)
        visitor.load(f"{path}?first=x&ply=4{SWITCHES}")
        visitor.load(f"/preview/{game}.png")
    for path in ("/puzzles/square/500?moves=a1", "/search/tic-tac-toe/?at=9", "/api/why/square/b2"):
        visitor.load(path)
    visitor.look("/puzzles/square/1")
    for cell in visitor.empty:  # one of them solves it: the first to do so learns of the days
        visitor.submit("/puzzles/square/1", cell=cell)
    friends_game(app, script, "tic-tac-toe", 99)


def _same_again(app: Flask, script: list[Step]) -> None:
    """Eight kinds of click, and the first page."""
    player = Browser(app, script)
    player.start("tic-tac-toe", "medium")
    player.click("/moves", "the same click again: a move of tic-tac-toe", AGAIN, cell="4")
    player.start("square", "hard")
    player.play(lots(3), most=2)
    player.click("/moves", "the same click again: a move of square", AGAIN, cell=player.empty[0])
    player.click("/hint", "the same click again: a hint", AGAIN)
    player.click("/values", "the same click again: values", AGAIN, show="on")
    player.click("/undo", "the same click again: undo", AGAIN)
    player.ask("/", "the same click again: show how", AGAIN, why="4")
    new = {"game": "square", "x": "human", "o": "medium", "first": "x", "seed": "7"}
    player.click("/matches", "the same click again: a new match", AGAIN, **new)
    player.start("tic-tac-toe", "unbeatable", x="medium")
    player.click("/step", "the same click again: a step of two programs", AGAIN)
    Browser(app, script).load("/", "the first page", AGAIN)


def _addresses(app: Flask, script: list[Step]) -> None:
    """Pages and answers that no request before was about."""
    for number in range(FRESH):
        visitor = Browser(app, script)
        for switches, row in (("", "plain"), (SWITCHES, "all switches")):
            path = whole_game(app, [], "square", "easy", 100 + 2 * number + bool(switches))
            there = f"{path}?first=x&x=human&o=easy&ply={3 + number % 4}{switches}"
            visitor.load(there, f"a fresh replay of square, {row}")
        moves = path.rpartition("/")[2]
        visitor.load(f"/preview/square.png?moves={moves}&ply=4", "a fresh picture of a link")
        puzzle = f"/puzzles/square/{20 + 100 * number}"
        visitor.load(puzzle, "a puzzle's page")
        visitor.look(puzzle)
        visitor.submit(puzzle, "a try at a puzzle", cell=visitor.empty[0])
        visitor.load(f"/search/tic-tac-toe/?at={100 + 100 * number}", "a visit of a search")
        moves = whole_game(app, [], "square", "easy", 200 + number).rpartition("/")[2]
        visitor.load(f"/api/why/square/{moves[:8]}?x=unbeatable", "an answer of the API, why")
