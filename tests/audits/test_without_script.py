"""Tests that pass with script pass without too: all that ask for `script` and not for one way."""

from collections.abc import Callable
from inspect import signature
from types import ModuleType

import pytest

from tests.audits import test_moves_from_here, test_stale
from tests.e2e import (
    test_help,
    test_keyboard,
    test_path,
    test_play,
    test_puzzles,
    test_replays,
    test_search,
)


@pytest.fixture(params=[False], ids=["no-script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Whether pages may run scripts."""
    return bool(request.param)


def either_way(module: ModuleType) -> dict[str, Callable[..., object]]:
    """The tests of *module* that ask for `script`, whatever it is."""
    found = {}
    for name, test in vars(module).items():
        marks = getattr(test, "pytestmark", ())
        fixed = any(mark.name == "parametrize" and "script" in mark.args[0] for mark in marks)
        used = [used for mark in marks if mark.name == "usefixtures" for used in mark.args]
        is_test = name.startswith("test_") and not fixed
        if is_test and "script" in (*used, *signature(test).parameters):
            found[name] = test
    return found


for each in (test_moves_from_here, test_stale, test_help, test_keyboard, test_path, test_play):
    globals().update(either_way(each))
for each in (test_puzzles, test_replays, test_search):
    globals().update(either_way(each))
