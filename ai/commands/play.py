"""A game in the terminal."""

from secrets import randbelow

import click

from ai.commands.command import (
    PLAYERS,
    Command,
    diagram,
    first_option,
    game_argument,
    player,
    result,
    wrapped,
)
from ai.explain import explain_move
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent, chance
from ai.rules.games import Game
from ai.rules.notation import cell_name, parse_cell
from ai.rules.position import Mark, Position
from ai.study.study import study


@click.command(cls=Command, epilog=PLAYERS)
@game_argument
@click.option("--x", "x", default=HUMAN, show_default=True, help="Who holds X: human or a player.")
@click.option("--o", "o", default="medium", show_default=True, help="Who holds O.")
@first_option
@click.option("--seed", type=click.IntRange(min=0), help="Makes the computer's choices repeatable.")
@click.option("--why", "tells_why", is_flag=True, help="Say why a program played each move.")
def play(game: Game, x: str, o: str, first: Mark, seed: int | None, tells_why: bool) -> None:
    """Play GAME in the terminal, people and programs in any seat.

    A move is typed as column and row, such as b2, or as the number of a cell: from 0, row by row.
    """
    seats = {
        mark: None if key == HUMAN else player(game, key)
        for mark, key in ((Mark.X, x), (Mark.O, o))
    }
    try:
        number = randbelow(2**32) if seed is None else seed
        play_once(game, seats, first, number, tells_why)
        while another_game():
            number += 1
            play_once(game, seats, first, number, tells_why)
    except (click.Abort, KeyboardInterrupt) as left:
        click.echo()
        raise click.ClickException("You left before the game was over.") from left


def another_game() -> bool:
    """Whether the person wants another game; the end of input or an interrupt means no."""
    try:
        return click.confirm("Another game?")
    except click.Abort:
        click.echo()
        return False


def play_once(
    game: Game, seats: dict[Mark, Opponent | None], first: Mark, seed: int, tells_why: bool
) -> None:
    """One game in the terminal, with the reason for each move of a program if one *tells_why*.

    :raises Abort: at the end of input or an interrupt.
    """
    position = Position(game, to_move=first)
    click.echo(diagram(position))
    while not position.outcome:
        mark, opponent = position.to_move, seats[position.to_move]
        if opponent:
            here = study(position)
            cell = here.decision(opponent).pick(chance(seed, position.ply))
            click.echo(f"{mark} ({opponent.name}) plays {cell_name(game, cell)}.")
            if tells_why:
                click.echo(wrapped(explain_move(here.moves[cell], opponent).text))
            position = position.play(cell)
        else:
            position = asked_move(position)
        click.echo(diagram(position))
    click.echo(result(position))


def asked_move(position: Position) -> Position:
    """The position after a move typed by a person; prompts again until the move is legal."""
    question = f"{position.to_move} to move" + ("" if position.ply > 1 else ", such as b2")
    while True:
        text = click.prompt(question, prompt_suffix=": ").strip().lower()
        try:
            numbered = text.isascii() and text.isdecimal() and len(text) < 4
            return position.play(int(text) if numbered else parse_cell(position.game, text))
        except ValueError as error:
            click.echo(error)
