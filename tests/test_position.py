"""Positions: the rules agree with a second reading of them, on every board that play reaches."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import NotationError
from ai.rules.position import (
    IllegalMove,
    Mark,
    NoSuchCell,
    Outcome,
    Position,
    PositionError,
    UnreachablePosition,
    parse,
)
from ai.rules.record import Record
from tests import reference, samples
from tests.records import position_after
from tests.reference import Board, plain, position
from tests.samples import BOARDS, CLASSES

# The published counts.


@pytest.mark.long
@pytest.mark.parametrize("first", Mark)
def test_there_are_255168_games(first: Mark) -> None:
    @cache
    def endings(p: Position) -> Counter[tuple[Mark | None, int]]:
        """How many games from here end with which winner at which ply."""
        if outcome := p.outcome:
            return Counter({(outcome.winner, p.ply): 1})
        return sum((endings(p.play(cell)) for cell in p.empty_cells), Counter())

    start = Position(TIC_TAC_TOE, to_move=first)
    assert plain(start) == reference.empty_board("tic-tac-toe", first)
    assert endings(start) == {
        (first, 5): 1_440,
        (first.other, 6): 5_328,
        (first, 7): 47_952,
        (first.other, 8): 72_576,
        (first, 9): 81_792,
        (None, 9): 46_080,
    }
    assert endings(start).total() == 255_168


# The marks on the board.


def assert_agrees(p: Position, board: Board) -> None:
    """The position says of itself what the second reading of the rules says of the board."""
    held = {mark: {c for c, m in enumerate(board.marks) if m == mark} for mark in "XO."}
    assert [p.mark_at(cell) for cell in p.game.cells] == [
        m if m != "." else None for m in board.marks
    ]
    assert p.to_move == board.mover
    assert p.empty_cells == tuple(sorted(held["."]))
    assert p.ply == len(held["X"]) + len(held["O"])
    assert p.mover == sum(2**cell for cell in held[board.mover])
    assert p.opponent == sum(2**cell for cell in held[reference.other(board.mover)])

    ended = reference.result(board)
    if ended is None:
        assert p.outcome is None
    elif ended == "tie":
        assert p.outcome == Outcome(winner=None, winning_sets=frozenset())
    else:
        assert p.outcome == Outcome(Mark(ended), reference.completed(board))
        assert p.outcome.winning_sets


def test_every_position_says_what_stands_on_it_and_how_it_ended() -> None:
    for board in BOARDS:
        assert_agrees(position(board), board)


@given(samples.games("square"))
def test_every_position_of_a_square_game_says_so_too(boards: list[Board]) -> None:
    for board in boards:
        assert_agrees(position(board), board)


def test_one_move_can_complete_several_squares_upright_and_tilted() -> None:
    after = parse(SQUARE, "XXOO X..O XOX. OXO.").play(5)
    assert after.outcome == Outcome(
        Mark.X, frozenset({frozenset({0, 1, 4, 5}), frozenset({5, 8, 10, 13})})
    )


# Moves.


def test_a_move_adds_one_mark_and_passes_the_turn_or_is_refused_with_the_reason() -> None:
    for board in CLASSES:
        p, over = position(board), reference.result(board)
        for cell in (-9, -1, *range(10), 16):
            if not over and cell in reference.moves(board):
                assert plain(p.play(cell)) == reference.after(board, cell)
                continue
            why = ("over" if over else "taken") if cell in range(9) else f"no cell {cell}.* 0 to 8"
            with pytest.raises(IllegalMove, match=why) as refused:
                p.play(cell)
            assert (refused.type is NoSuchCell) == (cell not in range(9))
        assert plain(p) == board


@given(samples.active("tic-tac-toe") | samples.active("square"))
def test_a_move_by_name_is_the_move_by_number(board: Board) -> None:
    p, size = position(board), 3 if board.game == "tic-tac-toe" else 4
    for cell in reference.moves(board):
        name = "abcd"[cell % size] + str(cell // size + 1)
        assert p.play(name) == p.play(name.upper()) == p.play(cell)
        assert Record(p).play(name) == Record(p, (cell,))
    for text in ("", "e1", "4", "b2.", "a0"):
        with pytest.raises(NotationError, match=f"no cell “{text}”, only a1 to"):
            p.play(text)


@given(
    st.sampled_from(list(GAMES.values())),
    st.sampled_from(Mark),
    st.lists(st.integers(-1, 16), max_size=5) | st.permutations(range(16)),
)
def test_moves_replay_as_far_as_the_rules_allow(game: Game, first: Mark, cells: list[int]) -> None:
    board, legal = reference.empty_board(game.key, first), True
    for cell in cells:
        legal = reference.result(board) is None and cell in reference.moves(board)
        if not legal:
            break
        board = reference.after(board, cell)
    if legal:
        assert plain(position_after(game, cells, first)) == board
    else:
        with pytest.raises(IllegalMove):
            position_after(game, cells, first)


def test_x_moves_first_unless_told() -> None:
    assert position_after(TIC_TAC_TOE, [4, 0]) == parse(TIC_TAC_TOE, "O.. .X. ...")
    assert position_after(TIC_TAC_TOE, [4, 0], Mark.O) == parse(TIC_TAC_TOE, "X.. .O. ...", Mark.O)


# Text.


@given(samples.games("square"), st.data())
def test_positions_of_square_come_back_from_their_text(
    boards: list[Board], data: st.DataObject
) -> None:
    cells = list(range(16))
    p = Position(SQUARE, to_move=Mark(boards[0].mover))
    for before, board in pairwise(boards):
        [cell] = [cell for cell in cells if before.marks[cell] != board.marks[cell]]
        p = p.play(cell)
        assert parse(SQUARE, str(p), p.to_move) == p
    spaced = data.draw(st.sampled_from([" ", "\n", "", "\t  "])).join(plain(p).marks)
    assert parse(SQUARE, spaced, p.to_move) == p


@given(samples.active("tic-tac-toe") | samples.active("square"))
def test_a_position_is_read_as_the_api_writes_it_and_as_it_shows_itself(board: Board) -> None:
    """Rows with hyphens between; the short text for programmers has these, and the side."""
    p, size = position(board), 3 if board.game == "tic-tac-toe" else 4
    rows = "-".join(board.marks[at : at + size] for at in range(0, len(board.marks), size))
    assert parse(p.game, rows, p.to_move) == p
    assert repr(p) == f"<{board.game} {rows}, {board.mover} to move>"
    key, shown, mover = repr(p).strip("<>").replace(",", "").split()[:3]
    assert parse(GAMES[key], shown, Mark(mover)) == p
    assert repr(p.game) == f"<{board.game}>"
    shifted = f"{rows[:1]}-{rows[1:size]}{rows[size + 1 :]}"
    with pytest.raises(NotationError, match=f"^The rows of the board are {size} cells"):
        parse(p.game, shifted, p.to_move)


@given(samples.active("tic-tac-toe") | samples.active("square"))
def test_a_notebook_draws_each_mark_in_its_cell(board: Board) -> None:
    drawn = ElementTree.fromstring(position(board)._repr_svg_())  # noqa: S314 - our own
    size = 3 if board.game == "tic-tac-toe" else 4
    found = ["."] * size**2
    for group in drawn.iter("{http://www.w3.org/2000/svg}g"):
        x, y = re.findall(r"\d+", group.attrib["transform"])
        found[int(y) // 20 * size + int(x) // 20] = "O" if "circle" in group[0].tag else "X"
    assert "".join(found) == board.marks
    assert drawn.attrib["aria-label"].replace(" ", "") == board.marks


@pytest.mark.long
def test_of_all_drawings_only_those_are_read_that_play_reaches() -> None:
    """With the side to move given, and without, where X is to move if the marks are even."""
    reached = set(BOARDS)
    for board in samples.drawings():
        marks = board.marks
        presumed = "O" if marks.count("X") == marks.count("O") + 1 else "X"
        for to_move, mover in ((None, presumed), (Mark(board.mover), board.mover)):
            try:
                p = parse(TIC_TAC_TOE, marks, to_move)
            except UnreachablePosition:
                assert Board("tic-tac-toe", marks, mover) not in reached
            else:
                assert plain(p) == Board("tic-tac-toe", marks, mover)
                assert plain(p) in reached


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        (TIC_TAC_TOE, "", "9 of X, O"),
        (TIC_TAC_TOE, "X.. ... ..", "9 of X, O"),
        (TIC_TAC_TOE, "X.. ... .. ..", "9 of X, O"),
        (TIC_TAC_TOE, "x.. ... ...", "9 of X, O"),
        (TIC_TAC_TOE, "X-- --- ---", "9 of X, O"),
        (SQUARE, "X.. ... ...", "16 of X, O"),
        (TIC_TAC_TOE, "XX. ... ...", "X has 2, O has 0"),
        (TIC_TAC_TOE, "XXX OOO ...", "over before"),
        (SQUARE, "XX.. XX.. .O.O O.O.", "over before"),
        (SQUARE, "XX.. XX.O OXXO OXXO", "X has 8, O has 5"),
        (SQUARE, "XXOO XXXO OXOX OOX.", "over before"),
    ],
)
def test_impossible_boards_are_refused(game: Game, text: str, why: str) -> None:
    with pytest.raises(UnreachablePosition, match=why):
        parse(game, text)


def test_one_error_covers_whatever_the_rules_forbid() -> None:
    assert issubclass(NoSuchCell, IllegalMove)
    assert issubclass(IllegalMove, PositionError)
    assert issubclass(UnreachablePosition, PositionError)
    assert issubclass(PositionError, ValueError)


def test_a_position_is_made_from_the_masks_of_either_side() -> None:
    x_moves = Position.from_masks(TIC_TAC_TOE, 0b001, 0b010, Mark.X)
    assert x_moves == parse(TIC_TAC_TOE, "XO. ... ...", Mark.X)
    o_moves = Position.from_masks(TIC_TAC_TOE, 0b001, 0b010, Mark.O)
    assert o_moves == parse(TIC_TAC_TOE, "OX. ... ...", Mark.O)
