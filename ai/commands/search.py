"""The search of a player: its result and counts, or its visits as text."""

import shutil
from collections.abc import Iterator

import click

from ai import plain_data
from ai.commands import command
from ai.opponents.search import SEARCHES
from ai.rules import Game, Mark, Position, Record, game_text
from ai.search.minimax import SearchResult, Window
from ai.search.orders import Order, by_window, classes, searching
from ai.search.tree import tree_size
from ai.search.visits import Child, Level, SearchRecord, State, Visit
from ai.search.visits import record as visited


@click.command(cls=command.Command)
@command.takes_record
@click.option(
    "--by",
    type=click.Choice(list(SEARCHES)),
    default="alpha-beta",
    help="The player that searches.",
)
@click.option(
    "--window",
    type=click.Choice([it.value for it in Window]),
    default="each",
    help="How alpha-beta begins: each first move anew, or as textbooks do.",
)
@click.option(
    "--order", type=click.Choice([it.value for it in Order]), default="reading", help="Of moves."
)
@click.option("--show", "shows", is_flag=True, help="Print every visit in turn.")
@click.option("--at", "number", type=int, metavar="N", help="Print the search at visit N.")
@command.json_option
def search(
    record: Record, by: str, window: str, order: str, shows: bool, number: int | None, as_json: bool
) -> None:
    """How a player searches the position after MOVES: what it finds, and how much it visits.

    Values are to X: 1 if X wins, -1 if O does, 0 for a draw, or beyond the depth of medium. A
    window [-1, 0] says: X is sure of -1 already, and O of 0. Alpha-beta alone narrows it.

    MOVES are such as b2a1; a diagram may stand before them or alone, such as XX.-OO.-....
    """
    game, position = record.game, record.position
    if not (game.is_small or by == "medium"):
        raise click.UsageError("Searches to the end take a board of nine cells or fewer.")
    search = SEARCHES[by]
    if by == "alpha-beta":
        search = searching(game, Window(window), Order(order))
    elif (window, order) != ("each", "reading"):
        raise click.UsageError("Only alpha-beta has a window and an order.")
    if as_json and (shows or number is not None):
        raise click.UsageError("--json has the result and counts alone, without visits.")
    try:
        if as_json:
            command.print_json(in_json(position, search(position)))
            return
        if number is not None:
            found = visited(position, search, number)
            lines = at_visit(found, found.levels(number))
        elif shows:
            lines = in_turn(visited(position, search))
        else:
            lines = counted(position, search(position))
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    for line in lines:
        click.echo(line)


def in_json(position: Position, found: SearchResult) -> dict[str, object]:
    """The result of a search, values to the side to move, and the counts of others."""
    names, windows = position.game.cell_names, by_window(position, found.depth)
    size, each = tree_size(position, found.depth), windows[Window.EACH]
    return {
        "to_move": plain_data.mark_key(position.to_move),
        "depth": found.depth,
        "cells": {names[c]: plain_data.VALUES[value] for c, value in found.values.items()},
        "principal_variation": [names[cell] for cell in found.principal_variation],
        "visits": found.nodes,
        "cutoffs": found.cutoffs,
        "minimax": size.nodes,
        "alpha_beta": each[Order.READING],
        "best_order": each[Order.BEST],
        "worst_order": each[Order.WORST],
        "by_window": windows,
        "positions": size.positions,
        "classes": classes(position, found.depth),
    }


def counted(position: Position, found: SearchResult) -> Iterator[str]:
    """The result of a search, and how many nodes it and others visit."""
    game, sign = position.game, 1 if position.to_move is Mark.X else -1
    each = [f"{game.cell_names[c]} {signed(sign * value)}" for c, value in found.values.items()]
    visits, size = by_window(position, found.depth)[Window.EACH], tree_size(position, found.depth)
    yield command.diagram(position)
    yield f"{position.to_move} to move, {found.depth} plies deep: {signed(sign * found.value)}"
    for name, entry in {
        "values": ", ".join(each),
        "principal variation": game_text(game, found.principal_variation, " "),
        "minimax visits": f"{size.nodes:,}",
        "alpha-beta": f"{visits[Order.READING]:,}",
        "  in the best order": f"{visits[Order.BEST]:,}",
        "  in the worst order": f"{visits[Order.WORST]:,}",
        "different positions": f"{size.positions:,}",
        "up to symmetry": f"{classes(position, found.depth):,}",
        "this search visits": f"{found.nodes:,}",
    }.items():
        yield f"  {name:<22}{entry}"


def in_turn(found: SearchRecord) -> Iterator[str]:
    """Every visit on a line, further in the deeper it is, and a line for each value returned."""
    yield command.diagram(found.position)
    for visit in found.visits:
        levels = found.levels(visit.number)
        yield f"{visit.number:>5}  {'  ' * (len(levels) - 1)}{entered(levels[-1])}"
        for depth, level in reversed([*enumerate(levels)]):
            if level.state is State.KNOWN and not level.visit.is_leaf:
                yield f"{'':>5}  {'  ' * depth}{returned(level)}"
    variation = game_text(found.position.game, found.result.principal_variation, " ")
    yield f"Principal variation: {variation}"


def at_visit(found: SearchRecord, levels: tuple[Level, ...]) -> Iterator[str]:
    """The path to a visit, each level with all its moves as boards, and the values returned."""
    yield f"Visit {levels[-1].visit.number:,} of {found.result.nodes:,}"
    for level in levels:
        yield ""
        yield entered(level)
        yield from in_columns([board(level.position, child) for child in level.children])
        if level.state is State.KNOWN and not level.visit.is_leaf:
            yield returned(level)
        elif level.best:
            best = move_name(level.position.game, level.best)
            yield f"best so far: {best}, {signed(level.best.value)}"


def entered(level: Level) -> str:
    """A visit in words: its move, then how the game ended, or the side to move and the window."""
    position, visit = level.position, level.visit
    move = move_name(position.game, visit)
    if outcome := position.outcome:
        how = f"{outcome.winner} wins" if outcome.winner else "draw"
        return f"{move}  {how}, {signed(visit.value)}"
    if level.at_depth_limit:
        return f"{move}  depth reached, {signed(visit.value)}"
    window = f"[{signed(visit.alpha)}, {signed(visit.beta)}]"
    setters = [
        f"{mark} by visit {bound.visit.number}"
        for mark, bound in ((Mark.X, level.alpha), (Mark.O, level.beta))
        if bound.visit
    ]
    by = f", {', '.join(setters)}" if setters else ""
    return f"{move}  {position.to_move} to move in {window}{by}"


def returned(level: Level) -> str:
    """The value that a position returns, and why some of its moves were cut off."""
    game, visit, mover = level.position.game, level.visit, level.position.to_move
    said = f"{move_name(game, visit)} {visit.claim} {signed(visit.value)}"
    if not level.met:
        return said
    cells = [child.cell for child in level.children if child.state is State.CUT_OFF]
    cut = game_text(game, cells, " ")
    if not level.met.visit:
        return f"{said}, cut off {cut}: nothing is worth more to {mover}"
    sure = f"{mover.other} has {signed(level.met.value)} by visit {level.met.visit.number}"
    return f"{said}, cut off {cut}: {sure}"


def board(position: Position, child: Child) -> list[str]:
    """The board after a move, its name, and its value or state."""
    state: str = child.state
    if child.visit and child.state is State.KNOWN:
        state = f"{child.visit.claim} {signed(child.visit.value)}"
    rows = str(position.play(child.cell)).split()
    return [*rows, position.game.cell_names[child.cell], state]


def in_columns(blocks: list[list[str]]) -> Iterator[str]:
    """*blocks* of equal height side by side, as many in a row as the terminal has room for."""
    width = 12
    beside = max(1, shutil.get_terminal_size().columns // width)
    for start in range(0, len(blocks), beside):
        for line in zip(*blocks[start : start + beside], strict=True):
            yield "".join(f"{text:<{width}}" for text in line).rstrip()


def move_name(game: Game, visit: Visit) -> str:
    """The name of the move that led to a visit, `root` for none."""
    return "root" if visit.cell is None else game.cell_names[visit.cell]


def signed(value: int) -> str:
    """A value with its sign: `+1`, `0` or `-1`."""
    return {0: "0", 2: "+inf", -2: "-inf"}.get(value, f"{value:+d}")
