"""The laws of words, over all facts on many positions: a sentence names all and only what its fact
has, fits into its room for whoever speaks, and is no other fact's.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

import pytest

from ai.explain import explain_move
from ai.explain.explanation import Explanation
from ai.facts.best import best
from ai.facts.effects import effects, in_brief
from ai.facts.endings import ending
from ai.facts.fact import Fact, FieldKind, every_fact
from ai.facts.looks import look
from ai.facts.positions import why
from ai.facts.shown import ShownFact
from ai.facts.story import story
from ai.facts.verdicts import better, in_game_terms, refusal, slip, verdict
from ai.opponents import OPPONENTS, opponent_for
from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import Idea, study
from ai.words.english import ENGLISH, SENTENCES
from ai.words.persons import COMPUTER, PERSON, Persons
from ai.words.telling import By, Per, Said, Telling, names_in, options, parts
from ai.words.values import percent, told_apart
from tests.effects_again import KEEPS
from tests.model import name
from tests.names_in_words import line_name
from tests.reason_cases import NOTHING_LIVE
from tests.reference import Board, after, position
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won, played, to_the_end

pytestmark = pytest.mark.usefixtures("leave_garbage")
ROOM = 90
ALL_ALIKE = Board("square", "O..X.O.X.XXO.XOO", "X")  # all draws, and a beginner may lose
STRONG_CELL = Board("square", "X..XO..O.O......", "X")  # to take one fails too
WON = far_from_won(9, 9)
LOST = [after(board, study(position(board)).best_cells[0]) for board in WON]
BOARDS = [
    *ACTIVE_CLASSES,
    *(NOTHING_LIVE, KEEPS, ALL_ALIKE, STRONG_CELL),
    *WON,
    *LOST,
    *at_random("square", range(1, 17), count=80, seed=6),
]
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


@cache
def every_fact_met() -> frozenset[tuple[str, Fact]]:
    """All facts on the boards and on ends of games, each once with the key of its game."""
    met = {(board.game, fact) for board in BOARDS for fact in facts_on(board)}
    games = chain.from_iterable(to_the_end(game, 100, seed=6) for game in GAMES)
    return frozenset(met.union((it[0].game, fact) for it in games for fact in facts_on_games(it)))


def said(sentences: Said) -> Iterator[str | By]:
    """All sentences in an entry of the table."""
    if isinstance(sentences, Per):
        for one in sentences.sentences.values():
            yield from said(one)
    else:
        yield from sentences if isinstance(sentences, list) else [sentences]


EVERY = [(fact, option) for fact, sentences in SENTENCES.items() for option in said(sentences)]

SIDES = {("side", ""), ("other", "")}
GIVEN = SIDES | {("sets", ""), ("set", ""), ("drawn", "")}

# The forms of a field, by its kind.
ALTERNATIVES = r"[^|]+\|[^|]+"
FORMS = dict.fromkeys(FieldKind, "") | {
    FieldKind.NUMBER: rf"|in words|times|soon|within|{ALTERNATIVES}",
    FieldKind.CELLS: rf"|or|count|both|{ALTERNATIVES}",
    FieldKind.LINES: rf"|count|all but one|{ALTERNATIVES}",
    FieldKind.THREATS: "|cells",
    FieldKind.VALUE: rf"{ALTERNATIVES}\|[^|]+",
    FieldKind.SHARE: "|of beginners",
    FieldKind.SHARES: "first|second",
    FieldKind.IDEA: "by|to",
}


def test_each_type_of_fact_has_a_name_of_its_own() -> None:
    """The class of each has it in one word: `MustBlock` is `must block`."""
    names = Counter(fact.name() for fact in every_fact())
    classes = {fact.__name__ for fact in every_fact()}
    assert {*names.values()} == {1}, names.most_common(3)
    assert all(it.title().replace(" ", "") in classes for it in names)


def test_every_type_of_fact_that_is_told_has_its_sentences() -> None:
    assert {*SENTENCES} == {*every_fact()} - {*every_fact(ShownFact)}


def test_a_sentence_names_fields_in_known_forms_for_all_persons_alike() -> None:
    """And where persons matter, their marks in the last one alone."""
    for fact, option in EVERY:
        kinds, texts = fact.kinds(), option if isinstance(option, By) else [option]
        named = [
            Counter((field, form) for _, field, form in parts(text) if field) for text in texts
        ]
        by_marks = [bool({*found} & SIDES) for found in named]
        assert by_marks == ([False, False, True] if isinstance(option, By) else [False]), option
        assert isinstance(option, str) or "side" in kinds
        fields = [{it: count for it, count in found.items() if it not in GIVEN} for found in named]
        assert all(found == fields[0] for found in fields), option
        for field, form in fields[0]:
            assert re.fullmatch(FORMS[kinds[field]], form), option


@pytest.mark.long
def test_sentences_are_for_all_and_only_the_fields_that_facts_have() -> None:
    """No sentence is written for nothing, and none is missing."""
    needed = defaultdict[tuple[str | By, ...], set[frozenset[str]]](set)
    for _game, fact in every_fact_met():
        needed[tuple(options(ENGLISH, fact))].add(frozenset(fact.said) - {"side"})
    assert {option for those in needed for option in those} == {option for _fact, option in EVERY}
    for those, names in needed.items():
        assert {names_in(option) for option in those} == names


def test_no_two_sentences_are_the_same() -> None:
    """Not even where fields of two facts look alike."""
    texts = Counter(
        re.sub(r"{(?!side|other)\w+", "{", text)
        for _fact, option in EVERY
        for text in (option if isinstance(option, By) else [option])
    )
    assert texts.most_common(1)[0][1] == 1, texts.most_common(5)


HOW = {
    Idea.LINE: "at once",
    Idea.FORK: "{} a fork",
    Idea.THREATS: "{} threat after threat",
    Idea.BLOCK: "{} a block",
    Idea.THREAT: "{} a threat",
    Idea.QUIET: "{} a quiet move",
}
NOUNS = {
    "tic-tac-toe": {"sets": "lines", "set": "line", "drawn": "9 marks, no line."},
    "square": {"sets": "squares", "set": "square", "drawn": "16 marks, no square."},
}


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
                noun = "square" if self.game == "square" else "line"
                return f"{self.counted(lines, 'in words')} {noun}{'s' * (len(lines) > 1)}"
            case FieldKind.LINES, tuple(lines), "all but one":
                return {"tic-tac-toe": "two", "square": "three"}[self.game]
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
            case FieldKind.SHARE, float(share), "of beginners":
                whole, _point, decimals = percent(share)[:-2].partition(".")
                return f"{int(whole + decimals):,} of {10 ** (2 + len(decimals)):,} beginners"
            case FieldKind.SHARE, float(share), _:
                return percent(share)
            case FieldKind.OPPONENT, str(key), _:
                return opponent_for(GAMES[self.game], key).name
            case ((FieldKind.NUMBER | FieldKind.CELLS | FieldKind.LINES), (int() | tuple()), _):
                return self.counted(self.value, form)
        raise AssertionError(f"{self} in the form {form}")

    def counted(self, value: int | tuple[object, ...], form: str) -> str:
        many = value if isinstance(value, int) else len(value)
        match form:
            case "in words":
                return ["one", "two", "three", "four", "five", "six"][many - 1]
            case "times":
                return {1: "once", 2: "twice"}.get(many, f"{many:,} times")
            case "soon":
                return "at once" if many == 1 else f"in {many} moves of both sides"
            case "within":
                return "at once" if many == 1 else f"in {many}"
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
            filled = text.format_map(fields | {"side": side, "other": side.other} | NOUNS[game])
            yield filled if filled[1].isdigit() else filled[0].upper() + filled[1:]


@pytest.mark.slow
def test_each_fact_is_told_in_its_room_with_its_fields_for_all_persons() -> None:
    for game, fact in every_fact_met():
        side = getattr(fact, "side", Mark.X)
        for person, (me, you) in enumerate([(side, side.other), (side.other, side), (None, None)]):
            sentence = Telling(GAMES[game], ENGLISH, me, you).sentence(fact)
            texts = [*written_again(game, fact, person)]
            assert sentence == next(text for text in texts if len(text) <= ROOM), texts
            assert not re.search(r"  |(?<!row )\b1 (?!is )\w+s\b", sentence), sentence


@pytest.mark.slow
@pytest.mark.parametrize("persons", [None, COMPUTER, PERSON], ids=["marks", "computer", "person"])
def test_an_explanation_tells_all_facts_in_turn_and_the_first_of_them_at_once(
    persons: Persons | None,
) -> None:
    for board in BOARDS[::6]:
        for move in study(position(board)).moves.values():
            for opponent in OPPONENTS.values():
                if opponent.plays(move.game):
                    me = move.mark.other if persons is PERSON else move.mark
                    expect_told(explain_move(move, opponent, persons), me if persons else None)


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
