"""The settings as a visitor chooses them."""

import re
from collections.abc import Iterable
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

from playwright.sync_api import Locator, expect
from werkzeug.wrappers import Response

from ai.rules.games import TIC_TAC_TOE
from tests.conftest import made
from tests.e2e.player import Player
from tests.server import serving


def choice(page: Player, setting: str, name: str) -> Locator:
    """The radio button of that *name* in a *setting*."""
    return page.get_by_role("group", name=setting).get_by_role("radio", name=name, exact=True)


MOVING = """() => [...document.querySelectorAll("*")].filter((element) =>
    ["", "::before", "::after"].some((part) => {
        const { animationName, transitionDuration } = getComputedStyle(element, part);
        return animationName !== "none" || transitionDuration !== "0s";
    })).length"""


def test_a_page_that_the_browser_put_aside_takes_the_settings_of_now(page: Player) -> None:
    """A still one does not move although the device would let it."""
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/replay/square/b1a1d2a2c4b2a3")
    assert page.evaluate(MOVING) > 0
    keep(page, "dark.on.off.still")
    page.bring_back()
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    assert page.evaluate(MOVING) == 0


def keep(page: Player, settings: str) -> None:
    """Let the browser have a cookie with these *settings*."""
    site = page.request.get("/").url
    page.context.add_cookies([{"name": "settings", "value": settings, "url": site}])


def test_a_language_holds_at_once_and_on_pages_that_were_seen(page: Player) -> None:
    """3.2.2: the focus stays on the choice, and the page is the same one."""
    html = expect(page.locator("html"))
    page.goto("/learn/terms")
    keep(page, "system.on.off.system.shown.de")
    page.bring_back()
    html.to_have_attribute("lang", "de")
    page.button("English").click()
    html.to_have_attribute("lang", "en")
    expect(page).to_have_url(re.compile("/learn/terms$"))
    expect(page.button("English")).to_have_attribute("aria-current", "true")
    page.goto("/settings")
    page.get_by_role("radio", name="Deutsch").check()
    html.to_have_attribute("lang", "de")
    expect(page.get_by_role("radio", name="Deutsch")).to_be_focused()
    page.get_by_role("radio", name="English").check()
    html.to_have_attribute("lang", "en")
    choice(page, "Language", "As my browser says").check()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    html.to_have_attribute("lang", "en")


def test_a_choice_applies_at_once_and_stays_on_the_page(
    page: Player, page_errors: list[str]
) -> None:
    """3.2.2: nothing but the choice changes, and the focus stays on it. A choice before the scripts
    came is saved too. If it is not saved, the page says so.
    """
    off, dark = choice(page, "Single keys", "Off"), choice(page, "Theme", "Dark")
    with page.held_back("**/*.js"):
        page.goto("/settings", wait_until="commit")
        off.check()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.reload()
    expect(off).to_be_checked()
    dark.check()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    expect(dark).to_be_focused()
    expect(page.button("Save")).to_be_hidden()
    page.context.set_offline(True)
    choice(page, "Theme", "Light").check()
    expect(page.get_by_role("alert")).to_have_text("No connection. Nothing is saved: try again.")
    page.context.set_offline(False)
    page_errors.clear()


def test_a_reason_is_said_after_each_move_on_request(page: Player) -> None:
    """By the status, which screen readers announce as a whole; never twice."""
    for settings, times in (("system.on.off.system", 0), ("system.on.off.system.said", 1)):
        keep(page, settings)
        page.begin(TIC_TAC_TOE, o="medium", seed=2)
        for count in (2, 4):
            page.play_once()
            page.expect_ply(count)
            reason = page.why.locator("summary, p[tabindex]").first.inner_text()
            assert page.status.inner_text().count(reason.removesuffix("More").strip()) == times


def test_a_browser_that_keeps_no_cookies_is_told_so_with_script(
    page: Player, tmp_path: Path
) -> None:
    """By each form that a script sends: settings, the key for sound, a puzzle and a rush."""
    app = made(tmp_path)

    def without_cookies(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = Response.from_app(app, environ)
        answer.headers.remove("Set-Cookie")
        return answer(environ, start)

    told = page.get_by_role("alert").filter(has_text="your browser sent no cookie")
    with serving(without_cookies) as site:
        for path, press in (
            ("settings", choice(page, "Theme", "Dark").check),
            ("", page.button("Turn sound on").click),
            ("", page.button("Square").click),
            ("puzzles/square/500", page.cell("a1").click),
            ("puzzles/rush", page.button("Begin without a clock").click),
        ):
            page.goto(f"{site}/{path}")
            press()
            expect(told).to_be_visible()
