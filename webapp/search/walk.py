"""A search and a visit of it, read from its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ai.messages import N_
from ai.opponents.search import SEARCHES
from ai.rules import TIC_TAC_TOE, Mark, Position, Record, game_for, parse_record
from ai.search.minimax import Window
from ai.search.orders import Order, searching
from ai.search.visits import Known, Level, Search, SearchRecord, record
from webapp.address.kinds import BadAddress, reading_address
from webapp.board.parts import address
from webapp.serving.params import choice, mark, number

USUAL = "alpha-beta"

EXAMPLE = "/search/tic-tac-toe/XX.-OO.-..."
MOST_EMPTY = 7  # in games but tic-tac-toe: a search then visits at most 13,700 positions

# The parts that searches of tic-tac-toe to the end share, kept as long as the process lives.
_KNOWN: dict[tuple[str, Order], Known] = {
    (by, order): {} for by in ("minimax", USUAL) for order in Order
}


@dataclass(frozen=True)
class SearchWalk:
    """The search *by* a player from the end of *game*, *at* the visit of this number. Alpha-beta
    has a *window* and an *order* of moves.
    """

    game: Record
    by: str = USUAL
    at: int = 1
    window: Window = Window.EACH
    order: Order = Order.READING

    @property
    def search(self) -> Search:
        """The search itself."""
        if not self.has_window:
            return SEARCHES[self.by]
        return searching(self.game.game, self.window, self.order)

    @cached_property
    def found(self) -> SearchRecord:
        """The record of the search around the visit."""
        known = _KNOWN.get((self.by, self.order)) if self.game.game is TIC_TAC_TOE else None
        return record(self.game.position, self.search, self.at, known)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The path to the visit."""
        return self.found.levels(self.at)

    @property
    def has_window(self) -> bool:
        """Whether the search narrows a window."""
        return self.by == "alpha-beta"

    @property
    def is_ordered(self) -> bool:
        """Whether its search is small enough to order the moves of every node."""
        left, prepared = self.game.position.empty_cells, self.game.game is TIC_TAC_TOE
        return prepared or len(left) <= MOST_EMPTY or self.by == "medium"

    @cached_property
    def query(self) -> dict[str, str]:
        """The query of its address but for the visit; the mark that moved first if it has to be."""
        start, first = self.game.start, self.game.first
        usual = Mark.O if start.o.bit_count() > start.x.bit_count() else Mark.X
        query = ({} if first is usual else {"first": first.lower()}) | {"by": self.by}
        if self.window is not Window.EACH:
            query["window"] = self.window
        return query | ({} if self.order is Order.READING else {"order": self.order})

    @cached_property
    def path(self) -> str:
        """Its address but for the visit."""
        game, query = self.game, map("=".join, self.query.items())
        return f"{address('search.show', game_key=game.game.key)}{game.text}?{'&'.join(query)}"

    def address(self, at: int, anchor: str = "") -> str:
        """The address of another visit of the same search, at *anchor*."""
        return f"{self.path}&at={at}{anchor and '#'}{anchor}"


def search_url(position: Position, key: str) -> str:
    """The address of the search of an opponent from *position*; empty if it searches nothing there
    that can be shown. Minimax and Alpha-beta open without a search.
    """
    shown = key in SEARCHES and position.game.is_small and not position.outcome
    if not shown or not (position.ply or key == "medium"):
        return ""
    return SearchWalk(Record(position), key).address(1)


@reading_address()
def read_walk(query: Mapping[str, str], game_key: str, text: str) -> SearchWalk:
    """The walk of an address: the game's key, the record in *text*, and the *query*."""
    first = mark(query, "first", missing=None)
    game = parse_record(game_for(game_key), text, first)
    if game.position.outcome:
        raise BadAddress(N_("The game is over here: nothing is left to search."))
    by = choice(query, "by", list(SEARCHES), missing=USUAL)
    window, order = Window.EACH, Order.READING
    if by == USUAL:
        window = Window(choice(query, "window", [*Window], missing=window))
        order = Order(choice(query, "order", [*Order], missing=order))
    walk = SearchWalk(game, by, number(query, "at", missing=1), window, order)
    if not walk.is_ordered and (order is not Order.READING or not game.game.is_small):
        message = N_("That search is too large to show: leave at most %(most)s cells empty.")
        raise BadAddress(message, most=MOST_EMPTY)
    walk.found.visit(walk.at)
    return walk
