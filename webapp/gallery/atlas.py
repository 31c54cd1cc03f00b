"""The page of the atlas: shapes by boards as pictures, or its games as a table to sort."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from flask import render_template

from ai.exact import atlas
from ai.exact.atlas import AtlasGameData
from ai.exact.value import winners_moves
from ai.language import N_
from ai.study.moves_from_here import both_ways
from ai.words.values import in_percent
from webapp.address.kinds import PageKind, Query, reading_address
from webapp.board.parts import address
from webapp.replay.moves_table import Column, columns
from webapp.serving.params import choice, number

WHO = {"win": "first", "draw": "draw"}  # who wins, by the value of a game
MOVES = range(1, 9)

# The columns of the table and further orders, each with its name and what to sort by.
ORDERS: dict[str, tuple[str, Callable[[AtlasGameData], Any]]] = {
    "shape": (N_("Game"), lambda _game: 0),
    "value": (N_("First wins"), lambda it: (it["distance"] or 99, -(it["loses_first"] or 0))),
    "longest": (N_("Longest"), lambda it: -it["longest_win"]),
    "loses": (N_("Loses"), lambda it: -(it["loses_first"] or 0)),
    "positions": (N_("Positions"), lambda it: -it["positions"]),
    "board": (N_("Board"), lambda it: (it["columns"] * it["rows"], it["columns"])),
    "ways": (N_("Ways"), lambda it: -it["ways"]),
    "second": (N_("Loses second"), lambda it: -(it["loses_second"] or 0)),
}
UPWARDS = ("shape", "value", "board")


@dataclass(frozen=True)
class AtlasView:
    """The games that *who* wins, or all if it is empty; with *moves* those that the first player
    wins in so many. *sort* shows them as a table in one of :data:`ORDERS`, or the other way round
    after a minus. Without it they are pictures.
    """

    who: str = ""
    moves: int = 0
    sort: str = ""

    @classmethod
    def read(cls, query: Query) -> Self:
        """The view that *query* asks for; raises BadAddress if a field is wrong."""
        with reading_address():
            moves = number(query, "moves", MOVES, missing=0)
            who = choice(query, "who", [*WHO.values()], missing="first" if moves else "")
            sort = choice(query, "sort", both_ways(ORDERS), missing="")
            return cls(who, moves, sort)

    def fits(self, game: AtlasGameData) -> bool:
        """Whether it shows *game*."""
        moves = winners_moves(game["distance"] or 0)
        return self.who in {"", WHO[game["value"]]} and self.moves in {0, moves}

    def games(self, **changes: Any) -> list[AtlasGameData]:
        """Its games in its order, after these *changes*."""
        view = replace(self, **changes)
        _name, by = ORDERS[view.sort.removeprefix("-") or "shape"]
        games = sorted(filter(view.fits, atlas.load()["games"]), key=by)
        return games[::-1] if view.sort.startswith("-") else games

    def url(self, **changes: Any) -> str:
        """Its address, after these *changes*."""
        query = asdict(replace(self, **changes))
        return address("gallery.atlas", **{name: it for name, it in query.items() if it})

    @property
    def columns(self) -> list[Column]:
        """The columns of the table, then further orders."""
        names = {key: name for key, (name, _by) in ORDERS.items()}
        return columns(names, UPWARDS, lambda order: self.url(sort=order), self.sort)


def _page(view: AtlasView) -> str:
    games = {(it["shape"], it["columns"], it["rows"]): it for it in atlas.load()["games"]}
    values = {"in_percent": in_percent, "shapes": atlas.SHAPES}
    return render_template("gallery/atlas.html", view=view, games=games, **values)


KINDS = (PageKind("gallery.atlas", ("games/atlas",), AtlasView.read, _page),)
