"""Games by mouse: against each computer player and between two people."""

import re
from itertools import cycle, product

import pytest
from playwright.sync_api import expect

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, position_after
from tests.e2e.player import HUMAN, Player

TIE = "a1 b1 c1 b2 a2 c2 b3 a3 c3"


@pytest.mark.usefixtures("script")
def test_a_first_visit_is_ready_to_play(page: Player) -> None:
    page.goto("/")
    expect(page).to_have_title("Tic-tac-toe against a computer that answers why – Tic Tac Why")
    page.expect_status("Your turn: X")
    page.expect_position(position_after(TIC_TAC_TOE, ()))
    expect(page.locator("#strip")).to_contain_text("Medium")
    expect(page.moves).to_have_count(0)
    expect(page.message).to_have_text("")

    page.cell("b2").click()
    page.expect_ply(2)
    position = page.expect_true_page()
    assert position.mark_at(4) is Mark.X
    expect(page.why).to_contain_text("Why ")


@pytest.mark.parametrize("script", [True, False], indirect=True, ids=["script", "no script"])
@pytest.mark.usefixtures("script")
def test_a_whole_game_against_the_computer(page: Player) -> None:
    """The page follows it, motion and all; that it is true with every opponent, requests alone
    show.
    """
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/?seed=1")
    page.choose(SQUARE, HUMAN, "hard", Mark.O)
    page.expect_ply(1)
    while page.state == "active":
        page.expect_status("Your turn: X")
        page.play_once()
        expect(page.why).to_contain_text("Why ")
    page.expect_true_page()
    expect(page.message).to_have_text("")


@pytest.mark.usefixtures("script")
def test_two_people(page: Player) -> None:
    page.goto("/")
    page.choose(TIC_TAC_TOE, HUMAN, HUMAN, Mark.O)
    played = []
    for name, mark in zip(TIE.split(), cycle("OX"), strict=False):
        page.expect_status(f"{mark} to move")
        expect(page.why).to_contain_text("I keep quiet")
        page.play(name)
        played.append(f"{mark} {name}")
    page.expect_status("Tie")
    page.expect_true_page()
    expect(page.moves).to_have_text(played)
    expect(page.why).to_be_hidden()


def test_playing_again_keeps_the_settings(page: Player) -> None:
    page.begin(SQUARE, "hard", HUMAN, first="o", played="a1b2b1c3c1b3")
    page.cell("d1").click()  # and the computer wins
    page.button("Again").click()
    page.expect_ply(0)
    expect(page.board).to_have_attribute("data-game", "square")
    page.expect_status("Your turn: O")
    expect(page.why).to_contain_text("I always tell you why.")
    page.expect_position(position_after(SQUARE, ()))
    page.play_on()
    expect(page.why).to_contain_text("Why ")

    page.button("Swap sides").click()
    page.expect_ply(1)  # the computer holds O now, and O starts
    page.expect_status("Your turn: X")
    expect(page.board).to_have_attribute("data-game", "square")
    expect(page.why).to_contain_text("Why ")


# The body of an answer to a click; the last one of a game comes with its card.
SMALL = 1000
LAST = 2100


@pytest.mark.rare
@pytest.mark.usefixtures("fresh")
def test_a_click_is_one_small_request_and_no_navigation(page: Player) -> None:
    sent = page.log_requests()
    for game in GAMES.values():
        page.begin(game, HUMAN, "hard", seed="1")
        page.evaluate("() => { window.sameDocument = true }")
        sent.clear()
        clicks = 0
        while page.state == "active":
            page.play_once()
            clicks += 1
        page.expect_true_page()
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


@pytest.mark.rare
def test_the_live_regions_stay_while_their_words_change(page: Player) -> None:
    page.goto("/")
    parts = (page.status, page.message, page.advice)
    expect(page.status).to_have_role("status")
    expect(page.message).to_have_role("alert")
    expect(page.advice).to_have_role("status")
    regions = [part.element_handle() for part in parts]
    page.play_once()
    expect(page.advice).to_have_text("")
    page.button("Hint").click()
    expect(page.advice).not_to_have_text("")
    page.cell("a1").click(force=True)
    expect(page.message).not_to_have_text("")
    assert all(region and region.evaluate("region => region.isConnected") for region in regions)


@pytest.mark.rare
def test_what_swaps_leave_is_what_a_reload_would_show(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", seed="1")
    expect_as_loaded(page)
    page.cell("b2").click()
    expect_as_loaded(page)
    for name in ("Values", "Hint"):
        page.button(name).click()
        expect_as_loaded(page)
    page.cell("a1").click()
    expect_as_loaded(page)
    for name in ("Undo", "Values"):
        page.button(name).click()
        expect_as_loaded(page)
    page.begin(SQUARE, HUMAN, "hard", played="a1b2b1c3c1b3")
    for _ in range(2):
        page.cell("d1").click()  # and the computer wins
        expect_as_loaded(page)
        page.button("Undo").click()
        expect_as_loaded(page)
    page.cell("d1").click()
    page.button("Swap sides").click()
    expect_as_loaded(page)
    page.choose(TIC_TAC_TOE, HUMAN, "easy")
    expect_as_loaded(page)
    page.choose(SQUARE, "easy", "medium")
    for name in ("Step", "To the end", "Again"):
        page.button(name).click()
        expect_as_loaded(page)


def expect_as_loaded(page: Player) -> None:
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


@pytest.mark.rare
def test_a_chosen_player_gives_way_to_one_who_plays_the_game(page: Player) -> None:
    """No others are offered."""
    page.begin(TIC_TAC_TOE, HUMAN, "minimax")
    page.open_set_up("Choose both players")
    for game in (SQUARE, TIC_TAC_TOE, SQUARE):
        page.get_by_role("radio", name=game.name).check()
        for mark, opponent in product(Mark, OPPONENTS.values()):
            name = re.compile(f"^{opponent.name}\\b")
            offered = page.players(mark).get_by_role("option", name=name)
            expect(offered).to_have_count(int(opponent.plays(game)))
    expect(page.players("O")).to_have_value("medium")
    page.button("Start").click()
    expect(page.board).to_have_attribute("data-game", "square")
    expect(page.message).to_have_text("")


@pytest.mark.rare
def test_a_tap_outside_closes_the_set_up_and_plays_nothing(page: Player) -> None:
    page.resize(820, 1180)
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    strip = page.locator("#setup > summary")
    for outside in (page.cell("c3"), page.locator("header")):
        strip.click()
        expect(page.locator("#setup[open]")).to_have_count(1)
        box = outside.bounding_box()
        assert box
        page.mouse.click(box["x"] + 9, box["y"] + box["height"] - 9)
        expect(page.locator("#setup[open]")).to_have_count(0)
        expect(strip).to_be_focused()
    page.cell("b2").click()
    page.expect_ply(2)
    page.expect_true_page()
