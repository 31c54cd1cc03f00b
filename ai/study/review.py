"""Reviews: every move of a game judged by the exact values, and the move that decided it."""

from dataclasses import dataclass
from functools import cached_property

from ai.rules import Mark, Record, remembering
from ai.study.study import JudgedMove, study


@dataclass(frozen=True)
class Accuracy:
    """How many of *decisions*, moves at which value could be given away, were right."""

    right: int
    decisions: int

    @property
    def percent(self) -> int | None:
        """The share that was right, 0 to 100, a half rounded up; None without any decision."""
        if not self.decisions:
            return None
        return (200 * self.right + self.decisions) // (2 * self.decisions)


@dataclass(frozen=True)
class Review:
    """The moves of a game, judged one by one."""

    moves: tuple[JudgedMove, ...]

    def accuracy(self, mark: str) -> Accuracy:
        """How often *mark* kept what it had, where it could have given it away."""
        mark = Mark(mark)
        lost = [it.value_lost for it in self.moves if it.mark is mark and it.before.is_decision]
        return Accuracy(lost.count(0), len(lost))

    @cached_property
    def turning_point(self) -> int | None:
        """The index, from 0, of the last move that gave value away; from there on both sides kept
        the result. None if no move did.
        """
        slips = [at for at, move in enumerate(self.moves) if move.value_lost]
        return slips[-1] if slips else None

    @property
    def turn(self) -> JudgedMove | None:
        """The move at the :attr:`turning_point`."""
        at = self.turning_point
        return None if at is None else self.moves[at]

    def course(self) -> tuple[int, ...]:
        """The value for X at the start and after each move: 1 win, 0 draw, -1 loss.

        Empty for a game without moves.
        """
        if not self.moves:
            return ()
        start = self.moves[0]
        values = [(start.mark, start.best.value)]
        values += [(move.mark, move.exact.value) for move in self.moves]
        return tuple([int(value) if mark is Mark.X else -int(value) for mark, value in values])


# The end of a game asks for it five times.
@remembering(32)
def review(record: Record) -> Review:
    """The review of the moves of *record*. Its values are probed on demand; errors as in
    :class:`JudgedMove`.

    >>> from ai.rules import TIC_TAC_TOE, parse_record
    >>> found = review(parse_record(TIC_TAC_TOE, "a1b1b2"))
    >>> [(move.label.value, str(move.exact)) for move in found.moves]
    [('best', 'draw'), ('mistake', 'loss in 6 plies'), ('best', 'win in 5 plies')]
    >>> found.turning_point, found.course()
    (1, (0, 0, 1, 1))
    """
    made = zip(record.positions, record.moves, strict=False)
    return Review(tuple([study(position).move(cell) for position, cell in made]))
