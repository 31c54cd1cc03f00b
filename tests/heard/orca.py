"""Speech of the screen reader Orca through whole games, turn by turn.

python -m tests.heard.orca --language=de
"""

import logging
import subprocess
from collections.abc import Iterable, Iterator

import click

from ai.language import ENGLISH, languages
from tests.heard.games import PLAYED, games_in
from tests.heard.laws import complaints, run_together
from tests.heard.listener import BROWSERS, Heard, listening
from tests.programs import program


def transcripts(
    browser: str, games: Iterable[str] = PLAYED, language: str = ENGLISH
) -> Iterator[tuple[str, list[Heard]]]:
    """Each of *games*, keys of :data:`PLAYED`, with its acts and their speech in this *language*.

    :raises MissingProgram: if *browser*, Orca or what Orca needs does not start.
    """
    with listening(browser, language) as listener:
        for name in games:
            listener.heard = []
            PLAYED[name](listener)
            yield name, listener.heard


@click.command()
@click.option("--browser", type=click.Choice([*BROWSERS]), default="firefox", show_default=True)
@click.option("--game", "games", type=click.Choice([*PLAYED]), multiple=True, help="Else all.")
@click.option("--language", type=click.Choice(languages()), default=ENGLISH, show_default=True)
@click.option("--sounds", is_flag=True, help="Add the sounds that espeak-ng makes of it.")
@click.option("--read", "path", help="Read the page at this path instead, such as /learn/games.")
def main(
    browser: str, games: tuple[str, ...], language: str, path: str | None, *, sounds: bool
) -> None:
    """Print the speech of Orca, and its faults after a "!"."""
    voice = language if sounds else ""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    if path:
        with listening(browser, language, reading=True) as listener:
            listener.visit(path)
            show(listener.heard[-1], run_together(listener.heard[-1]), voice)
        return
    for name, heard in transcripts(browser, games or games_in(language), language):
        click.echo(f"\n{name}, {browser}, {language}")
        for turn in heard:
            show(turn, complaints(turn), voice)


def show(turn: Heard, faults: Iterator[str], voice: str) -> None:
    """Print an act, the speech after it, with the sounds of a *voice* unless it is empty, and
    *faults*.
    """
    click.echo(f"  {turn.done}")
    for said in turn.said:
        click.echo(f"    {said}")
        if voice:
            click.echo(f"      {sounds_of(said, voice)}")
    for fault in faults:
        click.echo(f"    ! {fault}")


def sounds_of(said: str, language: str) -> str:
    """What the voice of that *language* makes of *said*, in phonetic signs."""
    line = [program("espeak-ng"), "-q", "--ipa", "-v", language, said]
    return " ".join(subprocess.run(line, capture_output=True, check=True, text=True).stdout.split())  # noqa: S603


if __name__ == "__main__":
    main()
