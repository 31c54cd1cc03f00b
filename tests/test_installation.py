"""The README's line without a browser, with one core, and in a folder with a space in its path."""

import os
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.sync_api import BrowserType, Error

from tests.conftest import pytest_xdist_auto_num_workers
from tests.e2e import browser
from tests.programs import MissingProgram
from webapp import ROOT


class NoChromium:
    """A browser type of which nothing starts."""

    def launch(self, **_options: object) -> None:
        """Fail."""
        raise Error("Executable doesn't exist")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a space in its path, on a machine without a browser."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    monkeypatch.delenv("E2E_BROWSER", raising=False)
    monkeypatch.setenv("PATH", f"{folder}")
    monkeypatch.setattr(browser, "INSTALL", [f"{folder}/install", "chromium"])
    return folder


def test_the_terminal_says_that_a_browser_is_installed_before_it_is(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And each browser that did not start has its line, the installation too if it fails."""
    (bare / "install").write_text(
        '#!/bin/sh\n: >"${0%/*}/chromium"\n/bin/chmod +x "${0%/*}/$1"\n'
        "echo 'E: Unable to locate package' >&2\nexit 1\n"
    )
    (bare / "install").chmod(0o755)
    run, told = subprocess.run, list[str]()

    def listen(*line: Any, **options: Any) -> object:
        told.append(capsys.readouterr().err)
        return run(*line, **options)

    monkeypatch.setattr("subprocess.run", listen)
    with pytest.raises(MissingProgram) as missing:
        browser.find_browser(cast("BrowserType", NoChromium()))
    assert ["install" in said for said in told] == [True]
    tried = str(missing.value)
    assert tried.count("Playwright: Executable") == 2
    assert f"{bare}/chromium: Executable doesn't exist" in tried, "the one that was installed"
    assert "exit status 1\n     E: Unable to locate package" in tried


def test_the_installation_finds_its_folder(bare: Path) -> None:
    (bare / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "install", bare / ".ci")
    line = [f"{bare}/.ci/install"]
    done = subprocess.run(line, env={"PATH": "/bin:/usr/bin"}, capture_output=True, text=True)  # noqa: S603, PLW1510
    assert done.returncode == 2
    assert ".ci/install chromium" in done.stderr
    assert "not found" not in done.stderr


@pytest.mark.parametrize(
    ("path", "trace", "workers"), [("", False, 1), ("tests/seen", False, 2), ("", True, 0)]
)
def test_a_machine_that_does_not_know_its_cores_has_a_process_and_one_more_for_browsers(
    monkeypatch: pytest.MonkeyPatch, path: str, trace: bool, workers: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    option = SimpleNamespace(trace=trace, usepdb=False)
    config = SimpleNamespace(option=option, args=[path])
    assert pytest_xdist_auto_num_workers(cast("pytest.Config", config)) == workers
