"""Sharing a link: the sheet of the system, the clipboard, or the page that it leads to."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import TIC_TAC_TOE
from tests.e2e.player import Player

PLAYED = "a1b1a2b2a3"
TEXT = "X beat O.\nTic-tac-toe: a1 b1 a2 b2 a3"

# A system with a sheet for sharing, which is closed with an *error* or none.
SHEET = """error => {
  window.sent = null;
  navigator.share = async data => {
    window.sent = data;
    if (error) throw new DOMException("closed", error);
  };
}"""

# None, and a clipboard; each text that the line about sharing comes to have is noted.
CLIPBOARD = """line => {
  navigator.share = undefined;
  navigator.clipboard.writeText = async text => { window.copied = text; };
  window.texts = [];
  new MutationObserver(() => texts.push(line.textContent)).observe(
    line, { childList: true, subtree: true, characterData: true });
}"""

pytestmark = pytest.mark.usefixtures("fresh")


def shared(page: Player, link: str, error: str = "") -> dict[str, str]:
    """The data that the sheet of the system gets."""
    page.evaluate(SHEET, error)
    page.link(link).click()
    page.wait_for_function("() => window.sent")
    sent: dict[str, str] = page.evaluate("() => window.sent")
    return sent


def test_the_sheet_of_the_system_opens_or_the_link_is_copied(page: Player) -> None:
    """Which is said each time."""
    page.begin(TIC_TAC_TOE, played=PLAYED)
    address = (page.link("Share").get_attribute("href") or "").removesuffix("#address")
    line = page.locator("#shared")
    for error in ("", "AbortError"):
        data = {"title": page.title(), "url": address, "text": TEXT}
        assert shared(page, "Share", error) == data
        expect(line).to_have_text("")
        expect(page).to_have_url(re.compile("/$"))
    line.evaluate(CLIPBOARD)
    for count in (1, 2):
        page.link("Share").click()
        page.wait_for_function(
            "count => texts.filter(text => text === 'Link copied.').length === count", arg=count
        )
        assert page.evaluate("() => window.copied") == f"{TEXT}\n{address}"
    texts = page.evaluate("() => texts")
    assert "" in texts[texts.index("Link copied.") :]  # gone for a moment, so it is said again


def test_the_link_to_a_game_tells_a_friend_what_it_is_for(page: Player) -> None:
    """The title of the page is for the one who shares: it says whose turn it is. The link to a seat
    has its code.
    """
    page.invite(TIC_TAC_TOE)
    for name in ("Share the link", "Link"):
        data = {"title": "Play Tic-tac-toe with me", "url": page.url}
        assert shared(page, name) == data
    page.goto(f"{page.url}/seat")
    address = page.locator("#link").inner_text()
    assert shared(page, "Share the link")["url"] == address


@pytest.mark.usefixtures("script")
def test_it_leads_to_an_address_to_copy(page: Player, base_url: str) -> None:
    page.resize(390, 664)
    page.add_init_script("navigator.share = navigator.clipboard.writeText = undefined")
    page.begin(TIC_TAC_TOE, played=PLAYED)
    page.link("Share").click()
    address = page.get_by_label("Address of this page")
    expect(address).to_be_in_viewport(ratio=1)
    expect(address).to_have_value(re.compile(f"^{base_url}/replay/tic-tac-toe/{PLAYED}"))
    assert "#" not in address.input_value()
