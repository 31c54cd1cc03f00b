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
SIZES = (20, 32, 48, 64)
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


def paths(name: str) -> set[str]:
    """The paths of a face in the smallest size, which leaves out the fine strokes."""
    return {it["d"] for it in strokes(name) if "display" not in it}


def test_every_opponent_has_faces_and_nobody_else() -> None:
    moods = {f"{key}-{mood}" for key, mood in FACES_IN_MOODS}
    assert GROUPS.keys() == moods | OPPONENTS.keys()


def test_no_two_faces_and_no_two_moods_are_alike() -> None:
    """Two moods of one face have its head in common, and two opponents nothing."""
    for (key, mood), (other, its) in combinations(FACES_IN_MOODS, 2):
        one, another = paths(f"{key}-{mood}"), paths(f"{other}-{its}")
        assert one != another
        assert (one & another <= paths(key)) if key == other else not one & another


@pytest.mark.parametrize(("key", "mood"), FACES_IN_MOODS)
def test_a_face_is_a_few_strokes_of_one_pen(key: str, mood: str) -> None:
    """Its colour is the page's, or the voice's."""
    found = strokes(f"{key}-{mood}")
    assert sum(it["d"].count("M") for it in found) <= 14
    for it in found:
        assert it.keys() - {"d"} <= STATED
        assert {it.get("fill"), it.get("stroke")} <= {None, "currentColor", "none", "var(--why)"}
        assert re.fullmatch(r"[MLHVCSQTZmhva\d. -]+", it["d"])


@pytest.mark.parametrize("key", OPPONENTS)
def test_a_face_is_finer_the_larger_it_is_and_unheard(app: Flask, key: str) -> None:
    """Its name stands beside it. On the screen the pen is never thinner."""
    faces = [drawn(app, key, "neutral", size) for size in SIZES]
    units = [float(face["stroke-width"]) for face in faces]
    assert units == [2, 1.6, 1.35, 1.15]
    pixels = [width * size for width, size in zip(units, SIZES, strict=True)]
    assert pixels == sorted(pixels)
    for face, size in zip(faces, SIZES, strict=True):
        assert (face["width"], face["height"], face["aria-hidden"]) == (
            f"{size}",
            f"{size}",
            "true",
        )
        assert face.text == ""


@pytest.mark.parametrize(("key", "mood"), FACES_IN_MOODS)
def test_a_page_draws_the_face_of_that_mood(app: Flask, key: str, mood: str) -> None:
    (use,) = drawn(app, key, mood, 32).all("use")
    address, _, name = use["href"].partition("#")
    assert name == f"{key}-{mood}"
    assert app.test_client().get(address, buffered=True).data == FACES.read_bytes()
