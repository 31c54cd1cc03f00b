"""A second solver of games, for boards too empty for the plain one of :mod:`tests.reference`.

It takes its lines and symmetries from there, and looks forwards: a side that can complete a line
does so, and a side that would lose to a line stops it.
"""

from functools import cache

from tests.reference import WINNING, Board, Worth, completed, key, moves, size_of, turns


def value_and_distance(board: Board) -> Worth:
    """1, 0 or -1 to the mover of *board*; the plies to the end, None for a draw."""
    if completed(board):
        return -1, 0
    return _solver(board.game).worth(*key(board)) if moves(board) else (0, None)


@cache
def _solver(game: str) -> "_Solver":
    return _Solver(game)


class _Solver:
    """The values found in one game, by the masks of the mover and of the other side in one."""

    def __init__(self, game: str) -> None:
        self.size = size_of(game)
        lines = [sum(2**cell for cell in line) for line in WINNING[game]]
        self.completing = [0] * 2**self.size
        for marks in range(2**self.size):
            for line in lines:
                lacking = line & ~marks
                if lacking & lacking - 1 == 0:
                    self.completing[marks] |= lacking
        self.turned = []
        for side in sorted(turns(game)):
            images = [0] * 2**self.size
            for marks in range(1, 2**self.size):
                lowest = marks & -marks
                images[marks] = images[marks ^ lowest] | 1 << side[lowest.bit_length() - 1]
            self.turned.append(images)
        self.known: dict[int, Worth] = {}

    def worth(self, mover: int, opponent: int) -> Worth:
        """The value of an unfinished position to its mover."""
        alike = min([images[mover] << self.size | images[opponent] for images in self.turned])
        if (known := self.known.get(alike)) is None:
            known = self.known[alike] = self._found(mover, opponent)
        return known

    def _found(self, mover: int, opponent: int) -> Worth:
        empty = 2**self.size - 1 & ~(mover | opponent)
        if self.completing[mover] & empty:
            return 1, 1
        due = self.completing[opponent] & empty
        if due & due - 1:
            return -1, 2
        cells = [1 << n for n in range(self.size) if (due or empty) >> n & 1]
        if empty == cells[0]:
            return 0, None
        found = [self.worth(opponent, mover | cell) for cell in cells]
        if lost := [plies for value, plies in found if value < 0 and plies]:
            return 1, 1 + min(lost)
        if any(not value for value, _ in found):
            return 0, None
        return -1, 1 + max(plies for _, plies in found if plies)
