"""Matches: who moves, with which chance, and how a new one starts."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ai.facts.looks import look
from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.store import load
from ai.rules.games import NAMED, SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from ai.study.study import study
from tests.browser import browser_in, kept, play
from tests.claims.boards import FEW
from tests.page import HTMX, read, shown
from tests.reference import position
from tests.strategies import matches, model_of, record_of, sessions
from webapp.board.players import Players
from webapp.board.pointer import Pointer, hint_pointer, region_pointer, wrong_try_pointer
from webapp.game.match import Match, Retry
from webapp.game.match_page import MoveAsked, match_page, match_seen, why_asked
from webapp.game.page import GamePage
from webapp.game.score import Score
from webapp.game.session import Session
from webapp.serving.errors import SiteRefusal

NOT_YOUR_TURN = "turn|is over|no person is to move"
NEW = {"game": "tic-tac-toe", "x": "human", "o": "medium", "first": "x"}
WON = Session(Match(parse_record(TIC_TAC_TOE, "a1a2b1b2c1"), Players(), seed=1))


def page_in(app: Flask, session: Session) -> GamePage:
    """The page of *session*, which may link to a game of one's own by its address."""
    with app.test_request_context():
        return match_page(session)


def is_decision(position: Position) -> bool:
    """Whether the moves differ in value."""
    return len({exact.value for exact in study(position).values.values()}) > 1


@given(matches())
@example(WON.match)
def test_the_computer_moves_as_its_policy_says_and_in_its_turn_only(match: Match) -> None:
    due, plain = match.computer_to_move, model_of(match)
    assert match.awaits_person == (not plain.over and plain.player_to_move == HUMAN)
    if match.is_over or not due:
        with pytest.raises(SiteRefusal, match=NOT_YOUR_TURN):
            match.step()
    else:
        assert match.step().record.moves[-1] in due.decide(match.position).cells
        elsewhere = Match(match.record, match.players, match.seed)
        assert elsewhere.step().record == match.step().record, "seed and moves alone decide"
        with pytest.raises(SiteRefusal, match=NOT_YOUR_TURN):
            match.play(match.position.empty_cells[0])


def test_chance_is_chance_at_every_ply() -> None:
    """Easy takes any of the empty cells: if it drew the same again, always the one in one place."""
    match, places = Match(Record(Position(SQUARE)), Players("easy", "easy"), seed=7), set[float]()
    openings = {replace(match, seed=seed).step().record.moves for seed in range(300)}
    assert openings == {(cell,) for cell in SQUARE.cells}
    while not match.is_over:
        empty = match.position.empty_cells
        match = match.step()
        places.add(empty.index(match.record.moves[-1]) / len(empty))
    assert max(places) - min(places) > 0.5


PROGRAMS = NEW | {"x": "easy", "o": "easy", "moves": "a1b1"}
RETRY = NEW | {"o": "easy", "moves": "a1b2c3a3", "retry": "on"}


@pytest.mark.parametrize(
    "requests",
    [
        [("/?seed={}", None), ("/moves", {"cell": 4, "ply": 0})],
        [("/matches?seed={}", RETRY), ("/moves", {"cell": 2, "ply": 4})],
        [("/matches?seed=00{}", PROGRAMS), ("/step", {"ply": 2, "until": "end"})],
    ],
    ids=["first", "retried", "begun"],
)
def test_a_seed_in_an_address_repeats_what_follows(
    app: Flask, requests: list[tuple[str, Mapping[str, object] | None]]
) -> None:
    def moves(seed: int) -> tuple[int, ...]:
        client = app.test_client()
        for path, form in requests:
            method = "POST" if form else "GET"
            assert client.open(path.format(seed), method=method, data=form).status_code < 400
        return kept(client).match.record.moves

    first, again, *others = map(moves, (7, 7, 1, 2))
    assert first == again
    assert {*others} != {first}


def test_a_seed_does_not_make_two_matches_one() -> None:
    """A tab is behind when another has made another match from the same seed, as long as it is."""
    begun = Match(parse_record(TIC_TAC_TOE, "a1", Mark.X), Players(), seed=7)
    others = [
        replace(begun, players=Players("easy")),
        replace(begun, record=parse_record(SQUARE, "a1", Mark.X)),
        replace(begun, record=parse_record(TIC_TAC_TOE, "a1", Mark.O)),
        replace(begun, record=parse_record(TIC_TAC_TOE, "b2", Mark.X)),
        replace(begun, record=parse_record(TIC_TAC_TOE, "X..-...-...", Mark.X)),
    ]
    assert len({Session(match).fingerprint for match in (begun, *others)}) == 6


@given(matches(), matches() | matches(over=True))
def test_a_game_that_was_left_is_offered_until_a_person_moves(
    app: Flask, here: Match, left: Match
) -> None:
    """One that is over only for the sake of a retry of it: earlier moves belong to it, and its end
    offers it anew. One button brings it back, and names it.
    """
    assume(not (left.retry and left.is_over))
    since = here.retry.ply or 0 if here.retry else 0
    moved = any(ply >= since for ply in model_of(here).decisions)
    is_due = here.is_over or not moved if here.retry else not moved and not left.is_over
    for matches_left in ((), (left,)):
        page = page_in(app, Session(here, matches_left=matches_left))
        starts = page.card.starts if page.card else ()
        ways = [page.left is not None, *(it.id == "back" for it in starts)]
        assert ways.count(True) == (is_due and bool(matches_left))
    if page.left:
        label, name = page.left
        assert page_in(app, Session(left)).game in name
        assert ("retry" in label) == (left.retry is not None)


# Help: undo, hint, values, retry.


@given(matches())
def test_undo_goes_back_to_the_last_decision_of_a_person(match: Match) -> None:
    plain = model_of(match)
    if not plain.decisions:
        with pytest.raises(SiteRefusal, match="Nothing to undo"):
            match.undo()
        return
    back = match.undo()
    plain.undo()
    assert back.record == record_of(plain)
    assert back.players.key(back.position.to_move) == HUMAN
    assert (back.players, back.seed) == (match.players, match.seed)
    assert {(ply, kind.value) for ply, kind in back.help} == plain.help
    assert back.is_aided(back.position.to_move)


@given(matches())
def test_a_hint_is_one_of_the_best_cells(match: Match) -> None:
    if not match.awaits_person:
        with pytest.raises(SiteRefusal, match=NOT_YOUR_TURN):
            match.ask_hint()
        return
    match = replace(match, help=frozenset())
    assert match.ask_hint().hint is None, "the cell comes with the second step"
    helped = match.ask_hint().ask_hint()
    assert helped.hint is not None
    values = study(match.position).values
    assert values[helped.hint].rank == max(exact.rank for exact in values.values())
    assert helped.is_aided(match.position.to_move)
    assert helped.record == match.record


@given(matches())
def test_a_retry_takes_any_move_that_gives_nothing_away_and_no_other(
    app: Flask, match: Match
) -> None:
    if not match.awaits_person or not is_decision(match.position):
        with pytest.raises(SiteRefusal, match=f"{NOT_YOUR_TURN}|nothing to find"):
            match.retry_next()
        return
    values, puzzle = study(match.position).values, match.retry_next()
    assert not puzzle.is_scored
    best = max(exact.value for exact in values.values())
    kept = f"keeps the {best.name.lower()}."
    assert page_in(app, Session(puzzle)).advice == f"Find a move that {kept}"
    for number, exact in values.items():
        after = puzzle.play(number)
        if exact.value == best:
            told = f"Right: {match.record.game.cell_names[number]} {kept}"
            assert page_in(app, Session(after)).advice == told
            assert match.record.play(number).is_prefix_of(after.record)
            assert after.retry == Retry(match.record.ply)
        else:
            assert after.record == match.record
            assert after.retry == Retry(match.record.ply, (number,))
            with pytest.raises(SiteRefusal, match="You tried"):
                after.play(number)


@given(matches(), matches(), st.data())
def test_a_retry_of_the_very_game_keeps_its_moves_and_of_another_sets_its_position_up(
    match: Match, other: Match, data: st.DataObject
) -> None:
    """The very game: the same players, and the moves so far."""
    session, of_two_people = Session(match), replace(match, players=Players())
    retried = data.draw(st.sampled_from([match, of_two_people, other]), label="retried")
    record = retried.record.up_to(data.draw(st.sampled_from(retried.record.plies), label="ply"))
    opponent = retried.players.computer(record.position.to_move)
    if record.position.outcome or opponent or not is_decision(record.position):
        with pytest.raises(SiteRefusal, match=f"{NOT_YOUR_TURN}|nothing to find"):
            session.retry(record, retried.players)
        return
    after = session.retry(record, retried.players)
    assert after.match.position == record.position
    assert after.match.retry == Retry(record.ply)
    assert after.score == session.total
    assert not after.match.is_scored
    if retried is match:
        assert after.match.record == record
        assert after.match.seed == match.seed
        assert session.retry(record, match.players, seed=7).match.seed == 7
    elif retried.players != match.players or not record.is_prefix_of(match.record):
        assert not after.match.record.moves


@given(matches() | matches(over=True))
def test_a_win_counts_as_unaided_only_without_help(app: Flask, match: Match) -> None:
    """Each kind of help is noted beside its move. Another line says that a game does not count."""
    plain, page = model_of(match), page_in(app, Session(match))
    aided = {plain.mover_at(ply) for ply, _kind in plain.help}
    person = "X" if plain.x == HUMAN else "O"
    won = plain.counts and plain.winner == person and person not in aided
    assert page.unaided == (won and plain.people == 1)
    assert (page.retried or page.is_set_up) is not match.is_scored
    assert "count" not in page.advice + page.more_advice
    for number, _text, told, _has_reason in page.moves:
        assert {*told} == {kind for ply, kind in plain.help if ply == number - 1}


def test_only_a_move_of_the_computer_is_explained_by_its_figures(client: FlaskClient) -> None:
    client.post("/matches", data=NEW | {"game": "square", "o": "hard"})
    play(client, 0)
    for query in ("0", "1", "x", "9" * 40, "2&figure=0", "2&figure=3"):
        response = client.get(f"/?why={query}")
        assert response.status_code == 400
    assert shown(read(response.text)).marks.count("X") == 1
    for figure, name in ((1, "For you"), (2, "For me")):
        why = read(client.get(f"/?why=2&figure={figure}").text).by_id("why")
        assert [a.text for a in why.all("a") if "aria-current" in a.attributes] == [name]


def test_a_page_that_is_behind_is_not_given_the_reasons_of_another_game(
    client: FlaskClient,
) -> None:
    client.post("/matches", data=NEW)
    play(client, 0)
    behind = read(client.get("/").text).by_id("shown").fields
    assert client.get("/", query_string=behind | {"why": "2"}).status_code == 200
    client.post("/matches", data=NEW | {"o": "unbeatable"})
    play(client, 8)
    response = client.get("/", query_string=behind | {"why": "2"}, headers=HTMX)
    assert response.status_code == 409
    assert shown(read(client.get("/").text)).marks == "....O...X"
    assert read(response.text).by_id("cell-8")["data-mark"] == "X"


@pytest.mark.parametrize("figure", [1, 2])
def test_replies_that_were_seen_are_help(app: Flask, figure: int) -> None:
    """The first figure has Unbeatable's own moves; the second tells the person what to play. A wide
    window has all of them.
    """
    match = Match(parse_record(TIC_TAC_TOE, "b2a1", Mark.X), Players(o="unbeatable"), seed=1)
    drawn = why_asked(match, MoveAsked(1, figure)).diagrams
    assert (drawn[figure - 1].name == "Your replies") is (figure == 2)
    client = browser_in(app, Session(match))
    tables = read(client.get("/figures").text).all("table")
    assert [it["aria-label"] for it in tables] == [drawn[0].caption]
    assert client.get("/figures?why=1").status_code == 400
    fields = {"command": "c3", "ply": 2, "explained": f"why=2&figure={figure}"}
    assert client.post("/command", data=fields).status_code == 303
    marks = [small.text for small in read(client.get("/").text).by_id("moves").all("small")]
    assert marks == ["values"] * (figure == 2)


def pointer_on(match: Match) -> Pointer:
    """The drawing on the page of *match*."""
    pointer: Pointer = match_page(Session(match)).stage.pointer
    return pointer


def test_a_page_draws_one_hint_at_a_time() -> None:
    """The loop, then the ring and its sets; and the last wrong try, while no hint is asked for."""
    for here in map(position, FEW[::8]):
        begun = Match(Record(here), Players(), 0, retry=Retry(here.ply))
        wrong = [move.cell for move in begun.study.moves.values() if move.value_lost]
        if begun.is_puzzle:
            tried = replace(begun, retry=Retry(here.ply, tuple(wrong)))
            assert pointer_on(tried) == wrong_try_pointer(begun.study.moves[wrong[-1]])
            assert pointer_on(tried.ask_hint()) == pointer_on(begun.ask_hint())
        assert pointer_on(begun) == Pointer()
        best = begun.study.best
        assert pointer_on(begun.ask_hint()) == region_pointer(look(best), best.game)
        assert pointer_on(begun.ask_hint().ask_hint()) == hint_pointer(best)


def test_advice_has_room() -> None:
    for board in FEW[::3]:
        begun = Match(Record(position(board)), Players(), 0)
        for match in (begun, begun.ask_hint(), begun.ask_hint().ask_hint()):
            for values in (False, True):
                assert len(match_page(Session(match, values=values)).advice) <= 90


# The score: it follows the players, and is forgotten on request.

Result = tuple[str, str, Mark | None, bool]  # X, O, the winner, and whether without help
names = st.sampled_from(["human", "easy", "hard"])
results = st.tuples(names, names, st.sampled_from([None, *Mark]), st.booleans())


@given(st.lists(results), results)
def test_a_tally_counts_what_two_players_did_on_whichever_sides(
    games: list[Result], last: Result
) -> None:
    """A game that is taken out leaves the score as it was."""
    score, (x, o, *_rest), seen = Score(), last, list[tuple[Mark | None, bool]]()
    for one, other, winner, unaided in games:
        score = score.plus(one, other, winner, unaided)
        if {one, other} == {x, o}:
            seen.append((winner if (one, other) == (x, o) else winner and winner.other, unaided))
    winners, tally = [winner for winner, _unaided in seen], score.between(x, o)
    assert tally[:3] == tuple(map(winners.count, (Mark.X, None, Mark.O)))
    assert tally[3:] == tuple(seen.count((mark, True)) for mark in Mark)
    if x != o:
        assert score.between(o, x) == tally.swapped
        assert tally.swapped[:3] == tally[:3][::-1]
    assert score.plus(*last).plus(*last, by=-1) == score


@given(sessions())
@example(WON)
def test_a_reset_that_is_taken_back_changes_nothing(session: Session) -> None:
    session = replace(session, reset=None)
    forgotten = session.reset_score()
    assert not any(forgotten.total.tallies.values())
    assert forgotten.bring_back_score() == session
    assert forgotten.reset_score().bring_back_score() == session
    with pytest.raises(SiteRefusal, match="No score to bring back"):
        session.bring_back_score()
    assert WON.reset_score().undo().play(2).tally.x_wins == 1, "a win that was taken back"


def test_a_lone_person_has_the_score_from_their_seat(app: Flask) -> None:
    for x, o, heard in (
        ("human", "hard", "3 won, 2 drawn, 1 lost"),
        ("hard", "human", "1 won, 2 drawn, 3 lost"),
        ("human", "human", "X won 3, 2 drawn, O won 1"),
    ):
        score = Score().plus(x, o, Mark.X, by=3).plus(x, o, None, by=2).plus(x, o, Mark.O)
        session = Session(Match(parse_record(TIC_TAC_TOE, "a1"), Players(x, o), seed=1), score)
        page = read(browser_in(app, session).get("/").text)
        assert page.by_id("strip").text.count(heard) == 1


# The end.

ENDS = {
    "a1a2b1b2c1": Mark.X,
    "a1b2c2b1b3a3c1c3a2": None,
    "a1b2a2a3c1b1b3c3c2": None,
    "a1a2b1b2c3c2": Mark.O,
}


@pytest.mark.parametrize("moves", ENDS)
def test_an_end_is_honoured_by_the_strength_of_the_opponent(moves: str) -> None:
    """A triumph is a win over the strong, which has rays, or a draw with the strongest."""
    record, winner = parse_record(TIC_TAC_TOE, moves), ENDS[moves]
    for opponent, me in product(OPPONENTS, Mark):
        players = Players(opponent, opponent).replace(me, HUMAN)
        session = Session(Match(record, players, seed=1))
        page, won = match_page(session), winner is me
        strongest = opponent == "unbeatable"
        triumph = (won and opponent in {"hard", "unbeatable"}) or (not winner and strongest)
        assert match_seen(session).is_triumph == triumph
        assert len(page.stage.rays) == 12 * (won and triumph)


def test_the_hardest_puzzle_follows_a_win_over_the_strongest_where_no_larger_game_does(
    app: Flask,
) -> None:
    game = NAMED["el"]
    record, level = parse_record(game, "b2a1c2b1c1"), max(it.level for it in load(game))
    hardest = {f"/puzzles/el/{it.number}?game=el" for it in load(game) if it.level == level}
    for me in Mark:
        players = Players("unbeatable", "unbeatable").replace(me, HUMAN)
        page = page_in(app, Session(Match(record, players, seed=1)))
        assert bool({it.url for it in page.card.starts} & hardest) == (me is Mark.X)
