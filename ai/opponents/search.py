"""Players that search: medium to a depth in plies, minimax and alpha-beta to the end."""

from dataclasses import dataclass
from functools import partial

from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules import TIC_TAC_TOE, Position
from ai.search import minimax as searches
from ai.search.minimax import SearchResult
from ai.search.visits import Search

MEDIUM_DEPTH = 2  # plies

# The search of each player that searches, by the player's key.
SEARCHES: dict[str, Search] = {
    "medium": partial(searches.minimax, depth=MEDIUM_DEPTH),
    "minimax": searches.minimax,
    "alpha-beta": searches.alpha_beta,
}


@dataclass(frozen=True, slots=True)
class LookedAhead:
    """A search to a depth: the move is any one of the best value."""

    search: SearchResult


@dataclass(frozen=True, slots=True)
class SearchedToEnd:
    """A search to the end of every game: the move is the first of the best value."""

    search: SearchResult


@dataclass(frozen=True, slots=True)
class Opening:
    """Any cell: the board was empty, and nothing was searched."""


def medium(position: Position, depth: int = MEDIUM_DEPTH) -> Decision[LookedAhead]:
    """Every move of the best value *depth* plies ahead; undecided positions count 0."""
    found = searches.minimax(position, depth)
    return Decision(found.best_cells, LookedAhead(found))


def minimax(position: Position) -> Decision[SearchedToEnd | Opening]:
    """The first best move in reading order; on an empty board any cell."""
    return _first_best(position, searches.minimax)


def alpha_beta(position: Position) -> Decision[SearchedToEnd | Opening]:
    """The decision of :func:`minimax`, found with cut-offs."""
    return _first_best(position, searches.alpha_beta)


def _first_best(position: Position, search: Search) -> Decision[SearchedToEnd | Opening]:
    if not position.ply:
        return Decision(position.empty_cells, Opening())
    found = search(position)
    return Decision(found.best_cells[:1], SearchedToEnd(found))


MEDIUM = Opponent(
    "medium",
    N_("Medium"),
    medium,
    in_brief=N_("sees two moves"),
    introduction=N_("I'm Medium: I look two moves ahead."),
    level=True,
    symmetric=True,
    at_depth=lambda depth: partial(medium, depth=depth),
)

MINIMAX = Opponent(
    "minimax",
    N_("Minimax"),
    minimax,
    in_brief=N_("searches everything"),
    introduction=N_("I search all that can follow. Any win will do for me, now or later."),
    games=(TIC_TAC_TOE,),
)

ALPHA_BETA = Opponent(
    "alpha-beta",
    N_("Alpha-beta"),
    alpha_beta,
    in_brief=N_("skips what can't matter"),
    introduction=N_("I search what can matter."),
    games=(TIC_TAC_TOE,),
)
