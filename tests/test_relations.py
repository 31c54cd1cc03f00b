"""Constants that depend on others, in other modules or in documents."""

from ai.puzzles import puzzle
from ai.puzzles.store import load
from ai.rules.games import GAMES
from webapp import ROOT
from webapp.friend import seats
from webapp.friend import views as friend
from webapp.learn import delay
from webapp.puzzles import sets
from webapp.serving import variables
from webapp.serving.limits import PATIENCE
from webapp.store import base as store


def test_no_request_waits_longer_than_the_server_lets_it() -> None:
    """Nor longer than a worker that is to stop has for the requests that it serves. A friend counts
    as present even if one request of a page that waits for news is lost.
    """
    limits = (variables.SERVER[name] for name in ("REQUEST_SECONDS", "GRACEFUL_SECONDS"))
    limit = min(int(str(it.default)) for it in limits)
    assert limit > friend.NEWS_SECONDS
    assert limit > PATIENCE
    assert max(delay.SECONDS) < limit
    assert store.PRESENT > 2 * friend.NEWS_SECONDS


def test_a_page_says_how_long_a_pass_is_valid() -> None:
    words = {10: "ten"}
    template = (ROOT / "templates" / "friend" / "seat.html").read_text()
    assert f"within {words[seats.MINUTES]} minutes" in template


def test_the_grades_and_plies_on_pages_are_those_of_the_puzzles() -> None:
    every = [one for game in GAMES.values() for one in load(game)]
    assert {one.grade for one in every} == {*puzzle.GRADES}
    assert {one.plies for one in every if one.plies} == {*sets.PLIES}
