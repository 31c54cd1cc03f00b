"""A game in hindsight."""

import click

from ai import plain_data
from ai.commands import command
from ai.language import N_, _, ngettext, sentence_case
from ai.opponents import HUMAN
from ai.rules import Mark, Record

INDENT = 10


@click.command(cls=command.Command, epilog=command.PLAYERS)
@command.takes_record
@click.option("--x", "x", default=HUMAN, show_default=True, help="Who held X: human or a player.")
@click.option("--o", "o", default=HUMAN, show_default=True, help="Who held O.")
@command.language_option
@command.json_option
def review(record: Record, x: str, o: str, as_json: bool) -> None:
    """Judge every move of a game of GAME by the exact values, and show the turning point.

    Each move gets a label, the reason for it, how the move wins or loses in the game's terms, and
    the better move if there is one; a program's move also gets the program's reason.

    MOVES are such as b2a1; a diagram may stand before them, such as XO.-.X.-O..b3
    """
    game = record.game
    seats = command.seats(game, x, o)
    found = plain_data.review(record, *seats.values())
    if as_json:
        command.print_json(found)
        return
    x_name, o_name = (_(held.name if held else N_("Human")) for held in seats.values())
    told = N_("%(game)s: X %(x)s, O %(o)s; %(mark)s begins.")
    click.echo(_(told, game=_(game.name), x=x_name, o=o_name, mark=record.first))
    for move in found["moves"]:
        tell(move, turning_point=move["ply"] == found["turning_point"])
    click.echo(command.diagram(record.position))
    click.echo(command.wrapped(found["end"] or command.result(record.position)))
    for mark in Mark:
        click.echo(accuracy(mark, found["accuracy"][plain_data.mark_key(mark)]))


def tell(move: plain_data.WhyData, *, turning_point: bool) -> None:
    """Print one move with its annotation, the better move and the program's reason."""
    turned = f", {_('turning point')}" if turning_point else ""
    click.echo(
        f"{move['ply']:>3}  {move['mark'].upper()} {move['name']}"
        f"  {sentence_case(_(move['label']))}{turned}"
    )
    reason, in_game_terms = move["reason"] or "", move["in_game_terms"] or ""
    said = [reason, "" if in_game_terms in reason else in_game_terms]
    if better := move["better"]:
        said.append(" ".join(filter(None, [better["text"], better["how"]])))
    if program := move["program"]:
        said.append(f"{_('Why %(cell)s?', cell=move['name'])} {program['answer']}")
    for one in dict.fromkeys(filter(None, said)):
        click.echo(command.wrapped(one, INDENT))


def accuracy(mark: Mark, counted: plain_data.CountedData) -> str:
    """The number of decisions of *mark*, and of those that kept the value."""
    if counted["percent"] is None:
        return _("%(mark)s had nothing to decide.", mark=mark)
    return ngettext(
        "%(mark)s kept what it had in %(right)s of %(num)s decision: %(percent)s\u00a0%%.",
        "%(mark)s kept what it had in %(right)s of %(num)s decisions: %(percent)s\u00a0%%.",
        counted["decisions"],
        mark=mark,
        right=counted["right"],
        percent=counted["percent"],
    )
