"""Games by mouse in the rarer cases: what won, the score, positions set up, choosing players."""

import re
from math import dist

import pytest
from playwright.sync_api import Page, Request, expect

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
from tests.e2e.test_play import TIE, TILTED

FIRST_WINS = "a1 a2 b1 b2 c1"  # the top row


TWO_AT_ONCE = "b1 d1 a2 d2 b2 d3 c1 d4 a3 c2 c3 b3 a1"


# The body of an answer to a click; the last one of a game comes with its review.
SMALL = 1000


LAST = 1500


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
