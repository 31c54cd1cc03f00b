"""The lines of the scripts that no test in Chromium reaches, told by a plugin of pytest.

pytest -n0 -p tests.script_coverage tests/e2e tests/seen
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Error, Page

from tests.e2e.player import Player
from webapp import ROOT

SCRIPTS = {path.stem: path.read_text() for path in (ROOT / "static").glob("[!h]*.js")}
NAME = re.compile(r"/static/(?:\w+/)?(\w+)\.js$")

reached = {name: bytearray(len(text)) for name, text in SCRIPTS.items()}  # 1 for each character
sessions: list[CDPSession] = []
look_at = Player.at


def at(page: Page) -> Player:
    """The player at *page*, whose scripts are watched."""
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": False, "detailed": True})
    sessions.append(session)
    return look_at(page)


def pytest_configure() -> None:
    """Watch all pages from now on."""
    Player.at = at  # type: ignore[method-assign]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Take what the test reached, while its pages are there."""
    for session in [*sessions]:
        try:
            told = session.send("Profiler.takePreciseCoverage")
        except Error:
            sessions.remove(session)  # its page was closed
            continue
        for script in told["result"]:
            found = NAME.search(script["url"])
            if found and found[1] in reached:
                add(reached[found[1]], script["functions"])


def add(characters: bytearray, functions: list[dict[str, list[dict[str, int]]]]) -> None:
    """Mark the *characters* that were reached: inner ranges come after the outer ones."""
    here = bytearray(len(characters))
    for function in functions:
        for part in function["ranges"]:
            start, end = part["startOffset"], part["endOffset"]
            here[start:end] = bytes([bool(part["count"])]) * (end - start)
    characters[:] = bytes(map(max, characters, here))


def missed(name: str) -> Iterator[str]:
    """The lines of a script with a character that was not reached, each with its number."""
    begins = 0
    for number, line in enumerate(SCRIPTS[name].splitlines(keepends=True), 1):
        parts = zip(line, reached[name][begins : begins + len(line)], strict=True)
        told = not line.lstrip().startswith("//")
        if told and any(not was and letter.isalnum() for letter, was in parts):
            yield f"{number}: {line.strip()}"
        begins += len(line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell these lines."""
    for name in sorted(SCRIPTS):
        lines = [*missed(name)]
        terminalreporter.section(f"static/{name}.js: {len(lines)} lines were not reached")
        terminalreporter.write_line("\n".join(lines))
