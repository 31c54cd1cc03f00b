"""Mutants are drawn from all of the program."""

import ast
from random import Random

from jinja2 import Environment

from tests.mutants import drawn, mutable
from webapp import ROOT


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
