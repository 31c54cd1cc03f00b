"""Moves in text: column letter, then row number from the top: `b2`; a whole game: `b2a1c3`.

Capitals are read too, and white space and commas between moves: `B2, A1`.
"""

import re
from collections.abc import Iterable

from ai.messages import N_, Filled, Refusal
from ai.rules.definition import no_cell
from ai.rules.games import Game
from ai.rules.naming import SHAPE, is_square, known, shape_of


class NotationError(Refusal):
    """The text names no cell or no moves of the game."""


def parse_cell(game: Game, text: str) -> int:
    """The cell named *text*, from 0.

    :raises NotationError: if the board has no such cell.
    """
    if (name := text.strip().lower()) in game.cell_names:
        return game.cell_names.index(name)
    raise no_cell(NotationError, text, game.columns, game.rows)


def game_text(game: Game, moves: Iterable[int], between: str = "") -> str:
    """The names of *moves*, in one word unless something stands *between*: `b2a1c3`."""
    names = game.cell_names
    return between.join(map(names.__getitem__, moves))


def parse_game(game: Game, text: str) -> tuple[int, ...]:
    """The cells that *text* names, in order; none for an empty text. It does not check the rules.

    :raises NotationError: if the text is anything but names of cells.
    """
    if not re.fullmatch(r"[\s,]*(?:[a-zA-Z][0-9]+[\s,]*)*", text):
        raise NotationError(N_("“%(text)s” is no game such as b2a1c3."), text=text)
    return tuple(parse_cell(game, name) for name in re.findall(r"[a-zA-Z][0-9]+", text))


def winning_set_name(game: Game, cells: Iterable[int]) -> Filled:
    """The name of a winning set: `row 2`, `column b`, else its shape, or the noun of any other, and
    its cells.
    """
    ordered = sorted(cells)
    rows, columns = zip(*map(game.row_and_column, ordered), strict=True)
    names = game_text(game, ordered, " ")
    if len(set(rows)) == 1 and len(ordered) == game.columns:
        return Filled(N_("row %(which)s"), which=names[1:].split()[0])
    if len(set(columns)) == 1 and len(ordered) == game.rows:
        return Filled(N_("column %(which)s"), which=names[0])
    steps = {
        (b - a, d - c) for a, b, c, d in zip(rows, rows[1:], columns, columns[1:], strict=False)
    }
    if steps in ({(1, 1)}, {(1, -1)}):
        return Filled(N_("diagonal %(which)s"), which=names)
    places = list(zip(rows, columns, strict=True))
    if is_square(places) and len(set(rows)) > 2:
        return Filled(N_("tilted square %(which)s"), which=names)
    found = known(shape_of(places))
    return Filled(found.which if found else SHAPE[1], which=names)
