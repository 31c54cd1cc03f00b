"""The examples in the engine's docstrings."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import ai

MODULES = [
    module.name for module in walk_packages(ai.__path__, "ai.") if module.name != "ai.__main__"
]
TOUR = Path(ai.__path__[0], "README.md")


@pytest.mark.parametrize("name", MODULES)
def test_every_example_answers_as_it_says(name: str) -> None:
    assert not doctest.testmod(import_module(name)).failed


def test_the_tour_shows_each_name_that_the_engine_exports() -> None:
    assert not doctest.testfile(str(TOUR), module_relative=False).failed
    tried = re.findall(r"^>>> (?!from)(.*)", TOUR.read_text(), re.MULTILINE)
    assert {name for line in tried for name in re.findall(r"\w+", line)} >= {*ai.__all__}
