"""Move annotations: every label with what makes it so, and the better move, all true."""

import re

import pytest

from ai.explain.annotation import annotation, better_move, cost, in_game_terms, oversight
from ai.explain.values import outlook
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, parse
from ai.study.study import Idea, JudgedMove, Label, study
from tests import reference
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    ACTIVE_CLASSES,
    Board,
    after,
    at_random,
    completed,
    moves,
    position,
    shortest,
)
from tests.test_analysis import meanings
from tests.test_explanations import is_percentage
from tests.test_positions_in_words import (
    CELL,
    answers,
    beaten_by,
    expect_counted,
    expect_stops_and_makes,
    idea_of,
)
from tests.test_wins_in_words import (
    LINES,
    expect_loss,
    expect_win,
    listed,
)

WORDS = {1: "the win", 0: "the draw"}
FORMS = (
    r"Forced: it was the only empty cell\.",
    r"Lost anyway: every move loses, and none lasts longer than this one: (?P<plies>\d) plies\.",
    (
        r"Lost anyway: it loses in (?P<plies>\d); (?P<longer>\w\d) would have lasted (?P<best>\d)"
        r" plies\."
    ),
    r"Only move: every other one gives (?P<kept>the win|the draw) away\.",
    r"Best: it wins in (?P<plies>\d), and none is faster\.",
    r"Best: it keeps (?P<kept>the draw)\.",
    r"Best: no draw is more difficult: a beginner would lose (?P<share>.+ %) from here\.",
    (
        r"Good: it keeps (?P<kept>the draw), and (?P<harder>\w\d) is more difficult: a beginner"
        r" would lose (?P<more>.+ %) from there, and (?P<share>.+ %) from here\."
    ),
    r"Slower win: it wins in (?P<plies>\d), and could have won in (?P<best>\d)\.",
    r"Missed win: it only draws, and gives (?P<lost>the win) away\.",
    r"Mistake: it loses in (?P<plies>\d), and gives (?P<lost>the draw) away\.",
    r"Blunder: it loses in (?P<plies>\d), and gives (?P<lost>the win) away\.",
)


def worths(board: Board) -> dict[int, tuple[int, int]]:
    """Value and distance of each move to its mover, itself counted; 0 for a draw."""
    return {
        cell: (value, distance or 0) for cell, (value, distance) in reference.worths(board).items()
    }


def best_cells(worth: dict[int, tuple[int, int]]) -> list[int]:
    """The fastest wins, else the draws, else the slowest losses."""
    ranks = {cell: (value, -value * distance) for cell, (value, distance) in worth.items()}
    return [cell for cell in ranks if ranks[cell] == max(ranks.values())]


def judged(board: Board, cell: int) -> JudgedMove:
    """The move as the solved game judges it."""
    return study(position(board)).moves[cell]


def form_of(board: Board, cell: int) -> str:
    """The one form of the annotation, once its label and all that it says were found to hold."""
    move, worth = judged(board, cell), worths(board)
    (value, distance), best = worth[cell], best_cells(worth)
    most, fastest = worth[best[0]]
    text = annotation(move)
    ((form, found),) = [(form, found) for form in FORMS if (found := re.fullmatch(form, text))]
    label, said = text.partition(":")[0], found.groupdict()
    rung, difficulty = reference.best_cells(board), reference.difficulties(board)
    assert meanings(board, cell) == {Label(label.lower())}, (board, cell)
    assert int(said.get("plies") or distance) == distance
    assert int(said.get("best") or fastest) == fastest
    assert WORDS.get(most) == (said.get("kept") or said.get("lost") or WORDS.get(most))
    if label in {"Best", "Good"} and not value:
        assert ("share" in said) == (difficulty[rung[0]] > 0)
        assert is_percentage(said.get("share", "0 %"), float(difficulty[cell]))
    if label == "Good":
        assert said["harder"] == name(board.game, rung[0])
        assert is_percentage(said["more"], float(difficulty[rung[0]]))
        assert said["more"] != said["share"]
    if label == "Lost anyway":
        assert (said.get("longer") is not None) == (cell not in best)
        assert said.get("longer") in {None, *(name(board.game, c) for c in best)}
    return form


def test_every_annotation_on_3x3_is_of_a_known_form_and_true() -> None:
    """And no form is known for nothing."""
    assert {form_of(board, cell) for board in ACTIVE_CLASSES for cell in moves(board)} == set(FORMS)


OVERLOOKED = {
    r"It overlooks a line that could be completed\.": Idea.LINE,
    r"It overlooks a fork\.": Idea.FORK,
    r"It overlooks a win by threats, in (?P<plies>\d+) plies\.": Idea.THREATS,
    r"It overlooks a win in (?P<plies>\d+) plies that begins with a threat\.": Idea.THREAT,
    r"It overlooks a win in (?P<plies>\d+) plies that begins with a block\.": Idea.BLOCK,
    r"It overlooks a win in (?P<plies>\d+) plies that begins with a quiet"
    r" move\.": Idea.QUIET,
}


def expect_overlooked(board: Board, text: str) -> str:
    """The rest of *text* after its sentence on the overlooked win, which must be a fastest one."""
    ((idea, found),) = [
        (i, found) for form, i in OVERLOOKED.items() if (found := re.match(form, text))
    ]
    worth = worths(board)
    best = best_cells(worth)
    value, fastest = worth[best[0]]
    assert value == 1
    assert idea in {idea_of(board, cell) for cell in best}
    assert idea is Idea.THREATS or shortest(board) != fastest or fastest < 5
    assert int(found.groupdict().get("plies") or fastest) == fastest
    return text[found.end() :].lstrip()


def expect_good(board: Board, cell: int, text: str) -> None:
    """*text* tells what a move that keeps a draw stops and makes, and why no other would do."""
    good, _, others = text.partition("All other moves ")
    expect_stops_and_makes(board, cell, good.rstrip())
    losing = [c for c, (value, _) in worths(board).items() if value == -1]
    assert bool(others) == (1 < len(losing) == len(moves(board)) - 1)
    if others:
        expect_counted(others.removesuffix("."), [beaten_by(board, c) for c in losing])


def expect_terms(board: Board, cell: int) -> None:
    """The description of a move in lines, threats and forks is true and complete."""
    move, worth = judged(board, cell), worths(board)
    text = in_game_terms(move)
    value, best = worth[cell][0], max(value for value, _ in worth.values())
    if len(worth) == 1:
        assert not text
        return
    if best == 1 > value:
        text = expect_overlooked(board, text)
    if value == 1:
        expect_win(board, cell, text)
    elif value == -1:
        expect_loss(board, cell, text)
    elif best == 0 and any(other < 0 for other, _ in worth.values()):
        expect_good(board, cell, text)
    else:
        assert not text


ALLOWED = {
    rf"It leaves (?P<lines>.+) open on (?P<cell>{CELL})\.": Idea.LINE,
    rf"It allows a fork on (?P<cell>{CELL})\.": Idea.FORK,
    rf"It allows a win by threats that begins with (?P<cell>{CELL})\.": Idea.THREATS,
    rf"It allows (?P<cell>{CELL}), a threat that gains time for a win\.": Idea.THREAT,
    rf"It allows (?P<cell>{CELL}), a block that wins\.": Idea.BLOCK,
    rf"It allows (?P<cell>{CELL}), a quiet move that wins\.": Idea.QUIET,
}


def expect_oversight(board: Board, cell: int) -> None:
    """The brief text on a move that gave value away names what it overlooked and allowed."""
    worth = worths(board)
    value, best = worth[cell][0], max(value for value, _ in worth.values())
    if value == best:
        return
    text, left = oversight(judged(board, cell)), after(board, cell)
    if best == 1:
        text = expect_overlooked(board, text)
    if value != -1:
        assert not text
        return
    ((idea, found),) = [(i, f) for form, i in ALLOWED.items() if (f := re.fullmatch(form, text))]
    answer = cell_named(board.game, found["cell"])
    assert answer in answers(board, cell)
    assert idea_of(left, answer) is idea
    if idea is Idea.LINE:
        lines = {LINES[board.game][line] for line in listed(found["lines"])}
        assert lines == completed(after(left, answer))


@pytest.mark.long
def test_what_every_move_on_3x3_did_is_told_truly_in_the_terms_of_the_game() -> None:
    for board in ACTIVE_CLASSES:
        for cell in moves(board):
            expect_terms(board, cell)
            expect_oversight(board, cell)


@pytest.mark.long
def test_what_moves_late_on_square_did_is_told_truly_in_the_terms_of_the_game() -> None:
    for board in at_random("square", range(2, 9), 25, seed=3):
        for cell in moves(board):
            expect_terms(board, cell)
            expect_oversight(board, cell)


def test_a_better_move_is_named_just_where_a_move_was_not_best_and_not_all_lost() -> None:
    for board in ACTIVE_CLASSES:
        worth = worths(board)
        best = best_cells(worth)
        value, distance = worth[best[0]]
        for cell in moves(board):
            better = better_move(judged(board, cell))
            assert (better is None) == (cell in best or value == -1)
            if better:
                comes_to = f"{board.mover} wins in {distance}" if value else "a draw"
                rung = reference.best_cells(board)[0]
                assert better == f"{name(board.game, rung)}: {comes_to}."


def test_values_in_words() -> None:
    """In reply to a corner only the centre draws; in reply to two marks in a row all else loses."""
    here = parse(TIC_TAC_TOE, "X.. ... ...")
    words = {cell: outlook(exact, Mark.O) for cell, exact in study(here).values.items()}
    assert [cell for cell, said in words.items() if said == "a draw"] == [4]
    assert all(re.fullmatch(r"a draw|O loses in [246]", said) for said in words.values())
    threatened = parse(TIC_TAC_TOE, "XX. .O. ...")
    others = [cell for cell in threatened.empty_cells if cell != 2]
    assert {cost(study(threatened).moves[cell]) for cell in others} == {"it loses in 2"}
