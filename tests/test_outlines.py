"""How a pen goes through the cells of a winning set, on boards of any size."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from hypothesis import given

from ai.rules import NAMED
from ai.rules.games import game_for
from tests.definitions import BOARDS, texts
from webapp.board.outlines import Point, outline, rays, ways

NEAR = 0.14  # of a cell: how far a way keeps from the middles of cells that are not on it


@given(texts())
def test_a_way_goes_through_each_cell_and_no_other(text: str) -> None:
    """Its steps join all of them, none is drawn twice, and neighbours by a side are joined. It ends
    or turns on its cells, or else between cells, to leave one aside.
    """
    game = game_for(text)
    for cells in game.winning_sets:
        steps = [frozenset(step) for way in ways(game, cells) for step in pairwise(way)]
        middles = {(cell % game.columns + 0.5, cell // game.columns + 0.5) for cell in game.cells}
        centres = {(cell % game.columns + 0.5, cell // game.columns + 0.5) for cell in cells}
        points = {point for step in steps for point in step}
        assert points & middles == centres
        assert all(0 < x < game.columns and 0 < y < game.rows for x, y in points)
        assert {it for way in ways(game, cells) for it in (way[0], way[-1])} <= centres
        assert len({*steps}) == len(steps)
        joined = {min(centres)}
        while more := {it for step in steps if step & joined for it in step} - joined:
            joined |= more
        assert joined == points
        apart = [(x, y) for x, y in centres if (x + 1, y) in centres and len(centres) < 4]
        assert all(frozenset({(x, y), (x + 1, y)}) in steps for x, y in apart)
        assert all(ray.startswith("M") for ray in rays(game, cells))


@given(texts())
def test_a_way_leaves_all_other_cells_aside(text: str) -> None:
    """An open one, that is: a closed one has its cells at its corners, as Square has."""
    game = game_for(text)
    for cells in game.winning_sets:
        assert [*passed(game.columns, game.rows, ways(game, cells), cells)] == []


def test_a_way_from_any_cell_to_any_other_leaves_those_between_aside() -> None:
    for columns, rows in BOARDS:
        size = f"{columns}x{rows}"
        game = game_for(f"{size}-a1a2")
        for cells in map(frozenset, combinations(game.cells, 2)):
            assert [*passed(columns, rows, ways(game, cells), cells)] == [], (size, cells)


def passed(
    columns: int, rows: int, found: tuple[tuple[Point, ...], ...], cells: frozenset[int]
) -> Iterator[tuple[int, float]]:
    """The cells beside *cells* whose middles an open way passes, and how near."""
    if found[0][0] == found[0][-1]:
        return
    steps = [(complex(*one), complex(*two)) for way in found for one, two in pairwise(way)]
    for cell in {*range(columns * rows)} - cells:
        middle = complex(cell % columns + 0.5, cell // columns + 0.5)
        for one, two in steps:
            # The middle in a plane in which the step leads from 0 to 1.
            along = ((middle - one) / (two - one)).real
            away = abs(one + min(max(along, 0), 1) * (two - one) - middle)
            if away < NEAR:
                yield cell, away


def test_the_kind_of_an_outline_is_that_of_its_way() -> None:
    drawn = {
        "square": (0, 1, 4, 5),
        "four-in-a-row": (0, 5, 10, 15),
        "elly": (0, 1, 2, 4),
        "knobby": (0, 1, 2, 5),
    }
    found = {key: outline(NAMED[key], cells).tag for key, cells in drawn.items()}
    assert list(found.values()) == ["polygon", "polyline", "polyline", "path"]
