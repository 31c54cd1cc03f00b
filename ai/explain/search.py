"""The players that search: Medium to some depth, Minimax and Alpha-beta to the end."""

from ai.exact.value import Value
from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import ONLY_CELL, cells_listed
from ai.language import N_, _, ngettext, number
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.search.minimax import SearchResult

# Medium. On the pages it looks two plies ahead.

LOOKED = {
    1: N_("It looked at its own move"),
    2: N_("It looked at its own move and the reply"),
}
LOOKED_FURTHER = N_("It looked %(depth)s plies ahead")

EVERY_MOVE_LOSES_AT_ONCE = N_("every move loses to the very next reply, so any empty cell will do")
EVERY_MOVE_LOSES = N_("every move loses by force within %(depth)s plies, so any empty cell will do")
EVERY_OTHER_LOSES_AT_ONCE = N_("every move but %(cells)s loses to the very next reply")
EVERY_OTHER_LOSES = N_("every move but %(cells)s loses by force within %(depth)s plies")
UNDECIDED = {
    1: N_("no move wins at once, so any empty cell will do"),
    2: N_("nothing is decided within these two plies, so any empty cell will do"),
}
UNDECIDED_FURTHER = N_(
    "with best play nothing is decided within %(depth)s plies, so any empty cell will do"
)


def looked_ahead(choice: Choice[LookedAhead]) -> str:
    """The result of a search of a few plies; silent on everything beyond its depth."""
    search = choice.reason.search
    if len(search.values) == 1:
        return _(ONLY_CELL)
    looked = _(LOOKED.get(search.depth, LOOKED_FURTHER), depth=search.depth)
    if search.value is Value.WIN:
        return _("%(looked)s, and found a win.", looked=looked)
    return _("%(looked)s: %(found)s.", looked=looked, found=_found_ahead(choice.game, search))


def _found_ahead(game: Game, search: SearchResult) -> str:
    """The results of all moves, or of all but the best, as a clause after the depth."""
    depth, near = search.depth, search.depth == 2
    if search.value is Value.LOSS:
        return _(EVERY_MOVE_LOSES_AT_ONCE if near else EVERY_MOVE_LOSES, depth=depth)
    if len(search.best_cells) < len(search.values):
        message = EVERY_OTHER_LOSES_AT_ONCE if near else EVERY_OTHER_LOSES
        return _(message, cells=cells_listed(game, search.best_cells), depth=depth)
    if _reaches_the_end(search):
        return _("every move ends in a draw") if near else _("every move draws with best play")
    return _(UNDECIDED.get(depth, UNDECIDED_FURTHER), depth=depth)


def _reaches_the_end(search: SearchResult) -> bool:
    """Whether every game ends within the depth."""
    return search.depth == len(search.values)


def diagrams_ahead(choice: Choice[LookedAhead]) -> tuple[Diagram, ...]:
    """The value of each move at the depth of the search; a draw that is no end counts as open."""
    search = choice.reason.search
    undecided = _("draw") if _reaches_the_end(search) else _("open")
    caption = _("As far as %(mark)s looked", mark=choice.mark)
    notes = _notes(search, undecided)
    return (diagram(choice.position, caption, notes=notes, chosen=choice.cells),)


def _notes(search: SearchResult, undecided: str) -> dict[int, str]:
    words = {Value.WIN: _("win"), Value.DRAW: undecided, Value.LOSS: _("loss")}
    return {cell: words[value] for cell, value in search.values.items()}


# Minimax and Alpha-beta.


def opened(_choice: Choice[Opening]) -> str:
    """The board was empty, so nothing was searched."""
    return _("The board was empty: it opens with any cell.")


def searched(choice: Choice[SearchedToEnd]) -> str:
    """The positions visited, the value found, and the principal variation."""
    search = choice.reason.search
    if len(search.values) == 1:
        return _(ONLY_CELL)
    sentences = [_visited(choice), _found(search)]
    if len(search.principal_variation) > 1:
        moves = ", ".join(cell_name(choice.game, cell) for cell in search.principal_variation)
        sentences.append(_("It expects the game to go %(moves)s.", moves=moves))
    return " ".join(sentences)


def _visited(choice: Choice[SearchedToEnd]) -> str:
    """The nodes and positions visited; with cut-offs also the share of the tree."""
    search, tree = choice.reason.search, choice.move.before.tree
    nodes = number(search.nodes)
    if search.cutoffs:
        return ngettext(
            "It visited %(nodes)s of the %(tree)s nodes of the tree: it searched each of its own"
            " moves to the exact value, and below them once cut off replies that could no longer"
            " matter.",
            "It visited %(nodes)s of the %(tree)s nodes of the tree: it searched each of its own"
            " moves to the exact value, and below them %(times)s times cut off replies that could"
            " no longer matter.",
            search.cutoffs,
            nodes=nodes,
            tree=number(tree.nodes),
            times=number(search.cutoffs),
        )
    if tree.nodes == tree.positions:
        return _("It visited %(nodes)s nodes, each a different position.", nodes=nodes)
    return _(
        "It visited %(nodes)s nodes, but only %(positions)s different positions: different orders"
        " of the same moves lead to the same one.",
        nodes=nodes,
        positions=number(tree.positions),
    )


ONLY_ONE = {
    Value.WIN: N_("Only this move wins."),
    Value.DRAW: N_("Only this move draws."),
}
SOME = {
    Value.WIN: N_("%(count)s moves win, and it takes the first."),
    Value.DRAW: N_("%(count)s moves draw, and it takes the first."),
}
BOTH = {
    Value.WIN: N_("Both moves win, and it takes the first."),
    Value.DRAW: N_("Both moves draw, and it takes the first."),
    Value.LOSS: N_("Both moves lose, and it takes the first."),
}
ALL = {
    Value.WIN: N_("All %(count)s moves win, and it takes the first."),
    Value.DRAW: N_("All %(count)s moves draw, and it takes the first."),
    Value.LOSS: N_("All %(count)s moves lose, and it takes the first."),
}


def _found(search: SearchResult) -> str:
    """The number of best moves and their value."""
    best, every = len(search.best_cells), len(search.values)
    if best == 1:
        return _(ONLY_ONE[search.value])
    messages = SOME if best < every else BOTH if best == 2 else ALL
    return _(messages[search.value], count=best)


def diagrams_to_the_end(choice: Choice[SearchedToEnd]) -> tuple[Diagram, ...]:
    """The value of each move, and the principal variation, numbered."""
    search, position, cells = choice.reason.search, choice.position, choice.cells
    worth = _("The value of each move for %(mark)s", mark=choice.mark)
    order = {cell: place for place, cell in enumerate(search.principal_variation, 1)}
    return (
        diagram(position, worth, notes=_notes(search, _("draw")), chosen=cells, name=_("Values")),
        diagram(
            position,
            _("The game that it expects"),
            notes=order,
            chosen=cells,
            name=_("Expected game"),
        ),
    )
