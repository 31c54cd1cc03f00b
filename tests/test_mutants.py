"""Mutants are small changes that no reader would let pass."""

from tests.mutants import mutants_of_python, mutants_of_text

MODULE = '''
def least(numbers: Sequence[int], least: int = 3) -> str | None:
    """The least of *numbers*."""
    if not numbers and least > 2:
        print("none", end="")
    return f"{min(numbers) + 1}"
'''

CHANGED = {  # a part of it, and those that come in its place
    "not numbers and least > 2": [
        *("not (not numbers and least > 2)", "not numbers or least > 2", "numbers and least > 2"),
        *("not numbers and least >= 2", "not numbers and least > 3"),
    ],
    'print("none", end="")': ["pass", "print(end='')", "print('none')", "print('none.', end=\"\")"],
    'return f"{min(numbers) + 1}"': ["return None"],
    "least: int = 3": ["least: int = 4"],
}


def test_every_line_of_a_module_changes_but_what_nobody_runs() -> None:
    found = {mutant.of(MODULE) for mutant in mutants_of_python("a.py", MODULE)}
    assert found == {
        MODULE.replace(part, other) for part, others in CHANGED.items() for other in others
    }


TEXTS = {
    ("a.html", '<p class="a b">x</p>'): ["<p>x</p>", '<p class="a b-x">x</p>', ""],
    ("a.html", "{% if a or b %}c{% endif %}"): ["{% if not (a or b) %}c{% endif %}"],
    ("a.html", '{{ url_for("why", ply=2) }}'): ['{{ url_for("why") }}'],
    ("a.html", '{# <b id="a">b</b> #}'): [],
    ("a.js", "  if (at(1)) return;"): ["  if (!(at(1))) return;", "  if (at(2)) return;"],
    ("a.js", '  tell("a");'): ["  ;", '  tell("ax");'],
    ("a.js", "a && b === c; // if (a)"): ["a || b === c; // if (a)", "a && b !== c; // if (a)"],
}


def test_a_template_and_a_script_change() -> None:
    for (path, text), changed in TEXTS.items():
        assert sorted(it.of(text) for it in mutants_of_text(path, text)) == sorted(changed)
