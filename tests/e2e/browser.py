"""Find a browser for the end-to-end tests, and install one where there is none.

``python -m tests.e2e.browser`` tells which browser the tests will use.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Error, sync_playwright

LAUNCH_LIMIT = 30  # seconds for a browser to show an empty page
DOWNLOAD_LIMIT = 120  # seconds for Playwright to fetch its browser
INSTALL_LIMIT = 600  # seconds for the system's packages

# Another may be installing packages: wait for it rather than fail.
APT_GET = ("apt-get", "-o", f"DPkg::Lock::Timeout={INSTALL_LIMIT}")

# Without it Chromium looks for updates and the like.
STAY_HOME = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"

Options = Mapping[str, Any]


class BrowserUnavailable(Exception):
    """No browser starts here; the text lists what was tried and why it failed."""


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
    with _alone():
        for label, options in _candidates(name, attempts):
            try:
                _launch(browser_type, options)
            except Error as error:
                attempts.append(f"{label}: {_why(error)}")
            else:
                return dict(options)
    tried = "\n".join(f"  {number}. {attempt}" for number, attempt in enumerate(attempts, 1))
    raise BrowserUnavailable(
        f"No {name} starts for the end-to-end tests. Tried, in this order:\n{tried}\n"
        f"Install {name}, or set E2E_BROWSER to the path of one that starts."
    )


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process of this user is in such a block."""
    lock = Path(tempfile.gettempdir(), f"tic-tac-why-browser-{os.getuid()}.lock")
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield


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
    if _succeeds([*playwright, "install", "--only-shell", name], attempts, DOWNLOAD_LIMIT):
        yield "Playwright's own, fetched", engine.options
        if _succeeds([*playwright, "install-deps", name], attempts):
            yield "Playwright's own, with its libraries", engine.options

    apt_get = [*([] if os.geteuid() == 0 else ["sudo", "-n"]), *APT_GET]
    _succeeds([*apt_get, "update"], attempts)  # old lists may still do
    for package in engine.packages:
        install = [*apt_get, "install", "-y", "--no-install-recommends", package]
        if not _succeeds(install, attempts):
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
    return _indented([first, *told[:8]])


def _succeeds(command: Sequence[str], attempts: list[str], limit: int = INSTALL_LIMIT) -> bool:
    """Whether *command* succeeds; if it does not, *attempts* gets the reason."""
    line = " ".join(command)
    sys.stderr.write(f"\nNo browser for the end-to-end tests yet; this may take minutes: {line}\n")
    sys.stderr.flush()
    reason = _run(command, limit)
    if reason is not None:
        attempts.append(f"{line}: {reason}")
    return reason is None


def _run(command: Sequence[str], limit: int) -> str | None:
    """Run *command* unattended for *limit* seconds at most; the reason if it fails, else None."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        try:
            # A session of its own has no terminal to ask for a password on, and ends as one.
            process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            return str(error)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            return f"stopped after {limit} seconds"
        finally:
            if process.returncode is None:
                # What sudo started is not ours to end.
                with suppress(PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        if status == 0:
            return None
        output.seek(0)
        lines = [line.rstrip() for line in output if line.strip()]
    told = [line for line in lines if not line.startswith((" ", "}"))]  # without stack traces
    return _indented([f"exit status {status}", *told[-4:]])


def _indented(lines: Sequence[str]) -> str:
    return "\n       ".join(lines)


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
