"""The pages of questions: what can be pressed, what is said of each answer, and what is told."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.puzzles.puzzle import Puzzle, Theme
from ai.words.telling import ROOM
from tests import solved_again
from tests.page import Element, board_shown, status_line
from tests.puzzle_pages import ASKED, CELL, address, board_of, click, page_at, possible, progress_in
from tests.reference import Board, after, completing, value_and_distance
from webapp.puzzles import questions
from webapp.puzzles.address import ANSWER, Attempt
from webapp.puzzles.progress import Result

TOLD = {1: "X wins", 0: "A draw", -1: "O wins"}
WRONG = {1: "O has an answer", 0: "One side can force", -1: "X has a move"}

asked = st.sampled_from(ASKED)


def value(board: Board) -> int:
    """Who wins *board*: 1 for X, 0 for nobody, -1 for O."""
    solver = value_and_distance if board.game == "tic-tac-toe" else solved_again.value_and_distance
    found = solver(board)[0]
    return found if board.mover == "X" else -found


def course(puzzle: Puzzle) -> list[int]:
    """Who wins before and after each move of the game so far."""
    board = Board(puzzle.game.key, "." * len(puzzle.game.cells), "XO"[len(puzzle.moves) % 2])
    found = [value(board)]
    for cell in puzzle.moves:
        board = after(board, cell)
        found.append(value(board))
    return found


def expect_refuted(puzzle: Puzzle, wrong: int, said: str) -> None:
    """The reason why the answer *wrong* is refused is true."""
    board, name = board_of(puzzle), ""
    match puzzle.theme:
        case Theme.WHO:
            claimed = [1, 0, -1][wrong]
            assert claimed != value(board)
            assert WRONG[claimed] in said
        case Theme.MISTAKE:
            found, number = course(puzzle), puzzle.moves.index(wrong) + 1
            name = puzzle.game.cell_names[wrong]
            lost = found[number] != found[number - 1]
            assert (f"{name} was a mistake, but not the last one." in said) == lost
            assert (f"{name} gave nothing away." in said) != lost
            later = [n for n in range(number + 1, len(found)) if found[n] != found[n - 1]]
            assert later or not lost
        case _:
            name = puzzle.game.cell_names[wrong]
            assert value(after(board, wrong)) < value(board)
            assert name in said


def expect_answer(puzzle: Puzzle, said: str) -> None:
    """The answer, and the reason for it, are true."""
    names = [puzzle.game.cell_names[cell] for cell in puzzle.right if puzzle.theme != Theme.WHO]
    assert all(name in said for name in names)
    board = board_of(puzzle)
    match puzzle.theme:
        case Theme.WHO:
            assert TOLD[value(board)] in said
        case Theme.MISTAKE:
            found, number = course(puzzle), puzzle.moves.index(puzzle.right[0]) + 1
            assert found[number] != found[number - 1]
            assert len({*found[number:]}) == 1
            assert f"{names[0]} was the last mistake" in said
        case _:
            others = [c for c in puzzle.position.empty_cells if c not in puzzle.right]
            kept = {value(after(board, cell)) for cell in puzzle.right}
            given_away = {value(after(board, cell)) for cell in others}
            assert kept == {value(board)}
            assert max(given_away) < value(board)
            assert ("Every other cell loses" in said) == (value(board) == 0)
            assert ("gives the win away" in said) == (value(board) == 1)


def expect_reason(puzzle: Puzzle, said: str) -> bool:
    """O wins after a move that loses; a fork told at once wins, and threatens these cells. Whether
    it was such a fork.
    """
    board, names = board_of(puzzle), puzzle.game.cell_names
    if found := re.match(r"After (\w\d): ", said):
        board = after(board, names.index(found[1]))
        said = said.removeprefix(found[0])
        assert value(board) < 0
    if fork := re.fullmatch(r"(\w\d) threatens (.*) at once\.", said):
        winner, left = board.mover, after(board, names.index(fork[1]))
        assert value(left) == value(board_of(puzzle))
        threatened = {names[cell] for cell in completing(left, winner)}
        assert {*CELL.findall(fork[2])} == threatened
    return bool(fork)


def test_every_answer_is_judged_and_told_truly(app: Flask) -> None:
    forks = 0
    with app.test_request_context():
        for puzzle in ASKED:
            start = Attempt(puzzle)
            for answer in possible(start):
                if answer not in puzzle.right:
                    said = questions.said(start.play(answer))
                    assert said.bad
                    expect_refuted(puzzle, answer, said.text)
                    assert len(said.text) <= ROOM
            told = questions.said(start.ask(ANSWER))
            expect_answer(puzzle, f"{told.heading}. {told.text}")
            assert len(told.text) <= ROOM
            solved = Attempt(puzzle, cells=puzzle.right)
            assert solved.solved
            assert questions.said(solved) == told
            first = questions.said(start)
            assert len(first.text) <= ROOM
            if puzzle.theme is Theme.WHO and value(board_of(puzzle)):
                forks += expect_reason(puzzle, told.text)
            if puzzle.theme is Theme.MISTAKE:
                assert f"{'X' if value(board_of(puzzle)) > 0 else 'O'} wins" in first.text
    assert forks > 10


def pressable(page: Element) -> set[int]:
    """The answers that the page takes."""
    keys = [*page.by_id("board").all("button"), *page.by_id("room").all("button")]
    open_keys = (it for it in keys if "aria-disabled" not in it.attributes)
    return {int(it["value"]) for it in open_keys if it["name"] == "cell"}


@given(asked, st.data())
def test_a_page_takes_the_answers_that_are_left(
    app: Flask, puzzle: Puzzle, data: st.DataObject
) -> None:
    client, path, left = app.test_client(), address(puzzle), {*puzzle.right}
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
        answer = data.draw(st.sampled_from(sorted(pressable(page))))
        path = click(client, path, answer)
        tried |= {answer} - {*puzzle.right}
        left.discard(answer)
    page = page_at(client, path)
    assert status_line(page)["data-state"] == "solved"
    assert not pressable(page)
    assert progress_in(client).result(puzzle) is (Result.TRIES if tried else Result.FIRST)
    facts = [it.text for it in page.by_id("room").all("dt")]
    assert facts == ["Theme", "Difficulty"]


@given(asked)
def test_the_answer_is_told_and_can_be_stepped_through(app: Flask, puzzle: Puzzle) -> None:
    """Hints of cells come before it only where several are to be found."""
    client, path, seen = app.test_client(), address(puzzle), []
    while (key := page_at(client, path).by_id("hint")).attributes.get("aria-disabled") is None:
        seen.append(key.text)
        path = str(client.post(path, data={"hint": key["value"]}).headers["Location"])
    assert seen == ["Cell", "Answer"] if puzzle.theme is Theme.ALL else ["Answer"]
    page = page_at(client, path.partition("#")[0])
    assert dict(parse_qsl(urlsplit(path).query))["hint"] == "3"
    (link,) = [
        it["href"]
        for it in page.by_id("room").all("a")
        if it.text in {"Step through", "All values"}
    ]
    assert client.get(link).status_code == 200
    assert not pressable(page)
    assert not progress_in(client).has(puzzle)


@given(asked.filter(lambda it: it.theme is Theme.MISTAKE))
def test_the_marks_of_a_game_have_their_numbers(app: Flask, puzzle: Puzzle) -> None:
    page = page_at(app.test_client(), address(puzzle))
    cells = page.by_id("board").all("button")
    for number, cell in enumerate(puzzle.moves, 1):
        assert f"move {number}" in cells[cell]["aria-label"]
    assert [it.text for it in page.by_id("sketch").all("text")] == [
        f"{number}" for number in range(1, len(puzzle.moves) + 1)
    ]


def test_a_hint_of_a_cell_is_one_that_is_missing(client: FlaskClient) -> None:
    for puzzle in (it for it in ASKED if it.theme is Theme.ALL):
        path = click(client, address(puzzle), puzzle.right[0])
        page = page_at(client, f"{path}&hint=2")
        (hinted,) = [
            int(it["value"])
            for it in page.by_id("board").all("button")
            if it.attributes.get("data-hint") == ""
        ]
        assert hinted == puzzle.right[1]


@pytest.mark.parametrize("moves", ["z", "xx", "a1", "xdox", "-"])
def test_what_is_no_answer_is_refused(client: FlaskClient, moves: str) -> None:
    puzzle = next(it for it in ASKED if it.theme is Theme.WHO and value(board_of(it)) < 0)
    response = client.get(f"{address(puzzle)}?moves={moves}")
    assert response.status_code == (200 if moves == "xx" else 404)
