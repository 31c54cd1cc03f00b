"""Speech of the screen reader Orca through whole games, turn by turn.

python -m tests.heard.orca
"""

import logging
from collections.abc import Iterable, Iterator

import click

from tests.heard.games import PLAYED
from tests.heard.laws import complaints, run_together
from tests.heard.listener import BROWSERS, Heard, listening


def transcripts(browser: str, games: Iterable[str] = PLAYED) -> Iterator[tuple[str, list[Heard]]]:
    """Each of *games*, keys of :data:`PLAYED`, with its acts and their speech.

    :raises MissingProgram: if *browser*, Orca or what Orca needs does not start.
    """
    with listening(browser) as listener:
        for name in games:
            listener.heard = []
            PLAYED[name](listener)
            yield name, listener.heard


@click.command()
@click.option("--browser", type=click.Choice([*BROWSERS]), default="firefox", show_default=True)
@click.option("--game", "games", type=click.Choice([*PLAYED]), multiple=True, help="Else all.")
@click.option("--read", "path", help="Read the page at this path instead, such as /learn/games.")
def main(browser: str, games: tuple[str, ...], path: str | None) -> None:
    """Print the speech of Orca, and its faults after a "!"."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    if path:
        with listening(browser, reading=True) as listener:
            listener.visit(path)
            show(listener.heard[-1], run_together(listener.heard[-1]))
        return
    for name, heard in transcripts(browser, games or PLAYED):
        click.echo(f"\n{name}, {browser}")
        for turn in heard:
            show(turn, complaints(turn))


def show(turn: Heard, faults: Iterator[str]) -> None:
    """Print an act, the speech after it, and *faults*."""
    click.echo(f"  {turn.done}")
    for said in (*turn.said, *(f"! {fault}" for fault in faults)):
        click.echo(f"    {said}")


if __name__ == "__main__":
    main()
