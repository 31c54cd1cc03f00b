"""How the tests in other browsers come by them."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from tests import packages
from tests.browsers import engines


@pytest.mark.parametrize("network", [True, False])
def test_what_an_engine_lacks_is_installed_or_else_the_engine_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, network: bool
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    installed: set[str] = set()

    def run(command: Sequence[str], limit: int) -> str | None:
        assert limit
        if not network:
            return "no such host"
        if "install" in command:
            installed.update(command)
        return None

    @contextmanager
    def opened(script: bool, _dark: bool) -> Iterator[MagicMock]:
        assert script
        if "owl-browser" not in installed:
            raise FileNotFoundError("owl: not on the PATH")
        yield MagicMock()

    monkeypatch.setattr(packages, "_run", run)
    owl = engines.Engine("Owl", ("owl-browser",), opened)
    with ExitStack() as stack:
        if network:
            assert engines.start(owl, stack, script=True)
        else:
            with pytest.raises(packages.BrowserUnavailable) as refusal:
                engines.start(owl, stack, script=True)
            for said in ("No Owl starts", "owl: not on the PATH", "install -y", "no such host"):
                assert said in str(refusal.value)
