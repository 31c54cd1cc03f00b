"""The review of a game: the shapes of its labels, and the moves to retry."""

from dataclasses import dataclass

from ai.language import _
from ai.opponents import HUMAN
from ai.study.review import Review
from ai.study.study import JudgedMove, Label
from webapp.board.forms import HiddenFields, retry_fields
from webapp.replay.replay import Replay

# The shape of a move in the timeline, by its label.
SIGNS = {
    Label.FORCED: "square",
    Label.LOST_ANYWAY: "square",
    Label.ONLY_MOVE: "diamond",
    Label.BEST: "disc",
    Label.GOOD: "disc",
    Label.SLOWER_WIN: "disc",
    Label.MISSED_WIN: "triangle",
    Label.MISTAKE: "triangle",
    Label.BLUNDER: "triangle",
}


@dataclass(frozen=True, slots=True)
class RetryOffer:
    """The button to retry a move: its *number*, *text*, and the *fields* of its form."""

    number: int
    fields: HiddenFields
    text: str


def retries(replay: Replay, reviewed: Review) -> tuple[RetryOffer, ...]:
    """The moves of people that gave value away, in order."""
    found = (retry_of(replay, judged) for judged in reviewed.moves)
    return tuple(retry for retry in found if retry)


def retry_of(replay: Replay, judged: JudgedMove) -> RetryOffer | None:
    """The offer to retry *judged*; None unless a person made it and it gave value away."""
    record, players = replay.record, replay.players
    if not judged.value_lost or players.key(judged.mark) != HUMAN:
        return None
    move = _(
        "%(mark)s %(cell)s: %(label)s",
        mark=judged.mark,
        cell=judged.name,
        label=_(judged.label),
    )
    before = record.up_to(judged.position.ply)
    return RetryOffer(judged.number, retry_fields(before, players), move)
