"""Moves in text: column letter, then row number from the top: `b2`; a whole game: `b2a1c3`."""

import re
from collections.abc import Iterable
from enum import StrEnum

from ai.messages import N_, Refusal
from ai.rules.games import Game
from ai.rules.naming import SHAPE, is_square, known, shape_of


class NotationError(Refusal):
    """The text names no cell or no moves of the game."""


def parse_cell(game: Game, text: str) -> int:
    """The cell named *text*, from 0.

    :raises NotationError: if the board has no such cell.
    """
    if text in game.cell_names:
        return game.cell_names.index(text)
    raise NotationError(
        N_("%(game)s has no cell “%(text)s”, only a1 to %(last)s."),
        game=game.name,
        text=text,
        last=game.cell_names[-1],
    )


def game_text(game: Game, moves: Iterable[int], between: str = "") -> str:
    """The names of *moves*, in one word unless something stands *between*: `b2a1c3`."""
    names = game.cell_names
    return between.join(map(names.__getitem__, moves))


def parse_game(game: Game, text: str) -> tuple[int, ...]:
    """The cells that *text* names, in order; none for an empty text. It does not check the rules.

    :raises NotationError: if the text is anything but names of cells.
    """
    if not re.fullmatch(r"(?:[a-z][0-9]+)*", text):
        raise NotationError(
            N_("“%(text)s” is no game in one word of small letters, such as b2a1c3."),
            text=text,
        )
    return tuple(parse_cell(game, name) for name in re.findall(r"[a-z][0-9]+", text))


class Shape(StrEnum):
    """The shape of a winning set: a whole row or column, cells in a diagonal, the corners of a
    square.
    """

    ROW = "row"
    COLUMN = "column"
    DIAGONAL = "diagonal"
    SQUARE = "square"
    TILTED_SQUARE = "tilted square"


def winning_set_shape(game: Game, cells: Iterable[int]) -> tuple[str, str]:
    """The shape of a winning set, or the noun of any other, and its number or name within this
    shape: the number of a row, the letter of a column, else the cells.
    """
    ordered = sorted(cells)
    rows, columns = zip(*map(game.row_and_column, ordered), strict=True)
    names = game_text(game, ordered, " ")
    if len(set(rows)) == 1 and len(ordered) == game.columns:
        return Shape.ROW, names[1:].split()[0]
    if len(set(columns)) == 1 and len(ordered) == game.rows:
        return Shape.COLUMN, names[0]
    steps = {
        (b - a, d - c) for a, b, c, d in zip(rows, rows[1:], columns, columns[1:], strict=False)
    }
    if steps in ({(1, 1)}, {(1, -1)}):
        return Shape.DIAGONAL, names
    places = list(zip(rows, columns, strict=True))
    if is_square(places):
        upright = len(set(rows)) == len(set(columns)) == 2
        return Shape.SQUARE if upright else Shape.TILTED_SQUARE, names
    found = known(shape_of(places))
    return found.one if found else SHAPE[0], names


def winning_set_name(game: Game, cells: Iterable[int]) -> str:
    """The name of a winning set: `row 2`, `column b`, else its shape and its cells."""
    return " ".join(winning_set_shape(game, cells))
