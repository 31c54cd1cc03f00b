"""The lessons: what each step says and draws of each cell against a second source, the ways between
the steps, and how far one has come.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.chances import TO_FIND
from ai.puzzles.puzzle import Theme
from tests.model import name
from tests.page import Element, board_shown, read
from tests.puzzle_pages import CELL, solve
from tests.reference import (
    Board,
    after,
    completed,
    completing,
    keeping,
    moves,
    other,
    plain,
    result,
    shortest_from,
    worths,
)
from webapp.learn.lessons import LESSONS, LessonState
from webapp.puzzles.progress import Progress, Result
from webapp.puzzles.sets import LESSON_STEPS, NUMBERS, WANTED, LessonSet

KEYS = [*LESSONS]
TRIED = (2, 4)  # the steps in which a cell is to be found


def board_of(key: str, step: int) -> Board:
    return plain(LESSONS[key].board(step))


def names(board: Board, cells: Iterable[int]) -> set[str]:
    return {name(board.game, cell) for cell in cells}


def step_at(client: FlaskClient, path: str) -> tuple[str, Element]:
    """Where *path* leads, and the page of the step there."""
    response = client.get(path, follow_redirects=True)
    assert response.status_code == 200
    return response.request.full_path.rstrip("?"), read(response.text)


def told(page: Element) -> str:
    """The sentence, which the status says too."""
    said = page.by_id("why").all("p")[0].text
    assert said in page.by_id("status").text
    return said


def notes(page: Element) -> dict[str, str]:
    """The notes on cells, by their short names."""
    labels = [button["aria-label"].split(", ") for button in page.by_id("board").all("button")]
    return {short: said[0] for _row, _column, short, *said in labels if said}


def noted(page: Element, word: str) -> set[str]:
    return {cell for cell, note in notes(page).items() if note == word}


def heading(page: Element) -> str:
    return page.by_id("why").all("h2")[0].text


# The ideas: whether the reference says that a cell has the idea of a lesson.


def has_idea(key: str, board: Board, cell: int) -> bool:
    left, (value, plies) = after(board, cell), worths(board)[cell]
    mine, theirs = completing(left, board.mover), completing(board, other(board.mover))
    match key:
        case "lines":
            return bool(completed(left))
        case "threats":
            return cell in theirs
        case "forks":
            return len(mine) > 1 and plies == 3
        case "quiet-moves":
            return not mine and value > 0
        case "search":
            return shortest_from(board, cell) == plies == 5
    return value == 0 and not theirs and any(it < 0 for it, _plies in worths(board).values())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("step", TRIED)
def test_what_keeps_the_value_has_the_idea_and_nothing_else_does(key: str, step: int) -> None:
    """The task names one cell. From the other side the pupil has the other colour."""
    board = board_of(key, step)
    assert board.mover == ("X" if step == TRIED[0] else "O")
    found = keeping(board)
    assert [cell for cell in moves(board) if has_idea(key, board, cell)] == found
    assert len(found) == 1 or (key, step) == ("first-moves", TRIED[1])
    assert len(moves(board)) > len(found)
    example = LESSONS[key].example
    assert has_idea(key, plain(example.position), example.cell)


@pytest.mark.parametrize("key", ["threats", "forks"])
def test_every_cell_is_answered(client: FlaskClient, key: str) -> None:
    """In these lessons; in all of them in the proof tier."""
    expect_answers(client, key)


def expect_answers(client: FlaskClient, key: str) -> None:
    """A found cell has its mark and what it does; any other leads to how it is refuted. What is
    heard differs from cell to cell, or it would not be heard.
    """
    for step in TRIED:
        board, path = board_of(key, step), f"/learn/{key}?step={step}"
        _there, page = step_at(client, path)
        assert board_shown(page).playable == {*moves(board)}
        form = page.by_id("match")
        assert (form["action"], form.fields["step"]) == (f"/learn/{key}", f"{step}")
        assert "href" not in page.by_id("forward").attributes
        heard = {page.by_id("status").text}
        for cell in moves(board):
            there, page = step_at(client, f"{path}&cell={cell}")
            heard.add(page.by_id("status").text)
            assert not board_shown(page).playable
            if cell in keeping(board):
                assert there == f"{path}&cell={cell}"
                expect_found(key, board, cell, page)
            else:
                assert there == f"/learn/{key}?step=3&tried={name(board.game, cell)}" or step == 4
                expect_refuted(board, cell, page)
                assert ("href" in page.by_id("forward").attributes) == (step == TRIED[0])
        assert len(heard) == 1 + len(moves(board))


def expect_found(key: str, board: Board, cell: int, page: Element) -> None:
    """The mark stands in its loop with rays, and what is told and noted is true."""
    left, said = after(board, cell), told(page)
    assert board_shown(page).marks == left.marks
    assert board_shown(page).winning == {*chain(*completed(left))}
    assert "rays why" in [it["class"] for it in page.by_id("pen").all("path")]
    assert heading(page) == "That is it."
    own, values = completing(left, board.mover), worths(board)
    if key == "forks":
        assert {*CELL.findall(said)} == names(board, own) == noted(page, "threatened")
    else:
        assert said.startswith(name(board.game, cell))
    if key == "quiet-moves":
        assert noted(page, "loses") == names(board, moves(left))
    elif key in {"values", "first-moves"}:
        lost = names(board, [it for it, (value, _plies) in values.items() if value < 0])
        assert noted(page, "loses") == lost
        assert "any other cell" in said or {*CELL.findall(said)} - lost == {name(board.game, cell)}
        assert ("any other cell" in said) == (len(lost) == len(values) - 1)


def expect_refuted(board: Board, cell: int, page: Element) -> None:
    """The try is struck beside the answer to it, which takes what was given away; both have their
    numbers. The threats that then stand are noted, and all that is told holds.
    """
    left, said, named = after(board, cell), told(page), name(board.game, cell)
    shown = board_shown(page)
    (at,) = [it for it in moves(left) if shown.marks[it] != "."]
    answered, mover, rival = after(left, at), board.mover, other(board.mover)
    assert shown.marks == answered.marks
    assert at in keeping(left)
    assert worths(left)[at][0] == -worths(board)[cell][0] > -max(worths(board).values())[0]
    assert [it["id"] for it in page.by_id("board").all("button") if "data-tried" in it.attributes]
    assert "data-tried" in page.by_id(f"cell-{cell}").attributes
    assert {"1", "2"} <= {it.text for it in page.by_id("pen").all("text")}
    assert (noted(page, "move 1"), noted(page, "move 2")) == ({named}, names(board, [at])) or (
        result(answered) is not None
    )
    assert named in said
    assert (heading(page) == "It hands me your cell.") == (at in keeping(board))
    mine, threats = completing(left, mover), completing(answered, rival)
    if "I complete" in said:
        assert result(answered) == rival
    elif "Now I fork" in said:
        assert {*CELL.findall(said)} == {named} | names(board, [at, *threats])
        assert noted(page, "threatened") == names(board, threats)
        assert len(threats) > 1
        assert [*mine] == ([at] if "threatens once" in said else [])
    elif "only draws" in said:
        assert worths(board)[cell][0] == 0
        assert name(board.game, at) in said
    else:
        assert said.startswith(f"After {named} I can play {name(board.game, at)}.")
        assert shortest_from(left, at) == worths(left)[at][1]
    drawn = [it for it in page.by_id("pen").all("use") if "dashed" in it["class"]]
    assert bool(drawn) == (bool(threats) and not result(answered))


@pytest.mark.parametrize("key", KEYS)
def test_steps_lead_to_each_other_without_script(client: FlaskClient, key: str) -> None:
    """The pen draws the idea; hints show where to look; links lead on, and to the puzzles."""
    lesson, puzzles = LESSONS[key], LessonSet(key).puzzles[:2]
    example, there = lesson.example, f"/learn/{key}"
    for step in range(1, 5):
        there, page = step_at(client, there)
        dots = [it.attributes.get("class", "") for it in page.by_id("setup").all("i")]
        shown = ["done"] * (step - 1) + ["now"] + [""] * (LESSON_STEPS - step)
        (now,) = [it for it in page.by_id("room").all("a") if "aria-current" in it.attributes]
        rows = [it["class"] for it in page.by_id("room").all("li") if it.attributes.get("class")]
        assert (dots, rows) == (shown, ["done"] * (step - 1))
        assert f"Step {step} of {LESSON_STEPS}." in page.by_id("status").text
        assert now["href"] == (f"/learn/{key}?step={step}" if step > 1 else f"/learn/{key}")
        assert len(told(page)) <= 160
        if step == 1:
            assert board_shown(page).marks == plain(example.position).marks
            assert example.name in told(page)
        if step in TRIED:
            board, right = board_of(key, step), keeping(board_of(key, step))
            hinted = step_at(client, page.by_id("hint")["href"].removesuffix("#again"))[1]
            cells = hinted.by_id("board").all("button")
            loop = {n for n, it in enumerate(cells) if it.attributes.get("data-hint") == "region"}
            assert loop & {*right}
            assert board_shown(hinted).playable == {*moves(board)}
            page = step_at(client, f"{there}&cell={right[0]}")[1]
            assert page.by_id("again")["href"] == f"{there}#hint"
        there = page.by_id("forward")["href"]
    assert there == f"/puzzles/{puzzles[0].game.key}/{puzzles[0].number}?lesson={key}"
    assert len({it.game for it in puzzles}) == len({it.game for it in LessonSet(key).puzzles})
    for number, puzzle in enumerate(puzzles, 5):
        location = client.get(f"/learn/{key}?step={number}").headers["Location"]
        assert location == f"/puzzles/{puzzle.game.key}/{puzzle.number}?lesson={key}"


def test_who_missed_is_led_to_another_puzzle(client: FlaskClient) -> None:
    """From the end of the lesson, until two in a row are right at the first try."""
    first, second, third, *_others = LessonSet("lines").puzzles
    for puzzle in (first, second):
        link = f"/puzzles/{puzzle.game.key}/{puzzle.number}?lesson=lines"
        wrong = next(it for it in puzzle.position.empty_cells if it not in puzzle.right)
        at = client.post(link, data={"cell": wrong}).headers["Location"]
        solve(client, puzzle, at.partition("#")[0])
    links = [it["href"] for it in step_at(client, "/learn/lines?step=6")[1].by_id("why").all("a")]
    assert links == [f"/puzzles/{third.game.key}/{third.number}?lesson=lines"]


def test_a_fork_is_told_of_lines_that_hold_one_mark(client: FlaskClient) -> None:
    """In its first step, where nothing is threatened yet."""
    example = LESSONS["forks"].example
    board, left = plain(example.position), after(plain(example.position), example.cell)
    said, wins = told(step_at(client, "/learn/forks")[1]), completing(left, board.mover)
    assert said.startswith("Column c and row 3 each hold one X of yours. c3 ")
    lines = [{2, 5, 8}, {6, 7, 8}]
    assert {*wins} == {5, 6}
    assert all(sum(board.marks[it] == "X" for it in line) == 1 for line in lines)


def test_wrong_addresses_are_mended_or_refused(client: FlaskClient) -> None:
    """Old addresses lead to the first step, and a right cell to where it is found."""
    for address, leads in {
        "learn/forks?step=3&tried=b2": "/learn/forks?step=2&cell=4",
        "learn/forks?step=2&cell=5": "/learn/forks?step=3&tried=c2",
    }.items():
        assert client.get(f"/{address}").headers["Location"] == leads
    first = client.get("/learn/forks").text
    assert client.get("/learn/forks?cell=9&guess=win").text == first
    for address, error in {
        "learn/forks?step=2&cell=0": "That cell is taken.",
        "learn/forks?step=2&cell=9": "must be from 0 to 8 here",
        "learn/forks?step=3&tried=": "has no cell “”",
        "learn/forks?step=3&tried=a1": "That cell is taken.",
        "learn/forks?step=7": "must be from 1 to 6 here",
        "puzzles/square/500?lesson=nothing": "must be lines, threats",
    }.items():
        response = client.get(f"/{address}")
        assert response.status_code == 404
        assert error in read(response.text).by_id("main").text


# How far one has come.


def test_the_last_steps_are_puzzles_after_which_the_next_lesson_begins(
    client: FlaskClient,
) -> None:
    """Solved, each is a page of the lesson, whose step it finishes."""
    state, progress = LESSONS["forks"], having()
    for place, puzzle in enumerate(LessonSet("forks").puzzles[:2]):
        step = 5 + place
        link = client.get(f"/learn/forks?step={step}").headers["Location"]
        assert not LessonState(state, step).finished(progress)
        progress = progress.after(puzzle, Result.FIRST, True)
        assert LessonState(state, step).finished(progress)
        solved = read(client.get(solve(client, puzzle, link)).text)
        onward = solved.by_id("review").all("a")[0]["href"]
        assert onward == "/learn/forks?step=6" if place else "lesson=forks" in onward
        there, page = step_at(client, f"/learn/forks?step={step}")
        assert there == f"/learn/forks?step={step}"
        tally = page.by_id("why").all("p")[1].text
        assert tally.startswith("✓ Two in a row" if place else "1 of 2 in a row")
        assert page.by_id("again")["href"] == link
    assert page.by_id("forward")["href"] == "/learn/quiet-moves"
    assert [it["class"] for it in page.by_id("setup").all("i")] == ["done"] * LESSON_STEPS


def having(*places: int) -> Progress:
    """The progress of a browser that got the puzzles at these places of the lesson on forks right,
    at the first try.
    """
    progress = Progress()
    for place in places:
        puzzle = LessonSet("forks").puzzles[place]
        progress = progress.after(puzzle, Result.FIRST, True)
    return progress


def test_two_neighbours_tick_a_lesson() -> None:
    """At the first try alone. What was begun and left is not fresh."""
    forks = LessonSet("forks")
    rows: dict[tuple[int, ...], int] = {(): 0, (0,): 1, (1,): 0, (0, 3): 1, (4, 5): 2}
    rows |= {(0, 2): 2, (1, 4): 2}  # neighbours while the puzzles of each game stood together
    for places, row in rows.items():
        assert forks.in_a_row(having(*places)) == row
        assert forks.is_done(having(*places)) == (row == WANTED)
    for worst in [*Result][1:]:
        tried = having(1).after(forks.puzzles[0], worst, True)
        assert not forks.is_done(tried)
        assert forks.fresh(tried) == forks.puzzles[2]
        begun = Progress().after(forks.puzzles[0], worst, False)
        assert forks.fresh(begun) == forks.puzzles[1]


def test_each_lost_idea_leads_to_a_lesson_that_practises_it(app: Flask) -> None:
    """Who lost by a fork learns forks. Each lesson has a set to practise."""
    assert [*NUMBERS] == [*LESSONS]
    assert all(len(it.practice.puzzles) >= 20 for it in LESSONS.values())
    assert {theme for it in LESSONS.values() for theme in it.practice.themes} == {*TO_FIND}
    with app.test_request_context():
        words: Any = app.jinja_env.get_template("mine/words.html").module
        taught = {theme: told[3] for theme, told in words.themes.items()}
    assert {*taught} == {*TO_FIND}
    for theme, key in taught.items():
        kind = Theme.FORK if theme == Theme.STOP_FORK else theme
        assert kind in LESSONS[key].practice.themes
