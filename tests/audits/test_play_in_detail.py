"""Games by mouse in the rarer cases: what won, the score, small responses, choosing players."""

import re
from math import dist

import pytest
from playwright.sync_api import Page, expect

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import parse_game
from ai.rules.position import Mark, position_after
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    board,
    button,
    cell,
    choose,
    expect_status,
    expect_true_page,
    message,
    open_set_up,
    play,
    play_on,
    play_once,
    players,
    requests_of,
    score,
    state,
    status,
)
from tests.e2e.test_play import TILTED

FIRST_WINS = "a1 a2 b1 b2 c1"  # the top row

TWO_AT_ONCE = "b1 d1 a2 d2 b2 d3 c1 d4 a3 c2 c3 b3 a1"

# The body of an answer to a click; the last one of a game comes with its card.
SMALL = 1000
LAST = 2000


@pytest.mark.parametrize(
    ("game", "names", "completed"),
    [
        pytest.param(TIC_TAC_TOE, FIRST_WINS, 1, id="row"),
        pytest.param(TIC_TAC_TOE, "a1 b1 a2 b2 b3 c1 c3 c2 a3", 2, id="row and column"),
        pytest.param(SQUARE, "a1 d1 c1 d2 a3 d3 c3", 1, id="upright square"),
        pytest.param(SQUARE, TILTED, 1, id="tilted square"),
        pytest.param(SQUARE, TWO_AT_ONCE, 2, id="two squares"),
    ],
)
def test_what_won_is_outlined(page: Page, game: Game, names: str, completed: int) -> None:
    outcome = position_after(game, parse_game(game, names.replace(" ", ""))).outcome
    assert outcome
    assert len(outcome.winning_sets) == completed
    *before, last = names.split()
    begin(page, game, played="".join(before))
    outlines = page.locator("#outlines :is(polygon, polyline)")
    expect(outlines).to_have_count(0)
    play(page, last)
    expect_true_page(page)

    # The corners of each outline lie on the middles of the cells of one winning set, and it goes
    # round them: no side is a diagonal.
    expect(outlines).to_have_count(completed)
    middles: list[tuple[float, float]] = board(page).evaluate(
        """board => [...board.querySelectorAll("button")].map(cell => {
             const { x, y, width, height } = cell.getBoundingClientRect();
             return [x + width / 2, y + height / 2];
           })"""
    )
    drawn: list[list[tuple[float, float]]] = outlines.evaluate_all(
        """shapes => shapes.map(shape => [...shape.points].map(point => {
             const { x, y } = point.matrixTransform(shape.getScreenCTM());
             return [x, y];
           }))"""
    )
    outlined = set()
    for corners in drawn:
        cells = [number for at in corners for number in game.cells if dist(middles[number], at) < 4]
        assert len(cells) == len(corners)
        outlined.add(frozenset(cells))
        if game is SQUARE:
            sides = [dist(corners[n - 1], corners[n]) for n in range(4)]
            assert max(sides) - min(sides) < 1
    assert outlined == outcome.winning_sets


def test_the_score_follows_the_players(page: Page) -> None:
    won = {"You": 0, "Easy": 0, "Draws": 0}
    held = {"X": "You", "O": "Easy"}
    begin(page, TIC_TAC_TOE, HUMAN, "easy", seed="1")
    for _ in range(2):
        play_on(page)
        outcome = expect_true_page(page).outcome
        assert outcome
        won[held[outcome.winner] if outcome.winner else "Draws"] += 1
        shown = [won[held["X"]], won["Draws"], won[held["O"]]]
        expect(score(page)).to_have_text([str(number) for number in shown])

        button(page, "Swap sides").click()
        expect(board(page)).to_have_attribute("data-state", "active")
        held = {"X": held["O"], "O": held["X"]}
        terms = page.get_by_role("region", name="Score").get_by_role("term")
        expect(terms).to_have_text([f"Wins of X {held['X']}", "Draws", f"Wins of O {held['O']}"])
        shown = [won[held["X"]], won["Draws"], won[held["O"]]]
        expect(score(page)).to_have_text([str(number) for number in shown])
        expect_status(page, f"Your turn: {'X' if held['X'] == 'You' else 'O'}")


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


def test_only_players_of_the_chosen_game_are_offered(page: Page) -> None:
    page.goto("/")
    open_set_up(page, "Choose both players")
    for game in (SQUARE, TIC_TAC_TOE):
        page.get_by_role("radio", name=game.name).check()
        for mark in Mark:
            for opponent in OPPONENTS.values():
                offered = players(page, mark).get_by_role(
                    "option", name=re.compile(f"^{opponent.name}\\b")
                )
                expect(offered).to_have_count(int(opponent.plays(game)))


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
             const left = ["data-attributes-only", "data-htmx-powered", "tabindex", "open"];
             const undone = /Took back [^.]+|Back at move \\d+/;
             const told = (text) => text.data.replace(undone, "Undone").trim();
             const lines = (node) => {
               if (node.nodeType === Node.TEXT_NODE) return [told(node)].filter(Boolean);
               const all = [...node.attributes].filter(({ name }) => !left.includes(name));
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
