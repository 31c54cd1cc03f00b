"""Refusals, and the statuses of the responses to them."""

from typing import ClassVar

from ai.messages import Refusal
from ai.puzzles.solving import AttemptOver
from ai.rules.position import IllegalMove, NoSuchCell

OF_ENGINE = {Refusal: 400, IllegalMove: 409, NoSuchCell: 400, AttemptOver: 409}
"""The statuses of the engine's refusals by their classes, of which the nearest counts."""


class SiteRefusal(Refusal):
    """A refusal of a room, with the *status* of the response."""

    status: ClassVar[int]


def status_of(refusal: Refusal) -> int:
    """The status of the response to *refusal*."""
    if isinstance(refusal, SiteRefusal):
        return refusal.status
    return next(OF_ENGINE[kind] for kind in type(refusal).__mro__ if kind in OF_ENGINE)
