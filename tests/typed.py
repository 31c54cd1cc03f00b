"""Commands, moves and codes as they are typed."""

from click.testing import CliRunner, Result
from hypothesis import strategies as st

from ai.cli import commands

ROUND = " \u00a0\u200b\ufeff.,;:!?…\"'“”()[]<>*\u3002\uff01"
WIDE = {at: at + 0xFEE0 for at in range(ord("!"), ord("~") + 1)}  # from ASCII


@st.composite
def as_typed(draw: st.DrawFn, text: str) -> str:
    """*text* in capitals or full width, with punctuation and invisible characters added."""
    form = draw(st.sampled_from([text, text.upper(), text.title(), text.translate(WIDE)]))
    at = draw(st.integers(0, len(form)))
    unseen = draw(st.sampled_from(["", "\u200b", "\u00ad", "\u2060"]))
    before, after = draw(st.text(ROUND, max_size=3)), draw(st.text(ROUND, max_size=3))
    return f"{before}{form[:at]}{unseen}{form[at:]}{after}"


def run(line: str, typed: str = "") -> Result:
    """The result of a command line, its words apart by spaces, on some *typed* input."""
    result = CliRunner().invoke(commands, line.split(), typed, prog_name="python -m ai")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result
