"""The atlas in a browser: a table however it is laid out, and filters that move nothing."""

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player

SIZES = {"small": (320, 568), "laptop": (1366, 633)}

# The places of every ninth square in its table, and their sizes.
PLACES = """table => {
  const corner = table.getBoundingClientRect();
  const every = [...table.querySelectorAll("a")].filter((_, number) => number % 9 === 0);
  return every.map(square => square.getBoundingClientRect())
    .map(it => [it.x - corner.x, it.y - corner.y, it.width, it.height].map(Math.round));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_shapes_by_boards_are_a_table_and_filters_move_nothing_in_it(
    page: Player, size: str
) -> None:
    page.resize(*SIZES[size])
    page.goto("/games/atlas")
    table = page.get_by_role("table", name="Who wins, by shape and board")
    for role, count in (("columnheader", 5), ("rowheader", 23 + 5), ("cell", 4 * 23)):
        expect(table.get_by_role(role)).to_have_count(count)  # type: ignore[arg-type]
    whole = table.evaluate(PLACES)
    page.link("First wins 37").click()
    page.link("in 4: 6").click()
    expect(page.get_by_role("navigation", name="Who wins")).to_contain_text("in 5")
    assert table.evaluate(PLACES) == whole
    xs, ys = ({place[way] for place in whole} for way in (0, 1))
    assert (len(xs) > len(ys)) == (size == "laptop"), "a shape is a column on a laptop alone"
    for name, opacity in (
        ("Elly on 5×3: first wins in 5 moves, 40 ways", "0.22"),
        ("Elly on 4×4: first wins in 4 moves, 48 ways", "1"),
    ):
        expect(page.link(name)).to_have_css("opacity", opacity)
