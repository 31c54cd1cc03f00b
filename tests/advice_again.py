"""Hints and figures, checked on plain boards."""

from ai.explain import explain_move
from ai.facts.best import (
    BeginnerLoses,
    Draws,
    EveryCell,
    EveryDraw,
    LastCell,
    Longest,
    OnlyDraws,
    WinsFirst,
    WouldDraw,
    best,
)
from ai.facts.fact import Fact
from ai.facts.reasons import made
from ai.opponents import OPPONENTS
from ai.study.study import study
from ai.words.telling import sentences
from ai.words.told import best_in_words, hint
from ai.words.values import figures, in_a_ring
from tests.names_in_words import is_percentage
from tests.page import is_in_a_ring
from tests.reference import Board, chances, moves, perfect, position, worths


def of_value(board: Board, value: int) -> set[int]:
    """The moves of that value."""
    return {cell for cell, (found, _) in worths(board).items() if found == value}


def expect_hint(board: Board) -> None:
    """The hint at each best move tells why Unbeatable would play it, as far as there is room."""
    for cell in perfect(board):
        move = study(position(board)).moves[cell]
        text, more = hint(move)
        reason = explain_move(move, OPPONENTS["unbeatable"])
        assert len(text) <= 90
        assert text.startswith(f"Hint: {move.name}.")
        for fact in (it for it in reason.reason.facts if it not in made(move)):
            said = sentences(reason.telling, fact)
            assert any(one in f"{text} {more}" for one in said)


def expect_best(board: Board) -> set[type[Fact]]:
    """The types of the facts on the best moves, after a check that they are true and complete."""
    facts, winning, losing = best(study(position(board))), of_value(board, 1), of_value(board, -1)
    drawn, cells, all_moves = chances(board), tuple(perfect(board)), moves(board)
    (plies,) = {worths(board)[cell][1] for cell in cells}
    you, share = position(board).to_move.other, float(drawn.get(cells[0], 0))
    expected: tuple[Fact, ...]
    if losing == {*all_moves}:
        every = len(cells) == len(all_moves)
        expected = (EveryCell(plies or 0) if every else Longest(cells, plies or 0),)
    elif winning:
        gifts = tuple(sorted(drawn)) if 0 < len(drawn) <= 3 else ()
        own = None if plies == 1 else sum(n % 2 for n in range(1, (plies or 0) + 1))
        wins = WinsFirst(you.other, cells, own)
        expected = wins, *([WouldDraw(you, gifts)] if gifts else [])
    elif len(all_moves) == 1:
        expected = (LastCell(*all_moves),)
    elif {*cells} == {*drawn} < {*all_moves}:
        expected = (OnlyDraws(cells),)
    else:
        named = () if len(cells) == len(all_moves) else cells
        loses = [BeginnerLoses(you, named, share)] if share else []
        expected = EveryDraw() if not losing else Draws(len(drawn)), *loses
    assert facts == expected
    assert len(best_in_words(study(position(board)))) <= 90
    return {*map(type, facts)}


def expect_figures(board: Board) -> None:
    """The board's figures are the difficulties of draws, 0 and 100 only if exact, and alike only if
    these are equal; in rings they are brief. If a move wins there are none.
    """
    drawn, shown = chances(board), figures(study(position(board)).worths)
    assert {*shown} == (set() if of_value(board, 1) else {*drawn})
    assert len({*shown.values()}) == len({drawn[cell] for cell in shown})
    for cell, figure in shown.items():
        assert is_percentage(f"{figure}\N{NO-BREAK SPACE}%", drawn[cell])
        assert is_in_a_ring(in_a_ring(drawn[cell]), 100 * drawn[cell])
