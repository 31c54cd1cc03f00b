"""Facts told to somebody: a sentence of the language's table, its fields filled in.

The forms of a field stand after a colon in its placeholder:

- a number: `in words`; `times` (once, 12 times); `move|moves`, by the language's plural; of plies
  to a win, `soon` and `within`, in the winner's own moves (at once, in 3 moves; within 3 moves)
- cells: their names; `or`; `count`; `both` (Both, All 5); `fork|forks`, by their number
- winning sets: their names; `count` (three squares); `all but one`, the marks of one that is
  threatened (two); threats: with their cells, `cells` alone, `count`
- cells with their chances; `count`
- a value: `loses|draws|wins`; an idea: `by` (by a fork), `to` (to a fork)
- a share: `beginners slip` (84 of 100 beginners slip); shares: `first`, `second`

`{sets}` is the game's name of its winning sets, `{set}` that of one, and `{drawn}` its words on a
full board.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ai.exact.value import Value, winners_moves
from ai.facts.effects import Beats, BeatsSlowly
from ai.facts.fact import Fact, FieldKind
from ai.language import N_, _, listed, number, sentence_case
from ai.opponents import opponent_for
from ai.rules import Game, Mark, WinningSet, game_text, remembering
from ai.rules.threats import Threat
from ai.study.study import Idea
from ai.words.phrases import cells_listed, line_name, lines_listed
from ai.words.values import beginners, in_percent, percent, told_apart, with_sign

S_co = TypeVar("S_co", covariant=True)

ROOM = 90  # characters beside the board


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

Voice: TypeAlias = Sequence[str] | Per[Sequence[str]]
"""Sentences on a fact that take turns: those of one list."""

ON_NEW_LINES = Beats, BeatsSlowly


@dataclass(frozen=True, eq=False)
class Phrasebook:
    """The *sentences* of all facts, the index of the *plural* form for a number, the forms of
    *numbers*: of 1, 2 and so on, the last one of all that follow; and those of *ideas*. Facts that
    no longer hold have sentences in the *past*. The *voices* are those of computer players by
    their keys, and under an empty key of any of them.
    """

    sentences: Mapping[type[Fact], Said]
    plural: Callable[[int], int]
    numbers: Mapping[str, Sequence[str]]
    ideas: Mapping[str, Mapping[Idea, str]]
    past: Mapping[type[Fact], Said] = field(default_factory=dict)
    voices: Mapping[str, Mapping[type[Fact], Voice]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Telling:
    """A *game* told in a *language*: by the player *me*, if one speaks, and to the player *you*, if
    one listens. Other sides have their *names*. The *past* facts no longer hold.
    """

    game: Game
    language: Phrasebook
    me: Mark | None = None
    you: Mark | None = None
    names: Mapping[Mark, str] = field(default_factory=lambda: {mark: str(mark) for mark in Mark})
    past: Collection[Fact] = ()

    def in_room(self, facts: Sequence[Fact], before: str = "") -> tuple[str, Sequence[Fact]]:
        """The first of *facts* after the text *before*, as many as :data:`ROOM` characters hold,
        in shorter sentences if more of them fit so; and the other facts.
        """
        told = [sentences(self, fact) for fact in facts]
        for many in range(len(facts), 0, -1):
            for texts in product(*told[:many]):
                text = " ".join((before, *texts)).lstrip()
                if len(text) <= ROOM:
                    return text, facts[many:]
        return before, facts

    def sentence(self, fact: Fact) -> str:
        """*fact* in a sentence, the preferred one of at most :data:`ROOM` characters."""
        return fitting(*sentences(self, fact))

    def text(self, facts: Iterable[Fact]) -> str:
        """*facts* in sentences. Answers to replies, and what follows from them, begin new lines."""
        text = ""
        for fact in facts:
            space = "\n" if isinstance(fact, ON_NEW_LINES) else " "
            then = self.text(getattr(fact, "then", ())).replace("\n", "\n– ")
            text += f"{space}{self.sentence(fact)}{then and ' '}{then}"
        return text[1:]

    def pieces_of(self, text: str, facts: Iterable[Fact]) -> list[tuple[str, str]]:
        """The *text* that tells the first of *facts*, in pieces as of :meth:`pieces`."""
        found: list[tuple[str, str]] = []
        for fact in facts:
            said, kinds = fact.said, fact.kinds()
            for option in _whole(self, fact, said):
                pieces = self.pieces(option, said, kinds)
                told = "".join([piece for piece, _name in pieces])
                if text.startswith(told):
                    text = text.removeprefix(told).lstrip()
                    found += [*pieces, *([(" ", "")] if text else [])]
                    break
        return found

    def pieces(
        self, option: str | By, fields: Mapping[str, Any], kind: Mapping[str, FieldKind]
    ) -> list[tuple[str, str]]:
        """The sentence *option* with these *fields* in pieces, each with the name of the field that
        it says; a piece between fields has an empty name.
        """
        side = fields.get("side")
        if isinstance(option, By):
            by_me = option.me if side is self.me else option.side
            option = option.you if side is self.you else by_me
        written = []
        for text, name, form in parts(option):
            written.append((text, ""))
            if name in fields:
                written.append((WRITERS[kind[name]](self, fields[name], form), name))
            elif name in NOUNS:
                written.append((NOUNS[name](self.game), ""))
            elif name and side:
                written.append((self.names[side.other], ""))
        first, name = written.pop(0) if written[0][0] else written.pop(1)
        return [(sentence_case(first), name), *written]


def in_room(before: str, texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The first *texts*, as many as there is room for after *before*; and the others."""
    shown, rest, used = list[str](), list[str](), len(before)
    for text in texts:
        used += len(text) + bool(used)  # a space between any two
        (shown if used <= ROOM else rest).append(text)
    return shown, rest


def fitting(*texts: str) -> str:
    """The first of *texts* for which there is room; else the last one."""
    return next((text for text in texts if len(text) <= ROOM), texts[-1])


# A page tells many facts twice, and the next page tells them again.
@remembering(4096)
def sentences(telling: Telling, fact: Fact) -> list[str]:
    """All sentences on *fact*, the preferred one first.

    :raises LookupError: if its language has none for these fields.
    """
    said, kinds = fact.said, fact.kinds()
    options = _whole(telling, fact, said)
    if not options:
        raise LookupError(f"No sentence names all fields of {fact}.")
    told = [telling.pieces(option, said, kinds) for option in options]
    return ["".join([text for text, _name in pieces]) for pieces in told]


def _whole(telling: Telling, fact: Fact, said: Mapping[str, object]) -> list[str | By]:
    """The sentences that name all fields of *fact*, those *said*; the preferred first."""
    found, named = telling.language, said.keys() - {"side"}
    told = options(found, fact, past=fact in telling.past)
    return [option for option in told if names_in(option) == named]


def options(language: Phrasebook, fact: Fact, *, past: bool = False) -> Iterable[str | By]:
    """The sentences of *language* for *fact*, which may have *past*; the preferred first."""
    found = (past and language.past.get(type(fact))) or language.sentences[type(fact)]
    if isinstance(found, Per):
        found = found.of(vars(fact))
    return found if isinstance(found, list) else [found]


@lru_cache(maxsize=1024)
def parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """The parts of a *sentence*: a text, and the name and form of the field after it, if any."""
    return tuple(
        [(text, name or "", form or "") for text, name, form, _ in Formatter().parse(sentence)]
    )


@lru_cache(maxsize=1024)
def names_in(sentence: str | By) -> frozenset[str]:
    """The fields that a *sentence* names, sides aside."""
    text = sentence if isinstance(sentence, str) else sentence.side
    return frozenset([name for _text, name, _form in parts(text)]) - {"", "side", "other", *NOUNS}


def _counted(telling: Telling, many: int, form: str) -> str:
    """The number *many* in this form; by default in digits."""
    if form in {"soon", "within"}:
        many = winners_moves(many)
    if "|" in form:
        return form.split("|")[telling.language.plural(many)]
    words = telling.language.numbers.get(form, ["{}"])
    return words[min(many, len(words)) - 1].format(number(many))


def _cells(telling: Telling, cells: tuple[int, ...], form: str) -> str:
    if form in CONJUNCTIONS:
        return cells_listed(telling.game, cells, CONJUNCTIONS[form])
    return _counted(telling, len(cells), form)


def _lines(telling: Telling, lines: tuple[WinningSet, ...], form: str) -> str:
    if form == "count":
        noun = telling.game.one if len(lines) == 1 else telling.game.sets
        return f"{_counted(telling, len(lines), 'in words')} {_(noun)}"
    if form == "all but one":
        return _counted(telling, len(lines[0]) - 1, "in words")
    return _counted(telling, len(lines), form) if form else lines_listed(telling.game, lines)


def _threats(telling: Telling, threats: tuple[Threat, ...], form: str) -> str:
    game = telling.game
    cells = {cell for cell, _line in threats}
    if form == "count":
        return _counted(telling, len(cells), form)
    if form:
        return cells_listed(game, cells)
    return listed(
        sorted(
            _("%(line)s on %(cell)s", line=line_name(game, line), cell=game.cell_names[cell])
            for cell, line in threats
        )
    )


def _chances(telling: Telling, weights: tuple[tuple[int, int], ...], form: str) -> str:
    if form:
        return _counted(telling, len(weights), form)
    total = sum(weight for _cell, weight in weights)
    return listed(
        _(
            "%(cell)s %(weight)s in %(all)s",
            cell=telling.game.cell_names[cell],
            weight=weight,
            all=total,
        )
        for cell, weight in weights
    )


def _shares(_telling: Telling, shares: tuple[float, ...], form: str) -> str:
    """A share in percent, whose figure differs from the others."""
    return with_sign(told_apart(shares)[shares[("first", "second").index(form)]])


CONJUNCTIONS = {"": "standard", "or": "or"}

DRAWN = N_("%(num)s marks, no %(set)s.")
# The nouns of a game.
NOUNS: Mapping[str, Callable[[Game], str]] = {
    "sets": lambda game: _(game.sets),
    "set": lambda game: _(game.one),
    "drawn": lambda game: _(DRAWN, num=len(game.cells), set=_(game.one)),
}

# How a field of each kind is written.
WRITERS: Mapping[FieldKind, Callable[[Telling, Any, str], str]] = {
    FieldKind.SIDE: lambda telling, side, _form: telling.names[side],
    FieldKind.CELL: lambda telling, cell, _form: telling.game.cell_names[cell],
    FieldKind.CELLS: _cells,
    FieldKind.COURSE: lambda telling, cells, _form: game_text(telling.game, cells, ", "),
    FieldKind.LINES: _lines,
    FieldKind.THREATS: _threats,
    FieldKind.WEIGHTS: _chances,
    FieldKind.NUMBER: _counted,
    FieldKind.VALUE: lambda _telling, value, form: form.split("|")[value - Value.LOSS],
    FieldKind.SHARE: lambda _telling, share, form: (
        beginners(in_percent(share)) if form else percent(share)
    ),
    FieldKind.SHARES: _shares,
    FieldKind.IDEA: lambda telling, idea, form: telling.language.ideas[form][idea],
    FieldKind.OPPONENT: lambda telling, key, _form: _(opponent_for(telling.game, key).name),
}
