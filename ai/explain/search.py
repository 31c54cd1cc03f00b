"""The players that search: Medium to some depth, Minimax and Alpha-beta to the end."""

from ai.exact.value import Value
from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.easy import chance
from ai.explain.persons import Persons, said
from ai.explain.phrases import MOVES, ONLY_CELL, WORTHS, cells_listed
from ai.language import N_, _, number
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.rules.notation import cell_name
from ai.search.minimax import SearchResult

# Medium. On the pages it looks two plies ahead.

LOOKED = {1: N_("%(I)s looked one move ahead."), 2: N_("%(I)s looked two moves ahead.")}
LOOKED_FURTHER = N_("%(I)s looked %(depth)s moves ahead.")
FOUND_A_WIN = {
    1: N_("%(I)s looked one move ahead and found a win."),
    2: N_("%(I)s looked two moves ahead and found a win."),
}
FOUND_A_WIN_FURTHER = N_("%(I)s looked %(depth)s moves ahead and found a win.")
ALL_LOSE_AT_ONCE = N_(
    "Whatever %(i)s played, %(you)s could win at once. So %(i)s picked any of %(cells)s cells."
)
ALL_LOSE = N_("Every move loses within %(depth)s moves. So %(i)s picked any of %(cells)s cells.")
OTHERS_LOSE_AT_ONCE = N_("Anything but %(cells)s loses at once.")
OTHERS_LOSE = N_("Anything but %(cells)s loses within %(depth)s moves.")
UNDECIDED = {
    1: N_("%(I)s looked one move ahead and saw no win. So %(i)s picked any of %(cells)s cells."),
    2: N_(
        "%(I)s looked two moves ahead and saw no win or loss. So %(i)s picked any of %(cells)s"
        " cells."
    ),
}
UNDECIDED_FURTHER = N_(
    "Best play decides nothing within %(depth)s moves. So %(i)s picked any of %(cells)s cells."
)


def looked_ahead(choice: Choice[LookedAhead], persons: Persons) -> Answer:
    """The result of a search of a few plies; silent on everything beyond its depth."""
    search, cells = choice.reason.search, len(choice.cells)
    depth, near = search.depth, search.depth == 2
    looked = said(LOOKED.get(depth, LOOKED_FURTHER), persons, depth=depth)
    if len(search.values) == 1:
        return Answer(_(ONLY_CELL))
    if search.value is Value.WIN:
        return Answer(said(FOUND_A_WIN.get(depth, FOUND_A_WIN_FURTHER), persons, depth=depth))
    if search.value is Value.LOSS:
        message = ALL_LOSE_AT_ONCE if near else ALL_LOSE
        return Answer(said(message, persons, depth=depth, cells=cells), looked, counts=True)
    if len(search.best_cells) < len(search.values):
        message = OTHERS_LOSE_AT_ONCE if near else OTHERS_LOSE
        named = cells_listed(choice.game, search.best_cells)
        return Answer(_(message, cells=named, depth=depth), looked)
    if _reaches_the_end(search):
        draws = _("Both moves end in a draw.") if near else _("Every move draws with best play.")
        return Answer(draws, looked)
    message = UNDECIDED.get(depth, UNDECIDED_FURTHER)
    more = "" if depth in UNDECIDED else looked
    return Answer(said(message, persons, depth=depth, cells=cells), more, counts=True)


def _reaches_the_end(search: SearchResult) -> bool:
    """Whether every game ends within the depth."""
    return search.depth == len(search.values)


def diagrams_ahead(choice: Choice[LookedAhead], persons: Persons) -> tuple[Diagram, ...]:
    """The value of each move that the search decided, and the chances of the others."""
    search, cells = choice.reason.search, choice.cells
    ends = _reaches_the_end(search)
    picked = {*cells} if len(cells) > 1 and not ends else set()
    return (
        diagram(
            choice.position,
            said(N_("As far as %(i)s looked"), persons),
            worths={cell: value for cell, value in search.values.items() if value or ends},
            notes={
                cell: chance(len(cells)) if cell in picked else _("unclear")
                for cell, value in search.values.items()
                if not value and not ends
            },
            chosen=_preferred(search),
            name=said(MOVES, persons),
        ),
    )


def _preferred(search: SearchResult) -> tuple[int, ...]:
    """The best cells; none if all are."""
    return search.best_cells if len(search.best_cells) < len(search.values) else ()


# Minimax and Alpha-beta.


VISITED_SOME = N_("%(I)s visited boards %(nodes)s times instead of %(tree)s.")
VISITED_EACH = N_("%(I)s visited %(nodes)s boards, all different.")
VISITED_AGAIN = N_("%(I)s visited boards %(nodes)s times, %(positions)s different ones.")
SKIPPED_ONCE = N_(
    "%(I)s searched each of %(my)s moves to its exact value, and once skipped replies that could"
    " no longer change it."
)
SKIPPED = N_(
    "%(I)s searched each of %(my)s moves to its exact value, and %(times)s times skipped replies"
    " that could no longer change it."
)
ONLY_ONE = {Value.WIN: N_("Only this move wins."), Value.DRAW: N_("Only this move draws.")}
SOME = {
    Value.WIN: N_("%(count)s moves win; %(i)s took the first."),
    Value.DRAW: N_("%(count)s moves draw; %(i)s took the first."),
}
BOTH = {
    Value.WIN: N_("Both moves win; %(i)s took the first."),
    Value.DRAW: N_("Both moves draw; %(i)s took the first."),
    Value.LOSS: N_("Both moves lose; %(i)s took the first."),
}
ALL = {
    Value.WIN: N_("All %(count)s moves win; %(i)s took the first."),
    Value.DRAW: N_("All %(count)s moves draw; %(i)s took the first."),
    Value.LOSS: N_("All %(count)s moves lose; %(i)s took the first."),
}


def opened(_choice: Choice[Opening], persons: Persons) -> Answer:
    """The board was empty, so nothing was searched."""
    return Answer(said(N_("The board was empty: %(i)s opened anywhere."), persons))


def searched(choice: Choice[SearchedToEnd], persons: Persons) -> Answer:
    """The value found, the positions visited, and the principal variation."""
    search, tree = choice.reason.search, choice.move.before.tree
    if len(search.values) == 1:
        return Answer(_(ONLY_CELL))
    message, more = VISITED_AGAIN, []
    if search.cutoffs:
        message = VISITED_SOME
        skipped = SKIPPED_ONCE if search.cutoffs == 1 else SKIPPED
        more.append(said(skipped, persons, times=number(search.cutoffs)))
    elif tree.nodes == tree.positions:
        message = VISITED_EACH
    visited = said(
        message,
        persons,
        nodes=number(search.nodes),
        tree=number(tree.nodes),
        positions=number(tree.positions),
    )
    if len(search.principal_variation) > 1:
        moves = ", ".join(cell_name(choice.game, cell) for cell in search.principal_variation)
        more.append(said(N_("The game %(i)s expected: %(moves)s."), persons, moves=moves))
    return Answer(f"{_found(search, persons)} {visited}", " ".join(more))


def _found(search: SearchResult, persons: Persons) -> str:
    """The number of best moves and their value."""
    best, every = len(search.best_cells), len(search.values)
    if best == 1:
        return _(ONLY_ONE[search.value])
    messages = SOME if best < every else BOTH if best == 2 else ALL
    return said(messages[search.value], persons, count=best)


def diagrams_to_the_end(choice: Choice[SearchedToEnd], persons: Persons) -> tuple[Diagram, ...]:
    """The value of each move."""
    search = choice.reason.search
    return (
        diagram(
            choice.position,
            said(WORTHS, persons),
            worths=search.values,
            chosen=_preferred(search),
            name=said(MOVES, persons),
        ),
    )
