"""Laws of games between friends that the quick tests hold on few cases and the proofs on many."""

import re
from collections.abc import Container, Sequence

from flask import Flask
from werkzeug.test import TestResponse

from ai.rules.games import Game
from tests.page import shown
from tests.visitors import NEW, two, visitor

WON = ("a1", "b1", "a2", "b2", "a3")  # by the one who begins

# Text that would tell a player more than the board does.
HELP = re.compile(
    r"data-(value|hint|best|tried|worth)\b|threat|\bwin in\b|\bbest\b|\bfork"
    r"|/replay/|/api/|/search/|id=\"(why|advice|worths|hint|values|sketch\" viewBox)"
)


def assert_no_page_helps(app: Flask, game: Game, moves: Sequence[str], at: Container[int]) -> None:
    """No page that a player or a watcher can open *at* these plies of a game of these
    *moves*, nor the answer to any move.
    """
    players = inviter, friend = two(app, game=game.key)
    three = inviter, friend, visitor(app, inviter)
    for ply, name in enumerate(moves):
        for one in three if ply in at else ():
            for text in (
                one.client.get(one.address).text,
                one.client.get(f"{one.address}?command=last").text,
                one.client.get(f"{one.address}?values=on&why=1").text,
                one.client.post(f"{one.address}/command", data={"command": "help"}).text,
            ):
                seen = re.sub(r"<dialog.*</dialog>|<head>.*</head>", "", text, flags=re.DOTALL)
                assert not HELP.search(seen), HELP.search(seen)
        mover, other = players[ply % 2], players[1 - ply % 2]
        for text in (mover.play(name).text, other.ask_news().text):
            assert shown(mover.page).state != "active" or not HELP.search(text)
        other.news()
    assert shown(inviter.page).state != "active"
    assert "No hints, values or reasons here before the end." in inviter.main.text


def new_game(app: Flask, address: str = "127.0.0.1") -> TestResponse:
    """A new visitor at that network address begins a game."""
    client = app.test_client()
    client.get("/with")
    return client.post("/with", data=NEW, environ_overrides={"REMOTE_ADDR": address})


def assert_networks_are_bounded(app: Flask, network: str, numbers: range, factor: int) -> None:
    """*factor* visitors of those with these *numbers* in a *network* begin a game. The others, but
    nobody elsewhere, must wait for an hour.
    """
    answers = [new_game(app, network.format(number)) for number in numbers]
    assert [answer.status_code for answer in answers].count(303) == factor
    refused = answers[-1]
    assert refused.status_code == 429
    assert 3_000 < int(refused.headers["Retry-After"]) <= 3_600
    assert "Too many new games from your network. Try again in an hour" in refused.text
    assert new_game(app, "3fff:1::1").status_code == 303
