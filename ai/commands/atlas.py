"""The atlas of small shapes on small boards."""

import click

from ai.commands.command import Command, json_option, print_json, progress_bar
from ai.exact import atlas as games
from ai.exact.value import winners_moves
from ai.language import _
from ai.words.values import in_percent

ROW = "{:<11} {:>5} {:>4} {:>15} {:>7} {:>14} {:>9} {:>10} {:>9}  {}"
HEADS = "shape|board|ways|first|longest|loses as first|as second|positions|classes|game"


@click.command(cls=Command)
@click.option("--store", is_flag=True, help="Solve all games again first, in some minutes.")
@json_option
def atlas(store: bool, as_json: bool) -> None:
    """Every shape of 2 to 5 cells, and straight lines of 2 to 4 with diagonals, on every board of 6
    to 16 cells: who wins, and what a beginner loses of the draws.
    """
    if store:
        with progress_bar("Solving") as progress:
            games.store(progress)
    if as_json:
        print_json(games.load())
        return
    click.echo(ROW.format(*HEADS.split("|")))
    for it in games.load()["games"]:
        first = f"wins in {winners_moves(it['distance'])} moves" if it["distance"] else "draws"
        shares = (it["loses_first"], it["loses_second"])
        loses = ("" if share is None else f"{in_percent(share, 1)} %" for share in shares)
        counts, board = (
            (f"{it['positions']:,}", f"{it['classes']:,}"),
            f"{it['columns']}x{it['rows']}",
        )
        told = (it["ways"], first, winners_moves(it["longest_win"]), *loses, *counts, it["game"])
        click.echo(ROW.format(_(games.SHAPES[it["shape"]][0]), board, *told))
