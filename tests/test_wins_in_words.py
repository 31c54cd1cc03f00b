"""How a move wins or loses: every sentence read back, and its claims held against other rules."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

import pytest

from ai.explain.phrases import line_name
from ai.explain.wins import how_it_loses, how_it_wins
from ai.games import GAMES
from ai.tablebase import move_values
from ai.value import Value
from tests.model import cell as cell_named
from tests.model import winning_sets
from tests.reference import (
    ACTIVE_CLASSES,
    Board,
    Cells,
    after,
    at_random,
    completed,
    completing,
    far_from_won,
    moves,
    position,
    shortest,
    shortest_from,
    value_and_distance,
)

LINES = {
    game: {line_name(game_, cells): cells for cells in winning_sets(game)}
    for game, game_ in GAMES.items()
}
CELL = r"[a-d]\d"
ANSWERED = rf"It threatens (?P<lines>.+), so (?P<you>[XO]) must answer (?P<answer>{CELL}); then"


def listed(text: str) -> list[str]:
    """What *text* lists, each once."""
    found = re.split(r", | and ", text)
    assert len(set(found)) == len(found)
    return found


@cache
def threatened(board: Board, side: str) -> set[tuple[Cells, int]]:
    """The lines that *side* threatens to complete, each with the cell that it lacks."""
    return {
        (line, cell)
        for cell in completing(board, side)
        for line in LINES[board.game].values()
        if cell in line and all(board.marks[at] == side for at in line - {cell})
    }


@cache
def forking(board: Board, cell: int) -> bool:
    """Whether marking *cell* makes threats that no one answer stops."""
    left = after(board, cell)
    return len(completing(left, board.mover)) > 1 and not completing(left, left.mover)


def forks_after(board: Board, threats: int) -> set[int]:
    """The cells on which the side to move forks after so many threats with one answer each."""
    if completing(board, board.mover):
        return set()
    if not threats:
        return {cell for cell in moves(board) if forking(board, cell)}
    found = set()
    for cell in moves(board):
        left = after(board, cell)
        answers = completing(left, board.mover)
        if len(answers) == 1 and not completing(left, left.mover):
            found |= forks_after(after(left, *answers), threats - 1)
    return found


class Win(NamedTuple):
    """A move that is said to win, and what its sentence left open."""

    board: Board
    cell: int
    said: dict[str, str]

    @property
    def left(self) -> Board:
        return after(self.board, self.cell)

    def at(self, group: str) -> int:
        return cell_named(self.board.game, self.said[group])

    def lines(self, group: str) -> set[Cells]:
        return {LINES[self.board.game][named] for named in listed(self.said[group])}

    def answered(self) -> Board:
        """The board once the one answer was made to what is threatened."""
        assert self.said["you"] == self.left.mover
        answer = self.at("answer")
        assert threatened(self.left, self.board.mover) == {
            (line, answer) for line in self.lines("lines")
        }
        assert not completing(self.left, self.left.mover)
        return after(self.left, answer)


def completes(win: Win) -> None:
    assert completed(win.left) == win.lines("lines") != set()


def forks(win: Win) -> None:
    named = [threat.rsplit(" on ", 1) for threat in listed(win.said["threats"])]
    threats = {
        (LINES[win.board.game][line], cell_named(win.board.game, cell)) for line, cell in named
    }
    assert threats == threatened(win.left, win.board.mover)
    assert forking(win.board, win.cell)


def forks_next(win: Win) -> None:
    assert forking(win.answered(), win.at("fork"))
    assert shortest_from(win.board, win.cell) == 5


def forks_later(win: Win) -> None:
    number = {"one": 1}.get(win.said["number"]) or int(win.said["number"])
    assert win.at("fork") in forks_after(win.answered(), number)
    assert shortest_from(win.board, win.cell) == 5 + 2 * number


def goes_on(win: Win) -> None:
    assert_no_threats_to_the_end(win)
    then = win.answered()
    assert not completed(then)
    expect_win(then, win.at("next"), win.said["how"])


def assert_no_threats_to_the_end(win: Win) -> None:
    """No win by threats begins with the move that is as fast as perfect play, if that is quickly
    solved.
    """
    plies = shortest_from(win.board, win.cell)
    if plies and len(moves(win.board)) < 9:
        _, distance = value_and_distance(win.left)
        assert distance is not None
        assert plies > distance + 1


def is_quiet(win: Win) -> None:
    board, left, me = win.board, win.left, win.board.mover
    assert not completing(left, me)
    blocked = {line for line, cell in threatened(board, left.mover) if cell == win.cell}
    assert blocked == (win.lines("blocked") if win.said["blocked"] else set())
    passed = left._replace(mover=me)
    plies = shortest(passed)
    assert (plies == 3) == bool(win.said["fork"])
    assert (plies > 3) == bool(win.said["threat"])
    if win.said["fork"]:
        assert forking(passed, win.at("fork"))
    if win.said["threat"]:
        assert shortest_from(passed, win.at("threat")) == plies
        assert win.at("far") in forks_after(passed, (plies - 3) // 2)
    stops = {reply for reply in moves(left) if not shortest(after(left, reply))}
    if win.said["stops"]:
        told = re.findall(rf"({CELL}) \(then ({CELL})\)", win.said["stops"])
        beaten = {cell_named(board.game, cell): answer for cell, answer in told}
        assert len(beaten) == len(listed(win.said["stops"]))
        assert stops == {*beaten}
        for cell, answer in beaten.items():
            expect_value(after(after(left, cell), cell_named(board.game, answer)), -1)
        assert int(win.said["replies"]) == len(moves(left))
    else:
        assert not stops
        assert win.said["you"] == left.mover


FORMS: dict[str, Callable[[Win], None]] = {
    r"It completes (?P<lines>.+)\.": completes,
    r"It forks, and no answer stops it: it threatens (?P<threats>.+)\.": forks,
    rf"{ANSWERED} (?P<fork>{CELL}) forks\.": forks_next,
    (
        rf"{ANSWERED} (?P<number>one|\d) more threats? leads? to a fork on (?P<fork>{CELL})\."
    ): forks_later,
    rf"{ANSWERED} (?P<next>{CELL}) goes on with the win\. (?P<how>.+)": goes_on,
    (
        r"(?:It blocks (?P<blocked>[^.]+)\. )?"
        rf"(?:It prepares a fork on (?P<fork>{CELL})\. |"
        rf"It prepares the threat of (?P<threat>{CELL}), which leads to a fork on"
        rf" (?P<far>{CELL})\. )?"
        r"(?:Whatever (?P<you>[XO]) replies, a win by threats follows\.|"
        r"Of (?P<replies>\d+) replies only (?P<stops>[^.]+) stops? all wins by threats, and still"
        r" loses?\.)"
    ): is_quiet,
}
RARE = {form for form, claims in FORMS.items() if claims in {goes_on, forks_later}}
LEFT_OPEN = rf"It leaves (?P<lines>.+) open: (?P<other>[XO]) wins on (?P<cell>{CELL})\."
THEN = rf"Then (?P<cell>{CELL}) wins for (?P<other>[XO])\. (?P<how>.+)"


def expect_value(board: Board, value: int) -> None:
    """*board* has that value for the side to move: by the second solver, where that is quick."""
    if len(moves(board)) < 8:
        assert value_and_distance(board)[0] == value


def expect_win(board: Board, cell: int, text: str) -> str:
    """The one form of *text*, which tells how *cell* wins, once all its claims were found true."""
    ((form, found),) = [(form, found) for form in FORMS if (found := re.fullmatch(form, text))]
    FORMS[form](Win(board, cell, found.groupdict()))
    expect_value(after(board, cell), -1)
    return form


def expect_loss(board: Board, cell: int, text: str) -> str:
    """The same of how *cell* loses."""
    left = after(board, cell)
    expect_value(left, 1)
    if found := re.fullmatch(LEFT_OPEN, text):
        reply = cell_named(board.game, found["cell"])
        assert found["other"] == left.mover
        assert completed(after(left, reply)) == {
            LINES[board.game][n] for n in listed(found["lines"])
        }
        return LEFT_OPEN
    found = re.fullmatch(THEN, text)
    assert found, text
    assert found["other"] == left.mover
    assert not completing(left, left.mover)
    return expect_win(left, cell_named(board.game, found["cell"]), found["how"])


def forms_of(boards: Iterable[Board]) -> set[str]:
    """The forms of what is told of all moves of *boards* that win or lose, found true."""
    forms = set()
    for board in boards:
        here = position(board)
        for cell, exact in move_values(here).items():
            if exact.value is Value.WIN:
                forms.add(expect_win(board, cell, how_it_wins(here, cell)))
            if exact.value is Value.LOSS:
                forms.add(expect_loss(board, cell, how_it_loses(here, cell)))
    return forms


def test_how_every_move_on_3x3_wins_or_loses_is_told_truly() -> None:
    assert len(forms_of(ACTIVE_CLASSES)) == 5


@pytest.mark.slow
def test_how_moves_on_square_win_or_lose_is_told_truly() -> None:
    boards = at_random("square", range(1, 12), 20, seed=1) + far_from_won(9, 6)
    assert forms_of(boards) >= {*FORMS} - RARE
