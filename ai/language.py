"""The language of pages and reasons: their sentences are looked up here, to be translated. What
commands add of their own is English.

A message is a whole sentence, or a clause after a colon, with named placeholders that a translator
may move: `It blocks %(lines)s.` A per cent sign in it is written twice.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from gettext import NullTranslations, translation
from pathlib import Path

from ai.messages import N_, Message, Refusal

__all__ = ["AND", "N_", "OR", "_", "listed", "ngettext", "number", "refused", "sentence_case"]

AND = N_("%(most)s and %(last)s")
OR = N_("%(most)s or %(last)s")

ENGLISH = "en"

catalogue = NullTranslations()


def speak(language: str, folder: Path) -> None:
    """Take every sentence from the translation into *language* in *folder*, before the first is
    said: a site has one language, for what was said and drawn is kept.

    :raises FileNotFoundError: if there is no such translation.
    """
    global catalogue  # noqa: PLW0603 - there is one for all
    catalogue = NullTranslations()
    if language != ENGLISH:
        catalogue = translation("messages", folder, [language])


def spoken() -> str:
    """The language that is spoken, as `lang` has it: `en`."""
    language: str = catalogue.info().get("language", ENGLISH)
    return language.replace("_", "-")


def _(message: str, /, **values: object) -> str:
    """*message* in the language that is spoken, its placeholders filled with *values*."""
    return catalogue.gettext(message) % values


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """The one of both messages that goes with *num*, filled with *values* and that number."""
    return catalogue.ngettext(singular, plural, num) % {"num": num, **values}


def refused(refusal: Refusal) -> str:
    """What *refusal* says; the messages and the refusal that it quotes are translated too."""
    return _(refusal.message, **{name: _quoted(it) for name, it in refusal.values.items()})


def _quoted(value: object) -> object:
    if isinstance(value, Refusal):
        return refused(value)
    return _(value) if isinstance(value, Message) else value


def listed(items: Iterable[str], pattern: str = AND) -> str:
    """*items*, at least one, as one would say them: `a1, b2 and c3`."""
    *most, last = items
    return _(pattern, most=_(", ").join(most), last=last) if most else last


def number(value: float, digits: int = 0) -> str:
    """*value*, 0 or more, with that many decimal *digits*, a half rounded up, written as a
    translation writes `1,234.5`.
    """
    before, after = _("1,234.5")[1:-1].split("234")
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{rounded:,f}".translate({ord(","): before, ord("."): after})


def sentence_case(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]
