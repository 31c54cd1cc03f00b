"""The closed set of facts. A fact holds cells, winning sets, sides and numbers, and no word.

Its sentences (:mod:`ai.words`), its strokes on the board (:mod:`ai.pen`) and its data come from its
fields.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, TypeAlias, dataclass_transform, get_type_hints

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Value
from ai.rules import Mark, WinningSet
from ai.rules.threats import Threat
from ai.study.study import Idea


class FieldKind(Enum):
    """The kinds of fields."""

    __hash__ = object.__hash__  # enumerations hash by a call of Python

    SIDE = "side"
    CELL = "cell"
    CELLS = "cells"
    COURSE = "course"
    LINES = "lines"
    THREATS = "threats"
    WEIGHTS = "weights"
    VALUES = "values"
    WORTHS = "worths"
    NUMBER = "number"
    VALUE = "value"
    SHARE = "share"
    SHARES = "shares"
    IDEA = "idea"
    OPPONENT = "opponent"
    FACTS = "facts"


Side: TypeAlias = Annotated[Mark, FieldKind.SIDE]
Cell: TypeAlias = Annotated[int, FieldKind.CELL]
MaybeCell: TypeAlias = Annotated[int | None, FieldKind.CELL]
Cells: TypeAlias = Annotated[tuple[int, ...], FieldKind.CELLS]
"""Cells in reading order."""
Course: TypeAlias = Annotated[tuple[int, ...], FieldKind.COURSE]
"""The cells of moves, in turn."""
Lines: TypeAlias = Annotated[tuple[WinningSet, ...], FieldKind.LINES]
"""Winning sets, in the order of their cells."""
Threats: TypeAlias = Annotated[tuple[Threat, ...], FieldKind.THREATS]
Weights: TypeAlias = Annotated[tuple[tuple[int, int], ...], FieldKind.WEIGHTS]
"""Cells, each with a whole number."""
Values: TypeAlias = Annotated[tuple[tuple[int, Value], ...], FieldKind.VALUES]
"""Cells, each with the value of the move there."""
Worths: TypeAlias = Annotated[tuple[tuple[int, MoveWorth], ...], FieldKind.WORTHS]
"""Cells, each with the exact worth of the move there."""
Number: TypeAlias = Annotated[int, FieldKind.NUMBER]
MaybeNumber: TypeAlias = Annotated[int | None, FieldKind.NUMBER]
Result: TypeAlias = Annotated[Value, FieldKind.VALUE]
Share: TypeAlias = Annotated[float, FieldKind.SHARE]
"""From 0 to 1."""
Shares: TypeAlias = Annotated[tuple[float, ...], FieldKind.SHARES]
"""Two or more, told in figures that differ."""
WinningIdea: TypeAlias = Annotated[Idea, FieldKind.IDEA]
"""The idea of a move that wins."""
OpponentKey: TypeAlias = Annotated[str, FieldKind.OPPONENT]


@dataclass_transform(frozen_default=True)
class Fact:
    """The base of all facts: each is a dataclass, frozen to the type checker.

    Facts inherit how they are compared and printed: compiled for each it took a fifth of imports.
    """

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        """Its type and its fields: `Blocks(lines=…)`."""
        fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({fields})"

    @classmethod
    @cache
    def kinds(cls) -> Mapping[str, FieldKind]:
        """The kinds of its fields."""
        hints = get_type_hints(cls, include_extras=True)
        return {name: hint.__metadata__[0] for name, hint in hints.items()}

    @classmethod
    def name(cls) -> str:
        """Its name, such as `must block`."""
        return re.sub(r"(?<=.)([A-Z])", r" \1", cls.__name__).lower()

    @property
    def said(self) -> dict[str, object]:
        """Its fields but for empty ones and facts below it. Each sentence on it names them."""
        found: dict[str, object] = {}
        for name, kind in self.kinds().items():
            value = getattr(self, name)
            if kind is not FieldKind.FACTS and value not in ((), None):
                found[name] = value
        return found


class SideFact(Fact):
    """The base of facts about a *side*. Each is told from that side's view: it is "I", "you" or its
    mark.
    """

    side: Side


Facts: TypeAlias = Annotated[tuple[Fact, ...], FieldKind.FACTS]
"""What follows from a fact, told below it."""


def every_fact(base: type[Fact] = Fact) -> Iterator[type[Fact]]:
    """All types of facts below *base*, which have none below them."""
    for fact in base.__subclasses__():
        yield from every_fact(fact) if fact.__subclasses__() else (fact,)
