"""Speed of the engine, as ratios to the first row of each group within one run.

`python -m tests.benchmarks.bench_engine` prints them. It is no part of the tests.
"""

from collections.abc import Callable, Mapping
from functools import partial
from timeit import Timer

import click

from ai.exact import retrograde, tablebase
from ai.odds.arena import exact_odds, sampled_odds
from ai.opponents import OPPONENTS
from ai.opponents.unbeatable import unbeatable
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Position
from ai.search.minimax import alpha_beta, minimax

REPEATED = 3  # the least time counts
EMPTY = Position(TIC_TAC_TOE)
MEETING = TIC_TAC_TOE, OPPONENTS["easy"], OPPONENTS["rules"]

GROUPS: Mapping[str, Mapping[str, Callable[[], object]]] = {
    "a perfect move on the empty 3×3 board": {
        "by table": partial(unbeatable, EMPTY),
        "alpha-beta": partial(alpha_beta, EMPTY),
        "minimax": partial(minimax, EMPTY),
    },
    "odds of Easy against the rules on 3×3": {
        "exact": partial(exact_odds, *MEETING),
        "10,000 games sampled": partial(sampled_odds, *MEETING, 10_000, 1),
    },
    "Square solved": {
        "a probe of its table": partial(tablebase.load(SQUARE).probe, 1, 2),
        "loaded": partial(tablebase.kept.__wrapped__, SQUARE),
        "solved": partial(retrograde.solve, SQUARE),
    },
}


def seconds(work: Callable[[], object]) -> float:
    """The seconds of *work*."""
    timer = Timer(work)
    times, _ = timer.autorange()
    return min(timer.repeat(REPEATED, times)) / times


@click.command
def main() -> None:
    """Print the ratios of every group."""
    for group, works in GROUPS.items():
        took = {name: seconds(work) for name, work in works.items()}
        unit = next(iter(took.values()))
        click.echo(f"{group}: {', '.join(f'{n} {t / unit:,.0f}' for n, t in took.items())}")


if __name__ == "__main__":
    main()
