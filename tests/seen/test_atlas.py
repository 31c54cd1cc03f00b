"""The atlas in a browser: a table however it is laid out, and filters that move nothing."""

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player

SIZES = {"phone": (390, 664), "small": (320, 568), "tablet": (820, 1180), "laptop": (1366, 633)}

Box = tuple[int, int, int, int]


def places(page: Player) -> list[Box]:
    """Where the squares of the first table stand in it, and their sizes."""
    table = page.get_by_role("table").first
    corner = table.bounding_box()
    assert corner
    boxes = [it.bounding_box() for it in table.get_by_role("link").all()[::9]]
    return [
        (
            round(box["x"] - corner["x"]),
            round(box["y"] - corner["y"]),
            round(box["width"]),
            round(box["height"]),
        )
        for box in boxes
        if box
    ]


@pytest.mark.rare
@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("size", "script"), [*((size, True) for size in SIZES), ("small", False)], indirect=["script"]
)
def test_shapes_by_boards_are_a_table_and_filters_move_nothing_in_it(
    page: Player, size: str
) -> None:
    page.resize(*SIZES[size])
    page.goto("/games/atlas")
    table = page.get_by_role("table", name="Who wins, by shape and board")
    expect(table.get_by_role("columnheader")).to_have_count(5)
    expect(table.get_by_role("rowheader")).to_have_count(23 + 5)
    expect(table.get_by_role("cell")).to_have_count(4 * 23)
    whole = places(page)
    page.link("First wins 37").click()
    page.link("in 4: 6").click()
    expect(page.get_by_role("navigation", name="Who wins")).to_contain_text("in 5")
    assert places(page) == whole
    xs, ys = ({box[way] for box in whole} for way in (0, 1))
    assert (len(xs) > len(ys)) == (size == "laptop"), "a shape is a column on a laptop alone"
    faint, plain = (
        page.link("Elly on 5×3: first wins in 5 moves, 40 ways"),
        page.link("Elly on 4×4: first wins in 4 moves, 48 ways"),
    )
    expect(faint).to_have_css("opacity", "0.22")
    expect(plain).to_have_css("opacity", "1")
    plain.click()
    expect(page).to_have_url("/games/elly")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("in 4 moves")


@pytest.mark.rare
@pytest.mark.usefixtures("script")
def test_a_table_is_sorted_by_its_heads(page: Player) -> None:
    page.resize(*SIZES["small"])
    page.goto("/games/atlas")
    page.link("As a table").click()
    page.link("Draws 118").click()
    page.link("Loses").click()
    expect(page.get_by_role("columnheader", name="Loses")).to_have_attribute(
        "aria-sort", "descending"
    )
    first = page.get_by_role("row").nth(1)
    expect(first).to_contain_text("Knobby 4×4")
    expect(first).to_contain_text("97.6\u00a0%")
    page.link("Loses").click()
    expect(page.get_by_role("columnheader", name="Loses")).to_have_attribute(
        "aria-sort", "ascending"
    )
    expect(page.get_by_role("row").last).to_contain_text("Knobby 4×4")
    page.link("Ways").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("48 ways")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 320
