"""Puzzles on paper: the boards and the answers are right, and the address alone decides."""

import re

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES
from tests.page import Element
from tests.puzzle_pages import LATE, board_of, page_at, puzzle_sets
from tests.puzzle_pages import address as puzzle_address
from tests.reference import after, best_cells, keeping, result, worth
from webapp.puzzles.sets import PuzzleSet
from webapp.puzzles.sheet import SIZES, Sheet


def answers(page: Element) -> list[tuple[Puzzle, list[str], list[str]]]:
    """The puzzles on a page of answers by their addresses, right first moves, and the line."""
    found = []
    for item in page.by_id("main").all("section")[0].all("li"):
        first, *line = item.all("b")
        (link,) = item.all("a")
        assert link.text == link["href"]
        key, number = link.text.split("/")[-2:]
        moves = [it.text.split()[1] for it in line]
        right = re.findall(r"[a-d][1-4]", first.text)
        found.append((puzzle_numbered(GAMES[key], int(number)), right, moves))
    return found


@settings(max_examples=3)
@given(puzzle_sets(), st.sampled_from(SIZES), st.integers(0, 999))
def test_a_sheet_shows_the_puzzles_of_its_place(
    app: Flask, chosen: PuzzleSet, per: int, place: int
) -> None:
    first = 1 + place % max(len(chosen.puzzles), 1)
    with app.test_request_context():
        address = Sheet(chosen, first, per).url()
    main = page_at(app.test_client(), address).by_id("main")
    if not chosen.puzzles:
        assert "No puzzle is like this." in main.text
        return
    here = chosen.puzzles[first - 1 : first - 1 + per]
    (answered,) = [it["href"] for it in main.all("a") if it.text == "Answers"]
    told = page_at(app.test_client(), answered)
    assert tuple(puzzle for puzzle, _right, _line in answers(told)) == here
    assert not main.all("section"), "no answer stands beside the puzzles"
    (play,) = [it for it in main.all("p") if it.text.startswith("Play them:")]
    (link,) = [it["href"] for it in play.all("a")]
    there = page_at(app.test_client(), link.removeprefix("http://localhost"))
    played = [it["href"] for it in there.by_id("main").all("ol")[0].all("a")][:per]
    assert [it.partition("?")[0] for it in played] == [*map(puzzle_address, here)]
    boards = [it for it in main.all("div") if it.attributes.get("role") == "img"]
    for puzzle, board in zip(here, boards, strict=True):
        stands = re.findall(r"([XO]) on ([^;.]*)", board["aria-label"])
        marks = {name: mark for mark, names in stands for name in re.findall("[a-d][1-4]", names)}
        names = puzzle.game.cell_names
        assert "".join(marks.get(name, ".") for name in names) == board_of(puzzle).marks


def test_every_answer_is_right(client: FlaskClient) -> None:
    """By the rules and values in other terms; boards that are too empty for these are left out."""
    page = page_at(client, "/puzzles/sheet?game=all&plies=1-3&per=12&from=61&answers=on")
    late = [it for it in answers(page) if it[0] in LATE]
    assert late
    for puzzle, right, line in late:
        end, names = board_of(puzzle), puzzle.game.cell_names
        assert right == [names[cell] for cell in keeping(end)]
        for cell in map(names.index, line):
            assert cell in (keeping(end) if end.mover == "X" else best_cells(end))
            end = after(end, cell)
        assert (result(end) == "X") == (worth(board_of(puzzle))[0] == 1)


def test_a_sheet_that_cannot_be_is_not_found(client: FlaskClient) -> None:
    for query in ("per=7", "per=six", "from=0", "from=9999", "theme=none", "answers=1"):
        assert client.get(f"/puzzles/sheet?game=square&{query}").status_code == 404
