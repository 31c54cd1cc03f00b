"""Every view is as approved, and the laws of pages hold on one visit of it."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ai.opponents import OPPONENTS
from ai.rules import NAMED
from tests.addresses import PUBLIC
from tests.approve import approved, digest, expect_outlined
from tests.drawn_views import NAMES
from tests.kept_responses import decided_by
from tests.page import Element, dangling, linked
from tests.views import RARE, VIEWS, View, Visits
from webapp.learn.lessons import LESSONS

ROOT = "http://localhost"
VIEWS_APPROVED = approved()


def kinds(names: Iterable[str]) -> dict[str, list[str]]:
    """The *names* of views by their first words: one test a kind costs less than one a view."""
    return {kind: [*own] for kind, own in groupby(sorted(names), lambda it: it.partition("-")[0])}


PAGES = kinds(VIEWS)
ALL = kinds([*VIEWS, *RARE, *NAMES])


@pytest.mark.parametrize("kind", ALL)
def test_a_view_is_as_approved(visits: Visits, kind: str, subtests: pytest.Subtests) -> None:
    """It has the approved digest, else its outline tells what differs. `python -m tests.approve`
    renews the file, whose outlines `tests/proof/test_views.py` reads.
    """
    for name in ALL[kind]:
        if digest(visits[name]) != VIEWS_APPROVED[name].digest:
            with subtests.test(name):
                expect_outlined(visits, VIEWS_APPROVED[name])
                pytest.fail("python -m tests.approve --since HEAD tells more")


def test_the_approved_file_has_every_view() -> None:
    assert [*VIEWS_APPROVED] == [*VIEWS, *RARE, *NAMES]


# One visit, all laws.


class Seen(NamedTuple):
    """The *response* with the *page* of a view of that *name*."""

    name: str
    view: View
    response: TestResponse
    page: Element

    @property
    def is_frame(self) -> bool:
        """Whether it is shown in pages of other sites."""
        return self.name.startswith("embed-")


@pytest.mark.parametrize("kind", PAGES)
def test_the_laws_of_pages_hold(visits: Visits, kind: str) -> None:
    for name in PAGES[kind]:
        try:
            expect_laws(visits, Seen(name, VIEWS[name], visits[name], visits.page(name)))
        except AssertionError as error:
            error.add_note(f"In the view {name}.")
            raise


def expect_laws(visits: Visits, seen: Seen) -> None:
    app = visits.app
    expect_headers(app, seen)
    expect_no_script_or_style_within(seen)
    expect_scripts(app, seen.page)
    expect_settings_and_version(visits, seen)
    expect_names(seen.page)
    expect_headings(seen)
    expect_moves_of_the_winner(seen)
    expect_nobody_is_nagged(seen.page)
    expect_whole_sentences(seen.page)
    expect_frame(seen)
    expect_ways(seen)
    expect_links_of_the_site(visits, seen)
    expect_names_of_links(seen)
    expect_no_media(seen.page)
    expect_nothing_asked_of_visitors(seen.page)
    assert not dangling(seen.page)
    expect_works_without_script(seen.page)
    expect_addresses(app, seen.page)


def expect_headers(app: Flask, seen: Seen) -> None:
    """The response may be kept if its address alone decides, and it is what it says."""
    response, path = seen.response, urlsplit(seen.view.path).path
    assert (response.status_code, response.mimetype) == (seen.view.status, "text/html")
    by_address = type(seen.view) is View and seen.view.form is None and seen.view.status == 200
    kept = by_address and app.url_map.bind("localhost").match(path)[0] in PUBLIC
    assert response.headers["Cache-Control"].startswith("public" if kept else "no-store")
    asked = seen.view.path
    assert not kept or response.headers["Vary"] == ", ".join(
        ["Accept-Encoding", *decided_by(asked)]
    )
    assert not kept or "Set-Cookie" not in response.headers


IN_PLIES = re.compile(r"\bplies\b(?!=)|both sides|moves of (both|yours|mine)")
# A puzzle of a class trips most or many pupils, a rung so many of so many beginners.
HARD = re.compile(
    r"\btrips\b(?! m(?:ost|any)| (?:fewer than )?\d+ of \d+ beg|.{,12}: no square)|\(hard:|"
    r"beginners? (who loses?|would lose|falls|.* side loses)"
)


def expect_moves_of_the_winner(seen: Seen) -> None:
    """Pages count the winner's own moves; only definitions and the API's page speak of plies. The
    difficulty of a draw is how many beginners slip.
    """
    if not seen.view.path.startswith(("/learn/terms", "/learn/api")):
        names = ("aria-label", "title", "alt", "content")
        told = [it.attributes.get(name, "") for it in seen.page for name in names]
        for text in (seen.page.text, *told):
            assert not IN_PLIES.search(text), text
            assert not HARD.search(text), text


NAGS = re.compile(
    r"(?i)don.t (lose|miss|forget|break|stop)|hurry|last chance|only today|remind|"
    r"come back (tomorrow|soon|for)|streak (ends|is lost|lost|broken)|keep (your|the) streak|"
    r"\d (h|hours?|min|minutes?) left|"
    r"expires? (in|soon|today)|next puzzle in|share (your|this) (win|score|result) now|new badge"
)


def expect_nobody_is_nagged(page: Element) -> None:
    """No page reminds, counts down to anything but the end of a rush, or asks to be shared."""
    assert not NAGS.search(page.text), NAGS.search(page.text)
    bars = [it.text for it in page.all("nav") if it["aria-label"] == "Site"]
    assert not re.search(r"\d", "".join(bars)), "a badge"


SLIPS = re.compile(r"[a-z0-9)%]\.\.(?!\.|\S)|\w [.,;:](?= |$)|[.,;:?!],|%\(\w+\)")


def expect_whole_sentences(page: Element) -> None:
    """One stop ends a sentence, none stands apart, and every gap is filled in."""
    (main,) = page.all("main")
    for it in (it for it in main if it.tag != "code"):
        pieces = [piece for piece in it.children if isinstance(piece, str)]
        for text in (*pieces, it.attributes.get("aria-label", "")):
            assert not SLIPS.search(text), text


def expect_no_script_or_style_within(seen: Seen) -> None:
    """The policy refuses scripts and styles in the markup itself."""
    for element in seen.page:
        assert not [name for name in element.attributes if name == "style" or name[:2] == "on"]
        assert element.tag != "style"
        assert element.tag != "script" or (element["src"] and not element.text)


IMPORTED = re.compile(r'(?m)^import .+ from "\./(.+)";$')


def expect_scripts(app: Flask, page: Element) -> None:
    """A page names what its scripts import, or that would come only after them. Parts have ids."""
    files = {script["src"].rpartition("/")[2] for script in page.all("script")}
    for file in files:
        assert {*IMPORTED.findall(Path(app.static_folder or "", file).read_text())} <= files, file
    assert all(it["id"] for it in page if "data-part" in it.attributes)


def expect_works_without_script(page: Element) -> None:
    """An element that sends a request by htmx sends the same one without."""
    for element in page:
        attributes = element.attributes
        if (posted := attributes.get("data-hx-post")) is not None:
            assert attributes["action" if element.tag == "form" else "formaction"] == posted
        if (got := attributes.get("data-hx-get")) and element.tag in {"form", "a"}:
            plain = attributes["action" if element.tag == "form" else "href"]
            assert plain.partition("#")[0] == got


def expect_addresses(app: Flask, page: Element) -> None:
    """There is an endpoint for every link to this site."""
    urls = app.url_map.bind("localhost")
    for link in (it.attributes.get("href", "").removeprefix(ROOT) for it in page.all("a")):
        assert link[:1] in {"", "#", "?"} or urlsplit(link).netloc or urls.test(urlsplit(link).path)


def expect_settings_and_version(visits: Visits, seen: Seen) -> None:
    """The style sheet of the settings comes last. All pages name one version and one language."""
    sheets = [*chain.from_iterable(linked(it, "stylesheet") for it in seen.page.all("head"))]
    assert sheets[-1:] == ["/theme.css"] or seen.is_frame
    (html,), (first,) = seen.page.all("html"), visits.page("first").all("html")
    assert html["lang"] == "en"
    assert html.attributes.get("data-version") == first["data-version"] or seen.is_frame


def expect_names(page: Element) -> None:
    """All that can be used or seen as a picture has a name; a visible text is part of the name."""
    labels = {label["for"] for label in page.all("label") if "for" in label.attributes}
    labelled = {id(it.node) for label in page.all("label") if name_of(label) for it in label}
    for element in exposed(page):
        kind = element.attributes.get("type")
        if element.tag in {"input", "select", "textarea"} and kind != "hidden":
            has_label = element.attributes.get("id") in labels or id(element.node) in labelled
            assert has_label or "aria-label" in element.attributes, element.attributes
        if element.tag in {"a", "button", "summary", "h1", "h2", "h3", "h4", "title"}:
            assert name_of(element), element.attributes
        if element.attributes.get("role") in {"img", "group", "dialog"}:
            assert {"aria-label", "aria-labelledby"} & element.attributes.keys()


def exposed(element: Element) -> Iterator[Element]:
    """The *element* and all below it that is not hidden from screen readers."""
    if element.attributes.get("aria-hidden") != "true":
        yield element
        for child in element.children:
            if isinstance(child, Element):
                yield from exposed(child)


def name_of(element: Element) -> str:
    if label := element.attributes.get("aria-label") or element.attributes.get("aria-labelledby"):
        return label
    if element.attributes.get("aria-hidden") == "true":
        return ""
    return "".join(it if isinstance(it, str) else name_of(it) for it in element.children).strip()


def expect_headings(seen: Seen) -> None:
    """One main part and one heading of the first level, no level is left out, and a section that is
    labelled by another element is so by a heading in it.
    """
    levels = [int(it.tag[1]) for it in seen.page if re.fullmatch("h[1-6]", it.tag)]
    assert [1, *levels].count(1) == 2 or seen.is_frame
    assert all(level <= before + 1 for before, level in zip([0, *levels], levels, strict=False))
    assert len(seen.page.all("main")) == 1
    assert len([it for head in seen.page.all("head") for it in head.all("title")]) == 1
    for section in seen.page.all("section"):
        if label := section.attributes.get("aria-labelledby"):
            (heading,) = [it for it in section if it.attributes.get("id") == label]
            assert re.fullmatch("h[1-6]", heading.tag)


def expect_frame(seen: Seen) -> None:
    """A frame has nothing to send, and one way out, by a new tab."""
    links = [it for it in seen.page.all("a") if "href" in it.attributes]
    ways_out = [it for it in links if "target" in it.attributes]
    if seen.is_frame:
        assert not {it.tag for it in seen.page} & {"form", "button", "input", "iframe"}
        assert [(it["target"], it["rel"]) for it in ways_out] == [("_blank", "noopener")]
        assert all(it in ways_out or it["href"].startswith("/embed/") for it in links)


LABELS = {it.name: it.key for it in OPPONENTS.values()}
LABELS |= {it.name: it.key for it in NAMED.values()} | {it.name: it.key for it in LESSONS.values()}
del LABELS["Lines"]  # a lesson, and a group of shapes in the atlas
PUZZLES = {"puzzles", "places", "columns", "answers", "doors"}  # classes of lists of them


def expect_ways(seen: Seen) -> None:
    """An opponent, a game or a lesson that is named on its own, as in a heading, is one tap away:
    by a link, a button or a choice with its key, unless the page is about it alone. So is each
    puzzle in a list. Frames, and the board in words, lead to the page that they show.
    """
    if seen.is_frame or urlsplit(seen.view.path).path == "/position":
        return
    keys = {*re.split(r"[/?&=.]", seen.view.path)}
    for it in seen.page:
        for way in (it.attributes.get(name, "") for name in ("href", "formaction", "value")):
            keys.update(re.split(r"[/?&=#]", way))
    (main,) = seen.page.all("main")
    for it in main:
        label = " ".join(piece for piece in it.children if isinstance(piece, str)).strip()
        assert LABELS.get(label) in {None, *keys}, label
        if it.tag in {"ol", "ul"} and PUZZLES & {*it.attributes.get("class", "").split()}:
            assert all(item.all("a") for item in it.all("li"))


def expect_links_of_the_site(visits: Visits, seen: Seen) -> None:
    """They stand in one order on all pages, the foot too, with its links to help. Frames are in
    pages of others, and the wall of a class has no links of the site.
    """
    if not seen.is_frame and not seen.name.startswith("class-wall"):
        assert links_of_the_site(seen.page) == links_of_the_site(visits.page("first"))


def links_of_the_site(page: Element) -> list[tuple[str, str]]:
    boxes = [box for box in page.all("nav") if box["aria-label"] == "Site"] + page.all("footer")
    return [(link.text, link["href"]) for box in boxes for link in box.all("a")]


def expect_names_of_links(seen: Seen) -> None:
    """Those that ask to try or look make sense without their sentence: to different addresses,
    different names.
    """
    if not seen.is_frame:
        links = [it for it in seen.page.by_id("main").all("a") if "href" in it.attributes]
        asked = {(it.text, it["href"]) for it in links if it.text.startswith(("Try", "Look"))}
        assert len(asked) == len({text for text, _href in asked})


def expect_no_media(page: Element) -> None:
    """No films, no speech, no pictures of text."""
    assert not {"audio", "video", "object", "embed", "iframe", "img", "canvas"} & {
        one.tag for one in page
    }


def expect_nothing_asked_of_visitors(page: Element) -> None:
    """No passwords, no addresses, no numbers to call."""
    kinds = {field.attributes.get("type", "text") for field in page.all("input")}
    assert kinds <= {"hidden", "radio", "checkbox", "text", "file"}
