"""Reasons in words: every kind of reason by hand, on boards that show it."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from ai.explain import Explanation, explain_move
from ai.explain.diagram import diagram
from ai.explain.persons import COMPUTER
from ai.explain.values import percent
from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, parse, position_after
from ai.search.tree import tree_size
from ai.study.study import study
from tests.model import cell, name
from tests.page import read
from tests.reference import Board, after, moves, position, result
from tests.samples import ACTIVE_CLASSES
from webapp.board.diagrams import render_diagram


def explained(game: Game, key: str, played: str, first: Mark = Mark.X) -> Explanation:
    """Why the opponent of that *key* made the last of the moves *played*, in its own words."""
    *before, last = (cell(game.key, text) for text in re.findall("[a-d][1-4]", played))
    here = position_after(game, before, first)
    assert last in OPPONENTS[key].decide(here).cells
    return explain_move(study(here).moves[last], OPPONENTS[key], COMPUTER)


@pytest.mark.parametrize(
    ("key", "played", "says"),
    [
        ("easy", "c3", "I rolled dice: 9 cells, all alike."),
        ("medium", "a1", "I looked two moves ahead and saw no win or loss. So I picked any of 9"),
        # X holds a1 and b1, O holds a2 and b2.
        ("medium", "a1a2b1b2c1", "I looked two moves ahead and found a win."),
        # X holds a1 and b1: all but c1 lose at once.
        ("medium", "a1b2b1c1", "Anything but c1 loses at once. I looked two moves ahead."),
        # X holds three corners and so has two threats.
        (
            "medium",
            "a1b2c3c1a3b3",
            "Whatever I played, you could win at once. So I picked any",
        ),
        # In reply to a corner only the centre draws, to the centre the four corners do.
        ("minimax", "a1b2", "Only this move draws. "),
        # Of the 9! orders of nine moves 8! begin in the centre; wins end many of them early.
        ("minimax", "b2a1", "4 moves draw; I took the first. I visited boards 55,505 times, 1,837"),
        ("minimax", "a3a2c2c3b3c1a1b2b1", "It was the only empty cell."),
        ("alpha-beta", "b2", "The board was empty: I opened anywhere."),
        ("alpha-beta", "a3b1b2a1", "All 6 moves lose; I took the first."),
        ("hard", "a1a2b1b2c1", "I completed row 1."),
        ("hard", "a1b2b1c1", "I blocked row 1."),
        # Four lines run through the centre, and both sides weigh the same.
        ("hard", "b2", "My best cell had 4 points, yours too. So I took mine."),
        # Two corners and an open edge between: the third corner threatens along two edges.
        ("rules", "a1a2c1b1c3", "Rule 3 of 8: fork, by threats on column c and diagonal"),
        ("rules", "a1b2b3a3", "Rule 4 of 8: take the cell of your fork."),
        ("rules", "a1b2c3b1", "Rule 4 of 8: a threat, which left you no time to fork."),
        ("rules", "b2", "Rule 5 of 8: take the centre."),
        ("chain", "b2", "I saw no corner fork, so I took a cell on most live lines: 4."),
        ("chain", "a1b2c3b1", "I broke up the fork that you could have made from the corner c1."),
        ("chain", "b2a1c3c1a3a2b1b3c2", "No line is live for either side, so I took the first"),
        # O took an edge beside X's corner: X wins by force, with its third move from here.
        (
            "unbeatable",
            "a1b1b2",
            "One of 3 fastest wins (5 moves of both sides): a threat, then ",
        ),
        # X has two threats: O can only stop one.
        (
            "unbeatable",
            "a1b2c3c1a3b3",
            "Every move loses. None holds out longer than this: 2 moves of both sides.",
        ),
        (
            "unbeatable",
            "b1a1",
            "4 moves draw. I took one of the hardest for you: a beginner would lose ",
        ),
    ],
)
def test_kinds_of_reasons_on_3x3(key: str, played: str, says: str) -> None:
    assert says in explained(TIC_TAC_TOE, key, played).text


def test_the_worked_example_of_hards_weights() -> None:
    """O weighs 8 there, X 4."""
    spoken = explained(SQUARE, "hard", "b1b3b2c3c4c2", Mark.O)
    assert spoken.short == "Your best cell had 8 points, mine only 4. So I took yours."
    assert "most points for me too: 3." in spoken.more


def decided(key: str, drawn: str, mover: Mark) -> dict[str, str]:
    """An opponent's reason for each of its moves on the 3x3 board *drawn*."""
    here = parse(TIC_TAC_TOE, drawn, mover)
    return {
        name("tic-tac-toe", number): explain_move(study(here).moves[number], OPPONENTS[key]).text
        for number in OPPONENTS[key].decide(here).cells
    }


@pytest.mark.parametrize(
    ("key", "blocking"), [("hard", {"b1", "a2"}), ("rules", {"b1", "a2"}), ("chain", {"b1"})]
)
def test_a_block_names_the_threat_that_stays(key: str, blocking: set[str]) -> None:
    """O holds three corners: X stops one of two lines."""
    answers = decided(key, "O.O .X. O.X", Mark.X)
    assert set(answers) == blocking
    stays = {
        "b1": "row 1. O still threatened column a on a2.",
        "a2": "column a. O still threatened row 1 on b1.",
    }
    for text, answer in answers.items():
        assert stays[text] in answer


def test_of_a_move_that_only_lasts_longer_medium_does_not_say_that_it_does_not_lose() -> None:
    """X threatens a3, and forks once that is blocked: `/replay/tic-tac-toe/a1b1a2a3`."""
    text = explained(TIC_TAC_TOE, "medium", "a1b1a2a3").text
    assert text == "Anything but a3 loses at once. I looked two moves ahead."


def test_the_size_of_a_tree_is_counted_at_its_nodes_and_at_its_different_boards() -> None:
    for board in ACTIVE_CLASSES:
        if len(moves(board)) <= 5:
            nodes = list(nodes_below(board))
            size = tree_size(position(board))
            assert (size.nodes, size.positions) == (len(nodes), len(set(nodes)))
            assert size.games == sum(result(node) is not None for node in nodes)
    assert tree_size(parse(TIC_TAC_TOE, "... ... ...")).nodes == 549_946
    over = tree_size(parse(TIC_TAC_TOE, "XXX OO. ..."))
    assert (over.nodes, over.positions, over.games) == (1, 1, 1)


def nodes_below(board: Board) -> Iterator[Board]:
    """Every node of the tree of games from *board* on, itself first."""
    yield board
    if result(board) is None:
        for number in moves(board):
            yield from nodes_below(after(board, number))


def test_unbeatable_tells_the_difficulty_that_it_chose_by() -> None:
    """On a1 O threatens a line, which a beginner stops half of the time by sight and else by one
    reply of three; a3 threatens nothing.
    """
    assert decided("unbeatable", "..X XOO .X.", Mark.O) == {
        "a1": "2 moves draw. O took the hardest for X: a beginner would lose 33\N{NO-BREAK SPACE}%."
    }
    here = parse(TIC_TAC_TOE, "..X XOO .X.", Mark.O)
    (worths,) = explain_move(study(here).moves[0], OPPONENTS["unbeatable"]).diagrams
    noted = {cell.name: cell.note for row in worths.rows for cell in row if "draw" in cell.note}
    draw = "draw; a beginner on the other side loses"
    assert noted == {"a1": f"{draw} 33 %", "a3": f"{draw} 0 %"}


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
