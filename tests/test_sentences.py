"""The table of sentences: each is for one fact, names its fields in known forms for all persons
alike, and each form says what it should.
"""

import re
from collections import Counter

from ai.facts.fact import FieldKind, every_fact
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark
from ai.study.study import Idea
from ai.words.phrasebook import By, parts
from ai.words.telling import Telling
from tests.claims.sentences import ENGLISH, every_sentence

EVERY = [*every_sentence()]
SIDES = {("side", ""), ("other", "")}
GIVEN = SIDES | {("sets", ""), ("set", ""), ("all", "")}
ROW, DIAGONAL = frozenset({3, 4, 5}), frozenset({0, 4, 8})
THREATS = ((4, ROW), (4, DIAGONAL), (8, DIAGONAL))
CHOICE = "cell|cells"

# The forms of a field of each kind, and of words to choose from, with what they say in 3×3.
FORMS: dict[tuple[FieldKind, str], list[tuple[object, str]]] = {
    (FieldKind.CELL, ""): [(0, "a1"), (5, "c2")],
    (FieldKind.CELLS, ""): [((4,), "b2"), ((0, 4), "a1 and b2"), ((0, 1, 8), "a1, b1 and c3")],
    (FieldKind.CELLS, "or"): [((0, 1, 8), "a1, b1 or c3")],
    (FieldKind.CELLS, "count"): [((0, 1, 8), "3")],
    (FieldKind.CELLS, "both"): [((0, 8), "Both"), ((0, 1, 8), "All 3")],
    (FieldKind.CELLS, CHOICE): [((0,), "cell"), ((0, 8), "cells")],
    (FieldKind.COURSE, ""): [((8, 0, 4), "c3, a1, b2")],
    (FieldKind.LINES, ""): [((ROW,), "row 2"), ((ROW, DIAGONAL), "diagonal a1 b2 c3 and row 2")],
    (FieldKind.LINES, "count"): [((ROW,), "one line"), ((ROW, DIAGONAL), "two lines")],
    (FieldKind.LINES, "all but one"): [((ROW,), "two")],
    (FieldKind.LINES, CHOICE): [((ROW,), "cell"), ((ROW, DIAGONAL), "cells")],
    (FieldKind.THREATS, ""): [
        (THREATS, "diagonal a1 b2 c3 on b2, diagonal a1 b2 c3 on c3 and row 2 on b2")
    ],
    (FieldKind.THREATS, "cells"): [(THREATS, "b2 and c3")],
    (FieldKind.THREATS, "count"): [(THREATS, "2")],
    (FieldKind.WEIGHTS, ""): [(((0, 2), (4, 1)), "a1 2 in 3 and b2 1 in 3")],
    (FieldKind.WEIGHTS, "count"): [(((0, 2), (4, 1)), "2")],
    (FieldKind.NUMBER, ""): [(1, "1"), (255168, "255,168")],
    (FieldKind.NUMBER, "in words"): [(1, "one"), (9, "nine"), (10, "10"), (1234, "1,234")],
    (FieldKind.NUMBER, "times"): [(1, "once"), (2, "twice"), (1200, "1,200 times")],
    (FieldKind.NUMBER, "soon"): [(2, "at once"), (3, "in 2 moves"), (4, "in 2 moves")],
    (FieldKind.NUMBER, "within"): [(5, "within 3 moves")],
    (FieldKind.NUMBER, CHOICE): [(1, "cell"), (2, "cells")],
    (FieldKind.VALUE, "loses|draws|wins"): [(-1, "loses"), (0, "draws"), (1, "wins")],
    (FieldKind.SHARE, ""): [(1 / 3, "33 %"), (0.004, "0.4 %")],
    (FieldKind.SHARE, "beginners slip"): [
        *((0.84, "84 of 100 beginners slip"), (0.004, "4 of 1,000 beginners slip")),
        (0.01, "1 of 100 beginners slips"),
    ],
    (FieldKind.SHARES, "first"): [((0.5, 0.4), "50 %"), ((0.123, 0.124), "12.3 %")],
    (FieldKind.SHARES, "second"): [((0.5, 0.4), "40 %")],
    (FieldKind.IDEA, "by"): [
        *((Idea.LINE, "at once"), (Idea.FORK, "by a fork"), (Idea.QUIET, "by a quiet move")),
        *((Idea.BLOCK, "by a move that also blocks"), (Idea.THREAT, "by a threat")),
    ],
    (FieldKind.IDEA, "to"): [(Idea.THREATS, "to threat after threat"), (Idea.LINE, "at once")],
    (FieldKind.OPPONENT, ""): [("chain", "Chain of rules")],
}


def test_each_form_of_a_field_says_what_it_should() -> None:
    telling = Telling(TIC_TAC_TOE, ENGLISH)
    for (kind, form), cases in FORMS.items():
        for value, text in cases:
            pieces = telling.pieces(f"so {{it:{form}}}", {"it": value}, {"it": kind})
            assert pieces == [("So ", ""), (text.replace(" %", "\N{NO-BREAK SPACE}%"), "it")]


def test_a_sentence_names_fields_in_these_forms_for_all_persons_alike() -> None:
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
            words = {1: CHOICE, 2: "loses|draws|wins"}.get(form.count("|"), form)
            assert (kinds[field], words) in FORMS, option
            if field in {"plies", "fewer"}:  # told in the winner's own moves
                assert form in {"soon", "within"}, option


def test_the_other_side_and_a_game_are_told_by_their_names() -> None:
    side, telling = {"side": FieldKind.SIDE}, Telling(SQUARE, ENGLISH)
    pieces = telling.pieces("{other}: {set}, {sets}: {all}", {"side": Mark.O}, side)
    assert "".join(it for it, _ in pieces) == "X: square, squares: 16"


def test_each_type_of_fact_has_a_name_of_its_own() -> None:
    """The class of each has it in one word: `MustBlock` is `must block`."""
    names = Counter(fact.name() for fact in every_fact())
    classes = {fact.__name__ for fact in every_fact()}
    assert {*names.values()} == {1}, names.most_common(3)
    assert all(it.title().replace(" ", "") in classes for it in names)


def test_no_two_sentences_are_the_same() -> None:
    """Not even where fields of two facts look alike."""
    texts = Counter(
        re.sub(r"{(?!side|other)\w+", "{", text)
        for _fact, option in EVERY
        for text in (option if isinstance(option, By) else [option])
    )
    assert texts.most_common(1)[0][1] == 1, texts.most_common(5)
