"""A game in the terminal."""

from functools import partial
from secrets import randbelow
from typing import TypeAlias

import click

from ai import plain_data
from ai.commands import command
from ai.explain import explain_move
from ai.language import _, refused
from ai.messages import NP_, Refusal
from ai.opponents import HUMAN
from ai.opponents.policy import chance
from ai.rules import Game, Mark, Position, Record
from ai.study.study import study
from ai.typed import meant, spelled

Say: TypeAlias = "partial[None]"  # echo, to stderr beside JSON

WHY, UNDO, QUIT = NP_("command", "why"), NP_("command", "undo"), NP_("command", "quit")


@click.command(cls=command.Command, epilog=command.PLAYERS)
@command.game_argument
@click.option("--x", "x", default=HUMAN, show_default=True, help="Who holds X: human or a player.")
@click.option("--o", "o", default="medium", show_default=True, help="Who holds O.")
@command.first_option
@click.option("--seed", type=click.IntRange(min=0), help="Makes the computer's choices repeatable.")
@click.option("--why", "tells_why", is_flag=True, help="Say why a program played each move.")
@command.language_option
@command.json_option
def play(
    game: Game, x: str, o: str, first: Mark, seed: int | None, tells_why: bool, as_json: bool
) -> None:
    """Play GAME in the terminal, people and programs in any seat.

    A move is typed as column and row, such as b2, or as the number of a cell: from 0, row by row.
    In its place, why tells the reason for the last move of a program, undo takes back your last
    move, and quit leaves; the words of the language will do too. --json prints one game as review
    does, and all else to stderr.
    """
    seats = command.seats(game, x, o)
    say = partial(click.echo, err=as_json)
    number = randbelow(2**32) if seed is None else seed
    try:
        record = play_once(Position(game, to_move=first), seats, number, tells_why, say)
        while not as_json and record.outcome and another_game():
            number += 1
            record = play_once(record.start, seats, number, tells_why, say)
    except (click.Abort, KeyboardInterrupt) as left:
        say()
        raise click.ClickException(_("You left before the game was over.")) from left
    if as_json:
        command.print_json({"seed": number, **plain_data.review(record, *seats.values())})


def another_game() -> bool:
    """Whether the person wants another game; the end of input or an interrupt means no."""
    try:
        return click.confirm(_("Another game?"))
    except click.Abort:
        click.echo()
        return False


def play_once(
    start: Position, seats: command.Seats, seed: int, tells_why: bool, say: Say
) -> Record:
    """One game in the terminal, with the reason for each move of a program if one *tells_why*. It
    is not over if a person quits.

    :raises Abort: at the end of input or an interrupt.
    """
    record = Record(start)
    say(command.diagram(start))
    while not (position := record.position).outcome:
        mark = position.to_move
        if opponent := seats[mark]:
            cell = study(position).decision(opponent).pick(chance(seed, position.ply))
            record = record.play(cell)
            name, played = _(opponent.name), start.game.cell_names[cell]
            say(_("%(mark)s (%(name)s) plays %(cell)s.", mark=mark, name=name, cell=played))
            if tells_why:
                say(why(record, seats))
        elif following := asked(record, seats, say):
            record = following
        else:
            return record
        say(command.diagram(record.position))
    say(command.result(record.position))
    return record


def asked(record: Record, seats: command.Seats, say: Say) -> Record | None:
    """The record after a move typed by a person, or without their last one; None if they quit. It
    prompts until then.
    """
    mark, words = record.position.to_move, (WHY, UNDO, QUIT)
    question = _("%(mark)s to move", mark=mark)
    if record.ply < 2:
        told = ", ".join(map(spelled, words))
        question = _("%(mark)s to move, such as b2; or %(words)s", mark=mark, words=told)
    while True:
        text = click.prompt(question, prompt_suffix=": ", err=say.keywords["err"])
        text = meant(text, words)
        numbered = text.isascii() and text.isdecimal() and len(text) < 4
        own = [ply for ply in record.plies[:-1] if not seats[record.mover_at(ply)]]
        try:
            match text:
                case "quit":
                    return None
                case "why":
                    say(why(record, seats))
                case "undo" if own:
                    return record.up_to(own[-1])
                case "undo":
                    say(_("There's no move of yours to take back."))
                case _:
                    return record.play(int(text) if numbered else text)
        except Refusal as error:
            say(refused(error))


def why(record: Record, seats: command.Seats) -> str:
    """Why a program made its last move, in words."""
    for ply in reversed(record.plies[:-1]):
        if opponent := seats[record.mover_at(ply)]:
            move = study(record.position_at(ply)).moves[record.move_at(ply)]
            return command.wrapped(explain_move(move, opponent).text)
    return _("No program has moved yet.")
