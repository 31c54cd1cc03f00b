"""The commands of `python -m ai`."""

import click

from ai.commands.arena import arena
from ai.commands.atlas import atlas
from ai.commands.moves import moves
from ai.commands.play import play
from ai.commands.prove import prove
from ai.commands.puzzles import puzzles
from ai.commands.review import review
from ai.commands.search import search
from ai.commands.solve import solve
from ai.commands.values import values
from ai.commands.wins import wins

commands = click.Group(
    "ai",
    commands=[play, values, moves, review, arena, prove, wins, solve, atlas, search, puzzles],
    help="Play tic-tac-toe, Square and games of your own, and ask what is known of them.",
)
