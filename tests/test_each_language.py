"""The language of each visitor: who decides it, and what is kept for whom."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.addresses import PRIVATE, PUBLIC
from tests.browser import browser_with
from tests.catalogues import told, translations, write
from tests.conftest import NO_LIMITS
from tests.kept_responses import content, decided_by, directives, keeping_app
from tests.page import HTMX, read
from webapp import create_app

TAGS = ["en", "de", "pt-BR"]
NAMES = {"en": "English", "de": "Deutsch", "pt-BR": "Português"}

# What browsers say, with what each would be answered.
SAID = {
    None: None,
    "": None,
    "it": None,
    "de": "de",
    "de-AT,en;q=0.5": "de",
    "it,pt-BR;q=0.8,en;q=0.7": "pt-BR",
    "it-a-b-c,DE-Latn-AT-1901-x": "de",
    f"{'-' * 8000},de": "de",  # which a server could read for seconds
    "en-GB,de;q=0.9": "en",
    "xx;q=0, \xe4;;,=": None,
}

PAGES = ("/", "/learn/terms", "/settings", "/nothing")
FRAMES = ("/embed/puzzles/square/12", "/embed/nothing")
FILES = ("/manifest.webmanifest", "/oembed?url=http://localhost/puzzles/square/12")


@pytest.fixture(scope="module", autouse=True)
def _translations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("translations")
    for tag in TAGS[1:]:
        write(folder, tag, told(tag))
    with translations(folder):
        yield


def site(language: str = "en", **config: object) -> Flask:
    """A site whose own language is that one."""
    own = {"TESTING": True, "SECRET_KEY": "tests", "LANGUAGE": language, **NO_LIMITS}
    return create_app(own | {"KEPT_RESPONSES": 0} | config)


@pytest.fixture(scope="module")
def sites() -> dict[str, Flask]:
    """A site of each language."""
    return {tag: site(tag) for tag in TAGS}


@pytest.fixture(scope="module")
def english(sites: dict[str, Flask]) -> Flask:
    return sites["en"]


@pytest.mark.parametrize("own", TAGS)
def test_the_address_decides_then_the_visitor_then_the_browser_then_the_site(
    sites: dict[str, Flask], own: str
) -> None:
    """In frames no choice of a visitor counts."""
    app = sites[own]
    for chosen, (header, best) in product(["", *TAGS, "xx"], SAID.items()):
        client = browser_with(app, f"dark.on.off.system.shown.{chosen}", "settings")
        headers = {} if header is None else {"Accept-Language": header}
        choice = chosen if chosen in TAGS else None
        for path in (*PAGES, *FRAMES):
            wish = best or own if path in FRAMES else choice or best or own
            response = client.get(path, headers=headers)
            assert response.headers["Content-Language"] == wish, (path, chosen, header)
            assert read(response.text).all("html")[0]["lang"] == wish
        page = client.get(f"/?language={TAGS[1]}", headers=headers)
        assert page.headers["Content-Language"] == TAGS[1]


@pytest.mark.parametrize("own", TAGS)
def test_of_files_and_for_programs_the_address_alone_decides(
    sites: dict[str, Flask], own: str
) -> None:
    client = browser_with(sites[own], "dark.on.off.system.shown.de", "settings")
    headers = {"Accept-Language": "de"}
    for asked in ("", *TAGS):
        query = f"?language={asked}" if asked else ""
        manifest = client.get(f"/manifest.webmanifest{query}", headers=headers).get_json()
        assert manifest["lang"] == (asked or own)
        refused = client.get(f"/api/nothing{query}", headers=headers).get_json()["error"]
        tag, _, _message = refused.partition(": ")
        assert tag == asked if asked in TAGS[1:] else refused.startswith("There's nothing")
        picture = client.get(f"/picture/learn.games.png{query}", headers=headers).data
        plain = client.get(f"/picture/learn.games.png?language={asked or own}").data
        assert picture == plain
    assert len({client.get(f"/picture/learn.games.png?language={tag}").data for tag in TAGS}) == 3


def test_no_address_has_a_language_that_the_site_lacks(english: Flask) -> None:
    client = english.test_client()
    for path in PUBLIC.values():
        response = client.get(f"{path}{'&' if '?' in path else '?'}language=xx")
        assert response.status_code == 400, path
        assert "language" in response.text
        assert "en, de or pt-BR" in response.text
    assert client.get("/?language=xx").headers["Content-Language"] == "en"
    assert client.get("/learn/terms?language=de.").location == "/learn/terms?language=de"


def test_a_kept_response_is_sent_to_those_of_its_language_alone(english: Flask) -> None:
    """Caches between them learn on what it depends, and each language has its own tag."""
    keeping, fresh = keeping_app(), english.test_client()
    paths = [*PUBLIC.values(), f"{PUBLIC['learn.terms']}?language=de"]
    for path in paths:
        ways = [{"Accept-Language": tag} for tag in TAGS * 2]
        seen: dict[str, str] = {}
        for headers in ways:
            client = keeping.test_client()
            response, plain = client.get(path, headers=headers), fresh.get(path, headers=headers)
            assert content(response) == content(plain), path
            assert directives(response.headers)["public"] == ""
            assert response.headers["Vary"] == ", ".join(["Accept-Encoding", *decided_by(path)])
            tag = seen.setdefault(headers["Accept-Language"], response.headers["ETag"])
            assert tag == response.headers["ETag"] == plain.headers["ETag"]
            asked = headers | {"If-None-Match": tag}
            confirmed = client.get(path, headers=asked)
            assert confirmed.status_code == 304
            assert confirmed.headers["Vary"] == response.headers["Vary"]
        assert len({*seen.values()}) == (3 if decided_by(path) else 1), path


def test_nothing_private_is_kept_in_any_language(english: Flask) -> None:
    for path in PRIVATE.values():
        response = english.test_client().get(path, headers={"Accept-Language": "de"})
        assert "public" not in response.headers["Cache-Control"]
        assert "ETag" not in response.headers


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0;")))
def test_a_cookie_of_any_bytes_chooses_a_language_or_none(english: Flask, text: str) -> None:
    for cookie in (text, f"dark.on.off.system.shown.{text}"):
        environ = {"HTTP_COOKIE": f"settings={cookie}", "HTTP_ACCEPT_LANGUAGE": "de"}
        response = english.test_client().get("/settings", environ_overrides=environ)
        assert response.status_code == 200
        assert response.headers["Content-Language"] in TAGS


DOUBLE = "http://localhost//evil.example/learn"


def chosen(client: FlaskClient) -> str:
    """The language that the page of settings shows as chosen."""
    return str(read(client.get("/settings").text).by_id("main").chosen["language"])


def test_the_foot_of_a_page_has_each_language_by_its_own_name_and_leads_back(
    english: Flask,
) -> None:
    client = english.test_client()
    client.post("/settings", data={"theme": "dark"})
    for path, leads_to in {
        "/": "/",
        "/learn/terms?language=de": "/learn/terms",
        "/replay/square/b2?first=x&values=on#why": "/replay/square/b2?first=x&values=on",
        "/settings?saved=on": "/settings",
        "/moves": "/",
    }.items():
        for tag in TAGS:
            page = read(client.get(path if path != "/moves" else "/").text)
            buttons = page.all("footer")[0].all("button")
            assert {it["lang"]: it.text for it in buttons} == NAMES
            assert [it["name"] for it in buttons] == ["language"] * 3
            assert [it["value"] for it in buttons] == TAGS
            here = [it["lang"] for it in buttons if "aria-current" in it.attributes]
            assert here == [page.all("html")[0]["lang"]]
            referrer = {"Referer": f"http://localhost{path}"}
            response = client.post("/language", data={"language": tag}, headers=referrer)
            assert (response.status_code, response.location) == (303, leads_to)
            assert client.get(leads_to).headers["Content-Language"] == tag
            assert chosen(client) == tag
    sheet = client.get("/theme.css").text
    assert "dark" in sheet, "it changes no other setting"
    for elsewhere in (
        "",
        "http://evil.example/learn",
        "http://localhost/nothing",
        "x:[",
        "//[",
        DOUBLE,
    ):
        headers = {"Referer": elsewhere}
        response = client.post("/language", data={"language": "de"}, headers=headers)
        assert response.location == "/"
    for wrong in ("xx", "", "en.de"):
        assert client.post("/language", data={"language": wrong}).status_code == 400


def test_the_settings_leave_it_to_the_browser_until_one_is_chosen(english: Flask) -> None:
    client, german = english.test_client(), {"Accept-Language": "de"}
    assert chosen(client) == ""
    for tag in (*TAGS, ""):
        response = client.post("/settings", data={"language": tag})
        assert response.status_code == 303
        assert chosen(client) == tag
        page = client.get("/settings", headers=german)
        assert page.headers["Content-Language"] == (tag or "de")
        assert read(page.text).all("html")[0]["lang"] == (tag or "de")
    assert client.post("/settings", data={"language": "xx"}).status_code == 400
    labels = {
        label["lang"]: label.text.strip()
        for label in read(page.text).by_id("main").all("label")
        if "lang" in label.attributes
    }
    assert labels == NAMES


def test_a_click_on_a_page_of_another_language_counts_and_loads_the_page_anew(
    english: Flask,
) -> None:
    """So no page is in two languages."""
    client = english.test_client()
    html = read(client.get("/").text).all("html")[0]
    headers = {**HTMX, "Page-Version": html["data-version"]}
    first = client.post("/moves", data={"cell": 4, "ply": 0}, headers=headers)
    assert "HX-Redirect" not in first.headers
    client.post("/language", data={"language": "de"})
    second = client.post("/undo", data={"ply": 2}, headers=headers)
    assert second.headers["HX-Redirect"] == "/"
    page = read(client.get("/").text)
    assert page.by_id("board")["data-ply"] == "0"
    assert page.by_id("undo").text == "de: Undo"


def test_pages_name_their_other_languages_and_pictures_are_in_the_same(english: Flask) -> None:
    client = english.test_client()
    for path in ("/", "/learn/games", "/replay/square/b2c3a1?first=x", "/puzzles/square/12"):
        mark = "&" if "?" in path else "?"
        for asked in ("", *TAGS):
            here = f"{path}{mark}language={asked}" if asked else path
            page = read(client.get(here).text)
            links = page.all("link")
            found = {it["hreflang"]: it["href"] for it in links if "hreflang" in it.attributes}
            plain = f"http://localhost{path}"
            assert found == {tag: f"{plain}{mark}language={tag}" for tag in TAGS} | {
                "x-default": plain
            }
            (canonical,) = (it["href"] for it in links if it["rel"] == "canonical")
            assert canonical == found[asked or "x-default"]
            metas = {it.attributes.get("property"): it for it in page.all("meta")}
            picture = metas["og:image"]["content"].removeprefix("http://localhost")
            carried = {it["rel"]: it["href"] for it in links} | {"picture": picture}
            for name in ("manifest", "picture"):
                foreign = asked in TAGS[1:]
                assert (f"language={asked}" in carried[name]) == foreign, (here, name)
                assert client.get(carried[name]).status_code == 200
    german = read(client.get("/replay/square/b2c3a1?language=de").text)
    (oembed,) = (
        it["href"]
        for it in german.all("link")
        if it["rel"] == "alternate" and "type" in it.attributes
    )
    answer = client.get(oembed.removeprefix("http://localhost")).get_json()
    assert "language=de" in answer["html"]
    assert "language=de" in german.by_id("embed").text


def test_a_frame_hands_its_language_on(english: Flask) -> None:
    """A site that asked for English gets English, whatever its visitors speak."""
    for asked in TAGS:
        frame = f"/embed/puzzles/square/12?language={asked}"
        client = english.test_client()
        page = read(client.get(frame, headers={"Accept-Language": "de"}).text)
        links = [it.attributes.get("href", "") for it in page.all("a")]
        links = [it for it in links if "/embed/" in it]
        assert links
        assert all(f"language={asked}" in link for link in links)
        moved = client.get(f"/embed/puzzles/today?language={asked}")
        assert moved.status_code == 200
        assert moved.headers["Content-Language"] == asked


def test_the_sitemap_has_each_page_in_each_language(english: Flask) -> None:
    text = english.test_client().get("/sitemap.xml").text
    pages = read(text.partition("?>")[2]).all("url")
    assert len(pages) > 30
    for page in pages:
        (address,) = (it.text for it in page.all("loc"))
        links = {it["hreflang"]: it["href"] for it in page.all("xhtml:link")}
        mark = "&" if "?" in address else "?"
        assert links.pop("x-default") == address
        assert links == {tag: f"{address}{mark}language={tag}" for tag in TAGS}


def test_a_site_of_one_language_offers_no_choice(tmp_path: Path) -> None:
    with translations(tmp_path):
        page = site().test_client().get("/settings").text
    assert "hreflang" not in page
    assert 'name="language"' not in page
