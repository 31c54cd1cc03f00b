"""What a page tells of itself to those who have not opened it."""

from dataclasses import dataclass
from typing import ClassVar

from ai.explain.phrases import cells_listed
from ai.language import _
from ai.position import Mark, Position
from webapp.parts import Part

# The colour of the page by the colours that the system asks for, as static/style.css has it.
PAPERS = {"light": "#f3efe4", "dark": "#121316"}


@dataclass(frozen=True, slots=True)
class About(Part):
    """What search engines read of a page, and sites where its *address* is shared; its *picture*
    shows *position*.

    Pages that differ only in what they show of the same thing have one *canonical* address. Of an
    *endless* kind of page search engines read those that they are led to from elsewhere.
    """

    rendered_by: ClassVar = ("shared/about.html", "about")

    title: str
    description: str
    address: str
    canonical: str
    picture: str
    position: Position
    endless: bool = False

    @property
    def board(self) -> str:
        """Where the marks of the picture stand."""
        position, game = self.position, self.position.game
        marked = [
            _("%(mark)s on %(cells)s", mark=mark, cells=cells_listed(game, cells))
            for mark in Mark
            if (cells := [cell for cell in game.cells if position.mark_at(cell) is mark])
        ]
        return _(
            "A board of %(game)s: %(marks)s.",
            game=_(game.name),
            marks="; ".join(marked) or _("empty"),
        )
