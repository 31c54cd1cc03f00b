"""The start makes nothing that only visitors need, and no process what a release has prepared."""

import json
import re
import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest
from jinja2 import Environment

from webapp import ROOT, create_app
from webapp.serving.static_files import compressed_folder

# Packages that few visitors need.
DEAR = {"PIL", "filelock", "limits", "numpy", "redis", "segno"}

# The caches that hold something, of a few values each: addresses, codings, digests; and the
# sentences of each language, whose forms are checked.
CHEAP = {"_defined", "_may_be_host", "in_reading_order", "known_codings", "sources", "version"}
CHEAP |= {
    "_listed",
    "_looked_up",
    "_source",
    "by",
    "in_percent",
    "kinds",
    "language_for",
    "number",
    "parts",
}
CHEAP |= {"phrasebook"}

SERVE = """
import gc, json, sys
from functools import _lru_cache_wrapper
from webapp import server
server.compress = lambda _root: None
app = server.application()
assert app.test_client().get("/healthz").status_code == 200
kept = [it for it in gc.get_objects() if isinstance(it, _lru_cache_wrapper)]
own = [it for it in kept if it.__module__.startswith(("ai.", "webapp."))]
filled = [it.__name__ for it in own if it.cache_info().currsize]
print(json.dumps([[*sys.modules], filled, [*map(str, app.jinja_env.cache)]]), file=sys.stderr)
"""
COMMAND = """
import json, sys
from ai.cli import commands
commands(["values", "tic-tac-toe"], standalone_mode=False)
print(json.dumps([[*sys.modules], [], []]), file=sys.stderr)
"""


@pytest.mark.parametrize(("program", "dear"), [(SERVE, DEAR), (COMMAND, DEAR | {"flask"})])
def test_nothing_dear_is_imported_found_or_rendered_before_it_is_asked_for(
    program: str, dear: set[str]
) -> None:
    ran = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    modules, filled, templates = json.loads(ran.stderr.splitlines()[-1])
    assert not dear & {*modules}
    assert {*filled} <= CHEAP
    assert not templates


def test_what_is_prepared_is_not_made_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until a template changes."""
    (checkout / "templates").unlink()
    page = checkout / "templates" / "shared" / "manifest.json"
    page.parent.mkdir(parents=True)
    copy(ROOT / "templates" / "shared" / page.name, page)
    compressed_folder(checkout).mkdir(parents=True)  # that takes long

    def get() -> str:
        return create_app({"SECRET_KEY": "any"}).test_client().get("/manifest.webmanifest").text

    guide = (ROOT / ".github" / "HOSTING.md").read_text()
    (command,) = {*re.findall(r"flask --app webapp (\w+)", guide)} - {"run"}
    ran = create_app().test_cli_runner().invoke(args=[command])
    assert ran.exit_code == 0, ran.output
    kept = [*(checkout / "instance" / "templates").iterdir()]
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o644}, "for any user"
    with monkeypatch.context() as patch:
        patch.delattr(Environment, "compile")
        told = get()
    page.write_text(page.read_text().replace("Tic Tac Why", "Changed"))
    assert get() != told
