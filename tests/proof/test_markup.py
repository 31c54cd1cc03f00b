"""The Nu Html Checker finds nothing wrong in any page, nor in the style sheets."""

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.npm import installed
from tests.programs import program
from tests.views import VIEWS, Visits
from webapp import ROOT

CHECKER = "vnu-jar@26.9.27"

# Messages of the checker on what is no error.
MISTAKEN = (
    # SVG 2 gives it to every shape; the checker's grammar is that of SVG 1.1.
    r"Attribute “pathLength” not allowed on element “(circle|polygon|polyline)” at this point\.",
    # Of CSS Containment 3, of Properties and Values, and of SVG 2: its list lacks them.
    r"CSS: “container-type”: Property “container-type” doesn't exist\.",
    r"CSS: Unrecognized at-rule “@(container|property)”",
    r"CSS: “(paint-order|vector-effect)”: Property “\1” doesn't exist\.",
)
# Names of custom properties may go on with a digit after their hyphens; it takes only a letter.
DIGIT = re.compile(r"--(?=\d)")


@pytest.fixture(scope="module")
def checker() -> list[str]:
    jar = installed(CHECKER) / "vnu-jar" / "build" / "dist" / "vnu.jar"
    return [program("java"), "-jar", str(jar), "--also-check-css", "--format", "json"]


def findings(checker: list[str], folder: Path, texts: Mapping[str, str]) -> list[str]:
    """The checker's messages on these *texts*, by the names of their files."""
    for name, text in texts.items():
        (folder / name).write_text(text)
    paths = [str(folder / name) for name in texts]
    done = subprocess.run([*checker, *paths], capture_output=True, text=True, check=False)  # noqa: S603
    found = [
        f"{Path(one['url']).name}:{one['lastLine']}: {one['message']}\n    {one.get('extract')!r}"
        for one in json.loads(done.stderr)["messages"]
        if not any(re.fullmatch(pattern, one["message"]) for pattern in MISTAKEN)
    ]
    return sorted(found)


WRONG = {
    "wrong.html": '<!doctype html><html lang="en"><title>A page</title><p><div>In none</div></p>',
    "wrong.css": "p { colour: red }",
}


def test_every_page_and_style_sheet_is_valid_and_what_is_wrong_is_found(
    checker: list[str], tmp_path: Path, visits: Visits
) -> None:
    """All in one go: Java takes seconds to start."""
    sheets = (ROOT / "static").glob("*.css")
    pages = {sheet.name: DIGIT.sub("--n", sheet.read_text()) for sheet in sheets}
    pages |= {f"{name}.html": visits[name].text for name in VIEWS}
    found = findings(checker, tmp_path, pages | WRONG)
    assert [line.partition(":")[0] for line in found] == sorted(WRONG), "\n".join(found)
