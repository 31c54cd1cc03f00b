"""The own games that a browser keeps: some to look at, and games at random."""

from datetime import date, timedelta
from random import Random

from tests.reference import Board
from tests.samples import played, to_the_end

OWN: dict[str, object] = {
    "games": [
        "2026-11-20 tic-tac-toe X human medium 831620 ",
        "2026-11-21 square X human hard a67352df8 ",
        "2026-11-23 square X human unbeatable 9a614ed8b7 ",
        "2026-11-24 tic-tac-toe X medium human 248530671 ",
        "2026-11-24 tic-tac-toe X human medium 831620 ",
        "2026-11-25 tic-tac-toe X human hard 831620 ",
        "2026-11-25 square X human medium 91ae568cd ",
        "2026-11-25 square X human easy 4b2fe3916c05ad8 ",
        "2026-11-25 square X human medium 975f10486 ",
        "2026-11-26 square X human medium 0a5b62dfce ",
        "2026-11-26 square X medium human d6b5a124e39 ",
    ],
    "before": {"hard won": 3, "hard lost": 5, "easy won": 4, "fork met": 9, "fork missed": 4},
}
"""What a file of a browser holds."""


def line(lots: Random, game: str, *, shortest: int = 1, opponent: str = "medium") -> str:
    """A game at random as a line of a file, of at least so many moves, on a day of 2026."""
    boards: list[Board] = []
    while len(boards) <= shortest:
        (boards,) = to_the_end(game, 1, lots.getrandbits(32))
    players = ["human", opponent] if lots.random() < 0.5 else [opponent, "human"]
    day, cells = date(2026, 1, 1) + timedelta(lots.randrange(300)), played(boards)
    return f"{day} {game} {boards[0].mover} {' '.join(players)} {bytes(cells).hex()[1::2]} "
