"""Puzzles: found, listed and solved in the terminal."""

import re
from collections import Counter

import click

from ai.commands.command import Command, diagram, game_argument, progress_bar
from ai.facts.verdicts import answer_shown
from ai.language import listed
from ai.messages import N_, Refusal
from ai.puzzles import finding, store
from ai.puzzles.answers import answers_text, parse_answers
from ai.puzzles.puzzle import GRADES, Goal, Puzzle, Theme
from ai.puzzles.solving import Step, StepVerdict, attempt
from ai.rules import Game, game_text
from ai.rules.notation import NotationError
from ai.typed import command as read_command


def read_range(ctx: click.Context, param: click.Parameter, value: str | None) -> range:
    """The numbers of *value*, one or two with a hyphen between: `3` or `3-7`, both ends counted,
    either one first; none if it is not given.
    """
    if value is None:
        return range(0)
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", value)
    if not found:
        raise click.BadParameter(f"{value!r} is no range such as 3 or 3-7.", ctx, param)
    least, most = sorted((int(found[1]), int(found[2] or found[1])))
    return range(least, most + 1)


PROMPTS = {
    Theme.ALL: "X moves next: one of the cells",
    Theme.WHO: "X moves next: who wins, x, o or d, a draw",
    Theme.MISTAKE: "The cell of the last mistake",
}


@click.group()
def puzzles() -> None:
    """Find, list and solve puzzles: positions to win or to hold."""


@puzzles.command(cls=Command)
@game_argument
@click.option("--store", "stores", is_flag=True, help="Store them in place of those in use.")
def find(game: Game, stores: bool) -> None:
    """Find the puzzles of GAME in its tablebase."""
    if stores and not game.is_named:
        raise click.UsageError(f"{game.name} has no name, so nothing is stored of it.")
    with progress_bar("Finding puzzles") as progress:
        found = finding.find(game, progress)
    if stores:
        path = store.store(game, found)
        click.echo(f"Stored {path.stat().st_size:,} bytes.", err=True)
    goals = Counter(None if puzzle.is_question else puzzle.goal for puzzle in found)
    click.echo(
        f"{game.name}: {len(found)} puzzles, {goals[Goal.WIN]} to win and {goals[Goal.DRAW]} to"
        f" hold, and {goals[None]} questions."
    )
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
@click.option("--plies", callback=read_range, metavar="N[-N]", help="Wins in so many plies.")
@click.option("--grade", "grades", callback=read_range, metavar="N[-N]", help="From 1 to 16.")
def list_them(game: Game, names: tuple[str, ...], plies: range, grades: range) -> None:
    """List the puzzles of GAME: number, position, task, grade, difficulty and theme."""
    themes = [Theme(name) for name in names]
    found = store.chosen(game, themes, plies, grades)
    if not store.load(game):
        run = f": run `python -m ai puzzles find {game.key} --store`" if game.is_named else ""
        raise click.ClickException(f"{game.name} has no puzzles{run}.")
    if not found:
        lengths = sorted({puzzle.plies for puzzle in store.load(game) if puzzle.plies})
        wins = listed([str(plies) for plies in lengths] or ["no"])
        raise click.ClickException(
            f"{game.name} has no such puzzle. Its wins are in {wins} plies; grades are 1 to 16."
        )
    for puzzle in found:
        click.echo(
            f"{puzzle.number:>4}  {puzzle.rows}  {task(puzzle):<18}"
            f"  grade {puzzle.grade:>2}  {100 * puzzle.difficulty:5.1f} %  {puzzle.theme}"
        )


@puzzles.command(cls=Command)
@game_argument
@click.argument("number", type=int)
@click.option("--moves", "text", metavar="MOVES", help="Your moves in one word, such as b2c3.")
def solve(game: Game, number: int, text: str | None) -> None:
    """Solve puzzle NUMBER of GAME against the best defence, which replies by itself.

    MOVES are those of X alone, or the answers to a question: cells, or x, o or d, a draw. The
    command fails unless they solve the puzzle.
    """
    puzzle = store.puzzle_numbered(game, number)
    steps = attempt(puzzle, parse_answers(game, puzzle.theme, read_command(text or "")))
    click.echo(f"Puzzle {number}, grade {puzzle.grade}: {task(puzzle)}.")
    if puzzle.moves:
        click.echo(f"The game was {game_text(game, puzzle.moves, ' ')}; X moves next.")
    click.echo(diagram(puzzle.position))
    if text is None:
        solve_by_asking(puzzle)
        return
    for step in steps:
        tell(puzzle, step)
    if not steps or not steps[-1].solved:
        raise click.ClickException("These moves do not solve the puzzle.")


def task(puzzle: Puzzle) -> str:
    """The task in words: `X wins in 5 plies` or `X holds`, or a question."""
    plays = f"X wins in {puzzle.plies} plies" if puzzle.plies else "X holds"
    asks = {Theme.WHO: "who wins", Theme.MISTAKE: "last mistake", Theme.ALL: f"every {puzzle.goal}"}
    return asks.get(puzzle.theme, plays)


def solve_by_asking(puzzle: Puzzle) -> None:
    """Ask for moves until the puzzle is solved; a wrong move is taken back.

    :raises ClickException: at the end of input, an interrupt or `quit`.
    """
    kept: list[int] = []
    while True:
        try:
            asked = PROMPTS.get(puzzle.theme, "X to move")
            typed = read_command(click.prompt(asked, prompt_suffix=": "))
            if typed == "quit":
                raise click.Abort
            answers = parse_answers(puzzle.game, puzzle.theme, typed)
            if len(answers) != 1:
                raise NotationError(N_("One at a time."))
            step = attempt(puzzle, [*kept, *answers])[-1]
        except (click.Abort, KeyboardInterrupt) as left:
            click.echo()
            raise click.ClickException("You left before the puzzle was solved.") from left
        except Refusal as error:
            click.echo(error)
            continue
        tell(puzzle, step)
        if step.solved:
            return
        if step.is_right:
            kept += answers


def tell(puzzle: Puzzle, step: Step) -> None:
    """Print the verdict on a move or an answer, the reply and the board."""
    name = answers_text(puzzle.game, puzzle.theme, [step.answer])
    if not step.is_right:
        why = ""
        if puzzle.goal:
            cost, answer = f"{step.move.best} becomes {step.move.exact}", answer_shown(step.move)
            why = f": {cost}, for O could answer {answer.name}"
        click.echo(f"{name} is wrong{why}.")
        return
    click.echo(f"{name} is {'the fastest' if step.verdict is StepVerdict.FASTEST else 'right'}.")
    if step.reply:
        click.echo(f"O replies {step.reply.name}.")
    if not puzzle.is_question:
        click.echo(diagram(step.position))
    if step.solved:
        told = ": X wins" if puzzle.goal is Goal.WIN else ": the draw is held"
        click.echo(f"Solved{'' if puzzle.is_question else told}.")
