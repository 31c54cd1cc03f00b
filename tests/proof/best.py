"""Rings, hints, Unbeatable, review and API on drawn positions of Square: all name the same moves.

python -m tests.proof.best
"""

import click

from tests.best_again import assert_one_best, drawn_on_square


@click.command()
@click.option("--count", default=20_000, show_default=True, help="The number of positions.")
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    """Check that all that names the best moves names the same."""
    found = list(drawn_on_square(count, seed))
    with click.progressbar(found) as positions:
        for here in positions:
            assert_one_best(here)
    click.echo(f"{len(found):,} drawn positions of Square: all agree.")


if __name__ == "__main__":
    main()
