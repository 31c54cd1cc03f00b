"""Studies, reviews and moves side by side, and the engine as a library. Laws of any study are in
tests/laws.py.
"""

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from weakref import ref

import pytest

from ai import (
    TIC_TAC_TOE,
    Mark,
    Position,
    game_for,
    opponent_for,
    parse,
    parse_record,
    review,
    study,
    why,
)
from ai.explain import explain_move
from ai.odds.arena import exact_odds, sampled_odds
from ai.odds.proofs import prove
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.puzzles.chances import chances
from ai.rules import GAMES, NAMED, SQUARE
from ai.study.moves_from_here import ORDERS, both_ways, in_order, moves_from_here
from ai.study.review import Accuracy
from ai.study.study import Study
from ai.study.theory import wins
from ai.words.persons import Persons
from tests.laws import TO_X, counted_wins, expect_result_given_away, expect_reviewed
from tests.reference import Board, after, games_from, position, result
from tests.samples import ACTIVE_CLASSES, at_random, to_the_end

# Studies.


def test_a_study_keeps_no_other_alive() -> None:
    """The cache alone bounds how many there are, and what it drops needs no garbage collection."""
    study.cache_clear()
    found = Study(Position(SQUARE))
    for move in [*found.moves.values()][:3]:
        assert move.idea
        assert move.variation
    child = ref(found.moves[0].after)
    assert child() is study(Position(SQUARE).play(0)), "one for all who ask"
    assert study(Position(SQUARE).play(0)).moves
    study.cache_clear()
    assert not child()
    assert found.moves[0].after.moves


def test_a_theory_is_what_counting_gives() -> None:
    assert wins(game_for("3x2-a1b1c2")) == counted_wins("3x2-a1b1c2")


# Reviews.


@pytest.mark.parametrize("key", GAMES)
def test_a_review_tells_every_move_and_what_was_given_away_makes_the_result(key: str) -> None:
    played = to_the_end(key, count=5, seed=1)
    for number, boards in enumerate(played):
        expect_result_given_away(boards)
        expect_reviewed(boards, number % len(boards))
    assert {result(boards[-1]) for boards in played} >= {"X", "O"}
    assert {result(boards[-1]) for boards in played} <= {*TO_X}


def test_a_percentage_is_rounded() -> None:
    of_three = {right: Accuracy(right, 3).percent for right in range(4)}
    assert of_three == {0: 0, 1: 33, 2: 67, 3: 100}
    assert Accuracy(0, 0).percent is None


# Moves side by side.


def test_each_order_has_the_greatest_first() -> None:
    """X on opposite corners, O in the centre: O has an edge or a corner to choose from."""
    here, board = parse(TIC_TAC_TOE, "X.. .O. ..X"), Board("tic-tac-toe", "X...O...X", "O")
    edge, corner = moves_from_here(study(here))
    assert [row.cells for row in (edge, corner)] == [(1, 3, 5, 7), (2, 6)]
    assert games_from(after(board, 1)) < games_from(after(board, 2))
    first = {order: in_order((corner, edge), order, here.to_move)[0] for order in ORDERS}
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
    """Odds are ordered for the side to move."""
    assert both_ways(ORDERS) == [*ORDERS, *(f"-{order}" for order in ORDERS)]
    for here in map(position, at_random("square", range(2, 12), 6, seed=6)):
        rows, sign = moves_from_here(study(here)), 1 if here.to_move is Mark.X else -1
        for order in ORDERS:
            there = in_order(rows, order, here.to_move)
            assert in_order(rows, f"-{order}", here.to_move)[::-1] == there
        by_odds = in_order(rows, "odds", here.to_move)
        ahead = [sign * (row.odds.x_wins - row.odds.o_wins) for row in by_odds]
        assert ahead == sorted(ahead, reverse=True)


# The engine as a library.

OWN = game_for("3x3-a1b1b2-!a3b3c3")
FORKED = parse_record(TIC_TAC_TOE, "a1b1b2c3a3")
EASY = OPPONENTS["easy"]
HERE = [
    *map(position, ACTIVE_CLASSES[::90] + tuple(at_random("square", range(8, 16), 2, seed=19))),
    Position(OWN).play("b2"),
]


def tuned() -> Opponent:
    """An opponent that is not in the menu, as it is kept now: other tests forget it."""
    return opponent_for(OWN, "medium:depth=4")


def copies(it: object) -> Iterator[object]:
    """Copies of *it* by each way of the standard library."""
    yield from (copy.copy(it), copy.deepcopy(it))
    for protocol in (0, pickle.HIGHEST_PROTOCOL):
        yield pickle.loads(pickle.dumps(it, protocol))  # noqa: S301


def facts(here: Position) -> Iterator[object]:
    """The facts with which programs explain their moves there."""
    for opponent in OPPONENTS.values():
        if opponent.plays(here.game):
            move = study(here).moves[study(here).decision(opponent).cells[0]]
            yield from explain_move(move, opponent).reason.all


def test_a_copy_equals_what_it_is_of_and_there_is_one_object_of_each_game_and_opponent() -> None:
    for one in (*NAMED.values(), OWN, *OPPONENTS.values(), tuned()):
        assert all(it is one for it in copies(one))
    for here in HERE:
        record = parse_record(here.game, here.rows).play(here.empty_cells[0])
        for one in (here, record, *facts(here)):
            assert all(it == one and hash(it) == hash(one) for it in copies(one)), one
        assert all(it is study(here) for it in copies(study(here)))
        copied = pickle.loads(pickle.dumps(here))  # noqa: S301
        assert {*facts(copied)} == {*facts(here)}


SAME: dict[str, Callable[[Any], object]] = {
    "to move": lambda mark: Position(TIC_TAC_TOE, to_move=mark).play(0).play(1),
    "masks": lambda mark: Position.from_masks(TIC_TAC_TOE, 1, 2, mark).play(4),
    "diagram": lambda mark: parse(TIC_TAC_TOE, "XO. ... ...", mark).play(4),
    "record": lambda mark: parse_record(TIC_TAC_TOE, "b2a1", mark).position,
    "start": lambda mark: parse_record(TIC_TAC_TOE, "XO.-...-...c1", mark).first,
    "accuracy": lambda mark: review(FORKED).accuracy(mark),
    "chances": lambda mark: chances(FORKED, mark),
    "odds": lambda mark: exact_odds(OWN, EASY, OPPONENTS["hard"], mark),
    "sample": lambda mark: sampled_odds(OWN, EASY, OPPONENTS["hard"], 9, 1, mark),
    "proof": lambda mark: prove(OWN, OPPONENTS["unbeatable"], mark, mark),
    "persons": Persons.marks,
}


def test_a_mark_may_be_a_text_and_no_other_text_is_one() -> None:
    for name, asked in SAME.items():
        for mark in Mark:
            assert repr(asked(mark.value)) == repr(asked(mark)), name
        for text in ("x", "Z", " X"):
            with pytest.raises(ValueError, match=text):
                asked(text)


def test_what_is_printed_says_what_it_is() -> None:
    record = parse_record(TIC_TAC_TOE, "b2")
    assert repr(TIC_TAC_TOE) == "<tic-tac-toe>"
    assert repr(study(record.position)) == "<study of tic-tac-toe ...-.X.-..., O to move>"
    assert repr(tuned()) == "<medium:depth=4>"
    move = "<X b2 in tic-tac-toe ...-...-...>"
    assert repr(review(record)) == f"Review(moves=({move},))"


def test_why_tells_the_reason_of_the_first_cell_of_an_opponent() -> None:
    for here, (key, opponent) in product(HERE, OPPONENTS.items()):
        if opponent.plays(here.game):
            move = study(here).moves[opponent.decide(here).cells[0]]
            assert why(here, key) == explain_move(move, opponent).text
