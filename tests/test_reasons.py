"""Parts of reasons: percentages, and a diagram as a table."""

import pytest
from flask import Flask

from ai.pen.diagram import diagram
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import parse
from ai.words.values import percent
from tests.page import read
from webapp.board.diagrams import render_diagram


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (1 / 3, "33.33 %"),
        (0.5, "50.00 %"),
        (0.0001, "0.01 %"),
        (0.00004, "0.004 %"),
        (0.99997, "99.997 %"),
        (1, "100.00 %"),
    ],
)
def test_a_small_chance_is_not_called_none(chance: float, text: str) -> None:
    assert percent(chance, 2) == text.replace(" %", "\N{NO-BREAK SPACE}%")


def test_a_diagram_is_a_table_read_cell_by_cell(app: Flask) -> None:
    """Every cell has its name with its mark, its note, or what else there is to say of it."""
    here = parse(TIC_TAC_TOE, "XX. OO. ...")
    row = frozenset({0, 1, 2})
    shown = diagram(here, "Lines that X completes", notes={8: "5 < 6"}, chosen=[2], lines=[row])
    with app.test_request_context():
        drawn = read(str(render_diagram(shown)))
    (table,) = drawn.all("table")
    assert table["aria-label"] == "Lines that X completes"
    assert [[cell.text for cell in row.all("td")] for row in table.all("tr")[1:]] == [
        ["a1: X", "b1: X", "c1: empty, highlighted"],
        ["a2: O", "b2: O", "c2: empty"],
        ["a3: empty", "b3: empty", "c3: 5 < 6"],
    ]
    chosen = [cell.text for cell in table.all("td") if "data-chosen" in cell.attributes]
    assert chosen == ["c1: empty, highlighted"]
    assert len(drawn.all("polyline")) == 1
    assert [line.text for line in drawn.all("p")] == ["Lines that X completes"]
