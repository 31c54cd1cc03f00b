"""Messages widened, to find those without translation."""

import re
from collections.abc import Iterator
from typing import Any

from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import NAMED
from ai.words.telling import By, Per, parts
from tests.page import Element

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
    return "".join(
        text.translate(WIDE)
        + (name and f"{{{widened_choice(name)}{form and ':'}{widened_form(form)}}}")
        for text, name, form in parts(said)
    )


def widened_choice(name: str) -> str:
    """The *name* of a field or a pronoun as it is; words to choose from in wide letters."""
    is_pronoun = name.partition("|")[0].lower() in PRONOUNS
    return name.translate(WIDE) if "|" in name and not is_pronoun else name


def widened_form(form: str) -> str:
    """The *form* of a field, its words in wide letters."""
    return form.translate(WIDE) if "|" in form else form


def said(element: Element) -> Iterator[str]:
    """The texts that people read or hear in *element*."""
    if element.tag in UNSPOKEN or element.attributes.get("class") == "pass":  # a code to type
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
