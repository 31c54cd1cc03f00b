"""The atlas in a browser: a table however it is laid out, and filters that move nothing."""

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player


@pytest.mark.parametrize(("width", "height"), [(320, 568), (1366, 633)])
def test_shapes_by_boards_are_a_table_and_filters_move_nothing_in_it(
    page: Player, width: int, height: int
) -> None:
    page.resize(width, height)
    page.goto("/games/atlas")
    table = page.get_by_role("table", name="Who wins, by shape and board")
    for role, count in (("columnheader", 5), ("rowheader", 23 + 5), ("cell", 4 * 23)):
        expect(table.get_by_role(role)).to_have_count(count)  # type: ignore[arg-type]

    def squares() -> list[tuple[int, int, int]]:
        corner, *boxes = page.boxes("table", "table a")
        left, top = corner[:2]
        return [(round(it.left - left), round(it.top - top), round(it.width)) for it in boxes]

    whole = squares()
    page.link("First wins 37").click()
    page.link("in 4: 6").click()
    expect(page.get_by_role("navigation", name="Who wins")).to_contain_text("in 5")
    assert squares() == whole
    xs, ys = ({place[way] for place in whole} for way in (0, 1))
    assert (len(xs) > len(ys)) == (width == 1366), "a shape is a column on a laptop alone"
    for name, opacity in (
        ("Elly on 5×3: first wins in 5 moves, 40 ways", "0.22"),
        ("Elly on 4×4: first wins in 4 moves, 48 ways", "1"),
    ):
        expect(page.link(name)).to_have_css("opacity", opacity)
