"""The atlas: its shapes and boards counted by mathematics, its figures solved again and found by
the slow reference, and what others have published of the same games.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.exact.atlas import SHAPES, SIDES, AtlasGameData, definitions, load, solved
from ai.exact.retrograde import census, solve
from ai.exact.value import Value
from ai.rules.definition import Board, Definition
from ai.rules.games import NAMED, Game, game_for
from tests import reference
from tests.reference import value_and_distance

Places = frozenset[complex]
Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]

BOARDS = [Board(columns, rows) for columns, rows in SIDES]

# Free polyominoes of so many cells: OEIS A000105.
FREE = {2: 1, 3: 2, 4: 5, 5: 12}


def placed(cells: Places) -> Places:
    """*cells*, moved into the corner."""
    left, top = min(it.real for it in cells), min(it.imag for it in cells)
    return frozenset(it - complex(left, top) for it in cells)


def turned(cells: Places) -> set[Places]:
    """*cells* in all turns and mirror images."""
    return {
        placed(frozenset(turn * it for it in mirrored))
        for turn in (1, 1j, -1, -1j)
        for mirrored in (cells, frozenset(it.conjugate() for it in cells))
    }


@cache
def grown(size: int) -> frozenset[frozenset[Places]]:
    """All ways to join so many cells by their sides, each with all its turns."""
    if size == 1:
        return frozenset({frozenset({frozenset({0j})})})
    return frozenset(
        frozenset(turned(one | {cell + step}))
        for turns in grown(size - 1)
        for one in turns
        for cell in one
        for step in (1, 1j, -1, -1j)
        if cell + step not in one
    )


def cells_of(text: str) -> Places:
    return frozenset(
        complex(ord(text[at]) - ord("a"), int(text[at + 1]) - 1) for at in range(0, len(text), 2)
    )


def joined() -> dict[str, Places]:
    """The shapes that are joined, by their keys."""
    return {key: cells_of(text) for key, (_name, text) in SHAPES.items() if "-" not in text}


def placements(cells: Places, board: Board) -> int:
    """On how many sets of cells a shape can stand: of each turn once for each place of its box."""
    found = 0
    for turn in turned(cells):
        wide, high = (1 + int(max(getattr(it, way) for it in turn)) for way in ("real", "imag"))
        found += max(0, board.columns - wide + 1) * max(0, board.rows - high + 1)
    return found


def test_the_shapes_are_all_that_are_joined_by_sides() -> None:
    shapes = joined()
    for size, count in FREE.items():
        found = {frozenset(turned(cells)) for cells in shapes.values() if len(cells) == size}
        assert found == grown(size)
        assert len(found) == count
    assert len(shapes) == sum(FREE.values()) == 20


def test_the_lines_are_those_of_two_to_four_with_diagonals() -> None:
    lines = {key: text.split("-") for key, (_, text) in SHAPES.items() if key not in joined()}
    assert list(lines) == ["line-2", "line-3", "line-4"]
    for length, (straight, diagonal) in enumerate(lines.values(), start=2):
        assert cells_of(straight) == {complex(at) for at in range(length)}
        assert cells_of(diagonal) == {complex(at, at) for at in range(length)}


def test_the_boards_are_all_of_6_to_16_cells_but_those_turned() -> None:
    wanted = {(m, n) for m in range(2, 9) for n in range(2, 9) if 6 <= m * n <= 16 and m >= n}
    assert {*SIDES} == wanted
    assert len(SIDES) == len(wanted)


@pytest.mark.parametrize("key", SHAPES)
def test_a_shape_is_on_every_board_that_it_fits(key: str) -> None:
    """Every placement is counted: of a line also those of its diagonal, which must fit. Whoever
    begins marks half of the cells, and the odd one.
    """
    parts = [cells_of(text) for text in SHAPES[key][1].split("-")]
    ways = {
        (board.columns, board.rows): sum(placements(cells, board) for cells in parts)
        for board in BOARDS
        if all(placements(cells, board) for cells in parts)
        and len(parts[0]) <= (board.columns * board.rows + 1) // 2
    }
    found = [game for game in load()["games"] if game["shape"] == key]
    assert {(game["columns"], game["rows"]): game["ways"] for game in found} == ways
    if length := key.removeprefix("line-") if key.startswith("line-") else "":
        k = int(length)
        for (m, n), count in ways.items():
            rows, columns = n * max(0, m - k + 1), m * max(0, n - k + 1)
            assert count == rows + columns + 2 * (m - k + 1) * (n - k + 1)


def test_games_are_in_order_and_have_the_keys_of_their_definitions() -> None:
    games = load()["games"]
    for game, (shape, definition) in zip(games, definitions(), strict=True):
        assert game["shape"] == shape
        assert game_for(game["game"]).definition == definition
        assert game_for(game["game"]).key == game["game"]
    assert len({game["game"] for game in games}) == len(games)
    assert "tic-tac-toe" in {game["game"] for game in games} & {*NAMED}


def test_figures_agree_with_each_other() -> None:
    for game in load()["games"]:
        drawn = game["value"] == "draw"
        assert (game["distance"] is None) == drawn
        assert game["longest_win"] % 2 or not game["longest_win"]
        if drawn:
            first, second = game["loses_first"], game["loses_second"]
            assert first is not None
            assert second is not None
            assert 0 <= first <= second < 1  # whoever moves first has a mark more
        else:
            assert game["loses_first"] is game["loses_second"] is None
            assert (game["distance"] or 0) % 2 == 1
            assert game["longest_win"] >= (game["distance"] or 0)
        assert game["positions"] / 8 < game["classes"] < game["positions"]


def test_one_way_alone_leaves_as_many_positions_as_a_formula_says() -> None:
    """A cross on 3×3: no game leads to the positions whose side to move holds it already."""
    (game,) = (it for it in load()["games"] if it["ways"] == 1)
    cells, size = game["columns"] * game["rows"], 5
    counted = 0
    for marks in range(cells + 1):
        own, its = marks // 2, marks - marks // 2
        counted += comb(cells, own) * comb(cells - own, its)
        counted -= comb(cells - size, own - size) * comb(cells - own, its) if own >= size else 0
    assert game["positions"] == counted


def test_on_two_rows_tippy_and_knobby_are_the_same_game() -> None:
    """Turn columns 3 and 4 of every four upside down: one becomes the other."""
    games = {(it["shape"], it["columns"], it["rows"]): it for it in load()["games"]}
    for columns in range(4, 9):
        tippy, knobby = (games[shape, columns, 2] for shape in ("tippy", "knobby"))
        for field in ("value", "ways", "longest_win", "positions", "loses_first", "loses_second"):
            assert tippy[field] == knobby[field]


# Solved again.


def ids(games: list[AtlasGameData]) -> list[str]:
    return [game["game"] for game in games]


SMALL = [it for it in load()["games"] if it["columns"] * it["rows"] <= 12]
LARGE = [it for it in load()["games"] if it["columns"] * it["rows"] > 12]


def assert_solved_again(game: AtlasGameData) -> None:
    again = solved(game["shape"], game_for(game["game"]).definition)
    assert again | {"game": game["game"]} == game


@pytest.mark.slow
def test_games_of_up_to_12_cells_are_solved_again() -> None:
    assert len(SMALL) > 80
    for game in SMALL:
        assert_solved_again(game)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_some_larger_games_are_solved_again(part: int) -> None:
    """Others at each version of the table: drawn by its bytes."""
    rng = np.random.default_rng([part, *(game["positions"] for game in LARGE)])
    assert_solved_again(LARGE[rng.choice(len(LARGE))])


ON_NINE = [it for it in SMALL if it["columns"] == it["rows"] == 3]


@pytest.mark.slow
@pytest.mark.parametrize("game", ON_NINE, ids=ids(ON_NINE))
def test_the_reference_finds_the_figures_of_3x3(
    game: AtlasGameData, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = game["game"]
    monkeypatch.setitem(reference.WINNING, name, game_for(name).winning_sets)
    monkeypatch.setitem(reference.SIZE, name, 3)
    start, *_ = boards = [*reference.reachable(name, "X")]
    value, distance = value_and_distance(start)
    wins = [value_and_distance(board) for board in boards]
    assert game["value"] == {1: "win", 0: "draw"}[value]
    assert game["distance"] == distance
    assert game["positions"] == len(boards)
    assert game["classes"] == len({reference.images(board) for board in boards})
    assert game["longest_win"] == max((plies or 0 for value, plies in wins if value > 0), default=0)
    if not value:
        after = [reference.after(start, cell) for cell in reference.moves(start)]
        drawn = [board for board in after if not value_and_distance(board)[0]]
        assert game["loses_first"] == round(float(reference.difficulty(start)), 6)
        hardest = max(map(reference.difficulty, drawn))
        assert game["loses_second"] == round(float(hardest), 6)


# What others published.


def decoded(code: int) -> Places:
    """The cells of a binary code: bit n for the n-th cell of the quarter-plane by antidiagonals."""
    found, number = set(), 0
    for diagonal in range(8):
        for up in range(diagonal + 1):
            if code >> number & 1:
                found.add(complex(diagonal - up, up))
            number += 1
    return frozenset(found)


class Harary(NamedTuple):
    """The smallest square *board* on which the first player completes a shape, and in how many
    *moves*; both 0 if on none.
    """

    board: int
    moves: int


# Harary's achievement games: Gardner, "The Colossal Book of Mathematics", 2001, pages 286 to 311,
# has those of up to four cells. All are OEIS A380597 (boards) and A380598 (moves), von Brömssen
# 2025, in the order of the codes of A246521.
CODES = (3, 7, 11, 15, 23, 27, 30, 75, 31, 47, 62, 79, 91, 94, 143, 181, 182, 188, 406, 1099)
SQUARES = (2, 3, 4, 4, 0, 5, 3, 7, 0, 0, 0, 7, 7, 6, 0, 0, 0, 0, 0, 0)
MOVES = (2, 3, 3, 4, 0, 4, 5, 8, 0, 0, 0, 10, 9, 6, 0, 0, 0, 0, 0, 0)
HARARY = {
    key: Harary(board, moves)
    for code, board, moves in zip(CODES, SQUARES, MOVES, strict=True)
    for key, cells in joined().items()
    if placed(decoded(code)) in turned(cells)
}


def on_squares(key: str) -> Iterator[AtlasGameData]:
    """The games of a shape on 2×2, 3×3 and 4×4, as far as it fits and a side can fill it."""
    if len(joined()[key]) == 2:
        yield solved(key, Definition.parse(f"2x2-{SHAPES[key][1]}"))
    yield from (it for it in load()["games"] if it["shape"] == key and it["columns"] == it["rows"])


@pytest.mark.parametrize("key", joined())
def test_the_first_player_wins_where_harary_says(key: str) -> None:
    board, moves = HARARY[key]
    for game in on_squares(key):
        wins = 0 < board <= game["columns"]
        assert game["value"] == ("win" if wins else "draw")
        if game["columns"] == board:
            assert game["distance"] == 2 * moves - 1


@pytest.mark.parametrize("key", [key for key, it in HARARY.items() if not it.board])
def test_what_is_stopped_on_every_square_board_is_stopped_on_its_rectangles(key: str) -> None:
    """Who stops it on a square board plays the same on a part of it."""
    games = [game for game in load()["games"] if game["shape"] == key]
    assert {game["value"] for game in games} == {"draw"}


def test_of_five_cells_none_is_won_because_they_need_boards_of_6x6() -> None:
    five = {key for key, cells in joined().items() if len(cells) == 5}
    assert all(HARARY[key].board in {0, 6, 7} for key in five)
    assert {game["value"] for game in load()["games"] if game["shape"] in five} == {"draw"}


def test_k_in_a_row_ends_as_published() -> None:
    """k = 2 is won at once; (3, 3, 3) is a draw, and (m, n, 3) a win from 4 by 3 on (Wikipedia,
    "m,n,k-game"). If a side is shorter than k, the second player holds the draw by pairs
    (Uiterwijk, "Solving Strong and Weak 4-in-a-Row", IEEE CoG 2019, theorem 2); there no diagonal
    fits, so a straight shape is the same. (4, 4, 4) is a draw (the same, table I).
    """
    straight = {"tic": 3, "skinny": 4, "i": 5}
    short = [it for it in load()["games"] if it["rows"] < straight.get(it["shape"], 0)]
    assert len(short) == 6 + 7 + 5
    assert {game["value"] for game in short} == {"draw"}
    lines = [it for it in load()["games"] if it["shape"].startswith("line-")]
    for game in lines:
        k, m, n = int(game["shape"][-1]), game["columns"], game["rows"]
        wins = k == 2 or (k == 3 and m >= 4 and n >= 3)
        assert game["value"] == ("win" if wins else "draw")
        assert k > 2 or game["distance"] == 3
    assert len(lines) == len(SIDES) + 4 + 1


# N in a row on N×N, positions after each number of marks up to symmetry, X being the first to
# move. OEIS A317573 and A317574: with a winning strategy for X, for O, won games too; A317576:
# where the game has ended, the last of them drawn ones too (Ibeas, 2018).
FOR_X = {
    3: (0, 0, 7, 9, 85, 67, 139, 70, 23, 12),
    4: (*(0,) * 6, 1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774, 0),
}
FOR_O = {
    3: (0, 0, 0, 8, 5, 72, 38, 56, 23, 0),
    4: (*(0,) * 7, 2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371),
}
ENDED = {
    3: (*(0,) * 5, 21, 21, 58, 23, 15),
    4: (*(0,) * 7, 280, 642, 4942, 6770, 20286, 16042, 20998, 7970, 3774, 1059),
}
# OEIS A008907: all positions of tic-tac-toe (Cox, Wilson).
ALL = (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
# OEIS A061526: complete games of N×N tic-tac-toe (Ferry, 2001).
GAMES_PLAYED = {2: 24, 3: 255_168, 4: 15_038_733_958_272}

IN_A_ROW = {n: game_for(f"{n}x{n}-{SHAPES[f'line-{n}'][1]}") for n in (2, 3, 4)}


class Classes(NamedTuple):
    """The positions after a number of marks, one of each class of symmetric ones, in the order of
    their *keys*, both masks in one number: of the side to move and, below, of the other.
    """

    keys: Numbers
    mover: Numbers
    other: Numbers
    ended: Truths


def images_of(game: Game) -> list[Numbers]:
    """For every symmetry of the square the images of all masks, by arithmetic with places."""
    n, masks = game.columns, np.arange(1 << len(game.cells))
    found = []
    for turn, mirror in product((1, 1j, -1, -1j), (False, True)):
        image = np.zeros_like(masks)
        for cell in game.cells:
            place = turn * complex(2 * (cell % n) - n + 1, 2 * (cell // n) - n + 1)
            place = place.conjugate() if mirror else place
            target = n * round((place.imag + n - 1) / 2) + round((place.real + n - 1) / 2)
            image |= (masks >> cell & 1) << target
        found.append(image)
    return found


def moved(game: Game, here: Classes, cell: int, images: list[Numbers]) -> tuple[Numbers, Numbers]:
    """Where *cell* can be marked, and the keys of the positions after that."""
    at = np.flatnonzero(~here.ended & ((here.mover | here.other) >> cell & 1 == 0))
    own, its, size = here.mover[at] | 1 << cell, here.other[at], len(game.cells)
    return at, np.min([image[its] << size | image[own] for image in images], axis=0)


@cache
def classes_of(n: int) -> list[Classes]:
    """The positions of N in a row on N×N by the number of marks, found forwards."""
    game = IN_A_ROW[n]
    images, full = images_of(game), (1 << len(game.cells)) - 1
    won = np.zeros(full + 1, dtype=bool)
    for way in game.winning_sets:
        marks = sum(1 << cell for cell in way)
        won |= np.arange(full + 1) & marks == marks
    found, keys = list[Classes](), np.zeros(1, dtype=np.int64)
    for _marks in range(len(game.cells) + 1):
        mover, other = keys >> len(game.cells), keys & full
        found.append(Classes(keys, mover, other, won[other] | (mover | other == full)))
        after = [moved(game, found[-1], cell, images)[1] for cell in game.cells]
        keys = np.unique(np.concatenate(after))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("n", [3, 4])
def test_values_of_n_in_a_row_are_as_many_as_oeis_has(n: int) -> None:
    table, every = solve(IN_A_ROW[n]), classes_of(n)
    for ply, here in enumerate(every):
        pairs = zip(here.mover.tolist(), here.other.tolist(), strict=True)
        values = Counter(table.probe(*pair).value for pair in pairs)
        to_x, to_o = (values[Value.WIN], values[Value.LOSS])[:: -1 if ply % 2 else 1]
        assert (to_x, to_o, here.ended.sum()) == (FOR_X[n][ply], FOR_O[n][ply], ENDED[n][ply])
        assert n == 4 or len(here.keys) == ALL[ply]
    assert census(table)["classes"] == sum(len(here.keys) for here in every)


@pytest.mark.slow
@pytest.mark.parametrize("n", GAMES_PLAYED)
def test_games_of_n_in_a_row_are_as_many_as_oeis_has(n: int) -> None:
    """Counted backwards: as many from a position as from all that a move makes of it together."""
    game, later, every = IN_A_ROW[n], np.zeros(0, dtype=np.int64), classes_of(n)
    images, keys = images_of(game), later
    for here in reversed(every):
        games = here.ended.astype(np.int64)
        for cell in game.cells:
            at, after = moved(game, here, cell, images)
            games[at] += later[np.searchsorted(keys, after)] if len(at) else 0
        keys, later = here.keys, games
    assert later.tolist() == [GAMES_PLAYED[n]]
