"""The table of accessibility is whole and names what is there; laws of scripts and style sheets."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = (ROOT / ".github/ACCESSIBILITY.md").read_text()
ROWS = re.findall(r"^\| (\d\.\d\.\d+) ", TABLE, re.MULTILINE)

# Success criteria of levels A and AA, from the recommendation of WCAG 2.2.
A = """
1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1
2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2
"""
AA = """
1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11
2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3
"""
AAA = "1.4.6 2.1.3 2.4.12"


def test_the_table_has_every_criterion_once() -> None:
    assert Counter(ROWS) == Counter(f"{A} {AA} {AAA}".split())


def test_every_test_in_the_table_is_there() -> None:
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE))
    assert len(named) > 20
    for file, name in named:
        text = (ROOT / "tests" / file).read_text()
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{file}::{name}"


def test_no_script_waits_for_gestures_or_shakes() -> None:
    """2.5.1, 2.5.4, 2.5.7: taps and clicks do all."""
    gestures = re.compile(r"""["'](touch|drag|gesture|devicemotion|deviceorientation)""")
    scripts = [path for path in (ROOT / "static").glob("*.js") if "htmx" not in path.name]
    assert [path.name for path in scripts if gestures.search(path.read_text())] == []


def test_nothing_blinks() -> None:
    """2.2.2, 2.3.1: what moves ends."""
    sheets = (ROOT / "static").glob("*.css")
    assert [path.name for path in sheets if re.search(r"\binfinite\b", path.read_text())] == []
