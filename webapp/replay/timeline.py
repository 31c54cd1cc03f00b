"""The moves of a game, each a link to the position after it, and the steps through them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.language import N_, _
from ai.rules.position import Mark
from ai.study.review import Review
from ai.study.study import JudgedMove
from webapp.replay.replay import Replay, replay_url
from webapp.replay.review import SIGNS

FAVOURS = {1: N_("X wins"), 0: N_("draw"), -1: N_("O wins")}
SIDES = {1: "x-wins", 0: "draw", -1: "o-wins"}
MOVE = N_("Move %(number)s, %(mark)s %(cell)s: %(label)s, %(favours)s")
TURNING_POINT = N_("Move %(number)s, %(mark)s %(cell)s: %(label)s, turning point, %(favours)s")


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """A link through the moves; *at_end* it is disabled."""

    key: str
    label: str
    address: str
    at_end: bool


@dataclass(frozen=True, slots=True)
class Ply:
    """A *judged* move of the game, and the *address* of the position after it. The variation
    branches off after a move that *is_left*.

    *value* is the value after it for X: 1 win, 0 draw, -1 loss. *before* is the value before it,
    *after* the value after the next move; the last move has its own as *after*.
    """

    judged: JudgedMove
    address: str
    current: bool
    is_turning_point: bool
    is_left: bool
    before: int
    value: int
    after: int

    @property
    def sign(self) -> str:
        """The shape that stands for the label."""
        return SIGNS[self.judged.label]

    @property
    def favours(self) -> str:
        """The value after it in words: a win of X, a draw, or a win of O."""
        return _(FAVOURS[self.value])

    @property
    def side(self) -> str:
        """The class of its value in the style sheet."""
        return SIDES[self.value]

    @property
    def words(self) -> str:
        """The move, its label and the value after it, in words."""
        return _(
            TURNING_POINT if self.is_turning_point else MOVE,
            number=self.judged.number,
            mark=self.judged.mark,
            cell=self.judged.name,
            label=_(self.judged.label),
            favours=self.favours,
        )

    @property
    def sides(self) -> Iterator[tuple[Mark, str]]:
        """The areas between the course and the middle, left and right of the move: the mark that is
        winning, and an SVG path. x runs from 0 to 2; X wins at y = -1, O at y = 1.
        """
        for edge, neighbour in ((0, self.before), (2, self.after)):
            if favoured := self.value or neighbour:
                path = f"M1 0V{-self.value}L{edge} {-(self.value + neighbour) / 2:g}V0Z"
                yield Mark.X if favoured > 0 else Mark.O, path

    @property
    def course(self) -> str:
        """The SVG path of the course through the move, in the same coordinates."""
        before, after = (-(self.value + end) / 2 for end in (self.before, self.after))
        return f"M0 {before:g}L1 {-self.value}L2 {after:g}"


@dataclass(frozen=True, slots=True)
class Timeline:
    """The moves of the game, from move *number* on, and the *steps* through the game or the
    variation, as the *label* says: first, back, forward and last.
    """

    label: str
    number: int
    plies: tuple[Ply, ...]
    steps: tuple[TimelineStep, ...]


def timeline(replay: Replay, reviewed: Review) -> Timeline:
    """The timeline of the game, with the steps from the cursor."""
    ply, plies = replay.ply, replay.record_shown.plies
    ends = (
        ("first", _("First"), plies[0]),
        ("back", _("Back"), ply - 1),
        ("forward", _("Forward"), ply + 1),
        ("last", _("Last"), plies[-1]),
    )
    return Timeline(
        _("Moves of the variation") if replay.variation else _("Moves of the game"),
        replay.record.start.ply + 1,
        tuple(_game_plies(replay, reviewed)),
        # Each step leads to its own anchor, and so keeps the focus.
        tuple(
            TimelineStep(key, label, replay_url(there := replay.at(to), key), there.ply == ply)
            for key, label, to in ends
        ),
    )


def _game_plies(replay: Replay, reviewed: Review) -> Iterator[Ply]:
    """The moves of the game, without the variation."""
    start, course = replay.record.start.ply, reviewed.course()
    game = replay.in_game(replay.ply if replay.was_played else start)
    for index, judged in enumerate(reviewed.moves):
        number = judged.number
        yield Ply(
            judged,
            replay_url(game.at(number), f"ply-{number}"),
            current=game.ply == number,
            is_turning_point=index == reviewed.turning_point,
            is_left=replay.variation is not None and replay.variation.ply == number,
            before=course[index],
            value=course[index + 1],
            after=course[min(index + 2, len(reviewed.moves))],
        )
