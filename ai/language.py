"""The language that is spoken: every sentence is looked up here. Commands without an option for it
add English text.

A message is a whole sentence, or a clause after a colon, with named placeholders that a translator
may move: `It blocks %(lines)s.` A per cent sign in it is written twice. A message whose word has
two meanings has a context. Numbers and lists are written as Babel's data of the language say.
"""

from collections.abc import Callable, Hashable, Iterable
from contextvars import ContextVar, Token
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, cached_property, lru_cache, update_wrapper
from gettext import NullTranslations, translation
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol

from ai.messages import N_, Filled, Message, Refusal

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

__all__ = ["N_", "_", "by_language", "listed", "ngettext", "number", "pgettext", "refused"]

T = TypeVar("T")

Remembering: TypeAlias = Callable[[Callable[..., T]], "_lru_cache_wrapper[T]"]

ENGLISH = "en"
FOLDER = Path(__file__).with_name("translations")

# English writes lists without a comma before the last word, as this project does.
LOCALES = {ENGLISH: "en-GB"}


@dataclass(frozen=True, eq=False)
class Language:
    """A language by its *tag*, as in the `lang` attribute, with the *catalogue* of translations
    into it.
    """

    tag: str
    catalogue: NullTranslations

    @cached_property
    def locale(self) -> Locale:
        """Babel's data of it."""
        return locale_of(self.tag)

    @property
    def direction(self) -> str:
        """The direction of its text, as in the `dir` attribute: `ltr` or `rtl`."""
        return self.locale.text_direction


def locale_of(tag: str) -> Locale:
    """Babel's data of the language with this *tag*."""
    return Locale.parse(LOCALES.get(tag, tag), sep="-")


def name_of(tag: str) -> str:
    """The name of the language with this *tag* in itself: `Deutsch`."""
    locale = locale_of(tag)
    return sentence_case(locale.get_language_name(locale) or tag)


def languages() -> list[str]:
    """The tags of the languages in which there is a catalogue: English, then by the alphabet."""
    found = (path.parts[-3].replace("_", "-") for path in FOLDER.glob("*/LC_MESSAGES/*.mo"))
    return [ENGLISH, *sorted(found)]


def folder_of(tag: str) -> Path:
    """The folder of the files for the language of this *tag*."""
    return FOLDER / tag.replace("-", "_")


@cache
def language_for(tag: str) -> Language:
    """The language of this *tag*.

    :raises FileNotFoundError: if there is no such translation.
    """
    if tag == ENGLISH:
        return Language(tag, NullTranslations())
    return Language(tag, translation("messages", FOLDER, [tag.replace("-", "_")]))


speaking = ContextVar("speaking", default=language_for(ENGLISH))  # noqa: B039 - it is frozen
"""The language that is spoken here: in this request, or in this command."""


def speak(tag: str) -> Token[Language]:
    """Speak the language of this *tag* from now on. The token takes it back.

    :raises FileNotFoundError: if there is no such translation.
    """
    return speaking.set(language_for(tag))


def spoken() -> str:
    """The tag of the present language: `en`."""
    return speaking.get().tag


def locale() -> Locale:
    """Babel's data of the present language."""
    return speaking.get().locale


class Remembered(Generic[T]):
    """*function* with a cache for each language, which *remembering* makes."""

    __wrapped__: Callable[..., T]

    def __init__(self, remembering: Remembering[T], function: Callable[..., T]) -> None:
        self._remembering = remembering
        self.caches: dict[Language, _lru_cache_wrapper[T]] = {}
        update_wrapper(self, function)

    def __call__(self, *args: Hashable, **kwargs: Hashable) -> T:
        """The result in the present language."""
        language = speaking.get()
        if (cached := self.caches.get(language)) is None:
            made = self._remembering(self.__wrapped__)
            cached = self.caches.setdefault(language, made)  # another thread may have been first
        return cached(*args, **kwargs)

    def cache_clear(self) -> None:
        """Empty the caches of all languages."""
        for it in [*self.caches.values()]:  # other threads may add one
            it.cache_clear()


def by_language(remembering: Remembering[T]) -> Remembering[T]:
    """The decorator *remembering*, such as :func:`lru_cache`, for a function whose results are told
    in words: each language has its own cache.
    """
    return lambda function: cast("_lru_cache_wrapper[T]", Remembered(remembering, function))


@lru_cache(maxsize=16384)
def _looked_up(into: NullTranslations, message: str, context: str = "") -> str:
    return into.pgettext(context, message) if context else into.gettext(message)


def translated(message: str) -> str:
    """The translation of *message*, with its placeholders."""
    if message.__class__ is str:  # most often, and cheaper than a call
        return _looked_up(speaking.get().catalogue, message)
    if isinstance(message, Filled):
        values = message.values.items()
        return _(message.message, **{name: _quoted(it) for name, it in values})
    context = message.context if isinstance(message, Message) else ""
    return _looked_up(speaking.get().catalogue, message, context)


def _(message: str, /, **values: object) -> str:
    """The translation of *message*, its placeholders filled with *values*."""
    return translated(message) % values


def pgettext(context: str, message: str, /, **values: object) -> str:
    """The translation of *message* in this *context*, filled with *values*."""
    return _looked_up(speaking.get().catalogue, message, context) % values


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """The translation of *singular* or *plural* for *num*, filled with *values* and *num*."""
    return speaking.get().catalogue.ngettext(singular, plural, num) % {"num": num, **values}


def refused(refusal: Refusal) -> str:
    """The translation of *refusal*, of the messages and of the refusal that it quotes."""
    return _(refusal.message, **{name: _quoted(it) for name, it in refusal.values.items()})


def _quoted(value: object) -> object:
    if isinstance(value, Refusal):
        return refused(value)
    return _(value) if isinstance(value, Message) else value


def listed(items: Iterable[str], style: str = "standard") -> str:
    """*items*, at least one, as a list in words: `a1, b2 and c3`; with the *style* `or`,
    `a1, b2 or c3`; with `unit`, `a1, b2, c3`, where Babel's data have all of it.
    """
    return _listed(tuple(items), style)


@by_language(lru_cache(maxsize=4096))
def _listed(items: tuple[str, ...], style: str) -> str:
    has_style = "start" in locale().list_patterns.get(style, ())
    return format_list(items, style if has_style else "standard", locale())  # type: ignore[arg-type]


@by_language(lru_cache(maxsize=1024))
def number(value: float, digits: int = 0) -> str:
    """*value*, 0 or more, with this many decimal *digits*, halves rounded up."""
    return format_decimal(rounded(value, digits), f"#,##0.{'0' * digits}".rstrip("."), locale())


def decimal_point() -> str:
    """The sign between whole numbers and decimals."""
    return get_decimal_symbol(locale())


def rounded(value: float, digits: int = 0) -> Decimal:
    """*value* with this many decimal *digits*, halves rounded up."""
    return Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def sentence_case(text: str) -> str:
    """*text* as it begins a sentence: in upper case, but for the name of a cell.

    >>> sentence_case("row 2"), sentence_case("b2 was left open")
    ('Row 2', 'b2 was left open')
    """
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]
