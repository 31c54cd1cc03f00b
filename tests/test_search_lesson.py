"""The tree of the lesson on searches, against a small alpha-beta on plain boards."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.model import name
from tests.reference import Board, after, moves, result
from webapp.search.lesson import START, TreeBoard, TreeState, questions

ROOT = Board("tic-tac-toe", "XO..OXOX.", "X")
VALUES = {"X": 1, "tie": 0, "O": -1}
FIGURES = {1: "+1", 0: "0", -1: "−1"}
IN_WORDS = {1: "x", 0: "draw", -1: "o"}
SHOWN = questions()[0]

Path = tuple[int, ...]
Event = tuple[str, str, Path, Board]  # kind, answer, path and board


def named(path: Path) -> list[str]:
    """The names of the cells of *path*."""
    return [name("tic-tac-toe", cell) for cell in path]


def searched(board: Board, path: Path, low: int, high: int, out: list[Event]) -> int:
    """Alpha-beta with values to X, and what it is asked on its way."""
    if ended := result(board):
        out.append(("leaf", "".join(named(path)), path, board))
        return VALUES[ended]
    best, cells, is_x = None, moves(board), board.mover == "X"
    for index, cell in enumerate(cells):
        value = searched(after(board, cell), (*path, cell), low, high, out)
        best = value if best is None else (max if is_x else min)(best, value)
        low, high = (max(low, best), high) if is_x else (low, min(high, best))
        if index + 1 < len(cells):
            out.append(("cut", "no" if low >= high else "yes", path, board))
            if low >= high:
                return best
    assert best is not None
    if len(cells) > 1:
        out.append(("value", IN_WORDS[best], path, board))
    return best


EVENTS: list[Event] = []
searched(ROOT, (), -1, 1, EVENTS)


def boards(tree: TreeBoard) -> Iterator[TreeBoard]:
    """The boards of a tree."""
    yield tree
    for below in tree.below:
        yield from boards(below)


def leaves(board: Board, path: Path = ()) -> Iterator[str]:
    """The finished boards, in reading order, by their moves."""
    if result(board):
        yield "".join(named(path))
        return
    for cell in moves(board):
        yield from leaves(after(board, cell), (*path, cell))


def test_the_questions_are_those_of_an_alpha_beta_written_here() -> None:
    assert [it.answer for it in SHOWN] == [answer for _kind, answer, *_ in EVENTS]
    assert len({kind for kind, *_ in EVENTS}) == 3
    assert {answer for kind, answer, *_ in EVENTS if kind == "cut"} == {"yes", "no"}


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_each_sentence_tells_the_move_and_the_value(number: int) -> None:
    (kind, answer, path, board), question = EVENTS[number], SHOWN[number]
    why, mover = question.why, board.mover
    cells = [] if result(board) else moves(board)
    below = [searched(after(board, cell), (), -1, 1, []) for cell in cells]
    if kind == "leaf":
        ends = {"X": "X wins, +1.", "tie": "a draw, 0.", "O": "O wins, −1."}
        assert f" {', '.join(named(path))} comes next." in why
        assert why.endswith(ends[f"{result(board)}"])
    elif kind == "value":
        best = (max if mover == "X" else min)(below)
        (move,) = named((cells[below.index(best)],))
        keeps = {"X": "X keeps the highest", "O": "O keeps the lowest"}[mover]
        assert why == f"{keeps}: {move}, {FIGURES[best]}."
    elif answer == "yes":
        found = re.fullmatch(r"Needed: (.) may find better than (.+)\.", why)
        assert found
        assert found[1] == mover
        assert question.text.split(" so far")[0].endswith(f"has {found[2]}")
    else:
        wins, skipped = named(tuple(cells[:2]))
        assert f"So {skipped} can't matter." in why
        assert f"Here {mover}'s {wins} wins." in why
        assert below[0] == (1 if mover == "X" else -1)
        assert "X already has a draw with c1" in why
        assert searched(after(ROOT, 2), (), -1, 1, []) == 0


def test_the_tree_has_all_boards_and_tells_no_value_before_its_answer() -> None:
    assert str(START.to_move) == "X"
    whole = [*boards(TreeState(0).root)]
    assert 7 <= len(whole) <= 15
    assert {it.key for it in whole if not it.below} == {*leaves(ROOT)}
    assert not [it for it in whole if it.value or it.visit or it.kind == "cut"]
    for asked, question in enumerate(SHOWN):
        there = [*boards(TreeState(asked).root)]
        assert not question.on or not next(it.value for it in there if it.visit == question.on)
        assert question.choices or question.answer in TreeState(asked).root.leaves
    assert {it.kind for it in boards(TreeState(len(SHOWN)).root)} == {"done", "cut"}


def test_a_right_and_a_wrong_answer_are_judged_on_the_page_and_no_answer_is_refused(
    client: FlaskClient,
) -> None:
    for number, question in [*enumerate(SHOWN, 1)][::3]:
        choices = [*question.choices] or [*TreeState(number - 1).root.leaves]
        wrong = next(it for it in choices if it != question.answer)
        for answer, judged in ((question.answer, "Right."), (wrong, "Not so.")):
            page = client.get(f"/learn/search?tree={number}&answer={answer}").text
            assert f'role="status">{judged} ' in page
    for query in ("x", "-1", "12&answer=draw", "1", "1&answer=", "1&answer=yes", "9&answer=a2c3c1"):
        assert client.get(f"/learn/search?tree={query}").status_code == 404
