"""Programs that npm has: installed once for each version, into a folder that git ignores."""

import shutil
import subprocess
from pathlib import Path

from tests.programs import program
from webapp import ROOT

CACHE = ROOT / ".audits_cache"


def npm(command: str, folder: Path, *arguments: str) -> None:
    """Let npm carry out *command* in *folder*.

    :raises MissingProgram: if there is no npm.
    :raises CalledProcessError: if npm fails; pytest shows what it printed.
    """
    line = [program("npm"), command, f"--prefix={folder}", "--no-audit", "--no-fund", *arguments]
    subprocess.run(line, check=True)  # noqa: S603


def installed(*packages: str) -> Path:
    """The folder of the modules of these *packages*, each as `name@version`.

    :raises MissingProgram, CalledProcessError: as :func:`npm` does.
    """
    folder = CACHE / "+".join(packages)
    if not folder.exists():
        new = folder.with_name(f"{folder.name}.new")  # whole or not at all
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        npm("install", new, "--ignore-scripts", *packages)
        new.rename(folder)
    return folder / "node_modules"
