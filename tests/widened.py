"""A translation without meaning into Arabic letters: text in others has none, and the page runs
from right to left.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from typing import Any

import pytest

from ai import language
from ai.language import Language
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import NAMED
from ai.words.phrasebook import parts, phrasebook
from tests.page import Element
from tests.translate import template

KEPT = re.compile(r"%\(\w+\)[sr]|%%|\{\w+\}|<[^>]*>|&\w+;")

LATIN, LETTERS = "abcdefghijklmnopqrstuvwxyz", "ابتثجحخدذرزسشصضطظعغفقكلمنه"
ARABIC = str.maketrans(LATIN + LATIN.upper(), LETTERS * 2)

# Attributes that people read or hear.
SPOKEN = {
    *("aria-label", "alt", "title", "placeholder"),
    *("data-copied", "data-failed", "data-none", "data-pause", "data-play", "data-selected"),
    *("data-tried", "data-unreachable"),
}

SPOKEN_META = {"description", "og:title", "og:description", "og:image:alt"}
UNSPOKEN = {"code", "script", "style", "symbol"}

# Text that no language changes: addresses, the name of the site, programming languages, boards as
# text, names of cells, moves and keys, and quoted requests. An Arabic "and" adjoins them.
SAME = re.compile(
    r"localhost|\b[a-z]+-[1-9]\d\b|https?://\S+|“[^”]*”|Tic Tac Why|Python|\w+Script"
    r"|\b[XO.]+\b|\b(?:[a-h][1-8])+\b|\b[a-dhimnpsuvwxo]\b",
    re.ASCII,
)

# Keys and switches as addresses have them, which a refusal may list.
WRITTEN = re.compile(r"\b(?:" + "|".join([*NAMED, HUMAN, *OPPONENTS, "on", "off"]) + r")\b")


def arabic(text: str) -> str:
    """*text* in Arabic letters."""
    return text.translate(ARABIC)


def widened(message: str) -> str:
    """*message* in Arabic letters; its placeholders and its markup stay."""
    kept = [*KEPT.findall(message), ""]
    parts = KEPT.split(message)
    return "".join(arabic(part) + same for part, same in zip(parts, kept, strict=True))


def widened_sentence(said: str) -> str:
    """A sentence on a fact in Arabic letters; its fields stay, but for words in their forms."""
    return "".join(
        arabic(text) + (name and f"{{{name}{form and ':'}{arabic(form) if '|' in form else form}}}")
        for text, name, form in parts(said)
    )


def widened_forms(forms: Any) -> Any:
    """The forms of a language in Arabic letters; their fields stay."""
    if isinstance(forms, str):
        return widened_sentence(forms)
    if isinstance(forms, list):
        return [widened_forms(it) for it in forms]
    items = forms.items()
    return {name: it if name == "gender" else widened_forms(it) for name, it in items}


def said(element: Element) -> Iterator[str]:
    """The texts that people read or hear in *element*."""
    if "lang" in element.attributes and element.tag != "html":  # it says its own language
        return
    if element.tag in UNSPOKEN or element.attributes.get("id") == "code":  # a code to type
        return
    for name, value in element.attributes.items():
        if name in SPOKEN and value:
            yield value
    if {element.attributes.get(name) for name in ("name", "property")} & SPOKEN_META:
        yield element["content"]
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from said(child)


def untranslated(page: Element, *, refusal: bool = False) -> set[str]:
    """The texts of a page with untranslated letters."""
    texts = {*said(page)}
    if refusal:
        texts = {WRITTEN.sub("", text) for text in texts}
    return {text for text in (SAME.sub("", it) for it in texts) if re.search("[A-Za-z]", text)}


# The site in Arabic letters.

Found = str | tuple[str, ...]
"""A message; one for a number of things has two forms, one in a context has this before it."""


class Pseudo(NullTranslations):
    """A translation into Arabic letters that records every message looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Found] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return widened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((msgid1, msgid2))
        return widened(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        if "%(" in message:
            return widened(message)
        return widened_sentence(message)


@contextmanager
def speaking(catalogue: NullTranslations, tag: str = "ar") -> Iterator[None]:
    """Pages speak from the *catalogue* meanwhile."""
    pseudo = Language(tag, catalogue)  # "ar": its lists and dates have no Latin letters either
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ai.language.language_for", lambda _tag: pseudo)
        if isinstance(catalogue, Pseudo):
            book = phrasebook(pseudo)
            book = replace(book, forms=widened_forms(book.forms))
            patch.setattr("ai.words.phrasebook.phrasebook", lambda _language: book)
        token = language.speaking.set(pseudo)
        yield
        language.speaking.reset(token)


@cache
def messages() -> frozenset[Found]:
    """The template for translators."""
    return frozenset(
        (it.context, str(it.id)) if it.context else it.id if isinstance(it.id, str) else (*it.id,)
        for it in template()
        if it.id
    )
