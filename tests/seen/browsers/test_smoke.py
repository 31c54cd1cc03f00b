"""Whole games in Firefox and in WebKit, and features in which browsers may differ."""

import re
from functools import partial

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE, game_for
from ai.rules.notation import parse_cell, parse_game
from tests.seen.browsers.player import SOLVING, TO_MOVE, Player
from tests.views import STORY, match

ROW = "a1a2b1b2c1"
TILTED = "b1a1d2a2c4b2a3"
TWO_SQUARES = "b1d1a2d2b2d3c1d4a3c2c3b3a1"
PUZZLE = "/puzzles/square/500"
OWN = "5x2-a1b1c1b2"
SEARCH = "/search/tic-tac-toe/XX.-OO.-...?by=alpha-beta"

# How far the page scrolls sideways, and the boxes of the cells, at each of these widths. It is in a
# frame, since a window cannot be as narrow as a phone.
LAID_OUT = """const [path, widths, done] = arguments;
const frame = document.createElement("iframe");
Object.assign(frame, { height: 800, frameBorder: 0, src: path });
frame.onload = () => {
  const page = frame.contentDocument;
  done(widths.map((width) => {
    frame.width = width;
    const boxes = [...page.querySelectorAll("#board button")]
      .map((cell) => cell.getBoundingClientRect())
      .map(({ left, right, width, height }) => [left, right, width - height]);
    return [page.documentElement.scrollWidth - width, boxes];
  }));
};
document.body.replaceChildren(frame);"""

WIDTHS = (320, 390, 1280)


def test_whole_games_against_the_computer(player: Player, player_without_script: Player) -> None:
    """Values are seen, and a move is taken back."""
    for one, game in ((player, SQUARE), (player_without_script, TIC_TAC_TOE)):
        one.begin(match(game, o="hard"))
        one.play(0)
        one.expect_true_page()
        one.click("Values")
        one.expect(partial(has_values, one), True)
        one.click("Undo")
        one.expect_ply(0)
        one.play_on()
        assert one.expect_true_page().outcome

        one.click("Play again", "Again")
        one.expect_ply(0)
        assert one.game is game
        one.expect_true_page()


def test_by_keys_the_focus_stays_and_moves_are_stepped(player: Player) -> None:
    player.begin(match(SQUARE, o="hard"))
    for key in (Keys.ENTER, Keys.SPACE):
        cell = player.expect_true_page().empty_cells[0]
        with player.a_move():
            player.cell(cell).send_keys(key)
        player.expect_true_page()
        assert player.focused == f"cell-{cell}"
    # The board is one tab stop, and arrows go on from there.
    player.type(Keys.ARROW_RIGHT)
    player.expect(lambda: player.focused, f"cell-{cell + 1}")

    player.visit(STORY)
    for key, ply in ((Keys.ARROW_RIGHT, 10), (Keys.ARROW_LEFT, 9), (Keys.HOME, 7), (Keys.END, 14)):
        player.type(key)
        player.expect_ply(ply)

    player.visit(SEARCH)
    for visit in (2, 3):
        player.element("forward").send_keys(Keys.ENTER)
        player.expect_status(f"Visit {visit} of 47.")
        assert player.focused == "forward"
    player.driver.back()
    player.expect_status("Visit 2 of 47.")


def test_a_touch_is_answered(player: Player) -> None:
    """A wrong try of a puzzle is refused, and its solution accepted, in a frame too; a lesson says
    what a cell does.
    """
    puzzle = load(SQUARE)[499]
    wrong = next(it for it in puzzle.position.empty_cells if it not in puzzle.right)
    for path in (PUZZLE, f"/embed{PUZZLE}"):
        player.visit(path)
        if path == PUZZLE:
            player.cell(wrong).click()
            player.expect(partial(player.marked, "data-tried"), {wrong})
        for step in solution(puzzle):
            player.cell(step.move.cell).click()
            player.expect_ply(step.position.ply)
        player.expect_status("X wins. Solved.")
    for name, says in (("c2", "Step 3 of 6. c2 threatens"), ("b2", "Step 2 of 6. That is it.")):
        player.visit("/learn/forks?step=2")
        player.cell(parse_cell(TIC_TAC_TOE, name)).click()
        player.expect_status(says)


def test_a_game_is_drawn_solved_and_played(player: Player) -> None:
    """A T is drawn, and counted; its game is solved, its map seen, and it is played to the end."""
    player.visit("/games/new?columns=5&rows=2")
    for name in ("a1", "b1", "c1", "b2"):
        box = player.driver.find_element(By.CSS_SELECTOR, f"[type=checkbox][value={name}]")
        box.click()
        assert box.is_selected()
    told = "4 in a T: 6 ways to win on this board."
    player.expect(lambda: told in (player.element("told").get_attribute("textContent") or ""), True)
    player.click("Solve it")
    player.expect(lambda: player.driver.current_url, f"{player.site}/games/{OWN}")
    player.expect(lambda: bool(player.element("first-moves")), True, within=SOLVING)
    assert player.game is game_for(OWN)
    player.expect(lambda: has_values(player), True)
    player.cell(1).click()
    player.expect_ply(2)
    player.play_on()
    assert player.expect_true_page().outcome


def test_no_page_scrolls_sideways(player: Player) -> None:
    """Nothing of a page lies beside a window of any of the widths, and the cells are square."""
    player.begin(match(SQUARE, TWO_SQUARES))
    for path in (
        *("/", f"/replay/tic-tac-toe/{ROW}?first=x&ply=1&table=on", STORY, SEARCH),
        *("/replay/square/b1d1a2d2?first=x&values=on", "/learn", "/learn/forks?step=3"),
        *("/learn/openings", "/learn/opponents", "/games/tic-tac-toe", "/games/atlas"),
        *(PUZZLE, f"/embed{PUZZLE}", "/puzzles?game=square", "/puzzles/sheet?per=12"),
        "/games/new?columns=8&rows=2&s1=a1&s1=h2",
    ):
        laid_out = player.driver.execute_async_script(LAID_OUT, path, WIDTHS)
        for width, (beyond, boxes) in zip(WIDTHS, laid_out, strict=True):
            assert beyond <= 0, (path, width)
            for left, right, oblong in boxes:
                assert 0 <= left < right <= width, (path, width)
                assert abs(oblong) < 2, (path, width)


def has_values(player: Player) -> bool:
    """Whether the name of a cell says what a move there is worth."""
    return bool(re.search(r": empty, [a-h][1-8], (wins|draws|loses)\b", " ".join(player.names)))


def test_a_whole_game_of_two_people_by_one_link(
    player: Player, player_without_script: Player
) -> None:
    """With script each move of the other one comes by itself. Without, the first one does; else the
    visitor looks again. The square that wins is outlined, though it is tilted.
    """
    friend = player_without_script
    player.visit("/with")
    player.driver.find_element(By.CSS_SELECTOR, f"[name=game][value={SQUARE.key}]").click()
    player.click("Get the link")
    player.expect(lambda: "Nobody has joined yet" in player.element("company").text, True)
    friend.driver.get(player.driver.current_url)
    friend.click("Join")
    friend.expect_status("X to move")
    for ply, cell in enumerate(parse_game(SQUARE, TILTED)):
        mover = friend if ply % 2 else player
        mover.expect_status(f"Your turn: {'XO'[ply % 2]}")
        with mover.a_move():
            mover.cell(cell).send_keys(Keys.ENTER)
        player.expect_ply(ply + 1)
        if ply:
            friend.driver.refresh()
    for one in (player, friend):
        one.expect_status("X wins")
        assert one.element("review")
    outcome = player.expect_true_page().outcome
    assert outcome
    (cells,) = outcome.winning_sets
    player.expect(partial(is_outlined, player, [*cells]), True)


def is_outlined(player: Player, cells: list[int]) -> bool:
    """Whether a shape reaches from the middles to the middles of these *cells*, and no further."""
    rects = [player.cell(cell).rect for cell in cells]
    across = sorted(it["x"] + it["width"] / 2 for it in rects)
    down = sorted(it["y"] + it["height"] / 2 for it in rects)
    drawn = player.driver.execute_script(SHAPES)
    return pytest.approx([across[0], down[0], across[-1], down[-1]], abs=10) in drawn


SHAPES = """return [...document.querySelectorAll("#outlines :is(polygon, polyline)")]
  .map((shape) => shape.getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [left, top, right, bottom]);"""


def test_a_move_counts_although_one_leaves_at_once_and_comes_back(player: Player) -> None:
    player.begin(match(TIC_TAC_TOE))
    player.driver.execute_script(
        "document.getElementById('cell-4').click(); location.assign('/learn/terms');"
    )
    player.expect(lambda: player.driver.title.startswith("Terms"), True)
    player.driver.back()
    player.expect_ply(1)
    player.expect(lambda: player.position.mark_at(4) == "X", True)
    assert player.element("message").text == ""
    player.play(0)
    player.expect_true_page(TO_MOVE)


def test_a_dark_theme_or_system_gives_dark_paper(
    player: Player, player_without_script: Player
) -> None:
    player_without_script.visit("/")
    assert is_dark(player_without_script)
    for theme in ("dark", "light"):
        player.visit("/settings")
        player.driver.find_element(By.CSS_SELECTOR, f"[name=theme][value={theme}]").click()
        player.expect(
            lambda: player.driver.find_element(By.CSS_SELECTOR, "[role=status]").text, "Saved."
        )
        player.visit("/")
        assert is_dark(player) == (theme == "dark")


def is_dark(player: Player) -> bool:
    """Whether the paper is nearer to black than to white."""
    body = player.driver.find_element(By.TAG_NAME, "body")
    colour = body.value_of_css_property("background-color")
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3]) < 3 * 128
