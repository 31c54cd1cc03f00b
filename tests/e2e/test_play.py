"""Games by mouse: against each computer player and between two people."""

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, position_after
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    choose,
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
    state,
    why,
)

TIE = "a1 b1 c1 b2 a2 c2 b3 a3 c3"

TILTED = "b1 a1 d2 a2 c4 b2 a3"


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


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("script", "game", "opponent"),
    [
        pytest.param(True, SQUARE, OPPONENTS["hard"], id="square, script"),
        pytest.param(False, TIC_TAC_TOE, OPPONENTS["rules"], id="tic-tac-toe, no script"),
    ],
    indirect=["script"],
)
def test_a_whole_game_against_the_computer(page: Page, game: Game, opponent: Opponent) -> None:
    """The page follows it, motion and all; that it is true with every opponent, requests alone
    show.
    """
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/?seed=1")
    choose(page, game, HUMAN, opponent.key, Mark.O)
    expect_ply(page, 1)
    while state(page) == "active":
        expect_status(page, "Your turn: X")
        play_once(page)
        expect(why(page)).to_contain_text("Why ")
    expect_true_page(page)
    expect(message(page)).to_have_text("")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("script", "game", "names", "first", "ending"),
    [
        pytest.param(False, SQUARE, TILTED, Mark.X, "X wins", id="square won, no script"),
        pytest.param(True, TIC_TAC_TOE, TIE, Mark.O, "Tie", id="tic-tac-toe tied, script"),
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
        expect(why(page)).to_contain_text("I keep quiet" if game is TIC_TAC_TOE else "any square")
        play(page, name)
        played.append(f"{mark} {name}")
        mark = mark.other
    expect_status(page, ending)
    expect_true_page(page)
    expect(moves(page)).to_have_text(played)
    expect(why(page)).to_be_hidden()


def test_playing_again_keeps_the_settings(page: Page) -> None:
    begin(page, SQUARE, "hard", HUMAN, first="o", played="a1b2b1c3c1b3")
    cell(page, "d1").click()  # and the computer wins
    button(page, "Again").click()
    expect_ply(page, 0)
    expect(board(page)).to_have_attribute("data-game", "square")
    expect_status(page, "Your turn: O")
    expect(why(page)).to_contain_text("I always tell you why.")
    expect_position(page, position_after(SQUARE, ()))
    play_on(page)
    expect(why(page)).to_contain_text("Why ")

    button(page, "Swap sides").click()
    expect_ply(page, 1)  # the computer holds O now, and O starts
    expect_status(page, "Your turn: X")
    expect(board(page)).to_have_attribute("data-game", "square")
    expect(why(page)).to_contain_text("Why ")


def test_a_chosen_player_gives_way_to_one_who_plays_the_game(page: Page) -> None:
    """No others are offered."""
    begin(page, TIC_TAC_TOE, HUMAN, "minimax")
    open_set_up(page, "Choose both players")
    for game in (SQUARE, TIC_TAC_TOE, SQUARE):
        page.get_by_role("radio", name=game.name).check()
        for mark, opponent in product(Mark, OPPONENTS.values()):
            name = re.compile(f"^{opponent.name}\\b")
            offered = players(page, mark).get_by_role("option", name=name)
            expect(offered).to_have_count(int(opponent.plays(game)))
    expect(players(page, "O")).to_have_value("medium")
    button(page, "Start").click()
    expect(board(page)).to_have_attribute("data-game", "square")
    expect(message(page)).to_have_text("")


def test_a_tap_outside_closes_the_set_up_and_plays_nothing(page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    begin(page, TIC_TAC_TOE, HUMAN, "hard")
    strip = page.locator("#setup > summary")
    for outside in (cell(page, "c3"), page.locator("header")):
        strip.click()
        expect(page.locator("#setup[open]")).to_have_count(1)
        box = outside.bounding_box()
        assert box
        page.mouse.click(box["x"] + 9, box["y"] + box["height"] - 9)
        expect(page.locator("#setup[open]")).to_have_count(0)
        expect(strip).to_be_focused()
    cell(page, "b2").click()
    expect_ply(page, 2)
    expect_true_page(page)
