"""How the end-to-end tests come by their browser."""

import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, cast
from unittest.mock import MagicMock

import pytest
from playwright.sync_api import BrowserType, Error

from tests import packages
from tests.e2e import browser


class Launcher:
    """Starts a browser only from a path: Playwright has none of its own here."""

    name = "chromium"

    def launch(self, **options: Any) -> MagicMock:
        if "executable_path" not in options:
            raise Error("Executable doesn't exist")
        return MagicMock()


def test_one_installs_the_browser_and_those_who_wait_find_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("E2E_BROWSER", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    launcher = cast("BrowserType", Launcher())
    commands: list[Sequence[str]] = []
    others: list[Future[dict[str, Any]]] = []

    def installed(name: str) -> str | None:
        done = any("apt-get" in command and name in command for command in commands)
        return f"/usr/bin/{name}" if done else None

    def run(command: Sequence[str], limit: int) -> str | None:
        assert limit
        if not others:
            others.append(pool.submit(browser.find_browser, launcher))
            wait(others, timeout=0.2)  # it would install too, if it could
        commands.append(command)
        return "no such host" if "playwright" in command else None

    monkeypatch.setattr(shutil, "which", installed)
    monkeypatch.setattr(packages, "_run", run)
    with ThreadPoolExecutor() as pool:
        found = browser.find_browser(launcher)
        assert found["executable_path"] == "/usr/bin/chromium-headless-shell"
        assert others[0].result() == found
    assert len([command for command in commands if "install" in command]) == 2  # each way once


@pytest.mark.parametrize("network", [True, False])
def test_a_command_that_lacks_is_installed_or_else_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, network: bool
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    installed: set[str] = set()

    def run(command: Sequence[str], limit: int) -> str | None:
        assert limit
        installed.update(command)
        return None if network else "no such host"

    def which(name: str) -> str | None:
        return f"/usr/bin/{name}" if network and f"{name}-package" in installed else None

    monkeypatch.setattr(packages, "_run", run)
    monkeypatch.setattr(shutil, "which", which)
    if network:
        assert packages.command("owl", "owl-package") == "/usr/bin/owl"
    else:
        with pytest.raises(packages.Unavailable) as refusal:
            packages.command("owl", "owl-package")
        for said in ("No owl", "no such host", "Install owl-package"):
            assert said in str(refusal.value)
