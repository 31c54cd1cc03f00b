"""The examples in the engine's docstrings."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import ai

MODULES = [
    module.name for module in walk_packages(ai.__path__, "ai.") if module.name != "ai.__main__"
]
TOUR = Path(ai.__path__[0], "README.md")


def test_every_example_answers_as_it_says() -> None:
    """A failure is printed with its place."""
    found = [it for name in MODULES for it in doctest.DocTestFinder().find(import_module(name))]
    tried = [doctest.DocTestRunner().run(it) for it in found if it.examples]
    assert len(tried) > 20
    assert sum(result.failed for result in tried) == 0


def test_the_tour_shows_each_name_that_the_engine_exports() -> None:
    assert not doctest.testfile(str(TOUR), module_relative=False).failed
    tried = re.findall(r"^>>> (?!from)(.*)", TOUR.read_text(), re.MULTILINE)
    assert {name for line in tried for name in re.findall(r"\w+", line)} >= {*ai.__all__}
