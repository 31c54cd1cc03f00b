"""The settings: theme, keys, sound, motion, in a cookie that anybody may have written."""

from dataclasses import asdict
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.sansio.http import parse_cookie

from tests.page import Element, dangling, read
from webapp.settings.settings import Settings, UnreadableSettings

FIRST = {"theme": "system", "keys": "on", "sound": "off", "motion": "system"}
ALL = [
    Settings(*words)
    for words in product(
        ("system", "light", "dark"), ("on", "off"), ("off", "on"), ("system", "still")
    )
]
# Each text with its settings; an earlier version wrote two words.
READABLE = {".".join(asdict(settings).values()): settings for settings in ALL} | {
    f"{settings.theme}.{settings.keys}": settings
    for settings in ALL
    if asdict(settings) == FIRST | {"theme": settings.theme, "keys": settings.keys}
}
PAGES = ("/", "/settings", "/position", "/replay/square/", "/learn/games", "/nowhere")

every_settings = pytest.mark.parametrize("settings", ALL, ids=lambda settings: settings.text)


def test_a_first_visit_takes_the_wishes_of_the_device_has_single_keys_and_is_silent(
    client: FlaskClient,
) -> None:
    page = read(client.get("/settings").text)
    assert page.by_id("main").chosen == FIRST
    assert client.get("/theme.css").text == ""
    assert not dangling(page)


@every_settings
def test_settings_are_kept(client: FlaskClient, settings: Settings) -> None:
    response = client.post("/settings", data=asdict(settings))
    assert response.status_code == 303
    page = read(client.get(response.location).text)
    assert page.by_id("main").chosen == asdict(settings)
    assert "Saved." in page.text
    (title,) = page.all("title")
    assert title.text.startswith("Saved. Settings")
    assert "Saved." not in client.get("/settings").text
    client.delete_cookie("settings")
    page = read(client.get(response.location).text)
    assert "Saved." not in page.text
    assert "Not saved: your browser sent no cookie" in page.text


@every_settings
def test_the_style_sheet_says_what_is_chosen(client: FlaskClient, settings: Settings) -> None:
    client.post("/settings", data=asdict(settings))
    response = client.get("/theme.css")
    assert response.content_type == "text/css; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers
    says = {
        "color-scheme: light": settings.theme == "light",
        "color-scheme: dark": settings.theme == "dark",
        "--single-keys: off": settings.keys == "off",
        "--sound: on": settings.sound == "on",
        "--motion: still": settings.motion == "still",
        "animation: none": settings.motion == "still",
        "transition: none": settings.motion == "still",
    }
    assert {words: words in response.text for words in says} == says
    assert bool(response.text) == (asdict(settings) != FIRST)


@every_settings
@pytest.mark.parametrize("name", FIRST)
def test_a_form_without_a_setting_leaves_it_as_it_is(
    client: FlaskClient, settings: Settings, name: str
) -> None:
    """Pages of an earlier version have fewer."""
    client.post("/settings", data=asdict(settings))
    others = {other: word for other, word in FIRST.items() if other != name}
    client.post("/settings", data=others)
    page = read(client.get("/settings").text)
    assert page.by_id("main").chosen == others | {name: asdict(settings)[name]}


@pytest.mark.parametrize("text", READABLE)
def test_a_cookie_is_read_of_an_earlier_version_too(client: FlaskClient, text: str) -> None:
    client.set_cookie("settings", text)
    assert read(client.get("/settings").text).by_id("main").chosen == asdict(READABLE[text])


@pytest.mark.parametrize("address", PAGES)
def test_every_page_asks_for_it_after_the_others_and_is_the_same_for_all(
    client: FlaskClient, address: str
) -> None:
    first = client.get(address).text
    sheets = [e["href"] for e in read(first).all("link") if e["rel"] == "stylesheet"]
    assert sheets[-1] == "/theme.css"
    assert "/settings" in {link.attributes.get("href") for link in read(first).all("a")}
    client.post("/settings", data={"theme": "dark", "keys": "off"})
    if address != "/settings":
        assert client.get(address).text == first


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_lasts_a_year_and_goes_to_this_site_only(
    client: FlaskClient, scheme: str
) -> None:
    response = client.post("/settings", data=FIRST, base_url=f"{scheme}://localhost")
    cookie = response.headers["Set-Cookie"]
    parts = set(cookie.split("; "))
    name = "__Host-settings" if scheme == "https" else "settings"
    assert {
        "SameSite=Lax",
        "Path=/",
        "Max-Age=31536000",
        "HttpOnly",
        f"{name}=system.on.off.system",
    } <= parts
    assert ("Secure" in parts) == (scheme == "https")
    assert not any(part.startswith("Domain") for part in parts)


@pytest.mark.parametrize(
    "wrong",
    [
        {"theme": "Dark", "keys": "on"},
        {"theme": "", "keys": "on"},
        {"theme": "dark", "keys": ""},
        {"theme": "dark", "keys": "yes"},
        {"theme": "dark", "sound": "loud"},
        {"motion": "off"},
        {"theme": "dark } body { display: none", "keys": "on"},
    ],
    ids=str,
)
def test_other_settings_are_refused_and_those_kept_stay(
    client: FlaskClient, wrong: dict[str, str]
) -> None:
    kept = FIRST | {"theme": "light", "keys": "off"}
    client.post("/settings", data=kept)
    response = client.post("/settings", data=wrong)
    assert response.status_code == 400
    assert "Set-Cookie" not in response.headers
    assert "The field" in read(response.text).text
    assert read(client.get("/settings").text).by_id("main").chosen == kept


def test_the_match_stays_and_its_cookie_alone_is_signed(client: FlaskClient) -> None:
    before = client.get("/").text
    client.post("/settings", data={"theme": "dark", "keys": "on"})
    assert client.get("/").text == before


@given(st.text() | st.binary() | st.from_regex(r"[a-z]{4,6}(\.[a-z]{2,6}){3}", fullmatch=True))
@example("dark.on; settings=light.off")
@example("dark.ON")
@example("dark.off ")
@example(b"\xff\xfe")
def test_any_cookie_is_read_or_forgotten(app: Flask, content: str | bytes) -> None:
    bare = content if isinstance(content, bytes) else content.encode(errors="replace")
    header = b"settings=" + bare
    sent = parse_cookie(header.decode(errors="replace")).get("settings", "")
    client = app.test_client(use_cookies=False)
    for address in ("/settings", "/theme.css", "/"):
        response = client.get(address, environ_overrides={"HTTP_COOKIE": header.decode("latin1")})
        assert response.status_code == 200
        if address == "/settings":
            shown = read(response.text).by_id("main").chosen
            assert shown == asdict(READABLE.get(sent, Settings(**FIRST)))


@given(st.text().filter(lambda text: text not in READABLE))
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(UnreadableSettings):
        Settings.from_text(text)


def test_the_keys_are_listed_without_script_and_in_the_dialog(client: FlaskClient) -> None:
    def listed(element: Element) -> list[str]:
        return [term.text for term in element.all("dt")]

    (main,) = read(client.get("/settings").text).all("main")
    assert {"b2", "u", "h", "v", "n", "w", "s", "p", "?"} < set(listed(main))
    for address in ("/", "/replay/tic-tac-toe/"):
        assert listed(read(client.get(address).text).by_id("keys")) == listed(main)
