"""Worked examples of browser tests.

The page `/learn/testing` shows the regions.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from webapp.learn.kit.python.pages import BoardPage, MatchPage, ReplayPage


# region whole-game
@pytest.mark.parametrize("game", ["tic-tac-toe", "square"])
def test_a_whole_game(page: Page, game: str) -> None:
    match = MatchPage(page)
    match.start(game, o="easy", seed="7")
    while match.board.get_attribute("data-state") == "active":
        match.play(match.cells("empty").first)
    expect(match.status).to_have_text(re.compile("^(X wins|O wins|Tie)"))
    match.press("Again")
    match.expect_ply(0)


# region seed
def test_a_seed_repeats_what_the_computer_plays(page: Page) -> None:
    match = MatchPage(page)
    games = []
    for _ in range(2):
        match.start("square", x="easy", o="medium", seed="7")
        match.press("To the end")
        expect(match.board).not_to_have_attribute("data-state", "active")
        games.append(match.moves.all_inner_texts())
    assert games[0] == games[1]


# region fork
def test_find_a_fork(page: Page) -> None:
    match = MatchPage(page)
    match.start("square", o="hard", moves="O...-XX..-..X.-.O.O")
    match.press("Values")
    match.play(match.cells("wins in 2"))  # two threats at once
    match.play(match.cells("wins at once"))
    expect(match.status).to_have_text(re.compile("^X wins"))
    expect(match.cells("winning")).to_have_count(4)


# region retry
def test_a_retry(page: Page) -> None:
    match = MatchPage(page)
    match.start("tic-tac-toe", o="hard", moves="a1b2c3a3", retry="on")
    match.cell("c2").click()  # a mistake, so it is noted and not made
    expect(match.cells("tried")).to_have_count(1)
    match.expect_ply(4)
    match.play(match.cell("c1"))
    match.expect_ply(6)


# region slow
def test_a_slow_answer(page: Page) -> None:
    match = MatchPage(page)
    match.start("tic-tac-toe", o="medium")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/moves", hold)
    match.cell("b2").click()
    expect(match.status).to_have_text("Computer thinking…")
    match.expect_ply(0)
    for route in held:
        route.continue_()
    match.expect_ply(2)


# region refused
def test_a_refused_move(page: Page) -> None:
    match = MatchPage(page)
    match.start("tic-tac-toe", moves="b2a1")
    match.cell("b2").click(force=True)  # Playwright waits where aria-disabled stands
    expect(match.message).to_contain_text("taken")
    match.expect_ply(2)
    match.play(match.cell("c3"))
    expect(match.message).to_have_text("")


# region lost
def test_a_lost_connection(page: Page) -> None:
    match = MatchPage(page)
    match.start("tic-tac-toe", o="medium")
    page.context.set_offline(True)
    match.cell("b2").click()
    expect(match.message).to_contain_text("Nothing is lost: try again.")
    match.expect_ply(0)
    page.context.set_offline(False)
    match.play(match.cell("b2"))
    expect(match.message).to_have_text("")


# region stale
def test_a_stale_tab(page: Page) -> None:
    match = MatchPage(page)
    match.start("square")
    behind = MatchPage(page.context.new_page())
    behind.page.goto("/")
    match.play(match.cell("b2"))
    behind.cell("c3").click()
    expect(behind.message).to_contain_text("This page was behind")
    behind.expect_ply(1)
    expect(behind.cell("b2")).to_have_accessible_name(re.compile(": X"))


# region friends
def test_two_friends(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    page.goto("/with")
    mine = MatchPage(page)
    mine.press("Get the link")
    expect(page.locator("#company")).to_contain_text("Nobody has joined yet")
    theirs = MatchPage(new_context().new_page())
    theirs.page.goto(page.url)
    theirs.press("Join")
    expect(theirs.status).to_contain_text("X to move")
    mine.play(mine.cell("b2"))
    theirs.expect_ply(1)
    theirs.play(theirs.cell("a1"))
    expect(mine.status).to_contain_text("Your turn: X. O played a1.")


# region cookie
def test_a_cookie_that_cannot_be_read(page: Page, base_url: str) -> None:
    match = MatchPage(page)
    page.context.add_cookies([{"name": "tic-tac-why", "value": "torn", "url": base_url}])
    page.goto("/")
    expect(match.message).to_contain_text("Couldn't read your game")
    match.expect_ply(0)


# region replay
def test_a_replay(page: Page) -> None:
    replay = ReplayPage(page)
    replay.show("tic-tac-toe", "a1b2c3a3c2c1", ply=4)
    expect(replay.cells("wins in 2 moves, best")).to_have_count(1)
    replay.go("Forward")
    replay.expect_ply(5)
    expect(replay.cell("c2")).to_have_accessible_name(re.compile(": X"))


# region puzzle
def test_a_puzzle(page: Page) -> None:
    puzzle = BoardPage(page)
    page.goto("/puzzles/square/500")
    puzzle.cell("a1").click()  # wrong, so it is noted and not made
    expect(puzzle.cells("tried")).to_have_count(1)
    puzzle.press("Hint")
    expect(puzzle.status).to_contain_text("Look for")
    puzzle.press("Cell")
    puzzle.play(puzzle.cells("hint"))
    for name in ("b2", "d2"):
        puzzle.play(puzzle.cell(name))
    expect(puzzle.status).to_contain_text("Solved.")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re.compile(r"/puzzles/(?!square/500)[\w/-]+$"))  # one that fits


# region lesson
def test_a_lesson(page: Page) -> None:
    lesson = BoardPage(page)
    page.goto("/learn/forks?step=2")
    lesson.cell("c2").click()
    expect(lesson.status).to_contain_text("c2")
    expect(page).to_have_url(re.compile("step=3&tried=c2$"))


# region search
def test_a_search(page: Page) -> None:
    page.goto("/search/tic-tac-toe/XX.-OO.-...?by=alpha-beta")
    search = BoardPage(page)
    expect(search.status).to_contain_text("Visit 1 of")
    search.go("Forward")
    expect(search.status).to_contain_text("Visit 2 of")
    search.go("Next cut")
    expect(search.status).to_contain_text("Cut off.")
