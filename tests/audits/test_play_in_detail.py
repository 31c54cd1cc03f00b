"""Games by mouse in the rarer cases: small responses, live regions, swaps."""

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    button,
    cell,
    choose,
    expect_true_page,
    message,
    play_once,
    requests_of,
    state,
    status,
)

# The body of an answer to a click; the last one of a game comes with its card.
SMALL = 1000
LAST = 2000


@pytest.mark.usefixtures("fresh")
def test_a_click_is_one_small_request_and_no_navigation(page: Page) -> None:
    sent = requests_of(page)
    for game in GAMES.values():
        begin(page, game, HUMAN, "hard", seed="1")
        page.evaluate("() => { window.sameDocument = true }")
        sent.clear()
        clicks = 0
        while state(page) == "active":
            play_once(page)
            clicks += 1
        expect_true_page(page)
        assert page.evaluate("() => window.sameDocument")
        posts = [request for request in sent if request.method == "POST"]
        assert len(posts) == clicks
        for request in posts:
            answer = request.response()
            assert answer
            assert answer.status == 200
            assert "<html" not in answer.text()
            limit = LAST if request is posts[-1] else SMALL
            assert request.sizes()["responseBodySize"] < limit


def test_the_live_regions_stay_while_their_words_change(page: Page) -> None:
    page.goto("/")
    parts = (status(page), message(page), advice(page))
    expect(status(page)).to_have_role("status")
    expect(message(page)).to_have_role("alert")
    expect(advice(page)).to_have_role("status")
    regions = [part.element_handle() for part in parts]
    play_once(page)
    expect(advice(page)).to_have_text("")
    button(page, "Hint").click()
    expect(advice(page)).not_to_have_text("")
    cell(page, "a1").click(force=True)
    expect(message(page)).not_to_have_text("")
    assert all(region and region.evaluate("region => region.isConnected") for region in regions)


def test_what_swaps_leave_is_what_a_reload_would_show(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", seed="1")
    expect_as_loaded(page)
    cell(page, "b2").click()
    expect_as_loaded(page)
    for name in ("Values", "Hint"):
        button(page, name).click()
        expect_as_loaded(page)
    cell(page, "a1").click()
    expect_as_loaded(page)
    for name in ("Undo", "Values"):
        button(page, name).click()
        expect_as_loaded(page)
    begin(page, SQUARE, HUMAN, "hard", played="a1b2b1c3c1b3")
    for _ in range(2):
        cell(page, "d1").click()  # and the computer wins
        expect_as_loaded(page)
        button(page, "Undo").click()
        expect_as_loaded(page)
    cell(page, "d1").click()
    button(page, "Swap sides").click()
    expect_as_loaded(page)
    choose(page, TIC_TAC_TOE, HUMAN, "easy")
    expect_as_loaded(page)
    choose(page, SQUARE, "easy", "medium")
    for name in ("Step", "To the end", "Again"):
        button(page, name).click()
        expect_as_loaded(page)


def expect_as_loaded(page: Page) -> None:
    """The page comes to be as another that is loaded now, but for its form for a new game, and for
    the moves just taken back.
    """
    shown, loaded = page.evaluate(
        """async () => {
             const left = /^(data-(attributes-only|hx-ignore|htmx-powered)|tabindex|open)$/;
             const undone = /Took back [^.]+|Back at move \\d+/;
             const told = (text) => text.data.replace(undone, "Undone").trim();
             const lines = (node) => {
               if (node.nodeType === Node.TEXT_NODE) return [told(node)].filter(Boolean);
               const all = [...node.attributes].filter(({ name }) => !left.test(name));
               const attributes = all.map(({ name, value }) => `${name}="${value}"`).sort();
               const asked = ["new-game", "answer"].includes(node.id);
               const children = asked ? [] : [...node.childNodes];
               return [[node.tagName, ...attributes].join(" "), ...children.flatMap(lines)];
             };
             const load = () => new Promise((loaded) => {
               const request = new XMLHttpRequest();
               request.open("GET", "/");
               request.responseType = "document";
               request.addEventListener("load", () => loaded(request.response));
               request.send();
             });
             const end = performance.now() + 5000;
             for (;;) {
               const loaded = await load();
               const both = [document, loaded].map((it) => lines(it.querySelector("main")));
               if (both[0].join() === both[1].join() || performance.now() > end) return both;
             }
           }"""
    )
    assert shown == loaded
