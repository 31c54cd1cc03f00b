"""Own games kept by the browser, what they missed, and puzzles made of it."""

import json
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from itertools import accumulate
from random import Random
from typing import Any

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.opponents import OPPONENTS
from ai.puzzles.puzzle import Theme
from ai.puzzles.solving import solution
from ai.rules import TIC_TAC_TOE, Position, Record, parse_game
from tests.browser import ATTRIBUTES, browser_in, browser_with, cookie_of, kept, post, signed
from tests.definitions import longest_key
from tests.own_games import OWN, line
from tests.page import read
from tests.reference import after, empty_board, images, plain, worths
from tests.reference import keeping as best_kept
from tests.views import DAY, match, on
from webapp.board.players import Players
from webapp.kept.games import COUNTED, ENDS, HIGHEST, OwnGames
from webapp.mine.practise import mistakes, puzzle_at

LOSS = "tic-tac-toe X human medium 831620 "  # X misses a block that would fork, and loses at once


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, DAY)


def of(*games: str, **before: object) -> dict[str, Any]:
    """The contents of a file with these *games*, and counts *before* them."""
    return {"games": [*games], "before": before}


def file_of(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get("/mine/games.json").text)
    return found


def bring(client: FlaskClient, text: str) -> int:
    """The status of the response to a file."""
    file = BytesIO(text.encode()), "games.json"
    return client.post("/mine", data={"file": file}).status_code


def keeping(app: Flask, data: object) -> FlaskClient:
    return browser_with(app, signed(app, data, "mine"), "mine")


# The cookie.


def test_thirty_long_games_and_all_counts_fit_into_1500_bytes(app: Flask) -> None:
    lots = Random(1)  # noqa: S311
    games = []
    for _ in range(30):
        game = line(lots, "square", shortest=15, opponent=lots.choice(list(OPPONENTS)[:4]))
        solved = [ply + 16 * lots.randrange(2) for ply in range(lots.randrange(2), 16, 2)]
        games.append(game + "".join("0123456789abcdefghijklmnopqrstuv"[ply] for ply in solved))
    data = of(*games, **{key: lots.randrange(HIGHEST // 10, HIGHEST + 1) for key in COUNTED})
    data["missed"] = ["".join(lots.choices("0123456", k=lots.randrange(4))) for _ in games]
    assert OwnGames.read(data).data == data | {"games": OwnGames.read(data).data["games"]}
    assert len("mine=") + len(signed(app, data, "mine")) <= 1500
    assert bring(app.test_client(), json.dumps(data)) == 303, "and its file comes back"


def test_games_with_long_keys_leave_room_for_fewer(app: Flask) -> None:
    """The others are counted, and no cookie is as long as browsers refuse."""
    lots = Random(0)  # noqa: S311
    games = [line(lots, longest_key(lots), shortest=2) for _ in range(15)]
    with app.test_request_context():
        data = of(*games, **dict.fromkeys(COUNTED, HIGHEST - 30))
        found = OwnGames.read(data | {"missed": ["".join(lots.choices("0123456", k=8))] * 15})
        assert sum(found.counts[f"medium {end}"] - HIGHEST + 30 for end in ENDS) == 15
    assert 9 < len(found.games) < 15
    assert [game.text for game in found.games] == games[-len(found.games) :]
    cookie = signed(app, found.data, "mine")
    assert len(f"__Host-mine={cookie}; {ATTRIBUTES}") < 4096


WRONG = [  # what takes the place of a part of a game
    *(("831620 ", it) for it in ("831620", "8316 ", "881620 ", "8z1620 ")),
    *(("2026-11", "2026-13"), ("2026-11", "2027-01"), ("tic-tac-toe", "chess")),
    *(("medium", "nobody"), ("medium", "human"), ("human", "hard")),
    ("tic-tac-toe X human medium 831620", "square X human minimax a67352df8"),
]
NO_DATA: list[object] = [
    *(None, [], {"games": 3, "before": {}}, {"games": []}, of(*[f"{DAY} {LOSS}"] * 31)),
    *(of(f"2026-11-20 {LOSS}".replace(*it)) for it in WRONG),
    *(of(**{"hard won": it}) for it in (HIGHEST + 1, -1, True, "3")),
    *(of(**{"nobody won": 3}), {"games": [], "before": [["hard won", 3]]}),
    *(of(f"{DAY} {LOSS}") | {"missed": it} for it in (["7"], ["0" * 16], [["1"]], ["", ""], 3)),
]


def test_what_is_no_such_data_counts_as_empty_and_is_refused_as_a_file(app: Flask) -> None:
    """Some of it cannot be read, some the rules forbid."""
    for data in NO_DATA:
        client = keeping(app, data)
        assert file_of(client) == of(), data
        assert bring(client, json.dumps(data)) == 400, data
    assert "Nothing here yet" in client.get("/mine").text
    for cookie in (signed(app, OWN, "mine")[1:], signed(app, OWN), "x", "\xff", "a.b.c"):
        assert file_of(browser_with(app, cookie, "mine")) == of()
    for text in ("no file", "[" * 3000, "\x00", "NaN"):
        assert bring(client, text) == 400
    assert client.post("/mine").status_code == 400
    assert bring(client, " " * 5000) == 413


# Which games are kept.


def test_a_game_is_kept_once_for_its_ending(app: Flask) -> None:
    """Sent twice, taken back and ended again, it still counts once, with its last ending."""
    client = browser_in(app, match(TIC_TAC_TOE, "a1b2c3a3", o="medium"))
    before = cookie_of(client)
    for _ in range(2):  # the same form from the same page
        client.set_cookie("tic-tac-why", before)
        post(client, "/moves", cell=2, ply=4)
    while not (now := kept(client).match).is_over:
        cell, *_others = now.position.empty_cells
        assert post(client, "/moves", cell=cell, ply=now.record.ply).status_code == 303
    (game,), over = file_of(client)["games"], now.record.ply
    assert game.startswith("2026-11-26 tic-tac-toe X human medium 04862")
    assert post(client, "/moves", cell=8, ply=over).status_code == 409
    post(client, "/values", show="on", ply=over)
    post(client, "/score/reset")
    assert file_of(client)["games"] == [game]
    assert "mine" not in kept(client).cookie
    post(client, "/undo", ply=over)
    assert file_of(client)["games"] == []
    ply = kept(client).match.record.ply
    assert post(client, "/undo", ply=ply).status_code in {303, 409}
    assert file_of(client)["games"] == []


def test_other_games_are_not_kept(app: Flask) -> None:
    """Those of two people or programs, from a position that was set up, and retried."""
    easy = match(TIC_TAC_TOE, "a1a2b1b2", o="easy")
    for session in (
        match(TIC_TAC_TOE, "a1a2b1b2"),
        match(TIC_TAC_TOE, "a1a2b1b2", x="easy", o="medium"),
        match(TIC_TAC_TOE, "XX.-OO.-...", o="medium"),
        easy.retry(easy.match.record, easy.match.players),
    ):
        client = browser_in(app, session)
        post(client, "/moves", cell=2, ply=4)
        post(client, "/step", ply=4, until="end")
        assert kept(client).match.is_over
        assert not cookie_of(client, "mine")


def test_games_before_the_last_thirty_are_counted(app: Flask) -> None:
    """Forty wins in the fifth move, the last three played here: thirty are kept, all are told. The
    lowest level never beaten comes next.
    """
    games = [f"{DAY} tic-tac-toe X human easy 03142 "] * 30
    client = keeping(app, of(*games, **{"easy won": 7, "hard won": 1}))
    for number in range(3):
        session = match(TIC_TAC_TOE, "a1a2b1b2", o="easy")
        client.set_cookie("tic-tac-why", signed(app, session.cookie))
        post(client, "/moves", cell=2, ply=4)
        assert file_of(client)["before"]["easy won"] == 8 + number
    assert len(file_of(client)["games"]) == 30
    assert len(cookie_of(client, "mine")) < 1000
    page = client.get("/mine").text
    assert "41 games, kept only in this browser" in page
    assert "40 won, 0 drawn, 0 lost" in page
    assert "Play Medium" in page


def test_the_last_game_without_a_name_stays_in_the_set_up_of_a_game_begun_by_command(
    app: Flask,
) -> None:
    client, own = browser_in(app, match(TIC_TAC_TOE, "", o="medium")), "3x3-a1b1c1"
    client.set_cookie("mine", signed(app, of(f"{DAY} {own} X human easy 03142 "), "mine"))
    assert own in post(client, "/command", htmx=True, command="square", ply=0).text


def test_forgetting_asks_first_and_a_file_brings_back_what_it_was_made_of(app: Flask) -> None:
    client = keeping(app, OWN)
    data = file_of(client)
    assert data == OWN
    assert "23 games" in client.get("/mine/forget").text
    assert cookie_of(client, "mine")
    for _ in range(2):
        assert post(client, "/mine/forget").status_code == 303
        assert not cookie_of(client, "mine")
    for _ in range(2):
        assert bring(client, json.dumps(data)) == 303
        assert file_of(client) == data


# Chances, and puzzles of own mistakes.


@pytest.mark.parametrize("game", ["tic-tac-toe", "square"])
def test_a_decision_is_a_chance_and_its_mistake_a_puzzle_from_the_side_of_the_solver(
    game: str,
) -> None:
    lots = Random(game)  # noqa: S311
    for _ in range(2):
        (own,) = OwnGames.read(of(line(lots, game, shortest=6))).games
        human, record = "X" if own.players.x == "human" else "O", own.record
        start = empty_board(game, record.first)
        boards = zip(accumulate(record.moves, after, initial=start), record.moves, strict=False)
        assert [(it.ply, it.missed) for it in own.chances] == [
            (ply, cell not in best_kept(board))
            for ply, (board, cell) in enumerate(boards)
            if board.mover == human and len({value for value, _ in worths(board).values()}) > 1
        ]
        for ply in own.mistakes(0):
            puzzle, rows = puzzle_at(own.seen(ply)), f"{record.position_at(ply)}"
            swapped = rows.translate(str.maketrans("XO", "OX" if human == "O" else "XO"))
            assert puzzle.rows == swapped.replace(" ", "-")
            assert record.move_at(ply) not in puzzle.right


def test_a_mistake_solved_twice_is_left_out(app: Flask) -> None:
    """Sent twice, a solution counts once; with a hint it does not."""
    alike = of(*[f"2026-11-20 {LOSS}"] * 3)
    client = keeping(app, alike)
    (puzzle,) = mistakes(OwnGames.read(alike), Theme.BLOCK, 0)
    *steps, last = (step.move.cell for step in solution(puzzle))

    def practised() -> str:
        return client.get("/mine/practise?theme=block").headers["Location"]

    def solve(address: str) -> str:
        for cell in steps:
            address = post(client, address, cell=cell).headers["Location"]
        (end,) = {post(client, address, cell=last).headers["Location"] for _ in range(2)}
        return str(end)

    first = practised()
    assert "You were here on" in client.get(first).text
    assert "solved=1" not in first
    solve(post(client, first, hint=1).headers["Location"].partition("#")[0])
    assert practised() == first
    solve(first)
    assert practised().endswith("solved=1"), "all have one position"
    shared = read(client.get(solve(practised())).text).by_id("share")["data-text"]
    assert practised() == "/mine"
    assert shared.startswith("Tic Tac Why, One of my mistakes Tic-tac-toe: ")
    assert [it[: it.rindex(" ") + 1] for it in file_of(client)["games"]] == alike["games"]


def test_other_positions_are_no_puzzles(client: FlaskClient) -> None:
    decision = "tic-tac-toe/XX.-OO.-..."
    for path in (
        *("tic-tac-toe/...-...-...", "tic-tac-toe/XXX-OO.-...", "tic-tac-toe/zz"),
        *("chess/XX.-OO.-...", f"{decision}?solved=2", f"{decision}?moves=a1"),
    ):
        assert client.get(f"/mine/practise/{path}").status_code in {404, 409}, path
    for query in ("", "?theme=chess"):
        assert client.get(f"/mine/practise{query}").status_code == 400


def test_a_mistake_is_practised_once_however_the_board_was_turned() -> None:
    """X begins in any corner, and the person answers on a side: that lets X win by a fork."""
    games, players = OwnGames(), Players(x="unbeatable")
    moves = parse_game(TIC_TAC_TOE, "a1b1a3a2c3b2b3")
    for turn in TIC_TAC_TOE.symmetries:
        record = Record(Position(TIC_TAC_TOE), tuple(turn.cells[cell] for cell in moves))
        games = games.with_end(record, players)
    themes = {chance.theme for game in games.games for chance in game.mistakes(0).values()}
    assert themes
    for theme in themes:
        found = [puzzle.position for puzzle in mistakes(games, theme, 0)]
        assert len({min(images(plain(position))) for position in found}) == len(found)
        for position in found:
            games = replace(games, games=tuple(it.put_right(position, 0) for it in games.games))
        assert not mistakes(games, theme, 0)


# The card.


@pytest.mark.parametrize(("earlier", "days_ago"), [(1, 0), (2, 6), (5, 6), (2, 7)])
def test_the_third_miss_of_a_week_leads_to_practice_and_others_to_a_lesson(
    app: Flask, earlier: int, days_ago: int
) -> None:
    client = browser_in(app, match(TIC_TAC_TOE, "c3a2b1a3", o="medium"))
    data = of(*[f"{DAY - timedelta(days_ago)} {LOSS}"] * earlier)
    client.set_cookie("mine", signed(app, data, "mine"))
    answer = post(client, "/moves", htmx=True, cell=2, ply=4).text
    assert len(file_of(client)["games"]) == earlier + 1
    assert file_of(client)["missed"] == [None] * earlier + ["41"], "threats, then a block"
    practise = earlier >= 2 and days_ago < 7
    for text in (answer, client.get("/").text):
        assert ('href="/mine/practise?theme=block"' in text) is practise
        # Old games are let go, so the misses that are counted are the fewest that there were.
        assert ("Blocks: three misses or more this week." in text) is practise
        assert ('href="/learn/threats"' in text) is not practise
    assert len(brotli.compress(answer.encode(), quality=5)) < 2_500
    assert "idea" not in post(client, "/undo", htmx=True, ply=6).text
    assert len(file_of(client)["games"]) == earlier
