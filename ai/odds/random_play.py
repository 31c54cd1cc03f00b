"""Play at random by both sides: the exact odds after every move.

Marks that hold no winning set held none before. A game is therefore still on after n plies if and
only if neither side's marks hold a winning set; the order of the moves does not matter. Random play
hands out the cells in every way with equal chance. This module counts, for each n, the ways in
which neither side has won; the drop from n to n + 1 is the share won with move n + 1.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb
from types import MappingProxyType

from ai.odds.arena import Odds
from ai.rules import Game, Mark, Position

WIDTH = 3  # bytes for a count: 16 cells go to two sides in up to 16!/(6! 5! 5!) = 2,018,016 ways
BITS = 8 * WIDTH
WON = 0xFF  # replaces the number of marks in sets that hold a winning set


def odds_after_moves(position: Position) -> Mapping[int, Odds]:
    """The exact odds, in fractions, after a mark on each empty cell and random moves by both sides;
    empty once the game is over.

    Meant for boards of at most sixteen cells.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> odds = odds_after_moves(parse(TIC_TAC_TOE, "XO. .X. ..O"))
    >>> print(odds[6].x_wins, odds[6].draws, odds[6].o_wins)
    3/4 1/6 1/12
    """
    if position.outcome:
        return MappingProxyType({})
    shares = _shares(position.game, position.mover, position.opponent)
    return MappingProxyType({cell: _odds(position.to_move, on) for cell, on in shares.items()})


def _odds(mover: Mark, on: tuple[Fraction, ...]) -> Odds:
    """The odds if *mover* makes the first move; *on* lists the shares, 0 to 1, of games that are
    still on after 0, 1, 2, … plies.
    """
    ended = [before - after for before, after in pairwise(on)]
    won = {mover: sum(ended[::2], Fraction(0)), mover.other: sum(ended[1::2], Fraction(0))}
    return Odds(won[Mark.X], on[-1], won[Mark.O])


def _shares(game: Game, mover: int, opponent: int) -> dict[int, tuple[Fraction, ...]]:
    """For each first move, the shares of games that are still on after 0, 1, 2, … plies."""
    cells = [cell for cell in game.cells if not (mover | opponent) >> cell & 1]
    empty = len(cells)
    shares = {cell: [Fraction(1)] for cell in cells}
    for plies, counted in sorted(_ways(game, mover, opponent, cells)):
        made = (plies + 1) // 2  # the mover's marks; the first is given
        every = comb(empty - 1, made - 1) * comb(empty - made, plies - made)
        for cell, ways in zip(cells, counted, strict=True):
            shares[cell].append(Fraction(ways, every))
    return {cell: tuple(on) for cell, on in shares.items()}


def _ways(
    game: Game, mover: int, opponent: int, cells: list[int]
) -> Iterator[tuple[int, list[int]]]:
    """For each number of plies, from 1, and for each of *cells* that the mover holds: the number of
    ways to mark *cells* in which neither side has won.

    Each set of *cells* has a field in one long integer, which counts all sets at once: bit n of the
    field's number stands for ``cells[n]``.
    """
    sets = [0]
    for cell in cells:
        sets += [marks | 1 << cell for marks in sets]
    won, empty = game.is_won, len(cells)
    mine = bytes([WON if won[mover | made] else made.bit_count() for made in sets])
    theirs = bytes([WON if won[opponent | made] else made.bit_count() for made in sets])
    lacking = [_fields_lacking(place, empty) for place in range(empty)]
    for replies in range(empty // 2 + 1):
        # For each field, the number of sets of so many replies that leave its cells empty: first
        # the sets that leave exactly these, then, cell by cell, also the sets that leave more.
        leaving = _fields(theirs[::-1], replies, 1)
        for place, fields in enumerate(lacking):
            leaving += leaving >> (BITS << place) & fields
        for made in (replies, replies + 1):
            if 0 < made <= empty - replies:
                ways = leaving & _fields(mine, made, (1 << BITS) - 1)
                yield made + replies, _with_each_cell(ways, empty)


def _fields(sizes: bytes, size: int, number: int) -> int:
    """*number* in the field of every set of this *size*, 0 in the others."""
    one = bytearray(256)
    one[size] = 1
    spread = bytearray(WIDTH * len(sizes))
    spread[::WIDTH] = sizes.translate(one)
    return int.from_bytes(spread, "little") * number


def _fields_lacking(place: int, cells: int) -> int:
    """Ones in the field of every set that lacks the cell at *place* (of 0 to *cells* - 1)."""
    run = WIDTH << place
    return int.from_bytes((b"\xff" * run + b"\0" * run) * (1 << cells - place - 1), "little")


def _with_each_cell(ways: int, cells: int) -> list[int]:
    """For each cell (of 0 to *cells* - 1) the sum of the fields of the sets that have it.

    Cell by cell, the upper half of the fields, whose sets have the last cell, is split off and
    added to the lower half. The sum of its fields is its remainder modulo a field of ones, since
    no sum is as large.
    """
    sums = []
    for place in reversed(range(cells)):
        above = ways >> (BITS << place)
        ways = (ways ^ above << (BITS << place)) + above
        sums.append(above % ((1 << BITS) - 1))
    return sums[::-1]
