"""Own games kept by the browser, what they missed, and puzzles made of it."""

import json
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from random import Random
from typing import Any

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.opponents import OPPONENTS
from ai.puzzles.puzzle import Theme
from ai.puzzles.solving import solution
from ai.rules import GAMES, TIC_TAC_TOE, Position, Record, parse_game
from ai.study.study import Idea
from tests.browser import ATTRIBUTES, browser_in, browser_with, cookie_of, kept, post, signed
from tests.claims.positions import idea_of
from tests.definitions import longest_key
from tests.own_games import OWN, boards_of, line
from tests.page import read
from tests.reference import Board, completing, images, keeping, merits, other, plain, worth, worths
from tests.views import DAY, match, on
from webapp.board.players import Players
from webapp.game.session import Session
from webapp.kept.games import COUNTED, ENDS, HIGHEST, OwnGames
from webapp.mine.practise import mistakes, puzzle_at


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, DAY)


def file_of(client: FlaskClient) -> dict[str, Any]:
    """The file that the browser exports."""
    found: dict[str, Any] = json.loads(client.get("/mine/games.json").text)
    return found


def bring(client: FlaskClient, data: object, text: str = "") -> int:
    """The status of the response to a file."""
    file = BytesIO((text or json.dumps(data)).encode()), "games.json"
    return client.post("/mine", data={"file": file}).status_code


def browser_keeping(app: Flask, data: object) -> FlaskClient:
    return browser_with(app, signed(app, data, "mine"), "mine")


# The cookie.


@pytest.mark.parametrize("seed", range(8))
def test_thirty_long_games_and_all_counts_fit_into_1500_bytes(app: Flask, seed: int) -> None:
    lots = Random(seed)  # noqa: S311
    games = []
    for _ in range(30):
        game = line(lots, "square", shortest=15, opponent=lots.choice(list(OPPONENTS)[:4]))
        own = range(lots.randrange(2), 16, 2)
        solved = [ply + 16 * lots.randrange(2) for ply in own]
        games.append(game + "".join("0123456789abcdefghijklmnopqrstuv"[ply] for ply in solved))
    counts = {key: lots.randrange(HIGHEST // 10, HIGHEST + 1) for key in COUNTED}
    data = {"games": games, "before": counts}
    assert OwnGames.read(data).data == data | {"games": OwnGames.read(data).data["games"]}
    assert len("mine=") + len(signed(app, data, "mine")) <= 1500
    assert bring(app.test_client(), data) == 303, "and its file comes back"


@pytest.mark.parametrize("seed", range(2))
def test_games_with_long_keys_leave_room_for_fewer(app: Flask, seed: int) -> None:
    """The others are counted, and no cookie is as long as browsers refuse."""
    lots = Random(seed)  # noqa: S311
    games = [
        line(lots, longest_key(lots), shortest=2, opponent=lots.choice(list(OPPONENTS)[:4]))
        for _ in range(30)
    ]
    counts = {key: lots.randrange(HIGHEST // 10, HIGHEST - 30) for key in COUNTED}
    with app.test_request_context():
        found = OwnGames.read({"games": games, "before": counts})
        ended = [f"{it} {end}" for it in OPPONENTS for end in ENDS]
        assert sum(found.counts[key] - counts[key] for key in ended) == 30
    assert 9 < len(found.games) < 30
    assert [game.text for game in found.games] == games[-len(found.games) :]
    cookie = signed(app, found.data, "mine")
    assert len(f"__Host-mine={cookie}; {ATTRIBUTES}") < 4096
    client = browser_with(app, cookie, "mine")
    assert bring(client, file_of(client)) == 303


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"games": 3, "before": {}},
        {"games": []},
        {"games": ["2026-11-20 tic-tac-toe X human medium 8316"], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X human medium 8316 "], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X human medium 881620 "], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X human medium 8z1620 "], "before": {}},
        {"games": ["2026-13-20 tic-tac-toe X human medium 831620 "], "before": {}},
        {"games": ["2027-01-20 tic-tac-toe X human medium 831620 "], "before": {}},
        {"games": ["2026-11-20 chess X human medium 831620 "], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X human nobody 831620 "], "before": {}},
        {"games": ["2026-11-20 square X human minimax a67352df8 "], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X human human 831620 "], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X hard medium 831620 "], "before": {}},
        {"games": ["2026-11-20 tic-tac-toe X human medium 831620 "] * 31, "before": {}},
        {"games": [], "before": {"hard won": HIGHEST + 1}},
        {"games": [], "before": {"hard won": -1}},
        {"games": [], "before": {"hard won": True}},
        {"games": [], "before": {"hard won": "3"}},
        {"games": [], "before": {"nobody won": 3}},
        {"games": [], "before": [["hard won", 3]]},
    ],
)
def test_what_is_no_such_data_counts_as_empty_and_is_refused_as_a_file(
    app: Flask, data: object
) -> None:
    """Some of it cannot be read, some the rules forbid."""
    client = browser_keeping(app, data)
    assert file_of(client) == {"games": [], "before": {}}
    assert "Nothing here yet" in client.get("/mine").text
    assert bring(client, data) == 400
    assert file_of(client) == {"games": [], "before": {}}


def test_a_forged_cookie_counts_as_empty(app: Flask) -> None:
    good = signed(app, OWN, "mine")
    for cookie in (good[:-1], good[1:], signed(app, OWN), signed(app, OWN, "puzzles"), "x", "."):
        client = browser_with(app, cookie, "mine")
        assert file_of(client)["games"] == []
        assert client.get("/mine").status_code == 200


# Which games are kept.


def test_a_game_is_kept_once_for_its_ending(app: Flask) -> None:
    """Sent twice, taken back and ended again, it still counts once, with its last ending."""
    client = browser_in(app, match(TIC_TAC_TOE, "a1b2c3a3", o="medium"))
    before = cookie_of(client)
    for cell in (2, 2):  # the same form from the same page
        client.set_cookie("tic-tac-why", before)
        client.delete_cookie("mine")
        post(client, "/moves", cell=cell, ply=4)
    session = kept(client)
    while not session.match.is_over:
        cell = session.match.position.empty_cells[0]
        assert post(client, "/moves", cell=cell, ply=session.match.record.ply).status_code == 303
        session = kept(client)
    (game,) = file_of(client)["games"]
    assert game.startswith("2026-11-26 tic-tac-toe X human medium 04862")
    over = session.match.record.ply
    assert post(client, "/moves", cell=8, ply=over).status_code == 409
    post(client, "/values", show="on", ply=over)
    post(client, "/score/reset")
    assert file_of(client)["games"] == [game]
    post(client, "/undo", ply=over)
    assert file_of(client)["games"] == []
    ply = kept(client).match.record.ply
    assert post(client, "/undo", ply=ply).status_code in {303, 409}
    assert file_of(client)["games"] == []


@pytest.mark.parametrize(
    "session",
    [
        match(TIC_TAC_TOE, "a1a2b1b2"),
        match(TIC_TAC_TOE, "XX.-OO.-...", o="medium"),
        match(TIC_TAC_TOE, "a1a2b1b2", o="easy").retry(
            match(TIC_TAC_TOE, "a1a2b1b2").match.record, Players(o="easy")
        ),
    ],
    ids=["two people", "set up", "a retry"],
)
def test_other_games_are_not_kept(app: Flask, session: Session) -> None:
    client = browser_in(app, session)
    post(client, "/moves", cell=2, ply=4)
    assert kept(client).match.is_over
    assert not cookie_of(client, "mine")


def test_programs_games_are_not_kept(app: Flask) -> None:
    client = browser_in(app, match(TIC_TAC_TOE, x="easy", o="medium"))
    post(client, "/step", ply=0, until="end")
    assert kept(client).match.is_over
    assert not cookie_of(client, "mine")


def test_games_before_the_last_thirty_are_counted(app: Flask) -> None:
    """Forty wins in the fifth move: thirty are kept, and all are told."""
    client = app.test_client()
    for number in range(40):
        client.set_cookie(
            "tic-tac-why", signed(app, match(TIC_TAC_TOE, "a1a2b1b2", o="easy").cookie)
        )
        post(client, "/moves", cell=2, ply=4)
        assert len(file_of(client)["games"]) == min(number + 1, 30)
    assert len(cookie_of(client, "mine")) < 1000
    assert file_of(client)["before"]["easy won"] == 10
    assert "40 games, kept only in this browser" in client.get("/mine").text
    assert "40 won, 0 drawn, 0 lost" in client.get("/mine").text


@pytest.mark.parametrize(
    ("beaten", "coming"),
    [("", "Easy"), ("easy", "Medium"), ("easy hard", "Medium"), ("easy medium hard", "Unbeatable")],
)
def test_next_comes_the_lowest_level_never_beaten(app: Flask, beaten: str, coming: str) -> None:
    """Here of a browser whose only game, lost to Medium, met no theme three times."""
    before = {f"{key} won": 1 for key in beaten.split()}
    client = browser_keeping(app, {"games": [f"{DAY} {LOSS}"], "before": before})
    assert f"Play {coming}" in client.get("/mine").text


def test_the_session_is_no_larger(app: Flask) -> None:
    client = browser_in(app, match(TIC_TAC_TOE, "a1a2b1b2", o="easy"))
    post(client, "/moves", cell=2, ply=4)
    assert "mine" not in kept(client).cookie


# Themes met and missed.


def to_find_again(board: Board) -> str:
    """The theme of a decision, from plain boards."""
    losing = [cell for cell, (value, _) in worths(board).items() if value < worth(board)[0]]
    lines = completing(board, board.mover), completing(board, other(board.mover))
    if any(lines) and {*(lines[0] or lines[1])} <= {*keeping(board)}:
        return "complete" if lines[0] else "block"
    if worth(board)[0] == 1:
        best = max(merits(board).values()) if board.game == "tic-tac-toe" else None
        fastest = min(plies for value, plies in worths(board).values() if value == 1 and plies)
        cells = [
            cell
            for cell, (value, plies) in worths(board).items()
            if (value, plies) == (1, fastest) and (best is None or merits(board)[cell] == best)
        ]
        ideas = [idea_of(board, cell) for cell in cells]
        by_threats = [it for it in ideas if it in {Idea.LINE, Idea.FORK, Idea.THREATS}]
        names = {Idea.LINE: "complete", Idea.FORK: "fork", Idea.THREATS: "threats"}
        return (names | {Idea.BLOCK: "block"}).get((by_threats or ideas)[0], "quiet")
    return "stop-fork" if all(forks_after(board, cell) for cell in losing) else "hold"


def forks_after(board: Board, cell: int) -> bool:
    """Whether the answer to a move that loses is a fork: of the fastest wins by threats the
    first."""
    left = board._replace(
        marks=board.marks[:cell] + board.mover + board.marks[cell + 1 :], mover=other(board.mover)
    )
    fastest = min(plies for value, plies in worths(left).values() if value == 1 and plies)
    best = [it for it, found in worths(left).items() if found == (1, fastest)]
    ideas = [idea_of(left, it) for it in best]
    return ([it for it in ideas if it in {Idea.LINE, Idea.FORK, Idea.THREATS}] or ideas)[0] is (
        Idea.FORK
    )


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_those_of_a_second_reading(game: str) -> None:
    lots = Random(game)  # noqa: S311
    for _ in range(12):
        text = line(lots, game, shortest=6 if game == "tic-tac-toe" else 9)
        (own,) = OwnGames.read({"games": [text], "before": {}}).games
        mark = "X" if own.players.x == "human" else "O"
        boards = boards_of(list(own.record.moves), game, own.record.first)
        expected = [
            (ply, to_find_again(board), cell not in keeping(board))
            for ply, (board, cell) in enumerate(zip(boards, own.record.moves, strict=False))
            if board.mover == mark and len({value for value, _ in worths(board).values()}) > 1
        ]
        assert [(it.ply, f"{it.theme}", it.missed) for it in own.chances] == expected


# The page.


def test_the_page_tells_what_was_missed_and_where(app: Flask) -> None:
    client = browser_keeping(app, OWN)
    own, page = OwnGames.read(OWN), read(client.get("/mine").text)
    text = client.get("/mine").text
    for it in ("What you miss most", "Last games", "Chances kept", "By opponent"):
        assert it in text
    links = [link["href"] for link in page.all("a") if "/replay/" in link["href"]]
    assert len(links) == len(own.games)
    for url in links[:3]:
        assert client.get(url).status_code == 200
    assert "no-store" in client.get("/mine").headers["Cache-Control"]


@pytest.mark.parametrize("many", [6, 30])
def test_the_curve_ends_at_the_share_of_all_chances_in_the_last_games(
    app: Flask, many: int
) -> None:
    lots = Random(many)  # noqa: S311
    games = [line(lots, "tic-tac-toe", shortest=6) for _ in range(many)]
    read_games = OwnGames.read({"games": games, "before": {}}).games
    decided = [chances for it in read_games if (chances := it.chances)][-10:]
    missed = [it.missed for chances in decided for it in chances]
    share = (200 * missed.count(False) + len(missed)) // (2 * len(missed))
    page = read(browser_keeping(app, {"games": games, "before": {}}).get("/mine").text)
    (curve,) = (it for it in page.all("svg") if it.attributes.get("role") == "img")
    assert f"{share} % over the last {len(decided)} games" in curve["aria-label"]
    assert f"in %, over {len(decided)} games" in page.by_id("kept").text


def test_forgetting_asks_first_and_keeps_nothing(app: Flask) -> None:
    client = browser_keeping(app, OWN)
    assert "23 games" in client.get("/mine/forget").text
    assert cookie_of(client, "mine")
    for _ in range(2):
        assert post(client, "/mine/forget").status_code == 303
        assert not cookie_of(client, "mine")
    assert "Nothing here yet" in client.get("/mine").text


def test_a_file_brings_back_what_it_was_made_of(app: Flask) -> None:
    data = file_of(browser_keeping(app, OWN))
    assert data == OWN
    client = app.test_client()
    for _ in range(2):
        assert bring(client, data) == 303
        assert file_of(client) == data


@pytest.mark.parametrize("text", ["no file", "[" * 3000, '{"games": [1]}', "\x00", "NaN"])
def test_other_files_are_refused_in_words(client: FlaskClient, text: str) -> None:
    assert bring(client, None, text) == 400
    assert client.post("/mine").status_code == 400
    assert not cookie_of(client, "mine")


def test_a_large_file_is_refused(client: FlaskClient) -> None:
    assert bring(client, None, " " * 5000) == 413


# Puzzles of own mistakes.


def solve(client: FlaskClient, address: str) -> str:
    """Solve the puzzle at *address*, and return where it leads."""
    rows, _, _query = address.partition("?")
    *_, game, rows = rows.split("/")
    puzzle = next(
        puzzle
        for theme in Theme
        for times in range(2)
        for puzzle in mistakes(OwnGames.read(file_of(client)), theme, times)
        if (puzzle.game.key, puzzle.rows) == (game, rows)
    )
    for step in solution(puzzle):
        address = client.post(address, data={"cell": step.move.cell}).headers["Location"]
    return address


def practised(client: FlaskClient, theme: str) -> str:
    return client.get(f"/mine/practise?theme={theme}").headers["Location"]


LOSS = "tic-tac-toe X human medium 831620 "  # X misses a block that would fork, and loses at once
ALIKE: dict[str, object] = {"games": [f"2026-11-20 {LOSS}"] * 3, "before": {}}


def test_a_mistake_solved_twice_is_left_out(app: Flask) -> None:
    client = browser_keeping(app, ALIKE)
    first = practised(client, "block")
    assert "You were here on" in client.get(first).text
    last_step = solve(client, first)
    assert "solved=1" not in first
    shared = read(client.get(last_step).text).by_id("share")["data-text"]
    assert shared.startswith("Tic Tac Why, One of my mistakes Tic-tac-toe: ")
    again = practised(client, "block")
    assert again.endswith("solved=1"), "all have one position"
    before = file_of(client)
    solve(client, again)
    assert practised(client, "block") == "/mine"
    assert client.get(last_step).status_code == 200
    assert [it.rpartition(" ")[0] for it in before["games"]] == [
        it.rpartition(" ")[0] for it in file_of(client)["games"]
    ]


def test_a_solution_sent_twice_counts_once(app: Flask) -> None:
    client = browser_keeping(app, ALIKE)
    address = practised(client, "block")
    (puzzle,) = mistakes(OwnGames.read(ALIKE), Theme.BLOCK, 0)
    steps = solution(puzzle)
    for step in steps[:-1]:
        address = client.post(address, data={"cell": step.move.cell}).headers["Location"]
    for _ in range(2):
        client.post(address, data={"cell": steps[-1].move.cell})
    assert practised(client, "block").endswith("solved=1")


def test_with_a_hint_it_stays(app: Flask) -> None:
    client = browser_keeping(app, ALIKE)
    address = practised(client, "block")
    hinted = client.post(address, data={"hint": 1}).headers["Location"].partition("#")[0]
    (puzzle,) = mistakes(OwnGames.read(ALIKE), Theme.BLOCK, 0)
    for step in solution(puzzle):
        hinted = client.post(hinted, data={"cell": step.move.cell}).headers["Location"]
    assert practised(client, "block") == address


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_of_mistakes_are_seen_from_the_side_of_the_solver(game: str) -> None:
    lots = Random(game)  # noqa: S311
    for _ in range(20):
        (own,) = OwnGames.read({"games": [line(lots, game)], "before": {}}).games
        for ply in own.mistakes(0):
            puzzle, board = puzzle_at(own.seen(ply)), own.record.position_at(ply)
            human = "X" if own.players.x == "human" else "O"
            swapped = str(board).translate(str.maketrans("XO", "OX" if human == "O" else "XO"))
            assert puzzle.rows == swapped.replace(" ", "-")
            assert own.record.move_at(ply) not in puzzle.right


def test_other_positions_are_no_puzzles(client: FlaskClient) -> None:
    for path in (
        "tic-tac-toe/...-...-...",
        "tic-tac-toe/XXX-OO.-...",
        "tic-tac-toe/zz",
        "chess/XX.-OO.-...",
        "tic-tac-toe/XX.-OO.-...?solved=2",
        "tic-tac-toe/XX.-OO.-...?moves=a1",
    ):
        assert client.get(f"/mine/practise/{path}").status_code in {404, 409}, path
    assert client.get("/mine/practise").status_code == 400
    assert client.get("/mine/practise?theme=chess").status_code == 400


# The card.


@pytest.mark.parametrize("days_ago", [0, 6, 7])
@pytest.mark.parametrize("earlier", [0, 1, 2, 5])
def test_the_third_miss_of_a_week_leads_to_practice_and_others_to_a_lesson(
    app: Flask, earlier: int, days_ago: int
) -> None:
    games = [f"{DAY - timedelta(days_ago)} {LOSS}"] * earlier
    client = browser_in(app, match(TIC_TAC_TOE, "c3a2b1a3", o="medium"))
    client.set_cookie("mine", signed(app, {"games": games, "before": {}}, "mine"))
    answer = post(client, "/moves", htmx=True, cell=2, ply=4).text
    assert len(file_of(client)["games"]) == earlier + 1
    for text in (answer, client.get("/").text):
        practise = earlier >= 2 and days_ago < 7
        assert ('href="/mine/practise?theme=block"' in text) is practise
        # Old games are let go, so the misses that are counted are the fewest that there were.
        assert ("Blocks: three misses or more this week." in text) is practise
        assert ('href="/learn/threats"' in text) is not practise
    assert len(brotli.compress(answer.encode(), quality=5)) < 2_500
    undone = post(client, "/undo", htmx=True, ply=6).text
    assert "idea" not in undone
    assert len(file_of(client)["games"]) == earlier


def test_after_a_win_nothing_is_said_of_mistakes(app: Flask) -> None:
    client = browser_in(app, match(TIC_TAC_TOE, "c3a2b1a3a1b3", o="medium"))
    data = {"games": [f"{DAY} {LOSS}"] * 5, "before": {}}
    client.set_cookie("mine", signed(app, data, "mine"))
    answer = post(client, "/moves", htmx=True, cell=4, ply=6).text
    assert "X wins" in answer or "You beat" in answer
    assert "/mine/practise" not in answer
    assert "/learn/threats" not in answer


def test_a_mistake_is_practised_once_however_the_board_was_turned() -> None:
    """X begins in any corner, and the person answers on a side: that lets X win by a fork."""
    games = OwnGames()
    players = Players(x="unbeatable")
    moves = parse_game(TIC_TAC_TOE, "a1b1a3a2c3b2b3")
    for turn in TIC_TAC_TOE.symmetries:
        record = Record(Position(TIC_TAC_TOE), tuple(turn.cells[cell] for cell in moves))
        games = games.with_end(record, players)
    themes = {chance.theme for game in games.games for chance in game.mistakes(0).values()}
    assert themes
    for theme in themes:
        puzzles = [it.position for it in mistakes(games, theme, 0)]
        seen = {min(images(plain(position))) for position in puzzles}
        assert len(seen) == len(puzzles)
        for position in puzzles:
            games = replace(games, games=tuple(it.put_right(position, 0) for it in games.games))
        assert not mistakes(games, theme, 0)
