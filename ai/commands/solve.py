"""A game solved from scratch."""

from time import perf_counter

import click

from ai.commands import command
from ai.exact.value import winners_moves
from ai.rules import Game


@click.command(cls=command.Command)
@command.game_argument
@click.option("--store", is_flag=True, help="Store the tablebase in place of the one in use.")
@command.json_option
def solve(game: Game, store: bool, as_json: bool) -> None:
    """Solve GAME from scratch: the value of every position that can be reached.

    GAME has a name, or you define it: columns x rows, then shapes, each anywhere on the board,
    turned and mirrored, or with ! where it is written: 4x4-a1b1c1c2, 3x3-a1b2-!a3b3c3.
    """
    if store and not game.is_named:
        raise click.UsageError("Only games with a name have a table to store.")
    from ai.exact import retrograde  # noqa: PLC0415 - which needs numpy

    unit = "classes" if len(game.symmetries) > 1 else "positions"
    begun = perf_counter()
    with command.progress_bar("Solving") as show:

        def progress(found: tuple[int, ...], valued: int) -> None:
            done, every = sum(found[len(found) - valued :]), sum(found)
            told = f"layer {valued} of {len(game.cells) + 1}, {done:,} of {every:,} {unit}"
            show(done / every, told)

        table = retrograde.solve(game, progress)
    seconds = perf_counter() - begun
    summary = retrograde.census(table)
    if store:
        click.echo(f"Stored {table.store().stat().st_size:,} bytes.", err=True)
    if as_json:
        command.print_json({"game": game.key, **summary, "seconds": round(seconds, 3)})
        return
    longest, to_move = summary["longest_win"], summary["longest_win_to_move"]
    moves = f" in {winners_moves(summary['plies'])} moves" if summary["plies"] else ""
    plies = "ply" if to_move == 1 else "plies"
    classes = f" in {summary['classes']:,} classes of symmetric ones" if unit == "classes" else ""
    from_loser = f", {longest} counted from the loser's move" if longest != to_move else ""
    told = (
        f"{game.name}: {summary['positions']:,} positions{classes}. Best play ends in a"
        f" {summary['value']}{moves}. A forced win takes at most {to_move} {plies} for the side to"
        f" move{from_loser}. Solved in {seconds:.1f} seconds."
    )
    click.echo(command.wrapped(told))
