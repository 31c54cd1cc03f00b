"""The examples in the engine's docstrings."""

import doctest
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import ai
from ai.exact.tablebase import move_worths, probe
from ai.opponents.policy import Opponent
from ai.rules.position import Position, parse
from ai.study.moves_from_here import moves_from_here
from ai.study.review import review

MODULES = [
    module.name for module in walk_packages(ai.__path__, "ai.") if module.name != "ai.__main__"
]
TOUR = Path(ai.__path__[0], "README.md")


@pytest.mark.parametrize("name", MODULES)
def test_every_example_answers_as_it_says(name: str) -> None:
    assert not doctest.testmod(import_module(name)).failed


@pytest.mark.parametrize(
    "documented",
    [parse, Position.play, probe, Opponent.decide, review, move_worths, moves_from_here],
)
def test_the_central_functions_have_an_example(documented: Callable[..., object]) -> None:
    assert ">>> " in (documented.__doc__ or "")


def test_the_tour_shows_each_name_that_the_engine_exports() -> None:
    assert not doctest.testfile(str(TOUR), module_relative=False).failed
    assert len(ai.__all__) == 14
    tried = re.findall(r"^>>> (?!from)(.*)", TOUR.read_text(), re.MULTILINE)
    assert {name for line in tried for name in re.findall(r"\w+", line)} >= {*ai.__all__}
