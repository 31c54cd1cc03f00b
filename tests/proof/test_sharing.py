"""The pages from outside, as those who share, install or index them see them."""

import json
import re
from io import BytesIO
from itertools import product
from math import hypot
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from tests.page import Element, linked, read
from tests.pictures import PATHS, expect_text_in_place, read_picture
from tests.replays import previewed
from webapp import ROOT
from webapp.sharing.pages import COVERS

STYLE = (ROOT / "static" / "style.css").read_text()
PAPER = re.findall(r"--paper: light-dark\((#\w+), (#\w+)\)", STYLE)[0]  # light and dark
PUBLIC = ("/", "/class", "/games", "/learn", "/learn/terms", "/puzzles", "/with")
HOST = "https://example.org/below"  # approved views are at the root of a host, and not on HTTPS


def get(client: FlaskClient, url: str) -> TestResponse:
    """The response to an address, absolute or from the root of the host on."""
    assert urljoin(HOST, url).startswith(HOST), "It leads elsewhere"
    return client.get(urljoin(HOST, url).removeprefix(HOST), base_url=HOST, buffered=True)


def named(page: Element, name: str) -> list[str]:
    return [meta["content"] for meta in page.all("meta") if meta.attributes.get("name") == name]


def in_sitemap(client: FlaskClient) -> list[str]:
    """The paths that the sitemap lists, each once."""
    response = client.get("/sitemap.xml", base_url=HOST)
    assert (response.status_code, response.mimetype) == (200, "application/xml")
    listed = re.findall("<loc>(.+?)</loc>", response.text)
    assert len(listed) == len({*listed})
    return [url.removeprefix(HOST) for url in listed]


def picture(response: TestResponse) -> Image.Image:
    assert response.status_code == 200
    assert "Set-Cookie" not in response.headers
    with Image.open(BytesIO(response.data)) as image:
        image.load()
    assert Image.MIME[image.format or ""] == response.mimetype
    return image


def test_the_sitemap_lists_pages_by_their_own_addresses_and_no_two_alike(
    client: FlaskClient,
) -> None:
    """Each has a picture of the size that it tells. Other fields of a query change no address."""
    paths = in_sitemap(client)
    assert {*PUBLIC} < {*paths}
    pages = []
    for path in paths:
        response = get(client, HOST + path + "?seed=1" * (path in PUBLIC))
        assert response.status_code == 200
        page, told = read(response.text), previewed(read(response.text))
        assert linked(page, "canonical") == [HOST + path]
        assert told["og:url"].startswith(HOST + path)
        assert "noindex" not in named(page, "robots")
        size = int(told["og:image:width"]), int(told["og:image:height"])
        assert picture(get(client, told["og:image"])).size == size == (1200, 630)
        if "?" not in path:
            pages.append(page)
    for name in ("og:title", "og:description", "og:url", "og:image"):
        assert len({previewed(page)[name] for page in pages}) == len(pages)
    assert len({page.all("title")[0].text for page in pages}) == len(pages)


def test_every_cover_is_that_of_a_page_and_keeps_its_earlier_name(client: FlaskClient) -> None:
    pages = {rule.endpoint: rule.rule for rule in client.application.url_map.iter_rules()}
    assert {pages[endpoint] for endpoint in COVERS} < {*in_sitemap(client)}
    old, new = (client.get(f"/picture/{name}.show.png") for name in ("match", "game"))
    assert old.data == new.data
    for name in ("settings.show", "nothing", "game.play"):
        assert client.get(f"/picture/{name}.png").status_code == 404


def test_icons_and_screenshots_are_as_they_are_told_and_shortcuts_lead_to_pages(
    client: FlaskClient,
) -> None:
    """A phone would show black where an icon is transparent. Browsers take screenshots whose
    sides have 320 pixels or more, the longer at most 2.3 times the other.
    """
    page = read(get(client, f"{HOST}/learn/games").text)
    assert is_full(picture(get(client, *linked(page, "apple-touch-icon"))))
    manifest = json.loads(get(client, *linked(page, "manifest")).data)
    assert tuple(named(page, "theme-color")) == PAPER
    assert manifest["theme_color"] == manifest["background_color"] == PAPER[0]
    icons = [it for it in manifest["icons"] if it["sizes"] != "any"]
    for told in (*icons, *manifest["screenshots"]):
        image = picture(get(client, told["src"]))
        assert f"{image.width}x{image.height}" == told["sizes"]
        if form := told.get("form_factor"):
            assert (image.width > image.height) == (form == "wide")
            assert 320 <= min(image.size) <= max(image.size) <= 2.3 * min(image.size)
        elif told["purpose"] == "maskable":
            middle, every_fourth = image.width / 2, range(0, image.width, 4)
            cut_off = [
                image.getpixel((x, y))
                for x, y in product(every_fourth, repeat=2)
                if hypot(x - middle, y - middle) > 0.4 * image.width
            ]
            assert is_full(image)
            assert len({*cut_off}) == 1
    found = {(it["sizes"], it["purpose"]) for it in icons}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= found
    assert [it["form_factor"] for it in manifest["screenshots"]] == ["narrow", "wide"]
    assert len({it["name"] for it in manifest["shortcuts"]}) == len(manifest["shortcuts"]) == 3
    for link in manifest["shortcuts"]:
        assert get(client, link["url"]).status_code in {200, 303}
    response = client.get("/favicon.ico", buffered=True)
    assert response.mimetype in {"image/vnd.microsoft.icon", "image/x-icon"}


def is_full(image: Image.Image) -> bool:
    return image.convert("RGBA").getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("path", PATHS)
def test_the_words_of_every_kind_have_room(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert "Set-Cookie" not in response.headers
    expect_text_in_place(read_picture(response.data))
