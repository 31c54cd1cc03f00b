"""The lessons: what they say of each cell against a second source, and how far one has come."""

import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.chances import TO_FIND
from ai.puzzles.puzzle import Theme
from ai.words.telling import ROOM
from tests import reference
from tests.model import cell as cell_named
from tests.model import name
from tests.page import Element, board_shown, read
from tests.puzzle_pages import CELL, browser_that_has, solve
from tests.reference import (
    Board,
    after,
    best_cells,
    completed,
    completing,
    difficulties,
    in_words,
    moves,
    plain,
    result,
    shortest,
    threatened_lines,
    worth,
    worths,
)
from tests.reference.searches import searched
from webapp.learn.lessons import GUESSES, LESSONS
from webapp.puzzles.progress import Progress, Result
from webapp.puzzles.sets import NUMBERS, WANTED, LessonSet

BOARDS = {key: plain(lesson.position) for key, lesson in LESSONS.items()}


def names(board: Board, cells: Iterable[int]) -> set[str]:
    return {name(board.game, cell) for cell in cells}


def lesson(client: FlaskClient, key: str, **query: object) -> Element:
    """The page of a lesson, perhaps with a *cell* touched and a *guess* of its worth."""
    response = client.get(f"/learn/{key}", query_string=query)
    assert response.status_code == 200
    return read(response.text)


def told(page: Element) -> str:
    """The sentence on the cell, which the status says too."""
    said = page.by_id("why").all("p")[0].text
    assert said in page.by_id("status").text
    return said


def notes(page: Element) -> dict[str, str]:
    """The last words of the names of cells, by the short names of the cells."""
    labels = [button["aria-label"].split(", ") for button in page.by_id("board").all("button")]
    return {short: said[-1] for _row, _column, short, *said in labels if said}


# What a lesson says of a cell: for each a check of the board, the cell, the sentence and the page,
# and whether the lesson asks for that move, or warns of it; None if neither.


def of_lines(board: Board, cell: int, said: str, _page: Element) -> bool | None:
    """The lines through the cell are counted, and those of them that are live."""
    if completed(after(board, cell)):
        assert said == f"{name(board.game, cell)} completes row 1."
        return True
    through = [line for line in reference.WINNING[board.game] if cell in line]
    live = [line for line in reference.live(board, "X") if cell in line]
    counted = [len(through), len(live), len(through) - len(live)]
    assert [int(n) for n in re.findall(r"\b\d+\b", said)] == counted
    return None


def of_threats(board: Board, cell: int, said: str, page: Element) -> bool:
    """O completes its line, or it is blocked, and a threat made."""
    left = after(board, cell)
    if threatened_lines(left, "O"):
        assert said == f"Not {name(board.game, cell)}: I complete row 2."
        assert notes(page)[name(board.game, *completing(left, "O"))] == "I win"
        return False
    assert said.startswith(f"{name(board.game, cell)} blocks row 2.")
    assert names(board, [cell, *completing(left, "X")]) == set(CELL.findall(said))
    return True


def of_forks(board: Board, cell: int, said: str, page: Element) -> bool | None:
    """None, one or two threats are told and noted."""
    left = after(board, cell)
    answers = completing(left, "X")
    begins = [f"{name(board.game, cell)} makes no threat", "One threat."]
    assert said.startswith([*begins, f"{name(board.game, cell)} forks:"][len(answers)])
    assert not answers or names(board, answers) <= set(CELL.findall(said))
    wins = {cell for cell, note in notes(page).items() if note == "wins"}
    assert wins == names(board, answers)
    return len(answers) > 1 or None


def of_quiet_moves(board: Board, cell: int, said: str, page: Element) -> bool:
    """The quiet move answers every reply."""
    left, wins, named = after(board, cell), worths(board)[cell][0] > 0, name(board.game, cell)
    assert said.startswith(f"{named} wins." if wins else (f"Not {named}:", f"Not {named}."))
    if wins:
        assert not completing(left, "X")
        for reply in moves(left):
            noted = notes(page)[name(board.game, reply)].removeprefix("→ ")
            there = after(left, reply)
            assert worths(there)[cell_named(board.game, noted)][0] > 0
            assert shortest(there) in {1, 3}, "as the lesson says: a line or a fork"
    return wins


def of_values(board: Board, cell: int, said: str, page: Element) -> None:
    """Nothing of its worth is told before the guess."""
    assert said == f"{name(board.game, cell)}: your guess?"
    assert notes(page) == {name(board.game, cell): "last move"}


def of_search(board: Board, cell: int, said: str, page: Element) -> None:
    """The nodes are counted, and the page of the search is one link away if there is one.
    Alpha-beta takes each first move by itself.
    """
    left = after(board, cell)
    links = [link["href"] for link in page.by_id("main").all("a")]
    assert any(link.startswith("/search/") for link in links) == (result(left) is None)
    counted = [] if result(left) else [searched(left, key)[0] for key in ("minimax", "alpha-beta")]
    assert [int(n) for n in re.findall(r"\b\d+\b", said)] == counted


def of_first_moves(board: Board, cell: int, said: str, page: Element) -> None:
    """The replies that draw are told and noted."""
    replies = worths(after(board, cell))
    drawn = names(board, [reply for reply, (value, _plies) in replies.items() if not value])
    played = f"You play {name(board.game, cell)}. "
    assert said.startswith(played)
    assert set(CELL.findall(said.removeprefix(played))) == drawn
    words = notes(page)
    assert {short for short, note in words.items() if note == "draws"} == drawn
    assert [*words.values()].count("I lose") == len(replies) - len(drawn)


Says = Callable[[Board, int, str, Element], bool | None]
SAYS: list[Says] = [of_lines, of_threats, of_forks, of_quiet_moves]
SAYS += [of_values, of_search, of_first_moves]
SAYS_OF = dict(zip(LESSONS, SAYS, strict=True))


@pytest.mark.parametrize("key", ["lines", "threats", "forks"])
def test_all_empty_cells_can_be_touched_and_say_something_of_their_own(
    client: FlaskClient, key: str
) -> None:
    """In the first lessons; in all of them in the proof tier."""
    expect_touched(client, key)


def expect_touched(client: FlaskClient, key: str) -> None:
    """The mark stands on the cell, and others can be touched still. A right one has a ring with a
    tick, a wrong one is struck out. A status that stays the same would not be heard.
    """
    board = BOARDS[key]
    page = lesson(client, key)
    assert board_shown(page).playable == {*moves(board)}
    assert page.by_id("match")["action"] == f"/learn/{key}"
    said, asked = {told(page)}, 0
    assert said == {f"{LESSONS[key].before} {LESSONS[key].task}"}
    for cell in moves(board):
        page, left = lesson(client, key, cell=cell), after(board, cell)
        right = SAYS_OF[key](board, cell, told(page), page)
        shown = board_shown(page)
        assert shown.marks == (board if right is False else left).marks
        assert shown.playable == {*moves(board)} - ({cell} if right is not False else set())
        assert shown.state == ("won" if result(left) else "active")
        assert shown.winning == {*chain(*completed(left))}
        assert ("data-tried" in page.by_id(f"cell-{cell}").attributes) == (right is False)
        assert bool(page.by_id("outlines").all("g")) == (right is True)
        said_so = page.by_id("why").all("p")[0].attributes.get("class", "")
        assert said_so == {True: "good", False: "bad", None: ""}[right]
        said.add(told(page))
        asked += right is True
        assert len(told(page)) <= ROOM
    assert len(said) == 1 + len(moves(board))
    assert asked == 1 or "One" not in LESSONS[key].task


@pytest.mark.parametrize(("guess", "value"), [("win", 1), ("draw", 0), ("loss", -1)])
def test_values_are_guessed_and_then_told(client: FlaskClient, guess: str, value: int) -> None:
    """Each guess is judged at once. Each cell that loses loses to threats, as the lesson says."""
    board = BOARDS["values"]
    found = worths(board)
    lost = [after(board, cell) for cell, (is_worth, _plies) in found.items() if is_worth < 0]
    assert all(shortest(left) == worth(left)[1] for left in lost)
    of_each = {is_worth: cell for cell, (is_worth, _plies) in found.items()}
    assert len(of_each) == len(GUESSES) == 3
    for is_worth, cell in of_each.items():
        page, right = lesson(client, "values", cell=cell, guess=guess), is_worth == value
        begins = "Right" if right else "Not so"
        said = told(page)
        assert said.startswith(f"{begins}. {name(board.game, cell)} {in_words(found[cell])}")
        assert board_shown(page).marks == after(board, cell).marks
        assert bool(page.by_id("outlines").all("g")) == right
        answers = names(board, best_cells(after(board, cell))) if is_worth < 0 else set()
        assert {*re.findall(r"I answer (\w\d)\.$", said)} <= answers
        assert bool(answers) == ("I answer" in said)
        share = difficulties(board).get(cell)
        slips = [] if share is None else [f"{float(share):.0%}"[:-1]]
        assert re.findall(r"(\d+) of 100 beginners slip", said) == slips


def test_what_is_no_cell_or_lesson_is_refused(client: FlaskClient) -> None:
    for address, error in {
        "learn/forks?cell=0": "That cell is taken.",
        "learn/forks?cell=16": "must be from 0 to 15 here",
        "learn/lines?cell=": "must be from 0 to 8 here",
        "learn/values?cell=0&guess=nothing": "must be",
        "puzzles/square/500?lesson=nothing": "must be lines, threats",
    }.items():
        response = client.get(f"/{address}")
        assert response.status_code == 404
        assert error in read(response.text).by_id("main").text


# How far one has come.


def test_puzzles_follow_each_other_until_all_are_tried(client: FlaskClient) -> None:
    every = LessonSet("forks").puzzles
    begins = ["To tick it: two in a row", "1 of 2 in a row", "✓ Two in a row"]
    for place, (puzzle, tally) in enumerate(zip(every, begins, strict=False)):
        page = lesson(client, "forks")
        link, practise, following = (it["href"] for it in page.by_id("help").all("a"))
        assert link == f"/puzzles/{puzzle.game.key}/{puzzle.number}?lesson=forks"
        assert (practise, following) == ("/puzzles?game=all&theme=fork", "/learn/quiet-moves")
        (told,) = [it.text for it in page.by_id("why").all("p") if "class" in it.attributes]
        assert told.startswith(tally)
        solved = read(client.get(solve(client, puzzle, link)).text)
        onward = solved.by_id("review").all("a")[0]["href"]
        assert onward == "/learn/forks" if place else "lesson=forks" in onward
    done = browser_that_has(client.application, having(*range(len(every))).cookie)
    assert lesson(done, "forks").by_id("help").all("a")[0]["href"] == practise


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
    for places, row in {(): 0, (0,): 1, (1,): 0, (0, 2): 1, (4, 5): 2, (0, 2, 4): 1}.items():
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
