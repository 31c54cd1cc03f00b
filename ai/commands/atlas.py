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
    click.echo(
        f"{'shape':<15} {'board':>5} {'ways':>4} {'first':>9} {'longest':>7} {'loses as first':>14}"
        f" {'as second':>9} {'positions':>10} {'classes':>9}  game"
    )
    for game in found["games"]:
        board, distance = f"{game['columns']}x{game['rows']}", game["distance"]
        value = f"wins in {winners_moves(distance)}" if distance else "draws"
        first, second = (
            "" if share is None else f"{in_percent(share, 1)} %"
            for share in (game["loses_first"], game["loses_second"])
        )
        click.echo(
            f"{_(games.SHAPES[game['shape']].name):<15} {board:>5} {game['ways']:>4} {value:>9}"
            f" {winners_moves(game['longest_win']):>7} {first:>14} {second:>9}"
            f" {game['positions']:>10,} {game['classes']:>9,}  {game['game']}"
        )
