"""The pages of puzzles: the attempt in the address, sets, days, and the cookie of progress."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, time, timedelta
from io import BytesIO
from itertools import islice, pairwise, product
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from ai.opponents import OPPONENTS
from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day
from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.solving import StepVerdict, attempt, solution
from ai.puzzles.store import load
from ai.rules.definition import MOST_SHAPES
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.notation import parse_game
from ai.study.study import study
from ai.words.telling import ROOM
from ai.words.told import wrong_try
from tests import reference
from tests.browser import browser_with, signed
from tests.conftest import NO_LIMITS
from tests.names_in_words import LINES, is_percentage, listed
from tests.page import Element, board_shown, read, status_line
from tests.puzzle_pages import (
    CELL,
    EVERY,
    LATE,
    PLAYED,
    address,
    board_of,
    browser_that_has,
    click,
    page_at,
    played,
    progress_in,
    puzzle_sets,
    solve,
)
from tests.reference import (
    Board,
    Worth,
    after,
    completed,
    completing,
    defence,
    keeping,
    result,
    shortest,
    value_and_distance,
    winners_own,
    worths,
)
from tests.strategies import json_values
from tests.views import on
from webapp import create_app
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import (
    COOKIE,
    MEANINGS,
    OWN_GAMES,
    SIGNS,
    SKIPPED,
    Progress,
    Result,
    Trial,
)
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.cookies import signer

days = st.dates(FIRST_DAY, date(2036, 1, 1))


def room(page: Element) -> Element:
    """The room beside the board."""
    return page.by_id("room")


def wrong(puzzle: Puzzle) -> list[int]:
    """The cells that fail."""
    return [cell for cell in puzzle.position.empty_cells if cell not in puzzle.right]


# The attempt at a puzzle.


@pytest.mark.parametrize("puzzle", LATE[::40], ids=lambda it: f"{it.game.key} {it.number}")
def test_any_clicks_are_judged_as_the_rules_and_values_have_it(
    client: FlaskClient, puzzle: Puzzle
) -> None:
    """A wrong move is taken back and says why; the answer to a right one is Unbeatable's."""
    rng, path, board = Random(puzzle.number), address(puzzle), board_of(puzzle)  # noqa: S311
    tried: set[int] = set()
    solved, made = False, 0
    while not solved:
        page = page_at(client, path)
        shown = board_shown(page)
        plies = value_and_distance(board)[1]
        last = made + winners_own(plies or 0)
        place = f" {made + 1}{f' of {last}' if plies else ''}" if last != 1 else ""
        assert page.by_id("status").text.endswith(f"Your move{place}")
        assert shown.marks == board.marks
        assert {n for n, it in enumerate(cells_of(page)) if "data-tried" in it.attributes} == tried
        empty = {n for n, mark in enumerate(board.marks) if mark == "."}
        assert shown.playable == empty
        assert page.by_id("status")["data-state"] == "active"
        cell = rng.choice(sorted(empty))
        right, left = keeping(board), after(board, cell)
        path = click(client, path, cell)
        if cell not in right:
            tried.add(cell)
            said, cells = room(page_at(client, path)).text, cells_in(puzzle, path)
            assert cells[-1] == cell
            assert {*cells[-len(tried) :]} == tried, "each once, however often it was tried"
            assert wrong_try(study(Attempt(puzzle, cells=cells).position).moves[cell])
            assert puzzle.game.cell_names[cell] in said
            assert "Try again" in said
            continue
        tried, made = set(), made + 1
        board = left if result(left) else after(left, defence(left))
        page = page_at(client, path)
        solved = page.by_id("status")["data-state"] == "solved"
        assert board_shown(page).marks == board.marks
        assert solved or not result(board)
    if puzzle.plies is None:
        assert result(board) in {None, "tie"} or not completed(board)
    else:
        assert result(board) == "X"
    assert progress_in(client).has(puzzle)


def cells_in(puzzle: Puzzle, path: str) -> tuple[int, ...]:
    """The cells that the address *path* says were marked."""
    return parse_game(puzzle.game, dict(parse_qsl(urlsplit(path).query))["moves"])


def cells_of(page: Element) -> list[Element]:
    """The cells."""
    return page.by_id("board").all("button")


@given(played, st.data())
def test_a_wrong_try_names_one_reply_and_the_first_hint_no_cell(
    app: Flask, puzzle: Puzzle, data: st.DataObject
) -> None:
    """A hint draws a loop round several cells, whose empty ones it marks."""
    client, path = app.test_client(), address(puzzle)
    tried = data.draw(st.lists(st.sampled_from(wrong(puzzle)), unique=True, max_size=4))
    for cell in tried:
        path = click(client, path, cell)
    mark = "&" if "?" in path else "?"
    page = page_at(client, path)
    said = f"{room(page).text} {status_line(page).text}"
    named = {*CELL.findall(said)} - {puzzle.game.cell_names[cell] for cell in tried[-1:]}
    assert len(named) == len(tried[-1:])
    assert not hinted(page)
    page = page_at(client, f"{path}{mark}hint=1")
    said += room(page).text
    assert not CELL.search(room(page).text)
    assert "theme" not in said.lower()
    looked = hinted(page)
    assert {*looked.values()} == {"region"}
    ((ringed, kind),) = hinted(page_at(client, f"{path}{mark}hint=2")).items()
    assert kind == ""
    assert ringed in {*puzzle.right} & looked.keys()
    loop = {puzzle.game.cell_names.index(it) for it in CELL.findall(status_line(page).text)}
    assert len(loop) > 1
    assert looked.keys() == loop & {*puzzle.position.empty_cells}


def test_no_loop_is_drawn_where_every_cell_holds(client: FlaskClient) -> None:
    page = page_at(client, "/puzzles/tic-tac-toe/139?moves=a2&hint=1")
    assert "Every cell holds here." in room(page).text
    assert not hinted(page)


def hinted(page: Element) -> dict[int, str]:
    """The cells that a hint marks, each with its kind."""
    cells = cells_of(page)
    return {int(it["value"]): it["data-hint"] for it in cells if "data-hint" in it.attributes}


@given(played)
def test_the_answer_solves_the_puzzle_and_can_be_stepped_through(
    app: Flask, puzzle: Puzzle
) -> None:
    client = app.test_client()
    page = page_at(client, f"{address(puzzle)}?hint=3")
    told = [b.text for b in room(page).all("b")]
    steps = attempt(puzzle, [puzzle.game.cell_names.index(it.split()[1]) for it in told[::2]])
    assert steps[-1].solved
    assert [it.split()[0] for it in told] == ["X", "O"] * (len(told) // 2) + ["X"] * (len(told) % 2)
    (link,) = [it["href"] for it in room(page).all("a") if it.text == "Step through"]
    replay = read(client.get(link).text)
    assert board_shown(replay).marks == board_of(puzzle).marks
    assert [it.all("b")[0].text for it in replay.by_id("moves").all("a")] == [
        it.split()[1] for it in told
    ]
    assert not progress_in(client).has(puzzle)


@pytest.mark.parametrize("query", ["", "?lesson=forks"])
def test_buttons_show_the_hints_in_turn_and_begin_again(client: FlaskClient, query: str) -> None:
    """The last hint is the answer: then the button is disabled, and pressed without effect."""
    start = f"/puzzles/square/181{query}"
    path = click(client, start, 0)
    for hint in (1, 2, 3, 3):
        path = press(client, path, "hint")
        assert dict(parse_qsl(urlsplit(path).query))["hint"] == f"{hint}"
    assert page_at(client, path).by_id("hint")["aria-disabled"] == "true"
    assert press(client, path, "again-same") == f"{start}#again-same"


def press(client: FlaskClient, path: str, name: str) -> str:
    """The address to which the button with the id *name* leads."""
    button = page_at(client, path).by_id(name)
    response = client.post(path, data={button["name"]: button["value"]})
    assert response.status_code == 303, response.text
    return str(response.headers["Location"])


def test_every_sentence_has_room() -> None:
    for puzzle in PLAYED[::3]:
        here = puzzle.study
        sentences = [words.how_many(here), words.look_for(here)]
        sentences.append(words.how_it_went(solution(puzzle), puzzle.goal))
        for step in solution(puzzle):
            sentences += [words.praise(step, puzzle.goal), words.how_it_goes(step.move)]
            if step.reply:
                sentences.append(words.after_right(step, puzzle.goal))
        assert max(map(len, sentences)) <= ROOM, puzzle


@pytest.mark.long
def test_what_is_said_first_is_so() -> None:
    for puzzle in LATE:
        board = board_of(puzzle)
        value, plies = value_and_distance(board)
        said = words.how_many(puzzle.study)
        (told,) = re.findall(r"^(One|\d+) of (\d+) cells (?:win|hold)", said)
        assert told[0].replace("One", "1") == str(len(puzzle.right))
        assert told[1] == str(board.marks.count("."))
        hint = words.look_for(puzzle.study)
        best = [c for c in puzzle.right if worths(board)[c] == (value, plies)]
        lefts = [after(board, cell) for cell in (best if value else puzzle.right)]
        claims = {
            "completes a": any(map(completed, lefts)),
            "two threats": any(len(completing(left, "X")) > 1 for left in lefts),
            "leads to the next": shortest(board) == plies,
            "the block wins": bool({*completing(board, "O")} & {*best}),
            "Begin with a threat": any(completing(left, "X") for left in lefts),
            "quiet move": any(not completing(left, "X") for left in lefts),
            "only a block": {*puzzle.right} <= {*completing(board, "O")},
            "my fork": not completing(board, "O"),
            "let me win": value == 0 and not completing(board, "O"),
        }
        (claim,) = [claim for claim in claims if claim in hint]
        assert claims[claim], (puzzle, hint)
        assert ("line" if board.game == "square" else "square") not in hint


def expect_own_moves(puzzle: Puzzle, solver: Callable[[Board], Worth]) -> None:
    """The task counts the moves of the solver alone, of all plies by the second *solver*."""
    value, plies = solver(board_of(puzzle))
    told = words.task(puzzle)
    if not value:
        assert told == "Hold the draw"
        return
    own = winners_own(plies or 0)
    assert told == ("Win with this move" if own == 1 else f"Win in {own} moves")
    assert words.task_in_game(puzzle).endswith(told.replace("Win", "win"))


def test_a_task_counts_own_moves() -> None:
    for puzzle in LATE:
        expect_own_moves(puzzle, value_and_distance)


@pytest.mark.slow
def test_a_task_on_square_counts_own_moves() -> None:
    for puzzle in (it for it in PLAYED if it.game is SQUARE):
        expect_own_moves(puzzle, reference.value_and_distance)


@given(played, st.data())
def test_the_solved_page_tells_what_it_kept_to_itself_and_the_result_to_share_does_not(
    app: Flask, puzzle: Puzzle, data: st.DataObject
) -> None:
    client, path = app.test_client(), address(puzzle)
    tried = data.draw(st.lists(st.sampled_from(wrong(puzzle)), unique=True, max_size=3))
    for cell in tried:
        path = click(client, path, cell)
    page = page_at(client, solve(client, puzzle, path))
    link = page.by_id("share")
    text = link["data-text"]
    assert not CELL.search(text)
    assert (text.count("✗"), text.count("✓")) == (len(tried), len(solution(puzzle)))
    assert link["href"].endswith(address(puzzle))
    names = [it.text for it in room(page).all("dt")]
    facts = dict(zip(names, [it.text for it in room(page).all("dd")], strict=True))
    assert facts["Theme"] == words.THEMES[puzzle.theme][0]
    assert facts["Difficulty"].startswith(f"{puzzle.grade} of 16")
    tempting = {puzzle.game.cell_names[cell] for cell in puzzle.tempting}
    assert {*CELL.findall(facts["Temptations"])} == tempting
    told = dict(re.findall(r"([A-Z][^\d,]+?) (always|[\d.]+ %)", facts["Who fails it"]))
    assert told.keys() == {OPPONENTS[key].name for key in puzzle.failing}
    assert told or facts["Who fails it"] == "none of mine"
    for key, share in puzzle.failing.items():
        text = told[OPPONENTS[key].name].replace(" %", "\N{NO-BREAK SPACE}%")
        assert share == 1 if text == "always" else is_percentage(text, share)


@given(played, st.data())
def test_the_solved_page_names_the_moves_that_were_played(
    app: Flask, puzzle: Puzzle, data: st.DataObject
) -> None:
    """The card names the cell that completed a line, or the fork before it; else all that held."""
    attempt = Attempt(puzzle)
    while not attempt.solved:
        keeping = [c for c, move in study(attempt.position).moves.items() if not move.value_lost]
        attempt = attempt.play(data.draw(st.sampled_from(keeping)))
    with app.test_request_context():
        page = page_at(app.test_client(), attempt.url)
    told, names = room(page).all("p")[0].text, puzzle.game.cell_names
    board, played = board_of(puzzle), [names[step.move.cell] for step in attempt.right]
    if puzzle.plies is None:
        said = re.fullmatch(r"You hold the draw\. (.+) held it: (.+)\.", told)
        assert said
        assert CELL.findall(said[1]) == played
        full = attempt.position.outcome is not None
        assert said[2] == ("the board is full" if full else "no cell can lose it now")
        return
    if len(played) == 1:
        line = listed(told.partition(f"Solved in one move. {played[0]} completes ")[2][:-1])
        assert {LINES[puzzle.game.key][it] for it in line} == completed(
            after(board, attempt.right[0].move.cell)
        )
        return
    for step in attempt.right[:-1]:
        forked = after(board, step.move.cell)
        assert step.reply
        board = after(forked, step.reply.cell)
    cells = [names[cell] for cell in completing(forked, "X")]
    said = re.fullmatch(
        rf"Solved in {len(played)} moves\. (.+) threatened (.+): I could take only one\.", told
    )
    assert said
    assert said[1] == played[-2]
    assert len(cells) == len({*CELL.findall(said[2])} & {*cells}) > 1
    assert played[-1] in cells


UNREADABLE = f"""
/chess/1 /square/0 /square/9999 /square/one /square/{"9" * 900} /square/0.png
/square/5?moves=z9 /square/5?moves=5 /square/5?hint=4 /square/5?helped=perhaps /square/5?game=chess
/yesterday /2026-1-1 /20260101 /2026-02-30 /2025-12-31 /9999-12-31 /2026-02-03?moves=b1
?theme=luck ?plies=x ?plies=12-14 ?plies=13-15 ?plies=13- ?plies=&plies=0 ?grade=17
?game=all&seed=-1 ?game=all&order=any ?game=all&from=2000 ?day=
"""


@pytest.mark.parametrize("below", UNREADABLE.split())
def test_what_cannot_be_read_is_refused(client: FlaskClient, below: str) -> None:
    expected = 400 if "from=" in below else 404
    assert client.get(f"/puzzles{below}").status_code == expected


def test_a_click_that_the_rules_forbid_loses_nothing(client: FlaskClient) -> None:
    puzzle = load(SQUARE)[499]
    solved = solve(client, puzzle)
    taken = next(cell for cell in SQUARE.cells if puzzle.position.mark_at(cell))
    free = puzzle.position.empty_cells[0]
    for path, cell, status in (
        (address(puzzle), taken, 409),
        (address(puzzle), 16, 400),
        (address(puzzle), "b", 400),
        (solved, free, 409),
    ):
        response = client.post(path, data={"cell": cell})
        assert response.status_code == status
        assert "Set-Cookie" not in response.headers
    assert client.post(address(puzzle)).status_code == 400
    assert progress_in(client).has(puzzle)


# The cookie.


def signs_of(game: Game) -> st.SearchStrategy[str]:
    """Puzzles of *game* in any states."""
    signs = "".join(MEANINGS)
    return st.text(signs, max_size=len(load(game))).map(lambda text: text.rstrip("0"))


@st.composite
def all_progress(draw: st.DrawFn) -> Progress:
    """Any progress."""
    own = {key: game_for(key) for key in ("4x2-a1b1c1", "3x3-a1b1c2")}
    texts = {key: draw(signs_of(game)) for key, game in (GAMES | own).items()}
    tried = {key: text for key, text in texts.items() if text}
    skipped = draw(st.lists(st.sampled_from(EVERY).map(lambda it: it.name), max_size=SKIPPED))
    if draw(st.booleans()):
        return Progress(tried, skipped=(*skipped,))
    earlier = draw(st.integers(0, 10**6))
    return Progress(tried, draw(st.integers(1, 10**6)), draw(days), earlier, (*skipped,))


@given(all_progress())
def test_the_cookie_brings_any_progress_back(app: Flask, kept: Progress) -> None:
    text = signed(app, kept.cookie, COOKIE.name)
    with app.test_request_context():
        assert Progress.from_cookie(signer(COOKIE.name).loads(text)) == kept


@given(st.integers(0, 2**32))
def test_the_cookie_fits_with_every_puzzle_in_any_state(app: Flask, seed: int) -> None:
    """And half as many puzzles again, also of games without a name, which have long keys. Browsers
    keep 4,096 bytes with the name.
    """
    rng, signs = Random(seed), [*MEANINGS]  # noqa: S311
    counts = {key: len(load(game)) * 3 // 2 for key, game in NAMED.items()}
    counts |= {f"4x4-{'-'.join(shapes_at_random(rng))}": 100 for _ in range(OWN_GAMES)}
    tried = {key: "".join(rng.choices(signs, k=count)) for key, count in counts.items()}
    skipped = tuple(puzzle.name for puzzle in rng.sample(EVERY, SKIPPED))
    full = Progress(tried, 10**6, date(2036, 1, 1), 10**6, skipped)
    assert len(signed(app, full.cookie, COOKIE.name)) < 3200


def shapes_at_random(rng: Random) -> Iterator[str]:
    """As many shapes as a game may have, of as many cells, as its key has them."""
    for _ in range(MOST_SHAPES):
        cells = sorted(rng.sample([*product("abcd", "1234")], 8))
        yield "!" + "".join(map("".join, cells))


def test_the_cookie_of_a_beginner_is_small(app: Flask) -> None:
    """Even if the puzzle tried is the last one."""
    last = Progress().after(load(SQUARE)[-1], Result.FIRST, solved=True, day=FIRST_DAY)
    assert len(signed(app, last.cookie, COOKIE.name)) < 200


@given(st.sets(st.sampled_from(EVERY)), st.booleans())
def test_older_cookies_are_read(solved: set[Puzzle], streak: bool) -> None:
    """What they solved counts as after tries, not to be repeated; the streak goes on."""
    old: dict[str, object] = {
        key: f"{sum(1 << it.number for it in solved if it.game is game):x}"
        for key, game in GAMES.items()
    }
    if streak:
        old |= {"streak": 3, "last": "2026-11-24"}
    found = Progress.from_cookie(old)
    for puzzle in EVERY:
        assert found.result(puzzle) is (Result.TRIES if puzzle in solved else None)
        assert not found.kept(puzzle).missed
    assert found.streak == (3 if streak else 0)
    assert Progress.from_cookie(found.cookie) == found


def test_a_full_cookie_is_shown_everywhere(app: Flask) -> None:
    first = SIGNS[Trial(Result.FIRST)]
    full = Progress({key: first * len(load(game)) for key, game in GAMES.items()}, 7, FIRST_DAY)
    client = browser_that_has(app, full.cookie)
    assert "All solved." in page_at(client, "/puzzles?game=all").all("main")[0].text
    solved = re.findall(r"(\d+) of (\d+) solved", page_at(client, "/puzzles").all("main")[0].text)
    assert len(solved) == len(Theme)
    assert all(part == whole for part, whole in solved)
    puzzle = load(TIC_TAC_TOE)[0]
    last = client.post(address(puzzle), data={"cell": puzzle.right[0]})
    assert last.status_code == 303
    assert progress_in(client).has(puzzle)


@st.composite
def almost_progress(draw: st.DrawFn) -> dict[str, Any]:
    """A payload with some fields of progress, right or wrong."""
    values: st.SearchStrategy[Any] = st.sampled_from(
        ["ff", "-ff", "0x1", "f" * 1000, "", "g", 5, None, 1.5, [], True]
    )
    dates = st.sampled_from(["2026-11-24", "20261124", "9999-12-31", "0001-01-01", "x", 3, None])
    fields = dict.fromkeys(("square", "tic-tac-toe", "streak", "earlier"), values)
    fields["last"] = dates
    fields["tried"] = values | st.dictionaries(
        st.sampled_from([*GAMES, "x"]), values | signs_of(SQUARE)
    )
    return draw(st.fixed_dictionaries({}, optional=fields))


@given(json_values | almost_progress())
def test_anything_else_that_is_signed_does_no_harm(app: Flask, payload: object) -> None:
    client = browser_that_has(app, payload)
    for path in ("/puzzles", "/puzzles?game=all", "/puzzles/2026-02-03", "/puzzles/square/5", "/"):
        assert client.get(path).status_code == 200
    puzzle = load(TIC_TAC_TOE)[0]
    solve(client, puzzle)
    assert progress_in(client).has(puzzle)


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\r\n;"), max_size=300))
def test_any_bytes_for_a_cookie_do_no_harm(app: Flask, value: str) -> None:
    client = app.test_client(use_cookies=False)
    headers = {"Cookie": f"{COOKIE.name}={value}"}
    for path in ("/puzzles", "/puzzles/square/5"):
        assert client.get(path, headers=headers).status_code == 200
    puzzle = load(TIC_TAC_TOE)[0]
    data = {"cell": puzzle.right[0]}
    assert client.post(address(puzzle), data=data, headers=headers).status_code == 303


def test_a_tampered_cookie_counts_for_nothing(app: Flask) -> None:
    kept = Progress({"square": SIGNS[Trial(Result.FIRST)]}).cookie
    text, other = signed(app, kept, COOKIE.name), signed(app, kept)
    for cookie, counted in ((text, 1), (text[:-2], 0), (f"x{text}", 0), (other, 0)):
        client = browser_with(app, cookie, COOKIE.name)
        told = page_at(client, "/puzzles?game=square").all("main")[0].text
        assert f"{counted} of {len(load(SQUARE))} solved" in told


def test_no_payload_is_read_that_was_not_written() -> None:
    for wrong in (
        {"last": "2026-11-24"},
        {"last": "2026-11-24", "streak": 0},
        {"square": 1},
        {"square": "-2"},
        {"tried": {"square": "!"}},
        {"tried": "square"},
    ):
        assert Progress.from_cookie(wrong) == Progress()


def test_a_match_and_a_puzzle_leave_each_other_alone(client: FlaskClient) -> None:
    """Side by side in three tabs: a match, a puzzle, and the streak."""
    match = {"game": "square", "x": "human", "o": "human", "first": "x"}
    client.post("/matches", data=match)
    client.post("/moves", data={"cell": 5, "ply": 0})
    on_the_board = client.get("/").text
    puzzle = load(SQUARE)[499]
    solve(client, puzzle)
    assert client.get("/").text == on_the_board
    kept = progress_in(client)
    client.post("/moves", data={"cell": 6, "ply": 1})
    client.post("/matches", data=match)
    client.set_cookie("tic-tac-why", "nonsense")
    client.get("/")
    assert progress_in(client) == kept
    assert kept.tried == {"square": SIGNS[Trial(Result.FIRST)].rjust(puzzle.number, "0")}


# Days and the streak.


@pytest.mark.long
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0, 1, 2, None])), max_size=8))
@example([(0, 0), (1, 0), (1, 0), (1, None), (1, None)])
@example([(0, 0), (1, 0), (2, 0), (0, 1), (3, 2)])
def test_the_streak_counts_days_on_end(app: Flask, found: list[tuple[int, int | None]]) -> None:
    """As a plain count over the set of days whose puzzle was solved on the day or the next one. The
    cover tells it, and which of the last days are solved; so do the pages of days.
    """
    client, today = app.test_client(), date(2026, 11, 1)
    of_days = [puzzle_of_day(today + n * DAY) for n in range(-7, 30)]
    other = next(it for it in EVERY if it not in of_days)
    kept, solved = set[date](), set[date]()
    with pytest.MonkeyPatch.context() as patch:
        for passed, late in found:
            today += passed * DAY
            on(patch, today)
            if late is None:
                path = solve(client, other)
            else:
                day = today - late * DAY
                path = solve(client, puzzle_of_day(day), f"/puzzles/{day}")
                solved.add(day)
                kept |= {day} if late < 2 else set()
            streak = len([*run(kept, today if today in kept else today - DAY)])
            counts = late in {0, 1} and streak > 1
            page = page_at(client, path)
            told, above = page.by_id("share")["data-text"], page.by_id("match-up").text
            assert re.findall(r"(\d+) days in a row", told) == [f"{streak}"] * counts
            assert re.findall(r"streak (\d+)", above) == [f"{streak}"] * (
                late is not None and streak > 0
            )
            cover = page_at(client, "/puzzles")
            assert re.findall(r"Streak: (\d+) day", cover.text) == [f"{streak}"] * bool(streak)
            week = [it.attributes.get("aria-label", "") for it in cover.all("a")]
            assert [label for label in week if label.endswith("solved")] == [
                f"{day:%a} {day.day} {day:%b}: {'solved' if day in solved else 'not solved'}"
                for day in (today - n * DAY for n in range(6, -1, -1))
            ]
            if late is not None:
                of_week = {it for it in solved if it.isocalendar()[:2] == day.isocalendar()[:2]}
                expect_week(page.all("svg"), day, of_week)


def expect_week(drawings: list[Element], day: date, solved: set[date]) -> None:
    """The curve of the week of *day* is as high as its days are difficult, *day* is marked, and the
    *solved* days are ticked; its name says the same.
    """
    (curve,) = [it for it in drawings if it.attributes.get("class") == "curve"]
    heights = {}
    ticked, marked = [], []
    for group in curve.all("g"):
        name = group.all("text")[0].text
        for circle in group.all("circle"):
            heights[name] = float(circle["cy"])
        for tick in group.all("path"):
            ticked.append(name)
            heights[name] = float(tick["d"].split("l")[0].split()[1])
        marked += [name] * ("class" in group.attributes)
    week = (day + DAY * (other - day.weekday()) for other in range(7))
    grades = {f"{it:%a}": puzzle_of_day(it).grade for it in week}
    assert [*heights] == [*grades]
    at_ground = {heights[name] + 2 * grade for name, grade in grades.items()}
    assert len(at_ground) == 1
    assert marked == [f"{day:%a}"]
    assert ticked == [f"{it:%a}" for it in sorted(solved)]
    label = curve["aria-label"]
    assert label.startswith(f"Difficulty {grades[f'{day:%a}']} of 16,")
    assert re.findall(r"Mon|Tue|Wed|Thu|Fri|Sat|Sun", label.partition("Solved:")[2]) == ticked


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (time(0, 0), "24 h 0 min"),
        (time(0, 0, 1), "24 h 0 min"),
        (time(0, 1), "23 h 59 min"),
        (time(14, 19), "9 h 41 min"),
        (time(23, 59, 59), "0 h 1 min"),
    ],
)
def test_the_next_puzzle_comes_when_the_day_of_the_server_ends(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, clock: time, left: str
) -> None:
    """No browser may show the sentence later without asking again."""
    day = date(2026, 11, 25)
    on(monkeypatch, day, clock)
    path = solve(client, puzzle_of_day(day), f"/puzzles/{day}")
    for shown in (path, "/puzzles"):
        response = client.get(shown)
        assert "no-store" in response.headers["Cache-Control"]
        (span,) = [it for it in read(response.text).all("span") if "data-until" in it.attributes]
        assert span.text == f"next puzzle in {left}"
        assert span["data-until"] == "2026-11-26T00:00:00Z"
        passed = timedelta(hours=clock.hour, minutes=clock.minute, seconds=clock.second)
        assert timedelta(seconds=int(span["data-seconds"])) == DAY - passed
        hours, _h, minutes, _min = left.split()
        assert span["data-before"].replace("{h}", hours).replace("{m}", minutes) == span.text


def test_dates_are_told_as_people_write_them(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for today, told in ((date(2026, 11, 25), "Wed 25 Nov"), (date(2027, 1, 2), "Wed 25 Nov 2026")):
        on(monkeypatch, today)
        page = page_at(client, "/puzzles/2026-11-25")
        assert page.by_id("setup").text == told
        assert page.all("title")[0].text.endswith("– Wed 25 Nov 2026 – Tic Tac Why")


@given(st.dates(FIRST_DAY, date(2029, 1, 1)), st.data())
def test_the_way_on_from_a_solved_day_is_untried_and_of_the_other_game(
    app: Flask, day: date, data: st.DataObject
) -> None:
    """Never the puzzle of a day near it."""
    puzzle = puzzle_of_day(day)
    solved = data.draw(st.sampled_from([0, (1 << 700) - 1]))
    client = browser_that_has(app, {"square": f"{solved:x}", "tic-tac-toe": f"{solved:x}"})
    with pytest.MonkeyPatch.context() as patch:
        on(patch, day)
        page = page_at(client, solve(client, puzzle, f"/puzzles/{day}"))
    main = room(page).all("a")[0]
    assert main["class"] == "button primary"
    assert page.by_id("next")["href"] == main["href"]
    _root, _puzzles, key, number = main["href"].split("/")
    following = load(GAMES[key])[int(number) - 1]
    assert following.game != puzzle.game or solved
    assert following not in [puzzle_of_day(day + n * DAY) for n in range(-7, 8)]
    assert not solved >> following.number & 1


def run(kept: set[date], end: date) -> Iterator[date]:
    """The days of *kept* on end, up to *end*."""
    while end in kept:
        yield end
        end -= DAY


def test_today_is_the_same_on_two_hosts_and_after_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on(monkeypatch, date(2026, 11, 22))
    boards = []
    for key in ("one", "two"):
        client = create_app({"TESTING": True, "SECRET_KEY": key, **NO_LIMITS}).test_client()
        response = client.get("/puzzles/today")
        assert (response.status_code, response.headers["Location"]) == (303, "/puzzles/2026-11-22")
        boards.append(board_shown(page_at(client, "/puzzles/2026-11-22")).marks)
    assert boards == [puzzle_of_day(date(2026, 11, 22)).rows.replace("-", "")] * 2


def test_earlier_days_are_open_and_later_ones_are_not(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(monkeypatch, date(2026, 11, 22))
    assert client.get("/puzzles/2026-11-23").status_code == 404
    assert client.get("/puzzles?day=2026-11-23").status_code == 404
    asked = client.get("/puzzles?day=2026-03-04")
    assert (asked.status_code, asked.headers["Location"]) == (303, "/puzzles/2026-03-04")
    day = date(2026, 11, 22)
    for _ in range(3):
        page = page_at(client, f"/puzzles/{day}")
        day -= DAY
        (link,) = [it["href"] for it in page.by_id("help").all("a") if it.text == "Skip"]
        assert link == f"/puzzles/{day}"
    page = page_at(client, f"/puzzles/{FIRST_DAY}")
    (link,) = [it["href"] for it in page.by_id("help").all("a") if it.text == "Skip"]
    assert link.startswith("/puzzles/")


# Sets.


@given(puzzle_sets())
def test_the_address_of_a_set_is_one_and_tells_it(app: Flask, chosen: PuzzleSet) -> None:
    client = app.test_client()
    assert PuzzleSet.read(MultiDict(chosen.query)) == chosen
    path = f"/puzzles?{'&'.join(f'{name}={text}' for name, text in chosen.query.items())}"
    page = page_at(client, path)
    form = MultiDict([*chosen.query.items(), ("order", "easiest"), ("grade", "")])
    form.setlist("theme", [*chosen.themes])
    if chosen.listed:
        form.setlist("list", [*chosen.query["list"].split(","), ""])
    for name, numbers in (("plies", chosen.plies), ("grade", chosen.grades)):
        form.setlist(name, [*map(str, numbers[:1] + numbers[-1:])] or ["", ""])
    sent = client.get("/puzzles", query_string=form)
    assert sent.status_code == 303
    assert page_at(client, sent.headers["Location"]) == page
    if chosen.game:
        others = {name: text for name, text in chosen.query.items() if name != "game"}
        short = f"/puzzles/{chosen.game.key}"
        assert read(client.get(short, query_string=others, follow_redirects=True).text) == page


def test_reflexes_are_asked_for_by_one_name(client: FlaskClient) -> None:
    for name in ("reflex", "block,complete", "block,reflex"):
        sent = client.get(f"/puzzles?game=square&theme={name}")
        assert sent.headers["Location"] == "/puzzles?game=square&theme=complete,block"


@given(puzzle_sets())
def test_a_set_has_the_puzzles_that_it_asks_for(chosen: PuzzleSet) -> None:
    found = chosen.puzzles
    if chosen.listed:
        assert found == chosen.listed
        return
    fitting = [
        puzzle
        for puzzle in EVERY
        if chosen.game in {None, puzzle.game}
        and (not chosen.themes or puzzle.theme in chosen.themes)
        and (not chosen.plies or puzzle.plies in chosen.plies)
        and (not chosen.grades or puzzle.grade in chosen.grades)
    ]
    if chosen.count:
        assert len(found) == len({*map(address, found)}) == min(chosen.count, len(fitting))
        assert {*map(address, found)} <= {*map(address, fitting)}
        grades = [puzzle.grade for puzzle in found]
        if chosen.seed is None and found:
            every = replace(chosen, count=None).puzzles
            assert found[0] == every[0]
            assert found[-1] == every[-1] or len(found) == 1
            places = [*map(every.index, found), len(every)]
            steps = [after - before for before, after in pairwise(places[:-1])]
            assert not steps or max(steps) - min(steps) <= 1, "an even spread"
        return
    assert {*map(address, found)} == {*map(address, fitting)}
    assert len(found) == len(fitting)
    grades = [puzzle.grade for puzzle in found]
    if chosen.seed is None:
        assert grades == sorted(grades)
    elif len(found) > 20:
        assert found != replace(chosen, seed=chosen.seed + 1).puzzles
        assert grades != sorted(grades) or len({*grades}) == 1


def test_a_set_is_played_through(client: FlaskClient) -> None:
    """From puzzle to puzzle, each once, until all are solved."""
    path = "/puzzles?game=tic-tac-toe&theme=stop-fork&seed=3"
    count = len(PuzzleSet(TIC_TAC_TOE, (Theme.STOP_FORK,)).puzzles)
    seen = set()
    for done in range(count):
        page = page_at(client, path)
        assert f"{done} of {count} solved" in page.all("main")[0].text
        (link,) = [it["href"] for it in page.all("a") if it.text in {"Begin", "Go on"}]
        puzzle = load(TIC_TAC_TOE)[int(urlsplit(link).path.rpartition("/")[2]) - 1]
        seen.add(puzzle.number)
        page = page_at(client, solve(client, puzzle, link))
        following = room(page).all("a")[0]
        assert (following["href"] == path) == (done == count - 1)
        assert following.text == ("See how it went" if done == count - 1 else "Next puzzle")
    assert len(seen) == count
    assert "All solved." in page_at(client, path).all("main")[0].text


@given(puzzle_sets(), st.integers(0, 1100), st.sampled_from(["", "/sheet"]))
@example(PuzzleSet(), 1, "")
def test_a_list_begins_at_any_place_of_its_set(
    app: Flask, chosen: PuzzleSet, first: int, page: str
) -> None:
    client, last = app.test_client(), max(len(chosen.puzzles), 1)
    query = {**chosen.query, "from": f"{first}"}
    response = client.get(f"/puzzles{page}", query_string=query)
    if not 1 <= first <= last:
        assert response.status_code in {400, 404}
        said = f"This set ends with puzzle {last}: “from” can't be “{first}”."
        assert said in read(response.text).by_id("main").text
        return
    assert response.status_code == 200
    if page or not chosen.puzzles:
        return
    main = read(response.text).by_id("main")
    shown = [it["href"] for it in main.all("ol")[0].all("a")]
    assert [urlsplit(it).path for it in shown] == [
        address(puzzle) for puzzle in chosen.puzzles[first - 1 : first + 99]
    ]
    (begin,) = [it["href"] for it in main.all("a") if it.text == "Begin"]
    assert begin == shown[0]
    lists = [it for it in main.all("p") if it.attributes.get("class") == "figures"]
    if first > 1 or len(chosen.puzzles) > 100:
        (parts,) = lists
        every = [page_at(client, it["href"]).by_id("main") for it in parts.all("a")]
        places = [int(link.text) for it in every for link in it.all("ol")[0].all("a")]
        assert places == [*range(1, last + 1)]


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ("list=square-12&list=&list=tic-tac-toe-4%20square-12", "list=square-12,tic-tac-toe-4"),
        ("list=square-012", "list=square-12"),
        ("list=square-12&game=square&seed=3", "list=square-12"),
        ("count=10", "game=all&count=10"),
    ],
)
def test_a_form_for_chosen_puzzles_leads_to_the_one_address(
    client: FlaskClient, query: str, leads_to: str
) -> None:
    response = client.get(f"/puzzles?{query}")
    assert response.status_code == 303
    assert response.headers["Location"].replace("%2C", ",") == f"/puzzles?{leads_to}"


@pytest.mark.parametrize(
    "query",
    [
        "list=",
        "list=square",
        "list=12",
        "list=square-0",
        "list=square-9999",
        "list=chess-1",
        "list=square--1",
        "list=" + ",".join(f"square-{number}" for number in range(1, 26)),
        "count=0",
        "count=101",
        "count=ten",
    ],
)
def test_a_set_that_cannot_be_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/puzzles?{query}").status_code in {400, 404}
    assert client.get(f"/puzzles/sheet?game=square&{query}").status_code == 404


def test_ticked_puzzles_make_a_set_that_is_played_in_its_order(client: FlaskClient) -> None:
    main = page_at(client, "/puzzles?game=square&theme=hold").by_id("main")
    boxes = [it for it in main.all("input") if it.attributes.get("type") == "checkbox"]
    names = [it["value"] for it in boxes if it["name"] == "list"][2:5]
    response = client.get("/puzzles", query_string=MultiDict([("list", it) for it in names]))
    main = page_at(client, response.headers["Location"]).by_id("main")
    links = [it["href"] for it in main.all("ol")[0].all("a")]
    assert [urlsplit(it).path for it in links] == [
        f"/puzzles/{'/'.join(name.rsplit('-', 1))}" for name in names
    ]
    assert "2 of 3" in page_at(client, links[1]).text


@pytest.mark.parametrize("query", ["plies=7-3", "plies=7&plies=3", "plies=3&plies=7"])
def test_either_end_of_a_range_may_come_first(client: FlaskClient, query: str) -> None:
    response = client.get(f"/puzzles?{query}")
    assert (response.status_code, response.headers["Location"]) == (
        303,
        "/puzzles?game=all&plies=3-7",
    )


def test_a_shuffled_set_from_the_form_has_a_seed(client: FlaskClient) -> None:
    response = client.get("/puzzles?game=square&order=shuffled")
    query = dict(parse_qsl(urlsplit(response.headers["Location"]).query))
    assert query.pop("seed").isdecimal()
    assert query == {"game": "square"}


# Pictures.


def test_every_puzzle_has_a_picture_of_its_own(client: FlaskClient) -> None:
    seen = set()
    for puzzle in islice(EVERY, 0, None, 101):
        page = page_at(client, address(puzzle))
        (meta,) = [it for it in page.all("meta") if it.attributes.get("property") == "og:image"]
        response: TestResponse = client.get(urlsplit(meta["content"]).path)
        with Image.open(BytesIO(response.data)) as image:
            assert image.size == (1200, 630)
        seen.add(response.data)
        assert response.headers["Cache-Control"].startswith("public")
    assert len(seen) == len(range(0, len(EVERY), 101))


def test_the_fastest_is_praised_and_a_slower_one_is_right(client: FlaskClient) -> None:
    fastest, seen = StepVerdict.FASTEST, set()
    for puzzle in EVERY:
        steps = {it: attempt(puzzle, [it])[0] for it in puzzle.right if len(puzzle.right) > 1}
        later = sum(step.move.exact != step.move.best for step in steps.values())
        for cell, step in steps.items():
            kind = step.verdict, min(later, 2)
            if step.reply and puzzle.plies and kind not in seen:
                said = room(page_at(client, click(client, address(puzzle), cell))).text
                assert ("the fastest" in said) == (step.verdict is fastest)
                assert ("Another cell was faster" in said) == (step.move.exact != step.move.best)
                others = "Another cell wins" if later == 1 else f"{later} other cells win"
                assert (f"{others} later." in said) == (step.verdict is fastest)
                seen.add(kind)
    assert {(fastest, 1), (fastest, 2), (StepVerdict.RIGHT, 1), (StepVerdict.RIGHT, 2)} <= seen


def test_a_puzzle_of_a_little_known_game_tells_what_wins(client: FlaskClient) -> None:
    shown = room(page_at(client, "/puzzles/knobby/2"))
    assert "Mark four cells in a T." in shown.text
    assert [it["href"] for it in shown.all("a")] == ["/games/knobby#wins"]
    assert "Mark four cells in a T." in client.get("/embed/puzzles/knobby/2").text
