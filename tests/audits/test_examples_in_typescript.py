"""The examples in TypeScript for those who practise browser tests: they fit their types, and pass.

Those in Python are tests of this folder, in `kit/python`.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import sync_playwright

from tests.e2e.browser import find_browser
from tests.packages import Unavailable, alone, command, listed, succeeds
from tests.server import served
from webapp.learn.testing import KIT, LANGUAGES

HERE = KIT / "typescript"
LIMIT = 300  # seconds


def install() -> None:
    """Install what the examples need, as it is pinned, unless it is there.

    :raises Unavailable: if npm, or one of them, is not to be had.
    """
    npm = command("npm", "npm")
    pinned, done = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    attempts: list[str] = []
    with alone():
        if done.exists() and done.stat().st_mtime > pinned.stat().st_mtime:
            return
        line = [npm, "ci", f"--prefix={HERE}", "--ignore-scripts", "--no-audit", "--no-fund"]
        if not succeeds(line, attempts):
            raise Unavailable(f"npm cannot install Playwright. Tried:\n{listed(attempts)}")


@pytest.fixture(scope="module")
def environment() -> Iterator[Mapping[str, str]]:
    """What the examples need to know: where the application and a browser are."""
    try:
        install()
        with sync_playwright() as playwright:
            own = playwright.chromium.executable_path
            browser = find_browser(playwright.chromium).get("executable_path", own)
    except Unavailable as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    with served() as address:
        yield {**os.environ, "BASE_URL": address, "E2E_BROWSER": str(browser)}


def run(environment: Mapping[str, str], *arguments: str) -> str:
    """What one of the programs in the folder prints; it must succeed."""
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
    source = (KIT / LANGUAGES["typescript"].examples).read_text()
    (passed,) = re.findall(r"(\d+) passed", run(environment, "playwright", "test"))
    assert int(passed) == source.count("test(") + 1  # one plays both games
