"""The application starts, and games of one's own are played, without the modules that Windows
lacks; the commands do without Flask, and all but solving without numpy.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import KEY
from webapp import ROOT

# Windows has none of these. The library of locks alone may look for them: it has its own there.
LACKING = """
import builtins, os, signal

MODULES = {"fcntl", "grp", "pwd", "resource", "termios", "tty"}
found = builtins.__import__

def find(name, importer=None, *more, **named):
    if name in MODULES and not (importer or {}).get("__name__", "").startswith("filelock."):
        raise ModuleNotFoundError(f"Windows has no {name}", name=name)
    return found(name, importer, *more, **named)

def link(source, target):
    held = [os.path.realpath(f"/dev/fd/{number}") for number in os.listdir("/dev/fd")]
    if os.fspath(source) in held:
        raise PermissionError("Windows links no file that is open")
    linked(source, target)

builtins.__import__, os.link, linked = find, link, os.link
del os.fork, os.nice, signal.setitimer, signal.SIGPROF
"""

PLAYS = """
import os, re, sys
from pathlib import Path
from webapp import create_app
from webapp.serving.cookies import kept_key

assert kept_key(Path(os.environ["FLASK_SOLVED_FOLDER"]))

app = create_app()
modules = {name.partition(".")[0] for name in sys.modules}
assert not modules & {"gevent", "gunicorn"}, "these are the server's"
client = app.test_client()
assert client.get("/").status_code == 200
page = client.post("/games", data={"game": "5x2-a1b1c1"})
with app.extensions["tickets"].locked("solver", float("inf")):
    pass  # the process that solves has ended
assert "<title>Solving" not in client.get(page.location).text
start = {"game": "5x2-a1b1c1", "x": "human", "o": "easy", "first": "x"}
assert client.post("/matches", data=start).status_code == 303
empty, ply = re.compile(r'name="cell" value="(\\d+)" aria-label="[^"]*: empty, ..">'), 0
while cells := empty.findall(client.get("/").text):
    moved = client.post("/moves", data={"cell": cells[0], "ply": ply})
    assert moved.status_code == 303, ply
    ply += 2
print(ply > 2, client.get("/api/values/5x2-a1b1c1").json["value"])
"""


@pytest.fixture
def windows(tmp_path: Path) -> dict[str, str]:
    """The environment of processes that lack the same as on Windows."""
    (tmp_path / "sitecustomize.py").write_text(LACKING)
    kept = {"FLASK_SOLVED_FOLDER": f"{tmp_path}/solved", "FLASK_GAMES_STORAGE": "off"}
    return {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}", "FLASK_SECRET_KEY": KEY, **kept}


def run(windows: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-X", "warn_default_encoding", *arguments]
    return subprocess.run(line, env=windows, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603


def test_a_game_of_ones_own_is_solved_and_played_on_windows(windows: dict[str, str]) -> None:
    done = run(windows, "-c", PLAYS)
    assert (done.returncode, done.stdout) == (0, "True draw\n"), done.stderr
    assert "EncodingWarning" not in done.stderr, "Windows reads and writes in another one"


def test_the_server_says_where_it_runs(windows: dict[str, str]) -> None:
    done = run(windows, "-m", "webapp")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "flask --app webapp run" in done.stderr


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
