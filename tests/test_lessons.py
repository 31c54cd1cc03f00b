"""The lessons: what they say of each cell against a second source, and how far one has come."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.store import load
from ai.rules.games import GAMES
from ai.words.room import ROOM
from tests import reference
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
    threatened_lines,
    tree,
    worths,
)
from webapp.learn.lessons import LESSONS
from webapp.puzzles.lesson_sets import NUMBERS, LessonSet

THEMES = {
    "lines": Theme.COMPLETE,
    "threats": Theme.BLOCK,
    "forks": Theme.FORK,
    "quiet-moves": Theme.QUIET,
    "values": Theme.HOLD,
    "search": Theme.THREATS,
}
OPENING = 4  # marks on the board of the most advanced puzzle of an opening

each_lesson = pytest.mark.parametrize("key", LESSONS)


def board_of(key: str) -> Board:
    """The board to touch."""
    return plain(LESSONS[key].position)


def names(board: Board, cells: Iterable[int]) -> set[str]:
    """The names of *cells*."""
    return {name(board.game, cell) for cell in cells}


def lesson(client: FlaskClient, key: str, cell: int | None = None) -> Element:
    """The page of a lesson, with a cell touched."""
    response = client.get(f"/learn/{key}" + (f"?cell={cell}" if cell is not None else ""))
    assert response.status_code == 200
    return read(response.text)


def told(page: Element) -> str:
    """The sentence on the cell, which the status says too."""
    said = page.by_id("why").all("p")[0].text
    assert said in page.by_id("status").text
    assert 0 < len(said) <= ROOM
    return said


def touched(client: FlaskClient, key: str) -> dict[int, str]:
    """The sentence on each cell that can be touched."""
    return {cell: told(lesson(client, key, cell)) for cell in moves(board_of(key))}


def notes(page: Element) -> dict[str, str]:
    """The last words of the names of cells, by the short names of the cells."""
    labels = [button["aria-label"].split(", ") for button in page.by_id("board").all("button")]
    return {short: said[-1] for _row, _column, short, *said in labels if said}


def lines_drawn(page: Element, board: Board) -> set[frozenset[int]]:
    """The lines and squares over the board, as cells; a line with three on it."""
    sketch, size = page.by_id("sketch"), reference.SIZE[board.game]
    shapes = [*sketch.all("polygon"), *sketch.all("polyline")]
    return {
        frozenset(
            size * int(float(y)) + int(float(x))
            for x, y in (point.split(",") for point in shape["points"].split())
        )
        for shape in shapes
    }


# What a lesson says.


@each_lesson
def test_all_empty_cells_can_be_touched_and_say_something_of_their_own(
    client: FlaskClient, key: str
) -> None:
    """The mark stands on the cell, but where it would hide a value or end the game. A status that
    stays the same would not be heard.
    """
    board = board_of(key)
    assert board.mover == "X"
    assert result(board) is None
    page = lesson(client, key)
    assert board_shown(page).playable == set(moves(board))
    assert page.by_id("match")["action"] == f"/learn/{key}"
    said = {told(page)}
    assert said == {LESSONS[key].task}
    for cell in moves(board):
        page, left = lesson(client, key, cell), after(board, cell)
        shown = board if key == "values" or result(left) else left
        assert board_shown(page).marks == shown.marks
        assert board_shown(page).playable == set(moves(shown))
        said.add(told(page))
    assert len(said) == 1 + len(moves(board))


def test_a_task_is_true() -> None:
    """One cell wins, or forks, or wins by a quiet move; and O threatens row 2."""
    lines, threats, forks, quiet = map(board_of, ("lines", "threats", "forks", "quiet-moves"))
    assert len(completing(lines, "X")) == 1
    assert threatened_lines(threats, "O") == {frozenset({3, 4, 5})}
    forking = [cell for cell in moves(forks) if len(completing(after(forks, cell), "X")) > 1]
    assert len(forking) == 1
    winning = [cell for cell, (value, _plies) in worths(quiet).items() if value > 0]
    assert len(winning) == 1


def test_lines_are_live_or_dead(client: FlaskClient) -> None:
    board = board_of("lines")
    for cell, said in touched(client, "lines").items():
        through = [line for line in reference.WINNING[board.game] if cell in line]
        live = [line for line in reference.live(board, "X") if cell in line]
        drawn = lines_drawn(lesson(client, "lines", cell), board)
        if done := completed(after(board, cell)):
            (square,) = done
            assert drawn == {square}
            assert said.endswith(".")
            assert names(board, square) | {name(board.game, cell)} == set(CELL.findall(said))
        else:
            counted = [len(through), len(live), len(through) - len(live)]
            assert [int(n) for n in re.findall(r"\b\d+\b", said)] == counted
            assert drawn == set(live)


def test_a_threat_is_blocked_or_completed(client: FlaskClient) -> None:
    board = board_of("threats")
    for cell, said in touched(client, "threats").items():
        left, page = after(board, cell), lesson(client, "threats", cell)
        if lost := threatened_lines(left, "O"):
            assert said == f"Not {name(board.game, cell)}: I complete row 2."
            assert lines_drawn(page, board) == lost
            assert notes(page)[name(board.game, *completing(left, "O"))] == "loss"
            continue
        made, blocked = threatened_lines(left, "X"), threatened_lines(board, "O")
        assert said.startswith(f"{name(board.game, cell)} blocks row 2.")
        assert names(board, [cell, *completing(left, "X")]) == set(CELL.findall(said))
        assert lines_drawn(page, board) == made | blocked


def test_forks_are_told_from_threats(client: FlaskClient) -> None:
    board = board_of("forks")
    for cell, said in touched(client, "forks").items():
        left, page = after(board, cell), lesson(client, "forks", cell)
        answers = completing(left, "X")
        none = f"{name(board.game, cell)} makes no threat"
        fork = f"{name(board.game, cell)} forks:"
        assert said.startswith([none, "One threat.", fork][len(answers)])
        assert not answers or names(board, answers) <= set(CELL.findall(said))
        assert lines_drawn(page, board) == threatened_lines(left, "X")
        wins = {cell for cell, note in notes(page).items() if note == "win"}
        assert wins == names(board, answers)


def test_the_quiet_move_answers_every_reply(client: FlaskClient) -> None:
    board = board_of("quiet-moves")
    for cell, said in touched(client, "quiet-moves").items():
        left, wins = after(board, cell), worths(board)[cell][0] > 0
        named = name(board.game, cell)
        assert said.startswith(f"{named} wins." if wins else (f"Not {named}:", f"Not {named}."))
        assert not wins or not completing(left, "X")
        if not wins:
            continue
        noted = notes(lesson(client, "quiet-moves", cell))
        for reply in moves(left):
            there = after(left, reply)
            answer = cell_named(board.game, noted[name(board.game, reply)].removeprefix("→ "))
            assert worths(there)[answer][0] > 0


def test_values_are_exact(client: FlaskClient) -> None:
    board = board_of("values")
    for cell, said in touched(client, "values").items():
        worth = reference.in_words(worths(board)[cell])
        assert said.startswith(f"{name(board.game, cell)}: {worth}")
        if worths(board)[cell][0] < 0:
            (answer,) = re.findall(r"I answer (\w\d)\.$", said)
            replies = worths(after(board, cell))
            soonest = min(plies or 0 for value, plies in replies.values() if value > 0)
            best = [it for it in replies if replies[it] == (1, soonest)]
            assert answer in names(board, best)
        lost = difficulties(board).get(cell)
        assert re.findall(r"(\d+)\s%", said) == (
            [] if lost is None else [f"{float(lost):.0%}"[:-1]]
        )


def test_searches_are_counted(client: FlaskClient) -> None:
    """As the page of the search counts them too. Alpha-beta takes each first move by itself."""
    board = board_of("search")
    for cell, said in touched(client, "search").items():
        left = after(board, cell)
        counted = [int(n) for n in re.findall(r"\b\d+\b", said)]
        links = [link["href"] for link in lesson(client, "search", cell).by_id("main").all("a")]
        searches = [link for link in links if link.startswith("/search/")]
        assert len(searches) == (result(left) is None)
        if not searches:
            assert counted == []
            continue
        below = [reference.pruned_tree(after(left, reply), -1, 1)[1] for reply in moves(left)]
        assert counted == [tree(left)[0], 1 + sum(below)]
        assert f"of {counted[1]}." in read(client.get(searches[0]).text).by_id("status").text


def test_first_moves_ask_for_their_answers(client: FlaskClient) -> None:
    board = board_of("first-moves")
    for cell, said in touched(client, "first-moves").items():
        replies = worths(after(board, cell))
        drawn = {reply for reply, (value, _plies) in replies.items() if value == 0}
        played = f"You play {name(board.game, cell)}. "
        assert said.startswith(played)
        assert set(CELL.findall(said.removeprefix(played))) == names(board, drawn)


def test_what_is_no_cell_or_lesson_is_refused(client: FlaskClient) -> None:
    for address, error in {
        "learn/forks?cell=0": "That cell is taken.",
        "learn/forks?cell=16": "must be from 0 to 15 here",
        "learn/threats?cell=9": "must be from 0 to 8 here",
        "learn/values?cell=b2": "must be from 0 to 8 here",
        "learn/lines?cell=": "must be from 0 to 15 here",
        "puzzles/square/500?lesson=nothing": "must be lines, threats",
    }.items():
        response = client.get(f"/{address}")
        assert response.status_code == 404
        assert error in read(response.text).by_id("main").text


# The puzzles of a lesson.


def test_three_puzzles_of_each_idea_ascend() -> None:
    """None is in two lessons, and the first are easy."""
    assert [*NUMBERS] == [*LESSONS]
    every: list[Puzzle] = []
    for key in NUMBERS:
        puzzles = LessonSet(key).puzzles
        every += puzzles
        assert len(puzzles) == 3
        assert {puzzle.game for puzzle in puzzles} == set(GAMES.values())
        grades = [puzzle.grade for puzzle in puzzles]
        assert grades == sorted(grades)
        for puzzle in puzzles:
            if key in THEMES:
                assert THEMES[key] in puzzle.themes
            else:
                assert sum(mark in "XO" for mark in puzzle.rows) <= OPENING
    assert len(every) == len(set(every))
    assert {puzzle.grade for puzzle in every[:6]} == {1}


@each_lesson
def test_its_puzzles_lead_on_to_each_other_and_back(client: FlaskClient, key: str) -> None:
    for link in lesson(client, key).by_id("help").all("a")[:3]:
        path = solve(client, puzzle_at(link["href"]), link["href"])
        page = read(client.get(path).text)
        following = page.by_id("review").all("a")[0]["href"]
    assert following == f"/learn/{key}"
    done = lesson(client, key).by_id("help")
    assert [link.text.endswith("solved") for link in done.all("a")] == [True] * 3 + [False]


def puzzle_at(address: str) -> Puzzle:
    """The puzzle at an address."""
    _, _, game, number = address.partition("?")[0].split("/")
    return load(GAMES[game])[int(number) - 1]


# How far one has come.


FORK = NUMBERS["forks"][1]  # one puzzle of three


@pytest.mark.parametrize(
    "solved",
    [[], ["lines"], ["threats"], ["lines", "values"], ["lines", FORK], [*LESSONS]],
    ids=str,
)
def test_the_path_shows_what_is_done_and_what_comes_next(app: Flask, solved: list[Any]) -> None:
    marks = dict.fromkeys(GAMES, 0)
    for key in solved:
        for game, number in NUMBERS[key] if key in LESSONS else [key]:
            marks[game.key] |= 1 << number
    browser = browser_that_has(app, {key: f"{mask:x}" for key, mask in marks.items()})
    cards = read(browser.get("/learn").text).by_id("main").all("ol")[0].all("li")
    left = [key for key in LESSONS if key not in solved]
    for key, card in zip(LESSONS, cards, strict=True):
        state = "done" if key in solved else "now" if key == left[0] else "to-come"
        assert card["class"] == state
        some = key == "forks" and FORK in solved
        count = "1 of 3 puzzles" if some else "3 puzzles"
        assert card.text.endswith("✓ 3 puzzles solved" if key in solved else count)
        assert ("aria-current" in card.all("a")[0].attributes) == (state == "now")
