"""The entrance to the pages that teach: a row for each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ai.explain.diagram import diagram
from ai.language import N_, _
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import parse_game
from ai.rules.position import Position, parse
from webapp.board.diagrams import SmallBoard
from webapp.board.parts import Part, address


@dataclass(frozen=True, slots=True)
class Row:
    """A page: its *address*, *name* and a sentence on it, and a *board*, or letters, to draw."""

    address: str
    name: str
    says: str
    board: SmallBoard | None = None
    letters: str = ""


@dataclass(frozen=True, slots=True)
class LearnPage(Part):
    """The entrance to the pages that teach."""

    rendered_by: ClassVar = ("learn/index.html", "learn_page")

    title: ClassVar = N_("Learn tic-tac-toe and Square")
    description: ClassVar = N_(
        "The rules of tic-tac-toe and Square, their openings, how computer players think, and every"
        " word defined."
    )

    @property
    def rows(self) -> Iterator[Row]:
        """The pages, in the order of reading."""
        yield Row(
            address("learn.games"),
            _("Rules"),
            _("Three in a line, or four corners of a square."),
            _board(parse(SQUARE, "OX.. OO.X X... ..X."), lines="b1a3d2c4"),
        )
        yield Row(
            address("learn.openings"),
            _("Openings"),
            _("Every first move, and what answers it."),
            _board(parse(TIC_TAC_TOE, "X.. ... ..."), chosen="b2"),
        )
        yield Row(
            address("learn.opponents", _anchor="thinking"),
            _("How they think"),
            _("Eight computer players, from dice to perfect play."),
            _board(parse(TIC_TAC_TOE, "X.. .O. ..X"), chosen="b1a2c2b3"),
        )
        yield Row(
            address("learn.strength"),
            _("Strength"),
            _("Each against each, to the last game."),
            letters="%",
        )
        yield Row(
            address("search.show", game_key="tic-tac-toe", text="XX.-OO.-..."),
            _("How a program searches"),
            _("Minimax and alpha-beta, one board at a time."),
            _board(parse(TIC_TAC_TOE, "XX. OO. ..."), chosen="c1c2"),
        )
        yield Row(
            address("learn.terms"),
            _("Terms"),
            _("Every word of this site, exactly."),
            _board(parse(TIC_TAC_TOE, "X.O .O. X.X"), lines="a1a2a3 a3b3c3"),
        )
        yield Row(
            address("learn.testing"),
            _("Testing"),
            _("Learning to test? Practise here."),
            letters="✓",
        )
        yield Row(
            address("learn.api"),
            _("For programs"),
            _("Values, reasons and reviews as JSON."),
            letters="{ }",
        )


def _board(position: Position, *, lines: str = "", chosen: str = "") -> SmallBoard:
    """The board of *position*, with the *lines* and the *chosen* cells of these names."""
    game = position.game
    return SmallBoard(
        diagram(
            position,
            "",
            chosen=parse_game(game, chosen),
            lines=[frozenset(parse_game(game, line)) for line in lines.split()],
        )
    )
