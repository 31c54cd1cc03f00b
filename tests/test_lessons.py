"""The lessons: what they say of each cell against a second source, and how far one has come."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.chances import TO_FIND
from ai.puzzles.days import today
from ai.puzzles.puzzle import Theme
from ai.words.telling import ROOM
from tests import knowledge, reference
from tests.claims.pen import read_page
from tests.model import cell as cell_named
from tests.model import name
from tests.page import Element, board_shown, read
from tests.puzzle_pages import CELL, browser_that_has, fresh, solve
from tests.puzzle_pages import board_of as puzzle_board
from tests.reference import (
    Board,
    after,
    completed,
    completing,
    difficulties,
    keeping,
    moves,
    plain,
    result,
    shortest,
    threatened_lines,
    tree,
    worth,
    worths,
)
from tests.samples import ACTIVE_CLASSES
from webapp.learn.lessons import GUESSES, LESSONS
from webapp.puzzles.lesson_sets import NUMBERS, WANTED, LessonSet
from webapp.puzzles.progress import Progress, Result

KEYS = [*LESSONS]
HALF, LEARNT = Fraction(1, 2), Fraction(9, 10)

each_lesson = pytest.mark.parametrize("key", LESSONS)


def board_of(key: str) -> Board:
    """The board to touch."""
    return plain(LESSONS[key].position)


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


def touched(client: FlaskClient, key: str) -> dict[int, str]:
    """The sentence on each cell that can be touched."""
    return {cell: told(lesson(client, key, cell)) for cell in moves(board_of(key))}


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


# What a lesson says.


@each_lesson
def test_all_empty_cells_can_be_touched_and_say_something_of_their_own(
    client: FlaskClient, key: str
) -> None:
    """The mark stands on the cell, and others can be touched still. A right one has a ring with a
    tick, a wrong one is struck out. A status that stays the same would not be heard.
    """
    board = board_of(key)
    assert board.mover == "X"
    assert result(board) is None
    page = lesson(client, key)
    assert board_shown(page).playable == set(moves(board))
    assert page.by_id("match")["action"] == f"/learn/{key}"
    said = {told(page)}
    assert said == {f"{LESSONS[key].before} {LESSONS[key].task}"}
    for cell in moves(board):
        page, left = lesson(client, key, cell), after(board, cell)
        right = is_right(key, board, cell)
        assert board_shown(page).marks == (board if right is False else left).marks
        free = {*moves(board)} - ({cell} if right is not False else set())
        assert board_shown(page).playable == free
        assert board_shown(page).state == ("won" if result(left) else "active")
        assert board_shown(page).winning == {*chain(*completed(left))}
        assert ("data-tried" in page.by_id(f"cell-{cell}").attributes) == (right is False)
        held = [it["transform"] for it in page.by_id("outlines").all("g") if it["class"] == "held"]
        size = reference.SIZE[board.game]
        ring = f"translate({cell % size} {cell // size}) scale(.01)"
        assert held == ([ring] if right else [])
        said_so = page.by_id("why").all("p")[0].attributes.get("class", "")
        assert said_so == {True: "good", False: "bad", None: ""}[right]
        said.add(told(page))
        assert len(told(page)) <= ROOM
    assert len(said) == 1 + len(moves(board))


def is_right(key: str, board: Board, cell: int) -> bool | None:
    """Whether the lesson asks for the move to *cell*, or warns of it; None if neither."""
    left = after(board, cell)
    match key:
        case "lines":
            return bool(completed(left)) or None
        case "threats":
            return not completing(left, "O")
        case "forks":
            return len(completing(left, "X")) > 1 or None
        case "quiet-moves":
            return worths(board)[cell][0] > 0
    return None


def test_a_task_is_true() -> None:
    """One cell wins, or forks, or wins by a quiet move; and O threatens row 2."""
    lines, threats, forks, quiet = map(board_of, ("lines", "threats", "forks", "quiet-moves"))
    assert len(completing(lines, "X")) == 1
    assert threatened_lines(threats, "O") == {frozenset({3, 4, 5})}
    forking = [cell for cell in moves(forks) if len(completing(after(forks, cell), "X")) > 1]
    assert len(forking) == 1
    winning = [cell for cell, (value, _plies) in worths(quiet).items() if value > 0]
    assert len(winning) == 1


def test_what_has_to_be_known_names_how_its_board_is_won_and_lost() -> None:
    """Every reply to the quiet move leaves a line or a fork; each losing cell loses to threats."""
    quiet, values = board_of("quiet-moves"), board_of("values")
    assert "every reply leaves you a line or a fork" in LESSONS["quiet-moves"].before
    (won,) = (after(quiet, cell) for cell, (value, _plies) in worths(quiet).items() if value > 0)
    assert {shortest(after(won, reply)) for reply in moves(won)} <= {1, 3}
    assert "one of my replies wins, by threat after threat too" in LESSONS["values"].before
    lost = [after(values, cell) for cell, (value, _plies) in worths(values).items() if value < 0]
    assert lost
    assert all(shortest(left) == worth(left)[1] for left in lost)


def test_lines_are_live_or_dead(client: FlaskClient) -> None:
    board = board_of("lines")
    for cell, said in touched(client, "lines").items():
        through = [line for line in reference.WINNING[board.game] if cell in line]
        live = [line for line in reference.live(board, "X") if cell in line]
        pen = read_page(lesson(client, "lines", cell), cell)
        if completed(after(board, cell)):
            assert not pen.kinds
            assert said == f"{name(board.game, cell)} completes row 1."
        else:
            counted = [len(through), len(live), len(through) - len(live)]
            assert [int(n) for n in re.findall(r"\b\d+\b", said)] == counted
            drawn = [(ink, line) for ink, _, line in (*pen.lines, *pen.threats)]
            assert sorted(drawn, key=str) == sorted((("X", line) for line in live), key=str)


def test_a_threat_is_blocked_or_completed(client: FlaskClient) -> None:
    board = board_of("threats")
    for cell, said in touched(client, "threats").items():
        left, page = after(board, cell), lesson(client, "threats", cell)
        if lost := threatened_lines(left, "O"):
            assert said == f"Not {name(board.game, cell)}: I complete row 2."
            assert pointed_at(page, board) == lost
            assert notes(page)[name(board.game, *completing(left, "O"))] == "I win"
            continue
        made, blocked = threatened_lines(left, "X"), threatened_lines(board, "O")
        assert said.startswith(f"{name(board.game, cell)} blocks row 2.")
        assert names(board, [cell, *completing(left, "X")]) == set(CELL.findall(said))
        pen = read_page(page, cell)
        assert {*pen.struck} == blocked
        assert {line for _ink, _open, line in pen.threats} == made


def test_forks_are_told_from_threats(client: FlaskClient) -> None:
    board = board_of("forks")
    for cell, said in touched(client, "forks").items():
        left, page = after(board, cell), lesson(client, "forks", cell)
        answers = completing(left, "X")
        none = f"{name(board.game, cell)} makes no threat"
        fork = f"{name(board.game, cell)} forks:"
        assert said.startswith([none, "One threat.", fork][len(answers)])
        assert not answers or names(board, answers) <= set(CELL.findall(said))
        threats = read_page(page, cell).threats
        assert {(ink, at) for ink, at, _line in threats} == {("X", at) for at in answers}
        assert {line for _ink, _open, line in threats} == threatened_lines(left, "X")
        wins = {cell for cell, note in notes(page).items() if note == "wins"}
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


def test_values_are_guessed_and_then_told(client: FlaskClient) -> None:
    """A cell tells nothing of its worth before; each guess, a link, is judged at once."""
    board = board_of("values")
    named = {"win": 1, "draw": 0, "loss": -1}
    assert {value for value, _plies in worths(board).values()} == {*named.values()}
    for cell in moves(board):
        asked = lesson(client, "values", cell)
        assert told(asked) == f"{name(board.game, cell)}: your guess?"
        assert notes(asked) == {name(board.game, cell): "last move"}
        links = [it["href"] for it in asked.by_id("why").all("a")]
        assert links == [f"/learn/values?cell={cell}&guess={guess}" for guess in named]
        for guess, value in named.items():
            page = lesson(client, "values", cell, guess)
            guessed = worths(board)[cell][0] == value
            said = told(page).removeprefix("Right. " if guessed else "Not so. ")
            assert said != told(page)
            exact = reference.in_words(worths(board)[cell])
            assert said.startswith(f"{name(board.game, cell)} {exact}")
            assert board_shown(page).marks == after(board, cell).marks
            assert bool(page.by_id("outlines").all("g")) == guessed
            if worths(board)[cell][0] < 0:
                (answer,) = re.findall(r"I answer (\w\d)\.$", said)
                replies = worths(after(board, cell))
                soonest = min(plies or 0 for worth, plies in replies.values() if worth > 0)
                best = [it for it in replies if replies[it] == (1, soonest)]
                assert answer in names(board, best)
            lost = difficulties(board).get(cell)
            assert re.findall(r"(\d+) of 100 beginners slip", said) == (
                [] if lost is None else [f"{float(lost):.0%}"[:-1]]
            )
    refused = client.get("/learn/values?cell=0&guess=nothing")
    assert refused.status_code == 404
    assert [*GUESSES] == [*named]


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
        words = notes(lesson(client, "first-moves", cell))
        assert {short for short, note in words.items() if note == "draws"} == names(board, drawn)
        assert [*words.values()].count("I lose") == len(replies) - len(drawn)


def test_what_is_no_cell_or_lesson_is_refused(client: FlaskClient) -> None:
    for address, error in {
        "learn/forks?cell=0": "That cell is taken.",
        "learn/forks?cell=16": "must be from 0 to 15 here",
        "learn/threats?cell=9": "must be from 0 to 8 here",
        "learn/values?cell=b2": "must be from 0 to 8 here",
        "learn/lines?cell=": "must be from 0 to 8 here",
        "puzzles/square/500?lesson=nothing": "must be lines, threats",
    }.items():
        response = client.get(f"/{address}")
        assert response.status_code == 404
        assert error in read(response.text).by_id("main").text


# The puzzles of a lesson.


def boards(key: str) -> list[Board]:
    """The boards of the puzzles of a lesson."""
    return [puzzle_board(puzzle) for puzzle in LessonSet(key).puzzles]


def test_each_puzzle_stands_once_and_no_two_are_alike() -> None:
    assert [*NUMBERS] == KEYS
    every = [board for key in KEYS for board in boards(key)]
    every += [board_of(key) for key in KEYS if key != "first-moves"]
    met = Counter(min(reference.images(board)) for board in every)
    assert max(met.values()) == 1, met.most_common(1)


@each_lesson
def test_who_knows_the_earlier_lessons_finds_half_of_the_first_moves_at_most(key: str) -> None:
    """Of each puzzle; nor does the reflex, completing or blocking, from the third lesson on."""
    earlier = KEYS.index(key)
    for board in boards(key):
        assert knowledge.solved(board, earlier) <= HALF
        assert earlier < knowledge.REFLEX or knowledge.solved(board, knowledge.REFLEX) <= HALF


@each_lesson
def test_who_knows_the_lesson_solves_its_puzzles_to_their_ends(key: str) -> None:
    """At the first try; of the openings those of tic-tac-toe, and half of Square's first moves."""
    known = KEYS.index(key) + 1
    for board in boards(key):
        if key == "first-moves" and board.game == "square":
            assert knowledge.solved(board, known) >= HALF
        else:
            assert first_try(board, known) == 1


@each_lesson
def test_a_lesson_prepares_for_the_puzzles_to_practise(key: str) -> None:
    """Who knows it finds most first moves of fresh ones, and half at most before. No lesson leaves
    an opening to practise: who knows the last one practises what comes soon after.
    """
    known, found = KEYS.index(key), [*map(puzzle_board, fresh(LESSONS[key].practice))]
    before, then = (
        sum(knowledge.solved(board, lessons) for board in found) / len(found)
        for lessons in (known, known + 1)
    )
    assert then >= LEARNT
    assert before <= HALF or key == "first-moves"


def test_tic_tac_toe_has_no_quiet_win_but_a_block() -> None:
    """So the lesson on quiet moves has puzzles of Square alone."""
    for board in ACTIVE_CLASSES:
        best = max(map(reference.rank, worths(board).values()))
        fastest = [cell for cell, it in worths(board).items() if reference.rank(it) == best]
        if best[0] > 0 and best != (1, -1):
            answered = [after(board, cell) for cell in fastest]
            is_quiet = not any(completing(left, board.mover) for left in answered)
            assert not is_quiet or completing(board, reference.other(board.mover))


# Random clicks.


def first_try(board: Board, lessons: int = 0) -> Fraction:
    """How likely who knows so many *lessons* solves a puzzle without a wrong cell; random clicks
    know none.
    """
    total, tried = Fraction(0), knowledge.open_cells(board, lessons)
    for cell in {*tried} & {*keeping(board)}:
        left = after(board, cell)
        replied = left if result(left) else after(left, defence_in(left))
        total += 1 if is_safe(left, replied) else first_try(replied, lessons)
    return total / len(tried)


def defence_in(board: Board) -> int:
    """The reply of the program, where the tables know the difficulties."""
    threats = completing(board, reference.other(board.mover))
    best = reference.perfect(board)
    return next((cell for cell in best if cell in threats), best[0])


def is_safe(left: Board, replied: Board) -> bool:
    """Whether the puzzle is over: so is the game, or no reply could lose any more."""
    held = not result(left) and reference.chances(left).get(defence_in(left)) == 0
    return bool(result(replied)) or held


def ticked(chances: Sequence[Fraction]) -> float:
    """How likely two neighbours in a row of puzzles with these chances are both right."""
    missed, hit = Fraction(1), Fraction(0)  # no pair yet: the last one missed, or right
    for chance in chances:
        missed, hit = (missed + hit) * (1 - chance), missed * chance
    return float(1 - missed - hit)


def test_random_clicks_earn_no_ticks() -> None:
    """A lesson by chance one time in eight at most, and most far more seldom; all seven never."""
    odds = {key: ticked([first_try(board) for board in boards(key)]) for key in KEYS}
    assert len([*pairwise("ab")]) + 1 == WANTED
    assert max(odds.values()) < 1 / 8
    assert sorted(odds.values())[-3] < 1 / 20
    product = 1.0
    for chance in odds.values():
        product *= chance
    assert product < 1e-12


# How far one has come.


def test_puzzles_follow_each_other_until_all_are_tried(client: FlaskClient) -> None:
    for place, puzzle in enumerate(LessonSet("forks").puzzles):
        page = lesson(client, "forks")
        link, practise, following = page.by_id("help").all("a")
        assert link["href"] == f"/puzzles/{puzzle.game.key}/{puzzle.number}?lesson=forks"
        assert practise["href"] == "/puzzles?game=all&theme=fork"
        assert following["href"] == "/learn/quiet-moves"
        (tally,) = [
            it.text for it in page.by_id("why").all("p") if it.attributes.get("class") == "tally"
        ]
        begins = ["To tick it: two in a row", "1 of 2 in a row", "✓ Two in a row"]
        assert tally.startswith(begins[min(place, WANTED)])
        solved = read(client.get(solve(client, puzzle, link["href"])).text)
        onward = solved.by_id("review").all("a")[0]["href"]
        assert onward == "/learn/forks" if place else "lesson=forks" in onward
    assert lesson(client, "forks").by_id("help").all("a")[0]["href"] == practise["href"]


def having(*puzzles: tuple[str, int]) -> Progress:
    """The progress of a browser that got these puzzles right at the first try: the key of a lesson,
    and a place in it.
    """
    progress = Progress()
    for key, place in puzzles:
        puzzle = LessonSet(key).puzzles[place]
        progress = progress.after(puzzle, Result.FIRST, True, day=today())
    return progress


@pytest.mark.parametrize(
    ("places", "row"),
    [((), 0), ((0,), 1), ((1,), 0), ((0, 2), 1), ((0, 1), 2), ((4, 5), 2), ((0, 2, 4), 1)],
    ids=str,
)
def test_two_neighbours_tick_a_lesson(places: tuple[int, ...], row: int) -> None:
    progress = having(*(("forks", place) for place in places))
    assert LessonSet("forks").in_a_row(progress) == row
    assert LessonSet("forks").is_done(progress) == (row == WANTED)


@pytest.mark.parametrize("worst", [*Result][1:])
def test_only_first_tries_count(worst: Result) -> None:
    """What was begun and left is not fresh."""
    first, second, third, *_ = LessonSet("forks").puzzles
    progress = having(("forks", 1)).after(first, worst, True, today())
    assert not LessonSet("forks").is_done(progress)
    assert LessonSet("forks").fresh(progress) == third
    begun = Progress().after(first, worst, False, today())
    assert LessonSet("forks").fresh(begun) == second


@pytest.mark.parametrize(
    "solved", [[], ["lines"], ["threats"], ["lines", "values"], [*LESSONS]], ids=str
)
def test_the_path_shows_what_is_done_and_what_comes_next(app: Flask, solved: list[str]) -> None:
    progress = having(*((key, place) for key in solved for place in (1, 2)))
    browser = browser_that_has(app, progress.cookie)
    cards = read(browser.get("/learn").text).by_id("main").all("ol")[0].all("li")
    left = [key for key in LESSONS if key not in solved]
    for key, card in zip(LESSONS, cards, strict=True):
        state = "done" if key in solved else "now" if key == left[0] else "to-come"
        assert card["class"] == state
        assert ("✓ Two in a row" in card.text) == (key in solved)
        assert ("aria-current" in card.all("a")[0].attributes) == (state == "now")


def test_each_lost_idea_leads_to_a_lesson_that_practises_it(app: Flask) -> None:
    """Who lost by a fork learns forks."""
    assert {theme for it in LESSONS.values() for theme in it.practice.themes} == {*TO_FIND}
    with app.test_request_context():
        words: Any = app.jinja_env.get_template("mine/words.html").module
        taught = {theme: told[3] for theme, told in words.themes.items()}
    assert {*taught} == {*TO_FIND}
    for theme, key in taught.items():
        kind = Theme.FORK if theme == Theme.STOP_FORK else theme
        assert kind in LESSONS[key].practice.themes


@each_lesson
def test_a_lesson_leads_to_a_set_of_its_theme(client: FlaskClient, key: str) -> None:
    page = read(client.get(lesson(client, key).by_id("help").all("a")[1]["href"]).text)
    assert len(LESSONS[key].practice.puzzles) >= 20
    assert page.by_id("main").all("h2")
