"""Puzzles: found, listed and solved in the terminal."""

import re
from typing import Any

import click

from ai.commands.command import Command, diagram, game_argument, progress_bar
from ai.language import listed
from ai.messages import Refusal
from ai.puzzles import finding, store
from ai.puzzles.puzzle import GRADES, Goal, Puzzle, Theme
from ai.puzzles.sets import chosen
from ai.puzzles.solving import Step, StepVerdict, attempt
from ai.rules.games import Game
from ai.rules.notation import parse_cell, parse_game


class RangeType(click.ParamType[range]):
    """A number or two with a hyphen between: `3` or `3-7`, both ends counted, either one first."""

    name = "range"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """The numbers that *value* names."""
        found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", str(value))
        if not found:
            self.fail(f"{value!r} is no range such as 3 or 3-7.", param, ctx)
        least, most = sorted((int(found[1]), int(found[2] or found[1])))
        return range(least, most + 1)


@click.group()
def puzzles() -> None:
    """Find, list and solve puzzles: positions to win or to hold."""


@puzzles.command(cls=Command)
@game_argument
@click.option("--store", "stores", is_flag=True, help="Store them in place of those in use.")
def find(game: Game, stores: bool) -> None:
    """Find the puzzles of GAME in its tablebase."""
    with progress_bar("Finding puzzles") as progress:
        found = finding.find(game, progress)
    if stores:
        path = store.store(game, found)
        click.echo(f"Stored {path.stat().st_size:,} bytes.", err=True)
    wins = sum(puzzle.goal is Goal.WIN for puzzle in found)
    click.echo(f"{game.name}: {len(found)} puzzles, {wins} to win and {len(found) - wins} to hold.")
    for grade in GRADES:
        click.echo(f"  grade {grade}: {sum(puzzle.grade == grade for puzzle in found)}")


@puzzles.command("list", cls=Command)
@game_argument
@click.option(
    "--theme",
    "names",
    type=click.Choice([theme.value for theme in Theme]),
    multiple=True,
    help="With one of these; repeatable.",
)
@click.option("--plies", type=RangeType(), metavar="N[-N]", help="Wins in so many plies.")
@click.option("--grade", "grades", type=RangeType(), metavar="N[-N]", help="From 1 to 16.")
def list_them(
    game: Game, names: tuple[str, ...], plies: range | None, grades: range | None
) -> None:
    """List the puzzles of GAME: number, position, task, grade, difficulty and theme."""
    themes = [Theme(name) for name in names]
    found = chosen(store.load(game), themes, plies or (), grades or ())
    if not store.load(game):
        run = f"python -m ai puzzles find {game.key} --store"
        raise click.ClickException(f"{game.name} has no puzzles: run `{run}`.")
    if not found:
        lengths = sorted({puzzle.plies for puzzle in store.load(game) if puzzle.plies})
        raise click.ClickException(
            f"{game.name} has no such puzzle. Its wins are in {listed(map(str, lengths))} plies;"
            " grades are 1 to 16."
        )
    for puzzle in found:
        click.echo(
            f"{puzzle.number:>4}  {puzzle.rows}  {task(puzzle):<12}"
            f"  grade {puzzle.grade:>2}  {100 * puzzle.difficulty:5.1f} %  {puzzle.theme}"
        )


@puzzles.command(cls=Command)
@game_argument
@click.argument("number", type=int)
@click.option("--moves", "text", metavar="MOVES", help="Your moves in one word, such as b2c3.")
def solve(game: Game, number: int, text: str | None) -> None:
    """Solve puzzle NUMBER of GAME against the best defence, which replies by itself.

    MOVES are those of X alone. The command fails unless they solve the puzzle.
    """
    try:
        puzzle = store.puzzle_numbered(game, number)
        steps = attempt(puzzle, parse_game(game, text.lower())) if text is not None else ()
    except Refusal as error:
        raise click.UsageError(str(error)) from error
    click.echo(f"Puzzle {number}, grade {puzzle.grade}: {task(puzzle)}.")
    click.echo(diagram(puzzle.position))
    if text is None:
        solve_by_asking(puzzle)
        return
    for step in steps:
        tell(puzzle, step)
    if not steps or not steps[-1].solved:
        raise click.ClickException("These moves do not solve the puzzle.")


def task(puzzle: Puzzle) -> str:
    """The task in words: `X wins in 5` or `X holds`."""
    return "X holds" if puzzle.plies is None else f"X wins in {puzzle.plies}"


def solve_by_asking(puzzle: Puzzle) -> None:
    """Ask for moves until the puzzle is solved; a wrong move is taken back.

    :raises ClickException: at the end of input or an interrupt.
    """
    kept: list[int] = []
    while True:
        try:
            typed = click.prompt("X to move", prompt_suffix=": ").strip().lower()
            step = attempt(puzzle, [*kept, parse_cell(puzzle.game, typed)])[-1]
        except (click.Abort, KeyboardInterrupt) as left:
            click.echo()
            raise click.ClickException("You left before the puzzle was solved.") from left
        except Refusal as error:
            click.echo(error)
            continue
        tell(puzzle, step)
        if step.solved:
            return
        if step.verdict is not StepVerdict.WRONG:
            kept.append(step.move.cell)


def tell(puzzle: Puzzle, step: Step) -> None:
    """Print the verdict on a move, the reply and the board."""
    name = puzzle.game.cell_names[step.move.cell]
    if step.verdict is StepVerdict.WRONG:
        click.echo(f"{name} is wrong: {step.move.best} becomes {step.move.exact}.")
        return
    click.echo(f"{name} is {'the fastest' if step.verdict is StepVerdict.FASTEST else 'right'}.")
    if step.reply:
        click.echo(f"O replies {puzzle.game.cell_names[step.reply.cell]}.")
    click.echo(diagram(step.position))
    if step.solved:
        click.echo("Solved: X wins." if puzzle.goal is Goal.WIN else "Solved: the draw is held.")
