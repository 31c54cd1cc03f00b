"""What the picture of a link shows."""

from typing import NamedTuple

from flask import Response

from ai.pen.diagram import Diagram
from ai.rules import Position


class Preview(NamedTuple):
    """A board and the words beside it: a *headline*, a *sentence*, and what the link leads to.

    The cell *last* has a tick in its corner. Lines and chosen cells of the diagram *drawn* are
    drawn over the board. It *invites* by an arrow to the board.
    """

    position: Position
    headline: str
    sentence: str = ""
    leads_to: str = ""
    last: int | None = None
    drawn: Diagram | None = None
    invites: bool = False


def png(preview: Preview) -> Response:
    """The picture, a PNG of 1200 by 630 pixels. Long texts shrink to fit."""
    from webapp.board.picture import drawn  # noqa: PLC0415 - which needs Pillow

    return Response(drawn(preview), mimetype="image/png")
