"""Threats and forks, against plain sets of cells."""

from random import Random

from ai.rules.games import GAMES, mask
from ai.rules.threats import forks

SAMPLES = 300  # boards of each game


def test_no_one_answer_stops_a_fork_and_one_stops_all_else() -> None:
    lots = Random(1)  # noqa: S311
    found = 0
    for game in GAMES.values():
        for _ in range(SAMPLES):
            cells = lots.sample(game.cells, len(game.cells))
            count = lots.randrange(2, len(cells) // 2)
            x, o = {*cells[:count]}, {*cells[count : 2 * count - 1]}
            forked = forks(game, mask(x), mask(o))
            for cell in set(game.cells) - x - o:
                through = [line for line in game.winning_sets if cell in line and not line & o]
                lacking = [line - x - {cell} for line in through]
                answers = set().union(*(one for one in lacking if len(one) == 1))
                assert (cell in forked) == (len(answers) > 1)
                found += cell in forked
    assert found
