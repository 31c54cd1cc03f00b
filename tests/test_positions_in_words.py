"""Why a position is won, drawn or lost, and how a game ended: all held against other rules."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.analysis import review
from ai.explain.position import ideas_diagram, the_end, why_so
from ai.ideas import WinningIdea, losing_moves, winning_ideas, winning_variation
from ai.record import Record
from ai.tablebase import move_values
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    ACTIVE_CLASSES,
    WINNING,
    Board,
    after,
    at_random,
    completed,
    completing,
    far_from_won,
    games,
    moves,
    other,
    position,
    result,
    shortest,
    shortest_from,
    value_and_distance,
)
from tests.test_wins_in_words import (
    LINES,
    expect_loss,
    expect_value,
    forking,
    forks_after,
    listed,
    threatened,
)

CELL = r"[a-d]\d"
BY = {
    "a line": WinningIdea.LINE,
    "a fork": WinningIdea.FORK,
    "threats": WinningIdea.THREATS,
    "a win by threats": WinningIdea.THREATS,
    "a threat that gains time": WinningIdea.THREAT,
    "a quiet move": WinningIdea.QUIET,
}
FAILS = (
    r"To (?P<what>take|threaten with) (?P<strong>a strong cell such as )?"
    rf"(?P<cell>{CELL})(?:, on (?P<lines>\d+) of its live lines,)?(?P<first> first)? fails:"
    rf" then (?P<answer>{CELL}) wins by (?P<idea>[a-z ]+)\."
)


def idea_of(board: Board, cell: int) -> WinningIdea:
    """How the move on *cell* wins, which does so by force: by threats where that is as fast."""
    _, distance = valued(board)[cell]
    if shortest_from(board, cell) == distance:
        return {1: WinningIdea.LINE, 3: WinningIdea.FORK}.get(distance or 0, WinningIdea.THREATS)
    return WinningIdea.THREAT if completing(after(board, cell), board.mover) else WinningIdea.QUIET


def answers(board: Board, cell: int) -> set[int]:
    """The replies that may be named as what beats the move on *cell*: the fastest, of these those
    that begin a win by threats as fast, if any.
    """
    left = after(board, cell)
    worths = valued(left)
    fastest = min(plies or 0 for value, plies in worths.values() if value == 1)
    found = {reply for reply, worth in worths.items() if worth == (1, fastest)}
    return {reply for reply in found if shortest_from(left, reply) == fastest} or found


@cache
def valued(board: Board) -> dict[int, tuple[int, int | None]]:
    """Value and distance of each move to its mover: by the second solver, where that is quick."""
    if len(moves(board)) < 9:
        replies = {cell: value_and_distance(after(board, cell)) for cell in moves(board)}
        return {
            cell: (-value, None if plies is None else plies + 1)
            for cell, (value, plies) in replies.items()
        }
    values = move_values(position(board))
    return {cell: (int(exact.value), exact.distance) for cell, exact in values.items()}


def by_ideas(board: Board, text: str) -> dict[int, WinningIdea]:
    """The cells that *text* lists, each with its idea."""
    found: dict[int, WinningIdea] = {}
    for part in text.split("; "):
        cells, idea = re.split(r" by | to ", part, maxsplit=1)
        found |= dict.fromkeys((cell_named(board.game, cell) for cell in listed(cells)), BY[idea])
    return found


def expect_won(board: Board, text: str) -> str:
    """The form of *text*, true of a won position."""
    found = re.fullmatch(
        r"([XO]) wins with ([^.]+)\.(?: (.+) (?:is|are) the fastest: (?:it wins|they win) in"
        r" (\d+)\.)?",
        text,
    )
    assert found
    assert found[1] == board.mover
    winning = {cell: plies or 0 for cell, (value, plies) in valued(board).items() if value == 1}
    assert by_ideas(board, found[2]) == {cell: idea_of(board, cell) for cell in winning}
    fastest = {cell for cell, plies in winning.items() if plies == min(winning.values())}
    named = listed(found[3]) if found[3] else []
    expected = set() if len(fastest) == len(winning) else fastest
    assert {cell_named(board.game, cell) for cell in named} == expected
    assert not named or winning[min(fastest)] == int(found[4])
    return "won"


def beaten_by(board: Board, cell: int) -> set[WinningIdea]:
    """The ideas that may be named as what beats the move on *cell*: mostly one."""
    return {idea_of(after(board, cell), answer) for answer in answers(board, cell)}


def expect_counted(text: str, ideas: list[set[WinningIdea]]) -> None:
    """*text* says how many moves lose to which idea: to which, where there is but one."""
    if not text.startswith("lose, "):
        assert all(BY[text.removeprefix("lose to ")] in possible for possible in ideas)
        return
    said = (part.split(" to ") for part in listed(text.removeprefix("lose, ")))
    counts = {BY[idea]: int(number) for number, idea in said}
    assert sum(counts.values()) == len(ideas)
    assert len(counts) > 1
    for idea, count in counts.items():
        assert sum(possible == {idea} for possible in ideas) <= count
        assert sum(idea in possible for possible in ideas) >= count


@cache
def can_win(board: Board, mark: str) -> bool:
    """Whether *mark* wins in any play from *board* on."""
    if (ended := result(board)) is not None:
        return ended == mark
    return any(can_win(after(board, cell), mark) for cell in moves(board))


def expect_drawn(board: Board, text: str) -> str:
    """The form of *text*, true of a drawn position."""
    live = {
        mark: sum(other(mark) not in {board.marks[c] for c in line} for line in WINNING[board.game])
        for mark in "XO"
    }
    if text == "Nothing is live any more: nobody can complete a line.":
        assert not any(live.values())
        return "dead"
    assert any(live.values())
    found = re.fullmatch(
        r"Live lines: (\d+) for X, (\d+) for O\. ((?:(?:Neither|[XO] cannot|With) [^.]+\. )+)(.+)",
        text,
    )
    assert found
    able = [mark for mark in "XO" if can_win(board, mark)]
    late = [mark for mark in "XO" if live[mark] and mark not in able]
    assert (
        found[3]
        == {
            "": "",
            "X": "X cannot complete one any more. ",
            "O": "O cannot complete one any more. ",
            "XO": "Neither side can complete one any more. ",
        }["".join(late)]
        + {
            "": "",
            "X": f"With best play O stops {'that' if live['X'] == 1 else 'those'} of X in time. ",
            "O": f"With best play X stops {'that' if live['O'] == 1 else 'those'} of O in time. ",
            "XO": "With best play each side stops the other's in time. ",
        }["".join(able)]
    )
    assert not max(value for value, _ in valued(board).values())
    assert [int(found[1]), int(found[2])] == [live["X"], live["O"]]
    losing = [cell for cell, (value, _) in valued(board).items() if value == -1]
    kept = {*moves(board)} - {*losing}
    ideas = {cell: beaten_by(board, cell) for cell in losing}
    if found[4] == "No move loses.":
        assert not losing
        return "safe"
    if some := re.fullmatch(r"Of (\d+) moves (\d+) loses?: (.+)\.", found[4]):
        assert len(losing) <= len(kept)
        assert [int(some[1]), int(some[2])] == [len(moves(board)), len(losing)]
        said = by_ideas(board, some[3])
        assert {*said} == {*losing}
        assert all(idea in ideas[cell] for cell, idea in said.items())
        return "some lose"
    most = re.fullmatch(r"Only (.+) keeps? the draw: the others (.+)\.", found[4])
    assert most
    assert {cell_named(board.game, cell) for cell in listed(most[1])} == kept
    assert len(losing) > len(kept)
    expect_counted(most[2], [*ideas.values()])
    return "most lose"


def expect_lost(board: Board, text: str) -> str:
    """The form of *text*, true of a lost position."""
    winner = other(board.mover)
    standing = threatened(board, winner)
    if found := re.fullmatch(r"([XO]) threatens (.+): one answer cannot stop that\.", text):
        assert found[1] == winner
        named = [threat.rsplit(" on ", 1) for threat in listed(found[2])]
        assert standing == {
            (LINES[board.game][line], cell_named(board.game, cell)) for line, cell in named
        }
        assert len({cell for _, cell in standing}) > 1
        return "two threats"
    if found := re.fullmatch(
        rf"([XO]) threatens (.+?), so ([XO]) must answer ({CELL})\. (.+)", text
    ):
        answer = cell_named(board.game, found[4])
        assert (found[1], found[3]) == (winner, board.mover)
        assert standing == {(LINES[board.game][line], answer) for line in listed(found[2])}
        expect_loss(board, answer, found[5])
        return "a threat"
    assert not standing
    text = expect_prepared(board, text)
    while found := re.match(FAILS + " ", text):
        expect_failing(board, found)
        text = text[found.end() :]
    distances = {cell: distance for cell, (_, distance) in valued(board).items()}
    most = max(plies for plies in distances.values() if plies)
    longest = {cell for cell, plies in distances.items() if plies == most}
    if found := re.fullmatch(r"Every move lasts (\d+) plies\.", text):
        assert len(longest) == len(distances)
    else:
        found = re.fullmatch(r"Only (.+) lasts? (\d+) plies; no move lasts longer\.", text)
        assert found, text
        assert longest < {*distances}
        assert {cell_named(board.game, cell) for cell in listed(found[1])} == longest
    assert int(found[found.re.groups]) == most
    return "prepared"


def expect_prepared(board: Board, text: str) -> str:
    """What *text* says after it told what the winner prepares, which is true."""
    winner = other(board.mover)
    passed = board._replace(mover=winner)
    plies = shortest(passed)
    if found := re.match(rf"([XO]) prepares a fork on ({CELL})\. ", text):
        assert found[1] == winner
        assert plies == 3
        assert forking(passed, cell_named(board.game, found[2]))
    elif found := re.match(
        rf"([XO]) prepares the threat of ({CELL}), which leads to a fork on ({CELL})\. ", text
    ):
        assert found[1] == winner
        assert shortest_from(passed, cell_named(board.game, found[2])) == plies > 3
        assert cell_named(board.game, found[3]) in forks_after(passed, (plies - 3) // 2)
    else:
        assert not plies
        return text
    return text[found.end() :]


def expect_failing(board: Board, found: re.Match[str]) -> None:
    """A natural answer fails to what is said."""
    cell, answer = (cell_named(board.game, found[group]) for group in ("cell", "answer"))
    assert answer in answers(board, cell)
    left = after(board, cell)
    assert idea_of(left, answer) is BY[found["idea"]]
    expect_value(after(left, answer), -1)
    if found["what"] == "threaten with":
        assert completing(left, board.mover)
    if found["first"]:
        passed = board._replace(mover=other(board.mover))
        assert shortest_from(passed, cell) == shortest(passed)
    assert bool(found["strong"]) == bool(found["lines"])
    if found["strong"]:
        live = {
            at: sum(
                at in line and other(board.mover) not in {board.marks[c] for c in line}
                for line in WINNING[board.game]
            )
            for at in moves(board)
        }
        assert live[cell] == max(live.values()) == int(found["lines"]) > 0


STOPS = (
    rf"(?:It blocks (?P<blocked>[^.]+)\.|It stops the fork on (?P<fork>{CELL})\.|It stops the"
    rf" threat of (?P<threat>{CELL}), which would lead to a fork on (?P<far>{CELL})\.)"
)
MAKES = (
    rf"(?:It threatens (?P<lines>.+), so [XO] must answer (?P<answer>{CELL})\.|"
    r"It prepares (?P<prepares>[^.]+)\.)"
)


def expect_stops_and_makes(board: Board, cell: int, text: str) -> None:
    """*text* tells all that a move which keeps a draw stops and makes."""
    found = re.fullmatch(f"(?:{STOPS})? ?(?:{MAKES})?", text)
    assert found, text
    said, left = found.groupdict(), after(board, cell)
    key, me, you = board.game, board.mover, left.mover
    blocked = {line for line, at in threatened(board, you) if at == cell}
    named = listed(said["blocked"]) if said["blocked"] else []
    assert blocked == {LINES[key][line] for line in named}
    passed = board._replace(mover=you)
    stops = not blocked and not result(left) and shortest(passed) > 0 == shortest(left)
    assert stops == bool(said["fork"] or said["threat"])
    if said["fork"]:
        assert forking(passed, cell_named(key, said["fork"]))
    if said["threat"]:
        plies = shortest_from(passed, cell_named(key, said["threat"]))
        assert plies == shortest(passed)
        assert cell_named(key, said["far"]) in forks_after(passed, (plies - 3) // 2)
    made = threatened(left, me)
    if said["lines"]:
        answer = cell_named(key, said["answer"])
        assert made == {(LINES[key][line], answer) for line in listed(said["lines"])}
        return
    assert not made
    prepared = 0 if result(left) else shortest(left._replace(mover=me))
    assert bool(prepared) == bool(said["prepares"])
    if prepared:
        assert expect_prepared(left, f"{me} prepares {said['prepares']}. ") == ""


def expect_why(board: Board) -> str:
    """The form of what is said of *board*, once it was found true."""
    text = why_so(position(board))
    value = max(value for value, _ in valued(board).values())
    expect = {1: expect_won, 0: expect_drawn, -1: expect_lost}[value]
    return expect(board, text)


def expect_ideas(board: Board) -> None:
    """The map of the moves that win, or else of what beats those that lose."""
    here, worths = position(board), valued(board)
    threatening = threatened(board, other(board.mover))
    assert {*ideas_diagram(here).lines} == {line for line, _ in threatening}
    notes = {
        cell: drawn.note
        for cell, drawn in enumerate(cell for row in ideas_diagram(here).rows for cell in row)
        if drawn.note
    }
    winning = {cell for cell, (value, _) in worths.items() if value == 1}
    assert {*winning_ideas(here)} == winning
    if winning:
        assert notes == {cell: idea_of(board, cell).value for cell in winning}
        lines = [(winning_variation(here, cell), board.mover) for cell in winning]
    else:
        losing = losing_moves(here)
        assert [(move.cell, move.plies) for move in losing] == [
            (cell, plies) for cell, (value, plies) in worths.items() if value == -1
        ]
        assert notes == {move.cell: f"→ {name(board.game, move.answer)}" for move in losing}
        for move in losing:
            assert move.answer in answers(board, move.cell)
            assert move.idea is idea_of(after(board, move.cell), move.answer)
            assert move.continuation[:2] == (move.cell, move.answer)
        lines = [(move.continuation, other(board.mover)) for move in losing]
    for line, winner in lines:
        end = board
        for cell in line:
            assert not result(end)
            end = after(end, cell)
        assert result(end) == winner


@pytest.mark.long
def test_why_every_position_of_3x3_is_won_drawn_or_lost_is_told_truly() -> None:
    forms = Counter(map(expect_why, ACTIVE_CLASSES))
    assert {*forms} == {
        *("won", "dead", "safe", "some lose", "most lose", "two threats", "a threat", "prepared")
    }
    for board in ACTIVE_CLASSES:
        expect_ideas(board)


@pytest.mark.slow
def test_why_positions_of_square_are_won_drawn_or_lost_is_told_truly() -> None:
    won = far_from_won(9, 3)
    lost = [after(b, c) for b in won for c in winning_ideas(position(b))]
    for board in at_random("square", range(1, 14), 8, seed=2) + won + lost:
        expect_why(board)
        expect_ideas(board)


@pytest.mark.parametrize("marks", ["OXXX.OXO.X.OOX..", "OX...X.OX.XXXOOO", "XXOXX.OXOOX.XO.O"])
def test_a_side_that_the_other_is_always_before_cannot_complete_a_line(marks: str) -> None:
    """It has the moves left, but wherever the other side plays, that completes its own line."""
    board = Board("square", marks, "XO"[(16 - marks.count(".")) % 2])
    assert expect_why(board) in {"safe", "some lose", "most lose"}
    assert "cannot complete" in why_so(position(board))


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        ("XXX.OO...", "X wins with row 1."),
        ("XOXXOOOXX", "A draw: the board is full, and nobody completed a line."),
    ],
)
def test_nobody_decided_a_game_that_was_over_from_the_start(marks: str, text: str) -> None:
    record = Record(position(Board("tic-tac-toe", marks, "O")))
    assert the_end(record, review(record)) == text


@given(st.sampled_from(["tic-tac-toe", "square"]).flatmap(games))
def test_how_a_game_ended_is_told_truly(boards: list[Board]) -> None:
    record = Record(position(boards[0]), tuple(moves_between(boards)))
    text = the_end(record, review(record))
    end, key = result(boards[-1]), boards[0].game
    how, decided = re.split(r"(?<=\.) (?=Move|Nobody gave|[XO] could)", text)
    if found := re.fullmatch(r"([XO]) wins with (.+)\.", how):
        assert found[1] == end
        assert {LINES[key][line] for line in listed(found[2])} == completed(boards[-1])
    else:
        assert how == "A draw: the board is full, and nobody completed a line."
        assert end == "tie"
    lost = [
        number
        for number, (board, cell) in enumerate(zip(boards, moves_between(boards), strict=False), 1)
        if valued(board)[cell][0] < max(value for value, _ in valued(board).values())
    ]
    if not lost:
        assert (decided == "Nobody gave anything away.") == (end == "tie")
        assert end == "tie" or decided == f"{end} could win from the start, and kept the win."
        return
    found = re.fullmatch(
        r"Move (\d+), ([XO]) (\w\d), decided it: from then on ([XO]|both) kept the (win|draw)\.",
        decided,
    )
    assert found
    board = boards[lost[-1] - 1]
    cell = moves_between(boards)[lost[-1] - 1]
    assert found.groups() == (
        str(lost[-1]),
        board.mover,
        name(key, cell),
        *(("both", "draw") if end == "tie" else (end, "win")),
    )


def moves_between(boards: list[Board]) -> list[int]:
    """The cells that were marked from each of *boards* to the next."""
    return [
        next(c for c, (m, n) in enumerate(zip(b.marks, a.marks, strict=True)) if m != n)
        for b, a in pairwise(boards)
    ]
