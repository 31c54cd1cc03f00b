"""Sharing a link or a text: the sheet of the system, the clipboard, or what leads there."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import Player

PLAYED = "a1b1a2b2a3"
SHARED = f"/replay/tic-tac-toe/{PLAYED}/share?o=hard"

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


def copied(page: Player, press: str, said: str) -> str:
    """The clipboard gets this text, and the page has *said* so each time."""
    page.locator("#shared").evaluate(CLIPBOARD)
    for count in (1, 2):
        page.get_by_text(press, exact=True).click()
        page.wait_for_function(
            "([said, count]) => texts.filter(text => text === said).length === count",
            arg=[said, count],
        )
    texts = page.evaluate("() => texts")
    assert "" in texts[texts.index(said) :]  # gone for a moment, so it is said again
    text: str = page.evaluate("() => window.copied")
    return text


def test_the_sheet_of_the_system_opens_or_the_link_is_copied(page: Player) -> None:
    page.goto("/puzzles?game=tic-tac-toe&theme=fork&count=3")
    address, here = page.link("Share").get_attribute("href"), page.url
    for error in ("", "AbortError"):
        assert shared(page, "Share", error) == {"title": page.title(), "url": address}
        expect(page.locator("#shared")).to_have_text("")
        expect(page).to_have_url(here)
    assert copied(page, "Share", "Link copied.") == address


def test_the_text_of_a_game_is_sent_copied_or_selected(page: Player) -> None:
    """The sheet gets it alone, with the one link in it; without one there is no button to send."""
    page.goto(SHARED)
    expect(page.get_by_role("button", name="Send")).to_be_hidden()
    text = page.locator("#text").inner_text()
    assert copied(page, "Copy", "Copied.") == text
    page.add_init_script(f"({SHEET})('AbortError'); navigator.clipboard.writeText = undefined")
    page.goto(SHARED)
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("() => window.sent") == {"text": text}
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status")).to_have_text(re.compile("The text is selected"))
    assert page.evaluate("() => getSelection().toString()") == text


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
def test_a_result_leads_a_friend_to_the_same_game_and_back_to_the_own_one(page: Player) -> None:
    """The card leads to the text, and the link in it leads to the friend's page."""
    page.begin(TIC_TAC_TOE, o="easy", played=PLAYED)
    page.link("Share").click()
    link = page.locator("#text").inner_text().split()[-1]
    page.begin(SQUARE, played="b2c3")
    page.goto(link)
    expect(page.get_by_role("heading", name="A friend beat Easy")).to_be_visible()
    page.get_by_role("button", name="Can you beat Easy too?").click()
    expect(page.board).to_have_attribute("data-game", "tic-tac-toe")
    expect(page.board).to_have_attribute("data-ply", "0")
    page.get_by_role("button", name="Back to my game").click()
    expect(page.board).to_have_attribute("data-ply", "2")
