"""Sound: none unless it is turned on, and then for marks that appear after a gesture."""

import pytest

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player

STROKES = {"X": 2, "O": 1}

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

IS_SOUND = "({ name }) => name.endsWith('/sound.js')"


@pytest.fixture
def page(fresh: Player) -> Player:
    """A page that notes what it plays."""
    fresh.add_init_script(LISTEN)
    return fresh


def turn_on(page: Player, base_url: str) -> None:
    """Turn sound on, as the page of settings does."""
    cookie = "system.on.on.system"
    page.context.add_cookies([{"name": "settings", "value": cookie, "url": base_url}])


def await_sound(page: Player) -> None:
    """Wait until the page listens to its board."""
    page.wait_for_function(f"() => performance.getEntriesByType('resource').some({IS_SOUND})")
    page.evaluate(
        f"""async () => {{
            const {{ name }} = performance.getEntriesByType("resource").find({IS_SOUND});
            await import(name); // the same module as the page's own
        }}"""
    )


def strokes(page: Player) -> int:
    """The strokes heard on this page."""
    return int(
        page.evaluate("() => heard.filter((name) => name === 'AudioBufferSourceNode').length")
    )


def notes(page: Player) -> int:
    """The notes heard on this page."""
    return int(page.evaluate("() => heard.filter((name) => name === 'OscillatorNode').length"))


def test_without_a_wish_for_sound_nothing_is_even_loaded(page: Player) -> None:
    asked = page.log_requests()
    page.begin(SQUARE)
    page.play("b2 a1")
    assert page.evaluate("() => [heard.length, typeof context]") == [0, "undefined"]
    assert any("app.js" in request.url for request in asked)
    assert not any("sound.js" in request.url for request in asked)


def test_each_mark_is_heard_as_it_is_drawn(page: Player, base_url: str) -> None:
    turn_on(page, base_url)
    page.begin(SQUARE)
    await_sound(page)
    expected = 0
    for number, name in enumerate(("b2", "c3", "a1"), 1):
        page.cell(name).click()
        page.expect_ply(number)
        expected += STROKES["XO"[(number - 1) % 2]]
        page.wait_for_function("(count) => heard.length === count", arg=expected)
    page.wait_for_function("() => context.state === 'running'")
    page.button("Undo").click()
    page.expect_ply(2)
    assert strokes(page) == expected
    assert notes(page) == 0


def test_a_reply_is_heard_after_the_move(page: Player, base_url: str) -> None:
    turn_on(page, base_url)
    page.begin(TIC_TAC_TOE, HUMAN, "medium")
    await_sound(page)
    page.keyboard.press("b")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.expect_ply(2)
    page.wait_for_function("(count) => heard.length === count", arg=STROKES["X"] + STROKES["O"])


def test_nothing_is_heard_before_a_gesture(page: Player, base_url: str) -> None:
    turn_on(page, base_url)
    page.begin(SQUARE)
    await_sound(page)
    page.evaluate("() => { document.getElementById('cell-5').dataset.mark = 'X'; }")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("() => [heard.length, typeof context]") == [0, "undefined"]


@pytest.mark.parametrize(
    ("o", "played", "last", "notes_heard"),
    [
        (HUMAN, "a1b1a2b2", "a3", 3),  # a win of the visitor
        (HUMAN, "a1b1a2b2", "c3", 0),  # no win
        ("hard", "a1b2c3a3", "c2", 0),  # a loss: Hard wins on c1
    ],
)
def test_a_win_has_its_notes_and_a_loss_has_none(
    page: Player, base_url: str, o: str, played: str, last: str, notes_heard: int
) -> None:
    turn_on(page, base_url)
    page.begin(TIC_TAC_TOE, HUMAN, o, played=played)
    await_sound(page)
    page.cell(last).click()
    marks = 1 if o == HUMAN else 2
    page.expect_ply(4 + marks)
    expected = STROKES["X"] + (marks - 1) * STROKES["O"] + notes_heard
    page.wait_for_function("(count) => heard.length === count", arg=expected)
    assert notes(page) == notes_heard
    assert (page.state == "won") == bool(notes_heard or o == "hard")


def test_a_replay_is_heard_too(page: Player, base_url: str) -> None:
    turn_on(page, base_url)
    page.goto("/replay/tic-tac-toe/a1b1a2b2a3?first=x&ply=3")
    await_sound(page)
    page.link("Forward").click()
    page.expect_ply(4)
    page.wait_for_function("(count) => heard.length === count", arg=STROKES["O"])
    page.link("Forward").click()
    page.expect_ply(5)
    page.wait_for_function("(count) => heard.length === count", arg=STROKES["O"] + STROKES["X"] + 3)
