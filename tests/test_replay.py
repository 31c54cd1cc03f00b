"""Replays: any game or position from its address alone, and what its page shows of it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import assume, example, given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from ai.explain import explain_move
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from ai.study.moves_from_here import orders
from ai.study.study import study
from tests import reference, samples, strategies
from tests.model import Model, cell, name
from tests.model import replay as played
from tests.page import Element, board_shown, drawn_value, read, shown, status_line
from tests.reference import Board, diagram, first_mark, in_words, worths
from tests.rules_again import weights
from tests.strategies import marks_in_turn, players
from tests.test_record import NO_RECORDS
from webapp.board.players import Players
from webapp.board.preview import png
from webapp.replay.address import read_replay
from webapp.replay.page import title
from webapp.replay.replay import SWITCHES, Replay, replay_url

OTHER = {"X": "O", "O": "X"}
WORKED_EXAMPLE = ".X..-.X..-.OO.-..X."
NO_PAGE = "There is no page at this address."


# Addresses and pages.


def status(page: Element) -> str:
    """The status on *page*, which is heard and not seen in a replay."""
    return status_line(page).text


def address(game: str, text: str = "", **query: object) -> str:
    """The address of a replay, written as a person would."""
    path = f"/replay/{quote(game, safe='')}/{quote(text, safe='')}"
    return f"{path}?{urlencode(query)}" if query else path


def address_of(board: Board, **query: object) -> str:
    """The address of *board* as a set-up position."""
    return address(board.game, diagram(board), first=first_mark(board).lower(), **query)


def game_text(game: str, moves: Iterable[int]) -> str:
    """The text of *moves*."""
    return "".join(name(game, move) for move in moves)


def replay_at(link: str) -> Replay:
    """The replay that an address tells."""
    parts = urlsplit(link)
    found = re.fullmatch(r"/replay/([^/]+)(?:/((?!moves$)[^/]*))?(/moves)?", parts.path)
    assert found, link
    game, text, moves = found.groups("")
    query = dict(parse_qsl(parts.query)) | ({"table": "on"} if moves else {})
    return read_replay(unquote(game), unquote(text), query)


def at(app: Flask, replay: Replay) -> str:
    """The address that the application gives *replay*."""
    with app.test_request_context():
        return replay_url(replay)


@lru_cache(maxsize=64)
def visit(app: Flask, link: str) -> Element:
    """The page at *link* for a first visitor; it sets no cookie."""
    response = app.test_client().get(link)
    assert response.status_code == 200, link
    assert "Set-Cookie" not in response.headers
    return read(response.text)


def model_at(replay: Replay, ply: int | None = None) -> Model:
    """The model of *replay* up to *ply*; a person may play on."""
    record, ply = replay.record, replay.ply if ply is None else ply
    plain = start_of(record)
    moves = record.moves
    if replay.variation:
        moves = (*moves[: replay.variation.ply - record.start.ply], *replay.variation.moves)
    assert played(plain, moves[: ply - record.start.ply])
    return plain


def start_of(record: Record) -> Model:
    """The start of *record* as the model has it, whose marks it takes in some order."""
    marks = marks_in_turn(record.start, record.first)
    return Model(record.game.key, HUMAN, HUMAN, record.first, marks, set_up=len(marks))


def links(element: Element) -> list[str]:
    """The targets of the links in *element*."""
    return [link["href"] for link in element.all("a") if "href" in link.attributes]


def ids(page: Element) -> set[str | None]:
    """The ids on *page*."""
    return {element.attributes.get("id") for element in page}


def gives_away(board: Board, move: int) -> int:
    """How much value *move* gives away."""
    return reference.value_and_distance(board)[0] - worths(board)[move][0]


def assert_no_such_address(client: FlaskClient, response: TestResponse, *says: str) -> None:
    """The page says what is wrong with the address, and shows a right one."""
    assert response.status_code == 404
    assert "Set-Cookie" not in response.headers
    main = read(response.text).all("main")[0]
    advice, reason, boards = (part.text for part in main.all("p")[:3])
    assert boards.startswith("Or write the board row by row, a dot for each empty cell:")
    assert advice == "Can't read that game. Try /replay/tic-tac-toe/b2a1c3."
    assert reason not in {"", NO_PAGE}
    assert "Can't read" not in reason
    for part in says:
        assert part in reason
    examples = [link for link in links(main) if link.startswith("/replay/")]
    assert len(examples) == 2
    for link in examples:
        assert visit(client.application, link)


# Strategies.


def records(game: str | None = None) -> st.SearchStrategy[Record]:
    """Any game, or any of one *game*; some from a position that is drawn."""
    return st.sampled_from([GAMES[game]] if game else [*GAMES.values()]).flatmap(strategies.records)


@st.composite
def replays(draw: st.DrawFn, *, people: bool = False, game: str | None = None) -> Replay:
    """Any game, at any ply, with any switches; between *people* only, or of one *game*."""
    record = draw(records(game=game))
    anyone = st.just(HUMAN) if people else st.sampled_from(players(record.game))
    return Replay(
        record,
        Players(draw(anyone), draw(anyone)),
        ply=draw(st.integers(record.start.ply, record.ply)),
        on=draw(st.frozensets(st.sampled_from(SWITCHES))),
        sort=draw(st.sampled_from(orders(record.game))),
    )


@st.composite
def variations(draw: st.DrawFn, *, game: str | None = None) -> Replay:
    """Any variation of any game, at any of its plies."""
    replay = draw(replays(game=game))
    plain, first = model_at(replay), len(model_at(replay).moves)
    order = draw(st.permutations(plain.cells))
    played(plain, [c for c in order if plain.allows(c)][: draw(st.integers(1, len(order)))])
    varied = replay.continued(plain.moves[first:])
    assume(varied.variation)
    return varied.at(draw(st.integers(replay.record.start.ply, len(plain.moves))))


@st.composite
def drawn_boards(draw: st.DrawFn) -> Board:
    """A board of either game that play reaches, finished ones among them."""
    game = draw(st.sampled_from(list(GAMES)))
    return draw(samples.games(game).flatmap(st.sampled_from))


def blunders(count: int) -> list[Replay]:
    """Games of 3 by 3 between people who play at random, each of which gives value away."""
    found: list[Replay] = []
    rng = Random(5)  # noqa: S311
    while len(found) < count:
        plain = Model("tic-tac-toe", HUMAN, HUMAN, rng.choice("XO"))
        given_away = 0
        while not plain.over:
            move = rng.choice([c for c in plain.cells if plain.allows(c)])
            given_away += gives_away(plain.board, move)
            plain.play(move)
        if given_away:
            start = Position(GAMES[plain.game], to_move=Mark(plain.first))
            found.append(Replay.of(Record(start, tuple(plain.moves)), Players()))
    return found


# The address tells all.


@given(replays() | variations())
def test_the_address_of_a_replay_tells_that_replay(app: Flask, replay: Replay) -> None:
    assert replay_at(at(app, replay)) == replay


@given(replays() | variations())
@example(Replay.of(Record(Position(TIC_TAC_TOE)), Players()))
def test_the_page_shows_what_the_rules_give_at_each_ply(app: Flask, replay: Replay) -> None:
    page, plain = visit(app, at(app, replay)), model_at(replay)
    assert ("variation" in ids(page)) == bool(replay.variation)
    assert board_shown(page) == plain.board_shown
    assert status(page).startswith(plain.status)
    assert ("Move" in status(page)) == bool(replay.record.moves or replay.variation)
    assert page.by_id("status")["data-state"] == plain.shown.state
    assert len(page.by_id("outlines").all("g")) == len(plain.completed)


@pytest.mark.long
@given(replays(people=True))
def test_the_page_is_the_same_for_everyone(app: Flask, replay: Replay) -> None:
    """A browser in the middle of a match with values shown sees it too, and loses nothing."""
    link, other = at(app, replay), app.test_client()
    match = {"game": "square", "x": HUMAN, "o": HUMAN, "first": "o", "moves": "b2a1"}
    other.post("/matches", data=match)
    other.post("/values", data={"ply": "2", "show": "on"})
    before = other.get("/").text
    response = other.get(link)
    assert response.text == app.test_client().get(link).text
    assert "Set-Cookie" not in response.headers
    assert other.get("/").text == before


@given(records(), st.data())
def test_without_a_ply_a_replay_is_at_its_end(
    app: Flask, record: Record, data: st.DataObject
) -> None:
    """And a game between people needs no more than its moves and who began."""
    game, first = record.game.key, record.first.lower()
    plain = start_of(record)
    text = diagram(plain.board) if plain.set_up else ""
    assert played(plain, record.moves)
    whole = text + game_text(game, record.moves)
    page = visit(app, address(game, whole, first=first))
    assert board_shown(page) == plain.board_shown
    if plain.made:
        leaves = data.draw(st.integers(plain.set_up, len(plain.moves) - 1))
        tried = game_text(game, plain.moves[leaves:])
        varied = text + game_text(game, plain.moves[plain.set_up : leaves])
        link = address(game, varied, first=first, variation=tried, **{"from": leaves})
        assert board_shown(visit(app, link)) == plain.board_shown


def test_x_begins_if_the_address_does_not_say(app: Flask) -> None:
    assert board_shown(visit(app, address("tic-tac-toe", "b2a1"))).marks == "O...X...."


@given(replays() | variations())
def test_the_page_gives_its_own_address(app: Flask, replay: Replay) -> None:
    shared = visit(app, at(app, replay)).by_id("address")["value"]
    assert urlsplit(shared).netloc == "localhost"
    assert replay_at(shared) == replay


# Positions drawn in the address.


@given(drawn_boards(), st.data())
def test_a_position_drawn_in_the_address_is_shown_and_moves_may_follow(
    app: Flask, board: Board, data: st.DataObject
) -> None:
    first = first_mark(board)
    stood = marks_in_turn(reference.position(board), first)
    plain = Model(board.game, HUMAN, HUMAN, first, stood[:], set_up=len(stood))
    moves: list[int] = []
    while not plain.over and data.draw(st.booleans()):
        moves.append(data.draw(st.sampled_from([c for c in plain.cells if plain.allows(c)])))
        plain.play(moves[-1])
    text = diagram(board) + game_text(board.game, moves)
    page = visit(app, address(board.game, text, first=first.lower()))
    assert board_shown(page) == plain.board_shown
    assert status(page).startswith(plain.status)
    assert [told(link).move for link in move_links(page)] == [
        f"{plain.marks[c]} {name(board.game, c)}" for c in moves
    ]
    assert int(page.by_id("moves")["start"]) == plain.set_up + 1
    earlier = data.draw(st.integers(plain.set_up, len(plain.moves)))
    page = visit(app, address(board.game, text, first=first.lower(), ply=earlier))
    plain.moves = plain.moves[:earlier]
    assert board_shown(page) == plain.board_shown


@given(drawn_boards(), st.sampled_from([HUMAN, "easy", "unbeatable"]))
def test_nobody_made_the_marks_of_a_drawn_position(app: Flask, board: Board, o: str) -> None:
    """A set-up position has no last move: nothing is explained, judged or marked."""
    page = visit(app, address_of(board, o=o))
    assert not {"why", "worth", "review", "variation"} & ids(page)
    assert not board_shown(page).last
    assert not move_links(page)
    assert "data-label" not in {name for element in page for name in element.attributes}
    assert "played" not in status(page)
    assert " after " not in page.all("title")[0].text


def move_links(page: Element) -> list[Element]:
    """The links of the timeline, one a move."""
    return page.by_id("moves").all("a")


class Told(NamedTuple):
    """A move as its link in the timeline describes it."""

    number: int
    move: str
    label: str
    turning_point: bool
    favours: str


def told(link: Element) -> Told:
    """The name of *link*, parsed: `Move 11, X d1: mistake, turning point, O wins`."""
    words = r"Move (\d+), ([XO] \w\d): ([a-z ]+)(, turning point)?, (.+)"
    found = re.fullmatch(words, link["aria-label"])
    assert found, link["aria-label"]
    number, move, label, turning_point, favours = found.groups()
    assert link["data-label"] == label
    return Told(int(number), move, label, bool(turning_point), favours)


@given(st.sampled_from(samples.BOARDS))
@example(Board("tic-tac-toe", "XXXOO.O..", "O"))
def test_a_position_without_a_first_is_read_as_the_marks_allow(app: Flask, board: Board) -> None:
    """X began if the marks allow both sides."""
    page = visit(app, address("tic-tac-toe", diagram(board)))
    assert board_shown(page).marks == board.marks
    allowed = [mark for mark in "XO" if board._replace(mover=mark) in REACHABLE]
    assert replay_at(page.by_id("address")["value"]).position.to_move == allowed[0]


@given(st.lists(st.sampled_from("XO."), min_size=9, max_size=9), st.sampled_from("xo"))
def test_a_position_is_shown_if_and_only_if_a_game_comes_to_it(
    app: Flask, marks: list[str], first: str
) -> None:
    ply = len(marks) - marks.count(".")
    mover = first.upper() if ply % 2 == 0 else OTHER[first.upper()]
    board = Board("tic-tac-toe", "".join(marks), mover)
    client = app.test_client()
    response = client.get(address("tic-tac-toe", diagram(board), first=first))
    if board in REACHABLE:
        assert response.status_code == 200
    else:
        assert_no_such_address(client, response)


REACHABLE = frozenset(samples.BOARDS)


# Addresses that are none.

BAD = {
    "an unknown game": ("/replay/chess/e2e4", "chess"),
    "a capital in the game": ("/replay/Square/a1", "Square"),
    "marks after the end": ("/replay/tic-tac-toe/XXX-OO.-O..?first=x", "over before"),
    "another first than the marks say": ("/replay/tic-tac-toe/X..-...-...?first=o", "X has 1"),
    "an unknown first": ("/replay/tic-tac-toe/b2?first=z", "“first” must be x or o, not “z”"),
    "a capital first": ("/replay/tic-tac-toe/b2?first=X", "“first”"),
    "an unknown player": ("/replay/tic-tac-toe/b2?x=nobody", "nobody"),
    "a player with a depth": ("/replay/tic-tac-toe/b2?o=medium:depth=3", "medium:depth=3"),
    "a player of another game": ("/replay/square/b2?o=minimax", "Minimax does not play Square"),
    "a ply to come": ("/replay/tic-tac-toe/b2a1?ply=3", "0 to 2"),
    "a ply before the position": ("/replay/tic-tac-toe/X..-...-...b2?ply=0", "1 to 2"),
    "a negative ply": ("/replay/tic-tac-toe/b2a1?ply=-1", "-1"),
    "no number for a ply": ("/replay/tic-tac-toe/b2a1?ply=two", "two"),
    "an empty ply": ("/replay/tic-tac-toe/b2a1?ply=", "“ply”"),
    "other digits": ("/replay/tic-tac-toe/b2a1?ply=१", "१"),
    "a huge ply": ("/replay/tic-tac-toe/b2a1?ply=" + "9" * 1500, "0 to 2"),
    "a variation from nowhere": ("/replay/tic-tac-toe/b2a1?variation=c3", "“from”"),
    "from somewhere, but no variation": ("/replay/tic-tac-toe/b2a1?from=1", "“variation”"),
    "an empty variation": ("/replay/tic-tac-toe/b2a1?from=1&variation=", "“variation”"),
    "a variation from a ply to come": ("/replay/tic-tac-toe/b2?from=2&variation=c3", "0 to 1"),
    "a variation from before the position": (
        "/replay/tic-tac-toe/X..-...-...b2?from=0&variation=c3",
        "“from” must be from 1 to 2",
    ),
    "a variation from no number": ("/replay/tic-tac-toe/b2a1?from=b2&variation=c3", "b2"),
    "a variation on a taken cell": (
        "/replay/tic-tac-toe/b2a1?from=1&variation=c3b2",
        "Move 3, b2, cannot be played. That cell is taken.",
    ),
    "a variation after the end": ("/replay/tic-tac-toe/XXX-OO.-...?from=5&variation=c3", "over"),
    "a variation of other words": ("/replay/tic-tac-toe/b2?from=0&variation=hello", "hello"),
    "a ply past the variation": ("/replay/tic-tac-toe/b2a1?from=1&variation=c3&ply=3", "0 to 2"),
    **{
        f"neither on nor off for {switch}": (f"/replay/square/?{switch}=yes", f"“{switch}”")
        for switch in SWITCHES
    },
    "markup": ("/replay/tic-tac-toe/%3Cb%3Ebold", "<b>bold"),
    "no text at all": ("/replay/tic-tac-toe/%ff%00", ""),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_address_says_what_is_wrong_and_how_one_looks(client: FlaskClient, bad: str) -> None:
    link, says = BAD[bad]
    assert_no_such_address(client, client.get(link), says)


@pytest.mark.parametrize(("game", "text", "refusal"), [row[:3] for row in NO_RECORDS])
def test_an_address_is_refused_in_the_words_that_refuse_its_record(
    client: FlaskClient, game: Game, text: str, refusal: type[ValueError]
) -> None:
    with pytest.raises(refusal) as told:
        parse_record(game, text)
    assert_no_such_address(client, client.get(address(game.key, text)), str(told.value))


words = st.text(max_size=12).map(lambda text: text.replace("/", "|"))
near = st.text("abcd1234XO.-", max_size=24)
queries = st.dictionaries(
    st.sampled_from(["first", "x", "o", "ply", "from", "variation", *SWITCHES, "other"]),
    st.text(max_size=6)
    | st.sampled_from(["x", "o", "on", "off", "0", "2", "a1", "c3b2", HUMAN, *OPPONENTS]),
    max_size=4,
)


@given(st.sampled_from(list(GAMES)) | words.filter(bool), near | words, queries)
@example("tic-tac-toe", "", {"ply": "0\n"})
@example("..", "..", {})
@example(".", "b2", {})
def test_any_text_is_a_replay_or_refused_as_an_address(
    app: Flask, game: str, text: str, query: dict[str, str]
) -> None:
    client = app.test_client()
    response = client.get(address(game, text, **query))
    assert "Set-Cookie" not in response.headers
    if response.status_code == 200:
        page = read(response.text)
        assert board_shown(page).game == game
        assert page.by_id("address")
    else:
        assert_no_such_address(client, response)


@given(st.text(max_size=20), st.text(max_size=20), queries, st.text(max_size=4))
def test_no_text_whatever_is_more_than_the_application_takes(
    app: Flask, game: str, text: str, query: dict[str, str], clicked: str
) -> None:
    """Slashes and all."""
    client = app.test_client()
    for more in (query, {**query, "cell": clicked}):
        response = client.get(address(game, text, **more), follow_redirects=True)
        assert response.status_code in {200, 404}
        response = client.get(f"/preview/{quote(game)}.png", query_string={**more, "moves": text})
        assert response.status_code in {200, 308, 404}


# Steps and switches.


@given(replays() | variations())
def test_the_steps_lead_to_the_positions_that_they_name(app: Flask, replay: Replay) -> None:
    """From first to last. Each keeps who plays, who began and what is shown; at the ends they are
    not to be used.
    """
    start, last = replay.record.start.ply, last_ply(replay)
    page = visit(app, at(app, replay))
    steps = {"first": start, "back": replay.ply - 1, "forward": replay.ply + 1, "last": last}
    found = [link["id"] for link in page.by_id("timeline").all("a") if link["id"] in steps]
    assert found == list(steps)
    for id_, ply in steps.items():
        step, there = page.by_id(id_), min(max(ply, start), last)
        if there == replay.ply:
            assert step.attributes.keys() == {"id", "class", "role", "tabindex", "aria-disabled"}
            assert (step["role"], step["tabindex"], step["aria-disabled"]) == ("link", "0", "true")
            continue
        assert "aria-disabled" not in step.attributes
        assert replay_at(step["href"]) == replace(replay, ply=there)
        assert urlsplit(step["href"]).fragment == id_
        shown_there = board_shown(visit(app, step["href"]))
        assert shown_there == model_at(replay, there).board_shown


@given(replays() | variations())
def test_every_move_of_the_game_links_to_its_position(app: Flask, replay: Replay) -> None:
    game, start, last = of_game(replay), replay.record.start.ply, replay.record.ply
    found = dict(enumerate(move_links(visit(app, at(app, replay))), start + 1))
    listed = list(model_at(game, last).shown.moves)
    assert [told(link)[:2] for link in found.values()] == list(enumerate(listed, start + 1))
    assert [urlsplit(link["href"]).fragment for link in found.values()] == [
        link["id"] for link in found.values()
    ]
    assert {ply: replay_at(link["href"]) for ply, link in found.items()} == {
        ply: replace(game, ply=ply) for ply in range(start + 1, last + 1)
    }
    current = [ply for ply, link in found.items() if "aria-current" in link.attributes]
    in_game = not replay.variation or replay.ply <= replay.variation.ply
    assert current == ([replay.ply] if in_game and replay.ply > start else [])


@given(replays() | variations())
def test_each_switch_turns_itself_alone(app: Flask, replay: Replay) -> None:
    client, page = app.test_client(), visit(app, at(app, replay))
    for switch in SWITCHES:
        button = page.by_id(f"switch-{switch}")
        assert button["aria-pressed"] == ("true" if switch in replay.on else "false")
        assert button["form"] == "match"
        response = client.get(sent(page, button["name"], button["value"]))
        assert response.status_code == 303
        assert replay_at(response.location) == replace(replay, on=replay.on ^ {switch})
        assert urlsplit(response.location).fragment == button["id"]


# The board can be clicked.


def sent(page: Element, name: str, value: str) -> str:
    """The address that a button of the form round the board sends: its fields replace the query."""
    form = page.by_id("match")
    assert form.attributes.get("method", "get") == "get"
    return f"{urlsplit(form['action']).path}?{urlencode({**form.fields, name: value})}"


@pytest.mark.long
@given(replays() | variations())
def test_a_click_steps_on_or_tries_a_variation(app: Flask, replay: Replay) -> None:
    """It steps on where the move stands there next; of any other the page says that nobody played
    it, and it still has the whole game.
    """
    client = app.test_client()
    page = visit(app, at(app, replay))
    ways = [(way, model_at(way, last_ply(way)).moves) for way in (replay, of_game(replay))]
    for number in replay.game.cells:
        plain = model_at(replay)
        response = client.get(sent(page, "cell", f"{number}"))
        if not plain.allows(number):
            assert_no_such_address(client, response, "over" if plain.over else "taken")
            continue
        assert response.status_code == 303
        plain.play(number)
        there = replay_at(response.location)
        assert there.ply == replay.ply + 1
        assert model_at(there).moves == plain.moves
        assert replace(there, ply=replay.ply, variation=replay.variation) == replay
        on_a_way = [way for way, moves in ways if moves[: there.ply] == plain.moves]
        if on_a_way:
            assert there.variation == on_a_way[0].variation
        else:
            assert there.variation
            assert last_ply(there) == there.ply


def of_game(replay: Replay) -> Replay:
    """The game of a replay, out of any variation."""
    return replace(replay, variation=None)


def last_ply(replay: Replay) -> int:
    """The last ply of what is stepped through."""
    if not replay.variation:
        return replay.record.start.ply + len(replay.record.moves)
    return replay.variation.ply + len(replay.variation.moves)


@pytest.mark.parametrize("clicked", ["9", "16", "-1", "1.5", "", "b2", "१", "9" * 1500, " 1", "+1"])
def test_a_click_is_the_number_of_a_cell(client: FlaskClient, clicked: str) -> None:
    response = client.get(address("tic-tac-toe", "b2", cell=clicked))
    assert_no_such_address(client, response, clicked)


# A variation: moves that nobody played.


@given(variations())
def test_a_variation_is_marked_as_one_and_leads_back(app: Flask, replay: Replay) -> None:
    """The page shows the variation's first move number, its moves and the way back."""
    variation = replay.variation
    assert variation
    page = visit(app, at(app, replay))
    found = page.by_id("variation")
    assert f"from move {variation.ply + 1}" in found.text
    assert "nobody played these moves" in found.text
    there = "game" if replay.record.moves else "start"
    (back,) = [link for link in found.all("a") if link.text == f"Back to the {there}"]
    assert replay_at(back["href"]) == replace(of_game(replay), ply=variation.ply)

    plain = model_at(replay, last_ply(replay))
    (listed,) = found.all("ol")
    assert int(listed["start"]) == variation.ply + 1
    moves = listed.all("a")
    assert [link.text for link in moves] == list(plain.shown.moves[variation.ply - plain.set_up :])
    plies = range(variation.ply + 1, len(plain.moves) + 1)
    assert [replay_at(link["href"]) for link in moves] == [replace(replay, ply=p) for p in plies]
    current = [p for p, link in zip(plies, moves, strict=True) if "aria-current" in link.attributes]
    assert current == ([replay.ply] if replay.ply in plies else [])

    title = page.all("title")[0].text
    assert ("in a variation" in title) == (replay.ply > variation.ply)
    told = "a variation of it" if replay.record.moves else "moves from there"
    assert told in previewed(page)["og:description"]


@given(replays())
@example(Replay.of(parse_record(TIC_TAC_TOE, "a1b2"), Players(o="unbeatable")))
def test_nothing_is_said_twice_of_a_move(app: Flask, replay: Replay) -> None:
    assume(replay.ply > replay.record.start.ply)
    page = visit(app, at(app, replace(replay, on=frozenset())))
    words = [part.text for part in page.by_id("why").all("p")]
    sentences = re.split(r"(?<=[.?]) +", " ".join(words))
    said = [sentence for sentence in sentences if " " in sentence]
    assert sorted(said) == sorted({*said})


@given(variations())
def test_what_nobody_played_is_neither_explained_nor_judged(app: Flask, replay: Replay) -> None:
    """Only moves of the game are; moves of the variation show their values."""
    variation, replay = replay.variation, replace(replay, on=frozenset())
    assert variation
    in_game = replace(of_game(replay), ply=min(replay.ply, variation.ply))
    page, game = visit(app, at(app, replay)), visit(app, at(app, in_game))
    assert labels_of(page) == labels_of(game)
    assert ("review" in ids(page)) == ("review" in ids(game))
    if "review" in ids(page):
        ours, theirs = page.by_id("review"), game.by_id("review")
        assert ours.text == theirs.text
        assert page.by_id("moves").text == game.by_id("moves").text
        ours_to, theirs_to = (
            [replay_at(link) for link in links(one) if link.startswith("/replay/")]
            for one in (ours, theirs)
        )
        assert ours_to == theirs_to

    if replay.ply <= variation.ply:
        assert "worth" not in ids(page)
        assert ("why" in ids(page)) == ("why" in ids(game))
        if "why" in ids(page):
            assert page.by_id("why").text == game.by_id("why").text
    else:
        assert "why" not in ids(page)
        assert "worth" in ids(page)
        main = page.all("main")[0].text
        assert not re.search(r"Why [a-d]\d\?", main)
        assert not re.search(r"[XO] played", main)


@given(variations(game="tic-tac-toe"))
def test_a_move_that_nobody_played_is_worth_what_the_values_say(app: Flask, replay: Replay) -> None:
    replay = replace(replay, on=frozenset(), ply=last_ply(replay))
    section = visit(app, at(app, replay)).by_id("worth")
    board, move = model_at(replay, replay.ply - 1).board, model_at(replay).moves[-1]
    value, distance = worths(board)[move]
    outlook = {1: f"{board.mover} wins in", 0: "a draw", -1: f"{board.mover} loses in"}[value]
    outlook += f" {distance}" if value else ""
    assert note_of(section).startswith(f"{name(board.game, move)}: {outlook}.")
    assert_lines(app, section, board, move)
    assert all(replay_at(link).record == replay.record for link in links(section))


@given(records(), st.data())
def test_moves_that_were_played_are_no_variation(
    app: Flask, record: Record, data: st.DataObject
) -> None:
    """An address may say so all the same: it is the game's, or leaves it where it does."""
    assume(record.moves)
    start = record.start.ply
    leaves = data.draw(st.integers(0, len(record.moves) - 1))
    moves = data.draw(st.integers(leaves + 1, len(record.moves)))
    text = game_text(record.game.key, record.moves[leaves:moves])
    game = Replay.of(record, Players())
    found = replay_at(f"{at(app, game)}&from={start + leaves}&variation={text}&ply={start}")
    assert found == replace(game, ply=start)
    other = [c for c in record.game.cells if record.position_at(start + moves).mark_at(c) is None]
    if other and moves < len(record.moves) and other[0] != record.moves[moves]:
        text += game_text(record.game.key, other[:1])
        found = replay_at(f"{at(app, game)}&from={start + leaves}&variation={text}&ply={start}")
        assert found.variation
        assert (found.variation.ply, found.variation.moves) == (start + moves, (other[0],))


# Values, reasons, programs.


def values_shown(page: Element) -> dict[int, str]:
    """The values in the names of the cells, by cell."""
    found = {}
    for drawn in page.by_id("board").all("button"):
        _row, _column_and_mark, _name, *more = drawn["aria-label"].split(", ")
        if more and (value := re.match(r"draw|(win|loss) in \d+", more[0])):
            found[int(drawn["value"])] = value.group()
    return found


def of_position(board: Board, *on: str) -> Replay:
    """The replay of *board* as a set-up position, with the switches *on*."""
    record = Record(reference.position(board))
    return replace(Replay.of(record, Players()), on=frozenset(on))


@given(st.sampled_from(samples.BOARDS))
def test_every_empty_cell_is_named_with_its_exact_value(app: Flask, board: Board) -> None:
    replay = of_position(board)
    page = visit(app, at(app, replace(replay, on=frozenset({"values"}))))
    over = reference.result(board) is not None
    empty = [] if over else reference.moves(board)
    assert values_shown(page) == {c: in_words(worths(board)[c]) for c in empty}
    for drawn in page.by_id("board").all("button"):
        expected = values_shown(page).get(int(drawn["value"]))
        assert drawn.attributes.get("data-value") == (expected and expected.split()[0])
        label, value = drawn["aria-label"], drawn_value(drawn)
        assert bool(value) == (label.removesuffix(value) != label) == (expected is not None)
    assert not values_shown(visit(app, at(app, replay)))


def note_of(section: Element) -> str:
    """The sentence of a note: the summary of what is unfolded, or all there is."""
    return (section.all("summary") or section.all("p"))[0].text.removesuffix(" MoreLess")


@given(replays())
def test_the_last_move_is_told_with_its_reason_or_its_verdict(app: Flask, replay: Replay) -> None:
    """A program's reason comes first. The last move of a game tells how it ended."""
    page = visit(app, at(app, replay))
    assert ("why" in ids(page)) == (replay.ply > replay.record.start.ply)
    if "why" not in ids(page):
        return
    plain = model_at(replay, replay.ply - 1)
    mover, move = plain.to_move, model_at(replay).moves[-1]
    why = page.by_id("why")
    heading = why.all("h2")[0].text
    assert heading.startswith(f"{replay.ply}. {mover} played {name(plain.game, move)}")
    judged = study(replay.record.position_at(replay.ply - 1)).moves[move]
    assert judged.label in heading.lower()
    opponent = OPPONENTS.get(replay.players.x if mover == "X" else replay.players.o)
    if opponent:
        assert explain_move(judged, opponent).short in why.text
        assert explain_move(judged, opponent).more in why.text
    if outcome := replay.position.outcome:
        assert (
            f"{outcome.winner} wins" in note_of(why) if outcome.winner else "draw" in note_of(why)
        )
    elif opponent:
        assert note_of(why).startswith(explain_move(judged, opponent).short)


@pytest.mark.parametrize("player", [HUMAN, "easy", "medium"])
def test_a_slip_is_told_with_a_better_move_if_there_is_room(app: Flask, player: str) -> None:
    """Else that begins what is unfolded; so too where a retry hides its answer."""
    for replay in blunders(4):
        programs = replace(replay, players=Players(player, player))
        for ply, move in enumerate(replay.record.moves, 1):
            board = model_at(replay, ply - 1).board
            if not gives_away(board, move):
                continue
            value, plies = reference.value_and_distance(board)
            how = (
                ", a draw" if not value else " wins at once" if plies == 1 else f" wins in {plies}"
            )
            better = f"Better: {name(board.game, reference.best_cells(board)[0])}{how}."
            why = visit(app, at(app, programs.at(ply))).by_id("why")
            shown, unfolded = note_of(why), why.all("p")
            assert len(shown) <= 90
            if player == HUMAN or better not in shown:
                assert better not in shown
                assert unfolded[0].text.startswith(better)
                assert player == HUMAN or len(f"{shown} {better}") >= 90
            else:
                assert all(better not in part.text for part in unfolded)


@given(replays())
def test_the_head_names_both_players_or_no_people(app: Flask, replay: Replay) -> None:
    """X first. Anyone may open the address, so no person is called `You`."""
    head = visit(app, at(app, replay)).by_id("versus").node
    said = "".join((n.get("aria-label") or n.text or "") + (n.tail or "") for n in head.iter())
    x, o = (
        OPPONENTS[key].name if key in OPPONENTS else "A person"
        for key in (replay.players.x, replay.players.o)
    )
    has_program = replay.players != Players()
    assert (f"{x} X – {o} O" in " ".join(said.split())) == has_program
    assert has_program or "A person" not in said


@given(replays() | variations())
def test_the_status_says_all_in_one_sentence_by_ear(app: Flask, replay: Replay) -> None:
    """The side to move, then the last move as the timeline tells it."""
    page = visit(app, at(app, replay))
    line = page.by_id("status")
    assert (line["class"], line.children) == ("unseen", [line.text])
    game = [told(link) for link in move_links(page) if "aria-current" in link.attributes]
    for move in game:
        turned = ", turning point" if move.turning_point else ""
        assert line.text.endswith(f": {move.move}, {move.label}{turned}.")
    assert ("in a variation" in line.text) == ("worth" in ids(page))


@pytest.mark.long
@given(replays())
def test_what_a_program_used_for_the_last_move_is_drawn_on_the_board_if_asked(
    app: Flask, replay: Replay
) -> None:
    """The page says so and offers the other drawings; a figure that is not there is the last."""
    replay = replace(replay, on=frozenset())
    opponent = None
    if replay.ply > replay.record.start.ply:
        mover = Mark(model_at(replay, replay.ply - 1).to_move)
        opponent = OPPONENTS.get(replay.players.x if mover is Mark.X else replay.players.o)
    for figure in (0, 1, 2, 9):
        page = visit(app, at(app, replace(replay, figure=figure)))
        tables = page.by_id("note").all("table")
        assert bool(page.by_id("sketch").children) == bool(tables)
        if not opponent:
            assert not tables
            assert "how" not in ids(page)
            continue
        position = replay.record.position_at(replay.ply - 1)
        explanation = explain_move(study(position).moves[model_at(replay).moves[-1]], opponent)
        diagrams = (*explanation.diagrams, *explanation.replies)
        captions = [diagram.caption for diagram in diagrams]
        assert ("how" in ids(page)) == bool(captions)
        if captions:
            assert page.by_id("how")["aria-expanded"] == ("true" if figure else "false")
            assert replay_at(page.by_id("how")["href"]).figure == (0 if figure else 1)
        shown = captions[min(figure, len(captions)) - 1 :][:1] if figure else []
        assert [table["aria-label"] for table in tables] == shown
        choices = [
            replay_at(link["href"]).figure
            for link in page.all("a")
            if (link.attributes.get("id") or "").startswith("figure-")
        ]
        several = figure and len(captions) > 1
        assert choices == (list(range(1, len(captions) + 1)) if several else [])


def programs(page: Element) -> dict[str, Element]:
    """The programs' entries by key, in the order of the page."""
    return {
        found["data-opponent"]: found
        for found in page.all("details")
        if "data-opponent" in found.attributes
    }


def proposed(entry: Element) -> dict[str, Element]:
    """The items of a program's entry, by the name of the cell it would play."""
    items = entry.all("ul")[0].all("li")
    return {item.text.partition(":")[0]: item for item in items}


def assert_programs(app: Flask, board: Board, lost: Mapping[int, int]) -> None:
    """Each opponent that plays the game is there with its cells; *lost* is what each gives away."""
    position = reference.position(board)
    found = programs(visit(app, at(app, of_position(board, "programs"))))
    assert list(found) == [key for key in OPPONENTS if key in players(position.game)]
    for key, entry in found.items():
        cells = OPPONENTS[key].decide(position).cells
        names = [name(board.game, c) for c in cells]
        assert list(proposed(entry)) == names
        head = entry.all("summary")[0]
        notes = " ".join(note.text for note in head.all("em"))
        assert re.findall(r"\b[a-d][1-4]\b", head.text.partition(".")[0]) == names
        bad = [name(board.game, c) for c in cells if lost[c]]
        assert ("Slips" in notes) == bool(bad)
        named = re.findall(r"\b[a-d][1-4]\b", notes)
        assert named == (bad if len(bad) < len(cells) else [])
        assert [n for n, item in proposed(entry).items() if item.all("em")] == bad


@pytest.mark.parametrize("seed", range(4))
def test_the_programs_are_listed_with_what_each_would_play(app: Flask, seed: int) -> None:
    rng = Random(seed)  # noqa: S311
    for board in rng.sample(samples.ACTIVE, 10):
        assert_programs(app, board, {c: gives_away(board, c) for c in reference.moves(board)})
    for board in samples.at_random("square", range(1, 16), 3, seed):
        values = {c: int(v.value) for c, v in study(reference.position(board)).values.items()}
        assert_programs(app, board, {c: max(values.values()) - v for c, v in values.items()})


def test_no_program_plays_once_the_game_is_over(app: Flask) -> None:
    for text in ("a1a2b1b2c1", "b2a1c1a3a2c2b1b3c3"):
        assert not programs(visit(app, address("tic-tac-toe", text, programs="on")))
    assert not programs(visit(app, address("tic-tac-toe", "b2"))), "nor unless asked for"


# The worked example.


def test_the_worked_example_is_drawn_and_its_mistake_refuted(app: Flask) -> None:
    """Other weighs most at three cells; own, there, at two; and one of these loses by force."""
    board = Board("square", WORKED_EXAMPLE.replace("-", ""), "O")
    page = visit(app, address("square", WORKED_EXAMPLE, programs="on"))
    entry = programs(page)["hard"]
    theirs, own = entry.all("table")
    notes, chosen = zip(*map(figure_cells, (theirs, own)), strict=True)
    for found, mark in zip(notes, "XO", strict=True):
        assert found == {name("square", c): n for c, n in weights(board, mark).items()}
    assert "X" in theirs["aria-label"]
    assert "O" in own["aria-label"]
    tied = {"a2", "c2", "d2"}
    assert {c for c, n in notes[0].items() if n == 8} == tied
    assert max(notes[0].values()) == 8
    assert {c: notes[1][c] for c in tied} == {"a2": 1, "c2": 3, "d2": 3}
    assert chosen == (tied, {"c2", "d2"})

    found = proposed(entry)
    assert list(found) == ["c2", "d2"]
    assert not links(found["c2"])
    assert "draw" in found["c2"].text
    exact = study(reference.position(board)).values[cell("square", "d2")]
    assert f"O loses in {exact.distance}" in found["d2"].text
    (link,) = links(found["d2"])
    assert_wins(app, link, OTHER[board.mover], board, cell("square", "d2"), exact.distance)


def figure_cells(table: Element) -> tuple[dict[str, int], set[str]]:
    """The numbers on a figure's cells, and the names of its highlighted cells."""
    notes, chosen = {}, set()
    for drawn in table.all("td"):
        found = re.fullmatch(r"([a-d][1-4]): ?(\S*)", drawn.text)
        assert found
        if found[2].isdecimal():
            notes[found[1]] = int(found[2])
        if "data-chosen" in drawn.attributes:
            chosen.add(found[1])
    return notes, chosen


def assert_wins(
    app: Flask, link: str, winner: str, board: Board, move: int, plies: int | None
) -> None:
    """The link shows *move* made on *board*; stepping on, *winner* wins after *plies*. Unless all
    of this was played, the page says that it was not.
    """
    page, made = visit(app, link), 1
    there = replay_at(link)
    assert ("variation" in ids(page)) == bool(there.variation)
    assert model_at(there, last_ply(there)).winner == winner
    assert board_shown(page).marks == reference.after(board, move).marks
    assert board_shown(page).last == {move}
    while "aria-disabled" not in page.by_id("forward").attributes:
        page, made = visit(app, page.by_id("forward")["href"]), made + 1
    assert made == plies
    assert status(page).startswith(f"{winner} wins")


def assert_lines(app: Flask, section: Element, board: Board, move: int) -> int:
    """A losing *move* that gave value away has a link to its refutation, with the answer played, a
    missed win a link to the win. Return the number of links.
    """
    value, distance = worths(board)[move]
    wins = [link for part in section.all("details") for link in links(part)]
    refutations = [link for link in links(section) if link not in wins and "/replay/" in link]
    assert len(refutations) == (gives_away(board, move) > 0 > value)
    for link in refutations:
        page = visit(app, link)
        assert board_shown(page).marks.count(".") == board.marks.count(".") - 2
        back = page.by_id("back")["href"]
        assert_wins(app, back, OTHER[board.mover], board, move, distance)
    best, plies = reference.value_and_distance(board)
    assert len(wins) == (best == 1 and (value, distance) != (best, plies))
    for link in wins:
        first = replay_at(link)
        assert_wins(app, link, board.mover, board, model_at(first).moves[-1], plies)
    return len(refutations) + len(wins)


# The review.


@pytest.mark.long
def test_every_word_of_the_annotations_is_defined(app: Flask) -> None:
    """Labels, accuracy, turning point and variation lead to the page of definitions."""
    terms = visit(app, "/learn/terms")
    found = set()
    for replay in blunders(4):
        for ply in replay.record.plies:
            tried = replace(replay, ply=0).continued([(replay.record.moves[0] + 1) % 9]).at(ply)
            for page in (visit(app, at(app, replay.at(ply))), visit(app, at(app, tried))):
                found |= {link for link in links(page) if link.startswith("/learn/terms#")}
    anchors = {urlsplit(link).fragment for link in found}
    assert anchors <= ids(terms)
    assert anchors >= {"accuracy", "turning-point", "variation", "mistake", "blunder", "only-move"}


def labels_of(page: Element) -> list[str]:
    """The labels of the moves in the timeline; the log says the same."""
    found = [link["data-label"] for link in move_links(page)]
    logged = [item.all("em")[0].text.lower() for item in log(page)]
    assert logged == found
    return found


def log(page: Element) -> list[Element]:
    """The list of all moves, for paper and large screens."""
    return [
        item
        for part in page.all("ol")
        if part.attributes.get("class") == "log"
        for item in part.all("li")
    ]


@given(replays(game="tic-tac-toe"))
def test_the_review_counts_and_draws_what_the_values_say(app: Flask, replay: Replay) -> None:
    page = visit(app, at(app, replay))
    moves = replay.record.moves
    assert ("review" in ids(page)) == bool(moves)
    if not moves:
        return
    review, start = page.by_id("review"), replay.record.start.ply
    boards = [model_at(replay, ply).board for ply in range(start, replay.record.ply + 1)]
    lost = [gives_away(board, move) for board, move in zip(boards, moves, strict=False)]

    course = [in_whose_favour(board) for board in boards]
    assert [told(link).favours for link in move_links(page)] == course[1:]
    assert drawn_course(page) == course

    for mark, counts_of in zip("XO", page.by_id("accuracy").all("span"), strict=True):
        decisions = [
            not lost[ply]
            for ply, board in enumerate(boards[:-1])
            if board.mover == mark and any(gives_away(board, c) for c in reference.moves(board))
        ]
        right = sum(decisions)
        percent = round(100 * right / len(decisions)) if decisions else 0
        counted = [percent, right, len(decisions)] if decisions else []
        assert [int(number) for number in re.findall(r"\d+", counts_of.text)] == counted
        assert counts_of.all("svg")[0]["aria-label"] == mark

    given_away = [ply for ply, loss in enumerate(lost, start + 1) if loss]
    turning_points = [link for link in links(review) if link.startswith("/replay/")]
    assert [replay_at(link) for link in turning_points] == [
        replace(replay, ply=ply) for ply in given_away[-1:]
    ]
    held = {"X": replay.players.x, "O": replay.players.o}
    assert [ply for ply, *_, turned, _ in map(told, move_links(page)) if turned] == given_away[-1:]
    people = [mark for mark in "XO" if held[mark] == HUMAN]
    retried = [ply for ply in given_away if boards[ply - 1 - start].mover in people]
    for ply in range(start + 1, replay.record.ply + 1):
        buttons = [form.text for form in retries(visit(app, at(app, replay.at(ply))))]
        assert buttons == ([f"Retry move {ply}"] if ply in retried else [])


def drawn_course(page: Element) -> list[str]:
    """The winner with best play at the start and after each move, read from the line behind the
    moves; each piece must begin at the end of the one before.
    """
    pieces = [
        [float(y) for y in re.findall(r"[ML][012] (\S+?)(?=L|$)", path["d"])]
        for link in move_links(page)
        for path in link.all("path")
        if path["class"] == "line"
    ]
    assert len(pieces) == len(move_links(page))
    assert [before[-1] for before in pieces[:-1]] == [after[0] for after in pieces[1:]]
    heights = [2 * pieces[0][0] - pieces[0][1], *(middle for _, middle, _ in pieces)]
    return [{-1.0: "X wins", 0.0: "draw", 1.0: "O wins"}[height] for height in heights]


def in_whose_favour(board: Board) -> str:
    """The winner with best play from *board*, in the words of the timeline."""
    value = reference.score(board)
    return "X wins" if value > 0 else "O wins" if value < 0 else "draw"


@pytest.mark.slow
def test_what_loses_and_what_would_have_won_is_stepped_through(app: Flask) -> None:
    stepped = 0
    for replay in blunders(4):
        for ply, move in enumerate(replay.record.moves, 1):
            board = model_at(replay, ply - 1).board
            why = visit(app, at(app, replay.at(ply))).by_id("why")
            stepped += assert_lines(app, why, board, move)
    assert stepped > 4


def retries(page: Element) -> list[Element]:
    """The form that retries the last move, if there is one."""
    return page.by_id("why").all("form") if "why" in ids(page) else []


@pytest.mark.slow
def test_a_mistake_is_retried_until_nothing_is_given_away(app: Flask) -> None:
    """A move that gives value away is refused with a reason; any other is made."""
    for replay in blunders(2):
        client = app.test_client()
        given_away = [
            ply
            for ply, move in enumerate(replay.record.moves)
            if gives_away(model_at(replay, ply).board, move)
        ]
        for ply in given_away:
            (form,) = retries(visit(app, at(app, replay.at(ply + 1))))
            assert (form["method"], form["action"]) == ("post", "/matches")
            plain = model_at(replay, ply)
            board = plain.board
            for move in reference.moves(board):
                assert client.post(form["action"], data=form.fields).status_code == 303
                client.post("/moves", data={"cell": f"{move}", "ply": f"{ply}"})
                match = read(client.get("/").text)
                refused = bool(gives_away(board, move))
                assert shown(match).marks == (board if refused else reference.after(board, move))[1]
                said = name(plain.game, move) in match.by_id("advice").text
                assert said, "both a wrong and a right move are spoken of"
                tried = "data-tried" in match.by_id(f"cell-{move}").attributes
                assert tried == refused


def test_who_retries_a_move_against_a_program_is_answered(app: Flask) -> None:
    """O answers the centre on a side, which loses; a corner keeps the draw."""
    replay = replay_at(address("tic-tac-toe", "b2b1a1c3a3a2c1", x="unbeatable", o=HUMAN))
    (form,) = retries(visit(app, at(app, replay.at(2))))
    client = app.test_client()
    client.post(form["action"], data=form.fields)
    page = read(client.get("/").text)
    assert shown(page).marks == "....X...."
    assert status(page).startswith("Your turn: O")
    client.post("/moves", data={"cell": "1", "ply": "1"})
    assert shown(read(client.get("/").text)).marks == "....X...."
    client.post("/moves", data={"cell": "0", "ply": "1"})
    after = shown(read(client.get("/").text))
    assert (after.marks[0], after.marks.count("X")) == ("O", 2)


# Play from here.


@pytest.mark.parametrize(
    "link",
    [
        address("tic-tac-toe", "b2a1c3a3a2", ply=4, first="o"),
        address("tic-tac-toe", "X..-.O.-..Xa2c1", ply=4),
        address("square", "b2c3a1", ply=2, first="o"),
        address("square", WORKED_EXAMPLE),
        address("square", "b2c3a1", first="o", variation="d2a4", ply=4, **{"from": 2}),
    ],
)
def test_anyone_may_play_on_from_there_in_either_seat(
    app: Flask, client: FlaskClient, link: str
) -> None:
    """The marks of the replay are set up in the match: nobody made them."""
    replay = replay_at(link)
    game = replay.game.key
    form = visit(app, at(app, replay)).by_id("play-from-here")
    assert (form["method"], form["action"]) == ("post", "/matches")
    selects = form.all("select")
    assert [select["name"] for select in selects] == ["x", "o"]
    offered = [[option["value"] for option in select.all("option")] for select in selects]
    assert offered == [players(replay.game)] * 2
    for x, o in met(offered[0]):
        assert client.post(form["action"], data={**form.fields, "x": x, "o": o}).status_code == 303
        page = read(client.get("/").text)
        found, plain = shown(page), model_at(replay)
        plain.x, plain.o = x, o
        due = OPPONENTS.get(plain.player_to_move) if plain.people else None
        if due:
            replies = due.decide(replay.position).cells
            pairs = zip(found.marks, plain.marks, strict=True)
            (reply,) = [c for c, (now, before) in enumerate(pairs) if now != before]
            assert reply in replies
            plain.play(reply)
        assert (found.game, found.marks) == (game, plain.marks)
        assert found.moves == plain.shown.moves[replay.ply - plain.set_up :]
        assert found.state == plain.shown.state
        settings = {"game": game, "x": x, "o": o, "first": plain.first.lower()}
        assert page.by_id("new-game").chosen == settings


def met(keys: list[str]) -> set[tuple[str, str]]:
    """Everyone in either seat, against a person and against another."""
    others = zip(keys, keys[1:] + keys[:1], strict=True)
    return {*others, *((key, HUMAN) for key in keys), *((HUMAN, key) for key in keys)}


@given(replays())
def test_who_opens_the_address_is_offered_the_side_to_move(app: Flask, replay: Replay) -> None:
    """Against the program that played, if one did; and the form as drawn starts that match."""
    plain, page = model_at(replay), visit(app, at(app, replay))
    assert ("play-from-here" in ids(page)) == (not plain.over)
    if plain.over:
        return
    form = page.by_id("play-from-here")
    chosen = form.chosen
    against = chosen[OTHER[plain.to_move].lower()]
    assert chosen[plain.to_move.lower()] == HUMAN
    programs_there = {replay.players.x, replay.players.o} - {HUMAN}
    assert against in (programs_there or {"medium"})
    client = app.test_client()
    client.post(form["action"], data=form.fields | chosen)
    match = read(client.get("/").text)
    assert shown(match).marks == plain.marks
    assert status(match).startswith(f"Your turn: {plain.to_move}")


# Link previews.


def previewed(page: Element) -> dict[str, str]:
    """The Open Graph properties of a page, for shared links."""
    named = [m for m in page.all("meta") if "property" in m.attributes]
    return {meta["property"]: meta["content"] for meta in named}


@given(replays())
def test_a_shared_link_has_a_title_a_description_and_a_picture(app: Flask, replay: Replay) -> None:
    page, plain = visit(app, at(app, replay)), model_at(replay)
    preview = previewed(page)
    assert preview["og:title"].startswith(shows_title(plain))
    assert replay.game.name in preview["og:title"]
    assert preview["og:title"] in page.all("title")[0].text
    assert replay.game.name in preview["og:description"]
    assert game_text(plain.game, replay.record.moves[:1]) in preview["og:description"]
    assert replay_at(preview["og:url"]) == replay
    picture = urlsplit(preview["og:image"])
    assert (picture.scheme, picture.netloc) == ("http", "localhost")
    response = app.test_client().get(preview["og:image"])
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert response.data == png(replay.position, replay.last_move, title(replay))
    assert "Set-Cookie" not in response.headers


def shows_title(plain: Model) -> str:
    """How a title begins."""
    return f"{plain.winner} wins" if plain.winner else "Draw" if plain.over else plain.status


@given(drawn_boards())
def test_the_description_of_a_position_says_what_is_there(app: Flask, board: Board) -> None:
    """It invites to play on where one can, and else says how it ended."""
    found = previewed(visit(app, at(app, of_position(board))))["og:description"]
    marks = len(board.marks) - board.marks.count(".")
    result = reference.result(board)
    assert ("Play on" in found) == (result is None)
    assert (f"{marks} mark" in found) == (marks > 0)
    assert ("wins" in found) == (result in OTHER)
    if result:
        assert found.endswith("a draw." if result == "tie" else f"{result} wins.")


def test_a_picture_of_no_position_is_refused_as_an_address(client: FlaskClient) -> None:
    for link in ("/preview/chess.png", "/preview/square.png?moves=z9", "/preview/square.png?ply=1"):
        assert_no_such_address(client, client.get(link))


# The match and its replay.


@given(replays(people=True))
def test_the_current_match_has_a_replay(app: Flask, replay: Replay) -> None:
    """Set up where the game was set up, and then with the moves that were made."""
    client, record = app.test_client(), replay.record
    fields = {"game": record.game.key, "first": record.first.lower(), "x": HUMAN, "o": HUMAN}
    client.post("/matches", data=fields | {"moves": diagram(start_of(record).board)})
    for ply, move in enumerate(record.moves, record.start.ply):
        client.post("/moves", data={"cell": f"{move}", "ply": f"{ply}"})
    response = client.get("/replay")
    assert response.status_code == 303
    assert replay_at(response.location) == Replay.of(record, Players())


# What a page costs.


class Asked(Exception):
    """A program was asked, or something was searched."""


def refuse(*_: object, **__: object) -> object:
    raise Asked


@pytest.fixture
def nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search and every program's decision raises."""
    for place in (
        "ai.search.minimax.minimax",
        "ai.search.minimax.alpha_beta",
        "ai.opponents.search.search",
        "ai.opponents.search.search_with_cutoffs",
    ):
        monkeypatch.setattr(place, refuse)
    monkeypatch.setattr(Opponent, "decide", refuse)
    visit.cache_clear()
    study.cache_clear()


@pytest.mark.long
@pytest.mark.usefixtures("nothing_is_searched")
def test_a_game_between_people_is_shown_without_any_search(app: Flask) -> None:
    for replay, values in product(blunders(2), ["on", "off"]):
        for ply in replay.record.plies:
            on = frozenset({"values"}) if values == "on" else frozenset({"reasons"})
            visit(app, at(app, replace(replay, ply=ply, on=on)))
    visit(app, address("square", WORKED_EXAMPLE + "d2a2", values="on"))
    with pytest.raises(Asked):
        visit(app, address("square", WORKED_EXAMPLE, programs="on"))
