"""Sound: none unless it is turned on, and then for marks that appear after a gesture."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player

# What each mark starts, and a win.
CROSS, NOUGHT = ["AudioBufferSourceNode"] * 2, ["AudioBufferSourceNode"]
NOTES = ["OscillatorNode"] * 3

# Note each sound that starts, instead of starting it.
LISTEN = """
    window.heard = [];
    for (const source of [AudioBufferSourceNode, OscillatorNode]) {
        const { start } = source.prototype;
        source.prototype.start = function (when) {
            heard.push(source.name);
            return start.call(this, when);
        };
    }
    const Context = window.AudioContext;
    window.AudioContext = function () {
        window.context = new Context();
        return window.context;
    };
"""

# Waits until the page listens to its board.
AWAIT_SOUND = """async () => {
    const find = () => performance.getEntriesByType("resource").map(({ name }) => name)
        .find(name => name.endsWith("/sound.js"));
    while (!find()) await new Promise(requestAnimationFrame);
    await import(find()); // the same module as the page's own
}"""


pytestmark = pytest.mark.usefixtures("browser")  # so that a test that hangs is ended


@pytest.fixture
def page(fresh: Player) -> Player:
    """A page that notes what it plays."""
    fresh.add_init_script(LISTEN)
    return fresh


@pytest.fixture
def loud(page: Player, base_url: str) -> Player:
    """The page with sound turned on, as the page of settings does."""
    cookie = "system.on.on.system"
    page.context.add_cookies([{"name": "settings", "value": cookie, "url": base_url}])
    return page


def expect_heard(page: Player, sounds: list[str]) -> None:
    """These come to be all sounds of this page, in this order."""
    page.wait_for_function("count => heard.length === count", arg=len(sounds))
    assert page.evaluate("() => heard") == sounds


def test_without_a_wish_for_sound_nothing_is_even_loaded(page: Player) -> None:
    asked = page.log_requests()
    page.begin(SQUARE)
    page.play("b2 a1")
    assert page.evaluate("() => [heard.length, typeof context]") == [0, "undefined"]
    assert {"app", "sound"} & {re.split(r"[/.]", it.url)[-2] for it in asked} == {"app"}


def test_each_mark_is_heard_as_it_is_drawn_unless_sound_is_muted(loud: Player) -> None:
    """After a gesture. Muted by its button or the key; the next page keeps it."""
    page = loud
    page.begin(SQUARE)
    page.evaluate(AWAIT_SOUND)
    page.evaluate("() => { document.getElementById('cell-5').dataset.mark = 'X'; }")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("() => [heard.length, typeof context]") == [0, "undefined"]
    page.reload()
    page.evaluate(AWAIT_SOUND)
    for name, sounds in (("b2", CROSS), ("c3", CROSS + NOUGHT)):
        page.cell(name).click()
        expect_heard(page, sounds)
    page.wait_for_function("() => context.state === 'running'")
    page.button("Undo").click()
    page.expect_ply(1)
    page.button("Mute").click()
    expect(page.button("Turn sound on")).to_be_focused()
    page.cell("c3").click()
    page.expect_ply(2)
    expect_heard(page, CROSS + NOUGHT)
    page.keyboard.press("m")
    expect(page.button("Mute")).to_be_visible()
    page.cell("a1").click()
    expect_heard(page, CROSS + NOUGHT + CROSS)
    page.reload()
    expect(page.button("Mute")).to_be_visible()


def test_a_reply_a_win_and_a_replay_are_heard(loud: Player) -> None:
    """A win of the visitor has its notes; a loss has none."""
    for o, played, last, sounds in (
        ("medium", "", "b2", CROSS + NOUGHT),
        (HUMAN, "a1b1a2b2", "a3", CROSS + NOTES),
        ("hard", "a1b2c3a3", "c2", CROSS + NOUGHT),  # Hard wins on c1
    ):
        loud.begin(TIC_TAC_TOE, HUMAN, o, played=played)
        loud.evaluate(AWAIT_SOUND)
        loud.cell(last).press("Enter")
        expect_heard(loud, sounds)
    loud.goto("/replay/tic-tac-toe/a1b1a2b2a3?first=x&ply=3")
    loud.evaluate(AWAIT_SOUND)
    for sounds in (NOUGHT, NOUGHT + CROSS + NOTES):
        loud.link("Forward").click()
        expect_heard(loud, sounds)
