"""Everybody meets everybody on 3×3, and on Square too, by samples if need be."""

from dataclasses import astuple
from itertools import product

import pytest

from ai.odds import strength
from ai.odds.arena import exact_odds, sampled_odds
from ai.odds.proofs import prove
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark
from tests.odds_laws import BY_MARK, LEVELS, LOSERS, chosen, expect_odds, expect_proof, shares
from tests.reference import empty_board
from tests.reference.players import odds


@pytest.mark.parametrize("first", Mark)
def test_odds_on_square_are_those_of_a_recursion(first: Mark) -> None:
    expect_odds(SQUARE, OPPONENTS["hard"], OPPONENTS["unbeatable"], first)


@pytest.mark.parametrize("player", [*OPPONENTS.values(), BY_MARK, *LOSERS])
def test_a_proof_on_3x3_counts_what_brute_force_counts(player: Opponent) -> None:
    """X begins where the player is of the menu, for it does not see who is X; its stored lines are
    those of the proof.
    """
    stored = strength.load(TIC_TAC_TOE).weaknesses
    for mark, first in product(Mark, (Mark.X,) if player.key in OPPONENTS else Mark):
        proof = expect_proof("tic-tac-toe", player, mark, first)
        if player.key in OPPONENTS:
            lines = strength.Weakness(proof.shortest_loss, proof.certain_line)
            assert stored[player.key, mark] == lines


@pytest.mark.parametrize("x", OPPONENTS)
def test_the_stored_odds_on_3x3_are_those_of_a_recursion(x: str) -> None:
    """So are those that are computed now."""
    for o, other in OPPONENTS.items():
        stored = strength.load(TIC_TAC_TOE).odds[x, o]
        assert exact_odds(TIC_TAC_TOE, OPPONENTS[x], other) == stored
        start = empty_board("tic-tac-toe", "X")
        assert astuple(stored) == odds(start, chosen(OPPONENTS[x]), chosen(other)), o


@pytest.mark.parametrize(("x", "o"), [*product(LEVELS, repeat=2)])
def test_the_stored_odds_on_square_are_computed_again_or_sampled(x: str, o: str) -> None:
    """Easy and Medium meet in too many positions: of their games 100 are sampled. The shares lie
    within three times the 95% interval, six standard errors.
    """
    stored, players = shares(strength.load(SQUARE).odds[x, o]), (OPPONENTS[x], OPPONENTS[o])
    if not {x, o} <= {"easy", "medium"}:
        assert stored == pytest.approx(shares(exact_odds(SQUARE, *players)), abs=1e-11)
        return
    sample = sampled_odds(SQUARE, *players, 100, seed=5)
    for share, count in zip(stored, (sample.x_wins, sample.draws, sample.o_wins), strict=True):
        low, high = sample.interval(count)
        assert abs(share - count / 100) < 3 * (high - low) / 2


@pytest.mark.parametrize(("key", "mark"), [*product(["hard", "unbeatable"], Mark)])
def test_the_stored_lines_on_square_are_proved_again(key: str, mark: Mark) -> None:
    """Hard is beaten there, Unbeatable never. The quick tier plays the lines."""
    proof = prove(SQUARE, OPPONENTS[key], mark)
    found = strength.Weakness(proof.shortest_loss, proof.certain_line)
    assert strength.load(SQUARE).weaknesses[key, mark] == found
    assert proof.games == proof.won + proof.drawn + proof.lost
    assert proof.never_loses == (found == (None, None)) == (proof.lost == 0)
    assert proof.never_loses or key != "unbeatable"
