"""Bring the files of translators up to date: `python -m tests.translate [TAG …]`.

A TAG that has no file yet gets one. Each file gets the new messages and loses those that are gone.
A message whose English has changed keeps its translation, marked as fuzzy until somebody has read
it. Then the files are compiled. At the end stands how many messages are left, which a site tells in
English; with `--list` also which.
"""

import sys
from collections.abc import Iterator
from contextlib import chdir
from difflib import get_close_matches
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ai import language
from webapp import ROOT

# A context comes first: `NP_("noun", "line")`.
EXTRACT = "pybabel --quiet extract -F pyproject.toml -k NP_:1c,2 --project Tic-Tac-Why -o"


@cache
def template() -> Catalog:
    """All messages."""
    with TemporaryDirectory() as folder, chdir(ROOT):
        file = Path(folder) / "messages.pot"
        CommandLineInterface().run([*EXTRACT.split(), str(file), "."])  # type: ignore[no-untyped-call]
        return read_po(StringIO(file.read_text("utf-8")))


def catalogue(tag: str) -> Catalog:
    """The translations of the language with this *tag*; none if it has no file."""
    file = _file(tag)
    return read_po(StringIO(file.read_text("utf-8")), tag) if file.exists() else Catalog(tag)


def update(catalog: Catalog, messages: Catalog) -> None:
    """Bring the *catalog* to all *messages*, and to no others."""
    known = {(it.id, it.context) for it in catalog}
    catalog.update(messages, no_fuzzy_matching=True, update_creation_date=False)
    gone = {(it.context, text_of(it)): it for it in catalog.obsolete.values() if it.string}
    for message in catalog:
        if not message.id or (message.id, message.context) in known:
            continue
        texts = [text for context, text in gone if context == message.context]
        for text in get_close_matches(text_of(message), texts, 1, 0.7):
            old = gone[message.context, text]
            if old.pluralizable == message.pluralizable:
                message.string = old.string
                message.flags.add("fuzzy")
                message.previous_id = [old.id] if isinstance(old.id, str) else [*old.id]
    catalog.obsolete.clear()


def left(catalog: Catalog) -> Iterator[Message]:
    """The messages of the *catalog* that are not translated, or fuzzy."""
    for message in catalog:
        strings = (message.string,) if isinstance(message.string, str) else message.string or ("",)
        if message.id and (message.fuzzy or not all(strings)):
            yield message


def write(catalog: Catalog, tag: str) -> None:
    """Write the *catalog*, for people and compiled."""
    file = _file(tag)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as text:
        write_po(text, catalog, width=100, include_previous=True, include_lineno=False)
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalog)


def _file(tag: str) -> Path:
    return language.folder_of(tag) / "LC_MESSAGES" / "messages.po"


def text_of(message: Message) -> str:
    """The English *message*, or the first of its forms."""
    return message.id if isinstance(message.id, str) else message.id[0]


def main(arguments: list[str]) -> None:
    """Update the languages that the *arguments* name, or all."""
    tags = [it for it in arguments if it != "--list"] or language.languages()[1:]
    messages = template()
    for tag in tags:
        catalog = catalogue(tag)
        update(catalog, messages)
        write(catalog, tag)
        missing = [*left(catalog)]
        click.echo(f"{tag}: {len(missing)} of {len(messages)} messages left")
        if "--list" in arguments:
            click.echo("\n".join(f"  {text_of(it)}" for it in missing))


if __name__ == "__main__":
    main(sys.argv[1:])
