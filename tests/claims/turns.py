"""The sentences of a player in its games: none comes back soon."""

import re
from collections import Counter
from collections.abc import Iterator

from ai.explain import explain_move
from ai.opponents.policy import Opponent, chance
from ai.rules.games import Game
from ai.rules.position import Position
from ai.study.study import study
from ai.words.persons import COMPUTER
from ai.words.voice import Turn

APART = 4  # moves of a player between two that are told alike

# Cells, winning sets and numbers.
NAMES = re.compile(
    r"\b(?:(?:row|column|diagonal) \w+|(?:tilted )?square(?: [a-d]\d)+|[a-d]\d|\d[\d,.]*)(?! of 8)"
)


def forms(opponent: Opponent, number: int, start: Position) -> Iterator[str]:
    """The reasons of *opponent* for its moves in a game from *start* against somebody who sees
    lines alone, without names and numbers.
    """
    rng, here = chance(number, 99), start
    seed = rng.randrange(2**32)
    while not here.outcome:
        moves = study(here).moves.values()
        if here.ply % 2 == number % 2:
            cell = study(here).decision(opponent).pick(chance(seed, here.ply))
            turn = Turn(seed, here.ply // 2)
            text = explain_move(study(here).moves[cell], opponent, COMPUTER, turn=turn).short
            yield NAMES.sub("#", text)
        else:
            sees = [move for move in moves if move.completed] or [it for it in moves if it.blocked]
            cell = rng.choice(sees or [*moves]).cell
        here = here.play(cell)


def expect_apart(game: Game, opponent: Opponent, games: int) -> Counter[str]:
    """No sentence comes back within a few moves of a game. How often each is told."""
    told = Counter[str]()
    for number in range(games):
        made = [*forms(opponent, number, Position(game))]
        for at, form in enumerate(made):
            assert form not in made[max(0, at - APART + 1) : at], made
        told.update(made)
    return told
