"""How games ended, in words: each claim held against other rules and a solver of the tests."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai.explain.ending import ending
from ai.explain.persons import COMPUTER, PERSON, Persons
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import Record, parse_record
from ai.study.review import review
from tests.browser import play
from tests.model import cell as cell_named
from tests.model import name
from tests.page import read
from tests.reference import (
    Board,
    after,
    completed,
    completing,
    empty_board,
    keeping,
    moves,
    other,
    position,
    result,
    shortest_from,
    worth,
    worths,
)
from tests.samples import ACTIVE_CLASSES, games, played, to_the_end
from tests.test_wins_in_words import CELL, LINES, forking, listed
from tests.views import HUMAN, View
from webapp.board.players import Players
from webapp.match.match import Match
from webapp.match.page import turning_point
from webapp.match.session import Session

COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
TIMES = (
    *("Once", "Twice", "Three times", "Four times"),
    *("Five times", "Six times", "Seven times", "Eight times"),
)
SETS = {"tic-tac-toe": "lines", "square": "squares"}
FULL = {"tic-tac-toe": "9 marks, no line.", "square": "16 marks, no square."}
ANY_GAME = st.sampled_from(["tic-tac-toe", "square"]).flatmap(games)


def record_of(boards: list[Board]) -> Record:
    """The record of the game through *boards*."""
    return Record(position(boards[0]), played(boards))


def slips(boards: list[Board]) -> list[int]:
    """The indices of the moves that gave value away."""
    made = zip(boards, played(boards), strict=False)
    return [index for index, (board, cell) in enumerate(made) if cell not in keeping(board)]


def number_after(board: Board) -> int:
    """The number of the move after *board*."""
    return 1 + sum(mark in "XO" for mark in board.marks)


def decisions(boards: list[Board], mark: str) -> int:
    """How often *mark* had a cell that keeps its value and one that does not."""
    made = (board for board in boards[:-1] if board.mover == mark)
    return sum(len({value for value, _ in worths(board).values()}) > 1 for board in made)


def had(boards: list[Board]) -> str:
    """The value that the last slip gave away; without a slip, the win from the start."""
    lost = slips(boards)
    if not lost:
        return f"{boards[-2].mover} had the win from the start."
    board = boards[lost[-1]]
    value = "win" if worth(board)[0] == 1 else "draw"
    return f"{board.mover} had a {value} at move {number_after(board)}."


def expect_won(boards: list[Board], text: str) -> None:
    """*text* names the winning lines, unless they are too many, what the loser did last, and the
    value that the last slip gave away.
    """
    *_, before, last, end = boards
    key, winner, loser = end.game, last.mover, before.mover
    lines, why, rest = re.fullmatch(r"([^:]+): ([^.]+)\. ?(.*)", text).groups()  # type: ignore[union-attr]
    num = len(completed(end))
    if found := re.fullmatch(rf"(\d+) {SETS[key]} at once", lines):
        assert int(found[1]) == num > 1
    else:
        named = listed(lines[0].lower() + lines[1:])
        assert {LINES[key][line] for line in named} == completed(end)
    moved = name(key, played(boards)[-2])
    threatened = completing(before, winner)
    if why == f"{loser}'s {moved} passed up a win at move {number_after(before)}":
        assert completing(before, loser)
        assert not rest
        return
    assert not completing(before, loser)
    assert rest == had(boards)
    if found := re.fullmatch(rf"{loser} could block only one cell of (\w+)", why):
        assert COUNTS.get(found[1]) == len(threatened)
        return
    assert len(threatened) == 1
    assert cell_named(key, moved) not in threatened
    assert why == f"{loser}'s {moved} didn't block"


def expect_drawn(boards: list[Board], text: str) -> None:
    """*text* tells the last slip, else how often one of both could have lost."""
    full = FULL[boards[0].game]
    if slips(boards):
        assert text == f"{full} {had(boards)}"
        return
    count = decisions(boards, "X") + decisions(boards, "O")
    expect_count(text.removeprefix(f"{full} "), count, "nobody")


def expect_count(text: str, count: int, who: str) -> None:
    """*text* says that in *count* decisions, all on drawn boards, a wrong cell would have lost."""
    if not count:
        assert text == "Nobody slipped."
        return
    times = TIMES[count - 1] if count <= len(TIMES) else f"{count} times"
    took = "You took none" if who == "you" else "Nobody took one"
    assert text == f"{times} a wrong cell could have lost. {took}."


@given(ANY_GAME)
def test_how_a_game_ended_is_told_truly_and_briefly(boards: list[Board]) -> None:
    text = ending(record_of(boards))
    assert len(text) <= 90
    (expect_drawn if result(boards[-1]) == "tie" else expect_won)(boards, text)


def test_more_chances_than_words_are_counted_too() -> None:
    """Eight for each side at most, sixteen for both."""
    boards = [empty_board("square", "X")]
    while result(boards[-1]) is None:
        found = worths(boards[-1])
        boards.append(after(boards[-1], max(found, key=lambda cell: found[cell][0])))
    assert decisions(boards, "X") + decisions(boards, "O") > len(TIMES)
    expect_drawn(boards, ending(record_of(boards)))


@given(ANY_GAME, st.sampled_from([PERSON, COMPUTER]))
def test_a_person_hears_the_same_of_i_and_you(boards: list[Board], persons: Persons) -> None:
    """But of a draw without a slip only the own decisions are counted."""
    plain, spoken = ending(record_of(boards)), ending(record_of(boards), persons)
    last = boards[-2].mover
    you = last if persons is PERSON else other(last)
    assert len(spoken) <= 90
    if result(boards[-1]) == "tie" and not slips(boards):
        text = spoken.removeprefix(f"{FULL[boards[0].game]} ")
        expect_count(text, decisions(boards, you), "you")
        return
    heard = re.sub(rf"\b{you}'s\b", "your", plain)
    heard = re.sub(rf"\b{other(you)}'s\b", "my", heard)
    heard = re.sub(rf"\b{you}\b", "you", heard)
    heard = re.sub(rf"\b{other(you)}\b", "I", heard)
    # A person's name may leave no room for the lines.
    assert spoken.split(": ")[-1] == heard.replace(". you", ". You").split(": ")[-1]


@given(ANY_GAME, st.data())
def test_a_set_up_start_has_no_deeds(boards: list[Board], data: st.DataObject) -> None:
    """A sentence names only moves that were played."""
    later = boards[data.draw(st.integers(0, len(boards) - 1)) :]
    text = ending(record_of(later))
    assert len(text) <= 90
    if len(later) > 2 and result(boards[-1]) != "tie":
        expect_won(later, text)
    elif result(boards[-1]) != "tie":
        lines, verb = re.fullmatch(r"(.+) (is|are) complete\.", text).groups()  # type: ignore[union-attr]
        assert (verb == "are") == (len(completed(boards[-1])) > 1)
        assert lines
    if len(later) == 1 and result(boards[-1]) == "tie":
        assert text == FULL[boards[0].game]
    names = {name(boards[0].game, cell) for cell in played(later)}
    deeds = re.findall(rf"[XO]'s ({CELL})", text)
    assert names >= {*deeds}


def test_a_game_that_goes_on_has_no_ending() -> None:
    with pytest.raises(ValueError, match="goes on"):
        ending(Record(position(Board("tic-tac-toe", "X........", "O"))))


def last_moves(board: Board) -> Iterator[list[Board]]:
    """The games that a win ends two moves after *board*."""
    for cell in moves(board):
        middle = after(board, cell)
        if result(middle) is None:
            ends = (after(middle, reply) for reply in moves(middle))
            yield from ([board, middle, end] for end in ends if completed(end))


def expect_brief(record: Record) -> None:
    """The ending of *record*, of a first game and of a retry, fits into the room."""
    for persons in (None, PERSON, COMPUTER):
        assert max(len(ending(record, persons, again=again)) for again in (False, True)) <= 90


def test_every_win_on_3x3_is_told_truly_and_briefly() -> None:
    """The last two moves are all that such a sentence tells of."""
    ended = [boards for board in ACTIVE_CLASSES for boards in last_moves(board)]
    for boards in ended:
        expect_won(boards, ending(record_of(boards)))
        expect_brief(record_of(boards))
    assert len(ended) > 1000


@pytest.mark.slow
def test_every_ending_on_square_is_brief() -> None:
    for boards in to_the_end("square", 3_000, seed=8):
        expect_brief(record_of(boards))


@given(ANY_GAME, st.sampled_from(Mark))
def test_the_card_tells_a_person_whose_win_it_was(
    app: Flask, boards: list[Board], person: Mark
) -> None:
    record = record_of(boards)
    players = Players("unbeatable", "unbeatable").replace(person, HUMAN)
    page = View(session=Session(Match(record, players, seed=1))).visit(app)
    persons = PERSON if boards[-2].mover == person else COMPUTER
    assert read(page.text).by_id("review").all("p")[0].text == ending(record, persons)


def test_a_retry_without_a_slip_speaks_of_this_time(app: Flask) -> None:
    """The first time b1 lost: O has to take the centre."""
    players = Players("unbeatable", HUMAN)
    first = Session(Match(parse_record(TIC_TAC_TOE, "a1b1"), players, seed=1))
    session = first.retry(parse_record(TIC_TAC_TOE, "a1"), players)
    while not session.match.is_over:
        session = session.play(session.match.study.best.cell)
    card = read(View(session=session).visit(app).text).by_id("review")
    assert card.all("p")[0].text == (
        "9 marks, no line. This time nobody slipped. A retry doesn't count."
    )
    assert "none this time: nobody slipped." in card.text


@given(ANY_GAME, st.sampled_from([PERSON, COMPUTER, None]))
def test_a_retry_is_said_not_to_count(boards: list[Board], persons: Persons | None) -> None:
    record = record_of(boards)
    said = ending(record, persons, again=True)
    assert said.endswith(" A retry doesn't count.")
    assert len(said) <= 90
    assert "count" not in ending(record, persons)


@given(ANY_GAME)
def test_the_turning_point_tells_what_the_winner_did(boards: list[Board]) -> None:
    """It says “could have won” of what the other side did not play."""
    found = turning_point(review(record_of(boards)), lambda _mark: None)
    if not found or not (told := re.match("it (let|gave) ", found.slip)):
        return
    here, cell = boards[slips(boards)[-1] + 1], played(boards)[slips(boards)[-1] + 1]
    left = after(here, cell)
    did = {
        f"{here.mover} win at once": bool(completed(left)),
        f"{here.mover} fork": forking(here, cell),
        f"{here.mover} win by threat after threat": shortest_from(here, cell) > 3,
        f"{here.mover} a block that wins": cell in completing(here, left.mover),
        f"{here.mover} a threat that wins": bool(completing(left, here.mover)),
        f"{here.mover} a quiet move that wins": not completing(left, here.mover),
    }
    assert did[found.slip.removeprefix(told[0])]


@given(games("tic-tac-toe"))
def test_the_card_counts_the_chances_of_both_and_those_kept(
    app: Flask, boards: list[Board]
) -> None:
    client = app.test_client()
    fields = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": boards[0].mover.lower()}
    client.post("/matches", data=fields)
    play(client, *played(boards))
    slipped = [boards[index].mover for index in slips(boards)]
    counted = [
        (all_of - slipped.count(m), all_of) for m in "XO" if (all_of := decisions(boards, m))
    ]
    card = read(client.get("/").text).by_id("review")
    assert ("Chances kept" in card.text) == bool(counted)
    told = [it.text for it in card.all("b") if " of " in it.text]
    assert told == [f"{right} of {all_of}" for right, all_of in counted]
