"""`python -m ai`: the commands."""

from ai.cli import commands

commands(prog_name="python -m ai")
