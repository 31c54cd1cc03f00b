"""The reason in pen, read back from its strokes: each is true, by other rules and another solver.

It is of what the program itself used, and the words that name it are underlined in its ink.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest
from flask import Flask

from ai.explain import explain_move
from ai.explain.explanation import Explanation
from ai.opponents import HUMAN, OPPONENTS, opponent_for
from ai.rules.games import GAMES
from ai.rules.position import Position
from ai.rules.record import Record
from ai.study.study import study
from ai.words.persons import COMPUTER
from ai.words.voice import Turn
from tests import solved_again
from tests.browser import browser_in
from tests.names_in_words import CELL, LINES
from tests.page import HTMX, Element, board_shown, read, swap
from tests.pen_again import (
    HOLE,
    STYLES,
    WHY,
    Drawing,
    Drawn,
    Way,
    drawn_on,
    read_page,
    read_pen,
    ways,
)
from tests.reason_cases import NOTHING_LIVE, ON_SQUARE, SQUARES
from tests.reference import (
    SIZE,
    WINNING,
    Board,
    Cells,
    Worth,
    after,
    ahead,
    completing,
    lacking,
    live,
    moves,
    other,
    position,
    result,
    value_and_distance,
    worths,
)
from tests.rules_again import (
    BORDERS,
    by_the_chain,
    by_the_rules,
    by_the_weights,
    forked,
    forking,
    handled_corner,
    impacts,
    weights,
)
from tests.samples import ACTIVE_CLASSES, at_random
from tests.views import TRAP, VIEWS
from webapp import ROOT, create_app
from webapp.board.pen import Pen
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.session import Session

pytestmark = pytest.mark.usefixtures("leave_garbage")


FEW = 7  # so many empty cells the plain solver has soon seen through


def exact(board: Board) -> Worth:
    """The value of *board* to its mover, by a solver of the tests."""
    few = board.game == "tic-tac-toe" or len(moves(board)) <= FEW
    return (value_and_distance if few else solved_again.value_and_distance)(board)


def values(board: Board, key: str) -> dict[int, int | None]:
    """The value of each move as the player knows it; None where it saw no end."""
    if key != "medium":
        return {cell: value for cell, (value, _plies) in worths(board, exact).items()}
    return {
        at: value or (None if len(moves(board)) > 2 else 0) for at, value in ahead(board, 2).items()
    }


def losing(board: Board) -> list[int]:
    """The moves that lose."""
    return [cell for cell, (value, _plies) in worths(board, exact).items() if value < 0]


def fork_lines(board: Board, key: str) -> set[Cells]:
    """The lines of forks that the other side of the mover could make, as far as the player looks
    for them.
    """
    you = other(board.mover)
    if key == "rules" and by_the_rules(board)[0] == 4:
        return {line for at in forking(board, you) for line in forked(board, you, at)}
    if key == "chain" and by_the_chain(board)[0] == "stop fork":
        return {*map(frozenset, BORDERS[handled_corner(board)])}
    return set()


def used(board: Board, key: str, cell: int) -> set[str]:
    """The kinds of strokes that show what the player used for its move to *cell*."""
    you, left = other(board.mover), after(board, cell)
    still = {"threats"} if completing(left, you) else set()
    blocks = {"lines", "struck"} if cell in completing(board, you) else set()
    empty, alone = set(board.marks) == {"."}, len(moves(board)) == 1
    match key:
        case "hard" | "rules" | "chain":
            return of_rules(board, key, cell) or blocks | still
        case _ if alone:
            return {"ring"}
        case "easy":
            return {"die"}
        case "minimax" | "alpha-beta":
            return {"die"} if empty else {"ghosts"}
        case "medium":
            return blocks | still or of_others(board, key, cell)
    value, others = values(board, key)[cell], values(board, key) | {cell: None}
    if value == 1:
        return {"threats"} if completing(left, board.mover) else {"wedge"}
    if value == 0 and 0 in others.values():
        return {"wedge"} if losing(left) else {"even"}
    return (blocks if value == 0 else set()) or of_others(board, key, cell)


# How moves are marked that the player did not make, by their value; None where it saw no end.
OF_OTHERS = {-1: "wedge", 0: "even", None: "peek"}


def of_others(board: Board, key: str, cell: int) -> set[str]:
    others = [value for at, value in values(board, key).items() if at != cell]
    return {next((kind for value, kind in OF_OTHERS.items() if value in others), "ring")}


def of_rules(board: Board, key: str, cell: int) -> set[str]:
    """The same of a player that follows rules, in order; nothing for a block."""
    rules: Mapping[str, Callable[[Board], tuple[object, object]]]
    rules = {"hard": by_the_weights, "rules": by_the_rules, "chain": by_the_chain}
    threatens = {"threats"} if completing(after(board, cell), board.mover) else set()
    match rules[key](board)[0]:
        case "blocks" | 2 | "block":
            return set()
        case "X" | "O":
            return {"lines", "labels"} | threatens
        case "nothing":
            return {"die"} if len(moves(board)) > 1 else {"ring"}
        case "stop fork" | 4:
            several = (
                threatens
                if key == "rules" and len(forking(board, other(board.mover))) > 1
                else set()
            )
            stops = any(cell in line for line in fork_lines(board, key))
            return {"lines"} | several | ({"struck"} if stops else set())
        case "impact" if any(impacts(board).values()):
            return {"lines"}
        case 3:
            return {"threats"}
    return {"ring"}


def expect_true(found: Drawing, board: Board, key: str, cell: int) -> None:
    """Every stroke for the move to *cell*."""
    me, you, left = board.mover, other(board.mover), after(board, cell)
    assert found.kinds == used(board, key, cell)
    leader = by_the_weights(board)[0] if key == "hard" else ""
    counted = key == "chain" and by_the_chain(board)[0] == "impact"
    if "labels" in found.kinds:
        expect_weighed(found, board, leader, cell)
    elif counted:
        through = [line for line in WINNING[board.game] if cell in line]
        open_ = [it for it in through if not {"X", "O"} <= {board.marks[at] for at in it}]
        assert Counter(found.lines) == Counter((WHY, "dashed", line) for line in open_)
    elif found.lines:
        lines = fork_lines(board, key) or lacking(board, you).get(cell, set())
        assert Counter(found.lines) == Counter((you, "dashed", line) for line in lines)
        assert Counter(found.struck) == Counter(line for line in lines if cell in line)
    for ink in {ink for ink, _cell, _line in found.threats}:
        standing = [(ink, at, line) for at, lines in lacking(left, ink).items() for line in lines]
        made = [it for it in standing if ink == you or cell in it[2]]
        assert Counter(made) == Counter(it for it in found.threats if it[0] == ink)
    expect_ghosts(found, left)
    for kind in found.signs:
        ink, cells = found.of(kind)
        assert len({*cells}) == len(cells)
        match kind:
            case "die" | "ring":
                assert (ink, cells) == (WHY, [cell])
            case "wedge" if ink == me:
                assert sorted(cells) == losing(left)
            case "wedge" | "even":
                assert ink == (you if kind == "wedge" else WHY)
                value = {kind: value for value, kind in OF_OTHERS.items()}[kind]
                known = values(board, key).items()
                wanted = [at for at, it in known if it == value]
                assert sorted(cells) == [at for at in wanted if kind == "even" or at != cell]
            case _:
                assert kind == "peek"
                assert ink == you
                assert 0 < len(cells) <= 3
                assert not any(ahead(left, 1)[at] for at in cells)


def expect_weighed(found: Drawing, board: Board, leader: str, cell: int) -> None:
    """The live lines through the cell add up to its figure, which is the greatest, as is that of
    the other side.
    """
    held = {line: [board.marks[at] for at in line].count(leader) for line in live(board, leader)}
    styles = {it: ("dotted", "dashed", "full", "full")[held[it]] for it in held if cell in it}
    assert [*map(held.get, (line for *_, line in found.lines))] == sorted(
        (held[it] for it in styles), reverse=True
    )
    assert Counter(found.lines) == Counter((leader, style, it) for it, style in styles.items())
    assert [mark for mark, *_ in found.labels] == [leader, other(leader)]
    assert found.labels[0][1:] == (cell, sum(held[line] ** 2 + 1 for line in styles))
    for mark, where, number in found.labels:
        points = weights(board, mark)
        assert number == points[where] == max(points.values())


def expect_ghosts(found: Drawing, board: Board) -> None:
    """Moves in turn that go on to the end, and keep the value of each."""
    for number, (ink, cell, written) in enumerate(found.ghosts, 1):
        assert (ink, written) == (board.mover, number)
        assert worths(board, exact)[cell][0] == exact(board)[0]
        board = after(board, cell)
    assert bool(found.ghosts) == bool(result(board))


def opened(game: str) -> Session:
    """A match before its first move."""
    return Session(Match(Record(Position(GAMES[game])), Players(HUMAN, "easy"), seed=1))


@cache
def ways_of(game: str) -> dict[str, Way]:
    """How the lines of *game* run on a page."""
    app = create_app({"TESTING": True, "SECRET_KEY": "tests"})
    return ways(read(browser_in(app, opened(game)).get("/").text))


def moves_made(boards: Iterable[Board], key: str) -> Iterator[tuple[Board, int, Explanation]]:
    """Every move that the player might make on *boards*, but those that end the game."""
    for board in boards:
        opponent = opponent_for(GAMES[board.game], key)
        here = study(position(board))
        for cell in here.decision(opponent).cells:
            told = explain_move(here.moves[cell], opponent, COMPUTER, turn=Turn(7, cell))
            if result(after(board, cell)):
                assert told.drawn.strokes == ()
            else:
                yield board, cell, told


def elements(board: Board, cell: int, told: Explanation) -> list[Drawn]:
    """The elements that the page has for it."""
    left = after(board, cell)
    taken = tuple(at for at, mark in enumerate(left.marks) if mark != ".")
    return [*Pen(GAMES[board.game], told.drawn.strokes, taken).drawn]


def drawing(board: Board, cell: int, told: Explanation) -> Drawing:
    """What the pen claims of the move to *cell*."""
    taken = {cell} | {at for at, mark in enumerate(board.marks) if mark != "."}
    drawn = elements(board, cell, told)
    assert drawn
    return read_pen(drawn, ways_of(board.game), SIZE[board.game], taken, cell)


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

COUNTS = {word: number for number, word in enumerate(["one", "two", "three", "four", "five"], 1)}
CELLS = re.compile(CELL)
A_LINE = re.compile("row |column |diagonal |square ")


def expect_named(text: str, ink: str, found: Drawing, board: Board, key: str, cell: int) -> None:
    """An underlined *text* names lines or cells that have strokes in *ink*, or their number or
    figure. In the voice's ink it may name the cell of the move, and the number of a rule.
    """
    lines = [line for of, *_, line in (*found.lines, *found.threats) if of == ink]
    if A_LINE.search(text):
        assert LINES[board.game][text] in lines
    elif names := CELLS.findall(text):
        cells = {SIZE[board.game] * int(name[1]) + ord(name[0]) - ord("a") for name in names}
        touched = found.touched(ink) | ({cell} if ink == WHY else set())
        assert {at - SIZE[board.game] for at in cells} <= touched
    elif text not in {"line", "lines"}:
        number = COUNTS.get(text.lower().split()[0]) or int(text.split(maxsplit=1)[0])
        signs = [[of for of, _at in found.signs.get(kind, ())] for kind in ("wedge", "even")]
        figures = {figure for of, _at, figure in found.labels if of == ink}
        figures |= {len(inks) for inks in signs if ink in inks}
        figures |= {len(lines), *(len(line) - 1 for line in lines)}
        figures |= {by_the_rules(board)[0]} if key == "rules" else set()
        assert number in figures | ({len(moves(board))} if "die" in found.signs else set())


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
