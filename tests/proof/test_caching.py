"""Caching, of every address and of many replays; the texts and the sizes of all caches."""

import gc
from collections.abc import Iterator
from itertools import cycle
from random import Random
from types import FunctionType, ModuleType

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from jinja2 import Environment

from ai.rules import games
from ai.rules.games import GAMES, RECENT, game_for
from tests.addresses import PUBLIC
from tests.browser import browser_in
from tests.conftest import caches, forget_all
from tests.definitions import random_text
from tests.kept_responses import expect_one_rendering, keeping_app, told
from tests.page import HTMX
from tests.replays import at, replays
from tests.views import MIDDLE
from webapp.board import parts
from webapp.game.match_page import _match_page as match_page
from webapp.replay.replay import SWITCHES, Replay, preview_url

NOBODY = "Zebra crossing"
FIELDS = ("cell", "ply", "game", "x", "o", "first", "seed", "moves", "show", "match", "until")


@pytest.fixture(scope="module")
def keeping() -> Flask:
    return keeping_app()


@pytest.mark.parametrize("path", PUBLIC.values())
def test_every_public_response_is_rendered_once_for_everybody(
    app: Flask, keeping: Flask, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_one_rendering(app, keeping, path, monkeypatch)


@settings(max_examples=20)
@given(replays())
def test_a_replay_is_the_same_kept_as_drawn(app: Flask, keeping: Flask, replay: Replay) -> None:
    """It adds few keys to caches without bound: those of the rules, not of what visitors ask."""
    unbounded = [cache for cache in caches() if cache.cache_info().maxsize is None]
    before = [cache.cache_info().currsize for cache in unbounded]
    client, drawn = keeping.test_client(), app.test_client()
    with app.test_request_context():
        picture = preview_url(replay).removeprefix("http://localhost")
    for address in (at(app, replay), picture):
        client.get(address)
        kept, fresh = client.get(address), drawn.get(address)
        assert kept.data == fresh.data
        assert told(kept) == told(fresh)
    drawn.get(f"{at(app, replay)}&values=on&programs=on")
    few = 2 * sum(len(game.winning_sets) + len(game.cells) for game in GAMES.values())
    for cache, size in zip(unbounded, before, strict=True):
        assert cache.cache_info().currsize - size <= few


@settings(max_examples=100)
@given(replays(), replays())
def test_the_text_of_a_replay_tells_it_from_others(replay: Replay, other: Replay) -> None:
    assert (str(replay) == str(other)) == (replay == other)
    for name in SWITCHES:
        assert str(replay.switched(name)) != str(replay)


def texts(thing: object, seen: set[int]) -> Iterator[str]:
    """All texts to which *thing* leads, through data alone."""
    if id(thing) in seen or isinstance(thing, (type, ModuleType, FunctionType, Environment)):
        return
    seen.add(id(thing))
    if isinstance(thing, str):
        yield thing
    for inner in gc.get_referents(thing):
        yield from texts(inner, seen)


def test_no_text_of_a_visitor_is_kept() -> None:
    """The caches keep no refused field, no odd path or query, and no invented host."""
    client, ways = browser_in(keeping_app(), MIDDLE), cycle((HTMX, {}))
    for rule in client.application.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            for name, headers in zip(FIELDS, ways, strict=False):
                form = {"ply": "4", "cell": "0", "game": "square", "x": "human", "o": "easy"}
                form |= {"first": "x", "show": "on", name: NOBODY}
                assert client.post(rule.rule, data=form, headers=headers).status_code < 500
    address = PUBLIC["replay.show"]
    for path in (f"/{NOBODY}", f"{address}&a={NOBODY}", f"/replay/{NOBODY}/", f"/?why={NOBODY}"):
        assert client.get(path, headers=next(ways)).status_code < 500
    client.get(address, base_url="http://zebra-crossing.example")
    for cache in (match_page, parts._rendering):
        assert not [text for text in texts(cache, set()) if "zebra" in text.lower()]


def test_games_come_and_go(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many of one's own only a few are held, whatever was asked of each."""
    monkeypatch.setattr(games, "MOST", RECENT + 4)
    forget_all()
    lots, before = Random(18), {*games._own}  # noqa: S311
    keys = {game_for(random_text(lots, cells=range(5, 7))).key for _game in range(34)}
    assert len(keys) > RECENT + 8
    for key in sorted(keys):
        of_a_game = f"/replay/{key}/a1?values=on", f"/api/moves/{key}/b1", f"/search/{key}/a1"
        for path in (*of_a_game, f"/games/{key}", f"/games/{key}.png", f"/puzzles?game={key}"):
            assert client.get(path).status_code == 200
    gc.collect()
    assert len({*games._own} - before) <= RECENT + 4
