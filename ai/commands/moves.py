"""Every move from a position, side by side."""

import click

from ai import plain_data
from ai.commands import command
from ai.language import listed, number
from ai.opponents import OPPONENTS
from ai.rules import Record
from ai.study.moves_from_here import BEST_FIRST, ORDERS, both_ways, orders
from ai.study.study import study
from ai.words.values import outlook, worth_in_words


@click.command(cls=command.Command)
@command.takes_record
@click.option(
    "--sort",
    type=click.Choice(both_ways(ORDERS)),
    default=BEST_FIRST,
    show_default=True,
    help="What they are sorted by, the greatest first; after a minus the other way round.",
)
@command.json_option
def moves(record: Record, sort: str, as_json: bool) -> None:
    """Every move from the position after MOVES, symmetric ones once.

    It adds to `values` the odds if both sides play at random after the move, the programs that
    choose it with their chances, and on boards of up to 9 cells the number of games and positions
    that can follow.

    MOVES are such as b2a1; a diagram may stand before them or alone, such as XO.-.X.-O..
    """
    position = record.position
    if sort not in both_ways(orders(record.game)):
        counted = sort.removeprefix("-").title()
        raise click.UsageError(f"{counted} are counted on boards of up to 9 cells.")
    found = plain_data.moves(position, sort)
    if as_json:
        command.print_json(found)
        return
    click.echo(command.diagram(position))
    if position.outcome:
        click.echo(command.result(position))
        return
    studied = study(position)
    click.echo(f"{position.to_move} to move: {outlook(studied.exact, position.to_move)}")
    click.echo(command.wrapped(found["why"] or ""))
    for move in found["moves"]:
        worth = studied.worths[move["cell"]]
        twins = f" (or {', '.join(move['twins'])})" if move["twins"] else ""
        best = ", best" if worth.best else ""
        click.echo(f"  {move['name']}{twins}  {worth_in_words(worth, 1)}{best}")
        for said in (move["how"], odds(move["odds"]), chosen(move), following(move)):
            if said:
                click.echo(command.wrapped(said, indent=6))


def odds(found: plain_data.OddsData) -> str:
    """The odds at random, in percent."""
    shares = (found["x_wins_p"], found["draws_p"], found["o_wins_p"])
    x, draws, o = (f"{number(100 * share, 1)}\u00a0%" for share in shares)
    return f"At random X wins {x}, {draws} are draws, O wins {o}."


def chosen(move: plain_data.MoveFromHereData) -> str:
    """Which programs choose *move*, each with its chance; empty if none does."""
    programs = [f"{OPPONENTS[it['player']].name} ({it['chance']})" for it in move["choosers"]]
    return f"Chosen by {listed(programs)}." if programs else ""


def following(move: plain_data.MoveFromHereData) -> str:
    """The number of games and positions that follow; empty if they are not counted."""
    if move["games"] is None:
        return ""
    return f"Games that can follow: {move['games']:,}; positions: {move['positions']:,}."
