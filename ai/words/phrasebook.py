"""The sentences of a language on facts, and the forms of what stands in them.

Those of English are in `english.toml`. A translator finds each in the messages, in the context of
its fact, and writes the forms that the translations ask for in a `words.toml` beside them.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BufferedReader
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ai.facts import (
    best,
    effects,
    endings,
    looks,
    positions,
    reasons,
    shown,
    story,
    verdicts,
)
from ai.facts.fact import Fact
from ai.language import ENGLISH, Language, folder_of, language_for, sentence_case, speaking

S_co = TypeVar("S_co", covariant=True)

SOURCE = Path(__file__).with_name("english.toml")
ANY = "any"  # the voices of any player

MODULES = best, effects, endings, looks, positions, reasons, shown, story, verdicts
FACTS = {
    name: found
    for module in MODULES
    for name, found in vars(module).items()
    if isinstance(found, type) and issubclass(found, Fact)
}


class By(NamedTuple):
    """A sentence with a side as I, as you, and by its name."""

    me: str
    you: str
    side: str


class Per(NamedTuple, Generic[S_co]):
    """The sentences for each value of a *field*, or number of its items; None for facts without it,
    and `...` for any other.
    """

    field: str
    sentences: Mapping[object, S_co]

    def of(self, fields: Mapping[str, object]) -> S_co:
        """The sentences for facts with these *fields*.

        :raises KeyError: if there are none.
        """
        value = fields.get(self.field)
        case = len(value) if isinstance(value, tuple) else value
        return self.sentences[case if case in self.sentences else ...]


Alternatives: TypeAlias = list[str | By]
"""The preferred one first."""

Said: TypeAlias = str | By | Alternatives | Per[str | By | Alternatives]

Voice: TypeAlias = list[str] | Per[list[str]]
"""Sentences on a fact that take turns: those of one list."""

PRONOUNS = "i", "me", "my", "mine", "you", "thee", "your", "yours"
ME, YOU = ("I", "me", "my", "mine"), ("you", "you", "your", "yours")
SIDE, OTHER = ((name, name, f"{name}'s", f"{name}'s") for name in ("{side}", "{other}"))
# The words of the pronouns in the sentence for each person.
WORDS = [
    {
        name: word
        for pair in zip(PRONOUNS, words, strict=True)
        for name, word in (pair, map(sentence_case, pair))
    }
    for words in (ME + YOU, YOU + ME, SIDE + OTHER)
]
PRONOUN = re.compile(r"{(" + "|".join(map("(?i:{})".format, PRONOUNS)) + r")[|}]")


# The cases of a field that are no numbers.
CASES: Mapping[str, object] = {"none": None, "other": ...}


class UnknownForm(LookupError):
    """A sentence asks for a form that its language does not have."""


@cache
def by(sentence: str) -> By:
    """The *sentence* for each person. It has placeholders for pronouns: *i*, *me*, *my* and *mine*
    of the side; *you*, *thee* (the object), *your* and *yours* of the other one. One in upper case
    begins a sentence. Of two words with a bar between, the second is for a side by its name.

    >>> by("{I} took {your} cell.")
    By(me='I took your cell.', you='You took my cell.', side="{side} took {other}'s cell.")
    >>> by("{I} {win|wins}.")
    By(me='I win.', you='You win.', side='{side} wins.')
    """

    def told(words: Mapping[str, str], choice: int) -> str:
        def word(found: re.Match[str]) -> str:
            name = found[choice] or found[1]
            return words.get(name, name if found[2] else found[0])

        return re.sub(r"{(\w+)\|?(\w*)}", word, sentence)

    me, you, side = WORDS
    return By(told(me, 1), told(you, 1), told(side, 2))


Forms: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Phrasebook:
    """The *sentences* of a *language* on all facts; facts that no longer hold have some in the
    *past*. The *voices* are those of computer players by their keys, and of any of them. A fact
    that is *drawn* has a caption, and maybe a name. The *forms* are those of its `words.toml`.
    """

    language: Language
    sentences: Mapping[type[Fact], Said]
    past: Mapping[type[Fact], Said]
    voices: Mapping[str, Mapping[type[Fact], Voice]]
    drawn: Mapping[type[Fact], Alternatives]
    forms: Forms

    def plural(self, many: int) -> int:
        """The index of the plural form for so *many*."""
        of: Callable[[int], int] = getattr(self.language.catalogue, "plural", _english_plural)
        return of(many)

    def form(self, kind: str, name: str) -> Any:
        """The form *name* of a *kind*: `numbers`, `shares`, `ideas`, `forms`.

        :raises UnknownForm: if there is none.
        """
        try:
            return self.forms[kind][name]
        except KeyError:
            raise UnknownForm(f"{self.language.tag} has no form {name!r} of {kind}.") from None

    def noun(self, name: str, form: str = "one", many: int = 1, number: str = "") -> str:
        """The noun *name* in this *form*, for so *many*, whose *number* is in words. Marks and
        names of players have no entry in the table.

        :raises UnknownForm: if the language does not have it.
        """
        noun = {"one": name, "gender": "name"} | self.forms["nouns"].get(name, {})
        found = noun.get(form)
        if found is None:
            patterns = self.form("forms", form)
            found = patterns.get(noun["gender"], patterns.get(""))
        if found is None:
            raise UnknownForm(f"{self.language.tag} has no form {form!r} of {name!r}.")
        text: str = found if isinstance(found, str) else found[self.plural(many)]
        return text.format_map({**noun, "number": number})


def _english_plural(many: int) -> int:
    return int(many != 1)


@lru_cache(maxsize=8192)
def parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """The parts of a *sentence*: a text, and the name and form of the field after it, if any."""
    return tuple(
        [(text, name or "", form or "") for text, name, form, _ in Formatter().parse(sentence)]
    )


def alternatives(said: Any) -> Iterator[str | By]:
    """Each sentence of those *said*."""
    if isinstance(said, Per):
        said = said.sentences.values()
    if isinstance(said, str | By):
        yield said
    else:
        yield from chain.from_iterable(map(alternatives, said))


@cache
def _source() -> Mapping[str, Any]:
    return _read(SOURCE)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file}: {error}") from error


@cache
def phrasebook(language: Language) -> Phrasebook:
    """The phrasebook of *language*. Sentences and forms that it lacks are English."""
    source, file = _source(), folder_of(language.tag) / "words.toml"
    own = _read(file) if file.exists() else {}
    translated = language.catalogue.pgettext

    def told(said: Any, context: str) -> Any:
        match said:
            case str() if PRONOUN.search(said):
                return By(*(translated(context, text) for text in by(said)))
            case str():
                return translated(context, said)
            case list():
                return [told(one, context) for one in said]
            case {"per": field, **cases}:
                found = {_case(str(case)): told(one, context) for case, one in cases.items()}
                return Per(field, found)
            case _:
                return By(**{person: translated(context, it) for person, it in said.items()})

    def table(of: Mapping[str, Any], suffix: str = "") -> dict[type[Fact], Any]:
        return {FACTS[name]: told(said, f"{name}{suffix}") for name, said in of.items()}

    forms = {
        kind: source[kind] | own.get(kind, {})
        for kind in ("numbers", "shares", "ideas", "nouns", "forms")
    }
    for name, noun in forms["nouns"].items():
        one = noun.get("one") or translated("noun", name)
        forms["nouns"][name] = {"gender": "", **noun, "one": one}
    return Phrasebook(
        language,
        table(source["facts"]),
        table(source["past"], ", past"),
        {key: table(of, f", {key}") for key, of in source["voices"].items()},
        table(source["drawings"], ", drawn"),
        forms,
    )


def language() -> Phrasebook:
    """The phrasebook of the present language."""
    return phrasebook(speaking.get())


def _case(text: str) -> object:
    """The value of a field that a key of the tables stands for."""
    return CASES[text] if text in CASES else int(text)


def extracted(
    file: BufferedReader,
    _keywords: object,
    _tags: object,
    options: object,  # noqa: ARG001 - by this name
) -> Iterator[tuple[int, str, tuple[str, str], list[str]]]:
    """The messages of `english.toml` for translators, as Babel asks for them, each in the
    context of its fact and with the fields that it may name.
    """
    lines = file.read().decode().splitlines()
    book = phrasebook(language_for(ENGLISH))
    tables: dict[str, Mapping[type[Fact], Any]] = {"": book.sentences, ", past": book.past}
    tables |= {", drawn": book.drawn, **{f", {key}": it for key, it in book.voices.items()}}
    for suffix, fact, said in ((it, *item) for it, of in tables.items() for item in of.items()):
        name = fact.__name__
        line = next(at for at, text in enumerate(lines, 1) if re.search(rf"\b{name}\b", text))
        fields = ", ".join(f"{field}: {kind.value}" for field, kind in fact.kinds().items())
        for option in alternatives(said):
            for text in dict.fromkeys([option] if isinstance(option, str) else option):
                yield line, "pgettext", (f"{name}{suffix}", text), [fields]
