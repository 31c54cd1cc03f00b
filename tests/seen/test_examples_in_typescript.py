"""The examples in TypeScript for those who practise browser tests: they fit their types, and pass.

They run in a copy, so that no modules of theirs come to stand where the application is.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser

from tests.npm import CACHE, npm
from tests.server import served
from webapp.learn.testing import KIT, LANGUAGES

HERE = CACHE / "examples"
LIMIT = 300  # seconds


def install() -> None:
    """Install what the examples need, as it is pinned, unless it is there."""
    leave = shutil.ignore_patterns("node_modules", "test-results")
    pinned, done = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    shutil.copytree(KIT / "typescript", HERE, ignore=leave, dirs_exist_ok=True)
    if not done.exists() or done.stat().st_mtime <= pinned.stat().st_mtime:
        npm("ci", HERE, "--ignore-scripts")


@pytest.fixture(scope="module")
def environment(browser: Browser) -> Iterator[Mapping[str, str]]:
    """The variables of the examples: the application's address and the browser's path."""
    install()
    found = {"E2E_BROWSER": browser.browser_type.executable_path}
    with served() as address:
        yield {**found, **os.environ, "BASE_URL": address}


def run(environment: Mapping[str, str], *arguments: str) -> str:
    """The output of a program in the folder, which must succeed."""
    name, *rest = arguments
    program = [str(HERE / "node_modules" / ".bin" / name), *rest]
    done = subprocess.run(  # noqa: S603
        program,
        cwd=HERE,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_they_fit_their_types(environment: Mapping[str, str]) -> None:
    run(environment, "tsc")


def test_they_pass(environment: Mapping[str, str]) -> None:
    source = (KIT / LANGUAGES["typescript"][2]).read_text()
    (passed,) = re.findall(r"(\d+) passed", run(environment, "playwright", "test"))
    assert int(passed) == source.count("test(") + 1  # one plays both games
