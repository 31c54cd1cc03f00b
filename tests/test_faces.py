"""Every opponent has a face of its own, in three moods that can be told apart at any size."""

import re
from itertools import combinations, product
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from ai.opponents import OPPONENTS
from tests.page import Element, read
from webapp.complete import FACES

MOODS = ("neutral", "won", "beaten")
SIZES = {20: 2, 32: 1.6, 48: 1.35, 64: 1.15}  # with the width of the pen in units of the drawing
SVG = "{http://www.w3.org/2000/svg}"
GROUPS = {it.attrib["id"]: it for it in ET.fromstring(FACES.read_text())}  # noqa: S314
FACES_IN_MOODS = list(product(OPPONENTS, MOODS))
STATED = {"stroke-width", "fill", "stroke", "display"}  # what the strokes may differ in


def drawn(app: Flask, key: str, mood: str, size: int) -> Element:
    """The face as a page draws it."""
    with app.test_request_context():
        template = app.jinja_env.get_template("shared/faces.html")
        (face,) = read(template.module.face(key, mood, size)).all("svg")  # type: ignore[attr-defined]
    return face


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
    for mood in MOODS:
        found = strokes(f"{key}-{mood}")
        assert sum(it["d"].count("M") for it in found) <= 14
        for it in found:
            assert it.keys() - {"d"} <= STATED
            colours = {it.get("fill"), it.get("stroke")}
            assert colours <= {None, "currentColor", "none", "var(--why)"}
            assert re.fullmatch(r"[MLHVCSQTZmhva\d. -]+", it["d"])
        (use,) = drawn(app, key, mood, 32).all("use")
        address, _, name = use["href"].partition("#")
        assert name == f"{key}-{mood}"
    assert app.test_client().get(address, buffered=True).data == FACES.read_bytes()
    faces = {size: drawn(app, key, "neutral", size) for size in SIZES}
    assert {size: float(face["stroke-width"]) for size, face in faces.items()} == SIZES
    pixels = [width * size for size, width in SIZES.items()]
    assert pixels == sorted(pixels)
    for size, face in faces.items():
        assert (face["width"], face["height"], face.text) == (f"{size}", f"{size}", "")
        assert face["aria-hidden"] == "true"
