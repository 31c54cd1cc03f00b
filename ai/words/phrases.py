"""Phrases that the explanations share: lists of cells and lines in words."""

from collections.abc import Iterable

from ai.language import _, by_language, listed, pgettext
from ai.rules import Game, WinningSet, remembering
from ai.rules.notation import winning_set_name
from ai.study.study import Idea
from ai.words.phrasebook import language


def idea_in_a_word(game: Game, idea: Idea) -> str:
    """The name of *idea* in *game*: `fork`, `line`, but `square` on Square."""
    return language().noun(game.noun) if idea is Idea.LINE else pgettext("idea", idea)


def cells_listed(game: Game, cells: Iterable[int], style: str = "standard") -> str:
    """The names of *cells* in reading order, as a list of this *style* of :func:`listed`."""
    names = game.cell_names
    return listed(map(names.__getitem__, sorted(cells)), style)


def lines_listed(game: Game, lines: Iterable[WinningSet]) -> str:
    """The names of *lines* in alphabetical order."""
    return listed(sorted(line_name(game, line) for line in lines))


# To recognise a shape takes as long as the rest of its sentence.
@by_language(remembering(256))
def line_name(game: Game, line: WinningSet) -> str:
    """The name of *line*: `row 2`, `column b`, else its shape and its cells."""
    return _(winning_set_name(game, line))
