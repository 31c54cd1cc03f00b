"""The players that search: Medium to some depth, Minimax and Alpha-beta to the end."""

from ai.games import Game
from ai.notation import cell_name
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.search import SearchResult
from ai.tree import tree_size
from ai.value import Value
from webapp.explain.choice import Choice
from webapp.explain.diagram import Diagram, diagram
from webapp.explain.phrases import ONLY_CELL, cells_listed

# Medium.


def looked_ahead(choice: Choice[LookedAhead]) -> str:
    """What a search of a few plies found, and no word of what lies beyond them."""
    search = choice.reason.search
    if len(search.values) == 1:
        return ONLY_CELL
    looked = {1: "It looked at its own move", 2: "It looked at its own move and the reply"}.get(
        search.depth, f"It looked {search.depth} plies ahead"
    )
    return f"{looked}{_found_ahead(choice.game, search)}."


def _found_ahead(game: Game, search: SearchResult) -> str:
    """What all moves lead to, or all but the best: to be read after how far was looked."""
    depth = search.depth
    loses = "loses to the very next reply" if depth == 2 else f"loses by force within {depth} plies"
    any_cell = "so any empty cell will do"
    if search.value is Value.WIN:
        return ", and found a win"
    if search.value is Value.LOSS:
        return f": every move {loses}, {any_cell}"
    if len(search.best_cells) < len(search.values):
        return f": every move but {cells_listed(game, search.best_cells)} {loses}"
    if _reaches_the_end(search):
        return ": every move ends in a draw" if depth == 2 else ": every move draws with best play"
    within = {
        1: "no move wins at once",
        2: "nothing is decided within these two plies",
    }.get(depth, f"with best play nothing is decided within {depth} plies")
    return f": {within}, {any_cell}"


def _reaches_the_end(search: SearchResult) -> bool:
    """Whether no game could go on beyond the depth."""
    return search.depth == len(search.values)


def drawn_ahead(choice: Choice[LookedAhead]) -> tuple[Diagram, ...]:
    """The value of each move, as far as the search saw it."""
    search = choice.reason.search
    undecided = "draw" if _reaches_the_end(search) else "open"
    caption = f"As far as {choice.mark} looked"
    notes = _notes(search, undecided)
    return (diagram(choice.position, caption, notes=notes, chosen=choice.cells),)


def _notes(search: SearchResult, undecided: str = "draw") -> dict[int, str]:
    words = {Value.WIN: "win", Value.DRAW: undecided, Value.LOSS: "loss"}
    return {cell: words[value] for cell, value in search.values.items()}


# Minimax and Alpha-beta.


def opened(_choice: Choice[Opening]) -> str:
    """That nothing was searched."""
    return "The board was empty: it opens with any cell."


def searched(choice: Choice[SearchedToEnd]) -> str:
    """How much the search visited, what it found, and which game it expects."""
    search = choice.reason.search
    if len(search.values) == 1:
        return ONLY_CELL
    answer = f"It visited {_visited(choice)}. {_found(search)}."
    if len(search.principal_variation) == 1:
        return answer
    moves = ", ".join(cell_name(choice.game, cell) for cell in search.principal_variation)
    return f"{answer} It expects the game to go {moves}."


def _visited(choice: Choice[SearchedToEnd]) -> str:
    """The visits, and the positions; of a search with cut-offs which part of the tree it was."""
    search, tree = choice.reason.search, tree_size(choice.position)
    if search.cutoffs:
        times = "once" if search.cutoffs == 1 else f"{search.cutoffs:,} times"
        return (
            f"{search.nodes:,} of the {tree.nodes:,} nodes of the tree: it searched each of its"
            f" own moves to the exact value, and below them {times} cut off replies that could"
            " no longer matter"
        )
    if tree.nodes == tree.positions:
        return f"{search.nodes:,} nodes, each a different position"
    return (
        f"{search.nodes:,} nodes, but only {tree.positions:,} different positions: different"
        " orders of the same moves lead to the same one"
    )


def _found(search: SearchResult) -> str:
    """How many moves are best, and what they come to."""
    best, every = len(search.best_cells), len(search.values)
    if best == 1:
        return f"Only this move {'wins' if search.value is Value.WIN else 'draws'}"
    result = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "lose"}[search.value]
    count = str(best) if best < every else "Both" if best == 2 else f"All {best}"
    return f"{count} moves {result}, and it takes the first"


def drawn_to_the_end(choice: Choice[SearchedToEnd]) -> tuple[Diagram, ...]:
    """The value of each move, and the principal variation, numbered."""
    search, position, cells = choice.reason.search, choice.position, choice.cells
    worth = f"What each move is worth to {choice.mark}"
    order = {cell: number for number, cell in enumerate(search.principal_variation, 1)}
    return (
        diagram(position, worth, notes=_notes(search), chosen=cells, name="Values"),
        diagram(
            position, "The game that it expects", notes=order, chosen=cells, name="Expected game"
        ),
    )
