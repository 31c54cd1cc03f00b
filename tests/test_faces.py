"""Every opponent has a face of its own, in three moods that can be told apart at any size."""

from itertools import chain, combinations, product
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from ai.opponents import OPPONENTS
from tests.page import read
from webapp.complete import FACES

MOODS = ("neutral", "won", "beaten")
SVG = "{http://www.w3.org/2000/svg}"
GROUPS = {it.attrib["id"]: it for it in ET.fromstring(FACES.read_text())}  # noqa: S314
FACES_IN_MOODS = list(product(OPPONENTS, MOODS))
STATED = {"stroke-width", "fill", "stroke", "display"}  # what the strokes may differ in


def strokes(name: str) -> list[dict[str, str]]:
    """The attributes of each stroke of a group, and of those that it uses."""
    found = []
    for it in GROUPS[name]:
        if it.tag == f"{SVG}use":
            found += strokes(it.attrib["href"].removeprefix("#"))
        else:
            assert it.tag == f"{SVG}path"
            found.append(it.attrib)
    return found


def test_no_two_faces_and_no_two_moods_are_alike() -> None:
    """Two moods of one face have its head in common, and two opponents nothing; nor have they in
    the smallest size, which leaves out the fine strokes. Nobody else has a face.
    """
    assert GROUPS.keys() == {f"{key}-{mood}" for key, mood in FACES_IN_MOODS} | OPPONENTS.keys()
    paths = {name: {it["d"] for it in strokes(name) if "display" not in it} for name in GROUPS}
    for (key, mood), (other, its) in combinations(FACES_IN_MOODS, 2):
        one, another = paths[f"{key}-{mood}"], paths[f"{other}-{its}"]
        assert one != another
        assert (one & another <= paths[key]) if key == other else not one & another


@pytest.mark.parametrize("key", OPPONENTS)
def test_a_face_is_a_few_strokes_of_one_pen_and_unheard(app: Flask, key: str) -> None:
    """Its colour is the page's, or the voice's. Its name stands beside it. On the screen the pen is
    never thinner in a larger size.
    """
    widths = []
    for mood, size in (*product(MOODS, (32,)), *product(MOODS[:1], (20, 48, 64))):
        found = strokes(f"{key}-{mood}")
        assert sum(it["d"].count("M") for it in found) <= 14
        assert {*chain.from_iterable(found)} - {"d"} <= STATED
        colours = {it.get(name) for it in found for name in ("fill", "stroke")}
        assert colours <= {None, "currentColor", "none", "var(--why)"}
        with app.test_request_context():
            faces: Any = app.jinja_env.get_template("shared/faces.html").module
            (face,) = read(faces.face(key, mood, size)).all("svg")
        assert face.all("use")[0]["href"].endswith(f"#{key}-{mood}")
        assert (face["width"], face["height"], face["aria-hidden"]) == (f"{size}",) * 2 + ("true",)
        assert not face.text
        widths.append((size, float(face["stroke-width"]) * size))
    assert [width for _size, width in sorted(widths)] == sorted(width for _size, width in widths)
