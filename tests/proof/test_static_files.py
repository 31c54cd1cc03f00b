"""Few bytes: the response to every click of random games against every opponent."""

from itertools import product
from random import Random

import pytest
from flask.testing import FlaskClient

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from tests.page import ENCODINGS, HTMX, read, shown

MODERN = {"Accept-Encoding": ENCODINGS, **HTMX}


PAIRS = [pair for pair in product(GAMES, OPPONENTS) if OPPONENTS[pair[1]].plays(GAMES[pair[0]])]


@pytest.mark.parametrize(("game", "opponent"), PAIRS)
def test_the_response_to_a_click_is_less_than_a_kilobyte(
    client: FlaskClient, game: str, opponent: str
) -> None:
    """Every click of random games; the last, which ends one, brings its card and score too."""
    lots = Random(opponent)  # noqa: S311
    clicks, endings = list[int](), list[int]()
    client.get("/")
    with client.session_transaction() as kept:
        kept["score"] = {" ".join(sorted(("human", opponent))): [12, 12, 12, 0, 0]}
    for number in range(3):
        players = {"x": "human", "o": opponent} if number % 2 else {"x": opponent, "o": "human"}
        start = {"game": game, "first": lots.choice("xo"), **players}
        client.post(f"/matches?seed={number}", data=start)
        page = shown(read(client.get("/").text))
        while page.state == "active":
            move = {"cell": lots.choice(sorted(page.playable)), "ply": len(page.moves)}
            response = client.post("/moves", data=move, headers=MODERN)
            assert response.status_code == 200
            page = shown(read(client.get("/").text))
            (clicks if page.state == "active" else endings).append(len(response.data))
    assert len(endings) == 3
    assert max(clicks) < 1_024
    assert max(endings) < 2_500
