"""The atlas of small shapes on small boards."""

import click

from ai.commands.command import Command, json_option, print_json, progress_bar
from ai.exact import atlas as games
from ai.exact.value import winners_moves
from ai.language import _
from ai.words.values import in_percent


@click.command(cls=Command)
@click.option("--store", is_flag=True, help="Solve all games again first, in some minutes.")
@json_option
def atlas(store: bool, as_json: bool) -> None:
    """Every shape of 2 to 5 cells, and straight lines of 2 to 4 with diagonals, on every board of 6
    to 16 cells: who wins, and what a beginner loses of the draws.
    """
    if store:
        with progress_bar("Solving") as progress:
            path = games.store(progress)
        click.echo(f"Stored {path.stat().st_size:,} bytes.", err=True)
    found = games.load()
    if as_json:
        print_json(found)
        return
    row = "{:<11} {:>5} {:>4} {:>9} {:>7} {:>14} {:>9} {:>10} {:>9}  {}".format
    heads = ("ways", "first", "longest", "loses as first", "as second", "positions", "classes")
    click.echo(row("shape", "board", *heads, "game"))
    for game in found["games"]:
        value = f"wins in {winners_moves(game['distance'])}" if game["distance"] else "draws"
        loses = (game["loses_first"], game["loses_second"])
        percents = ("" if it is None else f"{in_percent(it, 1)} %" for it in loses)
        cells = (f"{game[key]:,}" for key in ("positions", "classes"))
        name, board = _(games.SHAPES[game["shape"]][0]), f"{game['columns']}x{game['rows']}"
        longest = winners_moves(game["longest_win"])
        click.echo(row(name, board, game["ways"], value, longest, *percents, *cells, game["game"]))
