"""The pages that teach say what geometry counts and what solvers find."""

import re
from collections import Counter
from collections.abc import Callable
from math import isqrt
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from ai.study.study import Idea, Label
from tests import reference
from tests.learn_pages import entry, example, noted, replays, section, stand_out
from tests.model import name
from tests.page import Element, read
from tests.reference import (
    after,
    empty_board,
    images,
    in_words,
    moves,
    plain,
    squared_distances,
    worths,
)
from tests.verdicts_again import meanings


def page_fixture(path: str) -> Callable[..., Element]:
    """A fixture that is the page at *path*, the same for everybody."""

    @pytest.fixture(scope="module")
    def page(app: Flask) -> Element:
        return read(app.test_client().get(path).text)

    return page


games = page_fixture("/learn/games")
openings = page_fixture("/learn/openings")
terms = page_fixture("/learn/terms")


def kind(game: str, cells: reference.Cells) -> str:
    """The kind of a winning set: by its direction, or by the length of a square's sides."""
    if game == "tic-tac-toe":
        lies = {"row": len({c // 3 for c in cells}), "column": len({c % 3 for c in cells})}
        return f"A {next((name for name, lines in lies.items() if lines == 1), 'diagonal')}"
    squared = squared_distances(4, cells)[0]
    side = isqrt(squared)
    upright = side**2 == squared
    return f"Upright, side {side}" if upright else f"Tilted, side √{squared}"


@pytest.mark.parametrize(("key", "what"), [("tic-tac-toe", "lines"), ("square", "squares")])
def test_the_winning_sets_are_drawn_and_counted(games: Element, key: str, what: str) -> None:
    """One of each kind; and for each cell, how many pass through it."""
    winning, size = reference.WINNING[key], reference.size_of(key)
    told, figures = {}, {table["aria-label"]: noted(table) for table in games.all("table")}
    for caption, drawn in figures.items():
        found = re.fullmatch(r"(.*): (\d+) of these", caption)
        if found and len(drawn) == size:
            cells = frozenset(cell for cell, mark in enumerate(drawn) if mark == "X")
            assert cells in winning
            assert kind(key, cells) == found[1]
            told[found[1]] = int(found[2])
    assert told == Counter(kind(key, cells) for cells in winning)
    through = [f"{sum(cell in cells for cells in winning)}" for cell in range(size)]
    assert figures[f"How many {what} pass through each cell"] == through
    if what == "lines":
        said = f"There are {len(winning)} lines: {through[4]} pass through the centre,"
        said += f" {through[0]} through each corner and {through[1]} through each side."
    else:
        tilted = sum(number for kind, number in told.items() if kind.startswith("Tilted"))
        said = f"There are {len(winning)}: {len(winning) - tilted} upright and {tilted} tilted."
        said += f" Each corner of the board is in {through[0]} of them, each other cell of the"
        said += f" edge in {through[1]}, and each of the four in the middle in {through[5]}."
    assert said in games.text


def test_the_values_are_exact(games: Element) -> None:
    (table,) = section(games, "worth").all("table")
    (replay,) = replays(section(games, "worth"))
    exact = {cell: in_words(worth) for cell, worth in worths(plain(replay.position)).items()}
    shown = {cell: text for cell, text in enumerate(noted(table)) if text not in {"X", "O"}}
    assert shown == exact
    assert {"wins in 2 moves", "loses at once"} == set(exact.values())
    assert {exact[cell] for cell in stand_out(table)} == {"wins in 2 moves"}


# The openings.


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_three_and_their_replies_have_the_values_that_are_told(
    openings: Element, game: str
) -> None:
    """Each is named by where it stands: a corner has two neighbours, an edge three and a cell in
    the middle four.
    """
    here, size, start = section(openings, game), reference.SIZE[game], empty_board(game, "X")
    words = ("corner", "edge", "centre" if size == 3 else "middle")
    first, *_replies = (it for it in here.all("table") if it.all("a"))
    boards = [plain(replay.position) for replay in replays(first)]
    assert {*map(images, boards)} == {images(after(start, cell)) for cell in moves(start)}
    assert len(boards) == 3
    said = [p.text for p in here.all("p") if re.search("keeps? the draw", p.text)]
    for board, heading, told in zip(boards, here.all("h3"), said, strict=True):
        sides = sum(0 < at < size - 1 for at in divmod(board.marks.index("X"), size))
        assert words[sides] in heading.text.lower()
        draws = [name(game, cell) for cell, (value, _plies) in worths(board).items() if not value]
        kept, _, lost = told.partition(";")
        if len(draws) == len(moves(board)):
            assert told == "Every reply keeps the draw."
        else:
            assert re.findall("[a-d][1-4]", kept) == draws
            assert f"other {len(moves(board)) - len(draws)} replies loses" in lost


# The opponents.


def test_every_game_that_an_opponent_plays_begins_from_its_card(client: FlaskClient) -> None:
    """The person has X and begins."""
    page = read(client.get("/learn/opponents").text)
    for key in ("hard", "chain"):
        played = [game for game in GAMES.values() if OPPONENTS[key].plays(game)]
        for form, game in zip(page.by_id(key).all("form"), played, strict=True):
            client.post(form["action"], data=form.fields)
            begun = urlsplit(client.get("/replay").location)
            assert begun.path == f"/replay/{game.key}/"
            seats = {"first": ["x"], "x": ["human"], "o": [key], "ply": ["0"]}
            assert parse_qs(begun.query) == seats


# The terms.


@pytest.mark.parametrize("label", Label)
def test_every_label_is_defined_and_shown_on_a_move_that_has_it(
    terms: Element, label: Label
) -> None:
    words, replay = example(terms, label.replace(" ", "-"))
    start, (cell,) = replay.record.start, replay.record.moves
    board = plain(start)
    assert meanings(board, cell) == {label}
    at = name(board.game, cell)
    assert words.startswith(f"{start.to_move} plays {at}. {label.capitalize()}. ")


def test_every_idea_is_defined(terms: Element) -> None:
    assert all(idea in entry(terms, "idea")[0].text for idea in Idea)
