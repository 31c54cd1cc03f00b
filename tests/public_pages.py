"""Public pages as those who share or index them see them."""

import re
from io import BytesIO
from urllib.parse import urljoin

from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from tests.page import Element, linked, read
from tests.replays import previewed

HOST = "https://example.org/below"  # approved views are at the root of a host, and not on HTTPS


def get(client: FlaskClient, url: str) -> TestResponse:
    """The response to an address, absolute or from the root of the host on."""
    assert urljoin(HOST, url).startswith(HOST), "It leads elsewhere"
    return client.get(urljoin(HOST, url).removeprefix(HOST), base_url=HOST, buffered=True)


def named(page: Element, name: str) -> list[str]:
    """The contents of the `meta` elements with this name."""
    return [meta["content"] for meta in page.all("meta") if meta.attributes.get("name") == name]


def in_sitemap(client: FlaskClient) -> list[str]:
    """The paths that the sitemap lists, each once."""
    response = client.get("/sitemap.xml", base_url=HOST)
    assert (response.status_code, response.mimetype) == (200, "application/xml")
    listed = re.findall("<loc>(.+?)</loc>", response.text)
    assert len(listed) == len({*listed})
    return [url.removeprefix(HOST) for url in listed]


def picture(response: TestResponse) -> Image.Image:
    """The picture that was sent."""
    assert response.status_code == 200
    assert "Set-Cookie" not in response.headers
    with Image.open(BytesIO(response.data)) as image:
        image.load()
    assert Image.MIME[image.format or ""] == response.mimetype
    return image


def expect_one_address(client: FlaskClient, path: str, query: str = "") -> Element:
    """Return the page at *path*: it has one address, with a *query* too, and may be indexed."""
    response = get(client, HOST + path + query)
    assert response.status_code == 200
    page = read(response.text)
    assert linked(page, "canonical") == [HOST + path]
    assert previewed(page)["og:url"].startswith(HOST + path)
    assert "noindex" not in named(page, "robots")
    return page


def expect_picture(client: FlaskClient, page: Element) -> None:
    """The *page* has a picture of the size that it tells."""
    told = previewed(page)
    size = int(told["og:image:width"]), int(told["og:image:height"])
    assert picture(get(client, told["og:image"])).size == size == (1200, 630)


def expect_unlike(pages: list[Element]) -> None:
    """No two *pages* are called or described alike."""
    for told in ("og:title", "og:description", "og:url", "og:image"):
        assert len({previewed(page)[told] for page in pages}) == len(pages)
    assert len({page.all("title")[0].text for page in pages}) == len(pages)
