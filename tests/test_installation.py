"""The README's line without a browser, with one core, and in a folder with a space in its path."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from playwright.sync_api import Error

from tests.conftest import pytest_xdist_auto_num_workers
from tests.e2e import browser
from tests.programs import MissingProgram
from webapp import ROOT


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a space in its path, on a machine without a browser."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    monkeypatch.delenv("E2E_BROWSER", raising=False)
    monkeypatch.setenv("PATH", f"{folder}")
    monkeypatch.setattr(browser, "INSTALL", [f"{folder}/install", "chromium"])
    return folder


@pytest.mark.parametrize("status", [0, 1])
def test_the_terminal_says_that_a_browser_is_installed_before_it_is(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int
) -> None:
    """And each browser that did not start has its line, the installation too if it fails."""
    (bare / "install").write_text(
        f'#!/bin/sh\n: >"${{0%/*}}/chromium"\n/bin/chmod +x "${{0%/*}}/$1"\n'
        f"echo 'E: Unable to locate package' >&2\nexit {status}\n"
    )
    (bare / "install").chmod(0o755)
    run, told = subprocess.run, list[str]()

    def listen(*line: Any, **options: Any) -> object:
        told.append(capsys.readouterr().err)
        return run(*line, **options)

    monkeypatch.setattr("subprocess.run", listen)
    chromium = Mock(**{"launch.side_effect": Error("Executable doesn't exist")})
    with pytest.raises(MissingProgram) as missing:
        browser.open_browser(chromium)
    assert ["install" in said for said in told] == [True]
    tried = str(missing.value)
    assert tried.count("Playwright: Executable") == 2
    assert f"{bare}/chromium: Executable doesn't exist" in tried, "the one that was installed"
    assert ("exit status 1\n     E: Unable to locate package" in tried) == bool(status)


def test_the_installation_finds_its_folder(bare: Path) -> None:
    (bare / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "install", bare / ".ci")
    line = [f"{bare}/.ci/install"]
    done = subprocess.run(line, env={"PATH": "/bin:/usr/bin"}, capture_output=True, text=True)  # noqa: S603, PLW1510
    assert done.returncode == 2
    assert ".ci/install chromium" in done.stderr
    assert "not found" not in done.stderr


def test_one_core_has_one_process_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, trace, workers in ((1, False, 1), (None, False, 1), (1, True, 0)):
        monkeypatch.setattr(os, "cpu_count", Mock(return_value=cores))
        config = Mock(option=Mock(trace=trace, usepdb=False))
        assert pytest_xdist_auto_num_workers(config) == workers
