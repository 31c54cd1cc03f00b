"""Every move side by side, against rules, counts and wins by threats read a second time."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position, parse
from ai.study.moves_from_here import ORDERS, Row, alike, in_order, moves_from_here
from ai.study.study import Idea, study
from tests.reference import (
    SIZE,
    Board,
    after,
    completing,
    images,
    moved,
    moves,
    other,
    position,
    result,
    shortest,
    shortest_from,
    sides,
    worths,
)
from tests.samples import ACTIVE_CLASSES, at_random
from tests.test_wins_in_words import forked

SAMPLED = [*ACTIVE_CLASSES[::7], *at_random("square", range(1, 16), 40, seed=1)]
IDS = ["tic-tac-toe", "square"]


def described(row: Row) -> tuple[object, ...]:
    """All that a row says but the cells."""
    return row.worth, row.odds, row.idea, row.tree, len(row.cells)


@pytest.mark.long
def test_every_empty_cell_is_in_one_row() -> None:
    for board in SAMPLED:
        rows = moves_from_here(study(position(board)))
        assert sorted(cell for row in rows for cell in row.cells) == moves(board)
        assert all(list(row.cells) == sorted(row.cells) for row in rows)


@pytest.mark.parametrize(
    "boards", [ACTIVE_CLASSES, at_random("square", range(1, 17), 200, seed=2)], ids=IDS
)
def test_twins_are_where_the_turns_that_leave_the_board_as_it_is_take_a_cell(
    boards: list[Board],
) -> None:
    for board in boards:
        own = [to for to in sides(SIZE[board.game]) if moved(board, to) == board]
        for cells in alike(position(board)):
            assert set(cells) == {to[cells[0]] for to in own}


@pytest.mark.long
def test_a_row_holds_of_each_of_its_cells() -> None:
    for board in SAMPLED:
        here = study(position(board))
        odds = odds_after_moves(here.position)
        for row in moves_from_here(here):
            for cell in row.cells:
                move = here.moves[cell]
                assert move.worth == row.worth
                assert (len(move.losing_replies), len(move.after.moves)) == (
                    row.losing,
                    row.replies,
                )
                assert odds[cell] == row.odds
                assert move.idea is row.idea


@pytest.mark.slow
def test_symmetric_positions_have_the_same_rows() -> None:
    for board in SAMPLED[::3]:
        expected = Counter(map(described, moves_from_here(study(position(board)))))
        for image in images(board):
            assert Counter(map(described, moves_from_here(study(position(image))))) == expected


def test_every_program_that_plays_the_game_chooses_moves_as_it_decides() -> None:
    for board in SAMPLED:
        here = position(board)
        rows = moves_from_here(study(here))
        for opponent in OPPONENTS.values():
            lots = opponent.decide(here).probabilities if opponent.plays(here.game) else {}
            shares = [sum(lots.get(cell, Fraction(0)) for cell in row.cells) for row in rows]
            assert [row.choosers.get(opponent, 0) for row in rows] == shares
            assert sum(shares) == opponent.plays(here.game)
        assert all(chance for row in rows for chance in row.choosers.values())


def what_it_is_for(board: Board, cell: int) -> Idea:
    """The idea of a move, by the rules of plain boards."""
    left, mover = after(board, cell), board.mover
    if result(left) == mover:
        return Idea.LINE
    value, plies = worths(board)[cell]
    if value == 1 and plies == shortest_from(board, cell):
        return Idea.FORK if forked(board, cell) else Idea.THREATS
    if cell in completing(board, other(mover)):
        return Idea.BLOCK
    if completing(left, mover):
        return Idea.THREAT
    prepares = value < 1 and shortest(left._replace(mover=mover))
    return Idea.PREPARATION if prepares else Idea.QUIET


@pytest.mark.long
@pytest.mark.parametrize(
    "boards", [ACTIVE_CLASSES, at_random("square", range(1, 11), 80, seed=3)], ids=IDS
)
def test_ideas_are_those_of_a_second_reading(boards: list[Board]) -> None:
    met: set[Idea] = set()
    for board in boards:
        for cell in moves(board):
            found = study(position(board)).moves[cell].idea
            assert found is what_it_is_for(board, cell), (board, cell)
            met.add(found)
    assert met == set(Idea)


@pytest.mark.slow
def test_a_win_is_in_one_and_a_fork_in_three() -> None:
    for board in ACTIVE_CLASSES:
        for row in moves_from_here(study(position(board))):
            assert (row.idea is Idea.LINE) == (str(row.worth.exact) == "win in 1")
            if row.idea is Idea.FORK:
                assert str(row.worth.exact) == "win in 3"


@cache
def games_below(board: Board) -> int:
    """How many games go on from a board."""
    return 1 if result(board) else sum(games_below(after(board, cell)) for cell in moves(board))


def boards_below(board: Board) -> set[Board]:
    """The different boards that can follow, and itself."""
    found = layer = {board}
    while layer := {after(b, cell) for b in layer if not result(b) for cell in moves(b)}:
        found = found | layer
    return found


@pytest.mark.long
def test_games_and_positions_are_counted_one_by_one() -> None:
    for board in ACTIVE_CLASSES:
        for row in moves_from_here(study(position(board))):
            left = after(board, row.cell)
            assert row.tree
            assert row.tree.games == games_below(left)
            if len(moves(board)) < 8:
                assert row.tree.positions == len(boards_below(left))


def test_the_games_of_tic_tac_toe_are_the_known_255168() -> None:
    rows = moves_from_here(study(Position(TIC_TAC_TOE)))
    assert sum(row.tree.games * len(row.cells) for row in rows if row.tree) == 255_168


def test_the_games_of_square_are_not_counted() -> None:
    assert {row.tree for row in moves_from_here(study(Position(SQUARE)))} == {None}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_best_come_first_and_equals_in_reading_order(game: Game) -> None:
    for board in at_random(game.key, range(1, len(game.cells)), 30, seed=4):
        rows = moves_from_here(study(position(board)))
        pairs = [(row.worth.merit, -row.cell) for row in rows]
        assert pairs == sorted(pairs, reverse=True)
        assert rows[0].worth.exact.rank == max(row.worth.exact.rank for row in rows)


def test_each_order_has_the_greatest_first() -> None:
    """X on opposite corners, O in the centre: O has an edge or a corner to choose from."""
    here = parse(TIC_TAC_TOE, "X.. .O. ..X")
    edge, corner = moves_from_here(study(here))
    assert [row.cells for row in (edge, corner)] == [(1, 3, 5, 7), (2, 6)]
    first = {order: in_order((corner, edge), order, here.to_move)[0] for order in ORDERS}
    board = Board("tic-tac-toe", "X...O...X", "O")
    games = [games_below(after(board, row.cell)) for row in (edge, corner)]
    assert games[0] < games[1]
    assert first == {
        "move": edge,  # b1 is read before c1
        "worth": edge,  # it draws, a corner loses
        "replies": edge,  # 4 of 5 lose, and after a corner none
        "odds": corner,  # O is ahead by 1/6, with an edge by 1/10
        "programs": edge,  # those that never lose
        "idea": edge,  # both threaten
        "games": corner,
        "positions": corner,
    }


def test_odds_are_ordered_for_the_side_to_move() -> None:
    for board in at_random("square", range(2, 12), 30, seed=5):
        here = position(board)
        rows = in_order(moves_from_here(study(here)), "odds", here.to_move)
        sign = 1 if here.to_move is Mark.X else -1
        ahead = [sign * (row.odds.x_wins - row.odds.o_wins) for row in rows]
        assert ahead == sorted(ahead, reverse=True)


def test_no_move_is_left_once_the_game_is_over() -> None:
    assert not moves_from_here(study(parse(TIC_TAC_TOE, "XXX OO. ...")))
