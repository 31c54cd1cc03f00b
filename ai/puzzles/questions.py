"""Questions about positions, found by a fixed rule as other puzzles are."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from math import comb

from ai.exact.value import Value
from ai.puzzles.answers import WINNERS, game_to_x
from ai.puzzles.puzzle import FEW, Puzzle, Theme, reflex, right_cells
from ai.rules import Game, Position
from ai.study.review import review
from ai.study.study import Study, study

ASKED = 12
"""The most questions of one theme and result that are found."""
GAMES_TRIED = 1000
SHORTEST = 5  # moves of such a game


def question(theme: Theme, here: Study, moves: tuple[int, ...] = ()) -> Puzzle:
    """The question *theme* about the position of *here*, or about the *moves* that led there. Its
    number is 0.

    A guess says who wins as a game of random moves from there would end; it picks the right number
    of cells, or any move of the game.
    """
    game, plies = here.position.game, None
    match theme:
        case Theme.ALL:
            right, plies = right_cells(here), here.exact.distance
            luck = Fraction(1, comb(len(here.moves), len(right)))
        case Theme.WHO:
            right = ([*WINNERS.values()].index(here.exact.value),)
            ends = [(odds.x_wins, odds.draws, odds.o_wins)[right[0]] for odds in here.odds.values()]
            luck = Fraction(sum(ends)) / len(ends)
        case _:
            last = review(game_to_x(game, moves)).turn
            assert last
            right, luck = (last.cell,), Fraction(1, len(moves))
    return Puzzle(0, game, here.position.rows, right, plies, theme, float(1 - luck), {}, moves)


def questions(game: Game, positions: Iterable[Position]) -> Iterator[Puzzle]:
    """The questions about *positions*, each with X to move, and about games of novices. No theme
    has more than :data:`ASKED` of the same result.
    """
    asked = Counter[tuple[Theme, Value]]()
    for position in positions:
        here = Study(position)
        for theme in (Theme.ALL, Theme.WHO):
            if asked[theme, here.exact.value] < ASKED and is_fit(theme, here):
                asked[theme, here.exact.value] += 1
                yield question(theme, here)
    ends = set[tuple[int, int]]()
    for number in range(GAMES_TRIED):
        moves = novices_game(game, number)
        record = game_to_x(game, moves)
        here, masks = study(record.position), record.position.canonical
        kind = Theme.MISTAKE, here.exact.value
        is_wanted = masks not in ends and asked[kind] < ASKED
        if is_wanted and len(moves) >= SHORTEST and review(record).turn:
            asked[kind] += 1
            ends.add(masks)
            yield question(Theme.MISTAKE, here, moves)


def is_fit(theme: Theme, here: Study) -> bool:
    """Whether *theme* suits the position of *here*. The question for all cells needs several right
    ones, but few, and none that the reflex finds. The question who wins needs an answer that nobody
    sees at once, and a guess that fails in a third of all cases or more.
    """
    exact = here.exact
    if theme is Theme.WHO:
        if exact.distance in {1, 2}:
            return False
        return 3 * question(theme, here).difficulty >= 1
    right = 0 if exact.value is Value.LOSS or reflex(here.position) else len(right_cells(here))
    return right > 1 and FEW * right <= len(here.moves)


def novices_game(game: Game, number: int) -> tuple[int, ...]:
    """The moves of a game of two novices, up to a line that one of them is about to complete. They
    know the reflex; else a hash of *number* picks their cells.
    """
    position, picks = Position(game), blake2b(f"{game.key} {number}".encode()).digest()
    moves: list[int] = []
    while not position.outcome:
        exact = study(position).exact
        if exact.distance == 1 or (exact.distance == 2 and picks[-1] % 2):
            break
        cells = reflex(position) or position.empty_cells
        moves.append(cells[picks[len(moves)] % len(cells)])
        position = position.play(moves[-1])
    return tuple(moves) if not position.outcome else ()
