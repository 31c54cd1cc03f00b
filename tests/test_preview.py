"""The picture of a link: that it shows what the page shows, in the colours of the page."""

import re
from itertools import chain, combinations
from math import dist

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, WinningSet, game_for
from ai.rules.position import Position, parse
from ai.rules.record import Record, parse_record
from tests.page import read
from tests.pictures import (
    COLOURS,
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
from webapp.board.players import Players
from webapp.board.preview import FADED, SIDE, Preview, place, png
from webapp.replay.cover import cover, shared_result
from webapp.replay.replay import Replay

LONG = "Draw after nine moves of Newell–Simon rules against Unbeatable, both of whom did their best"
DRAWN = "a1b1c1b2a2c2b3a3c3"


def pixels(position: Position, last: int | None = None, title: str = "") -> Pixels:
    """The picture of *position*."""
    return read_picture(png(Preview(position, title, last=last)))


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


def sides(game: Game, cells: WinningSet) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The sides of a winning square, the steps of a winning line: its closest pairs of cells."""
    centres = [(c + 0.5, r + 0.5) for r, c in map(game.row_and_column, sorted(cells))]
    pairs = list(combinations(centres, 2))
    shortest = min(dist(*pair) for pair in pairs)
    return [pair for pair in pairs if dist(*pair) < shortest + 0.01]


@pytest.mark.parametrize(
    ("game", "rows"), [(TIC_TAC_TOE, "XO. OX. ..X"), (SQUARE, ".X.. O..X XOO. ..X.")]
)
def test_the_winning_sets_are_highlighted_and_nothing_else(game: Game, rows: str) -> None:
    """The highlighter runs along the sides of what won, and the winner's line in its middle."""
    position = parse(game, rows)
    outcome = position.outcome
    assert outcome
    assert outcome.winner
    (left, top), _unit = place(3, 3)
    board = pixels(position)[top : top + SIDE, left : left + SIDE]
    won = [side for cells in outcome.winning_sets for side in sides(game, cells)]
    places = (np.arange(SIDE) + 0.5) * game.columns / SIDE
    points, far = np.stack(np.meshgrid(places, places), axis=-1), np.full((SIDE, SIDE), np.inf)
    for start, end in won:  # how far each pixel is from the sides, in cells
        along = np.subtract(end, start)
        part = np.clip((points - start) @ along / (along @ along), 0, 1)
        away = np.hypot(*np.moveaxis(points - start - part[..., None] * along, -1, 0))
        far = np.minimum(far, away)
    assert not are("sheet", board)[far < 0.24].any()
    assert not are("high", board)[far > 0.29].any()
    assert are("high", board)[(far > 0.12) & (far < 0.24)].mean() > 0.3
    inked = are(outcome.winner.lower(), board)
    reached, unit = np.argwhere(inked) + 0.5, SIDE // game.columns
    for start, end in won:
        for x, y in np.linspace(start, end, 12):
            at = np.array([y, x]) * SIDE / game.columns
            assert np.hypot(*(reached - at).T).min() < 0.05 * SIDE / game.columns
    for cell in game.cells:  # and no other line, nor a thick one
        if position.mark_at(cell) is not outcome.winner:
            row, column = game.row_and_column(cell)
            area = np.s_[row * unit : (row + 1) * unit, column * unit : (column + 1) * unit]
            assert not (inked[area] & (far[area] > 0.1)).any()


# The words.


def test_a_long_title_stays_in_its_place_and_is_written_to_its_end() -> None:
    written, other = (pixels(Position(TIC_TAC_TOE), title=LONG + end) for end in "HO")
    expect_text_in_place(written)
    assert (written != other).any()


def test_the_letters_of_all_words_are_there() -> None:
    """No two look alike, as letters that a font lacks would."""
    letters = "X×–“”éàüßñøčłő·?"
    assert len({png(Preview(Position(TIC_TAC_TOE), it)) for it in letters}) == len(letters)


@pytest.mark.parametrize(("x", "o"), [("rules", "alpha-beta"), ("easy", "easy"), (HUMAN, "hard")])
def test_a_headline_names_the_programs_that_played(x: str, o: str) -> None:
    """And no person: the address has none."""
    found = cover(Replay.of(parse_record(TIC_TAC_TOE, "a1b1a2b2a3"), Players(x, o)))
    one, two = (
        mark if key == HUMAN or x == o else OPPONENTS[key].name
        for mark, key in (("X", x), ("O", o))
    )
    assert found.headline == f"{one} beat {two}."
    assert found.sentence
    assert found.leads_to


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
