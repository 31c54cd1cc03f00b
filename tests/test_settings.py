"""The settings: theme, keys, sound, motion, in a cookie that anybody may have written. The language
is one of them: `tests/test_each_language.py` has it.
"""

from contextlib import suppress
from itertools import chain, product

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.page import read
from webapp.serving.cookies import Unreadable
from webapp.settings.views import CODEC

FIRST = {"theme": "system", "keys": "on", "sound": "off", "motion": "system", "reasons": "shown"}
WORDS = (
    *(("system", "light", "dark"), ("on", "off"), ("off", "on"), ("system", "still")),
    ("shown", "said"),
)
ALL = [dict(zip(FIRST, words, strict=True)) for words in product(*WORDS)]
# Each text with its settings; earlier versions wrote the first two, four or five words.
READABLE = {
    ".".join([*settings.values(), language][:count]): settings | {"language": language}
    for settings in ALL
    for count, language in ((2, ""), (4, ""), (5, ""), (6, ""), (6, "de"), (6, "pt-BR"))
    if [*settings.values()][count:] == [*FIRST.values()][count:]
}
SAYS = {
    "color-scheme: light": ("theme", "light"),
    "color-scheme: dark": ("theme", "dark"),
    "--single-keys: off": ("keys", "off"),
    "--sound: on": ("sound", "on"),
    "--motion: still": ("motion", "still"),
    "animation: none": ("motion", "still"),
    "transition: none": ("motion", "still"),
    "--reasons: said": ("reasons", "said"),
}


def shown(client: FlaskClient) -> dict[str, str]:
    """The settings that the page shows as chosen."""
    found = read(client.get("/settings").text).by_id("main").chosen
    return {name: word for name, word in found.items() if name in FIRST}


def test_settings_are_kept_and_the_style_sheet_says_them(client: FlaskClient) -> None:
    for settings in (ALL[0], ALL[-1], *ALL[9::14]):
        response = client.post("/settings", data=settings)
        assert response.status_code == 303
        page = read(client.get(response.location).text)
        assert page.all("title")[0].text.startswith("Saved. Settings")
        assert settings.items() <= page.by_id("main").chosen.items()
        sheet = client.get("/theme.css")
        assert sheet.content_type == "text/css; charset=utf-8"
        assert sheet.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in sheet.headers
        for words, (name, word) in SAYS.items():
            assert (words in sheet.text) == (settings[name] == word)
        assert bool(sheet.text) == (settings != FIRST)


def test_a_field_that_is_missing_or_wrong_keeps_what_was_set(client: FlaskClient) -> None:
    """Pages of an earlier version have fewer fields. No other page depends on the settings."""
    first = client.get("/").text
    kept = FIRST | {"theme": "light", "keys": "off"}
    client.post("/settings", data=kept)
    for name in FIRST:
        client.post("/settings", data={other: it for other, it in kept.items() if other != name})
    for name, wrong in (("theme", "Dark"), ("keys", ""), ("sound", "loud"), ("reasons", "on")):
        response = client.post("/settings", data={name: wrong})
        assert response.status_code == 400
        assert "Set-Cookie" not in response.headers
        assert "The field" in read(response.text).by_id("main").text
        assert 'id="board"' not in response.text, "it is not about the match"
    assert shown(client) == kept
    assert "Saved." not in read(client.get("/settings").text).text
    assert client.get("/").text == first
    assert shown(client.application.test_client()) == FIRST


def test_a_browser_without_cookies_is_told_that_nothing_is_saved(client: FlaskClient) -> None:
    response = client.post("/settings", data=FIRST, headers={"Origin": "http://localhost"})
    client.delete_cookie("settings")
    page = read(client.get(response.location).text)
    assert "Saved." not in page.text
    assert "Not kept: your browser sent no cookie" in page.text


words = st.sampled_from([*chain(*WORDS), "x!", "", "de"])


@given(st.text() | st.lists(words, max_size=7).map(".".join))
def test_any_text_is_read_or_forgotten(text: str) -> None:
    """So is all that was ever written."""
    for kept in (text, *READABLE):
        found = None
        with suppress(Unreadable):
            found = CODEC.load(kept)
        assert found == READABLE.get(kept)
