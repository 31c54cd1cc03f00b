"""Two people in two browsers at a game by one link: slow and lost lines, other devices, blocked
scripts, a screen reader, and a board that keeps its place.
"""

import time
from contextlib import nullcontext
from itertools import islice
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from tests.chromium import block
from tests.e2e.friends import TIED, TILTED, OpenContext, meet, see, turns
from tests.e2e.player import Box, Player

KEPT = "Your {} is kept here and goes out when you are back. Your friend can't see it yet."
SIZES = ((390, 664), (320, 568), (1366, 633))


@pytest.fixture
def second(new_context: OpenContext) -> Player:
    """A page of somebody else, on another device."""
    return Player.at(new_context().new_page())


def test_whoever_waits_or_watches_sees_a_move_by_itself(
    page: Player, second: Player, new_context: OpenContext, script: bool
) -> None:
    """With script on coming back too. Without it an address may have a fragment, or be that of a
    refused move.
    """
    meet(page, second, TIC_TAC_TOE, script=script)
    third = Player.at(new_context().new_page())
    third.goto(page.url)
    expect(third.company).to_contain_text("You watch.")
    expect(third.button("Join")).to_have_count(0)
    third.cell("b2").click(force=True)
    expect(third.message).to_contain_text("You watch this game")
    assert script or (urlsplit(second.url).fragment and third.url != page.url)
    if script:
        third.goto("/learn/games")
    page.cell("b2").click()
    page.expect_ply(1)
    if script:
        third.go_back()
    for one in (second, third):
        one.expect_ply(1)
        assert script or one.url == page.url


def test_a_seat_goes_to_another_device(page: Player, second: Player, script: bool) -> None:
    """Both devices are of one person. With script no history keeps the code, and the end of a
    sentence round the link does no harm.
    """
    page.invite(TIC_TAC_TOE)
    game = page.url
    page.open_set_up()
    page.link("Continue on another device").click()
    address, typed = page.locator("#link").inner_text(), page.locator("#code").inner_text()
    second.goto(f"{address}”.\u200b")
    field = second.get_by_label("Code from your other device")
    if script:
        expect(field).to_have_value(typed.replace(" ", ""))
        assert second.url == address.partition("#")[0]
    else:
        field.fill(typed)
    second.button("Continue here").click()
    second.expect_status("Your turn: X")
    second.cell("b2").click()
    second.expect_ply(1)
    page.goto(game)
    expect(page.company).to_contain_text("Your seat is on another device")
    expect(page.button("Join")).to_have_count(0)
    page.goto("/with")
    expect(page.get_by_text("Back to your game")).to_have_count(0)
    second.goto("/with")
    second.link("Nobody has joined yet – Tic-tac-toe, 1 move").click()
    second.expect_ply(1)


def test_a_lost_connection_is_told_only_until_it_is_back(
    page: Player, second: Player, page_errors: list[str]
) -> None:
    """A move is kept meanwhile, and gives way to another one. If its answer alone was lost it is
    not sent again.
    """
    meet(page, second, TIC_TAC_TOE)
    page.context.set_offline(True)
    expect(page.company).to_contain_text("No connection")
    for name in ("c3", "b2"):
        page.cell(name).click()
        expect(page.message).to_have_text(KEPT.format(name))
        expect(page.board.locator("[data-kept]")).to_have_count(1)
    expect(page.company).not_to_contain_text("here")
    expect(page.cell("b2")).to_have_attribute("data-kept", "X")
    expect(page.get_by_text("Next try in")).to_be_visible()
    for one in (page, second):
        one.expect_ply(0)
    page.context.set_offline(False)
    for one in (page, second):
        one.expect_ply(1)
        expect(one.cell("b2")).to_have_attribute("data-mark", "X")
    expect(page.message).to_have_text("")
    expect(page.board.locator("[data-kept]")).to_have_count(0)
    for again in (page.button("Try now"), page.link("Refresh")):
        expect(again).to_be_hidden()

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    second.route("**/moves", lose_answer, times=1)
    sent = second.log_requests()
    second.cell("a1").click()
    for one in (second, page):
        one.expect_ply(2)
    expect(second.board.locator("[data-kept], [data-pending]")).to_have_count(0)
    expect(second.message).to_have_text("")
    page.cell("c1").click()
    second.expect_ply(3)
    assert sum("/moves" in str(one) for one in sent) <= 2
    page_errors.clear()


@pytest.mark.usefixtures("fresh")
def test_who_tries_now_does_not_wait(page: Player, second: Player, page_errors: list[str]) -> None:
    """The clock stands still, so no other question follows."""
    meet(page, second, TIC_TAC_TOE)
    page.clock.install()
    page.reload()
    page.clock.pause_at(time.time() + 60)
    page.route("**/news?*", lambda route: route.abort())
    page.cell("b2").click()
    expect(page.company).not_to_contain_text("No connection")
    page.clock.run_for(2000)
    expect(page.company).to_contain_text("No connection")
    page.unroute("**/news?*")
    page.button("Try now").click()
    expect(page.company).to_contain_text("Your friend is here")
    expect(page.button("Try now")).to_be_hidden()
    page_errors.clear()


def test_a_screen_reader_hears_each_turn_once(page: Player, second: Player) -> None:
    page.invite(TIC_TAC_TOE)
    page.listen()
    second.join(page)
    expect(page.company).to_contain_text("Your friend is here")
    assert page.heard() == ["Your friend is here"]
    page.cell("b2").click()
    second.expect_ply(1)
    second.cell("a1").click()
    page.expect_ply(2)
    expect(page.company).to_contain_text("Your friend is here")
    assert page.heard() == ["O to move. You played b2.", "Your turn: X. O played a1."]
    second.button("Leave").click()
    expect(page.company).to_contain_text("Your friend has left")
    assert page.heard() == ["Your friend has left"]


@pytest.mark.parametrize(
    ("game", "first", "script"),
    [(SQUARE, "X", True), (TIC_TAC_TOE, "O", False)],
    indirect=["script"],
    ids=["square", "3x3"],
)
def test_the_board_keeps_its_place_from_the_invitation_to_the_rematch(
    page: Player, second: Player, game: Game, first: str, script: bool
) -> None:
    """On both pages. The guest joins by the button, or by a tap that is the first move."""

    def boards(*pages: Player) -> list[dict[tuple[int, int], list[Box]]]:
        """The box of the board on each page, by the size of the window. It ends at the first."""
        return [one.boxes_on((*SIZES, SIZES[0]), "#board") for one in pages]

    page.invite(game, first=first)
    stages = boards(page)
    second.goto(page.url)
    stages += boards(second)
    if first == "X":
        second.click_in_place(second.button("Join"))
        expect(second.company).to_contain_text("You're in. Your friend begins.")
    else:
        second.click_in_place(second.cell("a1"))
        second.expect_ply(1)
    assert second.evaluate("() => scrollY") == 0
    expect(second.button("Join")).to_have_count(0)
    movers = (page, second) if first == "X" else (second, page)
    rest = islice(turns(*movers, TILTED if game is SQUARE else TIED), second.ply, None)
    for ply, name, mover, _ in rest:
        see(mover, ply, script=script)
        stages += boards(page, second)
        mover.cell(name).click()
        mover.expect_ply(ply + 1)
    for one in (page, second):
        see(one, ply + 1, script=script)
        stages += boards(one)
        with nullcontext() if script else one.expect_navigation():
            one.locator("#again-same").click()
        stages += boards(one)
    see(page, 0, script=script)
    stages += boards(page, second)
    assert all(stage == stages[0] for stage in stages), stages


def test_a_question_that_is_never_answered_is_given_up(page: Player, second: Player) -> None:
    page.invite(SQUARE)
    second.join(page)
    see(page, 0, script=True)
    with second.held_back("**/news?*"):
        second.clock.install()
        with second.expect_request("**/news?*"):
            second.reload()
        asked = second.log_requests()
        page.cell("b2").click()
        page.expect_ply(1)
        second.clock.run_for(13_000)  # the server may take seven seconds
        assert not asked
        for _ in range(2):
            with second.expect_request("**/news?*"):
                second.clock.run_for(20_000)
        expect(second.company).to_contain_text("No connection")
    second.clock.run_for(60_000)
    second.expect_ply(1)
    expect(second.company).to_contain_text("Your friend is here")


@pytest.mark.parametrize("missing", ["htmx", "board", "game", "friend", "here", "app", "shared"])
def test_two_friends_play_on_without_a_script(page: Player, second: Player, missing: str) -> None:
    """News come at least with *Refresh*, which is there if they do not come by themselves."""
    block(page, missing)
    block(second, missing)
    page.invite(SQUARE)
    second.join(page)
    for ply, name, mover, other in turns(page, second, "b2 c3"):
        mover.cell(name).click()
        mover.expect_ply(ply + 1)
        see(other, ply + 1, script=missing in {"board", "here", "app"})
    expect(page.company).to_contain_text("Your friend is here")
