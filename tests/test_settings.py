"""The settings: a theme and single keys, in a cookie that anybody may have written."""

import re
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.sansio.http import parse_cookie

from tests.page import Element, dangling, read
from webapp.settings.settings import Settings, Theme, UnreadableSettings

ALL = [Settings(theme, keys) for theme, keys in product(Theme, (True, False))]
PAGES = ("/", "/settings", "/position", "/replay/square/", "/learn/games", "/nowhere")

every_settings = pytest.mark.parametrize("settings", ALL, ids=lambda settings: settings.text)


def fields(settings: Settings) -> dict[str, str]:
    """The fields of the form."""
    return {"theme": settings.theme.value, "keys": "on" if settings.keys else "off"}


def chosen(page: Element) -> dict[str, str]:
    """The checked values of the form, by name."""
    (main,) = page.all("main")
    (form,) = main.all("form")
    return {e["name"]: e["value"] for e in form.all("input") if "checked" in e.attributes}


def test_a_first_visit_takes_the_wish_of_the_system_and_has_single_keys(
    client: FlaskClient,
) -> None:
    page = read(client.get("/settings").text)
    assert chosen(page) == {"theme": "system", "keys": "on"}
    assert client.get("/theme.css").text == ""
    assert not dangling(page)


@every_settings
def test_settings_are_kept(client: FlaskClient, settings: Settings) -> None:
    response = client.post("/settings", data=fields(settings))
    assert response.status_code == 303
    page = read(client.get(response.location).text)
    assert chosen(page) == fields(settings)
    assert "Saved." in page.text
    assert "Saved." not in client.get("/settings").text


@every_settings
def test_the_style_sheet_asks_for_the_colours_and_tells_of_single_keys(
    client: FlaskClient, settings: Settings
) -> None:
    client.post("/settings", data=fields(settings))
    response = client.get("/theme.css")
    assert response.content_type == "text/css; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers
    said = re.sub(r"\s|@layer base|:root|[{}]", "", response.text).split(";")
    scheme = {"system": "", "light": "color-scheme:light", "dark": "color-scheme:dark"}
    assert set(said) - {""} == {
        scheme[settings.theme],
        "" if settings.keys else "--single-keys:off",
    } - {""}


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
    response = client.post("/settings", data=fields(Settings()), base_url=f"{scheme}://localhost")
    cookie = response.headers["Set-Cookie"]
    parts = set(cookie.split("; "))
    name = "__Host-settings" if scheme == "https" else "settings"
    assert {"SameSite=Lax", "Path=/", "Max-Age=31536000", "HttpOnly", f"{name}=system.on"} <= parts
    assert ("Secure" in parts) == (scheme == "https")
    assert not any(part.startswith("Domain") for part in parts)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"theme": "dark"},
        {"keys": "on"},
        {"theme": "Dark", "keys": "on"},
        {"theme": "", "keys": "on"},
        {"theme": "dark", "keys": ""},
        {"theme": "dark", "keys": "yes"},
        {"theme": "dark } body { display: none", "keys": "on"},
    ],
    ids=str,
)
def test_other_settings_are_refused_and_those_kept_stay(
    client: FlaskClient, wrong: dict[str, str]
) -> None:
    kept = {"theme": "light", "keys": "off"}
    client.post("/settings", data=kept)
    response = client.post("/settings", data=wrong)
    assert response.status_code == 400
    assert "Set-Cookie" not in response.headers
    assert "The field" in read(response.text).text
    assert chosen(read(client.get("/settings").text)) == kept


def test_the_match_stays_and_its_cookie_alone_is_signed(client: FlaskClient) -> None:
    before = client.get("/").text
    client.post("/settings", data={"theme": "dark", "keys": "on"})
    assert client.get("/").text == before


@given(st.text() | st.binary() | st.from_regex(r"[a-z]{4,6}\.(on|off)", fullmatch=True))
@example("dark.on; settings=light.off")
@example("dark.ON")
@example("dark.off ")
@example(b"\xff\xfe")
def test_any_cookie_is_read_or_forgotten(app: Flask, content: str | bytes) -> None:
    bare = content if isinstance(content, bytes) else content.encode(errors="replace")
    header = b"settings=" + bare
    sent = parse_cookie(header.decode(errors="replace")).get("settings", "")
    readable = {settings.text: settings for settings in ALL}
    client = app.test_client(use_cookies=False)
    for address in ("/settings", "/theme.css", "/"):
        response = client.get(address, environ_overrides={"HTTP_COOKIE": header.decode("latin1")})
        assert response.status_code == 200
        if address == "/settings":
            assert chosen(read(response.text)) == fields(readable.get(sent, Settings()))


@every_settings
def test_what_is_written_is_read(settings: Settings) -> None:
    assert Settings.from_text(settings.text) == settings


@given(st.text().filter(lambda text: text not in {settings.text for settings in ALL}))
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(UnreadableSettings):
        Settings.from_text(text)


def test_the_keys_are_listed_without_script_and_in_the_dialog(client: FlaskClient) -> None:
    def listed(element: Element) -> list[str]:
        return [term.text for term in element.all("dt")]

    (main,) = read(client.get("/settings").text).all("main")
    assert {"b2", "u", "h", "v", "n", "p", "?"} < set(listed(main))
    for address in ("/", "/replay/tic-tac-toe/"):
        assert listed(read(client.get(address).text).by_id("keys")) == listed(main)
