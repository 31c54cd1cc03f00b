"""The Nu Html Checker finds nothing wrong in any page, nor in the style sheets; nor does stylelint,
by the rules of `.stylelintrc.yaml`.
"""

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
LINTER = "stylelint@17.16.0"

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


PLANTED = """
main p { margin-left: 0px; margin: 1px 1px; margin: 2px }
p { top: 0; right: 0; bottom: 0; left: 0 }
main p { color: red }
"""
FOUND = {
    "declaration-block-no-duplicate-properties",
    "declaration-block-no-redundant-longhand-properties",
    "declaration-block-no-shorthand-property-overrides",
    "length-zero-no-unit",
    "no-descending-specificity",
    "no-duplicate-selectors",
    "shorthand-property-no-redundant-values",
}
USED = {"rules": {"no-unknown-animations": True, "no-unknown-custom-properties": True}}


def lint(config: Path, *sheets: Path) -> dict[str, str]:
    """What stylelint finds in these *sheets*, by the names of its rules."""
    linter = installed(LINTER) / ".bin" / "stylelint"
    line = [str(linter), f"--config={config}", "--formatter=json", *map(str, sheets)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)  # noqa: S603
    return {
        found["rule"]: f"{sheet['source']}:{found['line']}: {found['text']}"
        for sheet in json.loads(done.stderr)
        for found in (*sheet["warnings"], *sheet["parseErrors"])
    }


def test_the_linter_finds_nothing_in_the_style_sheets_but_what_is_planted(tmp_path: Path) -> None:
    """All variables and animations that they name are there, in one of them."""
    config, sheets = ROOT / ".stylelintrc.yaml", sorted((ROOT / "static").glob("*.css"))
    assert lint(config, *sheets) == {}
    planted, joined, used = (tmp_path / name for name in ("planted.css", "all.css", "used.json"))
    planted.write_text(PLANTED)
    assert lint(config, planted).keys() == FOUND
    used.write_text(json.dumps(USED))
    joined.write_text("".join(sheet.read_text() for sheet in sheets))
    assert lint(used, joined) == {}
    joined.write_text("p { color: var(--none); animation: none-such 1s }")
    assert lint(used, joined).keys() == USED["rules"].keys()
