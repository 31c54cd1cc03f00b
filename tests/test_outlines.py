"""How a pen goes through the cells of a winning set, on boards of any size."""

from itertools import pairwise

from hypothesis import given

from ai.rules import NAMED
from ai.rules.games import game_for
from tests.definitions import texts
from webapp.board.outlines import outline, rays, ways


@given(texts())
def test_a_way_goes_through_each_cell_and_no_other(text: str) -> None:
    """Its steps join all of them, none is drawn twice, and neighbours by a side are joined."""
    game = game_for(text)
    for cells in game.winning_sets:
        steps = [frozenset(step) for way in ways(game, cells) for step in pairwise(way)]
        centres = {(cell % game.columns + 0.5, cell // game.columns + 0.5) for cell in cells}
        assert {point for step in steps for point in step} == centres
        assert len({*steps}) == len(steps)
        joined = {min(centres)}
        while more := {it for step in steps if step & joined for it in step} - joined:
            joined |= more
        assert joined == centres
        apart = [(x, y) for x, y in centres if (x + 1, y) in centres and len(centres) < 4]
        assert all(frozenset({(x, y), (x + 1, y)}) in steps for x, y in apart)
        assert all(ray.startswith("M") for ray in rays(game, cells))


def test_the_kind_of_an_outline_is_that_of_its_way() -> None:
    drawn = {
        "square": (0, 1, 4, 5),
        "four-in-a-row": (0, 5, 10, 15),
        "elly": (0, 1, 2, 4),
        "knobby": (0, 1, 2, 5),
    }
    found = {key: outline(NAMED[key], cells).tag for key, cells in drawn.items()}
    assert list(found.values()) == ["polygon", "polyline", "polyline", "path"]
