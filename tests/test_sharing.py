"""The pages from outside: metadata, icons, previews, robots, the sitemap and their links."""

import json
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from PIL import Image

from tests.page import linked, read
from tests.public_pages import (
    HOST,
    expect_one_address,
    expect_picture,
    expect_unlike,
    get,
    in_sitemap,
    named,
    picture,
)
from tests.strategies import matches, model_of
from webapp import ROOT, create_app
from webapp.game.match import Match
from webapp.game.responses import whole_page
from webapp.game.session import Session
from webapp.sharing.pages import COVERS

STYLE = (ROOT / "static" / "style.css").read_text()
PAPER = re.findall(r"--paper: light-dark\((#\w+), (#\w+)\)", STYLE)[0]  # light and dark
PUBLIC = ("/", "/class", "/games", "/learn", "/learn/terms", "/puzzles", "/with")

# Pages.


def test_no_two_public_pages_are_called_or_described_alike(client: FlaskClient) -> None:
    """Each has one address. `tests/proof/test_sharing.py` visits all pages of the sitemap."""
    assert {*PUBLIC} < {*in_sitemap(client)}
    expect_unlike([expect_one_address(client, path, "?seed=1&from=there") for path in PUBLIC])


@pytest.mark.parametrize(
    "path",
    ["/", "/learn/lines", "/replay/square/b1a1d2a2c4b2a3", "/search/tic-tac-toe/XX.-OO.-..."],
)
def test_a_page_that_is_shared_has_a_picture(client: FlaskClient, path: str) -> None:
    expect_picture(client, read(get(client, HOST + path).text))


def test_every_cover_is_that_of_a_page_and_keeps_its_earlier_name(client: FlaskClient) -> None:
    pages = {rule.endpoint: rule.rule for rule in client.application.url_map.iter_rules()}
    assert {pages[endpoint] for endpoint in COVERS} < {*in_sitemap(client)}
    old, new = (client.get(f"/picture/{name}.show.png") for name in ("match", "game"))
    assert old.data == new.data
    for name in ("settings.show", "nothing", "game.play"):
        assert client.get(f"/picture/{name}.png").status_code == 404


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


# Icons, and the application on a phone.


def test_an_icon_is_found_where_browsers_look_without_being_told(client: FlaskClient) -> None:
    response = client.get("/favicon.ico", buffered=True)
    assert response.status_code == 200
    assert response.mimetype in {"image/vnd.microsoft.icon", "image/x-icon"}
    assert "Set-Cookie" not in response.headers
    with Image.open(BytesIO(response.data)) as image:
        assert image.format == "ICO"
        assert image.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


def test_a_phone_shows_icons_and_colours_as_the_style_sheet_has_them(client: FlaskClient) -> None:
    page = read(get(client, f"{HOST}/learn/games").text)
    image = picture(get(client, *linked(page, "apple-touch-icon")))
    assert image.size == (180, 180)
    assert is_full(image), "a phone would show black where it is transparent"
    assert tuple(named(page, "theme-color")) == PAPER
    manifest = json.loads(get(client, *linked(page, "manifest")).data)
    assert manifest["theme_color"] == manifest["background_color"] == PAPER[0]


def test_the_icons_of_a_phone_are_as_large_as_they_say(client: FlaskClient) -> None:
    manifest = json.loads(get(client, f"{urlsplit(HOST).path}/manifest.webmanifest").data)
    found = set()
    for icon in manifest["icons"]:
        found.add((icon["sizes"], icon["purpose"]))
        response = get(client, icon["src"])
        if icon["sizes"] == "any":
            assert response.mimetype == "image/svg+xml"
            continue
        image = picture(response)
        assert f"{image.width}x{image.height}" == icon["sizes"]
        if icon["purpose"] == "maskable":
            assert is_full(image)
            assert all(is_paper(image, pixel) for pixel in outside_the_safe_circle(image))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= found


def test_the_manifest_shows_pictures_of_the_sizes_it_names_and_leads_to_pages(
    client: FlaskClient,
) -> None:
    manifest = json.loads(get(client, f"{urlsplit(HOST).path}/manifest.webmanifest").data)
    assert [it["form_factor"] for it in manifest["screenshots"]] == ["narrow", "wide"]
    for shown in manifest["screenshots"]:
        response = get(client, shown["src"])
        image = picture(response)
        assert shown["type"] == response.mimetype
        assert f"{image.width}x{image.height}" == shown["sizes"]
        assert (image.width > image.height) == (shown["form_factor"] == "wide")
        # What browsers ask of them: no side is under 320 pixels, or over 2.3 times the other.
        assert 320 <= min(image.size) <= max(image.size) <= 2.3 * min(image.size)
        assert len(response.data) < 60_000
    names = [it["name"] for it in manifest["shortcuts"]]
    assert len(set(names)) == len(names) == 3
    for link in manifest["shortcuts"]:
        assert get(client, link["url"]).status_code in {200, 303}


def test_a_site_without_friends_leads_to_no_game_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_GAMES_STORAGE", "off")
    client = create_app({"TESTING": True, "SECRET_KEY": "any"}).test_client()
    assert client.get("/with").status_code == 404
    for address in ("/manifest.webmanifest", "/sitemap.xml"):
        assert "/with" not in client.get(address).text


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


# The contact for security reports.


def test_the_host_says_to_whom_a_weakness_is_reported(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it does not say, there is no such file."""
    assert client.get("/.well-known/security.txt").status_code == 404
    for contact, url in {
        "me@example.org": "mailto:me@example.org",
        "mailto:me@example.org": "mailto:me@example.org",
        "https://example.org/security": "https://example.org/security",
    }.items():
        monkeypatch.setenv("FLASK_SECURITY_CONTACT", contact)
        client = create_app({"TESTING": True, "SECRET_KEY": "any"}).test_client()
        response = client.get("/.well-known/security.txt", base_url="https://example.org")
        assert response.content_type == "text/plain; charset=utf-8"
        said = [line.split(": ", 1) for line in response.text.splitlines()]
        assert said[::2] == [
            ["Contact", url],
            ["Canonical", "https://example.org/.well-known/security.txt"],
        ]
        ((name, expires),) = said[1::2]
        assert name == "Expires"
        left = datetime.fromisoformat(expires) - datetime.now(UTC)
        assert timedelta(days=30) < left < timedelta(days=365)  # the standard wants under a year
