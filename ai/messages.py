"""Messages for people: English text, marked for translators' tools."""

from collections.abc import Mapping
from typing import Self


class Message(str):
    """An English text, of a word with two meanings in a *context*; the caller that shows it
    translates it.
    """

    __slots__ = ("context",)

    context: str

    def __new__(cls, message: str, context: str = "") -> Self:
        """The *message* in this *context*."""
        text = super().__new__(cls, message)
        text.context = context
        return text


def NP_(context: str, message: str) -> Message:  # noqa: N802 - as tools for translators name it
    """The *message* in this *context*."""
    return Message(message, context)


N_ = Message  # the marks that tools for translators look for


class Filled(Message):
    """A *message* whose placeholders these *values* fill; messages among them are translated too.
    As a text it is English.
    """

    __slots__ = ("message", "values")

    message: str
    values: Mapping[str, object]

    def __new__(cls, message: str, /, **values: object) -> Self:
        """The text that *values* make of *message*."""
        text = super().__new__(cls, message % values)
        text.message, text.values = message, values
        return text


class Refusal(ValueError):
    """A breach of the rules or a bad request: a *message* with named placeholders, such as
    `%(cell)s`, and the *values* that fill them. ``str`` gives it in English.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message % values)
        self.message = message
        self.values = values
