"""How long a win takes: in sentences always the winner's own moves, by another solver."""

import re
from collections.abc import Iterator
from itertools import chain

from ai.explain import explain_move
from ai.facts.verdicts import better
from ai.opponents import OPPONENTS
from ai.study.study import study
from ai.words.languages import telling
from ai.words.persons import PERSON, Persons
from ai.words.told import best_in_words, hint, verdict_in_words, what_it_does, why_so
from ai.words.values import exact_in_words, outlook
from tests.model import cell
from tests.reference import Board, after, in_words, position, soon, worths
from tests.samples import ACTIVE_CLASSES, at_random

BOARDS = (
    *ACTIVE_CLASSES[::5],
    *at_random("square", range(2, 11), 30, seed=19),
    *at_random("3x3-a1b1c2", range(2, 9), 30, seed=19),
)
SOON = r"(at once|in \d+ moves)"
CELLS = r"((?:[a-h]\d(?:, | and )?)+)"
OF_MOVE = rf"(?:^Wins|only win,|fastest win,|fastest wins,|this one|only win:) {SOON}"
OF_POSITION = rf"(?:[XO] wins|cells win|cell loses|last:) {SOON}"


def texts(board: Board, persons: Persons | None) -> Iterator[tuple[int, str]]:
    """Every text on a move of *board*, with its cell; those on the board are on its best one."""
    here = study(position(board))
    best = here.best
    for text in (best_in_words(here, persons), why_so(here, persons), *hint(best, persons)):
        yield best.cell, text
    yield best.cell, explain_move(best, OPPONENTS["unbeatable"], persons).text
    for move in here.moves.values():
        yield move.cell, verdict_in_words(move, persons)
        yield move.cell, what_it_does(move, persons)
        yield move.cell, telling(move.game, move.mark, persons).text(better(move))
        yield move.cell, outlook(move.exact, move.mark)


def lengths(board: Board, at: int, text: str) -> Iterator[tuple[str, int | None]]:
    """Each length that *text* on the move *at* tells, and the plies that it stands for."""
    exact, game = worths(board), board.game
    replies = rf"After ([a-h]\d): ([a-h]\d) wins {SOON}\."
    for reply, answer, told in re.findall(replies, text):
        left = after(after(board, at), cell(game, reply))
        yield told, worths(left)[cell(game, answer)][1]
    text = re.sub(replies, "", text)
    for named, told in re.findall(rf"\b{CELLS} wins? {SOON}", text):
        yield from ((told, exact[cell(game, it)][1]) for it in re.findall(r"[a-h]\d", named))
    for told in re.findall(OF_MOVE, text):
        yield told, exact[at][1]
    for told in re.findall(OF_POSITION, text):
        yield told, exact[at][1]
    counted = re.sub(f"{CELLS} wins? {SOON}|{OF_MOVE}|{OF_POSITION}", "", text)
    assert not re.search(r"\d+ moves (?!draw|lose|end)|\bin \d|both sides", counted + " "), text


def test_every_sentence_counts_the_moves_of_the_winner() -> None:
    told = list[str]()
    for board in BOARDS:
        for at, text in chain.from_iterable(texts(board, it) for it in (None, PERSON)):
            for length, plies in lengths(board, at, text):
                assert plies, (board, text)
                assert length == soon(plies), (board, text)
                told.append(length)
        for at, move in study(position(board)).moves.items():
            assert exact_in_words(move.exact) == in_words(worths(board)[at])
    assert {"at once", "in 2 moves", "in 3 moves", "in 4 moves"} <= {*told}
