"""Replays: any game or position from its address alone, and what its page shows of it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from ai.exact.value import Value
from ai.explain import explain_move
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from ai.study.moves_from_here import both_ways, in_order, moves_from_here, orders
from ai.study.review import review
from ai.study.study import JudgedMove, study
from tests import reference, samples
from tests.model import Model, name
from tests.page import Element, board_shown, linked, read, shown, status_line
from tests.reference import Board, after
from tests.replays import (
    address,
    at,
    model_at,
    previewed,
    replay_at,
    replays,
    variations,
    visit,
)
from tests.solving_site import refuse
from tests.strategies import players
from webapp.address.kinds import BadAddress
from webapp.board.players import Players
from webapp.replay.address import read_position
from webapp.replay.cover import cover
from webapp.replay.replay import SWITCHES, Replay

SHAPES = ("polyline", "polygon", "path")  # that outline a winning set
BOARDS = samples.to_the_end("tic-tac-toe", count=1, seed=5)[0]
BLUNDERS = Replay.of(Record(reference.position(BOARDS[0]), samples.played(BOARDS)))
"""A game between people who play at random."""


def assert_no_such_address(response: TestResponse, *says: str) -> None:
    assert response.status_code == 404
    assert "Set-Cookie" not in response.headers
    reason = read(response.text).all("main")[0].all("p")[0].text
    assert reason not in {"", "There is no page at this address."}
    assert all(it in reason for it in says)


def last_ply(replay: Replay) -> int:
    """The last ply of what is stepped through."""
    if not replay.variation:
        return replay.record.ply
    return replay.variation.ply + len(replay.variation.moves)


def of_game(replay: Replay) -> Replay:
    return replace(replay, variation=None)


def last_judged(replay: Replay) -> JudgedMove:
    """The last move before the cursor."""
    return study(replay.at(replay.ply - 1).position).moves[replay.moves_shown[replay.made - 1]]


@given(replays() | variations())
@example(Replay.of(Record(Position(TIC_TAC_TOE)), Players()))
@example(replay_at(address("tic-tac-toe", "XXX-OO.-...")))
def test_the_page_shows_what_the_rules_give_at_each_ply(app: Flask, replay: Replay) -> None:
    page, model = visit(app, at(app, replay)), model_at(replay)
    assert ("variation" in page.ids) == bool(replay.variation)
    assert board_shown(page) == model.board_shown
    assert page.by_id("status")["data-state"] == model.shown.state
    outlines = [it for tag in SHAPES for it in page.by_id("outlines").all(tag)]
    assert len([it for it in outlines if "class" not in it.attributes]) == len(model.completed)
    expect_status(page, model, moved=bool(replay.record.moves or replay.variation))
    expect_steps(page, replay)
    expect_links_of_moves(page, replay)
    expect_switches(app, page, replay)
    expect_shared(page, replay)


def expect_status(page: Element, model: Model, *, moved: bool) -> None:
    """It says all in one sentence by ear: the side to move, then the last move as the timeline
    tells it.
    """
    said = status_line(page).text
    assert said.startswith(model.status)
    assert ("Move" in said) == moved
    assert ("in a variation" in said) == ("worth" in page.ids)
    for link in page.by_id("moves").all("a"):
        if "aria-current" in link.attributes:
            # Such as `Move 11, X d1: mistake, turning point, O wins`.
            move = re.fullmatch(r"Move \d+, (.+): (.+), .+?", link["aria-label"])
            assert move
            assert said.endswith(f": {move[1]}, {move[2]}.")


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
    """Every move of the game links to its position; the current one is marked."""
    game, start, last = of_game(replay), replay.record.start.ply, replay.record.ply
    found = dict(enumerate(page.by_id("moves").all("a"), start + 1))
    assert int(page.by_id("moves")["start"]) == start + 1
    for (ply, link), move in zip(found.items(), model_at(game, last).shown.moves, strict=True):
        assert link["aria-label"].startswith(f"Move {ply}, {move}: ")
        assert replay_at(link["href"]) == replace(game, ply=ply)
        assert urlsplit(link["href"]).fragment == link["id"]
    current = [ply for ply, link in found.items() if "aria-current" in link.attributes]
    in_game = not replay.variation or replay.ply <= replay.variation.ply
    assert current == ([replay.ply] if in_game and replay.ply > start else [])


def expect_switches(app: Flask, page: Element, replay: Replay) -> None:
    """Each tells whether it is on, and turns itself alone."""
    for switch in SWITCHES:
        button = page.by_id(f"switch-{switch}")
        assert button["aria-pressed"] == ("true" if switch in replay.on else "false")
        assert button["form"] == "match"
    switch = SWITCHES[replay.ply % len(SWITCHES)]
    button = page.by_id(f"switch-{switch}")
    response = app.test_client().get(sent(page, button["name"], button["value"]))
    assert response.status_code == 303
    assert replay_at(response.location) == replace(replay, on=replay.on ^ {switch})
    assert urlsplit(response.location).fragment == button["id"]


def sent(page: Element, name: str, value: str) -> str:
    """The address that a button of the form round the board sends: its fields replace the query."""
    form = page.by_id("match")
    assert form.attributes.get("method", "get") == "get"
    return f"{urlsplit(form['action']).path}?{urlencode({**form.fields, name: value})}"


def expect_shared(page: Element, replay: Replay) -> None:
    """Its own address can be shared, with a title and a picture, and search engines are told the
    address of the game: there is no end of replays. A position invites to play on where one can.
    """
    here, found = page.by_id("address")["value"], previewed(page)
    assert urlsplit(here).netloc == urlsplit(found["og:image"]).netloc == "localhost"
    assert replay_at(here) == replay_at(found["og:url"]) == replay
    assert found["og:title"] == f"{cover(replay).headline.removesuffix('.')} – {replay.game.name}"
    told, start = found["og:description"], replay.record.start
    for move in replay.record.moves[:1]:
        assert name(replay.game.key, move) in told
    assert (f"{start.ply} mark" in told) == (start.ply > 0)
    if not (replay.record.moves or replay.variation):
        assert ("Play on" in told) == (start.outcome is None)
        if start.outcome:
            winner = start.outcome.winner
            assert told.endswith(f"{winner} wins." if winner else "a draw.")
    (canonical,) = linked(page, "canonical")
    assert replay_at(canonical) == Replay.of(replay.record, Players())
    robots = [it["content"] for it in page.all("meta") if it.attributes.get("name") == "robots"]
    assert robots == ["nofollow"]


def test_without_a_ply_a_replay_is_at_its_end() -> None:
    """And a game between people needs no more than its moves and who began, X by default. One plays
    on from a position against the usual opponent, unless others are told.
    """
    for first, query in (("X", {}), ("O", {"first": "o"})):
        record = parse_record(TIC_TAC_TOE, "b2a1", Mark(first))
        assert replay_at(address("tic-tac-toe", "b2a1", **query)) == Replay.of(record, Players())
    for text, query, usual in (
        ("b2a1", {}, Players(o="medium")),
        ("X..-...-...", {}, Players(x="medium")),
        ("b2a1", {"x": "easy"}, Players(x="easy")),
    ):
        assert read_position(MultiDict(query), "tic-tac-toe", text).players == usual
    with pytest.raises(BadAddress, match="over in this position"):
        read_position(MultiDict(), "tic-tac-toe", "a1a2b1b2c1")


# Addresses that are none.

BAD = {
    "chess/e2e4": "chess",
    "tic-tac-toe/XXX-OO.-O..?first=x": "over before",
    "tic-tac-toe/b2?first=z": "“first” must be x or o, not “z”",
    "tic-tac-toe/b2?x=nobody": "nobody",
    "tic-tac-toe/b2?o=medium:depth=3": "medium:depth=3",
    "square/b2?o=minimax": "Minimax does not play Square",
    "tic-tac-toe/b2a1?ply=3": "0 to 2",
    "tic-tac-toe/X..-...-...b2?ply=0": "1 to 2",
    "tic-tac-toe/b2a1?ply=१": "१",
    "tic-tac-toe/b2a1?ply=" + "9" * 1500: "0 to 2",
    "tic-tac-toe/b2a1?variation=c3": "“from”",
    "tic-tac-toe/b2a1?from=1": "“variation”",
    "tic-tac-toe/b2?from=2&variation=c3": "0 to 1",
    "tic-tac-toe/X..-...-...b2?from=0&variation=c3": "“from” must be from 1 to 2",
    "tic-tac-toe/b2a1?from=1&variation=c3b2": "Move 3, b2, cannot be played. That cell is taken.",
    "tic-tac-toe/XXX-OO.-...?from=5&variation=c3": "over",
    "tic-tac-toe/b2a1?from=1&variation=c3&ply=3": "0 to 2",
    "tic-tac-toe/%3Cb%3Ebold": "<b>bold",
    **{f"square/?{switch}=yes": f"“{switch}”" for switch in SWITCHES},
    **{f"tic-tac-toe/b2?cell={it}": it for it in ("9", "16", "-1", "1.5", "b2", "१", "9" * 1500)},
    "tic-tac-toe/XXX-OO.-...?cell=8": "over",
}


def test_a_bad_address_is_refused_by_the_rules_or_the_field_that_is_wrong() -> None:
    for link, says in BAD.items():
        with pytest.raises(BadAddress) as refused:
            assert not replay_at(f"/replay/{link}")
        assert says in f"{refused.value}", link


def test_a_refusal_says_what_is_wrong_and_how_an_address_looks(client: FlaskClient) -> None:
    for link in ("chess/e2e4", "tic-tac-toe/%3Cb%3Ebold", "square/?values=yes"):
        assert_no_such_address(client.get(f"/replay/{link}"), BAD[link])
    for field, link in {"ply": "ply=", "variation": "from=0&variation=", "cell": "cell="}.items():
        response = client.get(f"/replay/tic-tac-toe/b2?{link}")
        assert_no_such_address(response, f"“{field}”")
    for link in ("replay/tic-tac-toe/%ff%00", "preview/chess.png", "preview/square.png?moves=z9"):
        assert_no_such_address(client.get(f"/{link}"))
    for sort in ("", "strength", "Odds", "1"):
        response = client.get(address("tic-tac-toe", "b2", table="on", sort=sort))
        assert_no_such_address(response, "sort", "worth")
    response = client.get(address("square", "b2", table="on", sort="games"))
    assert_no_such_address(response, "sort")  # games are not counted on Square


# The board that can be clicked.


@given(replays() | variations(), st.data())
def test_a_click_steps_on_or_tries_a_variation(
    app: Flask, replay: Replay, data: st.DataObject
) -> None:
    """It steps on where the move stands there next; of any other the page says that nobody played
    it, and it still has the whole game.
    """
    model = model_at(replay)
    assume(not model.over)
    page = visit(app, at(app, replay))
    ways = [(way, model_at(way, last_ply(way)).moves) for way in (replay, of_game(replay))]
    free = [cell for cell in model.cells if model.allows(cell)]
    next_on = [it for _way, moves in ways for it in moves[replay.ply :][:1] if it in free]
    others = st.sampled_from(free)
    number = data.draw(st.sampled_from(next_on) | others if next_on else others)
    response = app.test_client().get(sent(page, "cell", f"{number}"))
    assert response.status_code == 303
    model.play(number)
    there = replay_at(response.location)
    assert there.ply == replay.ply + 1
    assert model_at(there).moves == model.moves
    assert replace(there, ply=replay.ply, variation=replay.variation) == replay
    on_a_way = [way for way, moves in ways if moves[: there.ply] == model.moves]
    if on_a_way:
        assert there.variation == on_a_way[0].variation
    else:
        assert there.variation
        assert last_ply(there) == there.ply


@given(variations())
def test_a_variation_lists_its_moves_leads_back_and_is_not_judged(
    app: Flask, replay: Replay
) -> None:
    """The page judges and explains moves of the game alone; moves of the variation show values."""
    variation, replay = replay.variation, replace(replay, on=frozenset())
    assert variation
    in_game = replace(of_game(replay), ply=min(replay.ply, variation.ply))
    page, game = visit(app, at(app, replay)), visit(app, at(app, in_game))
    found, model = page.by_id("variation"), model_at(replay, last_ply(replay))
    assert f"from move {variation.ply + 1}" in found.text
    (back,) = [link for link in found.all("a") if link.text.startswith("Back to the")]
    assert replay_at(back["href"]) == replace(of_game(replay), ply=variation.ply)
    (listed,) = found.all("ol")
    assert int(listed["start"]) == variation.ply + 1
    moves = listed.all("a")
    assert [link.text for link in moves] == list(model.shown.moves[variation.ply - model.set_up :])
    plies = range(variation.ply + 1, len(model.moves) + 1)
    assert [replay_at(link["href"]) for link in moves] == [replace(replay, ply=p) for p in plies]
    current = [p for p, link in zip(plies, moves, strict=True) if "aria-current" in link.attributes]
    assert current == ([replay.ply] if replay.ply in plies else [])
    is_nobodys = replay.ply > variation.ply
    for part in ("review", "moves") if "review" in game.ids else ():
        assert page.by_id(part).text == game.by_id(part).text
    assert ("worth" in page.ids) == is_nobodys
    assert ("why" in page.ids) == ("why" in game.ids and not is_nobodys)
    if is_nobodys:
        expect_lines(page.by_id("worth"), replay, last_judged(replay))
        assert not re.search(r"Why [a-d]\d\?|[XO] played", page.all("main")[0].text)


# The last move, and what it was worth.


@given(replays())
@example(Replay.of(parse_record(TIC_TAC_TOE, "a1b2"), Players(o="unbeatable")))
def test_the_last_move_is_told_with_its_verdict_and_nothing_twice(
    app: Flask, replay: Replay
) -> None:
    page = visit(app, at(app, replace(replay, on=frozenset())))
    assert ("why" in page.ids) == (replay.ply > replay.record.start.ply)
    if "why" not in page.ids:
        return
    judged, why = last_judged(replay), page.by_id("why")
    heading = why.all("h2")[0].text
    assert heading.startswith(f"{replay.ply}. {judged.mark} played {judged.name}")
    assert judged.label in heading.lower()
    expect_lines(why, replay, judged)
    sentences = re.split(r"(?<=[.?]) +", " ".join(part.text for part in why.all("p")))
    # This one may be true of the move and of a better one.
    said = [it for it in sentences if " " in it and not it.startswith("It is quiet")]
    assert sorted(said) == sorted({*said})


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


def test_a_mistake_of_a_person_is_retried_in_a_match(app: Flask, client: FlaskClient) -> None:
    lost = [move.number for move in review(BLUNDERS.record).moves if move.value_lost]
    for player, ply in ((HUMAN, lost[0]), (HUMAN, lost[0] - 1), ("easy", lost[0])):
        there = replace(BLUNDERS, players=Players(player, player), ply=ply)
        forms = visit(app, at(app, there)).by_id("why").all("form")
        is_due = player == HUMAN and ply in lost
        assert [it.text for it in forms] == [f"Retry move {ply}"] * is_due
        for form in forms:
            assert client.post(form["action"], data=form.fields).status_code == 303
    match = read(client.get("/").text)
    assert shown(match).marks == model_at(BLUNDERS, lost[0] - 1).marks
    assert match.by_id("advice").text.startswith("Find a move that keeps")


@given(replays(), st.sampled_from((0, 1, 2, 9)))
@example(Replay.of(parse_record(TIC_TAC_TOE, "a1b2"), Players(o="unbeatable")), 2)
@example(Replay.of(parse_record(TIC_TAC_TOE, "a1b2"), Players(o="unbeatable")), 9)
def test_what_a_program_used_for_the_last_move_is_drawn_on_the_board_if_asked(
    app: Flask, replay: Replay, figure: int
) -> None:
    """The page says so and offers the other drawings; a figure that is not there is the last."""
    replay = replace(replay, on=frozenset(), figure=figure)
    captions: list[str] = []
    if replay.made and (opponent := replay.players.computer(last_judged(replay).mark)):
        explanation = explain_move(last_judged(replay), opponent)
        captions = [it.caption for it in (*explanation.diagrams, *explanation.replies)]
    page = visit(app, at(app, replay))
    shown = captions[min(figure, len(captions)) - 1 :][:1] if figure else []
    assert [table["aria-label"] for table in page.by_id("note").all("table")] == shown
    assert bool(page.by_id("sketch").children) == bool(shown)
    assert ("how" in page.ids) == bool(captions)
    if captions:
        assert page.by_id("how")["aria-expanded"] == ("true" if figure else "false")
        assert replay_at(page.by_id("how")["href"]).figure == (0 if figure else 1)
    choices = [
        replay_at(link["href"]).figure
        for link in page.all("a")
        if (link.attributes.get("id") or "").startswith("figure-")
    ]
    assert choices == ([*range(1, len(captions) + 1)] if figure and len(captions) > 1 else [])


def test_a_game_between_people_is_shown_without_a_decision_of_any_program(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Opponent, "decide", refuse(AssertionError()))
    visit.cache_clear()
    study.cache_clear()
    for ply in (0, last_ply(BLUNDERS)):
        visit(app, at(app, replace(BLUNDERS, ply=ply, on=frozenset({"values", "ideas"}))))
    with pytest.raises(AssertionError):
        visit(app, at(app, replace(BLUNDERS, ply=0, on=frozenset({"programs"}))))


# Play from here.


@given(replays() | variations(), st.sampled_from([HUMAN, "easy", "hard"]))
@example(replay_at(address("tic-tac-toe", "X..-.O.-..Xa2c1", ply=4)), "chain")
def test_anyone_may_play_on_from_there_in_either_seat(
    app: Flask, replay: Replay, chosen: str
) -> None:
    """As the form stands, with the side to move, against the program that played, if one did; and
    with any other players; a program replies. The marks of the replay are set up in the match:
    nobody made them.
    """
    page, model = visit(app, at(app, replay)), model_at(replay)
    assert ("play-from-here" in page.ids) == (not model.over)
    if model.over:
        return
    form, mover = page.by_id("play-from-here"), model.to_move
    offered = {s["name"]: [it["value"] for it in s.all("option")] for s in form.all("select")}
    assert offered == dict.fromkeys("xo", players(replay.game))
    assert form.chosen[mover.lower()] == HUMAN
    programs_there = {replay.players.x, replay.players.o} - {HUMAN}
    assert form.chosen[reference.other(mover).lower()] in (programs_there or {"medium"})
    x, o = (form.chosen["x"], form.chosen["o"]) if chosen == HUMAN else (chosen, HUMAN)
    client, fields = app.test_client(), {**form.fields, "x": x, "o": o}
    assert client.post(form["action"], data=fields).status_code == 303
    page = read(client.get("/").text)
    found = shown(page)
    model.x, model.o = x, o
    if model.people and model.player_to_move in OPPONENTS:
        replies = OPPONENTS[model.player_to_move].decide(replay.position).cells
        (reply,) = [c for c in model.cells if found.marks[c] != model.marks[c]]
        assert reply in replies
        model.play(reply)
    assert (found.game, found.marks) == (replay.game.key, model.marks)
    assert found.moves == model.shown.moves[replay.ply - model.set_up :]
    assert found.state == model.shown.state
    settings = {"game": found.game, "x": x, "o": o, "first": model.first.lower()}
    assert page.by_id("new-game").chosen == settings


# The table of moves from here: its rows, its order and its addresses.

SIX_LEFT = samples.at_random("square", [6], 1, seed=3)[0]
SYMMETRIC = Board("tic-tac-toe", "X...O...X", "O")


def of_position(board: Board, *on: str) -> Replay:
    """The replay of *board* as a set-up position, with the switches *on*."""
    record = Record(reference.position(board))
    return replace(Replay.of(record, Players()), on=frozenset(on))


def table(page: Element) -> Element:
    (found,) = page.by_id("from-here").all("table")
    return found


def rows(page: Element) -> Iterator[tuple[tuple[int, ...], str]]:
    """For each row its cells, and where its link leads; a row of details follows it."""
    for row in table(page).all("tr")[1::2]:
        (link,) = row.all("a")
        yield tuple(map(int, row["data-cells"].split())), link["href"]


def test_each_row_leads_to_the_position_after_its_move_and_its_table(app: Flask) -> None:
    """The approved views hold its words; a law of `tests/laws.py` that the engine's row is true."""
    replay = of_position(SIX_LEFT, "table", "values")
    for (cell, *_twins), link in [*rows(visit(app, at(app, replay)))][::2]:
        assert replay_at(link).on == replay.on
        page = visit(app, link)
        assert board_shown(page).marks == after(SIX_LEFT, cell).marks
        assert page.by_id(urlsplit(link).fragment).text == "Moves from here"


@pytest.mark.parametrize("board", [SYMMETRIC, SIX_LEFT], ids=lambda board: board.game)
def test_the_headers_sort(app: Flask, board: Board) -> None:
    """Which order that is, is tested with the engine's. That of the present order turns it."""
    replay = of_position(board, "table")
    found = moves_from_here(study(replay.position))
    for order in both_ways(orders(replay.game))[::4]:
        page = visit(app, at(app, replace(replay, sort=order)))
        expected = [row.cells for row in in_order(found, order, replay.position.to_move)]
        assert [cells for cells, _link in rows(page)] == expected
        headers = table(page).all("tr")[0].all("th")
        below = [it for it in page.all("p") if "orders" in it.attributes.get("class", "").split()]
        links = [link for part in (*headers, *below) for link in part.all("a")]
        for key, link in zip(orders(replay.game), links, strict=True):
            leads_to = f"-{key}" if key == order else key
            assert replay_at(link["href"]) == replace(replay, sort=leads_to)
            assert urlsplit(link["href"]).fragment == link["id"]
        sorted_by = [it["aria-sort"] for it in headers if "aria-sort" in it.attributes]
        upwards = (order.strip("-") in {"move", "idea"}) != order.startswith("-")
        assert {*sorted_by} <= {"ascending" if upwards else "descending"}


@settings(max_examples=2)
@given(replays() | variations())
def test_the_page_of_moves_and_the_replay_lead_to_each_other(app: Flask, replay: Replay) -> None:
    """With the same query; the address that the table once had leads to its page for good."""
    there, back = (replace(replay, on=on) for on in (replay.on | {"table"}, replay.on - {"table"}))
    link = visit(app, at(app, back)).by_id("from-here")
    assert replay_at(link["href"]) == there
    page = visit(app, link["href"])
    assert board_shown(page) == board_shown(visit(app, at(app, back)))
    assert replay_at(page.all("header")[-1].all("a")[0]["href"]) == back
    old = app.test_client().get(f"{at(app, back)}&table=on")
    assert old.status_code == 308
    assert replay_at(old.location) == there
    assert urlsplit(old.location).path.endswith("/moves")
