"""Programs that npm has: installed once for each version, into a folder that git ignores."""

import shutil
from pathlib import Path

from tests.packages import Unavailable, alone, command, listed, succeeds

CACHE = Path(__file__).parents[2] / ".audits_cache"


def installed(*packages: str, scripts: bool = False) -> Path:
    """The folder of the modules of these *packages*, each as `name@version`; *scripts* lets them
    run their own when they are installed.

    :raises Unavailable: if npm, or one of them, is not to be had.
    """
    npm = command("npm", "npm")
    folder = CACHE / "+".join(packages)
    attempts: list[str] = []
    with alone():
        if not folder.exists():
            new = folder.with_name(f"{folder.name}.new")  # whole or not at all
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(parents=True)
            install = [npm, "install", f"--prefix={new}", "--no-audit", "--no-fund"]
            if not scripts:
                install.append("--ignore-scripts")
            if succeeds([*install, *packages], attempts):
                new.rename(folder)
    if attempts:
        raise Unavailable(f"npm cannot install {' '.join(packages)}. Tried:\n{listed(attempts)}")
    return folder / "node_modules"
