"""The pages of puzzles and questions: the attempt in its address, hints, and what is told."""

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.opponents import OPPONENTS
from ai.puzzles.puzzle import QUESTIONS, Puzzle, Theme
from ai.puzzles.solving import attempt
from ai.puzzles.store import load
from ai.rules.games import SQUARE
from ai.study.study import study
from tests.names_in_words import is_percentage
from tests.page import Element, board_shown, of_card, read, status_line
from tests.puzzle_pages import (
    ASKED,
    CELL,
    LATE,
    address,
    board_of,
    click,
    page_at,
    played,
    possible,
    progress_in,
    solve,
    wrong,
)
from tests.reference import (
    after,
    completed,
    defence,
    keeping,
    moves,
    result,
    value_and_distance,
    winners_own,
)
from webapp.puzzles import words
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import Result

OF_THEME = {theme: [it for it in ASKED if it.theme is theme] for theme in QUESTIONS}


def room(page: Element) -> Element:
    return page.by_id("room")


def cells_of(page: Element) -> list[Element]:
    return page.by_id("board").all("button")


@pytest.mark.parametrize("puzzle", LATE[::300], ids=lambda it: f"{it.game.key} {it.number}")
def test_any_clicks_are_judged_as_the_rules_and_values_have_it(
    client: FlaskClient, puzzle: Puzzle
) -> None:
    """A wrong move is taken back and says why; the answer to a right one is Unbeatable's."""
    rng, path, board = Random(puzzle.number), address(puzzle), board_of(puzzle)  # noqa: S311
    tried, made, page = list[int](), 0, page_at(client, path)
    while page.by_id("status")["data-state"] == "active":
        plies = value_and_distance(board)[1]
        last = made + winners_own(plies or 0)
        place = f" {made + 1}{f' of {last}' if plies else ''}" if last != 1 else ""
        assert page.by_id("status").text.endswith(f"Your move{place}")
        struck = [n for n, it in enumerate(cells_of(page)) if "data-tried" in it.attributes]
        assert struck == sorted(tried)
        assert board_shown(page).playable == {*moves(board)}
        path = click(client, path, cell := rng.choice(moves(board)))
        page = page_at(client, path)
        if cell in keeping(board):
            tried, made, board = [], made + 1, after(board, cell)
            board = board if result(board) else after(board, defence(board))
            assert page.by_id("status")["data-state"] == "solved" or not result(board)
        else:
            tried = [it for it in tried if it != cell] + [cell]
            names = [puzzle.game.cell_names[it] for it in tried]
            assert path.partition("moves=")[2].endswith("".join(names)), "each is there once"
            assert names[-1] in room(page).text
            assert "Try again" in room(page).text
        assert board_shown(page).marks == board.marks
    assert result(board) == "X" if puzzle.plies else not completed(board)
    assert progress_in(client).has(puzzle)


def pressable(page: Element) -> set[int]:
    """The answers that the page of a question takes."""
    keys = [it for it in (*cells_of(page), *room(page).all("button")) if it["name"] == "cell"]
    return {int(it["value"]) for it in keys if "aria-disabled" not in it.attributes}


@pytest.mark.parametrize("theme", QUESTIONS)
def test_a_question_takes_the_answers_that_are_left(client: FlaskClient, theme: Theme) -> None:
    puzzle = min(OF_THEME[theme], key=lambda it: (len(it.moves), len(it.position.empty_cells)))
    path, left, rng = address(puzzle), {*puzzle.right}, Random(puzzle.number)  # noqa: S311
    tried = set[int]()
    while left:
        page, found = page_at(client, path), {*puzzle.right} - left
        gone = found | (tried if theme is Theme.WHO else set())
        assert pressable(page) == {*possible(Attempt(puzzle))} - gone
        assert board_shown(page).marks == board_of(puzzle).marks
        if theme is Theme.ALL:
            assert f"{len(found)} of {len(puzzle.right)} found" in page.by_id("status").text
            hint = f"{path}{'&' if '?' in path else '?'}hint=2"
            assert hinted(page_at(client, hint)) == {min(left): ""}, "the first that is missing"
        answer = rng.choice(sorted(pressable(page)))
        path = click(client, path, answer)
        tried |= {answer} - {*puzzle.right}
        left.discard(answer)
    page = page_at(client, path)
    assert status_line(page)["data-state"] == "solved"
    assert not pressable(page)
    assert progress_in(client).result(puzzle) is (Result.TRIES if tried else Result.FIRST)
    assert [it.text for it in of_card(page, "dt")] == ["Theme", "Difficulty"]


def test_the_marks_of_a_game_have_their_numbers(client: FlaskClient) -> None:
    puzzle = OF_THEME[Theme.MISTAKE][-1]
    page = page_at(client, f"{address(puzzle)}?hint=3")
    labels = [it["aria-label"] for it in cells_of(page)]
    for number, cell in enumerate(puzzle.moves, 1):
        last = ", the last mistake" if cell in puzzle.right else ""
        assert f"move {number}{last}" in labels[cell]
    drawn = [it.text for it in page.by_id("sketch").all("text")]
    assert drawn == [f"{number}" for number in range(1, len(puzzle.moves) + 1)]


# Hints.


def hinted(page: Element) -> dict[int, str]:
    """The cells that a hint marks, each with its kind."""
    cells = cells_of(page)
    return {int(it["value"]): it["data-hint"] for it in cells if "data-hint" in it.attributes}


@settings(max_examples=2)
@given(played, st.data())
def test_a_wrong_try_names_one_reply_and_the_first_hint_no_cell(
    app: Flask, puzzle: Puzzle, data: st.DataObject
) -> None:
    """A hint draws a loop round several cells, whose empty ones it marks."""
    client, path = app.test_client(), address(puzzle)
    tried = data.draw(st.lists(st.sampled_from(wrong(puzzle)), unique=True, max_size=2))
    for cell in tried:
        path = click(client, path, cell)
    page, mark = page_at(client, path), "&" if tried else "?"
    said = f"{room(page).text} {status_line(page).text}"
    named = {*CELL.findall(said)} - {puzzle.game.cell_names[cell] for cell in tried[-1:]}
    assert len(named) == len(tried[-1:])
    assert not hinted(page)
    page = page_at(client, f"{path}{mark}hint=1")
    assert not CELL.search(room(page).text)
    assert "theme" not in f"{said}{room(page).text}".lower()
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


HINTS = {Theme.ALL: ["Cell", "Answer"], Theme.WHO: ["Answer"], Theme.MISTAKE: ["Answer"]}


@pytest.mark.parametrize(
    ("puzzle", "query"),
    [(load(SQUARE)[180], "?lesson=forks"), *((it[7], "") for it in OF_THEME.values())],
)
def test_hints_come_in_turn_up_to_the_answer_which_can_be_stepped_through(
    client: FlaskClient, puzzle: Puzzle, query: str
) -> None:
    """Then the button is disabled, and pressed without effect; another begins again."""

    def press(name: str) -> str:
        button = page.by_id(name)
        response = client.post(path, data={button["name"]: button["value"]})
        return str(response.headers["Location"])

    start = path = f"{address(puzzle)}{query}"
    page, seen = page_at(client, path), list[str]()
    while "aria-disabled" not in (key := page.by_id("hint")).attributes:
        seen.append(key.text)
        path = press("hint").partition("#")[0]
        page = page_at(client, path)
    assert seen == HINTS.get(puzzle.theme, ["Hint", "Cell", "Answer"])
    assert press("hint") == f"{path}#hint"
    ways = {"Step through", "All values"}
    (link,) = [it["href"] for it in room(page).all("a") if it.text in ways]
    replay = read(client.get(link).text)
    if not puzzle.is_question:
        told = [b.text.split()[1] for b in room(page).all("b")]
        assert attempt(puzzle, map(puzzle.game.cell_names.index, told[::2]))[-1].solved
        assert board_shown(replay).marks == board_of(puzzle).marks
        assert [it.all("b")[0].text for it in replay.by_id("moves").all("a")] == told
    assert not progress_in(client).has(puzzle)
    assert press("again-same") == f"{start}#again-same"


# The end.


@settings(max_examples=4)
@given(played, st.data())
def test_the_solved_page_tells_what_it_kept_to_itself_and_the_result_to_share_does_not(
    app: Flask, puzzle: Puzzle, data: st.DataObject
) -> None:
    """However it was solved. The wrong cell that was tried first can be looked at."""
    tried = data.draw(st.lists(st.sampled_from(wrong(puzzle)), unique=True, max_size=3))
    helped = data.draw(st.booleans())
    solved = Attempt(puzzle, cells=tuple(tried), helped=helped)
    while not solved.solved:
        keeping = [c for c, move in study(solved.position).moves.items() if not move.value_lost]
        solved = solved.play(data.draw(st.sampled_from(keeping)))
    with app.test_request_context():
        page = page_at(app.test_client(), solved.url)
    link = page.by_id("share")
    assert not CELL.search(link["data-text"])
    assert ("with a hint" in link["data-text"]) == helped
    signs = "".join(re.findall("[✗✓]", link["data-text"]))
    assert signs == "✗" * len(tried) + "✓" * len(solved.right)
    assert link["href"].endswith(address(puzzle))
    ways_on = [it.text for it in of_card(page, "a") if it.text.startswith("After your ")]
    assert ways_on == [f"After your {puzzle.game.cell_names[cell]}" for cell in tried[:1]]
    names = [it.text for it in of_card(page, "dt")]
    facts = dict(zip(names, [it.text for it in of_card(page, "dd")], strict=True))
    assert facts["Theme"] == words.THEMES[puzzle.theme][0]
    assert facts["Difficulty"].startswith(f"{puzzle.grade} of 16")
    tempting = {puzzle.game.cell_names[cell] for cell in puzzle.tempting}
    assert {*CELL.findall(facts["Temptations"])} == tempting
    told = dict(re.findall(r"([A-Z][^\d,]+?) (always|[\d.]+ %)", facts["Who fails it"]))
    assert told.keys() == {OPPONENTS[key].name for key in puzzle.failing}
    for key, share in puzzle.failing.items():
        text = told[OPPONENTS[key].name].replace(" %", "\N{NO-BREAK SPACE}%")
        assert share == 1 if text == "always" else is_percentage(text, share)
    assert words.how_it_went(solved.right, puzzle.goal) in room(page).all("p")[0].text


def test_the_fastest_is_praised_and_a_slower_one_is_right(client: FlaskClient) -> None:
    for move, said in {
        "237?moves=b3": "Another cell wins later.",
        "256?moves=c2": "2 other cells win later.",
        "7?moves=c4": "Another cell was faster",
    }.items():
        told = room(page_at(client, f"/puzzles/square/{move}")).text
        assert said in told
        assert ("the fastest" in told) == ("later" in said)


WHO = address(next(it for it in OF_THEME[Theme.WHO] if it.right == (2,)))[8:]  # O wins
UNREADABLE = f"""
/chess/1 /square/0 /square/9999 /square/one /square/{"9" * 900} /square/0.png /square/5?moves=z9
/square/5?hint=4 /square/5?helped=perhaps /square/5?game=chess /yesterday /2026-1-1 /20260101
/2025-12-31 /9999-12-31 /2026-02-03?moves=b1
{WHO}?moves=z {WHO}?moves=a1 {WHO}?moves=xdox {WHO}?moves=-
"""


def test_what_cannot_be_read_is_refused(client: FlaskClient) -> None:
    for below in UNREADABLE.split():
        assert client.get(f"/puzzles{below}").status_code == 404, below


def test_a_click_that_the_rules_forbid_loses_nothing(client: FlaskClient) -> None:
    puzzle = load(SQUARE)[499]
    path, solved = address(puzzle), solve(client, puzzle)
    taken = next(cell for cell in SQUARE.cells if puzzle.position.mark_at(cell))
    over = (solved, puzzle.position.empty_cells[0], 409)
    for at, cell, status in ((path, taken, 409), over, *((path, it, 400) for it in (16, "b", ""))):
        response = client.post(at, data={"cell": cell})
        assert response.status_code == status
        assert "Set-Cookie" not in response.headers
    assert client.post(path).status_code == 400
    assert progress_in(client).has(puzzle)


def test_a_puzzle_of_a_little_known_game_tells_what_wins(client: FlaskClient) -> None:
    shown = room(page_at(client, "/puzzles/knobby/2"))
    assert "Mark four cells in a T." in shown.text
    assert [it["href"] for it in shown.all("a")] == ["/games/knobby#wins"]
    assert "Mark four cells in a T." in client.get("/embed/puzzles/knobby/2").text


def test_a_puzzle_of_a_little_known_game_that_is_skipped_keeps_all_progress(
    client: FlaskClient,
) -> None:
    """It is no puzzle that is chosen to fit, so nothing is noted of it."""
    solve(client, LATE[0])
    before = progress_in(client)
    response = client.post("/puzzles/knobby/2", data={"skip": "on"})
    assert response.status_code == 303
    assert progress_in(client) == before
