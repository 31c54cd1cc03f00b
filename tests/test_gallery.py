"""The gallery, and the page of each game: what they claim, and how solving is shown."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import TooManyRequests

from ai.rules.games import NAMED, game_for
from tests import reference
from tests.browser import browser_in
from tests.page import read
from tests.reference import (
    empty_board,
    in_words,
    reachable,
    value_and_distance,
    winners_own,
    worths,
)
from tests.views import match
from webapp.gallery.solved import longest_fight, moves_to_win
from webapp.solving import queue
from webapp.solving.queue import Solving

SMALL = ["3x2-a1b1c1", "4x2-!a1b1-!c2d2", "2x2-a1b1", "3x2-a1b1a2", "2x2-a1b2"]


@pytest.mark.parametrize("key", SMALL)
def test_the_page_of_a_solved_game_tells_its_values_and_its_longest_fight(
    client: FlaskClient, key: str
) -> None:
    """By the reference, which walks all its positions."""
    page, start = read(client.get(f"/games/{key}").text), empty_board(key, "X")
    value, plies = value_and_distance(start)
    assert value >= 0  # for an extra mark never harms
    won, drawn = (
        f"Whoever begins wins, in {winners_own(plies or 0)} moves.",
        "A draw, if nobody slips.",
    )
    assert [it.text for it in page.by_id("main").all("h2")] == [won if value else drawn]
    for cell, worth in worths(start).items():
        assert f", {in_words(worth)}" in page.by_id(f"cell-{cell}")["aria-label"]
    ways = len(reference.ways(key))
    assert (f"{ways} ways to win, and" if ways > 1 else "One way to win, and") in page.text
    wins = [value_and_distance(board) for board in reachable(key, "X")]
    longest = max(plies or 0 for value, plies in wins if value > 0)
    fight = longest_fight(game_for(key))
    assert fight.record.ply - fight.ply == longest
    assert fight.record.position.outcome
    winner, own = fight.position.to_move, winners_own(longest)
    assert fight.record.position.outcome.winner is winner
    said = f"{winner} wins in {own} {'move' if own == 1 else 'moves'}, whatever"
    assert said in page.text


def test_a_cell_of_the_map_begins_there(client: FlaskClient) -> None:
    page = read(client.get("/games/el").text)
    fields = {it["name"]: it["value"] for it in page.by_id("main").all("input")}
    chosen = {"game": fields["game"], "x": fields["x"], "o": "unbeatable", "first": "o"}
    response = client.post("/matches", data=chosen | {"cell": "4"}, follow_redirects=True)
    begun = read(response.text)
    assert (begun.by_id("board")["data-game"], begun.by_id("board")["data-ply"]) == ("el", "2")
    assert begun.by_id("cell-4")["data-mark"] == "X"
    assert client.post("/matches", data=chosen | {"cell": "9"}).status_code == 400


def cards(text: str) -> dict[str, str]:
    """What each card of a gallery says, by its headline."""
    found = [it for it in read(text).by_id("main").all("li") if it.all("h3")]
    return {(it.all("h3")[0].all("a") or it.all("h3"))[0].text: it.text for it in found}


def test_the_gallery_has_every_named_game_and_the_way_to_make_one(client: FlaskClient) -> None:
    found = cards(client.get("/games").text)
    names = [game.name for game in NAMED.values()]
    assert [*found] == [*names[:2], "Make a game", *names[2:]]
    assert not any("yours" in card for card in found.values())
    for key, game in NAMED.items():
        moves = moves_to_win(game)
        if game.is_small:
            value, plies = value_and_distance(empty_board(key, "X"))
            assert moves == (winners_own(plies or 0) if value > 0 else 0)
        assert (f"First wins in {moves} moves" if moves else "A draw") in found[game.name]


def test_own_games_are_tagged_and_offered_by_their_names(app: Flask) -> None:
    mine = game_for("4x2-a1b1c1")
    browser = browser_in(app, match(mine, "b2"))
    found = cards(browser.get("/games").text)
    assert [name for name, card in found.items() if "yours" in card] == [str(mine.name)]
    offered = [it.text for it in read(browser.get("/").text).by_id("choices").all("button")]
    assert offered.count(str(mine.name)) == 1


def test_where_nothing_is_solved_nothing_leads_to_the_maker(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(client.application.config, "LIMIT_SOLVES", "off")
    refusal = "only has games with a name"
    for path in ("/games", "/games/el", "/sitemap.xml"):
        assert "/games/new" not in client.get(path).text
    forms = ({"s1": ["a1", "b2", "c3"]}, {"game": "8x2-!a1c1e1g1"})
    refused = [client.post("/games", data=form) for form in forms]
    for response in (*refused, client.get("/games/new"), client.get("/api/values/4x2-a1b1c1/b2")):
        assert response.status_code == 403
        assert refusal in response.text
    page = client.get("/games/4x2-a1b1c1").text
    assert refusal in page
    assert "Solve it" not in page
    assert 'href="/games"' in page


# While a larger game is being solved.


@pytest.mark.parametrize("valued", [0, 1, 6, 11])
def test_the_layers_valued_are_hatched_from_the_end(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, valued: int
) -> None:
    state = Solving(tuple(range(1, 12)), valued, 11)
    monkeypatch.setattr(queue, "state", lambda _game: state)
    page = read(client.get("/games/5x2-a1b1c1a2").text)
    hatched = [it for it in page.by_id("main").all("use") if it["href"] == "#hatch"]
    assert len(hatched) == max(valued - 1, 0)
    said = re.findall(r"Layer (\d+)", page.by_id("main").text)
    assert said == ([f"{10 - valued}"] if 0 < valued < 11 else [])
    assert any(it.attributes.get("http-equiv") == "refresh" for it in page.all("meta"))


LEADS = ["/", "/replay/el/b2?first=x%26ply=1", "/api/values/5x2-a1b1c1a2/"]
NOWHERE = [
    "//evil.example/",
    "/\\evil.example",
    "/%09/evil.example",
    "https://evil.example/",
    "evil",
]


@pytest.mark.parametrize("then", [*LEADS, *NOWHERE])
def test_it_leads_on_within_the_site_alone(client: FlaskClient, then: str) -> None:
    response = client.get(f"/games/el?then={then}")
    assert response.status_code == (303 if then in LEADS else 200)
    assert not then.startswith("/replay") or response.headers["Location"].endswith("x&ply=1")


# What wins, and the ways on from a game.


@pytest.mark.parametrize("key", ["el", "tic-tac-toe", "4x2-!a1b1-!c2d2"])
def test_the_page_of_a_game_draws_every_shape_that_wins(client: FlaskClient, key: str) -> None:
    drawn = read(client.get(f"/games/{key}").text).by_id("wins").all("li")
    shapes = game_for(key).definition.text.split("-")[1:]
    assert len(drawn) == len(shapes)
    for shown, shape in zip(drawn, shapes, strict=True):
        cells = re.findall("[a-h][1-8]", shape)
        where = "only here" if shape.startswith("!") else "anywhere"
        assert shown.text == f"{' '.join(cells)}, {where}"
        places = {(it["cx"][:-2], int(it["cy"][:-2]) + 1) for it in shown.all("circle")}
        assert {f"{'abcdefgh'[int(column)]}{row}" for column, row in places} == {*cells}


def test_the_match_of_a_game_that_is_not_of_the_house_leads_to_what_wins(app: Flask) -> None:
    for key, leads in {"el": ["/games/el#wins"], "square": []}.items():
        page = read(browser_in(app, match(game_for(key), o="medium")).get("/").text)
        assert [it["href"] for it in page.by_id("why").all("a")] == leads


def test_a_friend_is_invited_to_a_game_never_played(client: FlaskClient) -> None:
    assert "/with?game=4x2-a1b1c1" in client.get("/games/4x2-a1b1c1").text
    page = read(client.get("/with?game=4x2-a1b1c1").text)
    assert any(it.chosen.get("game") == "4x2-a1b1c1" for it in page.all("form"))
    unsolved = client.get("/with?game=8x2-!a1c1e1g1")
    assert unsolved.status_code == 303
    assert unsolved.headers["Location"].startswith("/games/8x2-!a1c1e1g1?")
    assert client.get("/with?game=nonsense").status_code == 404


def test_who_may_not_have_a_game_solved_now_keeps_its_drawing(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_game: object) -> None:
        raise TooManyRequests("Your network has its share.", retry_after=10)

    monkeypatch.setattr(queue, "ask", refuse)
    response = client.post("/games", data={"game": "8x2-!a1c1e1g1"})
    page = read(response.text).by_id("main")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "10")
    assert "Your network has its share" in page.text
    assert any("/games/new?columns=8" in it["href"] for it in page.all("a"))
