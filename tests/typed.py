"""Commands as they are typed."""

from click.testing import CliRunner, Result

from ai.cli import commands


def run(line: str, typed: str = "") -> Result:
    """The result of a command line, its words apart by spaces, on some *typed* input."""
    result = CliRunner().invoke(commands, line.split(), typed, prog_name="python -m ai")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result
