"""Play at random by both sides: the exact odds after every move.

What holds no winning set held none before. So a game is still on after some plies just if neither
side's marks hold one then, in whichever order they were made; and at random every way to hand out
the cells is as likely as another. Counted are, for each number of plies, the ways in which neither
side has won: the share that is lost from one number to the next is won by who moved.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from types import MappingProxyType

from ai.arena import Odds
from ai.games import Game
from ai.position import Mark, Position

WIDTH = 3  # bytes for a count: 16 cells go to two sides in up to 16!/(6! 5! 5!) = 2,018,016 ways
BITS = 8 * WIDTH
WON = 0xFF  # stands where the number of marks would, for those that hold a winning set


def odds_after_moves(position: Position) -> Mapping[int, Odds]:
    """The exact odds, in fractions, after marking each empty cell, if both sides move at random
    from then on; none once the game is over.

    Meant for boards of at most sixteen cells.

    >>> from ai.games import TIC_TAC_TOE
    >>> from ai.position import parse
    >>> odds = odds_after_moves(parse(TIC_TAC_TOE, "XO. .X. ..O"))
    >>> print(odds[6].x_wins, odds[6].draws, odds[6].o_wins)
    3/4 1/6 1/12
    """
    if position.outcome:
        return MappingProxyType({})
    shares = _shares(position.game, position.mover, position.opponent)
    return MappingProxyType({cell: _odds(position.to_move, on) for cell, on in shares.items()})


def _odds(mover: Mark, on: tuple[Fraction, ...]) -> Odds:
    """The odds where *mover* makes the first move and every other one, *on* being the share of
    games that are on after no ply, after one, and so on to the last.
    """
    ended = [before - after for before, after in pairwise(on)]
    won = {mover: sum(ended[::2], Fraction(0)), mover.other: sum(ended[1::2], Fraction(0))}
    return Odds(won[Mark.X], on[-1], won[Mark.O])


# What is in cache holds for whichever side is to move.
@lru_cache(maxsize=1024)
def _shares(game: Game, mover: int, opponent: int) -> dict[int, tuple[Fraction, ...]]:
    """For each first move of the mover the share of games that are on after no ply, and so on."""
    cells = [cell for cell in game.cells if not (mover | opponent) >> cell & 1]
    empty = len(cells)
    shares = {cell: [Fraction(1)] for cell in cells}
    for plies, counted in sorted(_ways(game, mover, opponent, cells)):
        made = (plies + 1) // 2  # by the mover, the first of them settled
        every = comb(empty - 1, made - 1) * comb(empty - made, plies - made)
        for cell, ways in zip(cells, counted, strict=True):
            shares[cell].append(Fraction(ways, every))
    return {cell: tuple(on) for cell, on in shares.items()}


def _ways(
    game: Game, mover: int, opponent: int, cells: list[int]
) -> Iterator[tuple[int, list[int]]]:
    """For each number of plies, from 1: in how many ways the sides can have marked *cells* and
    neither has won, by the cell that is among the mover's.

    Each set of *cells* has a field in one long integer, so that all are counted at once: bit n of
    the field's number stands for ``cells[n]``.
    """
    sets = [0]
    for cell in cells:
        sets += [marks | 1 << cell for marks in sets]
    won, empty = game.is_won, len(cells)
    mine = bytes([WON if won[mover | made] else made.bit_count() for made in sets])
    theirs = bytes([WON if won[opponent | made] else made.bit_count() for made in sets])
    lacking = [_fields_lacking(place, empty) for place in range(empty)]
    for replies in range(empty // 2 + 1):
        # How many sets of so many replies leave a field's cells empty: at first those that leave
        # just these, which then pass on to the field of all but one of them, cell by cell.
        leaving = _fields(theirs[::-1], replies, 1)
        for place, fields in enumerate(lacking):
            leaving += leaving >> (BITS << place) & fields
        for made in (replies, replies + 1):
            if 0 < made <= empty - replies:
                ways = leaving & _fields(mine, made, (1 << BITS) - 1)
                yield made + replies, _with_each_cell(ways, empty)


def _fields(sizes: bytes, size: int, number: int) -> int:
    """*number* in the field of every set that has that *size*, 0 in the others."""
    chosen = sizes.translate(bytes(marks == size for marks in range(256)))
    spread = bytearray(WIDTH * len(sizes))
    spread[::WIDTH] = chosen
    return int.from_bytes(spread, "little") * number


def _fields_lacking(place: int, cells: int) -> int:
    """All ones in the field of every set of so many *cells* that lacks the one at *place*."""
    run = WIDTH << place
    return int.from_bytes((b"\xff" * run + b"\0" * run) * (1 << cells - place - 1), "little")


def _with_each_cell(ways: int, cells: int) -> list[int]:
    """For each of so many *cells* the sum of the fields whose sets have it.

    The fields are folded in the middle, cell by cell: all that have the last one stand above it.
    The sum of what is folded off is what is left when it is divided by a field of ones, for no sum
    is as large.
    """
    sums = []
    for place in reversed(range(cells)):
        above = ways >> (BITS << place)
        ways = (ways ^ above << (BITS << place)) + above
        sums.append(above % ((1 << BITS) - 1))
    return sums[::-1]
