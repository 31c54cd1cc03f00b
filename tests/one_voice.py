"""One sentence says a thing once, and briefly."""

import re
from collections.abc import Iterator
from functools import cache

from ai.explain import explain_move
from ai.facts.verdicts import better, in_game_terms, slip
from ai.opponents import OPPONENTS
from ai.pen.drawings import ideas_by_ear, ideas_diagram
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.persons import COMPUTER, PERSON, Persons
from ai.words.phrases import idea_in_a_word
from ai.words.told import (
    best_in_words,
    hint,
    hint_reason,
    verdict_in_words,
    what_it_does,
    why_so,
    wrong_try,
)
from tests.model import name
from tests.names_in_words import CELL, DRAWN, noun, nouns
from tests.reference import WINNING, Board, keeping, position

ROOM = 90

JARGON = r"(?i:\b(ply|plies|chains?|worth|open cells?|without a threat|let \w+ live)\b)"


@cache
def foreign_to(game: str) -> str:
    """A pattern of words for winning sets that no sentence on *game* has: those of other games."""
    own = {nouns(game)[0], *(noun(game, way) for way in WINNING[game])}
    others = {"line", "square", "shape", *DRAWN} - own
    letters = [it for it in sorted(others) if len(it) == 1]
    words = "|".join(it for it in sorted(others) if len(it) > 1)
    return rf"(?i:\b({words})(s|es)?\b)|\b[{''.join(letters)}](s\b| {CELL})"


def told_of_slip(move: JudgedMove, persons: Persons | None) -> str:
    """How *move*, which gave value away, did so."""
    return telling(move.game, move.mark, persons).sentence(slip(move))


def told_in_room(board: Board, persons: Persons | None) -> Iterator[str]:
    """Every text on *board* and its moves that stands in the room."""
    here = study(position(board))
    yield from (best_in_words(here, persons), hint(here.best, persons)[0])
    yield hint_reason(here.best, persons)
    for move in here.moves.values():
        yield verdict_in_words(move, persons)
        if move.value_lost:
            yield from (told_of_slip(move, persons), wrong_try(move, persons))


def told(board: Board, persons: Persons | None) -> Iterator[str]:
    """Every text on *board* and its moves."""
    here = study(position(board))
    yield from told_in_room(board, persons)
    yield why_so(here, persons)
    yield hint(here.best, persons)[1]
    for move in here.moves.values():
        words = telling(move.game, move.mark, persons)
        yield words.text((*in_game_terms(move), *better(move)))
        yield what_it_does(move, persons)


def drawn(board: Board) -> Iterator[str]:
    """Every text in and beside diagrams of *board*."""
    here = study(position(board))
    diagrams = [ideas_diagram(here)]
    for opponent in OPPONENTS.values():
        if opponent.plays(here.position.game):
            reason = explain_move(here.moves[here.decision(opponent).cells[0]], opponent)
            yield reason.text
            diagrams += reason.diagrams
    yield from ideas_by_ear(here).values()
    yield from (idea_in_a_word(move.game, move.idea) for move in here.moves.values())
    for diagram in diagrams:
        yield from (diagram.caption, diagram.name, diagram.remark, diagram.ring)
        yield from (cell.note for row in diagram.rows for cell in row)


def expect_one_voice(board: Board) -> None:
    """Every sentence is in a newcomer's words, and names persons as persons, sides as sides."""
    foreign = foreign_to(board.game)
    for text in drawn(board):
        assert not re.search(foreign, text), text
    for persons, of_others in ((None, r"\b(I|[Mm]e|[Yy]ou|[Mm]y)\b"), (PERSON, r"\b[XO]\b")):
        for text in filter(None, told(board, persons)):
            assert not re.search(rf"{JARGON}|{foreign}|{of_others}", text), text
            sentences = re.split(r"(?<=\.)\s", text)
            assert all(re.match(rf"[A-Z\d–]|{CELL}", sentence) for sentence in sentences), text


def expect_brief(board: Board) -> None:
    """Every text for the room fits there for all persons, a slip together with its move."""
    for persons in (None, PERSON, COMPUTER):
        for text in told_in_room(board, persons):
            assert 0 < len(text) <= ROOM, text
        for move in study(position(board)).moves.values():
            if move.value_lost:
                row = f"Turning point: move {move.number}, X's {move.name}. "
                assert len(row + told_of_slip(move, persons)) <= ROOM


def expect_answer_hidden(board: Board) -> None:
    """No verdict on a slip names a cell that would have kept the value."""
    kept = {name(board.game, cell) for cell in keeping(board)}
    for move in study(position(board)).moves.values():
        if move.value_lost:
            assert kept.isdisjoint(re.findall(CELL, verdict_in_words(move)))
            assert not re.search(CELL, told_of_slip(move, None))
