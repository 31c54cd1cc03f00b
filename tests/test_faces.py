"""Every opponent has a face of its own, in three moods that can be told apart at any size."""

from itertools import combinations, product
from xml.etree import ElementTree as ET

from ai.opponents import OPPONENTS
from webapp.complete import FACES

SVG = "{http://www.w3.org/2000/svg}"
GROUPS = {it.attrib["id"]: it for it in ET.fromstring(FACES.read_text())}  # noqa: S314
FACES_IN_MOODS = list(product(OPPONENTS, ("neutral", "won", "beaten")))


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
    drawn = [stroke for name in GROUPS for stroke in strokes(name)]
    colours = {stroke.get(ink) for stroke in drawn for ink in ("fill", "stroke")}
    assert colours == {None, "currentColor", "none", "var(--why)"}, "the page's, or the voice's"
