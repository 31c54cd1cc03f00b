"""The examples in the engine's docstrings."""

import doctest
from collections.abc import Callable
from importlib import import_module
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


@pytest.mark.parametrize("name", MODULES)
def test_every_example_answers_as_it_says(name: str) -> None:
    assert not doctest.testmod(import_module(name)).failed


@pytest.mark.parametrize(
    "documented",
    [parse, Position.play, probe, Opponent.decide, review, move_worths, moves_from_here],
)
def test_the_central_functions_have_an_example(documented: Callable[..., object]) -> None:
    assert ">>> " in (documented.__doc__ or "")
