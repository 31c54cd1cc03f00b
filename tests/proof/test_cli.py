"""Modules that the commands and the pages do without."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("imported", "needless"),
    [("ai.cli, ai.exact.retrograde", "flask"), ("ai.cli, webapp", "numpy")],
)
def test_the_engine_needs_no_flask_and_only_solving_needs_numpy(
    imported: str, needless: str
) -> None:
    code = f"import {imported}, sys; sys.exit('{needless}' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], check=False)  # noqa: S603
    assert ran.returncode == 0
