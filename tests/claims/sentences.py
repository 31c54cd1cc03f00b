"""The sentences on facts: all facts on a board or a game, and what every text on them keeps to."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, chain

from ai.explain import explain_move
from ai.facts import best as b
from ai.facts import positions as p
from ai.facts import reasons as r
from ai.facts import verdicts as v
from ai.facts.effects import effects, in_brief
from ai.facts.endings import ending
from ai.facts.fact import Fact
from ai.facts.looks import look
from ai.facts.story import story
from ai.language import language_for
from ai.opponents import OPPONENTS, opponent_for
from ai.pen.drawings import ideas_by_ear, ideas_diagram
from ai.rules.games import game_for
from ai.rules.position import Mark
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.persons import COMPUTER, PERSON, Persons
from ai.words.phrasebook import By, alternatives, phrasebook
from ai.words.phrases import idea_in_a_word
from ai.words.telling import ROOM, Telling, names_in, options_for, sentences
from ai.words.told import (
    best_in_words,
    hint,
    hint_reason,
    verdict_in_words,
    what_it_does,
    why_so,
    wrong_try,
)
from ai.words.values import figures, outlook
from tests.claims.games import record_of
from tests.model import name
from tests.names_in_words import CELL, DRAWN, is_percentage, noun, nouns
from tests.reference import WINNING, Board, chances, keeping, other, perfect, position, soon, worths

ENGLISH = phrasebook(language_for("en"))
OF_DEPTHS = [f"medium:depth={depth}" for depth in (1, 3, 4)]


# All facts.


def facts_on(board: Board) -> Iterator[Fact]:
    """All facts on *board* and its moves, those on what follows from others too."""
    here = study(position(board))
    opponents = [*OPPONENTS.values()]
    opponents += [opponent_for(here.position.game, key) for key in OF_DEPTHS]
    yield from told_with((*b.best(here), *p.why(here)))
    yield look(here.best).fact
    yield look(here.winner).fact
    for move in here.moves.values():
        yield from told_with((*effects(move), *v.verdict(move), *v.better(move)))
        yield from told_with(v.in_game_terms(move))
        if move.value_lost:
            yield from (*v.refusal(move), v.slip(move))
            for reply in move.after.moves.values():
                yield v.slip(move, reply)
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


def facts_on_game(boards: list[Board]) -> Iterator[Fact]:
    """All facts on the game through *boards*, for all players, and from later starts."""
    for later in (boards, boards[-3:], boards[-1:]):
        record = record_of(later)
        for you in (None, *Mark):
            for again in (False, True):
                yield from ending(record, you, again=again)
            for stop in story(record, you):
                yield from stop.facts


# A sentence on a fact.


def every_sentence() -> Iterator[tuple[type[Fact], str | By]]:
    """All sentences of the table, with their facts."""

    for fact, said in ENGLISH.sentences.items():
        yield from ((fact, it) for it in alternatives(said))


def expect_sentence(game: str, fact: Fact) -> None:
    """*fact* is told with all its fields, for each person, in the first sentence with room."""
    side = getattr(fact, "side", Mark.X)
    whole = [it for it in options_for(ENGLISH, fact) if names_in(it) == fact.said.keys() - {"side"}]
    for me, you in ((side, side.other), (side.other, side), (None, None)):
        telling = Telling(game_for(game), ENGLISH, me, you)
        texts, sentence = sentences(telling, fact), telling.sentence(fact)
        assert len(texts) == len(whole) > 0
        assert sentence == next((text for text in texts if len(text) <= ROOM), None), texts
        assert not re.search(r"  |[{}]|(?<!row )\b1 (?!is )\w+s\b", sentence), sentence
        for at in (getattr(fact, field) for field, kind in fact.kinds().items() if field == "cell"):
            assert at is None or name(game, at) in sentence


def expect_sentences(board: Board) -> None:
    """Every fact on *board* and its moves has its sentences."""
    for fact in {*facts_on(board)}:
        expect_sentence(board.game, fact)


def expect_told(board: Board, key: str) -> None:
    """An explanation tells all facts of the reason in turn, each in one of its sentences; as many
    as there is room for are told at once.
    """
    opponent = opponent_for(game_for(board.game), key)
    for move in study(position(board)).moves.values():
        for persons in (None, COMPUTER, PERSON):
            told = explain_move(move, opponent, persons)
            facts, left, found = told.reason.facts, told.text, list[str]()
            for fact in told_with((*facts, *told.reason.others)):
                texts = sentences(told.telling, fact)
                found.append(next(text for text in texts if left.startswith(text)))
                left = left.removeprefix(found[-1]).lstrip(" \n–")
            assert not left
            first = accumulate(found[: len(facts)], "{} {}".format)
            assert told.short == [text for text in first if len(text) <= ROOM][-1]


# Hints and figures.


def expect_hint(board: Board) -> None:
    """The hint at each best move tells why Unbeatable would play it, if there is room."""
    for at in perfect(board):
        move = study(position(board)).moves[at]
        text, more = hint(move)
        reason = explain_move(move, OPPONENTS["unbeatable"])
        assert len(text) <= ROOM
        assert text.startswith(f"Hint: {move.name}.")
        for fact in (it for it in reason.reason.facts if it not in r.made(move)):
            assert any(one in f"{text} {more}" for one in sentences(reason.telling, fact))


def expect_figures(board: Board) -> None:
    """The board's figures are the difficulties of draws, and alike only if these are equal. If a
    move wins there are none.
    """
    drawn, shown = chances(board), figures(study(position(board)).worths)
    wins = any(value > 0 for value, _plies in worths(board).values())
    assert {*shown} == (set() if wins else {*drawn})
    assert len({*shown.values()}) == len({drawn[at] for at in shown})
    for at, figure in shown.items():
        assert is_percentage(f"{figure}\N{NO-BREAK SPACE}%", drawn[at])


# One voice: brief, in a newcomer's words, and once.

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
    return telling(move.game, move.mark, persons).sentence(v.slip(move))


def in_room(board: Board, persons: Persons | None) -> Iterator[str]:
    """Every text on *board* and its moves that stands in the room."""
    here = study(position(board))
    yield from (best_in_words(here, persons), hint(here.best, persons)[0])
    yield hint_reason(here.best, persons)
    for move in here.moves.values():
        yield verdict_in_words(move, persons)
        if move.value_lost:
            yield from (told_of_slip(move, persons), wrong_try(move, persons))


def at_length(board: Board, persons: Persons | None) -> Iterator[str]:
    """Every other text on *board* and its moves."""
    here = study(position(board))
    yield from (why_so(here, persons), hint(here.best, persons)[1])
    for move in here.moves.values():
        words = telling(move.game, move.mark, persons)
        yield words.text((*v.in_game_terms(move), *v.better(move)))
        yield what_it_does(move, persons)


def in_diagrams(board: Board) -> Iterator[str]:
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
    """Every text is in a newcomer's words, and names persons as persons, sides as sides. Those for
    the room fit there, a slip together with its move. No verdict on a slip names a cell that would
    have kept the value.
    """
    here, foreign = study(position(board)), foreign_to(board.game)
    kept = {name(board.game, at) for at in keeping(board)}
    for text in in_diagrams(board):
        assert not re.search(foreign, text), text
    for persons, of_others in ((None, r"\b(I|[Mm]e|[Yy]ou|[Mm]y)\b"), (PERSON, r"\b[XO]\b")):
        brief = [*in_room(board, persons)]
        for text in (*brief, *at_length(board, persons)):
            assert not re.search(rf"{JARGON}|{foreign}|{of_others}", text), text
            starts = rf"[A-Z\d–]|{CELL}|$"
            assert all(re.match(starts, it) for it in re.split(r"(?<=\.)\s", text)), text
        assert all(0 < len(text) <= ROOM for text in brief)
    for move in here.moves.values():
        value, plies = worths(board)[move.cell]
        winner = board.mover if value > 0 else other(board.mover)
        told = f"{winner} wins {soon(plies)}" if plies else "a draw"
        assert outlook(move.exact, move.mark) == told
        for persons in (None, PERSON, COMPUTER) if move.value_lost else ():
            told, row = told_of_slip(move, persons), f"Turning point: move {move.number}, X's a1. "
            verdict = verdict_in_words(move, persons)
            assert max(len(row + told), len(verdict)) <= ROOM
            assert kept.isdisjoint(re.findall(CELL, verdict))
            assert not re.search(CELL, told)
