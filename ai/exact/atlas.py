"""The atlas: small shapes on small boards, each game solved once and stored.

The shapes are all ways to join 2 to 5 cells by their sides, and the straight lines of 2 to 4 whose
diagonals win, too.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated, Literal, TypedDict

from ai.messages import N_
from ai.rules import NAMED, Game
from ai.rules.definition import Definition, DefinitionError

FILE = Path(__file__).with_suffix(".json")
DIGITS = 6  # of a difficulty
COUNT = 155  # games in the file, told without reading it

# The name and the text of each shape, by its key: Harary's names for up to four cells, the usual
# letters for five. Each is at least as wide as high.
SHAPES = {
    "domino": (N_("Domino"), "a1b1"),
    "tic": (N_("Tic"), "a1b1c1"),
    "el": (N_("El"), "a1b1a2"),
    "skinny": (N_("Skinny"), "a1b1c1d1"),
    "fatty": (N_("Fatty"), "a1b1a2b2"),
    "elly": (N_("Elly"), "a1b1c1a2"),
    "tippy": (N_("Tippy"), "a1b1b2c2"),
    "knobby": (N_("Knobby"), "a1b1c1b2"),
    "f": (N_("F"), "b1c1a2b2b3"),
    "i": (N_("I"), "a1b1c1d1e1"),
    "l": (N_("L"), "a1b1c1d1a2"),
    "n": (N_("N"), "a1b1b2c2d2"),
    "p": (N_("P"), "a1b1c1a2b2"),
    "t": (N_("T"), "a1b1c1b2b3"),
    "u": (N_("U"), "a1c1a2b2c2"),
    "v": (N_("V"), "a1a2a3b3c3"),
    "w": (N_("W"), "a1a2b2b3c3"),
    "x": (N_("X"), "b1a2b2c2b3"),
    "y": (N_("Y"), "a1b1c1d1b2"),
    "z": (N_("Z"), "a1b1b2b3c3"),
    "line-2": (N_("2 in a line"), "a1b1-a1b2"),
    "line-3": (N_("3 in a line"), "a1b1c1-a1b2c3"),
    "line-4": (N_("4 in a line"), "a1b1c1d1-a1b2c3d4"),
}
# All boards of 6 to 16 cells whose sides have 2 at least: a board turned makes the same games.
SIDES = ((3, 2), (4, 2), (3, 3), (5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2))


class AtlasGameData(TypedDict):
    """A game of the atlas. Difficulties are chances of a beginner against perfect play, 0 to 1,
    as of the draws of single moves.
    """

    game: Annotated[str, "The key of the game, for other addresses."]
    shape: Annotated[str, "The key of the shape, such as elly, x or line-3."]
    columns: Annotated[int, "The columns of the board, at least as many as its rows."]
    rows: Annotated[int, "The rows of the board."]
    ways: Annotated[int, "The number of winning sets."]
    value: Annotated[Literal["win", "draw"], "What perfect play gives whoever moves first."]
    distance: Annotated[int | None, "The plies to the win; null for a draw."]
    longest_win: Annotated[int, "The plies of the longest forced win of a side to move, 0 if none."]
    loses_first: Annotated[float | None, "How often a beginner who moves first loses the draw."]
    loses_second: Annotated[float | None, "The same of one who moves second: the hardest start."]
    positions: Annotated[int, "The number of positions, ended ones too, of either side's start."]
    classes: Annotated[int, "The number of positions, symmetric ones counted once."]


class AtlasData(TypedDict):
    """The atlas, by shape, then by board."""

    games: list[AtlasGameData]


def definitions() -> Iterator[tuple[str, Definition]]:
    """The key of the shape and the definition of every game of the atlas, in its order: of those
    that fit a board, as all diagonals of a line must.
    """
    for (shape, (_name, text)), (columns, rows) in product(SHAPES.items(), SIDES):
        with suppress(DefinitionError):
            yield shape, Definition.parse(f"{columns}x{rows}-{text}")


def solved(shape: str, definition: Definition) -> AtlasGameData:
    """The game of a *definition*, solved; raises TablebaseError if numpy is missing."""
    from ai.exact import retrograde  # noqa: PLC0415 - which needs numpy

    game = Game.of(definition)
    table = retrograde.solve(game)
    found = retrograde.census(table)
    drawn = found["value"] == "draw"
    codes = {it: table.codes[table.slot(0, it)] for it in (0, *(1 << cell for cell in game.cells))}
    loses = {it: round(table.worth(code).difficulty or 0.0, DIGITS) for it, code in codes.items()}
    return {
        "game": game.key,
        "shape": shape,
        "columns": game.columns,
        "rows": game.rows,
        "ways": len(game.winning_sets),
        "value": "draw" if drawn else "win",
        "distance": None if drawn else found["plies"],
        "longest_win": found["longest_win_to_move"],
        "loses_first": loses.pop(0) if drawn else None,
        "loses_second": max(loses.values()) if drawn else None,
        "positions": found["positions"],
        "classes": found["classes"],
    }


def store(progress: Callable[[float], object]) -> None:
    """Solve all games again, and write them to :data:`FILE`."""
    todo, games = [*definitions()], []
    for done, (shape, definition) in enumerate(todo, start=1):
        games.append(json.dumps(solved(shape, definition)))
        progress(done / len(todo))
    FILE.write_text("[\n" + ",\n".join(games) + "\n]\n", "ascii", newline="\n")
    load.cache_clear()


@cache
def load() -> AtlasData:
    """The stored atlas, read once. Games with a name have its key."""
    named = {game.definition.text: game.key for game in NAMED.values()}
    games: list[AtlasGameData] = json.loads(FILE.read_text("ascii"))
    return {"games": [{**game, "game": named.get(game["game"], game["game"])} for game in games]}
