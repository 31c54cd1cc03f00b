"""Twelve stamps of honour: each is proved by a game, its seat, its program and its moves."""

from collections.abc import Callable
from typing import NamedTuple

from ai.exact.value import Exact, Value
from ai.frozen import frozen
from ai.honours.trials import trials
from ai.messages import N_
from ai.opponents import HUMAN
from ai.opponents.hard import HARD
from ai.opponents.unbeatable import UNBEATABLE
from ai.rules import GAMES, SQUARE, Mark, Record
from ai.study.review import review
from ai.study.study import JudgedMove, Label

CLEAN = 4  # trials of a clean page
NARROW = 11  # empty cells, of which one keeps the value
SHORTEST = 11  # plies to a win at Square
IN_FIVE = Exact(Value.WIN, 5)
WEEK = 7  # days


@frozen
class GamePlayed:
    """The finished *record* of a person, the side *mark*, against the program *opponent_key*. The
    person had help at the plies *aided*. A game *retried*, set up, or between others earns nothing.
    """

    record: Record
    mark: Mark
    opponent_key: str
    aided: frozenset[int] = frozenset()
    retried: bool = False

    @property
    def counts(self) -> bool:
        """Whether it can earn anything."""
        record = self.record
        whole = not self.retried and record.start.ply == 0 and record.outcome is not None
        return whole and self.opponent_key != HUMAN

    @property
    def alone(self) -> bool:
        """Whether the person had no help."""
        return not self.aided

    @property
    def winner(self) -> Mark | None:
        """The side that won; None after a draw."""
        assert self.record.outcome
        return self.record.outcome.winner

    @property
    def won(self) -> bool:
        """Whether the person won."""
        return self.winner is self.mark

    @property
    def held(self) -> bool:
        """Whether the person did not lose."""
        return self.winner in {self.mark, None}

    @property
    def second(self) -> bool:
        """Whether the program began."""
        return self.record.first is not self.mark

    @property
    def own_moves(self) -> list[JudgedMove]:
        """The moves of the person."""
        return [it for it in review(self.record).moves if it.mark is self.mark]

    @property
    def narrow(self) -> int:
        """The most empty cells of which only one kept the value, and was found without help; 0
        without such a move, or after a loss or help.
        """
        return max(map(_width, self.own_moves), default=0) if self.alone and self.held else 0

    @property
    def beat_hard_at_square(self) -> bool:
        """Whether the person did, alone."""
        at_square = self.record.game is SQUARE and self.opponent_key == HARD.key
        return at_square and self.won and self.alone

    @property
    def seat_beaten(self) -> str:
        """The seat and the game, if Medium was beaten at a game of the house: one of
        :data:`SEATS`; else empty.
        """
        seat = f"{self.record.game.key} {'second' if self.second else 'first'}"
        beaten = self.counts and self.won and self.opponent_key == "medium"
        return seat if beaten and seat in SEATS else ""


SEATS = tuple(f"{key} {seat}" for key in GAMES for seat in ("first", "second"))


class Stamp(NamedTuple):
    """A stamp: *key* names its drawing; its *deed*, from 1 to 3, says how great it is; it *told*
    in a few words. It *holds* after a game, or never if it takes more than one.
    """

    key: str
    name: str
    deed: int
    told: str
    holds: Callable[[GamePlayed], bool] = lambda _game: False


def _forked(game: GamePlayed) -> bool:
    return game.won and any(it.forks for it in game.own_moves[-2:-1])


def _is_clean(game: GamePlayed) -> bool:
    made = trials(game.record, game.mark)
    kept = all(it.kept for it in made.values())
    return game.held and game.alone and len(made) >= CLEAN and kept


def _won_quietly(game: GamePlayed) -> bool:
    quiet = (it for it in game.own_moves if it.best == it.exact == IN_FIVE and not it.threats)
    return game.won and game.alone and any(quiet)


def _beat_at_own(game: GamePlayed) -> bool:
    great = game.opponent_key in {HARD.key, UNBEATABLE.key}
    return great and game.won and not game.record.game.is_named


def _held_unbeatable(game: GamePlayed) -> bool:
    drawn = game.winner is None and game.record.game is SQUARE
    return drawn and game.opponent_key == UNBEATABLE.key and game.second and game.alone


STAMPS = (
    Stamp("first-win", N_("First win"), 1, N_("any program"), lambda it: it.won),
    Stamp(
        "second-seat",
        N_("Second seat"),
        1,
        N_("won, and not begun"),
        lambda it: it.won and it.alone and it.second,
    ),
    Stamp("fork", N_("Fork"), 1, N_("two threats at once"), _forked),
    Stamp("clean-page", N_("Clean page"), 2, N_("four choices, no slip"), _is_clean),
    Stamp("both-seats", N_("Both seats"), 2, N_("Medium, both games")),
    Stamp("needle", N_("Needle"), 2, N_("the only cell of 11"), lambda it: it.narrow >= NARROW),
    Stamp("week", N_("A week of days"), 2, N_("seven puzzles of the day")),
    Stamp("own-rules", N_("Own rules"), 2, N_("Hard, at a game of your own"), _beat_at_own),
    Stamp(
        "hard-beaten",
        N_("Hard, beaten"),
        3,
        N_("at Square"),
        lambda it: it.beat_hard_at_square,
    ),
    Stamp(
        "short-way",
        N_("The short way"),
        3,
        N_("Hard in six moves"),
        lambda it: it.beat_hard_at_square and it.record.ply == SHORTEST,
    ),
    Stamp("quiet-win", N_("Quiet win in 5"), 3, N_("no threat, and won"), _won_quietly),
    Stamp(
        "unbeatable-held",
        N_("Unbeatable, held"),
        3,
        N_("at Square, from seat 2"),
        _held_unbeatable,
    ),
)
"""All stamps, the lesser deeds first."""


def earned(game: GamePlayed) -> frozenset[str]:
    """The keys of the stamps that *game* earns by itself."""
    return frozenset(it.key for it in STAMPS if game.counts and it.holds(game))


def _width(move: JudgedMove) -> int:
    """The empty cells, if *move* is the only one of them that keeps the value; else 0."""
    return len(move.worths) if move.label is Label.ONLY_MOVE else 0
