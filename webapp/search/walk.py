"""A search of tic-tac-toe and a visit of it, read from its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ai.messages import N_
from ai.opponents.search import SEARCHES
from ai.rules.games import TIC_TAC_TOE, game_for
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from ai.search.counts import counts
from ai.search.visits import Known, SearchRecord, record, record_around
from webapp.address.kinds import BadAddress, reading_address
from webapp.board.parts import address
from webapp.serving.params import choice, mark, number

USUAL = "alpha-beta"

# The parts that searches to the end share, kept as long as the process lives.
_KNOWN: dict[str, Known] = {"minimax": {}, "alpha-beta": {}}


@dataclass(frozen=True)
class SearchWalk:
    """The search *by* a player from the end of *game*, *at* the visit of this number."""

    game: Record
    by: str = USUAL
    at: int = 1

    @cached_property
    def found(self) -> SearchRecord:
        """The record of the search around the visit."""
        known = _KNOWN.get(self.by)
        return record_around(self.game.position, SEARCHES[self.by], self.at, known)

    @cached_property
    def whole(self) -> SearchRecord:
        """The record with every visit; for small searches."""
        return record(self.game.position, SEARCHES[self.by])

    @property
    def has_window(self) -> bool:
        """Whether the search narrows a window."""
        return self.by == "alpha-beta"

    @cached_property
    def query(self) -> dict[str, str]:
        """The query of its address but for the visit; the mark that moved first if it has to be."""
        text, first = self.game.text, self.game.first
        usual = parse_record(self.game.game, text).first if text else Mark.X
        return ({} if first is usual else {"first": first.lower()}) | {"by": self.by}

    @cached_property
    def path(self) -> str:
        """Its address but for the visit."""
        key = self.game.game.key
        return address("search.show", game_key=key, text=self.game.text, **self.query)

    def address(self, at: int, anchor: str = "") -> str:
        """The address of another visit of the same search, at *anchor*."""
        return f"{self.path}&at={at}{anchor and '#'}{anchor}"

    def __str__(self) -> str:
        """A unique text, for cache keys."""
        return f"{self.game.first} {self.game.text} {self.by} {self.at}"


def prepare() -> None:
    """Search the empty board, a tenth of a second; all other searches share its parts."""
    empty = Record(Position(TIC_TAC_TOE))
    for key in _KNOWN:
        assert SearchWalk(empty, key).found
    counts(empty.position)


def search_url(position: Position, key: str) -> str:
    """The address of the search of an opponent from *position*; empty if it searches nothing there
    that can be shown. Minimax and Alpha-beta open without a search.
    """
    shown = key in SEARCHES and position.game is TIC_TAC_TOE and not position.outcome
    return (
        SearchWalk(Record(position), key).address(1)
        if shown and (position.ply or key == "medium")
        else ""
    )


@reading_address()
def read_walk(query: Mapping[str, str], game_key: str, text: str) -> SearchWalk:
    """The walk of an address: the game's key, the record in *text*, and the *query*.

    :raises BadAddress: if a field is wrong, the rules do not allow the moves, there is nothing to
        search, or no such visit.
    """
    if game_for(game_key) is not TIC_TAC_TOE:
        raise BadAddress(N_("A whole search is too large to show for any game but tic-tac-toe."))
    first = mark(query, "first") if "first" in query else None
    game = parse_record(TIC_TAC_TOE, text, first)
    if game.position.outcome:
        raise BadAddress(N_("The game is over here: nothing is left to search."))
    by = choice(query, "by", list(SEARCHES)) if "by" in query else USUAL
    walk = SearchWalk(game, by, number(query, "at") if "at" in query else 1)
    walk.found.visit(walk.at)
    return walk
