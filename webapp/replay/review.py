"""The review of a game: the shapes of its labels, and the moves to retry."""

from typing import NamedTuple

from ai.opponents import HUMAN
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


class RetryOffer(NamedTuple):
    """The button to retry the move of that *number*, and the *fields* of its form."""

    number: int
    fields: HiddenFields


def retry_of(replay: Replay, judged: JudgedMove) -> RetryOffer | None:
    """The offer to retry *judged*; None unless a person made it and it gave value away."""
    record, players = replay.record, replay.players
    if not judged.value_lost or players.key(judged.mark) != HUMAN:
        return None
    before = record.up_to(judged.position.ply)
    return RetryOffer(judged.number, retry_fields(before, players))
