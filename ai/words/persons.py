"""The player that moved and the other player, and how captions name them.

A caption is written once, with a placeholder for each form of a person: `Blocked by %(me)s` becomes
"Blocked by me" or "Blocked by O".
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple, Self

from ai.language import N_, _, sentence_case
from ai.messages import Message
from ai.rules import Mark


class Person(NamedTuple):
    """A person as subject, as object, and as owner."""

    subject: str
    object: str
    owner: str

    @classmethod
    def named(cls, name: str) -> Self:
        """The person of that *name* or mark."""
        return cls(name, name, _("%(name)s's", name=name))


FIRST = Person(N_("I"), N_("me"), N_("my"))
SECOND = Person(N_("you"), N_("you"), N_("your"))


class Persons(NamedTuple):
    """The one who moved, *mover*, and the *other* one."""

    mover: Person
    other: Person

    @classmethod
    @cache
    def marks(cls, mover: str) -> Self:
        """Both by their marks."""
        return cls(Person.named(Mark(mover)), Person.named(Mark(mover).other))

    @property
    def swapped(self) -> Self:
        """The persons after a move of the other one."""
        return type(self)(self.other, self.mover)


COMPUTER = Persons(FIRST, SECOND)
"""A computer speaks of its own move to the person it plays."""

PERSON = COMPUTER.swapped
"""A computer speaks of a move of the person it plays."""


@lru_cache(maxsize=64)
def forms(persons: Persons) -> Mapping[str, str]:
    """The values of the placeholders: *i*, *me* and *my* for the mover; *you*, *thee* (the object)
    and *your* for the other one. One in upper case begins a sentence.
    """
    names = ("i", "me", "my"), ("you", "thee", "your")
    found = {
        name: _(form) if isinstance(form, Message) else form
        for person, of_person in zip(persons, names, strict=True)
        for name, form in zip(of_person, person, strict=True)
    }
    return found | {sentence_case(name): sentence_case(it) for name, it in found.items()}


def said(message: str, persons: Persons, /, **values: object) -> str:
    """The translation of *message*, with the forms of *persons* and other *values* filled in."""
    return _(message, **forms(persons), **values)
