"""Every move side by side, against rules, counts and wins by threats read a second time."""

from dataclasses import astuple

import pytest

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position, parse
from ai.study.moves_from_here import ORDERS, both_ways, in_order, moves_from_here
from ai.study.study import Idea, study
from tests.claims.positions import idea_of
from tests.moves_again import expect_choosers, expect_rows
from tests.reference import Board, after, games_from, moves, position, tree
from tests.samples import ACTIVE_CLASSES, at_random

SAMPLED = [*ACTIVE_CLASSES[::7], *at_random("square", range(1, 16), 40, seed=1)]
IDS = ["tic-tac-toe", "square"]


@pytest.mark.long
def test_a_row_holds_all_twins_and_of_each_what_it_says() -> None:
    for board in SAMPLED:
        expect_rows(board)


def test_every_program_that_plays_the_game_chooses_moves_as_it_decides() -> None:
    for board in SAMPLED:
        expect_choosers(board)


@pytest.mark.long
@pytest.mark.parametrize(
    "boards", [ACTIVE_CLASSES, at_random("square", range(1, 11), 80, seed=3)], ids=IDS
)
def test_ideas_are_those_of_a_second_reading(boards: list[Board]) -> None:
    met: set[Idea] = set()
    for board in boards:
        for cell in moves(board):
            found = study(position(board)).moves[cell].idea
            assert found is idea_of(board, cell), (board, cell)
            met.add(found)
    assert met == set(Idea)


@pytest.mark.long
def test_games_and_positions_are_counted_one_by_one() -> None:
    for board in ACTIVE_CLASSES:
        for row in moves_from_here(study(position(board))):
            left = after(board, row.cell)
            assert row.tree
            assert astuple(row.tree) == (*tree(left), games_from(left))


def test_the_games_of_square_are_not_counted() -> None:
    assert {row.tree for row in moves_from_here(study(Position(SQUARE)))} == {None}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_best_come_first_and_equals_in_reading_order(game: Game) -> None:
    for board in at_random(game.key, range(1, len(game.cells)), 30, seed=4):
        rows = moves_from_here(study(position(board)))
        pairs = [(row.move.worth.merit, -row.cell) for row in rows]
        assert pairs == sorted(pairs, reverse=True)
        assert rows[0].move.worth.exact.rank == max(row.move.worth.exact.rank for row in rows)


def test_each_order_has_the_greatest_first() -> None:
    """X on opposite corners, O in the centre: O has an edge or a corner to choose from."""
    here = parse(TIC_TAC_TOE, "X.. .O. ..X")
    edge, corner = moves_from_here(study(here))
    assert [row.cells for row in (edge, corner)] == [(1, 3, 5, 7), (2, 6)]
    first = {order: in_order((corner, edge), order, here.to_move)[0] for order in ORDERS}
    board = Board("tic-tac-toe", "X...O...X", "O")
    games = [games_from(after(board, row.cell)) for row in (edge, corner)]
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


def test_after_a_minus_each_order_is_the_other_way_round() -> None:
    for board in at_random("square", range(2, 12), 30, seed=6):
        here = position(board)
        rows = moves_from_here(study(here))
        for order, back in zip(ORDERS, both_ways(ORDERS)[len(ORDERS) :], strict=True):
            assert back == f"-{order}"
            there = in_order(rows, order, here.to_move)
            assert in_order(rows, back, here.to_move)[::-1] == there


def test_odds_are_ordered_for_the_side_to_move() -> None:
    for board in at_random("square", range(2, 12), 30, seed=5):
        here = position(board)
        rows = in_order(moves_from_here(study(here)), "odds", here.to_move)
        sign = 1 if here.to_move is Mark.X else -1
        ahead = [sign * (row.odds.x_wins - row.odds.o_wins) for row in rows]
        assert ahead == sorted(ahead, reverse=True)


def test_no_move_is_left_once_the_game_is_over() -> None:
    assert not moves_from_here(study(parse(TIC_TAC_TOE, "XXX OO. ...")))
