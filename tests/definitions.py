"""Definitions of games at random."""

from random import Random

from hypothesis import strategies as st

from ai.rules.definition import Board
from ai.rules.games import game_for

BOARDS = [(m, n) for m in range(2, 9) for n in range(2, 9) if m * n <= 16]


def random_text(rng: Random, sizes: range = range(2, 6), cells: range = range(5, 13)) -> str:
    """The text of a definition: a board of so many cells, and 1 to 4 shapes of these sizes, most of
    them anywhere.
    """
    board = Board(*rng.choice([sides for sides in BOARDS if sides[0] * sides[1] in cells]))
    largest = min(sizes[-1], (len(board.cells) + 1) // 2)
    shapes = [
        rng.choice(["", "", "!"])
        + "".join(
            map(board.name, rng.sample(board.cells, rng.randint(min(sizes[0], largest), largest)))
        )
        for _shape in range(rng.randint(1, 4))
    ]
    return "-".join((f"{board.columns}x{board.rows}", *shapes))


def longest_key(rng: Random) -> str:
    """A key as long as any: eight shapes of eight cells on 4 by 4, each where it is written."""
    while True:
        shapes = ("".join(map(Board(4, 4).name, rng.sample(range(16), 8))) for _ in range(8))
        key = game_for("-!".join(("4x4", *shapes))).key
        if key.count("!") == 8:
            return key


def respelled(text: str, rng: Random) -> str:
    """The definition with shapes and cells in another order, shapes at other places, and maybe in
    capitals.
    """
    sides, *shapes = text.split("-")
    board = Board(*map(int, sides.split("x")))
    spelled = []
    for shape in shapes:
        names = [shape.lstrip("!")[at : at + 2] for at in range(0, len(shape.lstrip("!")), 2)]
        if not shape.startswith("!"):
            cells = tuple(map([board.name(cell) for cell in board.cells].index, names))
            place = rng.choice(sorted(map(sorted, board.placed(cells))))
            names = [board.name(cell) for cell in place]
        rng.shuffle(names)
        spelled.append("!" * shape.startswith("!") + "".join(names))
    rng.shuffle(spelled)
    return rng.choice((str.lower, str.upper))("-".join((sides, *spelled)))


def texts() -> st.SearchStrategy[str]:
    """The text of any definition."""
    lots = st.randoms(use_true_random=False)
    return lots.map(lambda rng: random_text(rng, range(2, 9), range(4, 17)))
