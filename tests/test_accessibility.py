"""The table of accessibility is whole and names what is there; laws of all pages, by their text."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.page import Element
from tests.views import VIEWS

ROOT = Path(__file__).parent.parent
TABLE = (ROOT / ".github/ACCESSIBILITY.md").read_text()
ROWS = re.findall(r"^\| (\d\.\d\.\d+) ", TABLE, re.MULTILINE)

# Success criteria of levels A and AA, from the recommendation of WCAG 2.2.
A = """
1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1
2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2
"""
AA = """
1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11
2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3
"""
AAA = "1.4.6 2.1.3 2.4.12"

SHOWN = {name: view for name, view in VIEWS.items() if view.form is None}


@pytest.fixture(scope="module")
def pages(every_page: Mapping[str, Element]) -> dict[str, Element]:
    """Every kind of page."""
    return {name: every_page[name] for name in SHOWN}


def test_the_table_has_every_criterion_once() -> None:
    assert Counter(ROWS) == Counter(f"{A} {AA} {AAA}".split())


def test_every_test_in_the_table_is_there() -> None:
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE))
    assert len(named) > 20
    for file, name in named:
        text = (ROOT / "tests" / file).read_text()
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{file}::{name}"


def test_links_of_the_site_stand_in_one_order_on_all_pages(pages: dict[str, Element]) -> None:
    """3.2.3, 3.2.4, 3.2.6: the foot too, with its links to help. Frames are in pages of others, and
    the wall of a class has no links of the site.
    """
    orders = set()
    others = ("embed-", "class-wall")
    for page in (page for name, page in pages.items() if not name.startswith(others)):
        boxes = [box for box in page.all("nav") if box["aria-label"] == "Site"] + page.all("footer")
        orders.add(tuple((link.text, link["href"]) for box in boxes for link in box.all("a")))
    assert len(orders) == 1


def test_links_of_different_text_have_different_names(pages: dict[str, Element]) -> None:
    """2.4.4: those that ask to try or look make sense without their sentence."""
    for page in pages.values():
        asked = {
            (it.text, it["href"]) for it in page.by_id("main").all("a") if "href" in it.attributes
        }
        names = [text for text, _href in asked if text.startswith(("Try", "Look"))]
        assert len(names) == len({*names})


def test_no_page_has_recorded_media(pages: dict[str, Element]) -> None:
    """1.2.1 to 1.2.5, and 1.4.5: no films, no speech, no pictures of text."""
    for name, page in pages.items():
        media = {"audio", "video", "object", "embed", "iframe", "img", "canvas"}
        assert not media & {one.tag for one in page}, name


def test_no_page_asks_about_its_visitor(pages: dict[str, Element]) -> None:
    """1.3.5, 3.3.8: no passwords, no addresses, no numbers to call."""
    fields = [field for page in pages.values() for field in page.all("input")]
    kinds = {field.attributes.get("type", "text") for field in fields}
    assert kinds <= {"hidden", "radio", "checkbox", "text", "file"}


def test_no_script_waits_for_gestures_or_shakes() -> None:
    """2.5.1, 2.5.4, 2.5.7: taps and clicks do all."""
    gestures = re.compile(r"""["'](touch|drag|gesture|devicemotion|deviceorientation)""")
    scripts = [path for path in (ROOT / "static").glob("*.js") if "htmx" not in path.name]
    assert [path.name for path in scripts if gestures.search(path.read_text())] == []


def test_nothing_blinks() -> None:
    """2.2.2, 2.3.1: what moves ends."""
    sheets = (ROOT / "static").glob("*.css")
    assert [path.name for path in sheets if re.search(r"\binfinite\b", path.read_text())] == []
