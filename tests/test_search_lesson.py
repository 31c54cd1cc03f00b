"""The tree of the lesson on searches: its questions, and what is known at each of them."""

from collections.abc import Iterator

from flask.testing import FlaskClient

from tests.model import name
from tests.reference import Board, after, moves, plain, result
from webapp.search.lesson import START, TreeBoard, TreeState, questions

ROOT = Board("tic-tac-toe", "XO..OXOX.", "X")
SHOWN = questions()[0]
NEXT = "Depth first, in reading order, "
CUT = "Cut off. X already has a draw with c1, visit 2. Here O's c1 wins."
# By hand: the answers of alpha-beta, and what they are told.
TOLD = [
    ("c1a2c3", f"{NEXT}c1, a2, c3 comes next. c3: X wins, +1."),
    ("yes", "Needed: O may find better than +1."),
    ("c1c3a2", f"{NEXT}c1, c3, a2 comes next. a2: a draw, 0."),
    ("draw", "O keeps the lowest: c3, 0."),
    ("yes", "Needed: X may find better than 0."),
    ("a2c1", f"{NEXT}a2, c1 comes next. c1: O wins, −1."),
    ("no", f"{CUT} So c3 can't matter. a2 is worth −1."),
    ("yes", "Needed: X may find better than 0."),
    ("c3c1", f"{NEXT}c3, c1 comes next. c1: O wins, −1."),
    ("no", f"{CUT} So a2 can't matter. c3 is worth −1."),
    ("draw", "X keeps the highest: c1, 0."),
]


def boards(tree: TreeBoard) -> Iterator[TreeBoard]:
    yield tree
    for below in tree.below:
        yield from boards(below)


def leaves(board: Board, path: str = "") -> Iterator[str]:
    """The finished boards, by their moves."""
    if result(board):
        yield path
        return
    for cell in moves(board):
        yield from leaves(after(board, cell), path + name(board.game, cell))


def test_the_questions_are_those_of_alpha_beta_and_tell_what_they_speak_of() -> None:
    assert plain(START) == ROOT
    assert [(it.answer, it.why) for it in SHOWN] == TOLD
    so_far = [it.text.split(" so far")[0] for it in SHOWN if " so far" in it.text]
    assert so_far == ["c1 has +1", "Start has 0", "a2 has −1", "Start has 0", "c3 has −1"]


def test_the_tree_has_all_boards_and_tells_no_value_before_its_answer() -> None:
    whole = [*boards(TreeState(0).root)]
    assert {it.key for it in whole if not it.below} == {*leaves(ROOT)}
    assert not [it for it in whole if it.value or it.visit or it.kind == "cut"]
    for asked, question in enumerate(SHOWN):
        there = [*boards(TreeState(asked).root)]
        assert not question.on or not next(it.value for it in there if it.visit == question.on)
        assert question.choices or question.answer in TreeState(asked).root.leaves
    assert {it.kind for it in boards(TreeState(len(SHOWN)).root)} == {"done", "cut"}


def test_an_answer_is_judged_on_the_page_and_no_answer_is_refused(client: FlaskClient) -> None:
    for number, question in [*enumerate(SHOWN, 1)][::3]:
        choices = [*question.choices] or [*TreeState(number - 1).root.leaves]
        wrong = next(it for it in choices if it != question.answer)
        for answer, judged in ((question.answer, "Right."), (wrong, "Not so.")):
            page = client.get(f"/learn/search?tree={number}&answer={answer}").text
            assert f'role="status">{judged} ' in page
    for query in ("x", "-1", "12&answer=draw", "1", "1&answer=", "1&answer=yes", "9&answer=a2c3c1"):
        assert client.get(f"/learn/search?tree={query}").status_code == 404
