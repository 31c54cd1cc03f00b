"""The atlas: its shapes and boards counted by mathematics, and what others published of them."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from ai.exact.atlas import SHAPES, SIDES, AtlasGameData, load, solved
from ai.rules.definition import Board, Definition

Places = frozenset[complex]

BOARDS = [Board(columns, rows) for columns, rows in SIDES]


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


def test_the_boards_are_all_of_6_to_16_cells_but_those_turned() -> None:
    wanted = [(m, n) for m in range(2, 9) for n in range(2, m + 1) if 6 <= m * n <= 16]
    assert sorted(SIDES) == wanted


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


def test_figures_agree_with_each_other() -> None:
    for game in load()["games"]:
        drawn = game["value"] == "draw"
        assert (game["distance"] is None) == drawn
        assert game["longest_win"] % 2 or not game["longest_win"]
        if drawn:
            # Whoever moves first has a mark more.
            assert 0 <= (game["loses_first"] or 0) <= (game["loses_second"] or -1) < 1
        else:
            assert game["loses_first"] is game["loses_second"] is None
            assert (game["distance"] or 0) % 2 == 1
            assert game["longest_win"] >= (game["distance"] or 0)
        assert game["positions"] / 8 < game["classes"] < game["positions"]


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
    """Who stops a shape on every square board, or on those that hold a rectangle, plays the same
    there.
    """
    board, moves = HARARY[key]
    for game in on_squares(key):
        wins = 0 < board <= game["columns"]
        assert game["value"] == ("win" if wins else "draw")
        if game["columns"] == board:
            assert game["distance"] == 2 * moves - 1
    games = [game for game in load()["games"] if game["shape"] == key]
    if not board or len(joined()[key]) == 5:  # those of five cells are won from 6×6 on
        assert {game["value"] for game in games} == {"draw"}


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
