"""Replays: their addresses, any of them, and their pages."""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from flask import Flask
from hypothesis import assume
from hypothesis import strategies as st

from ai.opponents import HUMAN
from ai.rules.record import Record
from ai.study.moves_from_here import both_ways, orders
from tests import strategies
from tests.model import Model
from tests.model import replay as played
from tests.page import Element, read
from tests.strategies import marks_in_turn, players
from webapp.board.players import Players
from webapp.replay.address import read_replay
from webapp.replay.replay import SWITCHES, Replay, replay_url


def address(game: str, text: str = "", **query: object) -> str:
    """The address of a replay, written as a person would."""
    path = f"/replay/{quote(game, safe='')}/{quote(text, safe='')}"
    return f"{path}?{urlencode(query)}" if query else path


def replay_at(link: str) -> Replay:
    parts = urlsplit(link)
    found = re.fullmatch(r"/replay/([^/]+)(?:/((?!moves$)[^/]*))?(/moves)?", parts.path)
    assert found, link
    game, text, moves = found.groups("")
    query = dict(parse_qsl(parts.query)) | ({"table": "on"} if moves else {})
    return read_replay(query, unquote(game), unquote(text))


def at(app: Flask, replay: Replay) -> str:
    """The address that the application gives *replay*."""
    with app.test_request_context():
        return replay_url(replay)


@lru_cache(maxsize=64)
def visit(app: Flask, link: str) -> Element:
    """The page at *link* for a first visitor; it sets no cookie, but for the steps of a lesson."""
    response = app.test_client().get(link)
    assert response.status_code == 200, link
    assert response.headers.get("Set-Cookie", "honours=").startswith("honours=")
    assert "Set-Cookie" not in response.headers or link.startswith("/learn/")
    return read(response.text)


def model_at(replay: Replay, ply: int | None = None) -> Model:
    """The model of *replay* up to *ply*; a person may play on."""
    record, ply = replay.record, replay.ply if ply is None else ply
    plain = start_of(record)
    moves = record.moves
    if replay.variation:
        moves = (*moves[: replay.variation.ply - record.start.ply], *replay.variation.moves)
    assert played(plain, moves[: ply - record.start.ply])
    return plain


def start_of(record: Record) -> Model:
    """The start of *record* as the model has it, whose marks it takes in some order."""
    marks = marks_in_turn(record.start, record.first)
    return Model(record.game.key, HUMAN, HUMAN, record.first, marks, set_up=len(marks))


def records() -> st.SearchStrategy[Record]:
    """Any game; some from a position that is drawn."""
    return strategies.games.flatmap(strategies.records)


@st.composite
def replays(draw: st.DrawFn) -> Replay:
    """Any game, at any ply, with any switches."""
    record = draw(records())
    anyone = st.sampled_from(players(record.game))
    return Replay(
        record,
        Players(draw(anyone), draw(anyone)),
        ply=draw(st.integers(record.start.ply, record.ply)),
        on=draw(st.frozensets(st.sampled_from(SWITCHES))),
        sort=draw(st.sampled_from(both_ways(orders(record.game)))),
    )


@st.composite
def variations(draw: st.DrawFn) -> Replay:
    replay = draw(replays())
    plain, first = model_at(replay), len(model_at(replay).moves)
    order = draw(st.permutations(plain.cells))
    played(plain, [c for c in order if plain.allows(c)][: draw(st.integers(1, len(order)))])
    varied = replay.continued(plain.moves[first:])
    assume(varied.variation)
    return varied.at(draw(st.integers(replay.record.start.ply, len(plain.moves))))


def previewed(page: Element) -> dict[str, str]:
    """The Open Graph properties of a page, for shared links."""
    named = [m for m in page.all("meta") if "property" in m.attributes]
    return {meta["property"]: meta["content"] for meta in named}
