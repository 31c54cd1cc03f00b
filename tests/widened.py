"""A translation into wide letters: text in others has none."""

import re
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from flask import Flask

from ai import language
from ai.language import Language
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import NAMED
from ai.words.english import ENGLISH
from ai.words.languages import LANGUAGES
from ai.words.telling import By, Per, Phrasebook, parts
from tests.page import Element
from webapp import ROOT

KEPT = re.compile(r"%\(\w+\)[sr]|%%|<[^>]*>|&\w+;")

WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(128)) if letter.isalpha()}

# Attributes that people read or hear.
SPOKEN = {
    *("aria-label", "alt", "title", "placeholder"),
    *("data-copied", "data-failed", "data-none", "data-pause", "data-play", "data-selected"),
    *("data-tried", "data-unreachable"),
}

SPOKEN_META = {"description", "og:title", "og:description", "og:image:alt"}
PRONOUNS = {"i", "me", "my", "mine", "you", "thee", "your", "yours"}
UNSPOKEN = {"code", "script", "style", "symbol"}

# Text that no language changes: addresses, the name of the site, programming languages, boards as
# text, names of cells, moves and keys, and quoted requests.
SAME = re.compile(
    r"localhost|\b[a-z]+-[1-9]\d\b|https?://\S+|“[^”]*”|Tic Tac Why|Python|\w+Script"
    r"|\b[XO.]+\b|\b(?:[a-h][1-8])+\b|\b[a-dhimnpsuvwxo]\b"
)

# Keys and switches as addresses have them, which a refusal may list.
WRITTEN = re.compile(r"\b(?:" + "|".join([*NAMED, HUMAN, *OPPONENTS, "on", "off"]) + r")\b")


def widened(message: str) -> str:
    """*message* in wide letters; its placeholders and its markup stay."""
    kept = [*KEPT.findall(message), ""]
    parts = KEPT.split(message)
    return "".join(part.translate(WIDE) + same for part, same in zip(parts, kept, strict=True))


def widened_sentences(said: Any) -> Any:
    """A sentence on a fact in wide letters, or each of several; its fields stay, but for words in
    their forms.
    """
    match said:
        case By():
            return By(*map(widened_sentences, said))
        case Per(field, sentences):
            return Per(field, {key: widened_sentences(it) for key, it in sentences.items()})
        case list():
            return [*map(widened_sentences, said)]

    def choice(words: str) -> str:
        is_pronoun = words.partition("|")[0].lower() in PRONOUNS
        return words.translate(WIDE) if "|" in words and not is_pronoun else words

    return "".join(
        text.translate(WIDE) + (name and f"{{{choice(name)}{form and ':'}{choice(form)}}}")
        for text, name, form in parts(said)
    )


def said(element: Element) -> Iterator[str]:
    """The texts that people read or hear in *element*."""
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


# The site in wide letters.

Found = str | tuple[str, ...]  # a message; one for a number of things has two forms


class Pseudo(NullTranslations):
    """A translation into wide letters that records every message looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Found] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return widened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((msgid1, msgid2))
        return widened(msgid1 if n == 1 else msgid2)


WIDENED = Phrasebook(
    {fact: widened_sentences(said) for fact, said in ENGLISH.sentences.items()},
    ENGLISH.plural,
    {form: [word.translate(WIDE) for word in words] for form, words in ENGLISH.numbers.items()},
    {
        form: {idea: word.translate(WIDE) for idea, word in words.items()}
        for form, words in ENGLISH.ideas.items()
    },
)


@contextmanager
def speaking(app: Flask, catalogue: NullTranslations) -> Iterator[None]:
    """Pages of *app* speak from the *catalogue* meanwhile."""
    pseudo = Language("ru", catalogue)  # its lists and dates have no Latin letters either
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ai.language.language_for", lambda _tag: pseudo)
        patch.setitem(LANGUAGES, "ru", WIDENED)
        token = language.speaking.set(pseudo)
        yield
        language.speaking.reset(token)


@cache
def messages() -> frozenset[Found]:
    """The template for translators, as the command finds it that CONTRIBUTING names."""
    contributing = (ROOT / ".github/CONTRIBUTING.md").read_text()
    (command,) = re.findall(r"pybabel (extract .*) -o \S+ \.$", contributing, re.MULTILINE)
    run: Callable[[list[str]], object] = CommandLineInterface().run
    with TemporaryDirectory() as folder, chdir(ROOT):
        file = Path(folder) / "messages.pot"
        run(["pybabel", "--quiet", *command.split(), "-o", str(file), "."])
        with file.open() as lines:
            found = [it.id for it in read_po(lines) if it.id]
    return frozenset(it if isinstance(it, str) else tuple(it) for it in found)
