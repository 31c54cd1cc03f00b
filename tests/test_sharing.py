"""What others see of the site: the picture of a link, which shows what the page shows, in its
colours, and the contact for reports of weaknesses.
"""

import re
from datetime import UTC, datetime, timedelta
from itertools import chain, pairwise

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.position import Mark, Position, parse
from ai.rules.record import Record, parse_record
from tests.page import read
from tests.pictures import (
    COLOURS,
    Flags,
    Pixels,
    are,
    cell_of,
    expect_text_in_place,
    near,
    read_picture,
    share,
)
from tests.reference import ways
from tests.replays import model_at, previewed, replays, variations
from tests.strategies import records
from webapp.board.picture import FADED, SIZE, drawn, place
from webapp.board.players import Players
from webapp.board.preview import Preview
from webapp.friend import invite
from webapp.replay.cover import cover
from webapp.replay.replay import Replay

LONG = "Draw after nine moves of Newell–Simon rules against Unbeatable, both of whom did their best"
WON, DRAWN = "a1b1a2b2a3", "a1b1c1b2a2c2b3a3c3"


def pixels(position: Position, last: int | None = None, title: str = "") -> Pixels:
    return read_picture(drawn(Preview(position, title, last=last)))


def faded(colour: str) -> list[tuple[int, ...]]:
    """The colours of a faded mark: on paper, and on the highlighter."""
    return [
        tuple(
            round(light + (dark - light) * FADED)
            for light, dark in zip(COLOURS[below], COLOURS[colour], strict=True)
        )
        for below in ("sheet", "high")
    ]


# The board.


@settings(max_examples=4)
@given(st.sampled_from([*GAMES.values()]).flatmap(records))
def test_every_cell_shows_its_mark_and_the_last_move_a_tick(record: Record) -> None:
    """Marks beside those that won are faded. No outline lies over the marks until then."""
    position, last = record.position, record.moves[-1] if record.moves else None
    picture = pixels(position, last)
    won = frozenset(chain(*position.outcome.winning_sets)) if position.outcome else frozenset()
    for cell in position.game.cells:
        area, mark = cell_of(picture, position.game, cell), position.mark_at(cell)
        for colour in "xo":
            looks = faded(colour) if won and cell not in won else [COLOURS[colour]]
            inked = sum(float(near(area, look, 16).mean()) for look in looks)
            # A line may run over a cell that has no part in it.
            own = mark and colour == mark.lower()
            assert inked > 0.025 if own else won or inked < 0.0005
        if not won:
            half = len(area) // 2
            assert share("why", area[:half]) == share("why", area[:, :half]) == 0
            assert (share("why", area[half:, half:]) > 0.02) == (cell == last)
            assert (share("why", area[half:, half:]) > 0) == (cell == last)


Path = list[tuple[float, float]]  # over points of the board, in cells


def band(path: Path, width: float, game: Game) -> Flags:
    """The pixels that a brush of that *width*, in cells, reaches along *path*."""
    image = Image.new("1", SIZE)
    canvas = ImageDraw.Draw(image)
    (left, top), unit = place(game.columns, game.rows)
    points = [(left + x * unit, top + y * unit) for x, y in path]
    canvas.line(points, 1, round(width * unit))
    for point in points:
        canvas.circle(point, width * unit / 2, 1)
    return np.asarray(image)


LINE = [(0.5, 0.5), (2.5, 2.5)]
TILTED = [(1.5, 0.5), (3.5, 1.5), (2.5, 3.5), (0.5, 2.5), (1.5, 0.5)]


@pytest.mark.parametrize(
    ("game", "rows", "path"),
    [(TIC_TAC_TOE, "XO. OX. ..X", LINE), (SQUARE, ".X.. O..X XOO. ..X.", TILTED)],
)
def test_the_winning_sets_are_highlighted_and_nothing_else(
    game: Game, rows: str, path: Path
) -> None:
    """The highlighter runs along the sides of what won, and the winner's line in its middle."""
    position = parse(game, rows)
    picture = pixels(position)
    assert not are("sheet", picture)[band(path, 0.48, game)].any()
    assert are("high", picture)[band(path, 0.48, game)].mean() > 0.3
    assert not are("high", picture)[~band(path, 0.58, game)].any()
    for side in pairwise(path):
        assert are("x", picture)[band([*side], 0.1, game)].mean() > 0.4
    picture[band(path, 0.2, game)] = 0
    for cell in game.cells:  # there is no other line, nor a thick one
        assert position.mark_at(cell) is Mark.X or not share("x", cell_of(picture, game, cell))


# The words.


def test_a_long_title_stays_in_its_place_and_is_written_to_its_end() -> None:
    """No two letters of its words look alike, as letters that a font lacks would."""
    titles = [f"{LONG}H", f"{LONG}O", *"×–“éčő"]
    pictures = [drawn(Preview(Position(TIC_TAC_TOE), it)) for it in titles]
    expect_text_in_place(read_picture(pictures[0]))
    assert len({*pictures}) == len(titles)


def test_white_space_round_a_title_is_not_written() -> None:
    here = Position(TIC_TAC_TOE)
    assert drawn(Preview(here, " A  draw.\n", "So it is. ")) == drawn(
        Preview(here, "A draw.", "So it is.")
    )


def test_the_picture_of_a_lesson_has_its_drawing_beside_the_marks(client: FlaskClient) -> None:
    page = read(client.get("/learn/forks").text)
    picture = read_picture(client.get(previewed(page)["og:image"]).data)
    shares = [share("why", cell_of(picture, TIC_TAC_TOE, cell)) for cell in TIC_TAC_TOE.cells]
    assert max(shares) > 0.02
    assert min(shares) == 0


def test_the_picture_of_a_game_shows_one_way_to_win_it(client: FlaskClient) -> None:
    """In highlighter below marks, and its text alternative names the cells."""
    game = game_for("3x3-!a1b2-!a3c3")
    told = previewed(read(client.get(f"/games/{game.key}").text))
    found = re.findall("[a-c][1-3]", told["og:image:alt"].rpartition(":")[2])
    way = frozenset(map(game.cell_names.index, found))
    assert way in ways(game.definition.text)
    picture = read_picture(client.get(told["og:image"]).data)
    for cell in game.cells:
        area = cell_of(picture, game, cell)
        assert (share("x", area) > 0.1) == (cell in way)
        assert share("high", area) > 0.02 or cell not in way
        assert not share("o", area)


@given(replays() | variations())
def test_a_picture_tells_only_what_its_address_holds(replay: Replay) -> None:
    """Nobody knows who reads it, and a variation was not played."""
    found, plain = cover(replay), model_at(replay)
    assert replay.game.name in found.sentence
    told = found.headline.removesuffix(".")
    assert not {"you", "your", "i", "my"} & {*re.findall(r"\w+", told.lower())}
    if not plain.over:
        assert told.startswith(plain.status)
    elif not replay.was_played:
        assert told.endswith("in a variation")
    elif plain.winner and replay.made:
        assert re.fullmatch(r"\S.* beat \S.*", told)
    assert ("in a variation" in told) == (not replay.was_played)


def test_a_result_names_the_programs_that_played(app: Flask) -> None:
    """A headline names no person, for the address has none."""
    for x, o, moves, headline in (
        ("human", "hard", WON, "X beat Hard"),
        ("hard", "human", WON, "Hard beat O"),
        ("human", "hard", DRAWN, "X drew with Hard"),
        ("unbeatable", "human", DRAWN, "O held Unbeatable"),
        ("medium", "hard", WON, "Medium beat Hard"),
        ("easy", "easy", WON, "X beat O"),
        ("easy", "hard", DRAWN, "Easy and Hard drew"),
        ("human", "hard", "b2", "O to move after b2"),
    ):
        replay = Replay.of(parse_record(TIC_TAC_TOE, moves), Players(x, o))
        with app.test_request_context():
            assert cover(replay).headline == f"{headline}."


def test_an_invitation_tells_the_last_move_to_whoever_may_answer_it(app: Flask) -> None:
    for moves, joined, told in (
        ("", False, "Tic-tac-toe. One tap and you are in."),
        ("b2", False, "X took b2. Tap a cell and you are in."),
        ("b2", True, "Tic-tac-toe, live. You may watch."),
    ):
        with app.test_request_context():
            picture = invite.preview(parse_record(TIC_TAC_TOE, moves), joined)
            assert picture.sentence == told


# The contact.


def test_the_host_says_to_whom_a_weakness_is_reported(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it does not say, there is no such file."""
    assert client.get("/.well-known/security.txt").status_code == 404
    for contact, url in {
        "me@example.org": "mailto:me@example.org",
        "mailto:me@example.org": "mailto:me@example.org",
        "https://example.org/security": "https://example.org/security",
    }.items():
        monkeypatch.setitem(client.application.config, "SECURITY_CONTACT", contact)
        response = client.get("/.well-known/security.txt", base_url="https://example.org")
        assert response.content_type == "text/plain; charset=utf-8"
        said = [line.split(": ", 1) for line in response.text.splitlines()]
        assert said[::2] == [
            ["Contact", url],
            ["Canonical", "https://example.org/.well-known/security.txt"],
        ]
        ((name, expires),) = said[1::2]
        assert name == "Expires"
        left = datetime.fromisoformat(expires) - datetime.now(UTC)
        assert timedelta(days=30) < left < timedelta(days=365)  # the standard wants under a year
