"""The tree of the lesson on searches, against a small alpha-beta and a proof by all assignments."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from flask.testing import FlaskClient

from webapp.search.lesson import START, TreeBoard, TreeState, questions

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES = (*ROWS, *zip(*ROWS, strict=True), (0, 4, 8), (2, 4, 6))
NAMES = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
FIGURES = {1: "+1", 0: "0", -1: "−1"}
IN_WORDS = {1: "x", 0: "draw", -1: "o"}
MOVES = "XO. .OX OX.".replace(" ", "")


def result(board: str) -> int | None:
    """The result to X; None if the game goes on."""
    for mark, value in (("X", 1), ("O", -1)):
        if any(all(board[cell] == mark for cell in line) for line in LINES):
            return value
    return None if "." in board else 0


def after(board: str, cell: int) -> str:
    mark = "X" if board.count("X") == board.count("O") else "O"
    return board[:cell] + mark + board[cell + 1 :]


def moves(board: str) -> list[int]:
    return [] if result(board) is not None else [n for n, it in enumerate(board) if it == "."]


Path = tuple[int, ...]
Event = tuple[str, str, Path]  # kind, answer, board


def searched(board: str, path: Path, low: int, high: int, out: list[Event]) -> int:
    """Alpha-beta with values to X, and what it is asked on its way."""
    ended = result(board)
    if ended is not None:
        out.append(("leaf", "".join(NAMES[it] for it in path), path))
        return ended
    best, cells, is_x = None, moves(board), board.count("X") == board.count("O")
    for index, cell in enumerate(cells):
        value = searched(after(board, cell), (*path, cell), low, high, out)
        best = value if best is None else (max if is_x else min)(best, value)
        low, high = (max(low, best), high) if is_x else (low, min(high, best))
        if index + 1 < len(cells):
            out.append(("cut", "no" if low >= high else "yes", path))
            if low >= high:
                return best
    assert best is not None
    if len(cells) > 1:
        out.append(("value", IN_WORDS[best], path))
    return best


def leaves(board: str, path: Path = ()) -> Iterator[Path]:
    """The finished boards, in reading order."""
    if result(board) is not None:
        yield path
    for cell in moves(board):
        yield from leaves(after(board, cell), (*path, cell))


def worth(board: str, path: Path, values: dict[Path, int]) -> int:
    """Plain minimax with these values of the finished boards."""
    if path in values:
        return values[path]
    below = [worth(after(board, it), (*path, it), values) for it in moves(board)]
    return (max if board.count("X") == board.count("O") else min)(below)


def played(path: Path) -> str:
    board = MOVES
    for cell in path:
        board = after(board, cell)
    return board


@pytest.fixture(scope="module", name="events")
def _events() -> list[Event]:
    events: list[Event] = []
    searched(MOVES, (), -1, 1, events)
    return events


def boards(tree: TreeBoard) -> Iterator[TreeBoard]:
    yield tree
    for below in tree.below:
        yield from boards(below)


def test_the_questions_are_those_of_an_alpha_beta_written_here(events: list[Event]) -> None:
    assert [it.answer for it in questions()[0]] == [answer for _kind, answer, _path in events]
    assert len({kind for kind, _answer, _path in events}) == 3
    assert {answer for kind, answer, _path in events if kind == "cut"} == {"yes", "no"}


def test_moves_are_needed_if_and_only_if_they_can_change_the_value(events: list[Event]) -> None:
    """Over every value of every finished board not yet visited, also of those cut off."""
    every = [*leaves(MOVES)]
    known: dict[Path, int] = {}
    for kind, answer, path in events:
        if kind == "leaf":
            known[path] = result(played(path)) or 0
        if kind != "cut":
            continue
        tried = {it[: len(path) + 1] for it in known}
        rest = [it for it in every if it[: len(path)] == path and it[: len(path) + 1] not in tried]
        other = [it for it in every if it not in known and it not in rest]
        found = set()
        for values in product((-1, 0, 1), repeat=len(other)):
            fixed = {**known, **dict(zip(other, values, strict=True))}
            results = {
                worth(MOVES, (), {**fixed, **dict(zip(rest, it, strict=True))})
                for it in product((-1, 0, 1), repeat=len(rest))
            }
            found.add(len(results) > 1)
        assert (answer == "yes") is (True in found), path


def test_each_sentence_tells_the_move_and_the_value(events: list[Event]) -> None:
    values: dict[Path, int] = {}
    for (kind, answer, path), question in zip(events, questions()[0], strict=True):
        board, why = played(path), question.why
        mover = "X" if board.count("X") == board.count("O") else "O"
        below = [searched(played((*path, it)), (), -1, 1, []) for it in moves(board)]
        if kind == "leaf":
            values[path] = result(board) or 0
            named = ", ".join(NAMES[it] for it in path)
            ends = {1: "X wins, +1.", 0: "a draw, 0.", -1: "O wins, −1."}[values[path]]
            assert f" {named} comes next." in why
            assert why.endswith(ends)
        elif kind == "value":
            best = (max if mover == "X" else min)(below)
            move = NAMES[moves(board)[below.index(best)]]
            keeps = {"X": "X keeps the highest", "O": "O keeps the lowest"}[mover]
            assert why == f"{keeps}: {move}, {FIGURES[best]}."
        elif answer == "yes":
            found = re.fullmatch(r"Needed: (.) may find better than (.+)\.", why)
            assert found
            assert found[1] == mover
            assert question.text.split(" so far")[0].endswith(f"has {found[2]}")
        else:
            skipped = re.search(r"So (.+) can't matter\.", why)
            first = below[0]
            assert skipped
            assert skipped[1] == NAMES[moves(board)[1]]
            assert f"Here {mover}'s {NAMES[moves(board)[0]]} wins." in why
            assert first == (1 if mover == "X" else -1)
            assert "X already has a draw with c1" in why
            assert searched(after(MOVES, 2), (), -1, 1, []) == 0


def test_the_tree_has_all_boards_and_tells_no_value_before_its_answer() -> None:
    assert str(START.to_move) == "X"
    whole = [*boards(TreeState(0).root)]
    assert 7 <= len(whole) <= 15
    assert {it.key for it in whole if not it.below} == {
        "".join(NAMES[cell] for cell in path) for path in leaves(MOVES)
    }
    assert not [it for it in whole if it.value or it.visit or it.kind == "cut"]
    for asked, question in enumerate(questions()[0]):
        there = [*boards(TreeState(asked).root)]
        assert not question.on or not next(it.value for it in there if it.visit == question.on)
        assert question.choices or question.answer in TreeState(asked).root.leaves
    last = [*boards(TreeState(len(questions()[0])).root)]
    assert {it.kind for it in last} == {"done", "cut"}


def test_a_right_and_a_wrong_answer_are_judged_on_the_page(client: FlaskClient) -> None:
    for number, question in enumerate(questions()[0], 1):
        choices = [*question.choices] or [*TreeState(number - 1).root.leaves]
        assert len(choices) > 1
        for answer in choices:
            page = client.get(f"/learn/search?tree={number}&answer={answer}").text
            judged = "Right." if answer == question.answer else "Not so."
            assert f'role="status">{judged} ' in page


@pytest.mark.parametrize(
    "query",
    [
        "tree=x",
        "tree=-1",
        "tree=12&answer=draw",
        "tree=1",
        "tree=1&answer=",
        "tree=1&answer=yes",
        "tree=2&answer=c1a2c3",
        "tree=3&answer=c1a2c3",
        "tree=9&answer=a2c3c1",
    ],
)
def test_no_question_or_answer_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/learn/search?{query}").status_code == 404
