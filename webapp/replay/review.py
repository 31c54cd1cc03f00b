"""The review of a game: its accuracy, its turning point, and the moves to retry."""

from dataclasses import dataclass
from typing import ClassVar

from ai.explain.position import the_end
from ai.language import _
from ai.opponents import HUMAN
from ai.rules.position import Mark
from ai.study.analysis import Accuracy, Review
from ai.study.study import JudgedMove, Label
from webapp.board.forms import HiddenFields, retry_fields
from webapp.replay.replay import Link, Replay, replay_url

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


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of the game; *ended* says how it ended, or is empty."""

    accuracies: tuple[tuple[Mark, Accuracy], ...]
    turning_point: Link | None
    ended: str

    signs: ClassVar = SIGNS


def game_review(replay: Replay, reviewed: Review) -> GameReview:
    """The review of the game of *replay*, without its variation."""
    return GameReview(
        tuple((mark, reviewed.accuracy(mark)) for mark in Mark),
        _turning_point(replay, reviewed),
        the_end(replay.record, reviewed) if replay.record.position.outcome else "",
    )


def _turning_point(replay: Replay, reviewed: Review) -> Link | None:
    if reviewed.turning_point is None:
        return None
    judged = reviewed.moves[reviewed.turning_point]
    return Link(
        _(
            "move %(number)s, %(mark)s %(cell)s",
            number=judged.number,
            mark=judged.mark,
            cell=judged.name,
        ),
        replay_url(replay.in_game(judged.number), f"ply-{judged.number}"),
    )


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
