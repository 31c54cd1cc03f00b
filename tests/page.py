"""A page as a browser holds it: a tree of elements, into which htmx swaps fragments."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from difflib import unified_diff
from functools import lru_cache
from html import unescape
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree as ET
from xml.parsers import expat

from ai.rules.games import game_for
from tests.reference import extent

HTMX = {"HX-Request": "true"}
ENCODINGS = "gzip, deflate, br, zstd"  # that a browser of today takes


@dataclass(slots=True)
class Element:  # noqa: PLW1641 - it can change
    """An element with what it holds; white space between elements is dropped."""

    node: ET.Element

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and not differences(self, other, but=set())

    def __iter__(self) -> Iterator["Element"]:
        """The element itself and all below it, in the order of the page."""
        return map(Element, self.node.iter())

    def __getitem__(self, name: str) -> str:
        return self.node.attrib[name]

    @property
    def tag(self) -> str:
        return self.node.tag

    @property
    def attributes(self) -> Mapping[str, str]:
        """Its attributes; the value is empty where a name stands alone."""
        return self.node.attrib

    @property
    def children(self) -> list["Element | str"]:
        """The elements and the pieces of text directly in it, in order."""
        found: list[Element | str | None] = [self.node.text]
        for child in self.node:
            found += Element(child), child.tail
        return [child for child in found if child]

    def by_id(self, name: str) -> "Element":
        (one,) = [node for node in self.node.iter() if node.get("id") == name]
        return Element(one)

    @property
    def ids(self) -> set[str]:
        return {element["id"] for element in self if "id" in element.attributes}

    def all(self, tag: str) -> list["Element"]:
        return [*map(Element, self.node.iter(tag))]

    @property
    def text(self) -> str:
        return "".join(self.node.itertext()).strip()

    @property
    def fields(self) -> dict[str, str]:
        """The hidden inputs of a form; for a button, the query of its `formaction`."""
        if "formaction" in self.attributes:
            return dict(parse_qsl(urlsplit(self["formaction"]).query))
        return {element["name"]: element["value"] for element in self.all("input")}

    @property
    def chosen(self) -> dict[str, str]:
        """The checked and selected values of a form, by the names of their fields."""
        inputs = [it for it in self.all("input") if "checked" in it.attributes]
        checked = {it["name"]: it.attributes.get("value", "on") for it in inputs}
        return checked | {
            select["name"]: option.attributes.get("value", option.text)
            for select in self.all("select")
            for option in select.all("option")
            if "selected" in option.attributes
        }


CARD = "review", "reviewed"  # ends a game: above the keys, and below them


def of_card(page: Element, tag: str) -> list[Element]:
    """The elements with *tag* of the card that ends a game."""
    return [it for part in CARD for it in page.by_id(part).all(tag)]


TAG = re.compile(r"<[a-z][^<>]*>")
ALONE = re.compile(r"""("[^"]*"|'[^']*')|(?<=[ ])([^ =<>"'/]+)(?=[ />])""")
VOID = re.compile(r"(<(?:br|input|link|meta)\b.*(?<!/))>")
NAMED = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;)[A-Za-z]\w*;")


def read(html: str) -> Element:
    """A new tree of *html*, which is read as XML, stricter than by browsers: every attribute is
    quoted, every element is closed, every id is unique.
    """
    return Element(deepcopy(_tree(html)))


@lru_cache(maxsize=256)
def _tree(html: str) -> ET.Element:
    """The tree of *html*, cached: tests read the same pages, and a copy is quick."""
    html = re.sub("<!doctype html>", "", html, count=1, flags=re.IGNORECASE)
    xml = TAG.sub(lambda tag: as_xml(tag[0]), " ".join(html.split()).replace("> <", "><"))
    xml = NAMED.sub(lambda named: unescape(named[0]), xml)
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate()  # as XMLParser, but that colons in names mean nothing
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.Parse(f"<document>{xml}</document>", True)
    root = builder.close()
    ids = [name for node in root.iter() if (name := node.get("id"))]
    assert len({*ids}) == len(ids), f"Ids of two elements: {sorted(ids)}"
    return root


@lru_cache(maxsize=4096)
def as_xml(tag: str) -> str:
    """A *tag* of HTML in XML: bare attributes get an empty value, void elements are closed."""
    valued = ALONE.sub(lambda found: found[1] or f'{found[2]}=""', tag)
    return VOID.sub(r"\1/>", valued)


def swap(page: Element, response: Element) -> None:
    """Do to *page* what htmx does with *response*: all of it must be swapped by its id."""
    for part in response.children:
        assert isinstance(part, Element), f"Text that is swapped nowhere: {part}"
        new = part.node
        style = new.attrib.pop("data-hx-swap-oob")
        old = page.by_id(part["id"]).node
        if style == "beforeend":
            assert not new.text
            old.extend(new)
            continue
        assert style in ("outerMorph", "outerHTML")
        if "data-attributes-only" in new.attrib:
            assert not part.children
            del new.attrib["data-attributes-only"]
        else:
            old.text = new.text
            old[:] = new
        old.tag, old.attrib = new.tag, new.attrib


def differences(one: Element, other: Element, *, but: set[str]) -> list[str]:
    """The differences of two pages, without the elements with the ids in *but*. An answer to a GET
    alone is private: it is loaded anew when one comes back to it.
    """

    def lines(node: ET.Element) -> Iterator[str]:
        yield f"<{node.tag} {sorted(it for it in node.items() if it[0] != 'data-private')}>"
        yield node.text or ""
        for child in node:
            if child.get("id") not in but:
                yield from lines(child)
            yield child.tail or ""
        yield f"</{node.tag}>"

    before, after = [*lines(one.node)], [*lines(other.node)]
    # To find the differences of equal pages takes long too.
    return [] if before == after else [*unified_diff(before, after, lineterm="", n=0)]


@dataclass(frozen=True)
class BoardShown:
    """A board as a player sees it: the marks in reading order, `.` for none, and so on."""

    game: str
    marks: str
    state: str
    playable: frozenset[int]
    last: frozenset[int]
    winning: frozenset[int]


@dataclass(frozen=True)
class Shown(BoardShown):
    """A match as a player sees it; *moves* begin after the *set_up* marks."""

    set_up: int
    moves: tuple[str, ...]
    score: tuple[int, ...]


def board_shown(page: Element) -> BoardShown:
    """The board on *page*, read by the page contract: ids, data attributes, accessible names."""
    board = page.by_id("board")
    cells = board.all("button")
    size, _rows = extent(board["data-game"])
    marks = ""
    for number, cell in enumerate(cells):
        assert (cell["id"], cell["name"], cell["value"]) == (f"cell-{number}", "cell", f"{number}")
        assert "disabled" not in cell.attributes
        assert cell.attributes.get("aria-disabled") in {None, "true"}
        place, _, rest = cell["aria-label"].partition(": ")
        assert place == f"Row {number // size + 1}, column {number % size + 1}"
        mark, name, *_states = rest.split(", ")
        marks += {"empty": ".", "X": "X", "O": "O"}[mark]
        assert cell.attributes.get("data-mark", "") == marks[-1].strip(".")
        assert name == game_for(board["data-game"]).cell_names[number]
    assert int(board["data-ply"]) == len(cells) - marks.count(".")

    def with_attribute(name: str) -> frozenset[int]:
        return frozenset(int(cell["value"]) for cell in cells if name in cell.attributes)

    return BoardShown(
        game=board["data-game"],
        marks=marks,
        state=board["data-state"],
        playable=frozenset(range(len(cells))) - with_attribute("aria-disabled"),
        last=with_attribute("data-last"),
        winning=with_attribute("data-winning"),
    )


def shown(page: Element) -> Shown:
    """The match on *page*: its board, the moves in the list, and the score. Once a game has ended
    the strip has it.
    """
    board = board_shown(page)
    set_up = int(page.by_id("moves").attributes.get("start") or 1) - 1
    moves = tuple(move_text(item) for item in page.by_id("moves-list").all("li"))
    assert set_up + len(moves) == len(board.marks) - board.marks.count(".")
    counts = {
        it.all("svg")[0]["class"]: int(it["data-count"])
        for it in page.by_id("strip")
        if "data-count" in it.attributes
    }
    score = tuple(counts.get(f"sign {result}", 0) for result in ("X", "draw", "O"))
    assert bool(counts) == any(score)
    return Shown(**vars(board), set_up=set_up, moves=moves, score=score)


def is_in_a_ring(text: str, percent: float) -> bool:
    """Whether *text*, of at most three characters, is *percent* as a whole one: 0 and 100 only if
    exact.
    """
    if text in {"<1", ">99"}:
        return 0 < percent < 1 if text == "<1" else 99 < percent < 100
    whole = int(text)
    return len(text) <= 3 and abs(whole - percent) < (0.501 if 0 < whole < 100 else 1e-9)


def fold(page: Element) -> None:
    """Close all that can be folded."""
    for details in page.all("details"):
        details.node.attrib.pop("open", None)


def move_text(item: Element) -> str:
    """A move in the list, without what is noted beside it."""
    kept = (it for it in item.children if isinstance(it, str) or it.tag != "small")
    return "".join(it if isinstance(it, str) else move_text(it) for it in kept).strip()


def message(page: Element) -> str:
    element = page.by_id("message")
    assert element["role"] == "alert"
    return element.text


def status(page: Element) -> str:
    """The status of the match, which a screen reader says once; from it the seen one is hidden."""
    said, seen = status_line(page).children
    assert isinstance(said, Element)
    assert isinstance(seen, Element)
    assert (said["class"], seen["aria-hidden"]) == ("unseen", "true")
    return said.text


def status_line(page: Element) -> Element:
    """The one live region; a nested one would be announced twice."""
    line = page.by_id("status")
    assert line["role"] == "status"
    assert [e for e in line if {"role", "aria-live"} & e.attributes.keys()] == [line]
    return line


REFERENCES = {"aria-controls", "aria-describedby", "aria-labelledby", "aria-owns", "for", "form"}


def dangling(page: Element) -> set[str]:
    """The ids that elements of *page* refer to and none has."""
    named = {
        name
        for element in page
        for attribute in REFERENCES & element.attributes.keys()
        for name in element[attribute].split()
    }
    return named - page.ids


def linked(page: Element, rel: str) -> list[str]:
    """The targets of the links with this *rel*."""
    return [link["href"] for link in page.all("link") if link["rel"] == rel]


FILES = {"stylesheet", "icon", "apple-touch-icon"}


def files_of(page: Element) -> list[str]:
    scripts = [script["src"] for script in page.all("script")]
    return [link["href"] for link in page.all("link") if link["rel"] in FILES] + scripts
