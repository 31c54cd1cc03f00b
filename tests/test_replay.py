"""Replays: any game or position from its address alone, and what its page shows of it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ai.exact.value import Value
from ai.explain import explain_move
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from ai.study.review import review
from ai.study.study import JudgedMove, study
from ai.words.told import how_it_ended, why_so
from ai.words.values import outlook
from tests import reference, samples
from tests.claims.facts import expect_why
from tests.model import Model, name
from tests.page import Element, board_shown, drawn_value, read, shown, status_line
from tests.records import NO_RECORDS
from tests.reference import Board, diagram, in_words, position, worths
from tests.replays import (
    address,
    address_of,
    assert_no_such_address,
    at,
    last_ply,
    links,
    model_at,
    move_links,
    of_position,
    previewed,
    records,
    replay_at,
    replays,
    start_of,
    variations,
    visit,
)
from tests.strategies import players
from webapp.board.players import Players
from webapp.board.preview import png
from webapp.replay.cover import cover
from webapp.replay.replay import SWITCHES, Replay

OTHER = {"X": "O", "O": "X"}
SHAPES = ("polyline", "polygon", "path")  # that outline a winning set


# Addresses and pages.


def status(page: Element) -> str:
    """The status on *page*, which is heard and not seen in a replay."""
    return status_line(page).text


def game_text(game: str, moves: Iterable[int]) -> str:
    """The text of *moves*."""
    return "".join(name(game, move) for move in moves)


def ids(page: Element) -> set[str | None]:
    """The ids on *page*."""
    return {element.attributes.get("id") for element in page}


BLUNDERS = [
    Replay.of(Record(reference.position(boards[0]), samples.played(boards)))
    for boards in samples.to_the_end("tic-tac-toe", count=4, seed=5)
]
"""Games between people who play at random."""


def slips(replay: Replay) -> Iterator[JudgedMove]:
    """The moves of the game that gave value away."""
    return (move for move in review(replay.record).moves if move.value_lost)


# The address tells all.


@given(replays() | variations())
@example(Replay.of(Record(Position(TIC_TAC_TOE)), Players()))
def test_the_page_shows_what_the_rules_give_at_each_ply(app: Flask, replay: Replay) -> None:
    page, plain = visit(app, at(app, replay)), model_at(replay)
    assert ("variation" in ids(page)) == bool(replay.variation)
    assert board_shown(page) == plain.board_shown
    assert page.by_id("status")["data-state"] == plain.shown.state
    outlines = [it for tag in SHAPES for it in page.by_id("outlines").all(tag)]
    assert len([it for it in outlines if "class" not in it.attributes]) == len(plain.completed)
    expect_status(page, plain, moved=bool(replay.record.moves or replay.variation))
    shared = page.by_id("address")["value"]
    assert urlsplit(shared).netloc == "localhost"
    assert replay_at(shared) == replay
    expect_steps(page, replay)
    expect_links_of_moves(page, replay)


def expect_status(page: Element, plain: Model, *, moved: bool) -> None:
    """It says all in one sentence by ear: the side to move, then the last move as the timeline
    tells it.
    """
    said = status(page)
    assert said.startswith(plain.status)
    assert ("Move" in said) == moved
    assert ("in a variation" in said) == ("worth" in ids(page))
    for link in move_links(page):
        if "aria-current" in link.attributes:
            move = told(link)
            turned = ", turning point" if move.turning_point else ""
            assert said.endswith(f": {move.move}, {move.label}{turned}.")


def expect_steps(page: Element, replay: Replay) -> None:
    """Each step leads to its position, and keeps players and switches; at the ends it is off."""
    start, last = replay.record.start.ply, last_ply(replay)
    steps = {"first": start, "back": replay.ply - 1, "forward": replay.ply + 1, "last": last}
    for id_, ply in steps.items():
        step, there = page.by_id(id_), min(max(ply, start), last)
        assert (step.attributes.get("aria-disabled") == "true") == (there == replay.ply)
        assert ("href" in step.attributes) == (there != replay.ply)
        if there != replay.ply:
            assert replay_at(step["href"]) == replace(replay, ply=there)
            assert urlsplit(step["href"]).fragment == id_


def expect_links_of_moves(page: Element, replay: Replay) -> None:
    """Every move of the game links to its position; that of the ply is the current one."""
    game, start, last = of_game(replay), replay.record.start.ply, replay.record.ply
    found = dict(enumerate(move_links(page), start + 1))
    assert int(page.by_id("moves")["start"]) == start + 1
    listed = list(model_at(game, last).shown.moves)
    assert [told(link)[:2] for link in found.values()] == list(enumerate(listed, start + 1))
    for ply, link in found.items():
        assert replay_at(link["href"]) == replace(game, ply=ply)
        assert urlsplit(link["href"]).fragment == link["id"]
    current = [ply for ply, link in found.items() if "aria-current" in link.attributes]
    in_game = not replay.variation or replay.ply <= replay.variation.ply
    assert current == ([replay.ply] if in_game and replay.ply > start else [])


@given(records(), st.data())
def test_without_a_ply_a_replay_is_at_its_end(record: Record, data: st.DataObject) -> None:
    """And a game between people needs no more than its moves and who began."""
    game, first = record.game.key, record.first.lower()
    assert replay_at(address(game, record.text, first=first)) == Replay.of(record)
    if record.moves:
        left = record.up_to(data.draw(st.sampled_from(record.plies[:-1])))
        tried = game_text(game, record.moves[len(left.moves) :])
        link = address(game, left.text, first=first, variation=tried, **{"from": left.ply})
        there = replay_at(link)
        assert (there.record, there.position) == (left, record.position)


def test_x_begins_if_the_address_does_not_say(app: Flask) -> None:
    assert board_shown(visit(app, address("tic-tac-toe", "b2a1"))).marks == "O...X...."


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


# Addresses that are none.

BAD = {
    "chess/e2e4": "chess",
    "tic-tac-toe/XXX-OO.-O..?first=x": "over before",
    "tic-tac-toe/X..-...-...?first=o": "X has 1",
    "tic-tac-toe/b2?first=z": "“first” must be x or o, not “z”",
    "tic-tac-toe/b2?first=X": "“first”",
    "tic-tac-toe/b2?x=nobody": "nobody",
    "tic-tac-toe/b2?o=medium:depth=3": "medium:depth=3",
    "square/b2?o=minimax": "Minimax does not play Square",
    "tic-tac-toe/b2a1?ply=3": "0 to 2",
    "tic-tac-toe/X..-...-...b2?ply=0": "1 to 2",
    "tic-tac-toe/b2a1?ply=-1": "-1",
    "tic-tac-toe/b2a1?ply=two": "two",
    "tic-tac-toe/b2a1?ply=": "“ply”",
    "tic-tac-toe/b2a1?ply=१": "१",
    "tic-tac-toe/b2a1?ply=" + "9" * 1500: "0 to 2",
    "tic-tac-toe/b2a1?variation=c3": "“from”",
    "tic-tac-toe/b2a1?from=1": "“variation”",
    "tic-tac-toe/b2a1?from=1&variation=": "“variation”",
    "tic-tac-toe/b2?from=2&variation=c3": "0 to 1",
    "tic-tac-toe/X..-...-...b2?from=0&variation=c3": "“from” must be from 1 to 2",
    "tic-tac-toe/b2a1?from=b2&variation=c3": "b2",
    "tic-tac-toe/b2a1?from=1&variation=c3b2": "Move 3, b2, cannot be played. That cell is taken.",
    "tic-tac-toe/XXX-OO.-...?from=5&variation=c3": "over",
    "tic-tac-toe/b2?from=0&variation=hello": "hello",
    "tic-tac-toe/b2a1?from=1&variation=c3&ply=3": "0 to 2",
    "tic-tac-toe/%3Cb%3Ebold": "<b>bold",
    "tic-tac-toe/%ff%00": "",
    **{f"square/?{switch}=yes": f"“{switch}”" for switch in SWITCHES},
}


@pytest.mark.parametrize("link", BAD, ids=lambda link: link[:60])
def test_a_bad_address_says_what_is_wrong_and_how_one_looks(client: FlaskClient, link: str) -> None:
    assert_no_such_address(client, client.get(f"/replay/{link}"), BAD[link])


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
    elif response.status_code == 308:
        assert client.get(response.location, follow_redirects=True).status_code in {200, 404}
    else:
        assert_no_such_address(client, response)


@given(st.text(max_size=20), st.text(max_size=20), queries, st.text(max_size=4))
def test_no_text_whatever_is_more_than_the_application_takes(
    app: Flask, game: str, text: str, query: dict[str, str], clicked: str
) -> None:
    """Slashes and all."""
    client, query = app.test_client(), {**query, "cell": clicked}
    response = client.get(address(game, text, **query), follow_redirects=True)
    assert response.status_code in {200, 404}
    response = client.get(f"/preview/{quote(game)}.png", query_string={**query, "moves": text})
    assert response.status_code in {200, 308, 404}


# Switches.


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


@pytest.mark.parametrize("clicked", ["9", "16", "-1", "1.5", "", "b2", "१", "9" * 1500, " 1", "+1"])
def test_a_click_is_the_number_of_a_cell(client: FlaskClient, clicked: str) -> None:
    response = client.get(address("tic-tac-toe", "b2", cell=clicked))
    assert_no_such_address(client, response, clicked)


# A variation: moves that nobody played.


@given(variations())
def test_a_variation_lists_its_moves_and_leads_back(app: Flask, replay: Replay) -> None:
    variation = replay.variation
    assert variation
    page = visit(app, at(app, replay))
    found, plain = page.by_id("variation"), model_at(replay, last_ply(replay))
    assert f"from move {variation.ply + 1}" in found.text
    (back,) = [link for link in found.all("a") if link.text.startswith("Back to the")]
    assert replay_at(back["href"]) == replace(of_game(replay), ply=variation.ply)
    (listed,) = found.all("ol")
    assert int(listed["start"]) == variation.ply + 1
    moves = listed.all("a")
    assert [link.text for link in moves] == list(plain.shown.moves[variation.ply - plain.set_up :])
    plies = range(variation.ply + 1, len(plain.moves) + 1)
    assert [replay_at(link["href"]) for link in moves] == [replace(replay, ply=p) for p in plies]
    current = [p for p, link in zip(plies, moves, strict=True) if "aria-current" in link.attributes]
    assert current == ([replay.ply] if replay.ply in plies else [])


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
    is_nobodys = replay.ply > variation.ply
    assert labels_of(page) == labels_of(game)
    for part in ("review", "moves") if "review" in ids(game) else ():
        assert page.by_id(part).text == game.by_id(part).text
    assert ("worth" in ids(page)) == is_nobodys
    assert ("why" in ids(page)) == ("why" in ids(game) and not is_nobodys)
    if "why" in ids(page):
        assert page.by_id("why").text == game.by_id("why").text
    if is_nobodys:
        assert not re.search(r"Why [a-d]\d\?|[XO] played", page.all("main")[0].text)


@given(variations())
def test_a_move_that_nobody_played_is_worth_what_the_values_say(app: Flask, replay: Replay) -> None:
    replay = replace(replay, on=frozenset(), ply=last_ply(replay))
    section, move = visit(app, at(app, replay)).by_id("worth"), last_judged(replay)
    assert note_of(section).startswith(f"{move.name}: {outlook(move.exact, move.mark)}.")
    expect_lines(section, replay, move)


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
        if more and (value := re.match(r"draws|(wins|loses) (at once|in \d+ moves)", more[0])):
            found[int(drawn["value"])] = value.group()
    return found


@given(st.sampled_from(samples.BOARDS))
def test_every_empty_cell_is_named_with_its_exact_value(app: Flask, board: Board) -> None:
    replay = of_position(board)
    page = visit(app, at(app, replace(replay, on=frozenset({"values"}))))
    over = reference.result(board) is not None
    empty = [] if over else reference.moves(board)
    assert values_shown(page) == {c: in_words(worths(board)[c]) for c in empty}
    for drawn in page.by_id("board").all("button"):
        expected = values_shown(page).get(int(drawn["value"]))
        kinds = {"wins": "win", "draws": "draw", "loses": "loss"}
        assert drawn.attributes.get("data-value") == (expected and kinds[expected.split()[0]])
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
    judged, why = last_judged(replay), page.by_id("why")
    heading = why.all("h2")[0].text
    assert heading.startswith(f"{replay.ply}. {judged.mark} played {judged.name}")
    assert judged.label in heading.lower()
    opponent = replay.players.computer(judged.mark)
    if opponent:
        assert explain_move(judged, opponent).short in why.text
        assert explain_move(judged, opponent).more in why.text
    if replay.position.outcome:
        assert note_of(why).startswith(how_it_ended(replay.record))
    elif opponent:
        assert note_of(why).startswith(explain_move(judged, opponent).short)


def test_no_sentence_on_a_move_follows_one_on_a_better_move(app: Flask) -> None:
    """“It” is the move, not the better one."""
    told = ""
    for boards in samples.to_the_end("tic-tac-toe", count=3, seed=5):
        for x in (HUMAN, "easy"):
            record = Record(position(boards[0]), samples.played(boards))
            for ply in range(1, len(boards)):
                page = visit(app, at(app, Replay.of(record, Players(x, HUMAN)).at(ply)))
                told += f"{page.by_id('why').text}\n"
    assert "Better: " in told
    assert not re.search(r"Better: [^.]+\.\s*(It (?!is quiet)|\w+ could have)", told)


@pytest.mark.parametrize("player", [HUMAN, "easy", "medium"])
def test_a_slip_is_told_with_a_better_move_if_there_is_room(app: Flask, player: str) -> None:
    """Else it is unfolded; so too where a retry hides its answer."""
    for replay in BLUNDERS:
        programs = replace(replay, players=Players(player, player))
        for slip in slips(replay):
            better = f"Better: {slip.before.best.name}"
            why = visit(app, at(app, programs.at(slip.number))).by_id("why")
            shown, unfolded = note_of(why), [part.text for part in why.all("p")]
            assert len(shown) <= 90
            if better in shown:
                assert player != HUMAN
                assert not any(better in text for text in unfolded)
            else:
                (told,) = [text for text in unfolded if text.startswith(better)]
                sentence = told.partition(".")[0]
                assert player == HUMAN or len(f"{shown} {sentence}.") >= 90


@pytest.mark.long
@given(replays())
def test_what_a_program_used_for_the_last_move_is_drawn_on_the_board_if_asked(
    app: Flask, replay: Replay
) -> None:
    """The page says so and offers the other drawings; a figure that is not there is the last."""
    replay = replace(replay, on=frozenset())
    captions: list[str] = []
    if replay.made and (opponent := replay.players.computer(last_judged(replay).mark)):
        explanation = explain_move(last_judged(replay), opponent)
        captions = [it.caption for it in (*explanation.diagrams, *explanation.replies)]
    for figure in (0, 1, 2, 9):
        page = visit(app, at(app, replace(replay, figure=figure)))
        shown = captions[min(figure, len(captions)) - 1 :][:1] if figure else []
        assert [table["aria-label"] for table in page.by_id("note").all("table")] == shown
        assert bool(page.by_id("sketch").children) == bool(shown)
        assert ("how" in ids(page)) == bool(captions)
        if captions:
            assert page.by_id("how")["aria-expanded"] == ("true" if figure else "false")
            assert replay_at(page.by_id("how")["href"]).figure == (0 if figure else 1)
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


@pytest.mark.parametrize("game", GAMES)
def test_the_programs_are_listed_with_what_each_would_play(app: Flask, game: str) -> None:
    """Each that plays the game is there with its cells and its slips."""
    for board in samples.at_random(game, range(1, len(GAMES[game].cells)), 20, seed=1):
        here, replay = study(reference.position(board)), of_position(board, "programs")
        found = programs(visit(app, at(app, replay)))
        assert list(found) == [key for key in OPPONENTS if key in players(here.position.game)]
        for key, entry in found.items():
            moves = [here.moves[cell] for cell in here.decision(OPPONENTS[key]).cells]
            names, bad = [it.name for it in moves], [it.name for it in moves if it.value_lost]
            assert list(proposed(entry)) == names
            head = entry.all("summary")[0]
            notes = " ".join(note.text for note in head.all("em"))
            assert re.findall(r"\b[a-d][1-4]\b", head.text.partition(".")[0]) == names
            assert ("Slips" in notes) == bool(bad)
            named = re.findall(r"\b[a-d][1-4]\b", notes)
            assert named == (bad if len(bad) < len(names) else [])
            assert [n for n, item in proposed(entry).items() if item.all("em")] == bad
            followed = [replay_at(it) for it in links(entry) if it.startswith("/replay/")]
            refuted = [it.variation for it in moves if it.value_lost and it.exact.distance]
            assert [it.moves_shown for it in followed] == refuted


@pytest.mark.parametrize(
    "board",
    samples.at_random("tic-tac-toe", range(1, 9), 8, seed=4)
    + samples.at_random("square", range(2, 8), 8, seed=4),
)
def test_the_moves_that_decide_are_listed_and_lead_to_the_end(app: Flask, board: Board) -> None:
    """They are noted on the board too, and heard there."""
    here, page = study(reference.position(board)), visit(app, address_of(board, ideas="on"))
    section, deciding = page.by_id("ideas"), here.winning or here.losing
    mark, value = board.mover, here.exact.value
    heading = {1: f"How {mark} wins", 0: "Why it is a draw", -1: f"Why {mark} loses"}[value]
    assert section.all("h2")[0].text == heading
    assert expect_why(board)
    assert section.all("p")[0].text == why_so(here)
    listed = {
        replay_at(link).moves_shown: alike.text
        for alike in section.all("li")
        for link in links(alike)
    }
    assert listed.keys() == {move.variation for move in deciding}
    exact = worths(board)
    assert all(in_words(exact[move.cell]) in listed[move.variation] for move in deciding)
    assert len(page.by_id("sketch").all("text")) == len(deciding)
    heard = re.compile(r": empty, [a-d][1-4], (?:wins (?:by|at once)|loses to)\b")
    names = [button["aria-label"] for button in page.by_id("board").all("button")]
    noted = {cell for cell, name in enumerate(names) if heard.search(name)}
    assert noted == {move.cell for move in deciding}


def last_judged(replay: Replay) -> JudgedMove:
    """The last move before the cursor."""
    return study(replay.at(replay.ply - 1).position).moves[replay.moves_shown[replay.made - 1]]


def expect_lines(section: Element, replay: Replay, move: JudgedMove) -> None:
    """A losing *move* that gave value away, the last one of *replay*, has a link to its refutation,
    with the answer played; a missed win has one to the win.
    """
    before, best = replay.moves_shown[: replay.made - 1], move.before.best
    loses = move.value_lost and move.exact.value is Value.LOSS
    missed = best.exact.value is Value.WIN and move.exact != best.exact
    for words, is_due, way, made in (
        ("loses", loses, move.variation, 2),
        ("wins", missed, best.variation, 1),
    ):
        text = f"Step through how it {words}"
        found = [replay_at(it["href"]) for it in section.all("a") if it.text == text]
        assert len(found) == bool(is_due)
        for there in found:
            assert there.ply == replay.ply - 1 + made
            assert there.moves_shown[: len(before) + len(way)] == before + way
            assert there.record == replay.record


# The review.


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


@given(replays())
def test_the_review_counts_and_draws_what_the_engine_finds(app: Flask, replay: Replay) -> None:
    page, found = visit(app, at(app, replay)), review(replay.record)
    assert ("review" in ids(page)) == bool(found.moves)
    if not found.moves:
        return
    assert labels_of(page) == [move.label for move in found.moves]
    course = [{1: "X wins", 0: "draw", -1: "O wins"}[value] for value in found.course()]
    assert [told(link).favours for link in move_links(page)] == course[1:]
    assert drawn_course(page) == [-value for value in found.course()]
    for mark, counts_of in zip(Mark, page.by_id("accuracy").all("span"), strict=True):
        counts = found.accuracy(mark)
        counted = [counts.percent, counts.right, counts.decisions] if counts.decisions else []
        assert [int(number) for number in re.findall(r"\d+", counts_of.text)] == counted
        assert counts_of.all("svg")[0]["aria-label"] == mark
    turned = [move.number for move in slips(replay)][-1:]
    turning_points = [it for it in links(page.by_id("review")) if it.startswith("/replay/")]
    assert list(map(replay_at, turning_points)) == [replace(replay, ply=ply) for ply in turned]
    assert [ply for ply, *_, is_turn, _ in map(told, move_links(page)) if is_turn] == turned


def drawn_course(page: Element) -> list[float]:
    """The heights of the line behind the moves, at the start and after each move; each piece must
    begin at the end of the one before.
    """
    pieces = [
        [float(y) for y in re.findall(r"[ML][012] (\S+?)(?=L|$)", path["d"])]
        for link in move_links(page)
        for path in link.all("path")
        if path["class"] == "line"
    ]
    assert len(pieces) == len(move_links(page))
    assert [before[-1] for before in pieces[:-1]] == [after[0] for after in pieces[1:]]
    return [2 * pieces[0][0] - pieces[0][1], *(middle for _, middle, _ in pieces)]


@given(replays())
def test_what_loses_and_what_would_have_won_is_stepped_through(app: Flask, replay: Replay) -> None:
    assume(replay.ply > replay.record.start.ply)
    expect_lines(visit(app, at(app, replay)).by_id("why"), replay, last_judged(replay))


def test_a_mistake_of_a_person_is_retried_in_a_match(app: Flask) -> None:
    """There :mod:`tests.test_match` has the laws of a retry."""
    for replay, player in product(BLUNDERS[:2], (HUMAN, "easy")):
        lost = [move.number for move in slips(replay)] if player == HUMAN else []
        for ply in replay.record.plies[1:]:
            there = replace(replay, players=Players(player, player), ply=ply)
            form = visit(app, at(app, there)).by_id("why").all("form")
            assert [it.text for it in form] == ([f"Retry move {ply}"] if ply in lost else [])
            if ply in lost:
                assert (form[0]["method"], form[0]["action"]) == ("post", "/matches")
                client = app.test_client()
                assert client.post(form[0]["action"], data=form[0].fields).status_code == 303
                match = read(client.get("/").text)
                assert shown(match).marks == model_at(replay, ply - 1).marks
                assert match.by_id("advice").text.startswith("Find a move that keeps")


# Play from here.


@given(replays() | variations(), st.data())
@example(replay_at(address("tic-tac-toe", "X..-.O.-..Xa2c1", ply=4)), None)
def test_anyone_may_play_on_from_there_in_either_seat(
    app: Flask, replay: Replay, data: st.DataObject | None
) -> None:
    """As the form stands, with the side to move, against the program that played, if one did; and
    with any other players. The marks of the replay are set up in the match: nobody made them.
    """
    page = visit(app, at(app, replay))
    assert ("play-from-here" in ids(page)) == (not model_at(replay).over)
    if model_at(replay).over:
        return
    form, mover = page.by_id("play-from-here"), model_at(replay).to_move
    offered = {s["name"]: [it["value"] for it in s.all("option")] for s in form.all("select")}
    assert offered == dict.fromkeys("xo", players(replay.game))
    assert form.chosen[mover.lower()] == HUMAN
    programs_there = {replay.players.x, replay.players.o} - {HUMAN}
    assert form.chosen[OTHER[mover].lower()] in (programs_there or {"medium"})
    others = offered["x"] if data is None else [data.draw(st.sampled_from(offered["x"]))]
    for seats in (form.chosen, *({"x": it, "o": HUMAN} for it in others)):
        for x, o in ((seats["x"], seats["o"]), (seats["o"], seats["x"])):
            expect_match(app.test_client(), form, replay, x, o)


def expect_match(client: FlaskClient, form: Element, replay: Replay, x: str, o: str) -> None:
    """The *form* starts a match of *x* against *o* where *replay* stands; a program replies."""
    fields = {**form.fields, "x": x, "o": o}
    assert client.post(form["action"], data=fields).status_code == 303
    page = read(client.get("/").text)
    found, plain = shown(page), model_at(replay)
    plain.x, plain.o = x, o
    if plain.people and plain.player_to_move in OPPONENTS:
        replies = OPPONENTS[plain.player_to_move].decide(replay.position).cells
        (reply,) = [c for c in plain.cells if found.marks[c] != plain.marks[c]]
        assert reply in replies
        plain.play(reply)
    assert (found.game, found.marks) == (replay.game.key, plain.marks)
    assert found.moves == plain.shown.moves[replay.ply - plain.set_up :]
    assert found.state == plain.shown.state
    settings = {"game": found.game, "x": x, "o": o, "first": plain.first.lower()}
    assert page.by_id("new-game").chosen == settings


# Link previews.


@given(replays())
def test_a_shared_link_has_a_title_a_description_and_a_picture(app: Flask, replay: Replay) -> None:
    page, plain = visit(app, at(app, replay)), model_at(replay)
    preview = previewed(page)
    assert preview["og:title"] == f"{cover(replay).headline.removesuffix('.')} – {replay.game.name}"
    assert game_text(plain.game, replay.record.moves[:1]) in preview["og:description"]
    assert replay_at(preview["og:url"]) == replay
    picture = urlsplit(preview["og:image"])
    assert (picture.scheme, picture.netloc) == ("http", "localhost")
    response = app.test_client().get(preview["og:image"])
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert response.data == png(cover(replay))
    assert "Set-Cookie" not in response.headers


@given(records())
def test_the_description_of_a_position_says_what_is_there(app: Flask, record: Record) -> None:
    """It invites to play on where one can, and else says how it ended."""
    position, outcome = record.position, record.position.outcome
    page = visit(app, at(app, Replay.of(Record(position))))
    found = previewed(page)["og:description"]
    assert ("Play on" in found) == (outcome is None)
    assert (f"{position.ply} mark" in found) == (position.ply > 0)
    if outcome:
        assert found.endswith(f"{outcome.winner} wins." if outcome.winner else "a draw.")


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


def test_a_game_between_people_is_shown_without_a_decision_of_any_program(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anything searched, then."""

    def refuse(*_: object) -> object:
        raise AssertionError

    monkeypatch.setattr(Opponent, "decide", refuse)
    visit.cache_clear()
    study.cache_clear()
    for replay in BLUNDERS[:2]:
        for ply in replay.record.plies:
            visit(app, at(app, replace(replay, ply=ply, on=frozenset({"values", "ideas"}))))
    with pytest.raises(AssertionError):
        visit(app, at(app, replace(replay, ply=0, on=frozenset({"programs"}))))
