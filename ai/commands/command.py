"""Arguments, options and printing that the commands share."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from io import StringIO, TextIOWrapper
from typing import Any, TypeAlias

import click
from click.core import ParameterSource

from ai import language, plain_data
from ai.exact.tablebase import TablebaseError
from ai.language import ENGLISH, _, languages, refused
from ai.messages import Refusal
from ai.opponents import HUMAN, OPPONENTS, opponent_for
from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, Position, game_for, parse_record
from ai.words.phrases import line_name

Progress = Callable[..., None]
Seats: TypeAlias = dict[Mark, Opponent | None]  # None for a person


class Command(click.Command):
    """A command that prints refusals, OS and tablebase errors as messages, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command.

        :raises ClickException: if it is refused, a tablebase is missing or the output cannot be
            written.
        """
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        sys.stdin = sys.stdin or StringIO()  # a closed input is at its end
        token = language.speak(_tag(ctx))
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has left: click ends quietly
            raise
        except Refusal as error:
            raise click.UsageError(refused(error), ctx) from error
        except (OSError, TablebaseError) as error:
            raise click.ClickException(str(error)) from error
        finally:
            language.speaking.reset(token)


def _tag(ctx: click.Context) -> str:
    """The language of the command of *ctx*. Without an option for it, and in JSON that does not ask
    for another one, it is English.
    """
    tag: str = ctx.params.pop("language", ENGLISH)
    is_asked = ctx.get_parameter_source("language") is ParameterSource.COMMANDLINE
    return tag if is_asked or not ctx.params.get("as_json") else ENGLISH


# The variables that tell the language of a person at a terminal. The first that is set counts, as
# for gettext.
TOLD_BY = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def usual_language() -> str:
    """The tag of the first of our languages among those of the environment; else English."""
    told = next(filter(None, map(os.environ.get, TOLD_BY)), "")
    tags = languages()
    for name in told.split(":"):
        tag = re.split("[.@]", name)[0].replace("_", "-")
        for known in (tag, tag.partition("-")[0]):
            if known in tags:
                return known
    return ENGLISH


def read_language(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The tag *value*, if there is a language with it."""
    if value not in (tags := languages()):
        raise click.BadParameter(f"{value!r} is none of {', '.join(tags)}.", ctx, param)
    return value


def read_mark(ctx: click.Context, param: click.Parameter, value: str | None) -> Mark | None:
    """The mark that *value* is, `x` or `o`, in either case; None if it is not given."""
    if value is None:
        return None
    if value.upper() not in list(Mark):
        raise click.BadParameter(f"{value!r} is neither x nor o.", ctx, param)
    return Mark(value.upper())


def read_game(ctx: click.Context, param: click.Parameter, value: str) -> Game:
    """The game whose key or definition *value* is."""
    try:
        return game_for(value)
    except Refusal as error:
        raise click.BadParameter(str(error), ctx, param) from error


def seats(game: Game, x: str, o: str) -> Seats:
    """The opponents of these keys; None for a person. Errors as in :func:`opponent_for`."""
    keys = {Mark.X: x, Mark.O: o}
    return {mark: None if key == HUMAN else opponent_for(game, key) for mark, key in keys.items()}


PLAYERS = f"Players: {', '.join(OPPONENTS)}; medium also at a depth, as in medium:depth=4."

game_argument = click.argument("game", callback=read_game)
first_option = click.option(
    "--first", callback=read_mark, default="x", metavar="x|o", help="Who moves first.  [default: x]"
)
language_option = click.option(
    "--language",
    callback=read_language,
    default=usual_language,
    metavar="TAG",
    help="What the game speaks, such as de.  [default: as the environment says; in JSON, en]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def takes_record(command: Callable[..., None]) -> Callable[..., None]:
    """Let *command* take a record, in place of the arguments that say it: GAME, MOVES and --first.
    If they cannot be read or break the rules, it is refused.
    """

    @game_argument
    @click.argument("text", metavar="[MOVES]", default="")
    @click.option(
        "--first",
        callback=read_mark,
        metavar="x|o",
        help="Who made the first of MOVES.  [default: x, if a diagram does not tell]",
    )
    @wraps(command)
    def read(game: Game, text: str, first: Mark | None, **others: Any) -> None:
        command(parse_record(game, text, first), **others)

    return read


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """Show a progress bar on stderr; call the yielded function with the share done, 0 to 1, and
    maybe with what to tell beside it.
    """
    with click.progressbar(
        length=1000,
        label=label,
        file=sys.stderr or StringIO(),
        width=0,
        item_show_func=lambda told: told and str(told),
    ) as bar:
        yield lambda share, told=None: bar.update(round(share * 1000) - bar.pos, told)


def print_json(answer: object) -> None:
    """Print *answer* as JSON."""
    click.echo(plain_data.as_json(answer))


def wrapped(text: str, indent: int = 0) -> str:
    """*text* in lines no wider than the terminal, all of them indented by so many spaces."""
    margin = " " * indent
    return textwrap.fill(
        text,
        shutil.get_terminal_size().columns,
        initial_indent=margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )


def result(position: Position) -> str:
    """How the game ended, or whose turn it is."""
    if not (outcome := position.outcome):
        return _("%(mark)s to move.", mark=position.to_move)
    if not outcome.winner:
        return _("Draw.")
    won = sorted(line_name(position.game, cells) for cells in outcome.winning_sets)
    return _("%(mark)s wins: %(lines)s.", mark=outcome.winner, lines=", ".join(won))


def diagram(position: Position) -> str:
    """The board as text, with the names of its columns and rows."""
    game = position.game
    names = [game.cell_names[cell] for cell in game.cells]
    lines = ["", "    " + "   ".join(name[0] for name in names[: game.columns])]
    for row in range(game.rows):
        cells = game.cells[row * game.columns : (row + 1) * game.columns]
        marks = " | ".join(position.mark_at(cell) or " " for cell in cells)
        lines += [f"{names[cells[0]][1:]:>2}  {marks}", "   " + "+".join(["---"] * game.columns)]
    return "\n".join([*lines[:-1], ""])
