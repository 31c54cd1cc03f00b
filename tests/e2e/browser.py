"""Find a browser for the end-to-end tests, and install one where there is none.

``python -m tests.e2e.browser`` tells which browser the tests will use.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserType, Error, sync_playwright

from tests.packages import (
    BrowserUnavailable,
    alone,
    indented,
    install,
    listed,
    succeeds,
    update,
)

LAUNCH_LIMIT = 30  # seconds for a browser to show an empty page
DOWNLOAD_LIMIT = 120  # seconds for Playwright to fetch its browser

# Without it Chromium looks for updates and the like.
STAY_HOME = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Engine:
    """A browser engine as systems provide it."""

    commands: tuple[str, ...]
    packages: tuple[str, ...]  # in Debian, where the commands have the same names
    options: Options = field(default_factory=dict)  # for every launch
    system_options: Options = field(default_factory=dict)  # for one that is not Playwright's own


ENGINES: Mapping[str, Engine] = {
    "chromium": Engine(
        commands=(
            "chromium-headless-shell",  # without windows: half the work
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "microsoft-edge",
        ),
        packages=("chromium-headless-shell", "chromium"),
        options={"args": [STAY_HOME]},
    ),
    "firefox": Engine(
        commands=("firefox-esr", "firefox"),
        packages=("firefox-esr",),
        system_options={"channel": "moz-firefox"},
    ),
}


def find_browser(browser_type: BrowserType) -> dict[str, Any]:
    """The launch options of the first browser that really starts.

    Without ``E2E_BROWSER``, what is missing is installed. One process at a time looks and installs,
    and the next finds what it left.

    :raises BrowserUnavailable: if none starts.
    """
    name = browser_type.name
    if name not in ENGINES:
        raise BrowserUnavailable(f"The tests run in {' or '.join(ENGINES)}, not in {name}.")
    attempts: list[str] = []
    with alone():
        for label, options in _candidates(name, attempts):
            try:
                _launch(browser_type, options)
            except Error as error:
                attempts.append(f"{label}: {_why(error)}")
            else:
                return dict(options)
    raise BrowserUnavailable(
        f"No {name} starts for the end-to-end tests. Tried, in this order:\n{listed(attempts)}\n"
        f"Install {name}, or set E2E_BROWSER to the path of one that starts."
    )


def _candidates(name: str, attempts: list[str]) -> Iterator[tuple[str, Options]]:
    """The browsers worth a try, with their launch options.

    It is resumed only when the last one did not start, so nothing is installed in vain.
    What does not even yield a candidate is added to *attempts*.
    """
    engine = ENGINES[name]

    def at(path: str) -> Options:
        return {**engine.options, **engine.system_options, "executable_path": path}

    if chosen := os.environ.get("E2E_BROWSER"):
        yield f"E2E_BROWSER={chosen}", at(shutil.which(chosen) or chosen)
        return

    yield "Playwright's own", engine.options
    for command in engine.commands:
        if path := shutil.which(command):
            yield path, at(path)
        else:
            attempts.append(f"{command}: not on the PATH")

    playwright = [sys.executable, "-m", "playwright"]
    if succeeds([*playwright, "install", "--only-shell", name], attempts, DOWNLOAD_LIMIT):
        yield "Playwright's own, fetched", engine.options
        if succeeds([*playwright, "install-deps", name], attempts):
            yield "Playwright's own, with its libraries", engine.options

    update(attempts)  # old lists may still do
    for package in engine.packages:
        if not install([package], attempts):
            continue
        if path := shutil.which(package):
            yield f"{path}, from the package", at(path)
        else:
            attempts.append(f"{package}: installed, but not on the PATH")


def _launch(browser_type: BrowserType, options: Options) -> None:
    """Start a browser, show a page and close it.

    :raises playwright.sync_api.Error: if any of it fails.
    """
    browser = browser_type.launch(**options, timeout=LAUNCH_LIMIT * 1000)
    try:
        browser.new_page().goto("data:text/html,ready", timeout=LAUNCH_LIMIT * 1000)
    finally:
        browser.close()


def _why(error: Error) -> str:
    """The telling lines of a launch error, without its banner and its call log."""
    first, *rest = error.message.splitlines()
    logged = (line.strip(" -") for line in rest if line.startswith("  - "))
    told = [line for line in logged if "[err]" in line or "<process did exit" in line]
    return indented([first, *told[:8]])


def main() -> None:
    """Print the launch options of the browser that the tests will use."""
    name = sys.argv[1] if len(sys.argv) > 1 else "chromium"
    with sync_playwright() as playwright:
        try:
            found = find_browser(playwright[name])
        except BrowserUnavailable as error:
            sys.exit(str(error))
    sys.stdout.write(f"{found.get('executable_path', f'the {name} of Playwright')}\n")


if __name__ == "__main__":
    main()
