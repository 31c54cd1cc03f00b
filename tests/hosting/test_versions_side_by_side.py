"""Servers are replaced: pages of one version ask machines of another, and play goes on."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from wsgiref.types import WSGIApplication

import pytest
from playwright.sync_api import Response, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.conftest import NO_LIMITS
from tests.e2e.player import Player
from tests.server import KEY, Front, copy_of_the_checkout, serving
from webapp import create_app

# Changes of the other version: the id `shown` has another name, a replay has one more part, and the
# frame of a match has another heading, which only a new page can change.
CHANGES = {
    "templates/game/page.html": ('{{ _("Score") }}', "Tally"),
    "templates/game/regions.html": ('shown"', 'seen"'),
    "templates/replay/game.html": ("{% block main %}", "{% block main %}<p>Another version</p>"),
    "static/style.css": ("", ":root { --of-the-other-version: on }"),
    "static/game.js": ("", "\n"),
}
REPLAY = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard"


class Site(NamedTuple):
    """A site at an *address*: its *front*, and machines of the versions *before* and *after*."""

    address: str
    front: Front
    before: WSGIApplication
    after: WSGIApplication


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose two versions differ in all that pages are made of."""
    checkout = copy_of_the_checkout(tmp_path_factory.mktemp("another-version"))
    for name, (old, new) in CHANGES.items():
        text = (checkout / name).read_text()
        assert old in text
        (checkout / name).write_text(text.replace(old, new) if old else text + new)
    config = {"TESTING": True, "SECRET_KEY": KEY, **NO_LIMITS}
    with pytest.MonkeyPatch.context() as patch:
        after = create_app(config)
        patch.setattr("webapp.ROOT", checkout)
        before = create_app(config)
    front = Front([before])
    with serving(front) as address:
        yield Site(address, front, before, after)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site: Site) -> dict[str, Any]:
    """How to open a context that visits the site."""
    return {**browser_context_args, "base_url": site.address}


@pytest.fixture(autouse=True)
def complete(page: Player) -> Iterator[None]:
    """Nothing that a page asks for is missing."""
    missing: list[str] = []

    def note(response: Response) -> None:
        if response.status >= 400:
            missing.append(f"{response.status} {response.url}")

    page.on("response", note)
    yield
    page.remove_listener("response", note)
    assert missing == []


def test_a_click_on_a_page_of_the_version_before_counts_and_loads_the_present_one(
    page: Player, site: Site
) -> None:
    site.front.machines = [site.before]
    page.begin(TIC_TAC_TOE, o="hard", played="b2a1")
    expect(page.get_by_role("heading", name="Tally")).to_be_visible()
    site.front.machines = [site.after]
    page.cell("c3").dblclick()  # hastily
    page.expect_ply(4)
    expect(page.get_by_role("heading", name="Score", exact=True)).to_be_visible()
    page.expect_true_page()
    expect(page.message).to_have_text("")
    page.play_once()
    page.expect_true_page()


@pytest.mark.usefixtures("script")
def test_a_whole_game_is_played_while_both_versions_answer(page: Player, site: Site) -> None:
    site.front.machines = [site.before, site.after]
    page.begin(SQUARE, o="easy", seed=1)
    position = page.expect_true_page()
    while not position.outcome:
        chosen = position.empty_cells[0]
        page.locator(f"#cell-{chosen}").click()
        expect(page.board).not_to_have_attribute("data-ply", str(position.ply))
        after = page.expect_true_page()
        expect(page.message).to_have_text("")
        own = position.play(chosen)
        assert after == own or after in map(own.play, own.empty_cells), "each played once"
        assert bool(own.outcome) == (after == own)
        position = after


def test_a_replay_is_stepped_through_while_versions_change(page: Player, site: Site) -> None:
    note = page.get_by_text("Another version")
    site.front.machines = [site.before]
    page.goto(REPLAY + "&ply=0")
    for number, version in enumerate(("before", "before", "after", "after", "before", "after"), 1):
        site.front.machines = [getattr(site, version)]
        page.link("Forward").click()
        page.expect_ply(number)
        expect(note).to_have_count(1 if version == "before" else 0)
    page.expect_status("O wins")
