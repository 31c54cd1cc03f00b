"""Small catalogues, and sites that speak from them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from ai import language

Messages = Mapping[str | tuple[str, str], str | tuple[str, str]]
"""Translations by the English message, or by the two of a number of things."""

COMMANDS = {
    "de": {"undo": "zurück", "hint": "tipp", "why": "warum", "help": "hilfe"},
    "pt-BR": {"undo": "voltar", "hint": "dica", "why": "por quê", "help": "ajuda"},
}


FEW = (
    *("Undo", "Settings", "No connection", "Rules", "Puzzle of the day", "Nothing to show"),
    *("There's nothing at this address. See %(page)s.", "Rules of tic-tac-toe and Square"),
)


def told(tag: str) -> dict[str | tuple[str, str], str | tuple[str, str]]:
    """A few messages, translated by the *tag* of their language before them."""
    return {message: f"{tag}: {message}" for message in FEW}


def write(folder: Path, tag: str, messages: Messages) -> None:
    """Add the catalogue of the language of that *tag* to the *folder* of translations."""
    catalogue = Catalog(locale=tag.replace("-", "_"))
    for message, translation in messages.items():
        catalogue.add(message, translation)
    for command, translation in COMMANDS.get(tag, {}).items():
        catalogue.add(command, translation, context="command")
    file = folder / tag.replace("-", "_") / "LC_MESSAGES" / "messages.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_mo(written, catalogue)


@contextmanager
def translations(folder: Path) -> Iterator[None]:
    """The translations in *folder* are all that there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "FOLDER", folder)
        language.language_for.cache_clear()
        yield
    language.language_for.cache_clear()
