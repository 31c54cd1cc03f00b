"""Hints and the best moves in words: each claim held against other rules and solvers."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from ai.explain.advice import best_in_words, hint
from ai.explain.values import figures
from ai.rules.record import Record
from ai.study.study import Idea, study
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    Board,
    after,
    chances,
    completed,
    moves,
    other,
    perfect,
    position,
    shortest_from,
    worths,
)
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won
from tests.strategies import sessions
from tests.test_explanations import is_percentage, lines_in
from tests.test_positions_in_words import idea_of
from tests.test_wins_in_words import CELL, MOVES, forked, listed, threatened
from webapp.board.players import Players
from webapp.match.match import Match, Retry
from webapp.match.page import match_page
from webapp.match.session import Session

SHARE = r"a beginner in (?P<other>[XO])'s place would lose (?P<share>[\d.]+\s%)"


def cells(board: Board, text: str) -> set[int]:
    """The cells that *text* lists."""
    return {cell_named(board.game, cell) for cell in listed(text)}


def of_value(board: Board, value: int) -> set[int]:
    """The moves of that value."""
    return {cell for cell, (found, _) in worths(board).items() if found == value}


# Hints. Each claim takes the board, the cell, and the variable parts of its form.

Claim = Callable[[Board, int, dict[str, str]], object]


def blocks(board: Board, cell: int, said: dict[str, str]) -> bool:
    blocked = {line for line, at in threatened(board, other(board.mover)) if at == cell}
    told = lines_in(board.game, said["lines"]) if said.get("lines") else blocked
    return bool(blocked) and blocked == told and of_value(board, -1) == {*moves(board)} - {cell}


def wins_by(board: Board, cell: int, said: dict[str, str]) -> bool:
    idea = Idea(said["idea"]) if "idea" in said else Idea.QUIET
    return idea_of(board, cell) is idea and worths(board)[cell] == (1, plies_said(said))


def plies_said(said: dict[str, str]) -> int:
    return int(said["plies"] or 1)


HINTS: dict[str, Claim] = {
    r"It wins at once with (?P<lines>.+)\.": (
        lambda board, cell, said: (
            completed(after(board, cell)) == lines_in(board.game, said["lines"])
        )
    ),
    r"It wins at once\.": lambda board, cell, _said: completed(after(board, cell)),
    r"It is the only empty cell\.": lambda board, cell, _said: moves(board) == [cell],
    r"It forks, and (?P<you>[XO]) can't block every threat\.": (
        lambda board, cell, _said: forked(board, cell) and shortest_from(board, cell) == 3
    ),
    r"It starts threats that (?P<you>[XO]) can't all answer\.": (
        lambda board, cell, _said: shortest_from(board, cell) == worths(board)[cell][1]
    ),
    rf"A (?P<idea>block|threat) that wins in {MOVES}\.": wins_by,
    rf"It is quiet, but wins in {MOVES}\.": wins_by,
    r"Every move loses, and none holds out longer\.": (
        lambda board, _cell, _said: of_value(board, -1) == {*moves(board)}
    ),
    r"Everything else loses\.": (
        lambda board, cell, _said: of_value(board, -1) == {*moves(board)} - {cell}
    ),
    r"It blocks (?P<lines>.+), and everything else loses\.": blocks,
    r"It blocks, and everything else loses\.": blocks,
    r"It keeps the draw; no draw is hard for (?P<you>[XO]) here\.": (
        lambda board, cell, _said: chances(board)[cell] == 0
    ),
    (
        r"It draws, and makes it hardest for (?P<other>[XO]): a beginner would lose"
        r" (?P<share>[\d.]+\s%)\."
    ): (
        lambda board, cell, said: (
            said["other"] == other(board.mover)
            and is_percentage(said["share"], chances(board)[cell])
        )
    ),
}


def expect_hint(board: Board) -> set[str]:
    """The forms of the hints at all best moves of *board*, after a check."""
    forms = set()
    for cell in perfect(board):
        text = hint(study(position(board)).moves[cell])
        found = re.fullmatch(rf"Hint: ({CELL})\. (.+)", text)
        assert found, text
        assert len(text) <= 90
        assert cell_named(board.game, found[1]) == cell
        ((form, reason),) = [(f, it) for f in HINTS if (it := re.fullmatch(f, found[2]))]
        assert HINTS[form](board, cell, reason.groupdict()), (board, text)
        assert reason.groupdict().get("you") in {None, other(board.mover)}
        forms.add(form)
    return forms


# The best moves.


def loses(board: Board, said: dict[str, str]) -> bool:
    (plies,) = {plies for _, plies in worths(board).values()}
    return of_value(board, -1) == {*moves(board)} and plies == plies_said(said)


def hold_out(board: Board, said: dict[str, str]) -> bool:
    return of_value(board, -1) == {*moves(board)} != {*perfect(board)} == cells(board, said["best"])


def all_win(board: Board, said: dict[str, str]) -> bool:
    return {*worths(board).values()} == {(1, plies_said(said))}


def win(board: Board, said: dict[str, str]) -> bool:
    plies = {worths(board)[cell] for cell in cells(board, said["best"])}
    lives = cells(board, said["draws"]) if said["draws"] else of_value(board, 0)
    return (
        cells(board, said["best"]) == {*perfect(board)}
        and plies == {(1, plies_said(said))}
        and said["you"] in {None, other(board.mover)}
        and lives == of_value(board, 0)
        and (said["draws"] is None) == (len(lives) not in {1, 2, 3})
    )


def draws(board: Board, said: dict[str, str]) -> bool:
    return {*chances(board)} == {*moves(board)} == {*perfect(board)} and shares(board, said)


def draw(board: Board, said: dict[str, str]) -> bool:
    """Some draws are better than others, and so many moves draw."""
    drawing = {*chances(board)}
    told = len(moves(board)) if said["drawing"] == "Every" else int(said["drawing"])
    return {*perfect(board)} < drawing and told == len(drawing) and shares(board, said)


def shares(board: Board, said: dict[str, str]) -> bool:
    """The best draws have this share."""
    drawn, share = chances(board), said.get("share") or "0\N{NO-BREAK SPACE}%"
    assert said.get("other", other(board.mover)) == other(board.mover)
    return all(is_percentage(share, drawn[cell]) for cell in perfect(board))


BEST: dict[str, Callable[[Board, dict[str, str]], bool]] = {
    rf"Every cell loses in {MOVES}\.": loses,
    r"Every move loses; (?P<best>.+) holds? out longest\.": hold_out,
    rf"Every cell wins (?:at once|in {MOVES})\.": all_win,
    (
        rf"(?!Every)(?P<best>[^.]+) wins? (?:at once|in {MOVES})\."
        r"(?: (?P<draws>.+) would give (?P<you>[XO]) a draw\.)?"
    ): win,
    r"(?P<best>..) is the only empty cell\.": (
        lambda board, said: moves(board) == [cell_named(board.game, said["best"])]
    ),
    r"Every move draws\.": draws,
    rf"Every move draws\. After any of them {SHARE}\.": draws,
    r"Only (?P<best>.+) keeps? the draw\.": (
        lambda board, said: cells(board, said["best"]) == {*chances(board)} == {*perfect(board)}
    ),
    rf"(?P<drawing>Every|\d+) moves? draws?\. After (?P<best>{CELL}.*) {SHARE}\.": (
        lambda board, said: draw(board, said) and cells(board, said["best"]) == {*perfect(board)}
    ),
    rf"(?P<drawing>Every|\d+) moves? draws?\. After the best (?P<count>\d+) {SHARE}\.": (
        lambda board, said: draw(board, said) and int(said["count"]) == len(perfect(board))
    ),
}


def expect_figures(board: Board) -> None:
    """The board's figures are the difficulties of draws, 0 and 100 only if exact, and alike only if
    these are equal. If a move wins there are none.
    """
    drawn, shown = chances(board), figures(study(position(board)).worths)
    assert {*shown} == (set() if of_value(board, 1) else {*drawn})
    assert len({*shown.values()}) == len({drawn[cell] for cell in shown})
    for cell, figure in shown.items():
        assert is_percentage(f"{figure}\N{NO-BREAK SPACE}%", drawn[cell])


def expect_best(board: Board) -> str:
    """The form of the sentence on the best moves of *board*, after a check."""
    text = best_in_words(study(position(board)))
    assert len(text) <= 90
    ((form, found),) = [(f, it) for f in BEST if (it := re.fullmatch(f, text))]
    assert BEST[form](board, found.groupdict()), (board, text)
    return form


def test_the_advice_in_every_position_of_3x3_is_true_and_brief() -> None:
    hints = set().union(*map(expect_hint, ACTIVE_CLASSES))
    best = {expect_best(board) for board in ACTIVE_CLASSES}
    for board in ACTIVE_CLASSES:
        expect_figures(board)
    assert len(hints) > 8
    assert len(best) > 6


@pytest.mark.slow
def test_the_advice_in_positions_of_square_is_true_and_brief() -> None:
    boards = at_random("square", range(1, 17), 300, seed=4) + far_from_won(6, 20)
    for board in boards:
        expect_hint(board)
        expect_best(board)
        expect_figures(board)


@given(sessions())
def test_the_advice_as_a_whole_has_room(session: Session) -> None:
    advice = match_page(session).advice
    assert len(" ".join(filter(None, (advice.hint, *advice.sentences)))) <= 90


def expect_retry_in_room(board: Board) -> None:
    """A retry of *board* has room for its task, after each wrong try, and with the answer."""
    here, game = position(board), board.game
    begun = Match(Record(here), Players(), 0, retry=Retry(here.ply))
    wrong = [move.cell for move in study(here).moves.values() if move.value_lost]
    for n in range(len(wrong) + 1 if begun.is_puzzle else 0):
        tried = replace(begun, retry=Retry(here.ply, tuple(wrong[:n])))
        for match in (tried, tried.ask_hint()):
            advice = match_page(Session(match, values=True)).advice
            said = " ".join(filter(None, (advice.hint, *advice.sentences)))
            assert len(said) <= 90
            first = f"Not {name(game, wrong[n - 1])}: " if n else "Find a move that keeps the "
            assert said.startswith("Hint: " if match.hint is not None else first)


def test_every_retry_has_room() -> None:
    for board in (*ACTIVE_CLASSES, *at_random("square", range(1, 17), 60, seed=5)):
        expect_retry_in_room(board)


def test_no_move_is_best_once_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        best_in_words(study(position(Board("tic-tac-toe", "XXXOO....", "O"))))


def test_a_single_cell_is_called_by_its_name() -> None:
    """Known by the rules: b3 is left, and completes nothing."""
    board = Board("tic-tac-toe", "XOXXOOO.X", "X")
    assert best_in_words(study(position(board))) == f"{name(board.game, 7)} is the only empty cell."
