"""Metadata of a page for search engines and link previews."""

from dataclasses import dataclass

from ai.explain.phrases import cells_listed
from ai.language import _
from ai.rules.position import Mark, Position

# The background of pages for each colour scheme, as in static/style.css.
PAPERS = {"light": "#f3efe4", "dark": "#121316"}


@dataclass(frozen=True, slots=True)
class About:
    """Metadata of a page for search engines and link previews. The *picture* shows *position*.

    Views of the same game share one *canonical* address. Search engines should follow no links on
    pages of an *endless* kind.
    """

    title: str
    description: str
    address: str
    canonical: str
    picture: str
    position: Position
    endless: bool = False

    @property
    def board(self) -> str:
        """The marks of the picture in words, as its text alternative."""
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
