"""The facts on what a move does, why its label holds, how a slip is beaten, and why a position is
won, drawn or lost, held as data against other rules and another solver.
"""

from collections.abc import Callable, Iterable

import pytest

from ai.facts import effects as e
from ai.facts import positions as p
from ai.facts import verdicts as v
from ai.facts.fact import Fact, every_fact
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, parse
from ai.study.study import study
from ai.words.values import outlook, percent
from tests import effects_again, verdicts_again
from tests.effects_again import CLAIMED_TOO_MUCH, KEEPS
from tests.positions_again import expect_words, of_value
from tests.reference import Board, after, position, soon
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won

Kinds = set[type[Fact]]
Check = Callable[[Iterable[Board]], Kinds]


def positions_told(boards: Iterable[Board]) -> Kinds:
    """The types of the facts on *boards*, after a check that they and diagrams are true."""
    return Kinds().union(*map(expect_words, boards))


def defined_in(module: str) -> Kinds:
    """The types of facts of a *module*."""
    return {kind for kind in every_fact() if kind.__module__ == module}


EFFECTS, POSITIONS, VERDICTS = (defined_in(it.__name__) for it in (e, p, v))

ALWAYS_BEHIND = [  # enough moves are left, but the other side completes a line first
    Board("square", marks, "XO"[marks.count(".") % 2])
    for marks in ("OXXX.OXO.X.OOX..", "OX...X.OX.XXXOOO", "XXOXX.OXOOX.XO.O")
]
SLIPS = [
    Board("square", "X.XX....O..OX..O", "O"),  # the best is quiet, while threats win as fast
    Board("square", ".O...X..X...O...", "O"),  # one cell keeps the value, and quiet answers win
    # Replies are quiet, or threats, as the answers that would have won; yet they win nothing.
    Board("square", "...X........O.X.", "O"),
    Board("square", "XX..........O...", "O"),
]
RARE = [
    Board("square", "XO.XOX.OXXOXXOOO", "O"),  # nothing is live
    Board("square", "OXOXXO.XO.XOOXOX", "X"),  # neither side can complete what is
    Board("square", "OXO.O.X.X.X.O...", "O"),  # three answers fail, one of several threats
    Board("square", ".....XX.O...OXO.", "O"),  # to take the cell first is the threat
    Board("square", "...X.OO......O.X", "X"),  # the threat is the strong cell
    Board("square", "X.....OOXO......", "X"),  # to take the cell first is to take the strong one
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("check", "every"),
    [
        (effects_again.all_told, EFFECTS - {e.Keeps, e.Threatens, e.BeatsSlowly, e.WinsLater}),
        (verdicts_again.all_told, VERDICTS),
        (positions_told, POSITIONS - {p.StrongCellFails}),
    ],
    ids=["effects", "verdicts", "positions"],
)
def test_the_facts_on_3x3_are_those_of_a_second_computation(check: Check, every: Kinds) -> None:
    assert check(ACTIVE_CLASSES) >= every


@pytest.mark.long
@pytest.mark.parametrize(
    ("check", "boards", "some"),
    [
        (effects_again.all_told, CLAIMED_TOO_MUCH, {e.Completes}),
        (positions_told, CLAIMED_TOO_MUCH, {p.Wins}),
        (positions_told, ALWAYS_BEHIND, {p.CannotComplete}),
        (verdicts_again.all_told, SLIPS, {v.CouldHaveWon, v.Allowed}),
    ],
    ids=["effects", "positions", "behind", "slips"],
)
def test_nothing_is_said_to_do_more_than_it_does(
    check: Check, boards: list[Board], some: Kinds
) -> None:
    assert check(boards) >= some


@pytest.mark.slow
def test_the_effects_of_moves_on_square_are_those_of_a_second_computation() -> None:
    boards = at_random("square", range(1, 14), 28, seed=1) + far_from_won(9, 9)
    assert effects_again.all_told([*boards, KEEPS]) >= EFFECTS - {e.PutsOffForks}


@pytest.mark.long
def test_late_moves_on_square_are_judged_by_a_second_computation() -> None:
    assert verdicts_again.all_told(at_random("square", range(1, 9), 25, seed=3))


@pytest.mark.slow
def test_why_positions_of_square_are_won_drawn_or_lost_is_told_truly() -> None:
    won = far_from_won(9, 3)
    lost = [after(board, cell) for board in won for cell in of_value(board, 1)]
    boards = at_random("square", range(1, 14), 60, seed=2) + won + lost + RARE
    assert positions_told(boards) >= POSITIONS


def test_once_the_game_is_over_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="no move to tell"):
        p.why(study(position(Board("tic-tac-toe", "XXXOO....", "O"))))


def test_values_in_words() -> None:
    """In reply to a corner only the centre draws; in reply to two marks in a row all else loses."""
    here = parse(TIC_TAC_TOE, "X.. ... ...")
    words = {cell: outlook(exact, Mark.O) for cell, exact in study(here).values.items()}
    assert words.pop(4) == "a draw"
    assert {*words.values()} <= {f"X wins {soon(plies)}" for plies in (2, 4, 6)}
    threatened = parse(TIC_TAC_TOE, "XX. .O. ...")
    others = [cell for cell in threatened.empty_cells if cell != 2]
    assert {str(study(threatened).values[cell]) for cell in others} == {"loss in 2 plies"}


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
