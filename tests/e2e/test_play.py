"""Games by mouse: against each computer player and between two people."""

import re
from math import dist

import pytest
from playwright.sync_api import Page, Request, expect

from ai.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.notation import parse_game
from ai.opponents import OPPONENTS
from ai.policy import Opponent
from ai.position import Mark, position_after
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    board,
    button,
    cell,
    choose,
    empty_cells,
    expect_ply,
    expect_position,
    expect_status,
    expect_true_page,
    message,
    moves,
    open_set_up,
    play,
    play_on,
    play_once,
    players,
    score,
    starts,
    state,
    status,
    why,
)

FIRST_WINS = "a1 a2 b1 b2 c1"  # the top row
TIE = "a1 b1 c1 b2 a2 c2 b3 a3 c3"
TILTED = "b1 a1 d2 a2 c4 b2 a3"
TWO_AT_ONCE = "b1 d1 a2 d2 b2 d3 c1 d4 a3 c2 c3 b3 a1"
SQUARE_TIE = "a2 d1 b1 d3 c4 b3 d2 a3 a1 d4 a4 b2 c3 b4 c1 c2"

# The body of an answer to a click; the last one of a game comes with its review.
SMALL = 1000
LAST = 1500


@pytest.mark.usefixtures("script")
def test_a_first_visit_is_ready_to_play(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_title("Tic-tac-toe against a computer that answers why – Tic Tac Why")
    expect_status(page, "Your turn: X")
    expect_position(page, position_after(TIC_TAC_TOE, ()))
    expect(page.locator("#strip")).to_contain_text("Medium")
    expect(moves(page)).to_have_count(0)
    expect(message(page)).to_have_text("")

    cell(page, "b2").click()
    expect_ply(page, 2)
    position = expect_true_page(page)
    assert position.mark_at(4) is Mark.X
    expect(why(page)).to_contain_text("Why ")


@pytest.mark.parametrize(
    ("script", "game", "opponent"),
    [
        pytest.param(True, SQUARE, OPPONENTS["hard"], id="square, script"),
        pytest.param(False, TIC_TAC_TOE, OPPONENTS["rules"], id="tic-tac-toe, no script"),
    ],
    indirect=["script"],
)
def test_whole_games_against_the_computer(
    page: Page, script: bool, game: Game, opponent: Opponent
) -> None:
    """The page follows them; that it is true with every opponent, requests alone show."""
    page.goto("/?seed=1")
    # With script also what a game leaves on the page for the next one matters.
    for person, first in ((Mark.X, Mark.O), (Mark.O, Mark.O))[: 1 + script]:
        x, o = (HUMAN, opponent.key) if person is Mark.X else (opponent.key, HUMAN)
        choose(page, game, x, o, first)
        expect_ply(page, 0 if first is person else 1)
        while state(page) == "active":
            expect_status(page, f"Your turn: {person}")
            play_once(page)
            expect(why(page)).to_contain_text("Why ")
        expect_true_page(page)
        expect(message(page)).to_have_text("")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("script", "game", "names", "first", "ending"),
    [
        pytest.param(True, SQUARE, TILTED, Mark.X, "X wins", id="square won, script"),
        pytest.param(False, TIC_TAC_TOE, TIE, Mark.O, "Tie", id="tic-tac-toe tied, no script"),
    ],
    indirect=["script"],
)
def test_two_people(page: Page, game: Game, names: str, first: Mark, ending: str) -> None:
    page.goto("/")
    choose(page, game, HUMAN, HUMAN, first)
    played = []
    mark = first
    for name in names.split():
        expect_status(page, f"{mark} to move")
        play(page, name)
        expect_true_page(page, turn="{} to move")
        played.append(f"{mark} {name}")
        mark = mark.other
    expect_status(page, ending)
    expect(moves(page)).to_have_text(played)
    expect(why(page)).to_be_hidden()


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
    outlines = page.locator("#outlines .pen")
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
        """polygons => polygons.map(polygon => [...polygon.points].map(point => {
             const { x, y } = point.matrixTransform(polygon.getScreenCTM());
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


def test_the_score_counts_what_two_people_won(page: Page) -> None:
    *before, last = TIE.split()
    begin(page, TIC_TAC_TOE, played="".join(before))
    play(page, last)
    expect_status(page, "Tie")
    expect(score(page)).to_have_text(["0", "1", "0"])
    button(page, "Again").click()
    expect_ply(page, 0)
    play(page, FIRST_WINS)
    expect(score(page)).to_have_text(["1", "1", "0"])
    choose(page, TIC_TAC_TOE, HUMAN, HUMAN, "O")
    expect_ply(page, 0)
    play(page, FIRST_WINS)  # the same cells, and O began
    expect(score(page)).to_have_text(["1", "1", "1"])
    page.reload()
    expect(score(page)).to_have_text(["1", "1", "1"])

    button(page, "Reset score").click()
    expect(score(page)).to_have_text(["0", "0", "0"])
    expect_status(page, "O wins")
    expect_true_page(page)
    page.reload()
    expect(score(page)).to_have_text(["0", "0", "0"])


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


@pytest.mark.usefixtures("script")
def test_marks_that_were_set_up_are_nobodys_moves(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", moves="a1b2c3a3")
    expect_true_page(page)
    expect(moves(page)).to_have_count(0)
    expect(page.get_by_text("From a position of 4 marks that was set up.")).to_be_visible()
    expect(advice(page)).to_contain_text("the game does not count in the score")
    expect(why(page)).to_contain_text("Play.")
    button(page, "Undo").click()
    expect(message(page)).to_contain_text("Nothing to undo yet.")

    cell(page, "b1").click()  # and O completes the diagonal that was set up
    expect_status(page, "O wins. By diagonal c1 b2 a3.")
    expect_true_page(page)
    expect(moves(page)).to_have_text(["X b1", "O c1"])
    expect(why(page)).to_contain_text("Why c1?")
    expect(score(page)).to_have_text(["0", "0", "0"])
    button(page, "Undo").click()
    expect_ply(page, 4)
    expect_true_page(page)


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
    play_on(page)
    expect_as_loaded(page)
    button(page, "Undo").click()
    expect_as_loaded(page)
    play_on(page)
    button(page, "Swap sides").click()
    expect_as_loaded(page)
    choose(page, TIC_TAC_TOE, HUMAN, "easy")
    expect_as_loaded(page)
    play_on(page)
    expect_as_loaded(page)
    choose(page, SQUARE, "easy", "medium")
    for name in ("Step", "To the end", "Again"):
        button(page, name).click()
        expect_as_loaded(page)


def expect_as_loaded(page: Page) -> None:
    """The page comes to be, but for its form for a new game, as another that is loaded now."""
    shown, loaded = page.evaluate(
        """async () => {
             const left = ["data-attributes-only", "data-htmx-powered", "tabindex", "open"];
             const lines = (node) => {
               if (node.nodeType === Node.TEXT_NODE) return [node.data.trim()].filter(Boolean);
               const all = [...node.attributes].filter(({ name }) => !left.includes(name));
               const attributes = all.map(({ name, value }) => `${name}="${value}"`).sort();
               const children = node.id === "new-game" ? [] : [...node.childNodes];
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


@pytest.mark.usefixtures("script")
def test_playing_again_keeps_the_settings(page: Page) -> None:
    page.goto("/")
    choose(page, SQUARE, "hard", HUMAN, "O")
    expect_status(page, "Your turn: O")
    play_on(page)
    button(page, "Again").click()
    expect_ply(page, 0)
    expect(board(page)).to_have_attribute("data-game", "square")
    expect_status(page, "Your turn: O")
    expect(why(page)).to_contain_text("Play.")
    expect_position(page, position_after(SQUARE, ()))
    play_on(page)
    expect(why(page)).to_contain_text("Why ")

    button(page, "Swap sides").click()
    expect_ply(page, 1)  # the computer holds O now, and O starts
    expect_status(page, "Your turn: X")
    expect(board(page)).to_have_attribute("data-game", "square")
    expect(why(page)).to_contain_text("Why ")


@pytest.mark.usefixtures("script")
def test_the_form_for_a_new_game_shows_the_present_one(page: Page) -> None:
    page.goto("/")
    choose(page, SQUARE, "hard", HUMAN, "O")
    expect_status(page, "Your turn: O")
    page.reload()
    open_set_up(page, "Any two players")
    expect(page.get_by_role("radio", name="Square")).to_be_checked()
    expect(players(page, "X")).to_have_value("hard")
    expect(players(page, "O")).to_have_value("human")
    expect(starts(page, "O")).to_be_checked()


@pytest.mark.usefixtures("fresh")
def test_a_click_is_one_small_request_and_no_navigation(page: Page) -> None:
    posts: list[Request] = []

    def sent(request: Request) -> None:
        if request.method == "POST":
            posts.append(request)

    page.on("request", sent)
    for game in GAMES.values():
        begin(page, game, HUMAN, "hard", seed="1")
        page.evaluate("() => { window.sameDocument = true }")
        posts.clear()
        clicks = 0
        while state(page) == "active":
            play_once(page)
            clicks += 1
        expect_true_page(page)
        assert page.evaluate("() => window.sameDocument")
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
    open_set_up(page, "Any two players")
    for game in (SQUARE, TIC_TAC_TOE):
        page.get_by_role("radio", name=game.name).check()
        for mark in Mark:
            for opponent in OPPONENTS.values():
                offered = players(page, mark).get_by_role(
                    "option", name=re.compile(f"^{opponent.name}\\b")
                )
                expect(offered).to_have_count(int(opponent.plays(game)))


def test_a_chosen_player_gives_way_to_one_who_plays_the_game(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "minimax")
    open_set_up(page, "Any two players")
    page.get_by_role("radio", name="Square").check()
    expect(players(page, "O")).to_have_value("medium")
    button(page, "Start").click()
    expect(board(page)).to_have_attribute("data-game", "square")
    expect(message(page)).to_have_text("")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
def test_without_script_a_player_of_another_game_is_refused(page: Page) -> None:
    page.goto("/")
    play_once(page)
    before = expect_true_page(page)
    choose(page, SQUARE, HUMAN, "minimax", "O")
    expect(message(page)).to_contain_text("Minimax does not play Square")
    open_set_up(page, "Any two players")
    expect(page.get_by_role("radio", name="Square")).to_be_checked()
    expect(players(page, "X")).to_have_value("human")
    expect(players(page, "O")).to_have_value("minimax")
    expect(starts(page, "O")).to_be_checked()
    expect_position(page, before)  # nothing lost

    page.get_by_role("radio", name="Tic-tac-toe").check()
    button(page, "Start").click()
    expect_ply(page, 1)
    expect(message(page)).to_have_text("")
    expect_true_page(page)
    expect(empty_cells(page)).to_have_count(8)
