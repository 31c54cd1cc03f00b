"""Translation of pages and reasons: every sentence is looked up here. Commands add English text.

A message is a whole sentence, or a clause after a colon, with named placeholders that a translator
may move: `It blocks %(lines)s.` A per cent sign in it is written twice.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path

from ai.messages import N_, Filled, Message, Refusal

__all__ = ["AND", "N_", "OR", "_", "listed", "ngettext", "number", "refused"]

AND = N_("%(most)s and %(last)s")
OR = N_("%(most)s or %(last)s")

ENGLISH = "en"

catalogue = NullTranslations()


def speak(language: str, folder: Path) -> None:
    """Translate every sentence into *language*, with the catalogue in *folder*. Call it before the
    first sentence: sentences and pictures are cached, so a site has one language.

    :raises FileNotFoundError: if there is no such translation.
    """
    global catalogue  # noqa: PLW0603 - there is one for all
    catalogue = NullTranslations()
    if language != ENGLISH:
        catalogue = translation("messages", folder, [language])


def spoken() -> str:
    """The present language, as in the `lang` attribute: `en`."""
    language: str = catalogue.info().get("language", ENGLISH)
    return language.replace("_", "-")


@lru_cache(maxsize=4096)
def _looked_up(into: NullTranslations, message: str) -> str:
    return into.gettext(message)


def translated(message: str) -> str:
    """The translation of *message*, with its placeholders."""
    if isinstance(message, Filled):
        values = message.values.items()
        return _(message.message, **{name: _quoted(it) for name, it in values})
    return _looked_up(catalogue, message)


def _(message: str, /, **values: object) -> str:
    """The translation of *message*, its placeholders filled with *values*."""
    return translated(message) % values


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """The translation of *singular* or *plural* for *num*, filled with *values* and *num*."""
    return catalogue.ngettext(singular, plural, num) % {"num": num, **values}


def refused(refusal: Refusal) -> str:
    """The translation of *refusal*, of the messages and of the refusal that it quotes."""
    return _(refusal.message, **{name: _quoted(it) for name, it in refusal.values.items()})


def _quoted(value: object) -> object:
    if isinstance(value, Refusal):
        return refused(value)
    return _(value) if isinstance(value, Message) else value


def listed(items: Iterable[str], pattern: str = AND) -> str:
    """*items*, at least one, as a list in words: `a1, b2 and c3`."""
    *most, last = items
    return _(pattern, most=_(", ").join(most), last=last) if most else last


@lru_cache(maxsize=1024)
def number(value: float, digits: int = 0) -> str:
    """*value*, 0 or more, with this many decimal *digits*, halves rounded up, and with the
    separators of the translation of `1,234.5`.
    """
    before, after = _("1,234.5")[1:-1].split("234")
    return f"{rounded(value, digits):,f}".translate({ord(","): before, ord("."): after})


def rounded(value: float, digits: int = 0) -> Decimal:
    """*value* with this many decimal *digits*, halves rounded up."""
    return Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def sentence_case(text: str) -> str:
    """*text* as it begins a sentence: in upper case, but for the name of a cell.

    >>> sentence_case("row 2"), sentence_case("b2 was left open")
    ('Row 2', 'b2 was left open')
    """
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]
