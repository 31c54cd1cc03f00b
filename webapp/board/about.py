"""Metadata of a page for search engines and link previews."""

from typing import NamedTuple

from ai.language import _, by_language
from ai.rules.games import remembering
from ai.rules.position import Mark, Position
from ai.words.phrases import cells_listed

# The background of pages for each colour scheme, as in static/style.css.
PAPERS = {"light": "#f3efe4", "dark": "#121316"}


@by_language(remembering(128))
def board_in_words(position: Position) -> str:
    """The marks of *position* in words, as the text alternative of a picture."""
    game = position.game
    marked = [
        _("%(mark)s on %(cells)s", mark=mark, cells=cells_listed(game, cells))
        for mark in Mark
        if (cells := [cell for cell, held in enumerate(position.marks) if held is mark])
    ]
    return _(
        "A board of %(game)s: %(marks)s.",
        game=_(game.name),
        marks=_("; ").join(marked) or _("empty"),
    )


class About(NamedTuple):
    """Metadata of a page for search engines and link previews. The *picture* shows *position*.

    Views of the same game share one *canonical* address. Search engines should follow no links on
    pages of an *endless* kind. Other sites may embed the page at the address *embed*, if given.
    """

    title: str
    description: str
    address: str
    canonical: str
    picture: str
    position: Position
    endless: bool = False
    embed: str = ""

    @property
    def board(self) -> str:
        """The marks of the picture in words, as its text alternative."""
        return board_in_words(self.position)
