"""The steps of the container file, carried out in a folder in place of an image.

Instead of an installation, the image has links to the deployed packages of the tests.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.hosted import Hosted, Visitor, hosted, procfile
from tests.hosting.fronts import EXAMPLES
from tests.page import read, shown
from webapp import ROOT
from webapp.serving.static_files import compressed_folder

CONTAINERFILE = EXAMPLES / "Containerfile"
INSTALL = "pip install --no-cache-dir --only-binary=:all: --root-user-action=ignore -r "
COPIED = ["requirements.txt", "ai", "webapp", "templates", "static"]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules")

# Root may write where it likes, but for these.
POWERLESS = "setpriv --bounding-set=-all --inh-caps=-all " if os.geteuid() == 0 else ""


def instructions(name: str) -> list[str]:
    """The arguments of all instructions of that *name* in the container file."""
    joined = CONTAINERFILE.read_text().replace("\\\n", "")
    return re.findall(rf"^{name} (.*)", joined, re.MULTILINE)


def said(name: str) -> str:
    """The argument of the one instruction of that *name*."""
    (argument,) = instructions(name)
    return argument


def deployed() -> Iterator[Path]:
    """The folders and files of all packages that the requirements name, as the tests have them."""
    requirements = (ROOT / "requirements.txt").read_text()
    for requirement in map(Requirement, re.findall(r"(?m)^\w.*?(?= \\$)", requirements)):
        if not requirement.marker or requirement.marker.evaluate():
            package = distribution(requirement.name)
            assert requirement.specifier.contains(package.version), requirement.name
            tops = {path.parts[0] for path in package.files or ()} - {"..", "__pycache__"}
            yield from (Path(str(package.locate_file(top))) for top in tops)


def variables(root: Path) -> dict[str, str]:
    """The environment of a step below *root*: its python lacks the packages of the tests."""
    path = f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}"
    own = dict(pair.split("=") for pair in shlex.split(said("ENV")))
    return {"PATH": path, "PYTHONPATH": f"{root / 'packages'}", **own}


def succeeds(root: Path, command: str, **more: str) -> bool:
    """Whether a *command* in the image below *root* does."""
    line = ["/bin/sh", "-c", command]
    done = subprocess.run(line, cwd=root / "srv", env=variables(root) | more, check=False)  # noqa: S603
    return done.returncode == 0


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The root of the image, of which nothing can be written any more."""
    root = tmp_path_factory.mktemp("image")
    for folder in ("bin", "srv", "packages"):
        (root / folder).mkdir()
    # Not a link: that would bring the packages of the tests along.
    python = root / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    python.chmod(0o755)
    assert said("WORKDIR") == "/srv"
    for source, target in map(str.split, instructions("COPY")):
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, root / "srv" / target, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / source, root / "srv" / target)
    install, *steps = instructions("RUN")
    assert install == f"{INSTALL}requirements.txt"
    for path in {*deployed()}:
        (root / "packages" / path.name).symlink_to(path)
    assert all(succeeds(root, step) for step in steps)
    made = [root, *(path for path in root.rglob("*") if not path.is_symlink())]
    for path in made:
        path.chmod(path.stat().st_mode & ~0o222)
    yield root
    for path in made:
        path.chmod(path.stat().st_mode | 0o200)


@contextmanager
def started(image: Path, **more: str) -> Iterator[Hosted]:
    """A container without any power."""
    command = f"cd {image}/srv && exec {POWERLESS}{shlex.join(json.loads(said('CMD')))}"
    with hosted(command, **{**variables(image), "PORT": "", **more}) as server:
        yield server


def healthy(image: Path, server: Hosted) -> bool:
    """Whether the image's own check finds the server well."""
    check = said("HEALTHCHECK").partition("CMD ")[2]
    return succeeds(image, check, PORT=f"{server.port}")


def test_it_serves_with_what_was_copied_writes_nothing_and_needs_a_key(image: Path) -> None:
    before = {*image.rglob("*")}
    with started(image) as server:
        visitor = Visitor(server.port)
        assert visitor.ask("/preview/square.png?moves=b2").status == 200
        assert "def " in visitor.ask("/learn/testing").text, "examples"
        assert visitor.ask("/moves", form={"cell": "0", "ply": "0"}).status == 303
        page = read(visitor.ask("/").text)
        assert shown(page).marks[0] == "X"
        assert healthy(image, server)
        assert server.stop() == 0
    assert {*image.rglob("*")} == before
    assert compressed_folder(image / "srv").is_dir()

    with started(image, FLASK_SECRET_KEY="") as server:
        assert server.get("/readyz").status == 503
        assert not healthy(image, server)
        assert "Set FLASK_SECRET_KEY" in server.stderr.read_text()


def test_the_file_takes_what_it_serves_and_starts_as_the_procfile_does() -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", said("USER"))
    assert said("STOPSIGNAL") == "SIGTERM"
    assert f"PORT={said('EXPOSE')}" == said("ENV")
    # A folder that can be written even if the file system is read only.
    served = [*procfile().split("exec ")[1].split(), "--worker-tmp-dir", "/dev/shm"]  # noqa: S108
    assert json.loads(said("CMD")) == served
    assert "--hash=sha256:" in (ROOT / "requirements.txt").read_text(), "so pip wants all of them"

    # Nothing else of a clone gets in, such as the history or a key in instance/.
    assert [line.split()[0] for line in instructions("COPY")] == COPIED
    ignored = CONTAINERFILE.with_suffix(".dockerignore").read_text()
    let_in = [*(f"!{name}" for name in COPIED), "**/__pycache__", "**/node_modules"]
    assert re.findall(r"(?m)^[^#\n].*", ignored) == ["*", *let_in]
