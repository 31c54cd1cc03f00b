"""The lessons: what they say of each cell against a second source, and how far one has come."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.chances import TO_FIND
from ai.puzzles.days import today
from ai.puzzles.puzzle import Theme
from ai.words.telling import ROOM
from tests import reference
from tests.claims.pen import read_page
from tests.model import cell as cell_named
from tests.model import name
from tests.page import Element, board_shown, read
from tests.puzzle_pages import CELL, browser_that_has, solve
from tests.reference import (
    Board,
    after,
    completed,
    completing,
    difficulties,
    moves,
    plain,
    result,
    shortest,
    threatened_lines,
    tree,
    worth,
    worths,
)
from webapp.learn.lessons import GUESSES, LESSONS
from webapp.puzzles.lesson_sets import NUMBERS, WANTED, LessonSet
from webapp.puzzles.progress import Progress, Result

BOARDS = {key: plain(lesson.position) for key, lesson in LESSONS.items()}


def names(board: Board, cells: Iterable[int]) -> set[str]:
    """The names of *cells*."""
    return {name(board.game, cell) for cell in cells}


def lesson(client: FlaskClient, key: str, cell: int | None = None, guess: str = "") -> Element:
    """The page of a lesson, with a cell touched and its worth guessed."""
    query = {"cell": cell, "guess": guess} if guess else {} if cell is None else {"cell": cell}
    response = client.get(f"/learn/{key}", query_string=query)
    assert response.status_code == 200
    return read(response.text)


def told(page: Element) -> str:
    """The sentence on the cell, which the status says too."""
    said = page.by_id("why").all("p")[0].text
    assert said in page.by_id("status").text
    assert said
    return said


def notes(page: Element) -> dict[str, str]:
    """The last words of the names of cells, by the short names of the cells."""
    labels = [button["aria-label"].split(", ") for button in page.by_id("board").all("button")]
    return {short: said[-1] for _row, _column, short, *said in labels if said}


def pointed_at(page: Element, board: Board) -> set[frozenset[int]]:
    """The lines and squares that show what is wrong, as cells; a line with three on it."""
    pointer, size = page.by_id("pointer"), reference.SIZE[board.game]
    shapes = [*pointer.all("polygon"), *pointer.all("polyline")]
    return {
        frozenset(
            size * int(float(y)) + int(float(x))
            for x, y in (point.split(",") for point in shape["points"].split())
        )
        for shape in shapes
    }


# What a lesson says of a cell: for each a check of the board, the cell, the sentence and the page,
# and whether the lesson asks for that move, or warns of it; None if neither.


def of_lines(board: Board, cell: int, said: str, page: Element) -> bool | None:
    """The lines through the cell are counted, and those that are live are drawn."""
    pen = read_page(page, cell)
    if completed(after(board, cell)):
        assert not pen.kinds
        assert said == f"{name(board.game, cell)} completes row 1."
        return True
    through = [line for line in reference.WINNING[board.game] if cell in line]
    live = [line for line in reference.live(board, "X") if cell in line]
    counted = [len(through), len(live), len(through) - len(live)]
    assert [int(n) for n in re.findall(r"\b\d+\b", said)] == counted
    drawn = [(ink, line) for ink, _, line in (*pen.lines, *pen.threats)]
    assert Counter(drawn) == Counter(("X", line) for line in live)
    return None


def of_threats(board: Board, cell: int, said: str, page: Element) -> bool:
    """O completes its line, or it is blocked, and a threat made."""
    left = after(board, cell)
    if lost := threatened_lines(left, "O"):
        assert said == f"Not {name(board.game, cell)}: I complete row 2."
        assert pointed_at(page, board) == lost
        assert notes(page)[name(board.game, *completing(left, "O"))] == "I win"
        return False
    assert said.startswith(f"{name(board.game, cell)} blocks row 2.")
    assert names(board, [cell, *completing(left, "X")]) == set(CELL.findall(said))
    pen = read_page(page, cell)
    assert {*pen.struck} == threatened_lines(board, "O")
    assert {line for _ink, _open, line in pen.threats} == threatened_lines(left, "X")
    return True


def of_forks(board: Board, cell: int, said: str, page: Element) -> bool | None:
    """None, one or two threats are told, drawn and noted."""
    left = after(board, cell)
    answers = completing(left, "X")
    begins = [f"{name(board.game, cell)} makes no threat", "One threat."]
    assert said.startswith([*begins, f"{name(board.game, cell)} forks:"][len(answers)])
    assert not answers or names(board, answers) <= set(CELL.findall(said))
    threats = read_page(page, cell).threats
    assert {(ink, at) for ink, at, _line in threats} == {("X", at) for at in answers}
    assert {line for _ink, _open, line in threats} == threatened_lines(left, "X")
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
    links = [it["href"] for it in page.by_id("why").all("a")]
    assert links == [f"/learn/values?cell={cell}&guess={guess}" for guess in GUESSES]


def of_search(board: Board, cell: int, said: str, page: Element) -> None:
    """The nodes are counted, and the page of the search is one link away if there is one.
    Alpha-beta takes each first move by itself.
    """
    left = after(board, cell)
    links = [link["href"] for link in page.by_id("main").all("a")]
    assert any(link.startswith("/search/") for link in links) == (result(left) is None)
    below = [reference.pruned_tree(after(left, reply), -1, 1)[1] for reply in moves(left)]
    counted = [] if result(left) else [tree(left)[0], 1 + sum(below)]
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


SAYS: dict[str, Callable[[Board, int, str, Element], bool | None]] = {
    "lines": of_lines,
    "threats": of_threats,
    "forks": of_forks,
    "quiet-moves": of_quiet_moves,
    "values": of_values,
    "search": of_search,
    "first-moves": of_first_moves,
}


@pytest.mark.parametrize("key", LESSONS)
def test_all_empty_cells_can_be_touched_and_say_something_of_their_own(
    client: FlaskClient, key: str
) -> None:
    """The mark stands on the cell, and others can be touched still. A right one has a ring with a
    tick, a wrong one is struck out. A status that stays the same would not be heard.
    """
    board = BOARDS[key]
    page, size = lesson(client, key), reference.SIZE[board.game]
    assert board_shown(page).playable == {*moves(board)}
    assert page.by_id("match")["action"] == f"/learn/{key}"
    said = {told(page)}
    assert said == {f"{LESSONS[key].before} {LESSONS[key].task}"}
    for cell in moves(board):
        page, left = lesson(client, key, cell), after(board, cell)
        right = SAYS[key](board, cell, told(page), page)
        shown = board_shown(page)
        assert shown.marks == (board if right is False else left).marks
        assert shown.playable == {*moves(board)} - ({cell} if right is not False else set())
        assert shown.state == ("won" if result(left) else "active")
        assert shown.winning == {*chain(*completed(left))}
        assert ("data-tried" in page.by_id(f"cell-{cell}").attributes) == (right is False)
        held = [it["transform"] for it in page.by_id("outlines").all("g") if it["class"] == "held"]
        ring = f"translate({cell % size} {cell // size}) scale(.01)"
        assert held == ([ring] if right else [])
        said_so = page.by_id("why").all("p")[0].attributes.get("class", "")
        assert said_so == {True: "good", False: "bad", None: ""}[right]
        said.add(told(page))
        assert len(told(page)) <= ROOM
    assert len(said) == 1 + len(moves(board))


def test_a_task_is_true() -> None:
    """One cell wins, or forks, or wins by a quiet move; O threatens row 2; each cell that loses
    loses to threats.
    """
    lines, forks, quiet = (BOARDS[key] for key in ("lines", "forks", "quiet-moves"))
    assert threatened_lines(BOARDS["threats"], "O") == {frozenset({3, 4, 5})}
    assert len(completing(lines, "X")) == 1
    assert sum(len(completing(after(forks, cell), "X")) > 1 for cell in moves(forks)) == 1
    assert sum(value > 0 for value, _plies in worths(quiet).values()) == 1
    assert "every reply leaves you a line or a fork" in LESSONS["quiet-moves"].before
    values = BOARDS["values"]
    assert "one of my replies wins, by threat after threat too" in LESSONS["values"].before
    lost = [after(values, cell) for cell, (value, _plies) in worths(values).items() if value < 0]
    assert lost
    assert all(shortest(left) == worth(left)[1] for left in lost)


def test_values_are_guessed_and_then_told(client: FlaskClient) -> None:
    """Each guess is judged at once."""
    board, named = BOARDS["values"], {"win": 1, "draw": 0, "loss": -1}
    found = worths(board)
    assert [*GUESSES] == [*named]
    of_each = {value: cell for cell, (value, _plies) in found.items()}
    assert {*of_each} == {*named.values()}
    for cell in of_each.values():
        for guess, value in named.items():
            page, right = lesson(client, "values", cell, guess), found[cell][0] == value
            said = told(page).removeprefix("Right. " if right else "Not so. ")
            assert said != told(page)
            assert said.startswith(f"{name(board.game, cell)} {reference.in_words(found[cell])}")
            assert board_shown(page).marks == after(board, cell).marks
            assert bool(page.by_id("outlines").all("g")) == right
            if found[cell][0] < 0:
                (answer,) = re.findall(r"I answer (\w\d)\.$", said)
                replies = worths(after(board, cell))
                soonest = min(plies or 0 for worth, plies in replies.values() if worth > 0)
                best = [it for it in replies if replies[it] == (1, soonest)]
                assert answer in names(board, best)
            lost = difficulties(board).get(cell)
            slips = [] if lost is None else [f"{float(lost):.0%}"[:-1]]
            assert re.findall(r"(\d+) of 100 beginners slip", said) == slips


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("learn/forks?cell=0", "That cell is taken."),
        ("learn/forks?cell=16", "must be from 0 to 15 here"),
        ("learn/values?cell=b2", "must be from 0 to 8 here"),
        ("learn/lines?cell=", "must be from 0 to 8 here"),
        ("learn/values?cell=0&guess=nothing", "must be"),
        ("puzzles/square/500?lesson=nothing", "must be lines, threats"),
    ],
)
def test_what_is_no_cell_or_lesson_is_refused(
    client: FlaskClient, address: str, error: str
) -> None:
    response = client.get(f"/{address}")
    assert response.status_code == 404
    assert error in read(response.text).by_id("main").text


# How far one has come.


def test_puzzles_follow_each_other_until_all_are_tried(client: FlaskClient) -> None:
    every = LessonSet("forks").puzzles
    for place, puzzle in enumerate(every[:3]):
        page = lesson(client, "forks")
        link, practise, following = page.by_id("help").all("a")
        assert link["href"] == f"/puzzles/{puzzle.game.key}/{puzzle.number}?lesson=forks"
        assert practise["href"] == "/puzzles?game=all&theme=fork"
        assert following["href"] == "/learn/quiet-moves"
        tallies = [it for it in page.by_id("why").all("p") if "class" in it.attributes]
        begins = ["To tick it: two in a row", "1 of 2 in a row", "✓ Two in a row"]
        assert [it.text[: len(begins[place])] for it in tallies] == [begins[place]]
        solved = read(client.get(solve(client, puzzle, link["href"])).text)
        onward = solved.by_id("review").all("a")[0]["href"]
        assert onward == "/learn/forks" if place else "lesson=forks" in onward
    done = browser_that_has(client.application, having("forks", *range(len(every))).cookie)
    assert lesson(done, "forks").by_id("help").all("a")[0]["href"] == practise["href"]


def having(key: str, *places: int, progress: Progress | None = None) -> Progress:
    """The *progress* of a browser that got the puzzles at these places of a lesson right too, at
    the first try.
    """
    progress = progress or Progress()
    for place in places:
        puzzle = LessonSet(key).puzzles[place]
        progress = progress.after(puzzle, Result.FIRST, True, day=today())
    return progress


@pytest.mark.parametrize(
    ("places", "row"), [((), 0), ((0,), 1), ((1,), 0), ((0, 2), 1), ((4, 5), 2), ((0, 2, 4), 1)]
)
def test_two_neighbours_tick_a_lesson(places: tuple[int, ...], row: int) -> None:
    """At the first try alone. What was begun and left is not fresh."""
    forks, progress = LessonSet("forks"), having("forks", *places)
    assert forks.in_a_row(progress) == row
    assert forks.is_done(progress) == (row == WANTED)
    for worst in [*Result][1:]:
        tried = having("forks", 1).after(forks.puzzles[0], worst, True, today())
        assert not forks.is_done(tried)
        assert forks.fresh(tried) == forks.puzzles[2]
        begun = Progress().after(forks.puzzles[0], worst, False, today())
        assert forks.fresh(begun) == forks.puzzles[1]


def test_the_path_shows_what_is_done_and_what_comes_next(app: Flask) -> None:
    progress = having("values", 1, 2, progress=having("lines", 1, 2))
    browser = browser_that_has(app, progress.cookie)
    cards = read(browser.get("/learn").text).by_id("main").all("ol")[0].all("li")
    states = {"lines": "done", "threats": "now", "values": "done"}
    for key, card in zip(LESSONS, cards, strict=True):
        state = states.get(key, "to-come")
        assert card["class"] == state
        assert ("✓ Two in a row" in card.text) == (state == "done")
        assert ("aria-current" in card.all("a")[0].attributes) == (state == "now")


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
