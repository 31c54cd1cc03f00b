"""Mutants are small changes that no reader would let pass."""

import ast
from random import Random

import pytest
from jinja2 import Environment

from tests.mutants import drawn, mutable, mutants_of_python, mutants_of_text
from webapp import ROOT

MODULE = '''
def least(numbers: Sequence[int], least: int = 3) -> str | None:
    """The least of *numbers*."""
    if not numbers and least > 2:
        print("none", end="")
    return f"{min(numbers) + 1}"
'''

CHANGED = {  # a line of it, and those that come in its place
    "    if not numbers and least > 2:": [
        "    if not (not numbers and least > 2):",
        "    if not numbers or least > 2:",
        "    if numbers and least > 2:",
        "    if not numbers and least >= 2:",
        "    if not numbers and least > 3:",
    ],
    '        print("none", end="")': [
        "        pass",
        "        print(end='')",
        "        print('none')",
        "        print('none.', end=\"\")",
    ],
    '    return f"{min(numbers) + 1}"': ["    return None"],
    "def least(numbers: Sequence[int], least: int = 3) -> str | None:": [
        "def least(numbers: Sequence[int], least: int = 4) -> str | None:"
    ],
}


def test_every_line_of_a_module_changes_but_what_nobody_runs() -> None:
    found = {mutant.of(MODULE) for mutant in mutants_of_python("a.py", MODULE)}
    assert found == {
        MODULE.replace(line, other) for line, others in CHANGED.items() for other in others
    }


@pytest.mark.parametrize(
    ("path", "text", "changed"),
    [
        ("a.html", '<p class="a b">x</p>', ["<p>x</p>", '<p class="a b-x">x</p>', ""]),
        ("a.html", "{% if a or b %}c{% endif %}", ["{% if not (a or b) %}c{% endif %}"]),
        ("a.html", '{{ url_for("why", ply=2) }}', ['{{ url_for("why") }}']),
        ("a.html", '{# <b id="a">b</b> #}', []),
        ("a.js", "  if (at(1)) return;", ["  if (!(at(1))) return;", "  if (at(2)) return;"]),
        ("a.js", '  tell("a");', ["  ;", '  tell("ax");']),
        ("a.js", "a && b === c; // if (a)", ["a || b === c; // if (a)", "a && b !== c; // if (a)"]),
    ],
)
def test_a_template_and_a_script_change(path: str, text: str, changed: list[str]) -> None:
    assert sorted(mutant.of(text) for mutant in mutants_of_text(path, text)) == sorted(changed)


@pytest.mark.long
def test_drawn_mutants_are_other_programs_that_can_be_read() -> None:
    lots = Random(1)  # noqa: S311
    found = [*drawn(lots.sample(mutable(), 60), 100, lots)]
    assert len(found) == 100
    for mutant in found:
        text = (ROOT / mutant.path).read_text()
        if mutant.path.endswith(".py"):
            before, after = ast.parse(text), ast.parse(mutant.of(text))
            assert ast.dump(before) != ast.dump(after), mutant
        elif mutant.path.endswith(".html"):
            assert Environment().parse(mutant.of(text)), mutant  # noqa: S701
            assert mutant.of(text) != text
