"""Definitions of games at random."""

from random import Random

from ai.rules.definition import Board

BOARDS = [(m, n) for m in range(2, 9) for n in range(2, 9) if m * n <= 16]


def random_text(rng: Random, sizes: range = range(2, 6), cells: range = range(5, 13)) -> str:
    """The text of a definition: a board of so many cells, and 1 to 4 shapes of these sizes, most of
    them anywhere.
    """
    board = Board(*rng.choice([sides for sides in BOARDS if sides[0] * sides[1] in cells]))
    largest = min(sizes[-1], len(board.cells))
    shapes = [
        rng.choice(["", "", "!"])
        + "".join(map(board.name, rng.sample(board.cells, rng.randint(sizes[0], largest))))
        for _shape in range(rng.randint(1, 4))
    ]
    return "-".join((f"{board.columns}x{board.rows}", *shapes))
