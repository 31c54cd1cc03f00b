"""How a move wins or loses: every sentence read back, and its claims held against other rules."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

import pytest

from ai.exact.value import Value
from ai.explain.phrases import line_name
from ai.explain.wins import how_it_loses, how_it_wins
from ai.rules.games import GAMES
from ai.study.study import study
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
    other,
    position,
    result,
    shortest,
    shortest_from,
    value_and_distance,
)

LINES = {
    game: {line_name(game_, cells): cells for cells in winning_sets(game)}
    for game, game_ in GAMES.items()
}
CELL = r"[a-d]\d"
PREPARED = (
    rf"a fork on (?P<fork>{CELL})|"
    rf"a threat by (?P<threat>{CELL}) and then a fork on (?P<next>{CELL})|"
    rf"threats from (?P<chain>{CELL}) on, up to a fork on (?P<last>{CELL})"
)
DOES = r"(?P<does>prepares|keeps)"
REPLIES = (
    r"(?:[XO] can reply anywhere\. [XO] can win by threats: [^.]+\.|"
    r"Only [^.]+ stops? every win by threats, and still loses?\.)"
)
GAIN = rf"{CELL} threatens, so [XO] must take {CELL}"
MOVES = r"(?P<plies>\d+) moves, (?P<mine>[XO])'s and (?P<yours>[XO])'s"
FORKS = rf"(?P<fork>{CELL}) forks: (?P<loser>[XO]) can't block every threat\."
ANSWERED = rf"(?P<you>[XO]) must block (?P<lines>.+) on (?P<answer>{CELL})\. Then"


def listed(text: str) -> list[str]:
    """The items that *text* lists, each once."""
    found = re.split(r", | and ", text)
    assert len(set(found)) == len(found)
    return found


@cache
def threatened(board: Board, side: str) -> set[tuple[Cells, int]]:
    """The threatened lines of *side*, each with its empty cell."""
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


@cache
def forked(board: Board, cell: int) -> bool:
    """Whether *cell*, marked by the side to move, makes two threats which lack different cells,
    even if the other side would win before.
    """
    left = after(board, cell)
    return len({at for line, at in threatened(left, board.mover) if cell in line}) > 1


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
    """A winning move, and the variable parts of its sentence."""

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
    """Two threats stand; it is said to fork only if two run through its own cell."""
    assert win.said["you"] == win.left.mover
    assert bool(win.said["forks"]) == forked(win.board, win.cell)
    named = [threat.rsplit(" on ", 1) for threat in listed(win.said["threats"])]
    threats = {
        (LINES[win.board.game][line], cell_named(win.board.game, cell)) for line, cell in named
    }
    assert threats == threatened(win.left, win.board.mover)
    assert forking(win.board, win.cell)


def forks_next(win: Win) -> None:
    assert win.said["loser"] == win.left.mover
    assert forking(win.answered(), win.at("fork"))
    assert shortest_from(win.board, win.cell) == 5


def forks_later(win: Win) -> None:
    """The fork follows after the named threats in their order; each has the one named answer."""
    here, gains = expect_gains(win.answered(), win.said["threats"])
    assert forking(here, win.at("fork"))
    assert win.said["loser"] == win.left.mover
    assert shortest_from(win.board, win.cell) == 5 + 2 * gains


def expect_gains(here: Board, text: str) -> tuple[Board, int]:
    """The board after the threats in *text*, each with its one answer; and how many they are."""
    found = re.findall(rf"({CELL}) threatens, so ([XO]) must take ({CELL})", text)
    for threat, loser, answer in found:
        left = after(here, cell_named(here.game, threat))
        assert loser == left.mover
        assert {*completing(left, here.mover)} == {cell_named(here.game, answer)}
        assert not completing(left, left.mover)
        here = after(left, cell_named(here.game, answer))
    return here, len(found)


def goes_on(win: Win) -> None:
    assert_no_threats_to_the_end(win)
    then = win.answered()
    assert not completed(then)
    assert win.said["winner"] == win.board.mover
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


def expect_prepared(passed: Board, text: str) -> int:
    """The cell with which the side to move would begin its shortest win by threats, as *text* says
    truly: `a fork on b2`.
    """
    found = re.fullmatch(PREPARED, text)
    assert found, text
    plies = shortest(passed)
    cells = [cell_named(passed.game, name) for name in found.groups() if name]
    assert shortest_from(passed, cells[0]) == plies
    assert cells[-1] in forks_after(passed, (plies - 3) // 2)
    assert bool(found["fork"]) == (plies == 3)
    assert bool(found["threat"]) == (plies == 5)
    return cells[0]


def expect_made(
    board: Board, cell: int, does: str | None, text: str | None, *, keeps: bool = True
) -> None:
    """*text* names the win by threats that the move on *cell* prepares or keeps, if any. The move
    prepares one if one of the shortest is new to its side. A move that gives a win away is never
    said to keep one: then *keeps* is false.
    """
    passed = after(board, cell)._replace(mover=board.mover)
    plies = 0 if result(passed) else shortest(passed)
    before = {
        at: forked(board, at) if plies == 3 else shortest_from(board, at) > 0
        for at in moves(passed)
        if plies and shortest_from(passed, at) == plies
    }
    assert bool(text) == (bool(before) and (keeps or not all(before.values())))
    if not text:
        return
    kept = all(before.values())
    assert before[expect_prepared(passed, text)] == kept
    assert does == ("keeps" if kept else "prepares")


def is_quiet(win: Win) -> None:
    board, left, me = win.board, win.left, win.board.mover
    assert not completing(left, me)
    blocked = {line for line, cell in threatened(board, left.mover) if cell == win.cell}
    assert bool(win.said["quiet"]) == (not blocked)
    assert blocked == (win.lines("blocked") if win.said["blocked"] else set())
    expect_made(board, win.cell, win.said["does"], win.said["makes"])
    stops, told = expect_stopping(left, win.said["replies"]), win.said["answers"] or ""
    for way, ending in re.findall(rf" (After [^.]+\.(?: Then [^.]+\.)?) ({REPLIES})", told):
        left, stops = expect_beaten(left, stops, way, ending)
    assert not stops


def expect_stopping(left: Board, text: str) -> set[int]:
    """The replies that stop all wins by threats; *text* must name them all."""
    winner = other(left.mover)
    stops = {reply for reply in moves(left) if not shortest(after(left, reply))}
    anywhere, told = (
        f"{left.mover} can reply anywhere. {winner} can win by threats: ",
        {*moves(left)},
    )
    if text.startswith(anywhere):
        assert not stops
        *ways, usual = text.removeprefix(anywhere).removesuffix(".").split("; ")
        for way in ways:
            named, first = found_in(rf"after (.+), from ({CELL}) on", way)
            replies = {cell_named(left.game, it) for it in re.split(", | or ", named)}
            assert replies <= told
            told -= replies
            expect_beaten_from(left, replies, first)
        (first,) = found_in(rf"after any other, from ({CELL}) on", usual)
        expect_beaten_from(left, told, first)
        return stops
    found = re.fullmatch(r"Only ([^.]+?) (stops?) every win by threats, and still (loses?)\.", text)
    assert found, text
    assert {cell_named(left.game, cell) for cell in listed(found[1])} == stops
    assert (found[2], found[3]) == (("stops", "loses") if len(stops) == 1 else ("stop", "lose"))
    for cell in stops:
        expect_value(after(left, cell), 1)
    return stops


def found_in(pattern: str, text: str) -> tuple[str, ...]:
    found = re.fullmatch(pattern, text)
    assert found, text
    return found.groups()


def expect_beaten_from(left: Board, replies: set[int], first: str) -> None:
    """A win by threats that begins on the cell named *first* answers each of the *replies*."""
    assert replies
    for reply in replies:
        assert shortest_from(after(left, reply), cell_named(left.game, first))


def expect_beaten(left: Board, stops: set[int], way: str, ending: str) -> tuple[Board, set[int]]:
    """Check how the game goes on: *way* has the one of the replies *stops* that lasts longest and
    the answer: threats, each with one reply, then a quiet winning move. Return the board after it
    and the replies that then stop all wins by threats, which *ending* names.
    """
    me = other(left.mover)
    found = re.fullmatch(
        rf"After (?P<reply>{CELL}), (?P<gains>{GAIN}(?:; {GAIN})*\. Then )?"
        rf"(?P<block>the block )?(?P<cell>{CELL}) (?:{DOES} (?P<makes>[^.]+)|wins)\.",
        way,
    )
    assert found, way
    reply, cell = (cell_named(left.game, found[group]) for group in ("reply", "cell"))
    here = after(left, reply)
    assert reply in stops
    plies = {at: study(position(left)).values[at].distance or 0 for at in stops}
    assert plies[reply] == max(plies.values())
    here, _ = expect_gains(here, found["gains"] or "")
    end = after(here, cell)
    assert bool(found["block"]) == (cell in completing(here, left.mover))
    assert not completing(end, me)
    expect_value(end, -1)
    expect_made(here, cell, found["does"], found["makes"])
    return end, expect_stopping(end, ending)


FORMS: dict[str, Callable[[Win], None]] = {
    r"It completes (?P<lines>.+)\.": completes,
    (r"(?P<forks>It forks: )?(?P<you>[XO]) can't block (?P<threats>[^.]+) with one move\."): forks,
    rf"{ANSWERED} {FORKS}": forks_next,
    rf"{ANSWERED} (?P<threats>{GAIN}(?:; {GAIN})*); {FORKS}": forks_later,
    rf"{ANSWERED} (?P<winner>[XO]) can play (?P<next>{CELL})\. (?P<how>.+)": goes_on,
    (
        r"(?:It blocks (?P<blocked>[^.]+)\. |(?P<quiet>It threatens nothing yet)(?=[,.]))"
        rf"(?:\. |(?:, but|It) {DOES} (?P<makes>[^.]+)\. )?"
        rf"(?P<replies>{REPLIES})(?P<answers>(?: After [^.]+\.(?: Then [^.]+\.)? {REPLIES})+)?"
    ): is_quiet,
}
RARE = {form for form, claims in FORMS.items() if claims in {goes_on, forks_later}}
LEFT_OPEN = rf"It leaves (?P<lines>.+) open on (?P<cell>{CELL})\."
THEN = rf"Then (?P<other>[XO]) can play (?P<cell>{CELL})\. (?P<how>.+)"


def expect_value(board: Board, value: int) -> None:
    """*board* has this value for the side to move; checked late in the game, where it is quick."""
    if len(moves(board)) < 8:
        assert value_and_distance(board)[0] == value


def expect_win(board: Board, cell: int, text: str) -> str:
    """The form of *text*, the win of the move on *cell*, after a check of all its claims."""
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
    """The forms of the sentences on all winning and losing moves of *boards*, after a check."""
    forms = set()
    for board in boards:
        here = position(board)
        for cell, exact in study(here).values.items():
            if exact.value is Value.WIN:
                forms.add(expect_win(board, cell, how_it_wins(study(here).moves[cell])))
            if exact.value is Value.LOSS:
                forms.add(expect_loss(board, cell, how_it_loses(study(here).moves[cell])))
    return forms


def test_how_every_move_on_3x3_wins_or_loses_is_told_truly() -> None:
    assert len(forms_of(ACTIVE_CLASSES)) == 5


@pytest.mark.slow
def test_how_moves_on_square_win_or_lose_is_told_truly() -> None:
    boards = at_random("square", range(1, 12), 20, seed=1) + far_from_won(9, 6)
    assert forms_of(boards) >= {*FORMS} - RARE
