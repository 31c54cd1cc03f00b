"""The laws of words, over all facts on many positions: a sentence names all and only what its fact
has, fits into its room for whoever speaks, and is no other fact's.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from ai.explain import explain_move
from ai.facts.fact import Fact, every_fact
from ai.facts.shown import ShownFact
from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from ai.study.study import study
from ai.words.english import ENGLISH, SENTENCES
from ai.words.persons import COMPUTER, PERSON, Persons
from ai.words.telling import By, Per, Said, names_in, options, parts
from tests.effects_again import KEEPS
from tests.reason_cases import NOTHING_LIVE
from tests.reference import Board, after, position
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won, to_the_end
from tests.told_again import (
    FORMS,
    expect_sentences,
    expect_told,
    facts_on,
    facts_on_games,
)

pytestmark = pytest.mark.usefixtures("leave_garbage")
ALL_ALIKE = Board("square", "O..X.O.X.XXO.XOO", "X")  # all draws, and a beginner may lose
STRONG_CELL = Board("square", "X..XO..O.O......", "X")  # to take one fails too
THREE_MARKS = Board("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO.", "X")
WON = far_from_won(9, 9)
LOST = [after(board, study(position(board)).best_cells[0]) for board in WON]
BOARDS = [
    *ACTIVE_CLASSES,
    *(NOTHING_LIVE, KEEPS, ALL_ALIKE, STRONG_CELL, THREE_MARKS),
    *WON,
    *LOST,
    *at_random("square", range(1, 17), count=80, seed=6),
]


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


@pytest.mark.slow
def test_each_fact_is_told_in_its_room_with_its_fields_for_all_persons() -> None:
    for game, fact in every_fact_met():
        expect_sentences(game, fact)


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
