"""Many small numbers as a short text."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import chain, repeat
from string import ascii_letters, digits

from ai.puzzles.days import FIRST_DAY

LETTERS = f"{ascii_letters}{digits}-_"


class Digits:
    """Numbers as one, in a mixed base: the first is its lowest digit. The same calls write them and
    read them back: those that write pass values, and all return them. A value that was never
    written is 0, so new ones come last.
    """

    def __init__(self, letters: str | None = None, own: Iterable[str] = ()) -> None:
        self.reads, self.number, self.factor, self.own = letters is not None, 0, 1, [*own]
        self.left = 0
        for letter in letters or "":
            self.left = self.left * len(LETTERS) + LETTERS.index(letter)

    @property
    def letters(self) -> str:
        """The number in :data:`LETTERS`."""
        number, text = self.number, ""
        while number:
            number, digit = divmod(number, len(LETTERS))
            text = LETTERS[digit] + text
        return text

    def one(self, value: int, size: int) -> int:
        """*value*, below *size*."""
        if self.reads:
            self.left, value = divmod(self.left, size)
        self.number += value * self.factor
        self.factor *= size
        return value

    def many(self, values: Iterable[int], size: int, count: int) -> tuple[int, ...]:
        """So many *values*, each below *size*."""
        given = chain(values, repeat(0))
        return tuple([self.one(next(given), size) for _ in range(count)])

    def some(self, values: Sequence[int], size: int, most: int) -> tuple[int, ...]:
        """Up to *most* *values*, each below *size*."""
        return self.many(values, size, self.one(len(values), most + 1))

    def day(self, day: date) -> date:
        """A *day* from :data:`FIRST_DAY` to one in 2037."""
        return FIRST_DAY + timedelta(days=self.one(max(0, (day - FIRST_DAY).days), 4096))
