"""The reason in pen, read back from its strokes: each is true, by other rules and another solver.

It is of what the program itself used, and the words that name it are underlined in its ink.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

import pytest
from flask import Flask

from ai.explain import explain_move
from ai.opponents import HUMAN, OPPONENTS, opponent_for
from ai.rules.games import GAMES
from ai.rules.record import Record
from ai.study.study import study
from ai.words.voice import Turn
from tests.browser import browser_in
from tests.page import HTMX, Element, board_shown, read, swap
from tests.pen_again import (
    HOLE,
    STYLES,
    WHY,
    Drawn,
    drawn_on,
    read_page,
)
from tests.reason_cases import NOTHING_LIVE, ON_SQUARE, SQUARES
from tests.reference import (
    SIZE,
    Board,
    after,
    moves,
    other,
    position,
)
from tests.samples import ACTIVE_CLASSES, at_random
from tests.strokes_again import (
    FEW,
    drawing,
    elements,
    expect_named,
    expect_true,
    moves_made,
    opened,
)
from tests.views import TRAP, VIEWS
from webapp import ROOT
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.session import Session

pytestmark = pytest.mark.usefixtures("leave_garbage")


def expect_drawn(boards: Iterable[Board], key: str) -> None:
    """Each drawing is true, and is drawn stroke by stroke in time."""
    for board, cell, told in moves_made(boards, key):
        begins = times(elements(board, cell, told))
        assert max(start + takes for start, takes in begins) <= DONE, begins
        assert len({start for start, _takes in begins}) == len(begins)
        expect_true(drawing(board, cell, told), board, key, cell)


@pytest.mark.long
@pytest.mark.parametrize("key", OPPONENTS)
def test_every_stroke_on_3x3_is_true(key: str) -> None:
    expect_drawn(ACTIVE_CLASSES, key)


@pytest.mark.long
@pytest.mark.parametrize("key", ON_SQUARE)
def test_every_stroke_on_square_is_true(key: str) -> None:
    few = [board for board in SQUARES if len(moves(board)) <= FEW]
    expect_drawn([NOTHING_LIVE, *(few if key == "unbeatable" else SQUARES)], key)


@pytest.mark.slow
def test_every_stroke_of_unbeatable_is_true_early_in_the_game() -> None:
    expect_drawn([board for board in SQUARES if len(moves(board)) > FEW], "unbeatable")


# When it is drawn.

DONE = 1200  # milliseconds after the answer
SHEET = re.sub(r"/\*.*?\*/", "", (ROOT / "static/pen.css").read_text(), flags=re.DOTALL)
RULES = [
    (selector.strip(), dict(re.findall(r"([\w-]+):\s*([^;]+);", rule)))
    for selector, rule in re.findall(r"([^{};]+)\{([^{}]*)\}", SHEET)
]


def times(drawn: Sequence[Drawn]) -> list[tuple[float, float]]:
    """When each element of a drawing begins, and how long it takes, by the style sheet."""
    return times_of(*(str(one.attributes.get("class", "")).partition(" ")[0] for one in drawn))


@cache
def times_of(*looks: str) -> list[tuple[float, float]]:
    found = []
    steps = [rule["--step"] for of, rule in RULES if "--step" in rule and is_of(of, len(looks), "")]
    for number, look in enumerate(looks, 1):
        style: dict[str, str] = {}
        for of, rule in RULES:
            style |= rule if of.startswith("#pen > ") and is_of(of, number, look) else {}
        waits = "var(--n, 0) * var(--step)" in style["animation"]
        start = int(style.get("--n", 0)) * float(steps[-1][:-2]) + 240 if waits else 0
        takes = style.get("animation-duration", style["animation"].split()[1])
        found.append((start, float(takes.removesuffix("ms"))))
    return found


def is_of(selector: str, number: int, look: str) -> bool:
    """Whether a *selector* of the sheet chooses the element of that *number*, from 1 on, and that
    *look*, or drawings with so many.
    """
    *_, chosen = selector.split("> ")
    if counted := re.search(r"nth-child\((\d+)\)", chosen):
        return int(counted[1]) == number if "has" not in selector else int(counted[1]) <= number
    return chosen in {"*", "#pens"} or look in re.findall(r"\.(\w+)", chosen)


def test_dashes_go_as_far_as_their_line() -> None:
    """A line is two long, and so is a pattern, or it goes on after the line."""
    for look, (style, length) in STYLES.items():
        patterns = [rule["stroke-dasharray"] for of, rule in RULES if of == f"#pen .{look}"]
        dashes = [float(number) for pattern in patterns for number in pattern.split()]
        assert (len(dashes) <= 2) is (style != "dashed")
        if style == "dotted":
            assert dashes[0] < dashes[1] < 0.05
        elif dashes:
            assert length - 0.05 < sum(dashes[:-1]) <= length
            assert sum(dashes) >= 2
        else:
            assert look == "whole"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_in_a_mark(app: Flask, game: str) -> None:
    """The pen draws through a mask, in which the sheet opens a hole for each mark."""
    page = read(browser_in(app, opened(game)).get("/").text)
    (around,) = [it for it in page.all("g") if "pen" in [n.attributes.get("id") for n in it]]
    assert around["mask"] == "url(#holes)"
    _all, *holes = page.by_id("holes").children
    size = SIZE[game]
    for cell, hole in enumerate(holes):
        assert isinstance(hole, Element)
        middle = f"{cell % size * 100 + 50}", f"{cell // size * 100 + 50}"
        assert (hole["cx"], hole["cy"], hole["r"]) == (*middle, f"{HOLE}")
        opens = f"#stage:has(#cell-{cell}[data-mark]) #holes > :nth-child({cell + 2})"
        assert [rule["fill"] for of, rule in RULES if opens in of] == ["#000"]
    assert len(holes) == size**2


# The words for what is drawn.


@pytest.mark.long
@pytest.mark.parametrize("key", OPPONENTS)
def test_words_are_underlined_in_the_ink_of_what_they_name(key: str) -> None:
    boards = [*ACTIVE_CLASSES[::9], *(SQUARES[::9] if key in ON_SQUARE else ())]
    named = 0
    for board, cell, told in moves_made(boards, key):
        found = drawing(board, cell, told)
        for turn in range(6):
            inked = [piece for piece in replace(told, turn=Turn(7, turn)).inked if piece[1]]
            named += len(inked)
            for text, ink in inked:
                expect_named(text, ink or "", found, board, key, cell)
    assert named


# The page.


@pytest.mark.parametrize("key", OPPONENTS)
def test_an_answer_brings_the_drawing_that_the_page_has(app: Flask, key: str) -> None:
    """After the person's move in games that were set up; nothing once the game is over."""
    games = ["tic-tac-toe", "square"] if key in ON_SQUARE else ["tic-tac-toe"]
    boards = [it for game in games for it in at_random(game, range(2, FEW + 1), count=3, seed=34)]
    drawn = 0
    for board in boards:
        seats = {board.mover: HUMAN, other(board.mover): key}
        match = Match(Record(position(board)), Players(seats["X"], seats["O"]), seed=4)
        browser = browser_in(app, Session(match))
        page = read(browser.get("/").text)
        assert [*drawn_on(page)] == []
        fields = {"ply": match.record.ply, "match": Session(match).fingerprint}
        form = {**fields, "cell": moves(board)[0]}
        swap(page, read(browser.post("/moves", data=form, headers=HTMX).text))
        assert page.by_id("pen") == read(browser.get("/").text).by_id("pen")
        before = after(board, moves(board)[0])
        cells = [cell for cell in moves(before) if board_shown(page).marks[cell] != "."]
        if board_shown(page).state != "active":
            assert [*drawn_on(page)] == []
        else:
            expect_true(read_page(page, *cells), before, key, *cells)
            inks = {it["class"] for it in page.by_id("why").all("u")}
            assert inks <= {f"{board.mover} theirs", other(board.mover), WHY}
            drawn += 1
    assert drawn


@pytest.mark.parametrize(
    "view",
    ["middle", "how", "values-of-dead-draws", "hint", "won", "drawn", "lost", "friend-plays"],
)
def test_nothing_is_drawn_where_something_else_stands(app: Flask, view: str) -> None:
    """The diagram of the reason, values, a hint, the end of the game; friends play alone."""
    page = read(VIEWS[view].visit(app).text)
    pens = [drawn_on(page)] if "pen" in {it.attributes.get("id") for it in page} else []
    assert any([*elements] for elements in pens) is (view == "middle")


@pytest.mark.parametrize("key", OPPONENTS)
def test_no_word_is_underlined_and_no_sign_explained_where_nothing_is_drawn(
    app: Flask, key: str
) -> None:
    """While values, a hint or the diagrams of the reason cover the drawing, and at the end."""
    met = set[tuple[bool, bool]]()
    for board in (*ACTIVE_CLASSES[::60], *(SQUARES[::40] if key in ON_SQUARE else ())):
        here = study(position(board))
        cell = here.decision(opponent_for(GAMES[board.game], key)).cells[0]
        seats = {board.mover: key, other(board.mover): HUMAN}
        match = Match(Record(position(board), (cell,)), Players(seats["X"], seats["O"]), seed=4)
        told = Session(match)
        shown = [(told, ""), (told, f"?why={match.record.ply}")]
        if not match.is_over:
            later = match.ask_hint(), match.play(match.study.best.cell)
            shown += [(replace(told, match=it), "") for it in later]
            shown.append((replace(told, values=True), ""))
        for session, query in shown:
            page = read(browser_in(app, session).get(f"/{query}").text)
            why, drawn = page.by_id("why"), bool([*drawn_on(page)])
            signs = [it for it in why.all("p") if it.attributes.get("class") == "signs"]
            assert drawn or not (why.all("u") or signs), (board, query)
            met.add((drawn, bool(why.all("u") or signs)))
    assert {(True, True), (False, False)} <= met


def test_nothing_tells_the_reply_that_a_person_is_to_find(app: Flask) -> None:
    """In a retry, after a reply of the computer: drawn at once when the reply is found."""
    for retried in (False, True):
        session = TRAP.retry(TRAP.match.record, TRAP.match.players) if retried else TRAP
        assert session.match.is_puzzle is retried
        page = read(browser_in(app, session).get("/").text)
        assert bool([*drawn_on(page)]) is not retried


def test_signs_that_no_word_names_have_a_meaning() -> None:
    """Each once, in the ink in which it is drawn."""
    met = set[tuple[str, bool, str]]()
    for board in (*ACTIVE_CLASSES, *SQUARES):
        for key in (key for key, it in OPPONENTS.items() if it.plays(GAMES[board.game])):
            opponent, here = opponent_for(GAMES[board.game], key), study(position(board))
            told = explain_move(here.moves[here.decision(opponent).cells[0]], opponent)
            looks = {(it.shape, it.ink) for it in told.drawn.strokes}
            named = [(shape, ink) for shape, ink, _meaning in told.signs]
            assert sorted(named) == sorted(it for it in looks if it[0] in {"wedge", "even", "peek"})
            met |= {(shape, ink == board.mover, text) for shape, ink, text in told.signs}
    assert met == {
        ("wedge", True, "replies that lose"),
        ("wedge", False, "moves that lose"),
        ("even", False, "moves that draw"),
        ("peek", False, "replies tried"),
    }
