"""The settings as a visitor chooses them."""

from playwright.sync_api import Page, expect

from tests.e2e.player import button, link


def test_a_theme_is_chosen_and_kept(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    link(page, "Settings").click()
    papers: dict[str, set[str]] = {}
    for name in ("Light", "Dark", "Same as my device"):
        page.get_by_role("radio", name=name).check()
        button(page, "Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        addresses = ("/", "/replay/square/b2", "/learn/games")
        for address in addresses if name == "Dark" else addresses[:1]:
            page.goto(address)
            papers.setdefault(name, set()).add(paper(page))
        page.goto("/settings")
    (light,), (dark,), (system,) = papers.values()
    assert light == system != dark
    page.emulate_media(color_scheme="dark")
    assert paper(page) == dark


def paper(page: Page) -> str:
    """The colour of the page."""
    colour = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    return str(colour)
