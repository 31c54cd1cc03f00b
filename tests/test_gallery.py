"""The page of each game: what it claims, what leads there, and refusals to solve."""

from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import TooManyRequests

from ai.rules.games import game_for
from tests.browser import browser_in
from tests.page import read
from tests.reference import empty_board, reachable, value_and_distance, ways, winners_own
from tests.views import match
from webapp.gallery.solved import longest_fight
from webapp.solving import queue

OWN, UNSOLVED = "4x2-a1b1c1", "8x2-!a1c1e1g1"


@pytest.mark.parametrize("key", ["3x2-a1b1c1", "2x2-a1b1", "3x2-a1b1a2"])
def test_the_page_of_a_solved_game_tells_its_values_and_its_longest_fight(
    client: FlaskClient, key: str
) -> None:
    """By the reference, which walks all its positions."""
    page, start = read(client.get(f"/games/{key}").text), empty_board(key, "X")
    value, plies = value_and_distance(start)
    won = f"Whoever begins wins, in {winners_own(plies or 0)} moves."
    (heading,) = page.by_id("main").all("h2")
    assert heading.text == (won if value > 0 else "A draw, if nobody slips.")
    count = len(ways(key))
    assert (f"{count} ways to win, and" if count > 1 else "One way to win, and") in page.text
    wins = [value_and_distance(board) for board in reachable(key, "X")]
    longest = max(plies or 0 for value, plies in wins if value > 0)
    fight = longest_fight(game_for(key))
    assert fight.record.ply - fight.ply == longest
    winner, own = fight.position.to_move, winners_own(longest)
    assert fight.record.position.outcome
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


def test_where_nothing_is_solved_nothing_leads_to_the_maker(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(client.application.config, "LIMIT_SOLVES", "off")
    refusal = "only has games with a name"
    for path in ("/games", "/games/el", "/sitemap.xml"):
        assert "/games/new" not in client.get(path).text
    forms = ({"s1": ["a1", "b2", "c3"]}, {"game": UNSOLVED})
    refused = [client.post("/games", data=form) for form in forms]
    refused += [client.get(path) for path in ("/games/new", f"/api/values/{OWN}/b2")]
    for response in refused:
        assert response.status_code == 403
        assert refusal in response.text
    page = client.get(f"/games/{OWN}").text
    assert refusal in page
    assert "Solve it" not in page


def test_who_may_not_have_a_game_solved_now_keeps_its_drawing(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = TooManyRequests("Your network has its share.", retry_after=10)
    monkeypatch.setattr(queue, "ask", Mock(side_effect=refused))
    response = client.post("/games", data={"game": UNSOLVED})
    page = read(response.text).by_id("main")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "10")
    assert "Your network has its share" in page.text
    assert any("/games/new?columns=8" in it["href"] for it in page.all("a"))


LEADS = ["/", "/replay/el/b2?first=x%26ply=1", f"/api/values/{OWN}/"]
NOWHERE = "//evil.example/ /\\evil.example /%09/evil.example https://evil.example/ evil"


def test_it_leads_on_within_the_site_alone(client: FlaskClient) -> None:
    for then in LEADS + NOWHERE.split():
        response = client.get(f"/games/el?then={then}")
        assert response.status_code == (303 if then in LEADS else 200)
        assert response.headers.get("Location", then) == then.replace("%26", "&")
    page = read(client.get(f"/games/{UNSOLVED}?then={LEADS[1]}").text)
    (fields,) = [it.fields for it in page.all("form") if "then" in it.fields]
    solved = client.post("/games", data={**fields, "game": "el"})
    assert client.get(solved.headers["Location"]).headers["Location"] == fields["then"]


def test_a_match_of_a_game_leads_to_what_wins_if_it_is_not_of_the_house(app: Flask) -> None:
    """One's own game is offered by its name."""
    for key, leads in {OWN: [f"/games/{OWN}#wins"], "square": []}.items():
        game = game_for(key)
        page = read(browser_in(app, match(game, o="medium")).get("/").text)
        assert [it["href"] for it in page.by_id("why").all("a")] == leads
        offered = [it.text for it in page.by_id("ways").all("button")]
        assert offered.count(f"{game.name}") == (key == OWN)


def test_a_friend_is_invited_to_a_game_never_played(client: FlaskClient) -> None:
    page = read(client.get(f"/with?game={OWN}").text)
    assert any(it.chosen.get("game") == OWN for it in page.all("form"))
    unsolved = client.get(f"/with?game={UNSOLVED}").headers["Location"]
    assert unsolved.startswith(f"/games/{UNSOLVED}?")
    assert client.get("/with?game=nonsense").status_code == 404
