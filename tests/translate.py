"""Bring the files of translators up to date: `python -m tests.translate [TAG …]`.

A TAG that has no file yet gets one. Each file gets the new messages and loses those that are gone.
A message whose English has changed keeps its translation, marked as fuzzy until somebody has read
it. Then the files are compiled. At the end stands how many messages are left, which a site tells in
English; with `--list` also which.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir
from difflib import get_close_matches
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from babel import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ai import language
from ai.words.phrasebook import parts
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
    locale = tag.replace("-", "_")
    if file.exists():
        return read_po(StringIO(file.read_text("utf-8")), locale)
    return Catalog(locale, project="Tic Tac Why", header_comment="# A translation of Tic Tac Why.")


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
        if message.id and (message.fuzzy or not all(texts_of(message.string))):
            yield message


PERCENT = re.compile(r"%\((\w+)\)")


def fields(text: str) -> set[str]:
    """The fields that *text* names. The other side, and a side by its name, need not be."""
    if "{" in text:
        return {name for _text, name, _form in parts(text)} - {"", "side", "other"}
    return {*PERCENT.findall(text)}


def faults(catalog: Catalog) -> Iterator[str]:
    """The translations that no page could fill in, or that name other fields than English."""
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        english, told = texts_of(message.id), texts_of(message.string)
        known = set[str]().union(*map(fields, english))
        for text in filter(None, told):
            try:
                filled = "{" in text or text % dict.fromkeys(known, 1)
            except (KeyError, TypeError, ValueError):
                filled = ""
            if not filled or (len(english) == 1 and fields(text) != known):
                yield f"{text} | {english[0]}"


def write(catalog: Catalog, tag: str) -> None:
    """Write the *catalog*, for people and compiled."""
    file = _file(tag)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as text:
        write_po(text, catalog, width=100, include_previous=True, include_lineno=False)
    if any(all(texts_of(it.string)) for it in catalog if it.id):  # else no site shall offer it
        with file.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalog)


def _file(tag: str) -> Path:
    return language.folder_of(tag) / "LC_MESSAGES" / "messages.po"


def texts_of(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms of a message, or of its translation."""
    return (text or "",) if isinstance(text, str | None) else text


def text_of(message: Message) -> str:
    """The English *message*, or the first of its forms."""
    return texts_of(message.id)[0]


def main(arguments: list[str]) -> None:
    """Update the languages that the *arguments* name, or all.

    :raises ClickException: if a tag is none, or a translation could not be told.
    """
    tags = [it for it in arguments if it != "--list"] or language.languages()[1:]
    messages = template()
    for tag in tags:
        try:
            catalog = catalogue(tag)
        except (UnknownLocaleError, ValueError) as error:
            raise click.ClickException(f"{tag} is no language: {error}") from error
        update(catalog, messages)
        if wrong := [*faults(catalog)]:
            told = f"{tag}: the placeholders of these are not those of the English."
            raise click.ClickException("\n  ".join((told, *wrong)))
        write(catalog, tag)
        missing = [*left(catalog)]
        click.echo(f"{tag}: {len(missing)} of {len(messages)} messages left")
        if "--list" in arguments:
            click.echo("\n".join(f"  {text_of(it)}" for it in missing))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except click.ClickException as error:
        sys.exit(error.format_message())
