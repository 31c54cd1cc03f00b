"""Find a Chromium for the end-to-end tests, and install one where there is none."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserType, Error

from tests.programs import MissingProgram
from webapp import ROOT

LAUNCH_LIMIT = 30_000  # milliseconds for a browser to show an empty page
INSTALL = [str(ROOT / ".ci" / "install"), "chromium"]
COMMANDS = (
    "chromium-headless-shell",  # without windows: half the work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)

TELLING = re.compile(r"^(E: |Error|Failed)|sudo")  # lines of a failed installation

# Without it Chromium looks for updates and the like.
STAY_HOME = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"


def open_browser(chromium: BrowserType, **options: Any) -> Browser:
    """The first Chromium that starts with these *options*, after an installation if need be.

    :raises MissingProgram: if none starts.
    """
    attempts: list[str] = []
    for path in _candidates(attempts):
        launched: dict[str, Any] = {
            "args": [STAY_HOME],
            "timeout": LAUNCH_LIMIT,
            "executable_path": path,
        }
        try:
            browser = chromium.launch(**launched | options)
            page = browser.new_page()
            page.goto("data:text/html,ready", timeout=LAUNCH_LIMIT)
            page.close()
        except Error as error:
            attempts.append(f"{path or 'Playwright'}: {_reason(error)}")
        else:
            if path:
                os.environ["E2E_BROWSER"] = path  # for the programs that tests start
            return browser
    listed = "\n".join(f"  {number}. {attempt}" for number, attempt in enumerate(attempts, 1))
    raise MissingProgram(
        f"No Chromium starts for the end-to-end tests. Tried, in this order:\n{listed}\n"
        "Install chromium, or set E2E_BROWSER to the path of one that starts."
    )


def _candidates(attempts: list[str]) -> Iterator[str | None]:
    """The paths of the browsers to try, None for Playwright's own: that in `E2E_BROWSER` alone if
    it is set.

    The iterator installs one only when no other has started; *attempts* gets the reason if that
    fails.
    """
    if chosen := os.environ.get("E2E_BROWSER"):
        yield shutil.which(chosen) or chosen
        return
    yield None
    yield from filter(None, map(shutil.which, COMMANDS))
    sys.stderr.write("\nNo Chromium starts; installing one takes minutes.\n")
    # A session of its own has no terminal on which to ask for a password.
    done = subprocess.run(  # noqa: S603
        INSTALL,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    if done.returncode:
        told = dict.fromkeys(filter(TELLING.search, done.stdout.splitlines()))
        attempts.append("\n     ".join([f".ci/install: exit status {done.returncode}", *told]))
    yield None
    yield from filter(None, map(shutil.which, COMMANDS))


def _reason(error: Error) -> str:
    """The lines of a launch error that tell most."""
    first, *rest = error.message.splitlines()
    told = [line.strip(" -") for line in rest if "[err]" in line or "<process did exit" in line]
    return "\n     ".join([first, *told[:8]])
