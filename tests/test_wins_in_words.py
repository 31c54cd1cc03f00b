"""How a move wins or loses: every sentence read back, and its claims held against other rules."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from math import isqrt
from typing import NamedTuple

import pytest

from ai.exact.value import Value
from ai.explain.wins import how_it_loses, how_it_wins
from ai.rules.games import GAMES
from ai.study.study import study
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    completed,
    completing,
    lacking,
    moves,
    other,
    position,
    result,
    shortest,
    shortest_from,
    squared_distances,
    value_and_distance,
)
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won


def line_name(game: str, cells: Cells) -> str:
    """The name of a line or square, derived from the distances between its cells."""
    names = [name(game, cell) for cell in sorted(cells)]
    if game == "square":
        side = squared_distances(4, cells)[0]
        upright = isqrt(side) ** 2 == side
        return " ".join(["square" if upright else "tilted square", *names])
    columns, rows = ({text[i] for text in names} for i in (0, 1))
    if len(rows) == 1:
        return f"row {rows.pop()}"
    return f"column {columns.pop()}" if len(columns) == 1 else " ".join(["diagonal", *names])


LINES = {game: {line_name(game, cells): cells for cells in WINNING[game]} for game in GAMES}
CELL = r"[a-d]\d"
PREPARED = (
    rf"a fork on (?P<fork>{CELL})|"
    rf"a threat by (?P<threat>{CELL}) and then a fork on (?P<next>{CELL})|"
    rf"threats from (?P<chain>{CELL}) on, up to a fork on (?P<last>{CELL})"
)
DOES = r"(?P<does>prepares|keeps)"
CELLS = rf"{CELL}(?:, {CELL})*(?: (?:and|or) {CELL})?"
STEP = rf"(?P<cell>{CELL}) (?:blocks (?P<blocks>[^.:;]+?) and )?threatens (?P<at>{CELLS})"
ENDS = r"(?: at once|, which (?P<you>[XO]) must take)"
BLOCKS = r"(?:It blocks (?P<blocked>[^.]+)\. )?"
COURSE = r"[^.:]+ at once"
REPLIES = rf"(?P<replies>{CELLS}|any other reply)"
TOP = r"(?<!–)\sAfter "  # lines of replies, but not of replies to replies
MOVES = r"(?P<plies>\d+) moves of both sides"
ANSWERED = rf"(?P<you>[XO]) must block (?P<lines>.+) on (?P<answer>{CELL})\. Then"


def listed(text: str) -> list[str]:
    """The items that *text* lists, each once."""
    found = re.split(r", | and | or ", text)
    assert len(set(found)) == len(found)
    return found


@cache
def threatened(board: Board, side: str) -> set[tuple[Cells, int]]:
    """The threatened lines of *side*, each with its empty cell."""
    return {(line, cell) for cell, lines in lacking(board, side).items() for line in lines}


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

    def expect_blocked(self) -> None:
        """The text names just the lines that the move blocks."""
        theirs = threatened(self.board, self.left.mover)
        said = self.said["blocked"]
        assert {line for line, cell in theirs if cell == self.cell} == (
            self.lines("blocked") if said else set()
        )

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
    """Two threats stand. The text says “forks” only if two run through the move's own cell."""
    assert win.said["you"] == win.left.mover
    assert bool(win.said["forks"]) == forked(win.board, win.cell)
    named = [threat.rsplit(" on ", 1) for threat in listed(win.said["threats"])]
    threats = {
        (LINES[win.board.game][line], cell_named(win.board.game, cell)) for line, cell in named
    }
    assert threats == threatened(win.left, win.board.mover)
    assert forking(win.board, win.cell)


def forks_later(win: Win) -> None:
    """The threats are named in their order, each with its one answer, up to a fork."""
    steps = expect_course(win.answered(), win.said["course"])
    assert win.said["loser"] == win.left.mover
    assert shortest_from(win.board, win.cell) == 3 + 2 * steps


def expect_course(here: Board, text: str) -> int:
    """The moves of the side to move that *text* names. Each threatens just what is said, blocks if
    that is said, and lets the one answer follow that is named; the last one forks.
    """
    *threats, fork = text.split("; ")
    for step in threats:
        threat = expect_step(here, step)
        assert threat["ends"] != " at once"
        left = after(here, cell_named(here.game, threat["cell"]))
        (answer,) = completing(left, here.mover)
        here = after(left, answer)
    last = expect_step(here, fork)
    assert last["ends"] == " at once"
    assert forking(here, cell_named(here.game, last["cell"]))
    return len(threats) + 1


def expect_step(here: Board, text: str) -> dict[str, str]:
    found = re.fullmatch(rf"{STEP}(?P<ends>{ENDS})", text)
    assert found, text
    cell, theirs = cell_named(here.game, found["cell"]), threatened(here, other(here.mover))
    blocks = {LINES[here.game][line] for line in listed(found["blocks"] or "") if line}
    assert blocks == {line for line, at in theirs if at == cell}
    left = after(here, cell)
    assert not completing(left, left.mover)
    named = {cell_named(here.game, name) for name in listed(found["at"])}
    assert named == {*completing(left, here.mover)}
    assert found["you"] in {None, left.mover}
    return found.groupdict()


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
    """Each reply has its answer, once: a win by threats, or a move that wins as soon as is said."""
    board, left = win.board, win.left
    assert not completing(left, board.mover)
    told = re.split(TOP, win.said["ways"])[1:]
    replies = set[int]()
    for number, line in enumerate(told, 1):
        found = re.fullmatch(
            rf"{REPLIES}: (?:(?P<course>{COURSE})\.|(?P<wins>{CELL} wins (?s:.+)))", line
        )
        assert found, line
        names, course, wins = found["replies"], found["course"], found["wins"]
        if names == "any other reply":
            assert number == len(told) > 1
            beaten = {*moves(left)} - replies
        else:
            beaten = {cell_named(board.game, name) for name in listed(names)}
        assert beaten
        assert not beaten & replies
        replies |= beaten
        for reply in beaten:
            expect_beaten(left, reply, course, wins)
    assert replies == {*moves(left)}


def expect_beaten(left: Board, reply: int, course: str | None, wins: str | None) -> None:
    """A *course* of threats beats *reply*, no slower than perfect play; else a move wins, and no
    win by threats is in time.
    """
    here, lost_in = after(left, reply), plies_lost(left)
    in_time = 0 < shortest(here) < lost_in
    assert in_time == bool(course)
    if course:
        assert 2 * expect_course(here, course) + 1 == shortest(here)
        return
    assert wins
    found = re.fullmatch(rf"(?P<cell>{CELL}) wins in {MOVES}\. (?P<how>(?s:.+))", wins)
    assert found, wins
    cell = cell_named(left.game, found["cell"])
    assert int(found["plies"]) == plies_lost(here, cell)
    how = found["how"].replace("\n– ", "\n")
    if any(re.fullmatch(form, how) for form in FORMS):
        expect_win(here, cell, how)
    else:  # one more reply asks for a quiet move
        expect_brief(
            here, cell, re.sub("^(It|All|Any|No)", lambda it: it[0].lower(), how.removesuffix("."))
        )


def plies_lost(board: Board, cell: int | None = None) -> int:
    """The moves of both sides until the side to move has lost, or has won by *cell*."""
    if len(moves(board)) < 9:
        value, plies = value_and_distance(board if cell is None else after(board, cell))
        assert value < 0
        return (plies or 0) + (cell is not None)
    here = study(position(board))
    exact = here.exact if cell is None else here.values[cell]
    assert exact.value is (Value.LOSS if cell is None else Value.WIN)
    return exact.distance or 0


def expect_brief(board: Board, cell: int, text: str) -> None:
    """Check all claims of the brief *text* on how *cell* wins."""
    ((claims, found),) = [(it, f) for form, it in BRIEF.items() if (f := re.fullmatch(form, text))]
    claims(Win(board, cell, found.groupdict()))


def briefly_by_threats(win: Win) -> None:
    """So many threats, then a fork: the cell of it ends one of the shortest wins."""
    threats = int(win.said["count"] or 1) if win.said["threats"] else 0
    assert shortest_from(win.board, win.cell) == 3 + 2 * threats
    if not threats:
        assert win.at("fork" if win.said["fork"] else "cell") == win.cell
        assert forking(win.board, win.cell)
        if win.said["forks"]:
            expect_step(win.board, win.said["forks"])
        return
    answered = after(win.left, *completing(win.left, win.board.mover))
    assert win.at("fork" if win.said["fork"] else "cell") in forks_after(answered, threats - 1)


def briefly_gains(win: Win) -> None:
    assert win.said["you"] == win.left.mover
    assert {*completing(win.left, win.board.mover)} == {win.at("answer")}
    then = after(win.left, win.at("answer"))
    assert plies_lost(then, win.at("next")) + 2 == plies_lost(win.board, win.cell)
    assert_no_threats_to_the_end(win)


def briefly_quiet(win: Win) -> None:
    board, left = win.board, win.left
    assert not completing(left, board.mover)
    assert not win.said["lead"] or completing(board, left.mover)
    wins = {reply: shortest(after(left, reply)) for reply in moves(left)}
    slow = {reply for reply, plies in wins.items() if not 0 < plies < plies_lost(left)}
    if win.said["slow"]:
        assert win.said["owner"] == board.mover
        assert {cell_named(board.game, it) for it in listed(win.said["slow"])} == slow
        return
    if win.said["stubborn"]:
        assert win.said["stubborn"] == board.mover
        return
    assert win.said["winner"] == board.mover
    assert not slow
    assert (win.said["soon"] is None) == ({*wins.values()} == {3})


BRIEF: dict[str, Callable[[Win], None]] = {
    (
        rf"(?:(?P<threats>a threat|(?P<count>\d) threats), then )?"
        rf"(?:(?P<fork>{CELL}) makes two (?:threats )?at once|(?P<forks>{STEP} at once))"
    ): briefly_by_threats,
    (
        rf"(?P<you>[XO]) must take (?P<answer>{CELL}), then (?P<next>{CELL})"
        r" (?:beats every reply|wins)"
    ): briefly_gains,
    (
        r"(?P<lead>it blocks, and )?"
        r"(?:any reply (?P<soon>soon )?allows (?P<winner>[XO]) two threats at once"
        rf"|all but (?P<slow>{CELLS}) soon allow (?P<owner>[XO]) two threats at once"
        r"|no reply stops (?P<stubborn>[XO])'s threats)"
    ): briefly_quiet,
}
FORMS: dict[str, Callable[[Win], None]] = {
    r"It completes (?P<lines>.+)\.": completes,
    (
        BLOCKS
        + r"(?P<forks>It forks: )?(?P<you>[XO]) can't block (?P<threats>[^.]+) with one move\."
    ): forks,
    rf"{BLOCKS}{ANSWERED} (?P<course>{COURSE}): (?P<loser>[XO]) can take only one\.": forks_later,
    rf"{BLOCKS}{ANSWERED} (?P<winner>[XO]) can play (?P<next>{CELL})\. (?P<how>(?s:.+))": goes_on,
    (
        rf"(?:{BLOCKS}Every|It is quiet, but every) reply loses\."
        r"(?P<ways>\sAfter (?s:.+))"
    ): is_quiet,
}
RARE = {form for form, claims in FORMS.items() if claims in {goes_on, forks_later}}
LEFT_OPEN = rf"It leaves (?P<lines>.+) open on (?P<cell>{CELL})\."
THEN = rf"(?P<after>Then|After {CELL}) (?P<other>[XO]) can play (?P<cell>{CELL})\. (?P<how>(?s:.+))"


def expect_value(board: Board, value: int) -> None:
    """*board* has this value for the side to move; checked late in the game, where it is quick."""
    if len(moves(board)) < 8:
        assert value_and_distance(board)[0] == value


def expect_win(board: Board, cell: int, text: str) -> str:
    """The form of *text*, the win of the move on *cell*, after a check of all its claims."""
    ((form, found),) = [(form, found) for form in FORMS if (found := re.fullmatch(form, text))]
    win = Win(board, cell, found.groupdict())
    if "blocked" in win.said:
        win.expect_blocked()
    FORMS[form](win)
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
