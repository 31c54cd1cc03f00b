"""Honours as a browser keeps them: once an end, in a short cookie, through days and devices."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.honours.level import PENS, Ladder
from ai.honours.stamps import SEATS, STAMPS
from ai.honours.trials import RUNGS, Trial, trial_of
from ai.opponents import OPPONENTS
from ai.puzzles.days import DAY as ONE
from ai.puzzles.days import puzzle_of_day
from ai.rules import NAMED, SQUARE, TIC_TAC_TOE, Mark
from tests.browser import browser_in, browser_with, cookie_of, kept, post
from tests.definitions import longest_key
from tests.honour_laws import record_of
from tests.page import read
from tests.puzzle_pages import EVERY, honours_in, solve
from tests.reference import honours as second
from tests.replays import replay_at
from tests.samples_of_honours import FOUR_SEATS, NO_SEATS, SAMPLES, at_random
from tests.views import DAY, EARNED, match, on
from webapp.board.players import Players
from webapp.honours.kept import (
    COOKIE,
    LESSONS,
    UNREADABLE,
    GameKept,
    GameLeft,
    Honours,
    News,
    Played,
    Streak,
    Today,
)
from webapp.honours.shown import LevelRow
from webapp.honours.told import (
    after_puzzle,
    end_honours,
    held,
    honours_page,
    level_page,
    squares_of,
)
from webapp.puzzles.fitting import harder
from webapp.puzzles.progress import Progress, Result
from webapp.serving.cookies import Unreadable


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, DAY)


def games(keys: st.SearchStrategy[str]) -> st.SearchStrategy[GameKept]:
    """Games with any moves: the cookie does not judge them."""
    marks = st.sampled_from(Mark)
    moves = st.permutations(range(16)).flatmap(lambda it: st.integers(0, 16).map(lambda n: it[:n]))
    return st.builds(GameKept, keys, marks, marks, st.sampled_from([*OPPONENTS]), moves.map(tuple))


OWN = [longest_key(Random(n)) for n in range(3)]  # noqa: S311
KEYS = st.sampled_from([*NAMED, "4x2-a1b1c1", "5x3-a1b1c1-a1a2a3", *OWN])
DAYS = st.integers(0, 4000).map(lambda passed: DAY + passed * ONE)
CHOSEN = st.permutations([it.key for it in STAMPS]).flatmap(
    lambda keys: st.integers(0, len(keys)).map(lambda n: keys[:n])
)


MADE = st.tuples(*[st.integers(0, 8)] * len(RUNGS))


@st.composite
def all_honours(draw: st.DrawFn) -> Honours:
    """Honours that a browser may have: the stamps come one by one, each with its game."""
    squares = st.lists(st.booleans(), max_size=10).map(tuple)
    found = Honours(
        Ladder(tuple(draw(squares) for _ in RUNGS), draw(st.integers(0, 6))),
        News(
            draw(st.integers(0, 64**4 - 1)),
            tuple(draw(st.integers(0, 8)) for _ in RUNGS),
            draw(st.integers(0, 6)),
        ),
        seats=frozenset(draw(st.sets(st.sampled_from(SEATS)))),
        narrow=draw(st.integers(0, 16)),
        streak=draw(st.builds(Streak, st.integers(1, 10**6), DAYS, st.integers(0, 10**6))),
        lessons=tuple(draw(st.integers(0, 6)) for _ in LESSONS),
        today=draw(st.builds(Today, DAYS, st.just(True), st.integers(0, 7), st.booleans())),
    )
    for key in draw(CHOSEN):
        found = found.with_stamps({key}, None if key == "week" else draw(games(KEYS)))
    left = draw(st.none() | st.builds(GameLeft, games(KEYS), st.frozensets(st.integers(0, 15))))
    with_left = replace(found, left=left)
    return with_left if with_left.fits else found


@given(all_honours())
def test_the_cookie_is_short_and_brings_all_honours_back(app: Flask, honours: Honours) -> None:
    """Whatever own games were played: a stamp whose game does not fit was not given."""
    with app.test_request_context():
        text = COOKIE.codec.write(honours)
        assert COOKIE.codec.load(text) == honours
    assert len(text) <= 440
    assert re.fullmatch(r"[\w.~!-]+", text), "letters of addresses"


@given(st.integers(0), st.sampled_from("AZaz09-_.~"))
def test_a_line_that_was_not_written_here_is_refused(app: Flask, place: int, letter: str) -> None:
    """By the page that reads it, and as a cookie, after which the browser starts empty."""
    with app.test_request_context():
        line = COOKIE.codec.write(Honours(narrow=9))
    place %= len(line) - 1
    wrong = line[:place] + (letter if letter != line[place] else "!") + line[place + 1 :]
    with app.test_request_context(), pytest.raises(Unreadable):
        COOKIE.codec.load(wrong)
    client = app.test_client()
    for response in (
        client.get(f"/mine/carry?line={wrong}"),
        post(client, "/mine/carry", line=wrong),
    ):
        assert response.status_code == 400
        assert "no line of this site" in response.text
    client = browser_with(app, wrong, COOKIE.name)
    assert honours_in(client) == Honours()
    level, page, again = (client.get(path).text for path in ("/mine/level", "/", "/"))
    assert [UNREADABLE in unescape(it) for it in (level, page, again)] == [True, True, False]


OF_RUNG = {
    rung: next(it for it in EVERY if not it.is_question and trial_of(it, kept=True).rung == rung)
    for rung in RUNGS
}


def is_empty(honours: Honours) -> bool:
    """Whether nothing is kept but the day."""
    return replace(honours, today=None) == Honours()


def ended(app: Flask, moves: str, opponent: str) -> FlaskClient:
    """A browser that made the last of *moves* at tic-tac-toe against *opponent*."""
    there = match(TIC_TAC_TOE, moves[:-2], o=opponent)
    client = browser_in(app, there)
    cell = TIC_TAC_TOE.cell_names.index(moves[-2:])
    assert post(client, "/moves", cell=cell, ply=len(moves) // 2 - 1).status_code == 303
    return client


WON = "b2b1a1c3a2a3c2"  # the first game of the samples


def test_an_end_counts_once(app: Flask) -> None:
    """Sent twice it changes nothing. Taken back and ended again the moves before are not counted
    again, nor is the move after an undo.
    """
    client = ended(app, WON, "easy")
    once = honours_in(client)
    assert once.have >= {"first-win", "fork"}
    made = second.trials(SAMPLES[0].earning)
    assert [*map(sum, zip(*[once.news.made], strict=True))] == [
        [it.rung for it in made].count(rung) for rung in RUNGS
    ]
    before = cookie_of(client)
    post(client, "/undo", ply=7)
    post(client, "/moves", cell=5, ply=6)
    assert kept(client).match.is_over
    assert honours_in(client).ladder == once.ladder
    client.set_cookie("tic-tac-why", before)
    assert post(client, "/moves", cell=5, ply=6).status_code == 409
    assert honours_in(client).ladder == once.ladder


@pytest.mark.parametrize("path", ["", "/hint", "/values"])
def test_help_is_told_by_the_match(app: Flask, path: str) -> None:
    """A game with help earns what needs none alone."""
    client = browser_in(app, match(TIC_TAC_TOE, "a1", x="easy"))
    if path:
        post(client, path, ply=1, show="on")
    for _ in range(5):
        now = kept(client).match
        if now.is_over:
            break
        best = now.study.best.cell
        post(client, "/moves", cell=best, ply=now.record.ply)
    outcome = kept(client).match.record.outcome
    assert outcome
    won = outcome.winner is Mark.O
    assert ("second-seat" in honours_in(client).have) == (won and not path)
    assert ("first-win" in honours_in(client).have) == won


def test_a_game_with_a_seed_of_an_address_earns_nothing(app: Flask) -> None:
    """Its program plays what is known. Nor does one of which marks were set up, or a retry."""
    fields: dict[str, object] = {"game": "tic-tac-toe", "x": "human", "o": "easy", "first": "x"}
    for more in ({"seed": 7}, {"moves": "b2b1a1c3a2a3"}, {"moves": "b2b1a1c3a2a3", "retry": "on"}):
        client = app.test_client()
        client.post("/matches", data=fields | more)
        while not (now := kept(client).match).is_over:
            post(client, "/moves", cell=now.study.best.cell, ply=now.record.ply)
        assert now.record.outcome
        assert is_empty(honours_in(client)), more


def test_a_puzzle_counts_by_its_first_try(app: Flask) -> None:
    """A wrong try is missed at once; a hint before makes it none; a question never is one."""
    played = [it for it in EVERY if not it.is_question]
    puzzle, other = played[5], next(it for it in EVERY if it.is_question)
    place = trial_of(puzzle, kept=True).rung - 1
    for act, squares in {"solve": (True,), "wrong": (False,), "hint": ()}.items():
        client, path = app.test_client(), f"/puzzles/{puzzle.game.key}/{puzzle.number}"
        if act == "wrong":
            cell = next(it for it in puzzle.position.empty_cells if it not in puzzle.right)
            post(client, path, cell=cell)
        if act == "hint":
            path = post(client, path, hint=1).headers["Location"].partition("#")[0]
        for _ in range(2):
            solve(client, puzzle, path)
        assert honours_in(client).ladder.squares[place] == squares
    client = app.test_client()
    solve(client, other)
    assert honours_in(client).ladder == Ladder()


@given(st.lists(st.builds(Trial, st.sampled_from(RUNGS), st.booleans()), max_size=60))
def test_a_harder_puzzle_fits(made: Sequence[Trial]) -> None:
    """It is of the next rung, or once after two misses there of the one held; games alternate."""
    honours = Honours()
    for trial in made:
        honours = honours.after_puzzle(OF_RUNG[trial.rung], kept=trial.kept)
    ladder = honours.ladder
    wanted = min(ladder.reached + 1, 6)
    tried = bool(made) and made[-1].rung == wanted
    if tried and ladder.squares[wanted - 1][-2:] == (False, False):
        wanted = max(ladder.reached, 1)
    progress = Progress()
    for _ in range(2):
        puzzle = harder(progress, honours)
        assert puzzle is not None
        assert trial_of(puzzle, kept=True).rung == wanted
        assert [*progress.tried][-1:] != [puzzle.game.key]
        progress = progress.after(puzzle, Result.FIRST, solved=True)


def test_a_rise_is_told_once_and_stays(app: Flask) -> None:
    """The row after the seventh kept trial says so; after the next puzzle it does not."""
    chalk = [it for it in EVERY if not it.is_question and trial_of(it, kept=True).rung == 1]
    honours = Honours()
    for puzzle in chalk[:9]:
        honours = honours.after_puzzle(puzzle, kept=True)
        with app.test_request_context():
            row = after_puzzle(puzzle, honours)
        assert row
        assert ("yours from now on" in row.told) == (puzzle is chalk[6])
        assert sum(it.new for it in row.squares) == 1
    for puzzle in chalk[9:19]:
        honours = honours.after_puzzle(puzzle, kept=False)
    assert honours.ladder.reached == 1
    with app.test_request_context():
        page = level_page(honours)
    assert page.pen == PENS[0].key
    assert "0 of 10 moves" in page.told
    assert [it.kept for it in squares_of(honours.ladder, 1)] == [False] * 10


@given(st.lists(st.builds(second.Trial, st.sampled_from(RUNGS), st.booleans()), max_size=60))
def test_what_is_told_of_the_level_is_so(app: Flask, made: Sequence[second.Trial]) -> None:
    """The row after each puzzle, the squares by eye and by ear, and the page: all as the second
    program has the ladder.
    """
    honours, ladder = Honours(), second.Ladder()
    for trial in made:
        before, puzzle = ladder, OF_RUNG[trial.rung]
        ladder, honours = ladder.after([trial]), honours.after_puzzle(puzzle, kept=trial.kept)
        with app.test_request_context():
            row, page = after_puzzle(puzzle, honours), level_page(honours)
        assert row
        rung = [it.key for it in PENS].index(row.pen) + 1
        expect_squares(row, ladder.places(rung))
        assert ("yours from now on" in row.told) == (ladder.reached > before.reached)
        assert row.told.startswith("unchanged") == (
            before.places(rung) == ladder.places(rung)
            and not any(it.new for it in row.squares)
            and "yours" not in row.told
        )
        assert rung in {ladder.reached, ladder.reached + 1}
        assert page.pen == (PENS[ladder.reached - 1].key if ladder.reached else "")
        for number, shown in zip(reversed(RUNGS), page.ladder, strict=True):
            expect_squares(shown, ladder.places(number))
        if ladder.reached:
            places = ladder.places(ladder.reached)
            counts = f"You kept {sum(places)} of {len(places)} moves"
            assert page.told.replace("your last ", "").startswith(counts)


def test_what_is_told_after_a_game_is_so(app: Flask) -> None:
    """Why no square moved, by the second program; and each new stamp is named once, the greatest
    first.
    """
    honours, ladder, seen = Honours(), second.Ladder(), set[str]()
    for seed, game in enumerate([*(it.earning for it in SAMPLES), *at_random(60, seed=5)]):
        if game.retried or game.set_up or game.program == second.PEOPLE:
            continue
        record, players = record_of(game), Players().replace(Mark(game.seat).other, game.program)
        played, before = Played(record, players, seed, game.aided), honours
        if not record.outcome or not record.game.is_named:  # no table of others is at hand
            continue
        made, honours = second.trials(game), honours.after_game(played)
        ladder = ladder.after(made)
        with app.test_request_context():
            COOKIE.save(honours)
            told = end_honours(played)
        assert told.level
        words, rungs = told.level.told, [it.rung for it in made]
        expect_squares(told.level, ladder.places([it.key for it in PENS].index(told.level.pen) + 1))
        if found := re.fullmatch(r"unchanged; move (\d+) was an? (.+) one", words):
            ply = int(found[1]) - 1
            assert record.mover_at(ply) == game.seat
            assert ply not in game.aided
            assert found[2] == PENS[max(rungs) - 1].name
        elif ": no square" in words:
            assert not rungs
            assert words.startswith("help was used") <= bool(game.aided)
        else:
            assert rungs
        seen.add(re.split(r"[;:\d]", words)[0])
        names = [told.stamp, *told.also] if told.stamp else []
        assert {it.key for it in names} == honours.have - before.have
        assert [it.deed for it in names] == sorted((it.deed for it in names), reverse=True)
    assert {"unchanged", "one square more", "yours from now on"} <= seen


def expect_squares(row: LevelRow, places: Sequence[bool]) -> None:
    """The squares are these trials, and whoever hears them hears the same."""
    assert [it.kept for it in row.squares] == [*places] + [None] * (10 - len(places))
    told = f"{sum(places)} of {len(places)} kept" if places else "none yet"
    new = sum(it.new for it in row.squares)
    assert row.heard == (f"{told}, {new} new" if new else told)
    if row.said:
        assert row.said.startswith(row.told)
        assert row.said.endswith(row.heard) or f"{told}, needs" in row.said
        assert row.said.count(told) == 1
    counts = re.findall(r"(\d+) of (\d+)\b(?! beginners|: no square)", row.told)
    assert set(counts) <= {(f"{sum(places)}", f"{len(places)}"), ("7", "10")}


def test_what_puzzles_trip_is_their_difficulty() -> None:
    """The share told of each is at most the exact one, and twice its odds are more."""
    for puzzle in EVERY:
        if puzzle.is_question:
            continue
        few, many = PENS[(rung := trial_of(puzzle, kept=True).rung) - 1].odds
        assert few / many <= puzzle.difficulty + 1e-9
        if rung < 6:
            assert puzzle.difficulty < 1
            assert puzzle.difficulty / (1 - puzzle.difficulty) < 2 ** (rung - 1) + 1e-6


# Days.


def test_a_new_day_is_fresh_and_a_game_can_be_gone_on_with(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first day offers nothing. On the next one the unfinished game is a link away, with its
    moves, its help and its end, after which it is ticked; a third day begins anew.
    """
    client = app.test_client()
    assert not today_on(client)
    post(client, "/matches", game="square", x="human", o="hard", first="x")
    post(client, "/hint", ply=0)
    post(client, "/moves", cell=5, ply=0)
    played = kept(client).match
    assert not today_on(client), "the same day"
    on(monkeypatch, DAY + ONE)
    offers = today_on(client)
    assert [it.split()[0] for it in offers] == ["Puzzle", "Lesson", "Go"]
    assert offers["Go on, move 3 against HardGo onmove 3"] == "/go-on"
    fresh = kept(client)
    assert (fresh.match.record.moves, fresh.match.record.game) == ((), SQUARE)
    assert fresh.match.players == played.players
    for _ in range(2):  # twice is once
        assert client.get("/go-on").headers["Location"] == "/"
    back = kept(client).match
    assert back.record == played.record
    assert back.is_aided(Mark.X)
    while not (now := kept(client).match).is_over:
        post(client, "/moves", cell=now.record.position.empty_cells[0], ply=now.record.ply)
    assert "Go on, doneGo on ✓" in today_on(client)
    solve(client, puzzle_of_day(DAY + ONE), f"/puzzles/{DAY + ONE}")
    for step in range(1, 5):
        client.get(f"/learn/lines?step={step}")
    assert any("3 of 6" in it for it in today_on(client))
    on(monkeypatch, DAY + 2 * ONE)
    offers = today_on(client)
    assert len(offers) == 2
    assert kept(client).match.record.moves == ()
    assert any("day 2" in it for it in offers)


def test_to_go_on_loses_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game begun today, to which a button leads back, nor of the one gone on with, which is
    where it was left however often the link is pressed.
    """
    client = app.test_client()
    client.get("/")
    post(client, "/matches", game="square", x="human", o="hard", first="x")
    post(client, "/moves", cell=5, ply=0)
    on(monkeypatch, DAY + ONE)
    client.get("/")
    post(client, "/moves", cell=10, ply=0)
    begun = kept(client).match.record
    client.get("/go-on")
    assert "Back to my game" in read(client.get("/").text).by_id("left").text
    assert [it.record for it in kept(client).matches_left] == [begun]
    now = kept(client).match.record
    post(client, "/moves", cell=now.position.empty_cells[0], ply=now.ply)
    further = kept(client).match.record
    client.get("/go-on")
    assert kept(client).match.record == further
    post(client, "/matches", game="square", x="human", o="easy", first="x")
    post(client, "/back")
    assert kept(client).match.record == further


def test_a_game_that_ends_on_a_new_day_stays_on_the_board(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browser_in(app, match(TIC_TAC_TOE, WON[:-2], o="easy"))
    client.get("/")
    on(monkeypatch, DAY + ONE)
    post(client, "/moves", cell=5, ply=6, htmx=True)
    client.get("/")
    assert kept(client).match.is_over


def today_on(client: FlaskClient) -> dict[str, str]:
    """The addresses that today offers, by their texts."""
    page = read(client.get("/").text)
    found = [it for it in page.all("section") if "today" in it.attributes.get("class", "").split()]
    return {re.sub(r"\s+", " ", it.text): it["href"] for here in found for it in here.all("a")}


def test_without_script_a_match_stays_where_it_is_when_the_day_ends(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page after a move is the first of the new day, and is about this match."""
    client = app.test_client()
    client.get("/")
    post(client, "/moves", cell=4, ply=0)
    on(monkeypatch, DAY + ONE)
    now = kept(client).match.record
    post(client, "/moves", cell=now.position.empty_cells[0], ply=now.ply)
    assert len(today_on(client)) == 2
    assert kept(client).match.record.moves[: len(now.moves)] == now.moves


# Other devices.


def test_a_line_carries_all_of_it_over(app: Flask) -> None:
    """The page asks before it takes the place of what is there. Forget names it, and leaves the
    match alone.
    """
    first, other = ended(app, WON, "easy"), ended(app, "a1b1a2b2a3", "easy")
    page = read(first.get("/mine/carry").text)
    (line,) = [it.text for it in page.all("code")]
    asked = other.get(f"/mine/carry?line={line}").text
    assert "This line holds" in asked
    assert honours_in(other) != honours_in(first)
    assert post(other, "/mine/carry", line=f" {line}\n").headers["Location"] == "/mine/level"
    assert honours_in(other) == honours_in(first)
    there = kept(other)
    with app.test_request_context():
        told = held(honours_in(other))
    assert told in read(other.get("/mine/forget").text).text
    post(other, "/mine/forget")
    assert is_empty(honours_in(other))
    assert kept(other) == there


# Stamps that take more than one game.


def after_games(*games: second.Played) -> Honours:
    """The honours after these games, each with another seed; those retried are told to nobody."""
    honours = Honours()
    for seed, game in enumerate(games):
        record, players = record_of(game), Players().replace(Mark(game.seat).other, game.program)
        if not game.retried:
            honours = honours.after_game(Played(record, players, seed, game.aided))
    return honours


@pytest.mark.parametrize("instead", [None, *NO_SEATS.values()], ids=["four", *NO_SEATS])
def test_medium_is_beaten_from_both_seats_of_both_games(instead: second.Played | None) -> None:
    """By the fourth of them, whichever it is, and its stamp leads to that game."""
    games = [*FOUR_SEATS[:3], instead or FOUR_SEATS[3]]
    for turn in range(4):
        honours = after_games(*games[turn:], *games[:turn])
        assert ("both-seats" in honours.have) == second.both_seats(games) == (not instead)
        stamps = {it.key: it.game for it in honours.stamps}
        if not instead:
            kept_game = stamps["both-seats"]
            assert kept_game
            assert kept_game.record == record_of(games[turn - 1])


@pytest.mark.parametrize("left_out", [None, *range(7)])
def test_a_week_of_days(left_out: int | None) -> None:
    """Seven puzzles on end, each on its day or the next one; with one left out it is none."""
    honours = Honours()
    for passed in range(7):
        if passed != left_out:
            honours = honours.solved_on(DAY + passed * ONE)
    assert ("week" in honours.have) == (left_out is None)
    assert second.week(honours.streak.days) == (left_out is None)


def test_each_stamp_leads_to_what_earned_it(app: Flask) -> None:
    """The replay of its game, from the first move; that of a week to the puzzle of its last day."""
    honours = EARNED.solved_on(DAY)
    assert honours.have >= {"week", "short-way"}
    with app.test_request_context():
        page = honours_page(honours)
    links = {it.key: it.url for it in page.earned}
    assert links["week"] == f"/puzzles/{DAY}"
    for kept_stamp in honours.stamps:
        if game := kept_stamp.game:
            replay = replay_at(links[kept_stamp.key])
            assert (replay.record, replay.players) == (game.record, game.players)
    assert [it.key for it in page.next] == ["needle", "both-seats", "second-seat"]
    assert [it.told for it in page.next[:2]] == ["only cell of 11; yours: 10", "Medium: 3 of 4"]
    assert {it.key for it in (*page.earned, *page.next, *page.far)} == {it.key for it in STAMPS}
