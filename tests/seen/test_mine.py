"""One's own games, by roles and names: lost, brought back, practised, exported, forgotten."""

import json

from playwright.sync_api import expect

from ai.puzzles.puzzle import Theme
from ai.rules.games import SQUARE
from tests.e2e.player import HUMAN, Player
from tests.own_games import OWN
from webapp.kept.games import OwnGames
from webapp.mine.practise import mistakes


def test_games_are_practised_exported_and_forgotten(page: Player) -> None:
    page.goto("/")
    page.link("Mine").click()
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    page.get_by_label("A file that you exported here").set_input_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": json.dumps(OWN).encode()}
    )
    page.button("Bring a file back").click()
    expect(page.get_by_role("img", name="Chances kept:")).to_be_visible()
    missed = page.get_by_role("listitem").filter(has_text="missed 1 of 5")
    missed.get_by_role("link", name="Practise").click()
    expect(page.get_by_role("heading", name="You were here on")).to_be_visible()
    (puzzle,) = mistakes(OwnGames.read(OWN), Theme.COMPLETE, 0)
    page.solve(puzzle)
    page.get_by_role("region", name="Solved").get_by_role("link", name="Mine").click()
    expect(page.get_by_role("heading", name="What you miss most")).to_be_visible()
    with page.expect_download() as exported:
        page.link("Export").click()
    assert len(json.loads(exported.value.path().read_text())["games"]) == 11
    page.link("Forget").click()
    page.link("Keep them").click()
    page.link("Forget").click()
    page.button("Forget 23 games").click()
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()


def test_a_lost_game_leads_to_its_lesson_and_is_kept(page: Player) -> None:

    page.begin(SQUARE, HUMAN, "hard", played="a4c2d4b3a3c3")
    page.cell("d1").click()
    page.expect_status("O wins")
    learn = page.review.get_by_role("link", name="Learn")
    expect(learn).to_be_visible()
    learn.click()
    page.link("Mine").click()
    expect(page.get_by_role("heading", name="Last games")).to_be_visible()
    expect(page.get_by_role("link", name="Lost Hard").first).to_be_visible()
