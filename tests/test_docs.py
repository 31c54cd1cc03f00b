"""The documents: what they say of the tree, and where they lead, is so."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from flask import Flask
from gunicorn import arbiter

from webapp.serving.variables import PREFIX, SERVER, SETTINGS

ROOT = Path(__file__).parent.parent
GUIDES = [f".github/{name}.md" for name in ("CHANGELOG", "CONTRIBUTING", "HOSTING", "SECURITY")]
DOCUMENTS = ("README.md", "ai/README.md", "tests/benchmarks/README.md", *GUIDES)
HOSTING = (ROOT / ".github/HOSTING.md").read_text()
LAYOUT = re.search(r"## Project layout\n\n((?:    .*\n)+)", (ROOT / "README.md").read_text())


def laid_out(folder: str) -> list[str]:
    """The names that the README's layout lists in *folder*."""
    assert LAYOUT
    _, _, rest = LAYOUT[1].partition(f"\n    {folder}/" if folder != "ai" else f"    {folder}/")
    entries = re.split(r"\n {4}\S", rest)[0]
    return re.findall(r"^ {6}(\S+)", entries, re.MULTILINE)


def test_the_layout_names_every_room() -> None:
    """And each has a dozen modules at most."""
    assert LAYOUT
    assert "templates static tests" in " ".join(re.findall(r"^ {4}(\w+)/", LAYOUT[1], re.MULTILINE))
    for folder in ("ai", "webapp"):
        rooms = [path.parent for path in (ROOT / folder).glob("*/__init__.py")]
        assert sorted(laid_out(folder)) == sorted(f"{room.name}/" for room in rooms)
        assert [room for room in rooms if len([*room.glob("*.py")]) > 13] == []


def test_every_class_has_a_name_of_its_own() -> None:
    """Those of the kit are public examples, named as their readers would name them."""
    paths = [path for top in ("ai", "webapp") for path in (ROOT / top).rglob("*.py")]
    texts = [path.read_text() for path in paths if ROOT / "webapp/learn/kit" not in path.parents]
    names = Counter(re.findall(r"^class (\w+)", "\n".join(texts), re.MULTILINE))
    assert {*names.values()} == {1}, names.most_common(3)


# The rooms of the application, each after all that it imports.
UPWARDS = (
    *("serving", "store", "solving", "board", "address", "settings", "replay", "search", "kept"),
    *(
        "honours",
        "game",
        "friend",
        "puzzles",
        "api",
        "classroom",
        "mine",
        "gallery",
        "learn",
        "sharing",
    ),
)


def expect_imports_from_before(package: str, rooms: Sequence[str]) -> None:
    pattern = re.compile(rf"^ *(?:from|import) {package}\b\.?(\w*)", re.MULTILINE)
    for number, room in enumerate(rooms):
        modules = (ROOT / package / room).glob("*.py")
        found = {name for path in modules for name in pattern.findall(path.read_text())}
        assert found.isdisjoint(rooms[number + 1 :]), room


def test_a_room_imports_only_rooms_below() -> None:
    assert {*UPWARDS} == {path.parent.name for path in (ROOT / "webapp").glob("*/__init__.py")}
    expect_imports_from_before("webapp", UPWARDS)
    expect_imports_from_before("ai", [room.rstrip("/") for room in laid_out("ai")])


def test_links_and_modules_that_a_document_names_are_there() -> None:
    for document in DOCUMENTS:
        path = ROOT / document
        text = path.read_text()
        for target in re.findall(r"\]\((?!https?:)([^)#]*)", text):
            assert (path.parent / target).exists(), f"{target} in {document}"
        for name in re.findall(r"`((?:ai|webapp|templates|tests)/[\w./-]*)`", text):
            assert (ROOT / name).exists(), f"{name} in {document}"


def test_names_of_the_code_in_the_guide_are_its_own() -> None:
    kinds = "ai/**/*.py", "webapp/**/*.py", "static/rooms.css"
    files = [path for kind in kinds for path in ROOT.glob(kind)]
    code = {*re.findall(r"\w+", "".join(path.read_text() for path in files))}
    guide = re.sub("(?s)```.*?```", "", (ROOT / ".github/CONTRIBUTING.md").read_text())
    named = {*re.findall(r"`([A-Za-z]+_?[A-Za-z_]*)`", guide)}
    assert named
    assert named <= code


def test_the_readme_is_short_and_has_the_test_line_that_the_check_runs() -> None:
    """`.ci/run` takes the first line with these words."""
    lines = (ROOT / "README.md").read_text().splitlines()
    assert len(lines) <= 150
    (line,) = [line for line in lines if "requirements-dev.txt && " in line]
    assert line.endswith(".venv/bin/pytest")
    assert ".ci/run" in (ROOT / ".github/workflows/check.yml").read_text()


def pins(requirements: Path) -> dict[str, set[str]]:
    """The versions of each package in *requirements*: several, where Python's own decides."""
    found: dict[str, set[str]] = {}
    text = requirements.read_text()
    for name, version in re.findall(r"^([\w-]+)==([^\s;]+)", text, re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def test_files_of_packages_that_are_installed_together_agree() -> None:
    deployed, tests, checks = (
        pins(ROOT / f"requirements{kind}.txt") for kind in ("", "-dev", "-checks")
    )
    assert deployed.items() <= tests.items()
    shared = tests.keys() & checks.keys()
    assert shared
    assert {name: tests[name] for name in shared} == {name: checks[name] for name in shared}


def variables() -> dict[str, str]:
    """The variables in the guide, each with its default as it is described."""
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \| .* \| (.*?) \|$", HOSTING, re.MULTILINE)
    named = [(name, default) for names, default in rows for name in re.findall(r"`(\w+)`", names)]
    assert len(dict(named)) == len(named), "each once"
    return dict(named)


def test_the_guide_names_every_variable_and_its_default(app: Flask) -> None:
    settings = {PREFIX + name: it for name, it in SETTINGS.items()}
    assert variables().keys() == settings.keys() | SERVER.keys()
    flasks = app.config.keys() - SETTINGS.keys()
    assert all(name in Flask.default_config or name.startswith("COMPRESS_") for name in flasks)
    for name, text in variables().items():
        match (settings | SERVER)[name].default:
            case bool(default):
                assert f"{default}".lower() in text
            case int(default):
                assert re.search(rf"\b({default}|{default:,})\b", text)
            case str(default):
                assert default in text


def test_lines_of_the_log_in_the_guide_are_said() -> None:
    lines = re.findall(r"^\| `([A-Z][^`]* [^`]*)` \|", HOSTING, re.MULTILINE)
    assert len(lines) >= 5
    said = [*ROOT.glob("webapp/**/*.py"), Path(arbiter.__file__)]
    text = re.sub(r'"\s+f?"', "", "".join(path.read_text() for path in said))
    for line in lines:
        assert line in text, line
