"""The examples in TypeScript for those who practise browser tests: they fit their types, and pass.

They run in a copy, so that no modules of theirs come to stand where the application is.
"""

import os
import re
import shutil
import subprocess

from playwright.sync_api import Browser

from tests.npm import CACHE, npm
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


def run(name: str, *arguments: str, **environment: str) -> str:
    """The output of a program in the folder, which must succeed."""
    done = subprocess.run(  # noqa: S603
        [str(HERE / "node_modules" / ".bin" / name), *arguments],
        cwd=HERE,
        env={**environment, **os.environ},
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_they_fit_their_types_and_pass(browser: Browser, base_url: str) -> None:
    install()
    run("tsc")
    path = browser.browser_type.executable_path
    told = run("playwright", "test", E2E_BROWSER=path, BASE_URL=base_url)
    (passed,) = re.findall(r"(\d+) passed", told)
    source = (KIT / LANGUAGES["typescript"][2]).read_text()
    assert int(passed) == source.count("test(") + 1  # one plays both games
