"""The picture of a link: that it shows what the page shows, in the colours of the page."""

import re
from collections.abc import Iterable
from io import BytesIO
from itertools import chain, combinations
from math import dist
from typing import TypeAlias

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageColor

import webapp
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE, Game, WinningSet, game_for, mask
from ai.rules.position import Position, parse
from ai.rules.record import parse_record
from tests.page import read
from tests.reference import SIZE as SIDES
from tests.reference import WINNING, Board, ways
from tests.replays import model_at, previewed, replays, variations
from tests.samples import one_of_each_class
from tests.strategies import records
from webapp.board.players import Players
from webapp.board.preview import FADED, SHEET_WIDTH, SIDE, SIZE, TEXT_LEFT, Preview, place, png
from webapp.learn.lessons import LESSONS
from webapp.replay.cover import cover, shared_result
from webapp.replay.replay import Replay
from webapp.sharing.pages import COVERS

Pixels: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int16]]
Flags: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
Distances: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Played: TypeAlias = tuple[Position, int | None]

STYLE = (webapp.ROOT / "static/style.css").read_text().partition("@supports")[0]
LIGHT = re.findall(r"--(\w+): light-dark\((#\w+),", STYLE)
COLOURS = {name: ImageColor.getrgb(value) for name, value in LIGHT}
WINS = [
    (GAMES[won.game], frozenset(c for c, mark in enumerate(won.marks) if mark != "."))
    for won in one_of_each_class(
        Board(game, "".join(".X"[cell in cells] for cell in range(SIDES[game] ** 2)), "O")
        for game in GAMES
        for cells in WINNING[game]
    )
]
LONG = "Draw after nine moves of Newell–Simon rules against Unbeatable, both of whom did their best"

DRAWN = "a1b1c1b2a2c2b3a3c3"

# Any position that a game comes to, and the last move.
games = (
    st.sampled_from([*GAMES.values()])
    .flatmap(records)
    .map(lambda record: (record.position, record.moves[-1] if record.moves else None))
)

# No outline lies over the marks.
undecided = games.filter(lambda played: not (out := played[0].outcome) or not out.winner)


def preview(position: Position, last: int | None = None, title: str = "") -> Preview:
    """The contents of a picture."""
    return Preview(position, title, last=last)


def pixels(position: Position, last: int | None = None, title: str = "") -> Pixels:
    """The picture as rows of pixels of red, green and blue."""
    with Image.open(BytesIO(png(preview(position, last, title)))) as image:
        return np.asarray(image.convert("RGB"), dtype=np.int16)


def near(area: Pixels, colour: tuple[int, ...], most: int = 4) -> Flags:
    """For each pixel, whether it has about that colour."""
    parts = [np.abs(area[..., n] - np.int16(part)) <= most for n, part in enumerate(colour)]
    flags: Flags = np.logical_and.reduce(parts)
    return flags


def are(colour: str, area: Pixels) -> Flags:
    """For each pixel, whether it has that colour of the stylesheet."""
    return near(area, COLOURS[colour])


def share(colour: str, area: Pixels) -> float:
    """The share of *area* in this colour, 0 to 1."""
    return float(are(colour, area).mean())


def board_of(picture: Pixels) -> Pixels:
    """The board, and no text."""
    (left, top), _unit = place(3, 3)
    return picture[top : top + SIDE, left : left + SIDE]


def cell_of(picture: Pixels, game: Game, cell: int) -> Pixels:
    """A cell without the lines round it."""
    row, column = game.row_and_column(cell)
    (left, top), unit = place(game.columns, game.rows)
    top, left = top + row * unit, left + column * unit
    return picture[top + 3 : top + unit - 3, left + 3 : left + unit - 3]


def sides(game: Game, cells: WinningSet) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The sides of a winning square, the steps of a winning line: its closest pairs of cells."""
    centres = [(c + 0.5, r + 0.5) for r, c in map(game.row_and_column, sorted(cells))]
    pairs = list(combinations(centres, 2))
    shortest = min(dist(*pair) for pair in pairs)
    return [pair for pair in pairs if dist(*pair) < shortest + 0.01]


@given(games, st.text(max_size=60))
def test_it_is_a_small_png_of_that_size_and_always_the_same(played: Played, title: str) -> None:
    data = png(preview(*played, title))
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.size) == ("PNG", SIZE) == ("PNG", (1200, 630))
    assert len(data) < 50_000
    assert data == png(preview(*played, title))


@given(games)
def test_every_cell_shows_its_mark_and_no_other(played: Played) -> None:
    """Marks beside those that won are faded."""
    position, last = played
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


def test_marks_beside_those_that_won_are_faded() -> None:
    picture = pixels(parse(TIC_TAC_TOE, "XXX OO. ..."))
    for cell in (3, 4):
        area = cell_of(picture, TIC_TAC_TOE, cell)
        assert float(near(area, faded("o")[0], 16).mean()) > 0.08
        assert share("o", area) == 0


def faded(colour: str) -> list[tuple[int, ...]]:
    """The colours of a faded mark: on paper, and on the highlighter."""
    return [
        tuple(
            round(light + (dark - light) * FADED)
            for light, dark in zip(COLOURS[below], COLOURS[colour], strict=True)
        )
        for below in ("sheet", "high")
    ]


@given(undecided)
def test_the_last_move_alone_has_a_tick_in_its_corner(played: Played) -> None:
    position, last = played
    picture = pixels(position, last)
    for cell in position.game.cells:
        area = cell_of(picture, position.game, cell)
        half = len(area) // 2
        assert share("why", area[:half]) == share("why", area[:, :half]) == 0
        assert (share("why", area[half:, half:]) > 0.02) == (cell == last)
        assert (share("why", area[half:, half:]) > 0) == (cell == last)


def far_from(game: Game, won: Iterable[WinningSet]) -> Distances:
    """How far each pixel of the board is from the sides of what *won*, in cells."""
    places = (np.arange(SIDE) + 0.5) * game.columns / SIDE
    points = np.stack(np.meshgrid(places, places), axis=-1)
    found = np.full((SIDE, SIDE), np.inf)
    for start, end in [side for cells in won for side in sides(game, cells)]:
        along = np.subtract(end, start)
        share = np.clip((points - start) @ along / (along @ along), 0, 1)
        found = np.minimum(
            found, np.hypot(*np.moveaxis(points - start - share[..., None] * along, -1, 0))
        )
    return found


def check_win(position: Position) -> None:
    """The highlighter runs along the sides of what won, and the winner's line in its middle."""
    game, outcome = position.game, position.outcome
    assert outcome
    assert outcome.winner
    board, far = board_of(pixels(position)), far_from(game, outcome.winning_sets)
    assert not are("sheet", board)[far < 0.24].any()
    assert not are("high", board)[far > 0.29].any()
    assert are("high", board)[(far > 0.12) & (far < 0.24)].mean() > 0.3
    inked = are(outcome.winner.lower(), board)
    reached = np.argwhere(inked) + 0.5
    for start, end in [side for cells in outcome.winning_sets for side in sides(game, cells)]:
        for x, y in np.linspace(start, end, 20):
            place = np.array([y, x]) * SIDE / game.columns
            assert np.hypot(*(reached - place).T).min() < 0.05 * SIDE / game.columns
    for cell in game.cells:  # and no other line, nor a thick one
        if position.mark_at(cell) is not outcome.winner:
            row, column = game.row_and_column(cell)
            unit = SIDE // game.columns
            area = np.s_[row * unit : (row + 1) * unit, column * unit : (column + 1) * unit]
            assert not (inked[area] & (far[area] > 0.1)).any()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "cells"), WINS, ids=str)
def test_a_winning_set_is_highlighted_and_nothing_else(game: Game, cells: WinningSet) -> None:
    """One of each shape and place, each from another side."""
    check_win(Position(game, x=mask(cells)))


@given(games.filter(lambda played: bool((out := played[0].outcome) and out.winner)))
@example((Position(SQUARE, o=mask(chain(SQUARE.ordered_sets[0], SQUARE.ordered_sets[-1]))), None))
def test_all_winning_sets_are_highlighted(played: Played) -> None:
    check_win(played[0])


def text_in_place(picture: Pixels) -> bool:
    """Whether the words stand on the paper beside the board, with room round them."""
    inked = ~are("paper", picture[:, SHEET_WIDTH:])
    room = TEXT_LEFT - SHEET_WIDTH - 8
    edges = inked[:24], inked[-24:], inked[:, :room], inked[:, -room + 8 :]
    return not any(edge.any() for edge in edges) and bool(inked.any())


@pytest.mark.slow
@pytest.mark.parametrize("title", ["", "X wins", LONG, 3 * LONG, "W" * 100, "a\n" * 50, "Ωé" * 30])
def test_every_title_stays_in_its_place(title: str) -> None:
    assert text_in_place(pixels(Position(TIC_TAC_TOE), title=title))


@pytest.mark.slow
@pytest.mark.parametrize("title", ["", LONG, 3 * LONG, "W" * 100, "a\n" * 50])
def test_every_title_is_written_to_its_end(title: str) -> None:
    position = Position(TIC_TAC_TOE)
    written, other = (png(preview(position, title=title + end)) for end in "HO")
    assert written != other


def test_the_letters_of_all_words_are_there() -> None:
    """No two look alike, as letters that a font lacks would."""
    letters = "X×–“”éàüßñøčłő·?"
    pictures = {png(preview(Position(TIC_TAC_TOE), title=letter)) for letter in letters}
    assert len(pictures) == len(letters)


def check_words(found: Preview) -> None:
    """There are words of all three kinds, and they have their room."""
    picture = np.asarray(Image.open(BytesIO(png(found))).convert("RGB"), dtype=np.int16)
    assert text_in_place(picture)
    assert found.headline.endswith((".", "?"))
    assert all((found.headline, found.sentence, found.leads_to))


@pytest.mark.long
@pytest.mark.parametrize("x", [HUMAN, *OPPONENTS])
def test_the_longest_names_have_room(x: str) -> None:
    """The story names programs that the address has, and no person: it has none."""
    record = parse_record(TIC_TAC_TOE, "a1b1a2b2a3")
    for o in (HUMAN, *OPPONENTS):
        players = Players(x, o)
        found = cover(Replay.of(record, players))
        check_words(found)
        one, two = (
            mark if key == HUMAN or x == o else OPPONENTS[key].name
            for mark, key in (("X", x), ("O", o))
        )
        assert found.headline == f"{one} beat {two}."


@pytest.mark.long
@pytest.mark.parametrize("key", [*NAMED, "4x2-a1b1c1", "3x3-!a1b2-!a3c3"])
def test_the_picture_of_a_game_shows_one_way_to_win_it(client: FlaskClient, key: str) -> None:
    """In highlighter below marks, and its text alternative names the cells."""
    told = previewed(read(client.get(f"/games/{key}").text))
    found = re.findall("[a-h][1-8]", told["og:image:alt"].rpartition(":")[2])
    game = game_for(key)
    way = frozenset(map(game.cell_names.index, found))
    assert way in ways(game.definition.text)
    data = client.get(told["og:image"]).data
    picture = np.asarray(Image.open(BytesIO(data)).convert("RGB"), dtype=np.int16)
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
        keys = {"X": replay.players.x, "O": replay.players.o}
        for part, mark in zip(
            told.split(" beat "), (plain.winner, "XO".strip(plain.winner)), strict=True
        ):
            is_mark = keys[mark] == HUMAN or keys["X"] == keys["O"]
            assert part == (mark if is_mark else OPPONENTS[keys[mark]].name)
    assert ("in a variation" in told) == (not replay.was_played)


@pytest.mark.parametrize(
    ("x", "o", "moves", "told"),
    [
        ("human", "hard", "a1b1a2b2a3", "I beat Hard"),
        ("hard", "human", "a1b1a2b2a3", "Hard beat me"),
        ("human", "hard", DRAWN, "I drew with Hard"),
        ("unbeatable", "human", DRAWN, "I held Unbeatable"),
        ("human", "human", "a1b1a2b2a3", "X beat O"),
        ("easy", "hard", DRAWN, "Easy and Hard drew"),
        ("human", "hard", "b2", "O to move after b2"),
    ],
)
def test_a_result_is_shared_in_the_words_of_who_played(
    app: Flask, x: str, o: str, moves: str, told: str
) -> None:
    record = parse_record(TIC_TAC_TOE, moves)
    names = " ".join(moves[at : at + 2] for at in range(0, len(moves), 2))
    with app.test_request_context():
        text = shared_result(Replay.of(record, Players(x, o)))
    assert text == f"{told}.\nTic-tac-toe: {names}"


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        *(f"/picture/{endpoint}.png" for endpoint in COVERS),
        *(f"/learn/{key}.png" for key in LESSONS),
        *(f"/puzzles/square/{number}.png" for number in (1, 500)),
        "/puzzles/tic-tac-toe/20.png",
        "/puzzles/2026-11-01.png",
        *(f"/games/{game}.png" for game in (*NAMED, "4x2-a1c1b2-!a1c2-!d1b2", "2x4-a1a2a3")),
        *(f"/with/{game}.png" for game in GAMES),
        *(f"/with/{game}.png?first=o&moves=b2" for game in GAMES),
        *(f"/with/{game}.png?joined=on" for game in GAMES),
    ],
)
def test_the_words_of_every_kind_have_room(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert "Set-Cookie" not in response.headers
    with Image.open(BytesIO(response.data)) as image:
        assert image.size == SIZE
        assert text_in_place(np.asarray(image.convert("RGB"), dtype=np.int16))
