"""Sharing a link: the sheet of the system, the clipboard, or the page that it leads to."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import TIC_TAC_TOE
from tests.e2e.player import Player

PLAYED = "a1b1a2b2a3"
TEXT = "X beat O.\nTic-tac-toe: a1 b1 a2 b2 a3"


def show_link(page: Player) -> str:
    """Come to a page with a link to share, in a browser without a sheet for it; the address that is
    shared.
    """
    page.begin(TIC_TAC_TOE, played=PLAYED)
    page.evaluate("() => { navigator.share = undefined }")
    return (page.link("Share").get_attribute("href") or "").removesuffix("#address")


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("error", ["", "AbortError"])
def test_the_sheet_of_the_system_opens(page: Player, error: str) -> None:
    address = show_link(page)
    page.evaluate(
        """error => { navigator.share = async data => {
             window.sent = data;
             if (error) throw new DOMException("closed", error);
           } }""",
        error,
    )
    page.link("Share").click()
    page.wait_for_function("() => window.sent")
    assert page.evaluate("() => window.sent") == {
        "title": page.title(),
        "url": address,
        "text": TEXT,
    }
    expect(page.locator("#shared")).to_have_text("")
    expect(page).to_have_url(re.compile("/$"))


SHARING = "() => { window.sent = null; navigator.share = async data => { window.sent = data } }"


@pytest.mark.usefixtures("fresh")
def test_the_link_to_a_game_tells_a_friend_what_it_is_for(page: Player) -> None:
    """The title of the page is for the one who shares: it says whose turn it is. The link to a seat
    has its code.
    """
    page.invite(TIC_TAC_TOE)
    for name in ("Share the link", "Link"):
        page.evaluate(SHARING)
        page.link(name).click()
        page.wait_for_function("() => window.sent")
        sent = page.evaluate("() => window.sent")
        assert sent == {"title": "Play Tic-tac-toe with me", "url": page.url}
    page.goto(f"{page.url}/seat")
    page.evaluate(SHARING)
    page.link("Share the link").click()
    page.wait_for_function("() => window.sent")
    assert page.evaluate("() => window.sent.url") == page.locator(".url").inner_text()


# Note each text that the line about sharing comes to have.
NOTE_TEXTS = """line => {
  window.texts = [];
  new MutationObserver(() => texts.push(line.textContent)).observe(
    line, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.usefixtures("fresh")
def test_without_a_sheet_the_link_is_copied_and_said_each_time(page: Player) -> None:
    address = show_link(page)
    page.evaluate(
        "() => { navigator.clipboard.writeText = async text => { window.copied = text } }"
    )
    page.locator("#shared").evaluate(NOTE_TEXTS)
    for count in (1, 2):
        page.link("Share").click()
        page.wait_for_function(
            "count => texts.filter(text => text === 'Link copied.').length === count", arg=count
        )
        assert page.evaluate("() => window.copied") == f"{TEXT}\n{address}"
    texts = page.evaluate("() => texts")
    assert "" in texts[texts.index("Link copied.") :]  # gone for a moment, so it is said again


@pytest.mark.usefixtures("fresh", "script")
@pytest.mark.parametrize("script", [True, False], indirect=True, ids=["script", "no script"])
def test_it_leads_to_an_address_to_copy(page: Player, base_url: str) -> None:
    page.resize(390, 664)
    page.add_init_script("navigator.share = navigator.clipboard.writeText = undefined")
    page.begin(TIC_TAC_TOE, played=PLAYED)
    page.link("Share").click()
    address = page.get_by_label("Address of this page")
    expect(address).to_be_in_viewport(ratio=1)
    expect(address).to_have_value(re.compile(f"^{base_url}/replay/tic-tac-toe/{PLAYED}"))
    assert "#" not in address.input_value()
