"""Two people in two browsers, by one link: the rarer cases."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from tests.audits.test_ear import heard, listen
from tests.e2e.conftest import script
from tests.e2e.player import (
    board,
    button,
    cell,
    expect_ply,
    expect_status,
    link,
    message,
    open_set_up,
    status,
)
from tests.e2e.test_friend import (
    TIED,
    TILTED,
    OpenContext,
    company,
    either_way,
    expect_whole_games,
    invite,
    join,
    meet,
    second,
    see,
)
from tests.e2e.test_moments import AT_ONCE, WATCH, seen

__all__ = ["script", "second"]  # fixtures

ROW = "a1 b1 a2 b2 a3"  # X wins

SLOW_LINE = {  # milliseconds, and bytes a second
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}


def test_whole_games_and_a_rematch(page: Page, second: Page, script: bool) -> None:
    expect_whole_games(page, second, TIC_TAC_TOE, TIED, script=script)


@pytest.mark.usefixtures("script")
def test_on_a_slow_line_the_own_mark_stands_at_once(page: Page, second: Page) -> None:
    meet(page, second, SQUARE)
    line = second.context.new_cdp_session(second)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    second.evaluate(WATCH)
    for ply, name in enumerate(TILTED.split()):
        mover, other = (second, page) if ply % 2 else (page, second)
        expect_status(mover, f"Your turn: {'XO'[ply % 2]}")
        cell(mover, name).click()
        expect_ply(mover, ply + 1)
        expect_ply(other, ply + 1)
    expect_status(page, "X wins")
    expect_status(second, "X wins")
    kinds, times = seen(second)
    assert kinds == ["click", "O", ""] * (len(TILTED.split()) // 2)
    for pressed, drawn in zip(times[::3], times[1::3], strict=True):
        assert drawn - pressed < AT_ONCE


@pytest.mark.usefixtures("script")
def test_one_reloads_at_each_move_and_one_goes_back(page: Page, second: Page) -> None:
    meet(page, second, TIC_TAC_TOE, side="O")
    for ply, name in enumerate(ROW.split()):
        mover, other = (page, second) if ply % 2 else (second, page)
        expect_ply(mover, ply)
        cell(mover, name).click()
        expect_ply(mover, ply + 1)
        page.reload()
        second.goto("/learn/games")
        second.go_back()
        expect_ply(other, ply + 1)
        expect_ply(mover, ply + 1)
    expect_status(page, "X wins")
    expect_status(second, "X wins")


@pytest.mark.usefixtures("script")
def test_by_keyboard_and_by_typing(page: Page, second: Page) -> None:
    meet(page, second, TIC_TAC_TOE)
    cell(page, "a1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_ply(page, 1)
    expect(cell(page, "b1")).to_be_focused()
    expect_ply(second, 1)
    field = second.get_by_label("Move or command")
    field.focus()
    field.fill("b2")
    field.press("Enter")
    expect_ply(second, 2)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    expect_ply(page, 2)
    expect(cell(page, "b1")).to_be_focused()
    expect_status(page, "Your turn: X. O played b2.")


@either_way
@pytest.mark.usefixtures("script")
def test_a_command_that_only_a_match_has_is_refused(page: Page) -> None:
    invite(page, TIC_TAC_TOE)
    field = page.get_by_label("Move or command")
    field.fill("hint")
    field.press("Enter")
    expect(message(page)).to_contain_text("has no undo, hints, values or reasons")
    expect(field).to_have_value("hint")


@pytest.mark.usefixtures("script")
def test_a_third_one_watches_live(page: Page, second: Page, new_context: OpenContext) -> None:
    meet(page, second, TIC_TAC_TOE)
    third = new_context().new_page()
    third.goto(page.url)
    expect(company(third)).to_contain_text("You watch.")
    expect(button(third, "Join")).to_have_count(0)
    cell(page, "b2").click()
    expect_ply(third, 1)
    cell(third, "a1").click(force=True)
    expect(message(third)).to_contain_text("You watch this game")


@pytest.mark.parametrize("script", [False], ids=["no-script"])
@pytest.mark.usefixtures("script")
def test_a_page_without_script_looks_again_by_itself(
    page: Page, second: Page, new_context: OpenContext
) -> None:
    """Its address may have a fragment, or be the address of a refused move."""
    meet(page, second, TIC_TAC_TOE, script=False)
    assert urlsplit(second.url).fragment
    third = new_context().new_page()
    third.goto(page.url)
    cell(third, "b2").click(force=True)
    expect(message(third)).to_contain_text("You watch this game")
    assert third.url != page.url
    cell(page, "b2").click()
    for one in (second, third):
        expect_ply(one, 1)
        assert one.url == page.url


@either_way
def test_one_leaves_and_comes_back(page: Page, second: Page, script: bool) -> None:
    meet(page, second, TIC_TAC_TOE, script=script)
    button(second, "Leave").click()
    expect(company(second)).to_contain_text("You have left")
    if not script:
        link(page, "Refresh").click()
    expect(company(page)).to_contain_text("Your friend has left")
    button(second, "Come back").click()
    expect(company(second)).not_to_contain_text("You have left")


@either_way
def test_a_seat_goes_to_another_device(page: Page, second: Page, script: bool) -> None:
    """Both devices are of one person. With script no history keeps the code."""
    invite(page, TIC_TAC_TOE)
    game = page.url
    open_set_up(page)
    link(page, "Continue on another device").click()
    address, typed = page.locator(".url").inner_text(), page.locator(".pass").inner_text()
    second.goto(address)
    field = second.get_by_label("Code from your other device")
    if script:
        expect(field).to_have_value(typed.replace(" ", ""))
        assert second.url == address.partition("#")[0]
    else:
        field.fill(typed)
    button(second, "Continue here").click()
    expect_status(second, "Your turn: X")
    cell(second, "b2").click()
    expect_ply(second, 1)
    page.goto(game)
    expect(company(page)).to_contain_text("Your seat is on another device")
    expect(button(page, "Join")).to_have_count(0)
    page.goto("/with")
    expect(page.get_by_text("Back to your game")).to_have_count(0)
    second.goto("/with")
    link(second, "Nobody has joined yet – Tic-tac-toe, 1 move").click()
    expect_ply(second, 1)


@pytest.mark.usefixtures("script")
def test_a_broken_connection_is_found_again(
    page: Page, second: Page, page_errors: list[str]
) -> None:
    meet(page, second, TIC_TAC_TOE)
    second.context.set_offline(True)
    expect(company(second)).to_contain_text("No connection")
    cell(page, "b2").click()
    expect_ply(page, 1)
    second.context.set_offline(False)
    expect_ply(second, 1)
    expect(company(second)).to_contain_text("Your friend is here")
    page_errors.clear()


@pytest.mark.usefixtures("script")
def test_a_lost_connection_is_told_only_until_it_is_back(
    page: Page, second: Page, page_errors: list[str]
) -> None:
    meet(page, second, TIC_TAC_TOE)
    page.context.set_offline(True)
    cell(page, "b2").click()
    expect(message(page)).to_have_text("No connection. Nothing is lost: try again.")
    page.context.set_offline(False)
    expect(message(page)).to_have_text("")
    expect_ply(page, 0)
    page_errors.clear()


@pytest.mark.usefixtures("script")
def test_a_lost_focus_is_not_lost_when_the_next_game_begins(page: Page, second: Page) -> None:
    meet(page, second, TIC_TAC_TOE)
    for ply, name in enumerate(ROW.split()):
        mover, other = (second, page) if ply % 2 else (page, second)
        expect_ply(mover, ply)
        cell(mover, name).click()
        expect_ply(other, ply + 1)
    button(page, "Again, sides swapped").click()
    expect(status(page)).to_contain_text("your friend decides")
    expect(button(page, "Again, sides swapped")).to_be_focused()
    button(second, "Again, sides swapped").click()
    expect_ply(page, 0)
    expect(board(page).locator(":focus")).to_have_count(1)


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 664)], ids=str)
def test_the_keys_cover_no_cell_below_the_link(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    invite(page, SQUARE)
    keys, played = page.locator("#help").bounding_box(), board(page).bounding_box()
    assert keys
    assert played
    assert played["y"] + played["height"] <= keys["y"]


@pytest.mark.usefixtures("script")
def test_a_screen_reader_hears_each_turn_once(page: Page, second: Page) -> None:
    invite(page, TIC_TAC_TOE)
    listen(page)
    join(second, page)
    expect(company(page)).to_contain_text("Your friend is here")
    assert heard(page) == ["Your friend is here"]
    cell(page, "b2").click()
    expect_ply(second, 1)
    cell(second, "a1").click()
    expect_ply(page, 2)
    expect(company(page)).to_contain_text("Your friend is here")
    assert heard(page) == ["O to move. You played b2.", "Your turn: X. O played a1."]
    button(second, "Leave").click()
    expect(company(page)).to_contain_text("Your friend has left")
    assert heard(page) == ["Your friend has left"]


SIZES = ((390, 664), (320, 568), (1366, 633))


@either_way
@pytest.mark.parametrize(
    ("game", "first"), [(SQUARE, "X"), (TIC_TAC_TOE, "O")], ids=["square", "3x3"]
)
def test_the_board_keeps_its_place_from_the_invitation_to_the_rematch(
    page: Page, second: Page, game: Game, first: str, script: bool
) -> None:
    """On both pages. The guest joins by the button, or by a tap that is the first move."""
    invite(page, game, first=first)
    still = boards(page)
    second.goto(page.url)
    stages = [boards(second)]
    if first == "X":
        button(second, "Join").click()
        expect(company(second)).to_contain_text("You're in. Your friend begins.")
    else:
        cell(second, "a1").click()
        expect_ply(second, 1)
    assert second.evaluate("() => scrollY") == 0
    expect(button(second, "Join")).to_have_count(0)
    played = (TILTED if game is SQUARE else TIED).split()
    for ply in range(int(first == "O"), len(played)):
        movers = (page, second) if first == "X" else (second, page)
        mover = movers[ply % 2]
        see(mover, ply, script=script)
        stages += map(boards, (page, second))
        cell(mover, played[ply]).click()
        expect_ply(mover, ply + 1)
    for one in (page, second):
        see(one, len(played), script=script)
        stages.append(boards(one))
        button(one, "Again, sides swapped").click()
        stages.append(boards(one))
    see(page, 0, script=script)
    stages += map(boards, (page, second))
    assert all(stage == still for stage in stages), [still, *stages]


def boards(page: Page) -> dict[tuple[int, int], object]:
    """The box of the board on the page, by the size of the window. It ends at the first one."""
    found = dict[tuple[int, int], object]()
    for width, height in (*SIZES, SIZES[0]):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        found[width, height] = board(page).bounding_box()
    return found
