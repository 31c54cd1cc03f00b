"""Every opponent has a face of its own, in three moods that can be told apart at any size."""

import re
from itertools import combinations, product

import pytest
from flask import Flask

from ai.opponents import OPPONENTS
from tests.page import Element, read
from webapp.board.faces import FACES

MOODS = ("neutral", "won", "beaten")
SIZES = (20, 32, 48, 64)
NUMBER = re.compile(r"-?\d*\.\d+|-?\d+")


def drawn(app: Flask, key: str, mood: str, size: int) -> Element:
    """The face as a page draws it."""
    with app.test_request_context():
        template = app.jinja_env.get_template("shared/faces.html")
        (face,) = read(template.module.face(key, mood, size)).all("svg")  # type: ignore[attr-defined]
    return face


def strokes(face: Element, *, fine: bool = True) -> list[tuple[str, str]]:
    """The look and the path of each stroke, without the fine ones unless *fine*."""
    paths = [(path["class"], path["d"]) for path in face.all("path")]
    return [it for it in paths if fine or it[0] != "fine"]


def test_every_opponent_has_a_face() -> None:
    assert FACES.keys() == OPPONENTS.keys()


def test_no_two_faces_and_no_two_moods_are_alike(app: Flask) -> None:
    """Not even in the smallest size, which leaves out the fine strokes."""
    faces = [drawn(app, *it, 20) for it in product(FACES, MOODS)]
    for one, other in combinations(faces, 2):
        assert strokes(one, fine=False) != strokes(other, fine=False)


@pytest.mark.parametrize("key", FACES)
@pytest.mark.parametrize("mood", MOODS)
def test_a_face_is_a_few_strokes_in_its_box(app: Flask, key: str, mood: str) -> None:
    face = drawn(app, key, mood, 48)
    paths = strokes(face)
    assert {look for look, _path in paths} <= {"line", "fine", "eyes", "pupils", "solid", "snip"}
    assert sum(path.count("M") for _look, path in paths) <= 14
    for _look, path in paths:
        assert all(-9 <= float(it) <= 24 for it in NUMBER.findall(path))


@pytest.mark.parametrize("key", FACES)
def test_a_face_is_finer_the_larger_it_is_and_unheard(app: Flask, key: str) -> None:
    """Its name stands beside it. On the screen the pen is never thinner."""
    faces = [drawn(app, key, "neutral", size) for size in SIZES]
    units = [float(face["stroke-width"]) for face in faces]
    assert units == sorted(units, reverse=True) == [2, 1.6, 1.35, 1.15]
    pixels = [width * size for width, size in zip(units, SIZES, strict=True)]
    assert pixels == sorted(pixels)
    for face, size in zip(faces, SIZES, strict=True):
        assert (face["width"], face["height"], face["aria-hidden"]) == (
            f"{size}",
            f"{size}",
            "true",
        )
        assert face.text == ""
