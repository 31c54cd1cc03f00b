"""All facts on a board or a game, and the sentences on a fact written a second time."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from typing import NamedTuple

from ai.explain import Explanation, explain_move
from ai.facts.best import best
from ai.facts.effects import effects, in_brief
from ai.facts.endings import ending
from ai.facts.fact import Fact, FieldKind
from ai.facts.looks import look
from ai.facts.positions import why
from ai.facts.story import story
from ai.facts.verdicts import better, in_game_terms, refusal, slip, verdict
from ai.opponents import OPPONENTS, opponent_for
from ai.rules.games import game_for
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import Idea, study
from ai.words.english import ENGLISH
from ai.words.telling import Telling, names_in, options
from ai.words.values import percent, told_apart
from tests.model import name
from tests.names_in_words import line_name, nouns
from tests.reference import Board, beginners_slip, position, size_of, soon
from tests.samples import played

ROOM = 90

OF_DEPTHS = [f"medium:depth={depth}" for depth in (1, 3, 4)]


def facts_on(board: Board) -> Iterator[Fact]:
    """All facts on *board* and its moves, those on what follows from others too."""
    here = study(position(board))
    opponents = [*OPPONENTS.values()]
    opponents += [opponent_for(here.position.game, key) for key in OF_DEPTHS]
    yield from told_with((*best(here), *why(here)))
    yield look(here.best).fact
    yield look(here.winner).fact
    for move in here.moves.values():
        yield from told_with((*effects(move), *verdict(move), *better(move), *in_game_terms(move)))
        if move.value_lost:
            yield from (*refusal(move), slip(move))
            for reply in move.after.moves.values():
                yield slip(move, reply)
        if move.exact.value > 0 and not move.completed:
            yield in_brief(move)
        for opponent in opponents:
            if opponent.plays(move.game):
                yield from chain(*explain_move(move, opponent).reason[:2])


def told_with(facts: Iterable[Fact]) -> Iterator[Fact]:
    """*facts* and those below them."""
    for fact in facts:
        yield fact
        yield from told_with(getattr(fact, "then", ()))


def facts_on_games(boards: list[Board]) -> Iterator[Fact]:
    """All facts on the game through *boards*, for all players, and from later starts."""
    made = played(boards)
    for start in (0, len(made) - 2, len(made)):
        record = Record(position(boards[start]), made[start:])
        for you in (None, *Mark):
            for again in (False, True):
                yield from ending(record, you, again=again)
            for stop in story(record, you):
                yield from stop.facts


# The forms of a field, by its kind.
ALTERNATIVES = r"[^|]+\|[^|]+"

FORMS = dict.fromkeys(FieldKind, "") | {
    FieldKind.NUMBER: rf"|in words|times|soon|within|{ALTERNATIVES}",
    FieldKind.CELLS: rf"|or|count|both|{ALTERNATIVES}",
    FieldKind.LINES: rf"|count|all but one|{ALTERNATIVES}",
    FieldKind.THREATS: "|cells|count",
    FieldKind.WEIGHTS: "|count",
    FieldKind.VALUE: rf"{ALTERNATIVES}\|[^|]+",
    FieldKind.SHARE: "|beginners slip",
    FieldKind.SHARES: "first|second",
    FieldKind.IDEA: "by|to",
}

HOW = {
    Idea.LINE: "at once",
    Idea.FORK: "{} a fork",
    Idea.THREATS: "{} threat after threat",
    Idea.BLOCK: "{} a move that also blocks",
    Idea.THREAT: "{} a threat",
    Idea.QUIET: "{} a quiet move",
}

WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def nouns_of(game: str) -> dict[str, str]:
    """The nouns of a game, by their placeholders."""
    one, several = nouns(game)
    return {"sets": several, "set": one, "drawn": f"{size_of(game)} marks, no {one}."}


class Field(NamedTuple):
    """The value of a placeholder, written a second time in each of its forms."""

    game: str
    kind: FieldKind
    value: object

    def __format__(self, form: str) -> str:  # noqa: PLR0912 - one for each kind and form
        match self.kind, self.value, form:
            case FieldKind.CELL, int(cell), _:
                return name(self.game, cell)
            case FieldKind.CELLS, tuple(cells), "" | "or":
                return self.listed((name(self.game, cell) for cell in cells), form or "and")
            case FieldKind.CELLS, tuple(cells), "both":
                return "Both" if len(cells) == 2 else f"All {len(cells)}"
            case FieldKind.COURSE, tuple(cells), _:
                return ", ".join(name(self.game, cell) for cell in cells)
            case FieldKind.LINES, tuple(lines), "":
                return self.listed(sorted(line_name(self.game, line) for line in lines))
            case FieldKind.LINES, tuple(lines), "count":
                noun = nouns(self.game)[len(lines) > 1]
                return f"{self.counted(lines, 'in words')} {noun}"
            case FieldKind.LINES, tuple(lines), "all but one":
                return self.counted(len(lines[0]) - 1, "in words")
            case FieldKind.WEIGHTS, tuple(weights), "count":
                return f"{len(weights)}"
            case FieldKind.THREATS, tuple(threats), "count":
                return f"{len({cell for cell, _line in threats})}"
            case FieldKind.SHARES, tuple(shares), "first" | "second":
                return told_apart(shares)[shares[form == "second"]] + "\N{NO-BREAK SPACE}%"
            case FieldKind.IDEA, Idea(), "by" | "to":
                return HOW[self.value].format(form)
            case FieldKind.THREATS, tuple(threats), "cells":
                found = sorted({cell for cell, _line in threats})
                return self.listed(name(self.game, cell) for cell in found)
            case FieldKind.THREATS, tuple(threats), _:
                return self.listed(
                    sorted(
                        f"{line_name(self.game, line)} on {name(self.game, cell)}"
                        for cell, line in threats
                    )
                )
            case FieldKind.WEIGHTS, tuple(weights), _:
                total = sum(weight for _cell, weight in weights)
                return self.listed(
                    f"{name(self.game, cell)} {weight} in {total}" for cell, weight in weights
                )
            case FieldKind.VALUE, int(value), _:
                return form.split("|")[value + 1]
            case FieldKind.SHARE, float(share), "beginners slip":
                return beginners_slip(percent(share)[:-2])
            case FieldKind.SHARE, float(share), _:
                return percent(share)
            case FieldKind.OPPONENT, str(key), _:
                return opponent_for(game_for(self.game), key).name
            case ((FieldKind.NUMBER | FieldKind.CELLS | FieldKind.LINES), (int() | tuple()), _):
                return self.counted(self.value, form)
        raise AssertionError(f"{self} in the form {form}")

    def counted(self, value: int | tuple[object, ...], form: str) -> str:
        many = value if isinstance(value, int) else len(value)
        match form:
            case "in words":
                return WORDS[many - 1] if many <= len(WORDS) else f"{many:,}"
            case "times":
                return {1: "once", 2: "twice"}.get(many, f"{many:,} times")
            case "soon":
                return soon(many)
            case "within":
                return soon(many).replace("in ", "within ")
            case "" | "count":
                return f"{many:,}"
        return form.split("|")[many != 1]

    @staticmethod
    def listed(items: Iterable[str], conjunction: str = "and") -> str:
        *most, last = items
        return f"{', '.join(most)} {conjunction} {last}" if most else last


def written_again(game: str, fact: Fact, person: int) -> Iterator[str]:
    """All sentences on *fact* by, to or on its side, for the *person* 0, 1 or 2."""
    fields: dict[str, object] = {
        field: Field(game, kind, getattr(fact, field)) for field, kind in fact.kinds().items()
    }
    side = getattr(fact, "side", Mark.X)
    for option in options(ENGLISH, fact):
        if names_in(option) == fact.said.keys() - {"side"}:
            text = option if isinstance(option, str) else option[person]
            filled = text.format_map(fields | {"side": side, "other": side.other} | nouns_of(game))
            yield filled if filled[1].isdigit() else filled[0].upper() + filled[1:]


def expect_told(explanation: Explanation, me: Mark | None) -> None:
    """Every fact has its sentence, told by *me*; as many as there is room for are told at once."""
    facts, others, _shown = explanation.reason
    left, told = explanation.text, list[str]()
    for fact in told_with((*facts, *others)):
        person = 2 if me is None else int(getattr(fact, "side", me) is not me)
        sentences = written_again(explanation.move.game.key, fact, person)
        told.append(next(text for text in sentences if left.startswith(text)))
        left = left.removeprefix(told[-1]).lstrip(" \n–")
    assert not left
    fitting = [text for text in accumulate(told[: len(facts)], "{} {}".format) if len(text) <= ROOM]
    assert explanation.short == fitting[-1]


def expect_sentences(game: str, fact: Fact) -> None:
    """*fact* is told in its room with all its fields, to each person."""
    side = getattr(fact, "side", Mark.X)
    for person, (me, you) in enumerate([(side, side.other), (side.other, side), (None, None)]):
        sentence = Telling(game_for(game), ENGLISH, me, you).sentence(fact)
        texts = [*written_again(game, fact, person)]
        assert sentence == next((text for text in texts if len(text) <= ROOM), None), texts
        assert not re.search(r"  |[{}]|(?<!row )\b1 (?!is )\w+s\b", sentence), sentence
