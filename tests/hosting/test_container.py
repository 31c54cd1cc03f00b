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
from dataclasses import dataclass, field
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.hosted import Hosted, hosted
from tests.hosting.fronts import EXAMPLES, Visitor
from tests.page import read, shown
from webapp import ROOT
from webapp.serving.static_files import compressed_folder

CONTAINERFILE = EXAMPLES / "Containerfile"
PACKAGES = "packages"  # a folder of the image
INSTALL = "pip install --no-cache-dir --only-binary=:all: --root-user-action=ignore -r "

# Root may write where it likes, but for these.
POWERLESS = "setpriv --bounding-set=-all --inh-caps=-all " if os.geteuid() == 0 else ""

# Instructions on how to run an image, and on its base.
SAYINGS = ("CMD", "EXPOSE", "FROM", "HEALTHCHECK", "STOPSIGNAL", "USER")


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file, each with what it says."""
    lines = [line for line in CONTAINERFILE.read_text().splitlines() if line[:1] not in {"", "#"}]
    joined = "\n".join(lines).replace("\\\n", "")
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.split("\n"))]


def patterns() -> list[str]:
    """The patterns that the builder leaves out, or with a `!` lets in; the last decides."""
    text = CONTAINERFILE.with_suffix(".dockerignore").read_text()
    return [line for line in text.splitlines() if not line.startswith("#")]


def ignored(_folder: str, names: list[str]) -> set[str]:
    """The *names* to leave out in any folder."""
    return {pattern[3:] for pattern in patterns() if pattern.startswith("**/")} & {*names}


def install_deployed(requirements: Path, folder: Path) -> None:
    """Link to *folder* what the *requirements* name of the packages that the tests have."""
    folder.mkdir()
    for line in re.findall(r"^\w.*?(?= \\$)", requirements.read_text(), re.MULTILINE):
        requirement = Requirement(line)
        if requirement.marker and not requirement.marker.evaluate():
            continue
        package = distribution(requirement.name)
        assert requirement.specifier.contains(package.version), requirement.name
        for top in {path.parts[0] for path in package.files or ()} - {"..", "__pycache__"}:
            link = folder / top
            if not link.exists():
                link.symlink_to(str(package.locate_file(top)))


@dataclass
class Image:
    """The image so far: the root of its files, and how it is to run."""

    root: Path
    work: Path = Path("/")
    environment: dict[str, str] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SAYINGS, ""))

    @property
    def folder(self) -> Path:
        """The folder of a step."""
        return self.root / self.work.relative_to("/")

    @property
    def variables(self) -> dict[str, str]:
        """The environment of a step, with a python that lacks the packages of the tests."""
        path = f"{self.root / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "PYTHONPATH": f"{self.root / PACKAGES}", **self.environment}

    def run(self, command: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
        """The result of a *command* in it."""
        return subprocess.run(  # noqa: S603
            ["/bin/sh", "-c", command],
            cwd=self.folder,
            env={**self.variables, **variables},
            check=False,
            capture_output=True,
        )

    def carry_out(self, instruction: str, rest: str) -> None:
        """Do what an instruction says.

        :raises CalledProcessError: if a step fails.
        """
        match instruction:
            case "WORKDIR":
                self.work = Path(rest)
                self.folder.mkdir(parents=True)
            case "COPY":
                source, target = rest.split()
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, self.folder / target, ignore=ignored)
                else:
                    shutil.copy(ROOT / source, self.folder / target)
            case "RUN" if rest.startswith(INSTALL):
                install_deployed(self.folder / rest.removeprefix(INSTALL), self.root / PACKAGES)
            case "RUN":
                self.run(rest).check_returncode()
            case "ENV":
                self.environment |= dict(pair.split("=") for pair in shlex.split(rest))
            case _:
                assert instruction in self.says, f"{instruction} is new"
                assert not self.says.get(instruction), "Once each"
                self.says[instruction] = rest


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The image, of which nothing can be written any more."""
    image = Image(tmp_path_factory.mktemp("image"))
    (image.root / "bin").mkdir()
    # Not a link: that would bring the packages of the tests along.
    python = image.root / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    python.chmod(0o755)
    for instruction, rest in instructions():
        image.carry_out(instruction, rest)
    made = [image.root, *(path for path in image.root.rglob("*") if not path.is_symlink())]
    for path in made:
        path.chmod(path.stat().st_mode & ~0o222)
    yield image
    for path in made:
        path.chmod(path.stat().st_mode | 0o200)


@contextmanager
def started(image: Image, **variables: str) -> Iterator[Hosted]:
    """A container without any power."""
    command = f"cd {image.folder} && exec {POWERLESS}{shlex.join(json.loads(image.says['CMD']))}"
    with hosted(command, **{**image.variables, "PORT": "", **variables}) as server:
        yield server


def test_it_serves_with_what_was_copied_and_writes_nothing(image: Image) -> None:
    before = {*image.root.rglob("*")}
    with started(image) as server:
        visitor = Visitor(server.port)
        for path in ("/", "/replay/square/b2", "/preview/square.png?moves=b2", "/learn/opponents"):
            assert visitor.ask(path)[0].status == 200
        assert b"def " in visitor.ask("/learn/testing")[1], "examples"
        assert visitor.ask("/moves", form={"cell": "0", "ply": "0"})[0].status == 303
        page = read(visitor.ask("/")[1].decode())
        assert shown(page).marks[0] == "X"
        styles = next(link["href"] for link in page.all("link") if link["rel"] == "stylesheet")
        response, _ = visitor.ask(styles, {"Accept-Encoding": "gzip"})
        assert response.headers["Content-Encoding"] == "gzip"
        assert healthy(image, server)
        assert server.stop() == 0
    assert {*image.root.rglob("*")} == before
    assert compressed_folder(image.folder).is_dir()


def healthy(image: Image, server: Hosted) -> bool:
    """Whether the image's own check finds the server well."""
    check = image.says["HEALTHCHECK"].partition("CMD ")[2]
    return image.run(check, PORT=f"{server.port}").returncode == 0


def test_without_a_key_it_says_that_it_is_not_ready(image: Image) -> None:
    with started(image, FLASK_SECRET_KEY="") as server:
        assert server.get("/readyz").status == 503
        assert not healthy(image, server)
        assert "Set FLASK_SECRET_KEY" in server.stderr.read_text()


def test_it_is_nobody_in_particular_and_stops_as_the_server_does(image: Image) -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", image.says["USER"])
    assert image.says["STOPSIGNAL"] == "SIGTERM"
    assert image.says["EXPOSE"] == image.environment["PORT"]


def test_it_starts_what_the_procfile_starts(image: Image) -> None:
    procfile = (ROOT / "Procfile").read_text().split("exec ")[1].split()
    command = json.loads(image.says["CMD"])
    assert command[: len(procfile)] == procfile
    # A folder that can be written even if the file system is read only.
    assert command[len(procfile) :] == ["--worker-tmp-dir", "/dev/shm"]  # noqa: S108


def test_it_has_the_packages_as_they_were_built() -> None:
    installs = [rest for name, rest in instructions() if name == "RUN" and "pip" in rest]
    assert installs == [f"{INSTALL}requirements.txt"]
    assert "--hash=sha256:" in (ROOT / "requirements.txt").read_text(), "so pip wants all of them"


def test_nothing_of_a_clone_gets_in_but_what_it_serves() -> None:
    copied = [rest.split()[0] for name, rest in instructions() if name == "COPY"]
    assert copied == ["requirements.txt", "ai", "webapp", "templates", "static"]
    # Not even the builder sees the rest: the history, a key in instance/, variables in a file.
    everything, *let_in, compiled, modules = patterns()
    assert everything == "*"
    assert let_in == [f"!{name}" for name in copied]
    assert (compiled, modules) == ("**/__pycache__", "**/node_modules")
