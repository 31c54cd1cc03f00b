"""Laws of trials, levels and stamps, by the second program of :mod:`tests.reference.honours`."""

from collections.abc import Iterable
from random import Random

from ai.honours.level import Ladder
from ai.honours.stamps import GamePlayed, earned
from ai.honours.trials import Trial, hardness, rung, trials
from ai.rules.games import game_for
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from tests.reference import honours, position
from tests.reference.honours import PEOPLE, RUNGS, Played


def record_of(played: Played) -> Record:
    """The game as the program has it."""
    start = Position(game_for(played.game), to_move=Mark(played.first))
    for cell in played.cells[: played.set_up]:
        start = start.play(cell)
    return Record(start, played.cells[played.set_up :])


def game_of(played: Played) -> GamePlayed:
    """The game with its seat, its program and the help in it."""
    seat = Mark(played.seat)
    return GamePlayed(record_of(played), seat, played.program, played.aided, played.retried)


def expect_counted_again(played: Played) -> None:
    """Both programs find the same trials and stamps, and the same hardness and rung wherever the
    person moves in a position that is not lost.
    """
    for _ply, board, _cell in honours.own_moves(played):
        if honours.solve(board)[0] >= 0:
            share = honours.hardness(board)
            assert hardness(position(board)) == share, board
            assert not share or rung(share) == honours.rung(share), share
    if played.program != PEOPLE and not played.retried:
        told = trials(record_of(played), Mark(played.seat), played.aided).values()
        assert [*map(tuple, told)] == [*map(tuple, honours.trials(played))], played
    assert earned(game_of(played)) == honours.earned(played), played


def expect_ladder(batches: Iterable[list[honours.Trial]]) -> None:
    """Both programs have the same squares and level, and hold the same rungs, after each of the
    *batches* at once and trial by trial: a pen that is reached within a batch stays.
    """
    ladder, again = Ladder(), honours.Ladder()
    for batch in batches:
        made = [Trial(it.rung, it.kept) for it in batch]
        whole = ladder.after(made)
        for trial, its in zip(made, batch, strict=True):
            ladder, again = ladder.after([trial]), again.after([its])
            expect_equal(ladder, again)
        expect_equal(whole, again)


def expect_equal(ladder: Ladder, again: honours.Ladder) -> None:
    """Both ladders tell the same."""
    assert ladder.squares == again.squares
    assert ladder.reached == again.reached, again
    assert [*map(ladder.held, RUNGS)] == [*map(again.held, RUNGS)], again


def batches_at_random(lots: Random) -> list[list[honours.Trial]]:
    """Trials of a person who meets some rungs more often than others and keeps most of them."""
    often, care = [lots.random() ** 2 + 0.01 for _ in RUNGS], lots.uniform(0.5, 1)
    return [
        [
            honours.Trial(at, lots.random() < care)
            for at in lots.choices(RUNGS, often, k=lots.randrange(6))
        ]
        for _ in range(lots.randrange(1, 30))
    ]
