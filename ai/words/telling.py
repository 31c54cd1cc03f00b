"""Facts told to somebody: a sentence of the language's table, its fields filled in.

The forms of a field stand after a colon in its placeholder:

- a number: a form of the table of numbers, such as `in words`; `move|moves`, by the language's
  plural; of plies to a win, `soon` and `within`, in the winner's own moves
- cells: their names; `or`; a form of their number, such as `count`; `fork|forks`
- winning sets: their names; `all but one`, the marks of one that is threatened (two); else a form
  of their noun, such as `count` (three squares); threats: with their cells, `cells` alone
- cells with their chances; `count`
- a value: `loses|draws|wins`; an idea: a form of the table of ideas
- a share: in percent; a form of the table of shares; shares: `first`, `second`
- a side: a form of its name

`{sets}` is the game's noun for its winning sets, `{set}` that of one, in a form of the nouns;
`{all}` the number of its cells.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from ai.exact.value import Value, winners_moves
from ai.facts.effects import Beats, BeatsSlowly
from ai.facts.fact import Fact, FieldKind
from ai.language import _, listed, number, sentence_case
from ai.opponents import opponent_for
from ai.rules import TIC_TAC_TOE, Game, Mark, WinningSet, game_text, remembering
from ai.rules.threats import Threat
from ai.study.study import Idea
from ai.words.phrasebook import FACTS, By, Per, Phrasebook, UnknownForm, alternatives, parts
from ai.words.phrases import cells_listed, line_name, lines_listed
from ai.words.values import beginners, in_percent, percent, told_apart, with_sign

ROOM = 90  # characters beside the board

ON_NEW_LINES = Beats, BeatsSlowly


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
            elif name in OF_GAMES:
                written.append((OF_GAMES[name](self, form), ""))
            elif name and side:
                written.append((WRITERS[FieldKind.SIDE](self, side.other, form), ""))
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
    told = options_for(found, fact, past=fact in telling.past)
    return [option for option in told if names_in(option) == named]


def options_for(language: Phrasebook, fact: Fact, *, past: bool = False) -> Iterable[str | By]:
    """The sentences of *language* for *fact*, which may have *past*; the preferred first."""
    found = (past and language.past.get(type(fact))) or language.sentences[type(fact)]
    if isinstance(found, Per):
        found = found.of(vars(fact))
    return found if isinstance(found, list) else [found]


@lru_cache(maxsize=1024)
def names_in(sentence: str | By) -> frozenset[str]:
    """The fields that a *sentence* names, sides aside."""
    text = sentence if isinstance(sentence, str) else sentence.side
    no_fields = {"", "side", "other", *OF_GAMES}
    return frozenset([name for _text, name, _form in parts(text)]) - no_fields


def _number(telling: Telling, many: int, form: str) -> str:
    """The number *many* in this form; by default in digits."""
    if form in {"soon", "within"}:
        many = winners_moves(many)
    if not form:
        return number(many)
    if "|" in form:
        return form.split("|")[telling.language.plural(many)]
    words = telling.language.form("numbers", form)
    text: str = words[min(many, len(words)) - 1]
    return text.format(number(many))


def _cells(telling: Telling, cells: tuple[int, ...], form: str) -> str:
    if form in CONJUNCTIONS:
        return cells_listed(telling.game, cells, CONJUNCTIONS[form])
    return _number(telling, len(cells), form)


def _lines(telling: Telling, lines: tuple[WinningSet, ...], form: str) -> str:
    if not form:
        return lines_listed(telling.game, lines)
    if form in IN_WORDS:
        return _number(telling, len(lines[0]) - 1, "in words")
    if "|" in form:
        return _number(telling, len(lines), form)
    in_words = _number(telling, len(lines), "in words")
    return telling.language.noun(telling.game.noun, form, len(lines), in_words)


def _threats(telling: Telling, threats: tuple[Threat, ...], form: str) -> str:
    game = telling.game
    cells = {cell for cell, _line in threats}
    if form == "cells":
        return cells_listed(game, cells)
    if form:
        return _number(telling, len(cells), form)
    return listed(
        sorted(
            _("%(line)s on %(cell)s", line=line_name(game, line), cell=game.cell_names[cell])
            for cell, line in threats
        )
    )


def _chances(telling: Telling, weights: tuple[tuple[int, int], ...], form: str) -> str:
    if form:
        return _number(telling, len(weights), form)
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
IN_WORDS = {"all but one"}  # forms of winning sets that need no noun

# The words of a game.
OF_GAMES: Mapping[str, Callable[[Telling, str], str]] = {
    "sets": lambda telling, form: telling.language.noun(telling.game.noun, form or "many", 2),
    "set": lambda telling, form: telling.language.noun(telling.game.noun, form or "one"),
    "all": lambda telling, form: _number(telling, len(telling.game.cells), form),
}

# How a field of each kind is written.
WRITERS: Mapping[FieldKind, Callable[[Telling, Any, str], str]] = {
    FieldKind.SIDE: lambda telling, side, form: telling.language.noun(
        telling.names[side], form or "one"
    ),
    FieldKind.CELL: lambda telling, cell, _form: telling.game.cell_names[cell],
    FieldKind.CELLS: _cells,
    FieldKind.COURSE: lambda telling, cells, _form: game_text(telling.game, cells, ", "),
    FieldKind.LINES: _lines,
    FieldKind.THREATS: _threats,
    FieldKind.WEIGHTS: _chances,
    FieldKind.NUMBER: _number,
    FieldKind.VALUE: lambda _telling, value, form: form.split("|")[value - Value.LOSS],
    FieldKind.SHARE: lambda telling, share, form: (
        beginners(in_percent(share), form, telling.language) if form else percent(share)
    ),
    FieldKind.SHARES: _shares,
    FieldKind.IDEA: lambda telling, idea, form: telling.language.form("ideas", form)[
        idea.name.lower()
    ],
    FieldKind.OPPONENT: lambda telling, key, _form: _(opponent_for(telling.game, key).name),
}


# Values of each kind, to ask for forms of; kinds without forms have none.
LINE, COUNTS = frozenset({0, 1, 2}), (1, 2, 5)
SAMPLES: Mapping[FieldKind, Sequence[object]] = {
    FieldKind.CELLS: [(0,) * many for many in COUNTS],
    FieldKind.LINES: [(LINE,) * many for many in COUNTS],
    FieldKind.THREATS: [((0, LINE),)],
    FieldKind.WEIGHTS: [((0, 1),) * many for many in COUNTS],
    FieldKind.NUMBER: COUNTS,
    FieldKind.VALUE: [*Value],
    FieldKind.SHARE: [0.01, 0.5],
    FieldKind.SHARES: [(0.5, 0.25)],
    FieldKind.IDEA: [Idea.LINE, Idea.FORK, Idea.THREATS, Idea.BLOCK, Idea.THREAT, Idea.QUIET],
}
KINDS = {name: kind for fact in FACTS.values() for name, kind in fact.kinds().items()}
KINDS["here"] = FieldKind.CELL


def expect_forms(language: Phrasebook) -> None:
    """Ask for all that the sentences of *language* ask for.

    :raises UnknownForm: if the language does not have a form.
    """
    nouns = language.forms["nouns"]
    of_games = [name for name, noun in nouns.items() if "many" in noun]
    names = ["X", *(name for name, noun in nouns.items() if noun["gender"] == "name")]
    telling = Telling(TIC_TAC_TOE, language)

    def ask(kind: FieldKind | str, form: str) -> None:
        if kind in {FieldKind.LINES, "set", "sets"} and form not in IN_WORDS and "|" not in form:
            for noun, many in product(of_games, COUNTS):
                language.noun(noun, form or "one", many)
        elif kind in {FieldKind.SIDE, "other"}:
            for name in names:
                language.noun(name, form or "one")
        elif form and isinstance(kind, FieldKind):
            for sample in SAMPLES[kind]:
                WRITERS[kind](telling, sample, form)
        elif form and isinstance(kind, str):
            OF_GAMES[kind](telling, form)

    asked = {
        ({**KINDS, **fact.kinds()}.get(name, name), form): (fact, text)
        for table in (language.sentences, language.past, language.drawn, *language.voices.values())
        for fact, said in table.items()
        for option in alternatives(said)
        for text in ([option] if isinstance(option, str) else option)
        for _text, name, form in parts(text)
        if name
    }
    for (kind, form), (fact, text) in asked.items():
        try:
            ask(kind, form)
        except (LookupError, ValueError) as error:
            message = f"{language.language.tag}, {fact.__name__}, “{text}”: {error}"
            raise UnknownForm(message) from error
