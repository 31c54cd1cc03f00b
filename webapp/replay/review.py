"""A game in hindsight: its verdicts, its turning point, and what people may retry."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ai.analysis import JudgedMove, Label, Review, review
from ai.explain.position import the_end
from ai.language import _
from ai.notation import cell_name
from ai.opponents import HUMAN
from ai.position import Mark
from webapp.forms import HiddenFields, retry_fields
from webapp.parts import UncachedPart
from webapp.replay.replay import Replay, replay_url

# The shape of a move in the timeline: whether it was good, and whether there was a choice.
SIGNS = {
    Label.FORCED: "square",
    Label.LOST_ANYWAY: "square",
    Label.ONLY_MOVE: "diamond",
    Label.BEST: "disc",
    Label.SLOWER_WIN: "disc",
    Label.MISSED_WIN: "triangle",
    Label.MISTAKE: "triangle",
    Label.BLUNDER: "triangle",
}


@dataclass(frozen=True, slots=True)
class RetryOffer:
    """A move that gave value away, and the fields that let a person retry it."""

    number: int
    fields: HiddenFields
    text: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move that decided the game."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class GameReview(UncachedPart):
    """The game in hindsight. *accuracies* gives for each mark the percentage, if there was anything
    to decide, and what it counts; *ended* says how the game ended, if it did.
    """

    rendered_by: ClassVar = ("replay/parts.html", "review")

    accuracies: tuple[tuple[Mark, int | None, str], ...]
    turning_point: TurningPoint | None
    ended: str

    signs: ClassVar = SIGNS


@dataclass(frozen=True, slots=True)
class Retries(UncachedPart):
    """The moves of people that gave value away, to be retried."""

    rendered_by: ClassVar = ("replay/parts.html", "retries")

    retries: tuple[RetryOffer, ...]


# A game is stepped through move by move, and every page of it judges them all.
review_of = lru_cache(maxsize=128)(review)


def game_review(replay: Replay, reviewed: Review) -> GameReview:
    """The game of *replay* in hindsight, whether the cursor is in it or in a variation."""
    return GameReview(
        tuple(_accuracy(reviewed, mark) for mark in Mark),
        _turning_point(replay, reviewed),
        the_end(replay.record, reviewed) if replay.record.position.outcome else "",
    )


def _accuracy(reviewed: Review, mark: Mark) -> tuple[Mark, int | None, str]:
    found = reviewed.accuracy(mark)
    if found.percent is None:
        return mark, None, _("nothing to decide")
    counted = _("%(right)s of %(decisions)s", right=found.right, decisions=found.decisions)
    return mark, found.percent, counted


def _turning_point(replay: Replay, reviewed: Review) -> TurningPoint | None:
    if reviewed.turning_point is None:
        return None
    judged = reviewed.moves[reviewed.turning_point]
    return TurningPoint(
        _(
            "move %(number)s, %(mark)s %(cell)s",
            number=judged.number,
            mark=judged.mark,
            cell=cell_name(replay.game, judged.cell),
        ),
        replay_url(replay.in_game(judged.number), f"ply-{judged.number}"),
    )


def retries(replay: Replay, reviewed: Review) -> tuple[RetryOffer, ...]:
    """The moves of people that gave value away."""
    found = (retry_of(replay, judged) for judged in reviewed.moves)
    return tuple(retry for retry in found if retry)


def retry_of(replay: Replay, judged: JudgedMove) -> RetryOffer | None:
    """The *judged* move of the game, if a person gave value away with it."""
    record, players = replay.record, replay.players
    if not judged.value_lost or players.key(judged.mark) != HUMAN:
        return None
    move = _(
        "%(mark)s %(cell)s: %(label)s",
        mark=judged.mark,
        cell=cell_name(record.game, judged.cell),
        label=_(judged.label),
    )
    before = record.up_to(judged.position.ply)
    return RetryOffer(judged.number, retry_fields(before, players), move)
