"""One voice: the words on moves are brief, hide the answer of a retry, and name persons alike."""

import re
from collections.abc import Iterator

import pytest

from ai.explain import explain_move
from ai.explain.advice import best_in_words, hint, hint_more
from ai.explain.annotation import annotation, in_game_terms, slip, verdict, verdict_more, wrong_try
from ai.explain.persons import COMPUTER, FIRST, PERSON, SECOND, Person, Persons
from ai.explain.phrases import idea_in_a_word
from ai.explain.position import ideas_by_ear, ideas_diagram, why_so
from ai.explain.values import outlook
from ai.explain.wins import what_it_does
from ai.opponents import OPPONENTS
from ai.rules.position import Mark
from ai.study.study import study
from tests.model import name
from tests.reference import (
    Board,
    after,
    completing,
    keeping,
    moves,
    other,
    position,
    result,
    worths,
)
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won
from webapp.board.board import Stage

ROOM = 90
CELL = r"\b[a-d][1-4]\b"

# A letter for each form. No other text holds them, and all are in lower case.
MOVER, OTHER = Person(*"αβγδ"), Person(*"εζηθ")
LETTERS = Persons(MOVER, OTHER)


def told(board: Board, persons: Persons | None) -> Iterator[str]:
    """Every text on *board* and its moves."""
    here = study(position(board))
    yield why_so(here, persons)
    yield best_in_words(here, persons)
    for move in here.moves.values():
        yield from (annotation(move, persons), verdict(move, persons), verdict_more(move, persons))
        yield from (slip(move, persons), wrong_try(move, persons), in_game_terms(move, persons))
        yield " ".join(what_it_does(move, persons))
    yield hint(here.best, persons)
    yield hint_more(here.best, persons)


# No sentence on one game names the winning sets of the other.
OF_THE_OTHER_GAME = {"tic-tac-toe": r"(?i)\bsquares?\b", "square": r"(?i)\blines?\b"}


def shown(board: Board) -> Iterator[str]:
    """Every text on *board*, those in and beside diagrams included."""
    here = study(position(board))
    reasons = [
        explain_move(here.moves[here.decision(opponent).cells[0]], opponent)
        for opponent in OPPONENTS.values()
        if opponent.plays(here.position.game)
    ]
    yield from told(board, None)
    yield from ideas_by_ear(here).values()
    yield from (idea_in_a_word(move.game, move.idea) for move in here.moves.values())
    yield from (reason.text for reason in reasons)
    for diagram in (ideas_diagram(here), *(it for reason in reasons for it in reason.diagrams)):
        yield from (diagram.caption, diagram.name, diagram.remark, diagram.ring)
        yield from (cell.note for row in diagram.rows for cell in row)


def expect_own_shapes(board: Board) -> None:
    """Square has squares, and 3 by 3 has lines."""
    for text in shown(board):
        assert not re.search(OF_THE_OTHER_GAME[board.game], text), text


def with_forms(text: str, persons: Persons) -> str:
    """*text* with the forms of *persons* for its letters, capitals for capitals."""
    forms = dict(zip((*MOVER, *OTHER), (*persons.mover, *persons.other), strict=True))
    capitals = {letter.upper(): form[0].upper() + form[1:] for letter, form in forms.items()}
    every = forms | capitals
    return re.sub(f"[{''.join(every)}]", lambda found: every[found[0]], text)


JARGON = (
    r"(?i)\b(ply|plies|chains?|worth|open cells?|without a threat|threatens nothing|let \w+ live)\b"
)


def expect_one_voice(board: Board) -> None:
    """Every sentence is one template in a newcomer's words, filled with marks, or with I and you
    for either side. A shorter one may take its place where the longer one has no room.
    """
    marks = Persons.marks(Mark(board.mover))
    templates = [*told(board, LETTERS)]
    for persons in (None, marks, PERSON, COMPUTER):
        for text, template in zip(told(board, persons), templates, strict=True):
            filled = with_forms(template, persons or marks)
            assert text == filled or len(filled) >= ROOM > len(text)
            assert not re.search(JARGON, text), text
            if persons in {PERSON, COMPUTER}:
                assert not re.search(r"\b[XO]\b", text)
            first, *others = re.split(r"(?<=\.) ", text)
            sentences = [first, *others] if text.endswith(".") else others
            assert all(re.match(rf"[A-Z\d]|{CELL}", sentence) for sentence in sentences)


def expect_brief(board: Board) -> None:
    """Every text for the room fits into it for all persons, a slip together with its move."""
    here = study(position(board))
    for persons in (None, PERSON, COMPUTER):
        for move in here.moves.values():
            row = f"Turning point: move {move.number}, X's {move.name}: {slip(move, persons)}."
            assert len(row) <= ROOM
            assert len(verdict(move, persons)) <= ROOM
            assert len(wrong_try(move, persons)) <= ROOM
        assert len(hint(here.best, persons)) <= ROOM
        assert len(best_in_words(here, persons)) <= ROOM


def expect_answer_hidden(board: Board) -> None:
    """No text that a retry shows names a cell that would have kept the value."""
    here, kept = study(position(board)), {name(board.game, cell) for cell in keeping(board)}
    for cell, (value, _) in worths(board).items():
        if cell in keeping(board):
            continue
        move = here.moves[cell]
        assert kept.isdisjoint(re.findall(CELL, verdict(move)))
        assert kept.isdisjoint(re.findall(CELL, wrong_try(move)))
        assert not re.search(CELL, slip(move))
        assert value < 1


# Two positions of a game: a move, and what can follow it.

OWNER = r"(?:for|beginner as) ([XO])\b|([XO])'s place"


def of_move(board: Board, cell: int) -> Iterator[str]:
    """The texts on the move, or on all of the best moves if it is one of these."""
    here = study(position(board))
    move, unbeatable = here.moves[cell], OPPONENTS["unbeatable"]
    label = Stage(here.position, values=(*here.worths.items(),)).cell(cell).label
    yield f"{annotation(move)} {label}."
    if cell in here.best_cells:
        yield f"{hint(move)} {best_in_words(here)} {explain_move(move, unbeatable).text}"


def losers(board: Board, *texts: str) -> tuple[set[str], set[str]]:
    """The sides that *texts* say may lose, and those that they say never do, against perfect play.
    A sentence on beginners and on hard draws that names no side speaks of both.
    """
    may, never = set[str](), set[str]()
    told = " ".join(texts).replace("on the other side", f"in {other(board.mover)}'s place")
    told = re.sub(
        r"would lose [^,]+, here", "would lose", told
    )  # the first figure is a better move's
    for said in re.split(r"(?<=[.;]) ", told):
        if re.search(r"beginner|\b[Nn]o draw is hard\b", said):
            sides = {a or b for a, b in re.findall(OWNER, said)} or {"X", "O"}
            (may if re.search(r"(?<!\d)(?!0\s)[\d.]+\s%", said) else never).update(sides)
        if re.search(r"Of \d+ moves \d+ lose|keeps? the draw: the others lose", said):
            may.add(board.mover)
        if found := re.search(r"(Neither|Nobody|\b[XO]\b).* can(?:'t)? .* any more", said):
            never |= {other(found[1])} if found[1] in {"X", "O"} else {"X", "O"}
    return may, never


def outcome_told(board: Board) -> tuple[str | None, int]:
    """The winner and the plies to the end, 0 if not told, by the sentence on the best moves."""
    told = best_in_words(study(position(board))).partition(" would give ")[0]
    found = re.search(r"(wins?|loses)(?: (at once)| in (\d+))?(?=[ .;])", told)
    if not found or "draw" in told:
        return None, 0
    winner = board.mover if found[1].startswith("win") else other(board.mover)
    return winner, int(found[3] or bool(found[2]))


def expect_agreement(board: Board, cell: int) -> None:
    """Nothing that is said of a move is denied by what is said of the position after it: who may
    still lose, who wins and how soon, and where a threat stands.
    """
    move, left = study(position(board)).moves[cell], after(board, cell)
    if result(left) is not None:
        return
    after_it = [text for reply in moves(left) for text in of_move(left, reply)]
    may, never = losers(board, *of_move(board, cell))
    may_then, never_then = losers(left, *after_it, why_so(study(position(left))))
    assert not never & may_then, (board, cell)
    assert not may & never_then, (board, cell)
    assert may | never <= {left.mover}, (board, cell)
    assert not losers(board, why_so(move.before))[1] & (may | may_then), (board, cell)
    found = re.fullmatch(r"a draw|([XO]) (wins|loses) in (\d+)", outlook(move.exact, move.mark))
    assert found
    winner, plies = outcome_told(left)
    if len(moves(left)) > 1:
        assert winner == (found[1] if found[2] != "loses" else other(found[1]))
        assert plies in {0, int(found[3] or 1) - 1}
    told = " ".join(what_it_does(move))
    blocks = rf"^(?:It (?:blocks|stops|puts off) [^.]+\. )*(?:It forks: )?{left.mover} "
    if found := re.search(rf"{blocks}(?:must block .+? on ({CELL})|can't block (.+) with)", told):
        cells = {found[1]} if found[1] else {*re.findall(rf"on ({CELL})", found[2])}
        assert cells == {name(board.game, at) for at in completing(left, board.mover)}
    elif "It is quiet" in told:
        assert not completing(left, board.mover)


@pytest.mark.slow
def test_no_sentence_on_a_move_is_denied_after_it() -> None:
    for board in (*ACTIVE_CLASSES, *at_random("square", range(1, 14), 80, seed=8)):
        for cell in moves(board):
            expect_agreement(board, cell)


@pytest.mark.slow
def test_every_word_on_3x3_is_brief_and_hides_the_answer_and_names_persons_alike() -> None:
    for board in ACTIVE_CLASSES:
        expect_one_voice(board)
        expect_brief(board)
        expect_answer_hidden(board)
        expect_own_shapes(board)


@pytest.mark.slow
def test_every_word_on_square_is_brief_and_hides_the_answer() -> None:
    for board in at_random("square", range(1, 17), 3_000, seed=6):
        expect_brief(board)
        expect_answer_hidden(board)


@pytest.mark.slow
def test_every_word_on_square_names_persons_alike() -> None:
    for board in at_random("square", range(1, 13), 60, seed=7) + far_from_won(6, 10):
        expect_one_voice(board)
        expect_own_shapes(board)


def test_persons_are_two() -> None:
    """I and you, never the same of both sides."""
    assert {*PERSON} == {*COMPUTER} == {FIRST, SECOND}
    assert PERSON.mover == SECOND
