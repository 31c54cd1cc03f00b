"""Move annotations: every label with what makes it so, and the better move, all true."""

import re

import pytest

from ai.explain.annotation import annotation, better_move, in_game_terms, slip, wrong_try
from ai.explain.values import outlook
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, parse
from ai.study.study import Idea, JudgedMove, Label, study
from tests import reference
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import Board, after, completed, keeping, moves, position, shortest, worths
from tests.samples import ACTIVE_CLASSES, at_random
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
from tests.test_wins_in_words import LINES, expect_loss, expect_win, listed

WORDS = {1: "the win", 0: "the draw"}
WINS = r"(?:wins at once|wins in (?P<plies>\d+))"
FORMS = (
    r"Forced: it was the only empty cell\.",
    r"Lost anyway: every move loses, and none holds out longer\.",
    r"Lost anyway: lost already; (?P<longer>\w\d) would have held out longer\.",
    rf"Only move: {WINS}; everything else threw (?P<kept>the win) away\.",
    r"Only move: everything else (?P<others>lost)\.",
    r"Best: (?P<once>wins at once)\.",
    rf"Best: {WINS}, and nothing was faster\.",
    r"Best: keeps (?P<kept>the draw)\.",
    r"Best: no draw is harder for (?P<you>[XO]): a beginner would lose (?P<share>.+\s%)\.",
    (
        r"Good: (?P<harder>\w\d) was harder for (?P<you>[XO]): a beginner would lose"
        r" (?P<more>.+\s%), here (?P<share>.+\s%)\."
    ),
    rf"Slower win: {WINS}, but (?P<faster>\w\d) wins (?:at once|in (?P<best>\d+))\.",
    r"Missed win: (?P<cell>\w\d) threw (?P<lost>the win) away\. (?P<overlooked>.+)",
    r"Mistake: (?P<cell>\w\d) threw (?P<lost>the draw) away\. (?P<allowed>.+)",
    r"Blunder: (?P<cell>\w\d) threw (?P<lost>the win) away\. (?P<allowed>.+)",
)


def best_cells(worth: dict[int, tuple[int, int | None]]) -> list[int]:
    """The fastest wins, else the draws, else the slowest losses."""
    ranks = {cell: (value, -value * (plies or 0)) for cell, (value, plies) in worth.items()}
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
    if re.search(WINS, text):
        assert value == 1
        assert distance == int(said.get("plies") or 1)
    if label == "Slower win":
        assert cell_named(board.game, said["faster"]) in best
        assert fastest == int(said["best"] or 1)
    assert WORDS.get(most) == (said.get("kept") or said.get("lost") or WORDS.get(most))
    assert said.get("cell", name(board.game, cell)) == name(board.game, cell)
    if said.get("others"):
        assert {value for other, (value, _) in worth.items() if other != cell} == {-1}
    if label in {"Best", "Good"} and not value:
        assert ("share" in said) == (difficulty[rung[0]] > 0)
        assert is_percentage(said.get("share", "0\N{NO-BREAK SPACE}%"), float(difficulty[cell]))
    assert said.get("you") in {None, after(board, cell).mover}
    if label == "Good":
        assert said["harder"] == name(board.game, rung[0])
        assert is_percentage(said["more"], float(difficulty[rung[0]]))
        assert said["more"] != said["share"]
    if label == "Lost anyway":
        assert ("longer" in said) == (cell not in best)
        assert said.get("longer") in {None, *(name(board.game, c) for c in best)}
    if "overlooked" in said:
        assert not expect_overlooked(board, said["overlooked"])
    if "allowed" in said:
        expect_allowed(board, cell, said["allowed"])
    return form


def test_every_annotation_on_3x3_is_of_a_known_form_and_true() -> None:
    """And no form is known for nothing."""
    assert {form_of(board, cell) for board in ACTIVE_CLASSES for cell in moves(board)} == set(FORMS)


COULD = {
    "at once": Idea.LINE,
    "by a fork": Idea.FORK,
    "by threat after threat": Idea.THREATS,
    "by a block": Idea.BLOCK,
    "by a threat": Idea.THREAT,
    "by a quiet move": Idea.QUIET,
}


def expect_overlooked(board: Board, text: str) -> str:
    """The rest of *text* after its sentence on the overlooked win, which must be a fastest one."""
    found = re.match(rf"{board.mover} could have won ([^.]+)\.", text)
    assert found, text
    idea = COULD[found[1]]
    worth = worths(board)
    best = best_cells(worth)
    value, fastest = worth[best[0]]
    assert value == 1
    assert idea in {idea_of(board, cell) for cell in best}
    assert idea is Idea.THREATS or shortest(board) != fastest or (fastest or 0) < 5
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
    r"It let (?P<you>[XO]) win at once\.": Idea.LINE,
    rf"It left (?P<lines>.+) open on (?P<cell>{CELL})\.": Idea.LINE,
    rf"(?P<cell>{CELL}) was left open\.": Idea.LINE,
    r"It let (?P<you>[XO]) fork\.": Idea.FORK,
    rf"It let (?P<you>[XO]) fork on (?P<cell>{CELL})\.": Idea.FORK,
    r"It let (?P<you>[XO]) win by threat after threat\.": Idea.THREATS,
    rf"(?P<cell>{CELL}) now starts threats (?P<me>[XO]) can't all answer\.": Idea.THREATS,
    r"It gave (?P<you>[XO]) a block that wins\.": Idea.BLOCK,
    rf"It gave (?P<you>[XO]) the block (?P<cell>{CELL}), which wins\.": Idea.BLOCK,
    r"It gave (?P<you>[XO]) a threat that wins\.": Idea.THREAT,
    rf"It gave (?P<you>[XO]) the threat (?P<cell>{CELL}), which wins\.": Idea.THREAT,
    r"It gave (?P<you>[XO]) a quiet move that wins\.": Idea.QUIET,
    rf"It gave (?P<you>[XO]) the quiet (?P<cell>{CELL}), which wins\.": Idea.QUIET,
}


def expect_allowed(board: Board, cell: int, text: str) -> None:
    """*text* tells the idea of an answer that beats the move on *cell*, and names the answer if and
    only if a mark there would not have kept the value.
    """
    ((idea, found),) = [(i, f) for form, i in ALLOWED.items() if (f := re.fullmatch(form, text))]
    said, left = found.groupdict(), after(board, cell)
    assert said.get("you") in {None, left.mover}
    assert said.get("me") in {None, board.mover}
    possible = {at for at in answers(board, cell) if idea_of(left, at) is idea}
    if not said.get("cell"):
        assert possible & {*keeping(board)}
        return
    answer = cell_named(board.game, said["cell"])
    assert answer in possible.difference(keeping(board))
    if said.get("lines"):
        lines = {LINES[board.game][line] for line in listed(said["lines"])}
        assert lines == completed(after(left, answer))


def expect_wrong_try(board: Board, cell: int) -> None:
    """Why a retry refuses a move: the idea of an answer that beats it, or that it only draws; and
    the idea of a win that there is. The answer is named unless it would keep the value.
    """
    best = best_cells(worths(board))
    most, value = worths(board)[best[0]][0], worths(board)[cell][0]
    if value == most:
        return
    text = wrong_try(judged(board, cell))
    found = re.fullmatch(
        rf"Not ({CELL}): (?:it only draws|(?:with (?P<with>{CELL}) )?(?P<you>[XO]) could win"
        r" (?P<could>[^.]+))\.(?: (?P<me>[XO]) can win here, (?P<win>[^.]+)\.)?",
        text,
    )
    assert found, text
    assert cell_named(board.game, found[1]) == cell
    assert bool(found["could"]) == (value == -1)
    assert not found["win"] or most == 1
    assert found["win"] or most < 1 or len(text) > 50  # there is no room for both
    assert found["me"] in {None, board.mover}
    if found["win"]:
        assert COULD[found["win"]] in {idea_of(board, at) for at in best}
    if found["could"]:
        left = after(board, cell)
        assert found["you"] == left.mover
        possible = {at for at in answers(board, cell) if idea_of(left, at) is COULD[found["could"]]}
        if found["with"]:
            assert cell_named(board.game, found["with"]) in possible.difference(keeping(board))
        else:
            assert possible & {*keeping(board)}


def expect_slip(board: Board, cell: int) -> None:
    """The clause of the card: the win overlooked, the idea of an answer, or that one cell kept the
    value.
    """
    text, worth, kept = slip(judged(board, cell)), worths(board), keeping(board)
    value, best = worth[cell][0], max(value for value, _ in worth.values())
    if value == best:
        assert not text
        return
    if text == f"only one cell kept {WORDS[best]}":
        assert len(kept) == 1
        return
    sentence = f"{text[0].upper()}{text[1:]}."
    if not value:
        assert expect_overlooked(board, sentence) == ""
        return
    ((idea, found),) = [
        (i, it) for form, i in ALLOWED.items() if (it := re.fullmatch(form, sentence))
    ]
    left = after(board, cell)
    assert found.groupdict() == {"you": left.mover}
    assert idea in beaten_by(board, cell)


@pytest.mark.long
@pytest.mark.parametrize(
    "boards",
    [ACTIVE_CLASSES, at_random("square", range(2, 9), 25, seed=3)],
    ids=["tic-tac-toe", "late on square"],
)
def test_what_every_move_did_is_told_truly_in_the_terms_of_the_game(boards: list[Board]) -> None:
    for board in boards:
        for cell in moves(board):
            expect_terms(board, cell)
            expect_wrong_try(board, cell)
            expect_slip(board, cell)


def test_a_better_move_is_named_just_where_a_move_was_not_best_and_not_all_lost() -> None:
    for board in ACTIVE_CLASSES:
        worth = worths(board)
        best = best_cells(worth)
        value, distance = worth[best[0]]
        for cell in moves(board):
            better = better_move(judged(board, cell))
            assert (better is None) == (cell in best or value == -1)
            if better:
                how = ", a draw" if not value else f" wins in {distance}"
                rung = reference.best_cells(board)[0]
                assert better == f"Better: {name(board.game, rung)}{how}.".replace(
                    "in 1.", "at once."
                )


def test_values_in_words() -> None:
    """In reply to a corner only the centre draws; in reply to two marks in a row all else loses."""
    here = parse(TIC_TAC_TOE, "X.. ... ...")
    words = {cell: outlook(exact, Mark.O) for cell, exact in study(here).values.items()}
    assert [cell for cell, said in words.items() if said == "a draw"] == [4]
    assert all(re.fullmatch(r"a draw|O loses in [246]", said) for said in words.values())
    threatened = parse(TIC_TAC_TOE, "XX. .O. ...")
    others = [cell for cell in threatened.empty_cells if cell != 2]
    assert {str(study(threatened).values[cell]) for cell in others} == {"loss in 2"}
