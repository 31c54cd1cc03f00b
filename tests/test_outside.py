"""The pages from outside: metadata, icons, previews, robots, the sitemap and their links."""

import json
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from PIL import Image
from werkzeug.test import TestResponse

from tests.page import HTMX, Element, read
from tests.strategies import matches, model_of
from tests.test_replay import address, at, previewed, replay_at, replays, visit
from webapp import ROOT, create_app
from webapp.board.players import Players
from webapp.match.match import Match
from webapp.match.responses import whole_page
from webapp.match.session import Session
from webapp.replay.replay import Replay
from webapp.sharing.pages import COVERS

# Addresses of the application: the root of a host, and a path on HTTPS.
MOUNTED = ["http://localhost", "https://example.org/below"]
STYLE = (ROOT / "static" / "style.css").read_text()
PUBLIC = [
    "/",
    "/learn",
    "/learn/api",
    "/learn/games",
    "/learn/openings",
    "/learn/opponents",
    "/learn/strength",
    "/learn/terms",
    "/learn/testing",
    "/puzzles",
]
SEARCHES = ["/search/tic-tac-toe/?by=medium&at=9", "/search/tic-tac-toe/XX.-OO.-..."]
LESSONS = ["/learn/lines", "/learn/values"]
GAMES = ["/replay/tic-tac-toe/", "/replay/square/b1a1d2a2c4b2a3", "/replay/square/OX..OO.XX.....X."]
PRIVATE = [
    "/with",
    "/with/aaaaaaaaaaaaaaaa",
    "/settings",
    "/settings?saved=on",
    "/position",
    "/nowhere",
    "/replay/square/z9",
    "/search/square/b2",
]
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"

mounted = pytest.mark.parametrize("root", MOUNTED)
public_page = pytest.mark.parametrize("path", PUBLIC + LESSONS + GAMES + SEARCHES)
every_page = pytest.mark.parametrize("path", PUBLIC + LESSONS + GAMES + SEARCHES + PRIVATE)


def get(client: FlaskClient, url: str, root: str = MOUNTED[0]) -> TestResponse:
    """The response to an address, absolute or from the root of the host on."""
    base, below = urlsplit(root), urlsplit(url)
    if below.netloc:
        assert (below.scheme, below.netloc) == (base.scheme, base.netloc), "It leads elsewhere"
    path = below.path.removeprefix(base.path)
    assert path != below.path or not base.path, "It leads out of the application"
    return client.get(path, query_string=below.query, base_url=root, buffered=True)


def page_at(client: FlaskClient, path: str, root: str = MOUNTED[0]) -> Element:
    """The page at *path* in the application."""
    return read(client.get(path, base_url=root).text)


def named(page: Element, name: str) -> list[str]:
    """The contents of the `meta` elements with this name."""
    return [meta["content"] for meta in page.all("meta") if meta.attributes.get("name") == name]


def linked(page: Element, rel: str) -> list[str]:
    """The targets of the links with this *rel*."""
    return [link["href"] for link in page.all("link") if link["rel"] == rel]


def picture(response: TestResponse) -> Image.Image:
    """The picture that was sent."""
    assert response.status_code == 200
    assert "Set-Cookie" not in response.headers
    with Image.open(BytesIO(response.data)) as image:
        image.load()
    assert Image.MIME[image.format or ""] == response.mimetype
    return image


# Every page.


@every_page
def test_every_page_describes_itself_and_shows_an_icon(client: FlaskClient, path: str) -> None:
    page = page_at(client, path)
    (description,), (title,) = named(page, "description"), page.all("title")
    assert 30 <= len(description) <= 200
    assert title.text.endswith("Tic Tac Why")
    for rel in ("icon", "apple-touch-icon", "manifest"):
        assert len(linked(page, rel)) == 1


def test_no_two_public_pages_are_called_or_described_alike(client: FlaskClient) -> None:
    pages = [page_at(client, path) for path in PUBLIC]
    for told in ("og:title", "og:description", "og:url", "og:image"):
        assert len({previewed(page)[told] for page in pages}) == len(pages)
    assert len({page.all("title")[0].text for page in pages}) == len(pages)


@pytest.mark.parametrize("path", PRIVATE)
def test_what_is_a_visitors_own_has_nothing_to_show_others(client: FlaskClient, path: str) -> None:
    page = page_at(client, path)
    assert named(page, "robots") == (["noindex"] if client.get(path).status_code == 404 else [])
    assert not previewed(page)
    assert not linked(page, "canonical")


@mounted
@public_page
def test_a_public_page_has_one_address_which_is_its_own(
    client: FlaskClient, path: str, root: str
) -> None:
    (canonical,) = linked(page_at(client, path, root), "canonical")
    response = get(client, canonical, root)
    assert response.status_code == 200
    page = read(response.text)
    assert linked(page, "canonical") == [canonical]
    assert previewed(page)["og:url"].startswith(canonical)


@pytest.mark.parametrize("path", PUBLIC)
def test_a_query_makes_no_other_page(client: FlaskClient, path: str) -> None:
    page = page_at(client, f"{path}?seed=1&from=elsewhere")
    assert linked(page, "canonical") == [f"http://localhost{path}"]
    assert previewed(page)["og:url"] == f"http://localhost{path}"


@mounted
@public_page
def test_a_public_page_has_a_picture_for_those_who_share_it(
    client: FlaskClient, path: str, root: str
) -> None:
    page = page_at(client, path, root)
    told = previewed(page)
    assert told.keys() == {
        *("og:type", "og:site_name", "og:title", "og:description", "og:url"),
        *("og:image", "og:image:width", "og:image:height", "og:image:alt"),
    }
    assert all(told.values())
    assert told["og:description"] == named(page, "description")[0]
    assert named(page, "twitter:card") == ["summary_large_image"]
    size = int(told["og:image:width"]), int(told["og:image:height"])
    assert picture(get(client, told["og:image"], root)).size == size == (1200, 630)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/replay/square/", "A board of Square: empty."),
        ("/replay/tic-tac-toe/b2", "A board of Tic-tac-toe: X on b2."),
        ("/replay/tic-tac-toe/b2a1c3", "A board of Tic-tac-toe: X on b2 and c3; O on a1."),
        ("/replay/tic-tac-toe/b2a1c3?ply=2", "A board of Tic-tac-toe: X on b2; O on a1."),
    ],
)
def test_the_picture_is_told_in_words(client: FlaskClient, path: str, says: str) -> None:
    assert previewed(page_at(client, path))["og:image:alt"] == says


def test_a_picture_of_no_page_is_not_found(client: FlaskClient) -> None:
    for name in ("settings.show", "nothing", "match.play"):
        assert client.get(f"/picture/{name}.png").status_code == 404


# Replays: one game at many addresses.


@given(replays())
def test_all_replays_of_a_game_stand_under_the_address_of_the_game(
    app: Flask, replay: Replay
) -> None:
    page = visit(app, at(app, replay))
    (canonical,) = linked(page, "canonical")
    assert replay_at(canonical) == Replay.of(replay.record, Players())
    assert linked(visit(app, canonical), "canonical") == [canonical]
    assert named(page, "robots") == ["nofollow"], "there is no end of replays"


def test_a_position_has_one_address_however_it_is_written(client: FlaskClient) -> None:
    variation = {"from": 3, "variation": "c3"}
    written = [
        address("tic-tac-toe", "XO.-.X.-..."),
        address("tic-tac-toe", "XO..X...."),
        address("tic-tac-toe", "XO.-.X.-...", first="x", ply=3, values="on"),
        address("tic-tac-toe", "XO.-.X.-...", programs="on", o="hard", **variation),
    ]
    assert len({linked(page_at(client, path), "canonical")[0] for path in written}) == 1
    other = address("tic-tac-toe", "XO.-...-...", first="o")
    assert linked(page_at(client, other), "canonical")[0].endswith("?first=o")


# The title of a match.


def test_a_first_visit_finds_what_the_site_is(client: FlaskClient) -> None:
    (title,) = page_at(client, "/").all("title")
    assert title.text == "Tic-tac-toe against a computer that answers why – Tic Tac Why"


@given(matches(set_up=False))
def test_from_the_first_move_on_the_title_says_how_the_match_stands(
    app: Flask, match: Match
) -> None:
    with app.test_request_context():
        page = read(whole_page(Session(match)))
    (title,) = page.all("title")
    told = title.text.startswith(f"{model_of(match).status} – {match.record.game.name} – ")
    begun = bool(match.record.moves)
    assert told == (begun or len(match.players.people) != 1)


def test_the_first_move_changes_the_title(client: FlaskClient) -> None:
    client.get("/")
    response = client.post("/moves", data={"cell": "4", "ply": "0"}, headers=HTMX)
    assert "Your turn: X – Tic-tac-toe – Tic Tac Why" in response.text


# Icons, and the application on a phone.


@mounted
@every_page
def test_every_icon_is_there(client: FlaskClient, path: str, root: str) -> None:
    page = page_at(client, path, root)
    (icon,), (touch,) = linked(page, "icon"), linked(page, "apple-touch-icon")
    response = get(client, icon, root)
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    image = picture(get(client, touch, root))
    assert image.size == (180, 180)
    assert is_full(image), "a phone would show black where it is transparent"


def test_an_icon_is_found_where_browsers_look_without_being_told(client: FlaskClient) -> None:
    response = client.get("/favicon.ico", buffered=True)
    assert response.status_code == 200
    assert response.mimetype in {"image/vnd.microsoft.icon", "image/x-icon"}
    assert "Set-Cookie" not in response.headers
    with Image.open(BytesIO(response.data)) as image:
        assert image.format == "ICO"
        assert image.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


@every_page
def test_what_surrounds_a_page_has_the_colour_of_its_paper(client: FlaskClient, path: str) -> None:
    paper = re.search(r"--paper: light-dark\((#\w+), (#\w+)\)", STYLE)
    assert paper
    assert {
        meta["media"]: meta["content"]
        for meta in page_at(client, path).all("meta")
        if meta.attributes.get("name") == "theme-color"
    } == {
        f"(prefers-color-scheme: {scheme})": colour
        for scheme, colour in zip(("light", "dark"), paper.groups(), strict=True)
    }


@mounted
def test_a_phone_may_keep_the_application(client: FlaskClient, root: str) -> None:
    page = page_at(client, "/learn/games", root)
    response = get(client, linked(page, "manifest")[0], root)
    assert (response.status_code, response.mimetype) == (200, "application/manifest+json")
    manifest = json.loads(response.data)
    assert manifest["name"] == "Tic Tac Why"
    assert len(manifest["short_name"]) <= 12, "a longer one is cut"
    assert manifest["display"] == "standalone"
    assert manifest["lang"] == page.all("html")[0]["lang"]
    assert manifest["description"] == named(page_at(client, "/", root), "description")[0]
    paths = {manifest[name] for name in ("start_url", "scope", "id")}
    assert paths == {f"{urlsplit(root).path}/"}
    assert read(get(client, manifest["start_url"], root).text).by_id("board")
    (paper,) = [
        meta["content"]
        for meta in page.all("meta")
        if meta.attributes.get("media") == "(prefers-color-scheme: light)"
    ]
    assert manifest["theme_color"] == manifest["background_color"] == paper


@mounted
def test_the_icons_of_a_phone_are_as_large_as_they_say(client: FlaskClient, root: str) -> None:
    manifest = json.loads(get(client, f"{urlsplit(root).path}/manifest.webmanifest", root).data)
    found = set()
    for icon in manifest["icons"]:
        found.add((icon["sizes"], icon["purpose"]))
        response = get(client, icon["src"], root)
        if icon["sizes"] == "any":
            assert response.mimetype == "image/svg+xml"
            continue
        image = picture(response)
        assert f"{image.width}x{image.height}" == icon["sizes"]
        if icon["purpose"] == "maskable":
            assert is_full(image)
            assert all(is_paper(image, pixel) for pixel in outside_the_safe_circle(image))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= found


def is_full(image: Image.Image) -> bool:
    """Whether no pixel of *image* is transparent."""
    return image.convert("RGBA").getchannel("A").getextrema() == (255, 255)


def is_paper(image: Image.Image, pixel: tuple[int, int]) -> bool:
    """Whether *pixel* has the colour of the corner."""
    found: bool = image.getpixel(pixel) == image.getpixel((0, 0))
    return found


def outside_the_safe_circle(image: Image.Image) -> list[tuple[int, int]]:
    """Pixels that a phone may cut off, whatever shape it gives its icons."""
    middle, radius = image.width / 2, 0.4 * image.width
    pixels = [(x, y) for x in range(0, image.width, 4) for y in range(0, image.height, 4)]
    return [(x, y) for x, y in pixels if (x - middle) ** 2 + (y - middle) ** 2 > radius**2]


# Search engines.


@mounted
def test_robots_are_told_of_the_sitemap_and_may_read_every_page(
    client: FlaskClient, root: str
) -> None:
    """Programs that preview a shared link read robots.txt too, and need every page."""
    response = client.get("/robots.txt", base_url=root)
    assert (response.status_code, response.mimetype) == (200, "text/plain")
    robots = RobotFileParser()
    robots.parse(response.text.splitlines())
    (sitemap,) = robots.site_maps() or []
    assert get(client, sitemap, root).status_code == 200
    for agent in ("Googlebot", "Twitterbot"):
        assert all(robots.can_fetch(agent, root + path) for path in PUBLIC + GAMES)


@mounted
def test_the_sitemap_lists_pages_by_their_own_addresses(client: FlaskClient, root: str) -> None:
    response = client.get("/sitemap.xml", base_url=root)
    assert (response.status_code, response.mimetype) == (200, "application/xml")
    tree = ET.fromstring(response.text)  # noqa: S314 - it is ours
    assert tree.tag == f"{SITEMAP}urlset"
    listed = [location.text or "" for location in tree.iter(f"{SITEMAP}loc")]
    assert len(listed) == len(set(listed))
    assert {root + path for path in PUBLIC + LESSONS} < set(listed)
    for url in listed:
        found = get(client, url, root)
        assert found.status_code == 200
        assert linked(read(found.text), "canonical") == [url]
        assert "noindex" not in named(read(found.text), "robots")


def test_every_cover_is_that_of_a_page(app: Flask) -> None:
    pages = {rule.endpoint: rule.rule for rule in app.url_map.iter_rules()}
    assert sorted(pages[endpoint] for endpoint in COVERS) == sorted(PUBLIC)


# The contact for security reports.


@pytest.mark.parametrize(
    ("contact", "url"),
    [
        ("me@example.org", "mailto:me@example.org"),
        ("mailto:me@example.org", "mailto:me@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_the_host_says_to_whom_a_weakness_is_reported(
    monkeypatch: pytest.MonkeyPatch, contact: str, url: str
) -> None:
    monkeypatch.setenv("FLASK_SECURITY_CONTACT", contact)
    client = create_app({"TESTING": True, "SECRET_KEY": "any"}).test_client()
    response = client.get("/.well-known/security.txt", base_url="https://example.org")
    assert response.content_type == "text/plain; charset=utf-8"
    fields = [line.split(": ", 1) for line in response.text.splitlines()]
    assert [name for name, _ in fields] == ["Contact", "Expires", "Canonical"]
    said = dict(fields)
    assert said["Contact"] == url
    assert said["Canonical"] == "https://example.org/.well-known/security.txt"
    left = datetime.fromisoformat(said["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)  # the standard wants less than a year


def test_a_host_that_does_not_say_has_no_such_file(client: FlaskClient) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
