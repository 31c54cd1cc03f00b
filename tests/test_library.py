"""The engine as a library: a copy is what it is of, a mark is read or refused, a repr is short."""

import copy
import pickle
from collections.abc import Callable, Iterator

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
from ai.rules import NAMED
from ai.words.persons import Persons
from tests.reference import position
from tests.samples import ACTIVE_CLASSES, at_random

OWN = game_for("3x3-a1b1b2-!a3b3c3")
ROWS = "X..-.O.-..X"
FORKED = parse_record(TIC_TAC_TOE, "a1b1b2c3a3")
EASY = OPPONENTS["easy"]
HERE = [
    *map(position, ACTIVE_CLASSES[::60] + tuple(at_random("square", range(8, 16), 4, seed=19))),
    Position(OWN).play("b2"),
]


def tuned() -> Opponent:
    """An opponent that is not in the menu, as it is kept now: other tests forget it."""
    return opponent_for(OWN, "medium:depth=4")


def copies(it: object) -> Iterator[object]:
    """Copies of *it* by each way of the standard library."""
    yield from (copy.copy(it), copy.deepcopy(it))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
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
        for copied in copies(here):
            assert isinstance(copied, Position)
            assert {*facts(copied)} == {*facts(here)}


SAME: dict[str, Callable[[Mark], object]] = {
    "to move": lambda mark: Position(TIC_TAC_TOE, to_move=mark).play(0).play(1),
    "masks": lambda mark: Position.from_masks(TIC_TAC_TOE, 1, 2, mark).play(4),
    "diagram": lambda mark: parse(TIC_TAC_TOE, "XO. ... ...", mark).play(4),
    "record": lambda mark: parse_record(TIC_TAC_TOE, "b2a1", mark).position,
    "start": lambda mark: parse_record(TIC_TAC_TOE, "XO.-...-...c1", mark).first,
    "accuracy": lambda mark: review(FORKED).accuracy(mark),
    "chances": lambda mark: chances(FORKED, mark),
    "odds": lambda mark: exact_odds(TIC_TAC_TOE, EASY, OPPONENTS["rules"], mark),
    "sample": lambda mark: sampled_odds(TIC_TAC_TOE, EASY, OPPONENTS["rules"], 9, 1, mark),
    "proof": lambda mark: prove(TIC_TAC_TOE, OPPONENTS["rules"], mark, mark),
    "persons": Persons.marks,
}


@pytest.mark.parametrize("asked", SAME.values(), ids=SAME)
def test_a_mark_may_be_a_text_and_no_other_text_is_one(asked: Callable[[object], object]) -> None:
    for mark in Mark:
        assert repr(asked(mark.value)) == repr(asked(mark))
    for text in ("x", "Z", " X"):
        with pytest.raises(ValueError, match=text):
            asked(text)


def test_what_is_printed_says_what_it_is() -> None:
    here = parse(TIC_TAC_TOE, ROWS)
    assert repr(study(here)) == f"<study of tic-tac-toe {ROWS}, O to move>"
    assert repr(study(here).moves[1]) == f"<O b1 in tic-tac-toe {ROWS}>"
    assert repr(tuned()) == "<medium:depth=4>"
    assert repr(review(parse_record(TIC_TAC_TOE, "b2"))) == (
        "Review(moves=(<X b2 in tic-tac-toe ...-...-...>,))"
    )


def test_why_tells_the_reason_of_the_first_cell_of_an_opponent() -> None:
    for here in HERE:
        for key, opponent in OPPONENTS.items():
            if opponent.plays(here.game):
                move = study(here).moves[opponent.decide(here).cells[0]]
                assert why(here, key) == explain_move(move, opponent).text
