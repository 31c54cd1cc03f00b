"""The match in words: what is heard of each turn, and the position as text."""

import re

from flask import Flask
from hypothesis import example, given

from ai.opponents import HUMAN
from ai.rules.games import TIC_TAC_TOE
from ai.rules.record import parse_record
from tests import reference
from tests.browser import browser_in
from tests.model import cell, name
from tests.page import read
from tests.reference import Board, completing, live
from tests.strategies import any_match, matches, model_of
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.match_page import match_seen
from webapp.game.session import Session
from webapp.game.words import result_in_words, turn_in_words

MOVE = r"([XO]) ([a-d][1-4])"
THREAT = re.compile(r"([XO]) threatens ([a-d1-4, and]+)\.$")
WIN = re.compile(rf"(?:{MOVE} wins|Won) with ([a-d1-4, andwith]+)\.$")


def cells(game: str, listed: str) -> list[int]:
    """The cells in a list such as `a1, b2 and c3`, in its order."""
    return [cell(game, text) for text in re.split(", | and ", listed)]


@given(any_match | matches(over=True))
@example(Match(parse_record(TIC_TAC_TOE, "a1a2b1a3c3b3c2b2c1"), Players(), seed=7))
def test_a_turn_tells_the_moves_since_the_last_decision_and_what_they_threaten(
    match: Match,
) -> None:
    """And the game, until somebody has decided; and at the end who won by which move on which
    cells.
    """
    plain, words = model_of(match), turn_in_words(match)
    won = WIN.search(words)
    assert bool(won) == bool(plain.winner)
    if won:
        assert won[1] == (plain.winner if plain.made else None)
        assert (won[2] and cell(plain.game, won[2])) == (plain.made[-1] if plain.made else None)
        lines = {frozenset(cells(plain.game, line)) for line in won[3].split(", and with ")}
        assert lines == plain.completed
    waiting = reference.other(plain.to_move)
    lacking = completing(Board(plain.game, plain.marks, plain.to_move), waiting)
    threat = THREAT.search(words)
    assert bool(threat) == bool(lacking and not plain.over)
    if threat:
        assert threat[1] == waiting
        assert cells(plain.game, threat[2]) == sorted(lacking)
    undone = (len(plain.moves), "undo") in plain.help and not plain.over
    decisions = plain.decisions if plain.people else [*range(plain.set_up, len(plain.moves))]
    told: list[tuple[str, str]] = []
    if undone:
        assert words.startswith(f"Back at move {len(plain.moves) + 1}.")
    elif match.is_puzzle:
        assert words.startswith(f"Retry move {len(plain.moves) + 1}.")
    else:
        told = [
            (plain.mover_at(ply), name(plain.game, plain.moves[ply]))
            for ply in range((decisions or [plain.set_up])[-1], len(plain.moves))
        ]
    assert re.findall(rf"\b{MOVE}(?=\.| wins)", words) == told
    decided = plain.decisions if plain.people else plain.made
    begins = not (decided or undone or match.is_puzzle)
    assert words.startswith(match.record.game.name) == begins


# X wins with column a, O wins with column b, nobody does.
ENDS = ("a1b1a2b2a3", "a1b1a2b2c3b3", "a1b2c3b1b3a3c1c2a2")
RESULTS = {
    (HUMAN, "easy"): ("You beat Easy.", "Easy beat you.", "A draw."),
    ("unbeatable", HUMAN): ("Unbeatable beat you.", "You beat Unbeatable.", "You held Unbeatable."),
    ("easy", "hard"): ("Easy beat Hard.", "Hard beat Easy.", "Easy and Hard drew."),
}


def test_the_end_says_who_beat_or_held_whom() -> None:
    for seats, results in RESULTS.items():
        for moves, told in zip(ENDS, results, strict=True):
            match = Match(parse_record(TIC_TAC_TOE, moves), Players(*seats), 0)
            brief, sentence = result_in_words(match_seen(Session(match)))
            assert sentence == told
            assert HUMAN not in seats or f"{brief}." == told, "seen and heard"


@given(any_match)
def test_the_position_is_there_as_text(app: Flask, match: Match) -> None:
    plain = model_of(match)
    columns, size = reference.extent(plain.game)
    page = read(browser_in(app, Session(match)).get("/position").text)
    (main,) = page.all("main")
    assert plain.status in main.text
    items = [item.text for item in main.all("li")]
    stands = {"X": "X", "O": "O", ".": "empty"}
    for row, text in enumerate(items[:size]):
        numbers = range(columns * row, columns * (row + 1))
        listed = [f"{name(plain.game, n)} {stands[plain.marks[n]]}" for n in numbers]
        assert text == f"Row {row + 1}: {', '.join(listed)}."

    board = Board(plain.game, plain.marks, plain.to_move)
    threats = {
        (mark, name(plain.game, n), count)
        for mark in "XO"
        for n, count in completing(board, mark).items()
        if not plain.over
    }
    found = re.findall(r"([XO]) threatens ([a-d][1-4]): (.+)\.", "\n".join(items[size:]))
    assert {(mark, at, len(re.split(", | and ", lines))) for mark, at, lines in found} == threats
    assert len(items) == size + len(threats)

    tables = main.all("table")
    assert bool(tables) == (plain.game == "square" and not plain.over)
    for table in tables:
        body = [[e.text for e in row if e.tag in {"th", "td"}] for row in table.all("tr")[1:]]
        assert body == [
            [name(plain.game, n), *(f"{sum(n in it for it in live(board, m))}" for m in "XO")]
            for n in reference.moves(board)
        ]
