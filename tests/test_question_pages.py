"""The pages of questions: what can be pressed, hints, and how the answer is told."""

from random import Random
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from ai.puzzles.puzzle import QUESTIONS, Theme
from tests.page import Element, board_shown, status_line
from tests.puzzle_pages import ASKED, address, board_of, click, page_at, possible, progress_in
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Result

OF_THEME = {theme: [it for it in ASKED if it.theme is theme] for theme in QUESTIONS}

each_theme = pytest.mark.parametrize("theme", QUESTIONS)


def pressable(page: Element) -> set[int]:
    """The answers that the page takes."""
    keys = [*page.by_id("board").all("button"), *page.by_id("room").all("button")]
    open_keys = (it for it in keys if "aria-disabled" not in it.attributes)
    return {int(it["value"]) for it in open_keys if it["name"] == "cell"}


@each_theme
def test_a_page_takes_the_answers_that_are_left(client: FlaskClient, theme: Theme) -> None:
    puzzle = OF_THEME[theme][9]
    path, left, rng = address(puzzle), {*puzzle.right}, Random(puzzle.number)  # noqa: S311
    tried = set[int]()
    while left:
        page = page_at(client, path)
        assert board_shown(page).marks == board_of(puzzle).marks
        found = {*puzzle.right} - left
        gone = found | (tried if puzzle.theme is Theme.WHO else set())
        assert pressable(page) == {*possible(Attempt(puzzle))} - gone
        status = status_line(page)
        assert status["data-state"] == "active"
        if puzzle.theme is Theme.ALL:
            assert f"{len(found)} of {len(puzzle.right)} found" in page.by_id("status").text
        answer = rng.choice(sorted(pressable(page)))
        path = click(client, path, answer)
        tried |= {answer} - {*puzzle.right}
        left.discard(answer)
    page = page_at(client, path)
    assert status_line(page)["data-state"] == "solved"
    assert not pressable(page)
    assert progress_in(client).result(puzzle) is (Result.TRIES if tried else Result.FIRST)
    facts = [it.text for it in page.by_id("room").all("dt")]
    assert facts == ["Theme", "Difficulty"]


@each_theme
def test_the_answer_is_told_and_can_be_stepped_through(client: FlaskClient, theme: Theme) -> None:
    """Hints of cells come before it only where several are to be found."""
    puzzle = OF_THEME[theme][7]
    path, seen = address(puzzle), []
    while (key := page_at(client, path).by_id("hint")).attributes.get("aria-disabled") is None:
        seen.append(key.text)
        path = str(client.post(path, data={"hint": key["value"]}).headers["Location"])
    assert seen == ["Cell", "Answer"] if theme is Theme.ALL else ["Answer"]
    page = page_at(client, path.partition("#")[0])
    assert dict(parse_qsl(urlsplit(path).query))["hint"] == "3"
    ways_on = ("Step through", "All values")
    (link,) = [it["href"] for it in page.by_id("room").all("a") if it.text in ways_on]
    assert client.get(link).status_code == 200
    assert not pressable(page)
    assert not progress_in(client).has(puzzle)


def test_the_marks_of_a_game_have_their_numbers(client: FlaskClient) -> None:
    puzzle = OF_THEME[Theme.MISTAKE][-1]
    page = page_at(client, address(puzzle))
    cells, numbers = page.by_id("board").all("button"), range(1, len(puzzle.moves) + 1)
    for number, cell in zip(numbers, puzzle.moves, strict=True):
        assert f"move {number}" in cells[cell]["aria-label"]
    assert [it.text for it in page.by_id("sketch").all("text")] == [*map(str, numbers)]
    told = page_at(client, f"{address(puzzle)}?hint=3").by_id("board").all("button")
    assert "the last mistake" in told[puzzle.right[0]]["aria-label"]


def test_a_hint_of_a_cell_is_one_that_is_missing(client: FlaskClient) -> None:
    puzzle = OF_THEME[Theme.ALL][0]
    path = click(client, address(puzzle), puzzle.right[0])
    cells = page_at(client, f"{path}&hint=2").by_id("board").all("button")
    hinted = [int(it["value"]) for it in cells if it.attributes.get("data-hint") == ""]
    assert hinted == [puzzle.right[1]]


@pytest.mark.parametrize("moves", ["z", "x", "a1", "xdox", "-"])
def test_what_is_no_answer_is_refused(client: FlaskClient, moves: str) -> None:
    """O wins: a wrong answer is one, and none follows the right one."""
    puzzle = next(it for it in OF_THEME[Theme.WHO] if it.right == (2,))
    response = client.get(f"{address(puzzle)}?moves={moves}")
    assert response.status_code == (200 if moves == "x" else 404)
