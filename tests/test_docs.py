"""The documents: what they say of the tree, and where they lead, is so."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    "README.md",
    "ai/README.md",
    ".github/CHANGELOG.md",
    ".github/CONTRIBUTING.md",
    ".github/HOSTING.md",
    ".github/SECURITY.md",
)
LAYOUT = re.search(r"## Project layout\n\n((?:    .*\n)+)", (ROOT / "README.md").read_text())


def laid_out(folder: str) -> list[str]:
    """What the layout names in *folder*."""
    assert LAYOUT
    _, _, rest = LAYOUT[1].partition(f"\n    {folder}/" if folder != "ai" else f"    {folder}/")
    entries = re.split(r"\n {4}\S", rest)[0]
    return re.findall(r"^ {6}(\S+)", entries, re.MULTILINE)


@pytest.mark.parametrize("folder", ["ai", "webapp"])
def test_the_layout_names_every_module_and_room(folder: str) -> None:
    here = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / folder).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    named = laid_out(folder)
    assert len(named) == len(set(named))
    assert here - set(named) <= {"__init__.py", "__main__.py"}
    assert set(named) <= here


def test_the_layout_names_every_folder_at_the_top() -> None:
    assert LAYOUT
    named = re.findall(r"^ {4}(\w+)/", LAYOUT[1], re.MULTILINE)
    assert named == ["ai", "webapp", "templates", "static", "tests"]
    assert all((ROOT / name).is_dir() for name in named)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_within_the_repository_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target in re.findall(r"\]\((?!https?:)([^)#]*)", path.read_text()):
        assert not target or (path.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_modules_that_are_named_are_there(document: str) -> None:
    named = re.findall(r"`((?:ai|webapp|templates|tests)/[\w./-]*)`", (ROOT / document).read_text())
    for name in named:
        assert (ROOT / name).exists(), name


def test_names_of_the_code_in_the_guide_are_its_own() -> None:
    files = [path for room in ("ai", "webapp") for path in ROOT.glob(f"{room}/**/*.py")]
    code = "".join(path.read_text() for path in files)
    guide = (ROOT / ".github/CONTRIBUTING.md").read_text()
    named = re.findall(
        r"`([A-Za-z]+_?[A-Za-z_]*)`", re.sub("```.*?```", "", guide, flags=re.DOTALL)
    )
    assert named
    for name in named:
        assert re.search(rf"\b{name}\b", code), name


def test_the_check_runs_the_test_line_of_the_readme() -> None:
    """`.ci/run` takes the first line with these words."""
    lines = (ROOT / "README.md").read_text().splitlines()
    (line,) = [line for line in lines if "requirements-dev.txt && " in line]
    assert line.endswith(".venv/bin/pytest")
    assert ".ci/run" in (ROOT / ".github/workflows/check.yml").read_text()


def test_the_readme_names_the_variables_of_the_server() -> None:
    code = (ROOT / "webapp/server.py").read_text()
    table = {
        name: re.findall(r"[\w./-]+", defaults)
        for names, defaults in re.findall(
            r"^\| (`[A-Z].*?) \| .* \| (.*?) \|$", (ROOT / "README.md").read_text(), re.MULTILINE
        )
        for name in re.findall(r"`(\w+)`", names)
    }
    read = re.findall(r"variable\([\"'](\w+)[\"'], (\d+)\)", code)
    assert len(read) == 6
    for name, default in read:
        assert default in table[name]
