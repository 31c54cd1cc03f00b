"""Translation: all text on the pages can be translated, and the extraction finds it."""

import re
from gettext import NullTranslations
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from ai import language
from ai.exact.value import Exact, Value
from ai.language import listed, number, refused
from ai.messages import N_, Refusal
from ai.rules.games import SQUARE
from ai.rules.position import Mark
from ai.words.languages import telling
from ai.words.persons import FRIEND, SECOND, Persons
from ai.words.values import exact_in_words
from tests.catalogues import Messages, translations, write
from tests.page import read
from tests.views import VIEWS
from tests.widened import SAME, Pseudo, speaking, untranslated, widened
from webapp import ROOT, create_app

REFUSED = (
    *("/nowhere", "/moves", "/replay/chess/", "/replay/square/b9", "/replay/square/b;2"),
    *("/replay/square/b2b2", "/replay/square/b2?ply=7", "/replay/square/b2?o=minimax"),
    *("/replay/square/b2?o=nobody", "/replay/square/b2?values=perhaps", "/replay/square/b2?from=0"),
    *("/replay/square/XX..", "/replay/tic-tac-toe/XXX------", "/replay/tic-tac-toe/XXX-...-..."),
    *("/replay/square/b2?from=1&variation=", "/replay/square/b2?cell=77", "/?why=3", "/?seed=x"),
    "/?seed=99999999999",
)


def test_a_page_says_nothing_that_cannot_be_translated(app: Flask, client: FlaskClient) -> None:
    """Nor does a refusal. `tests/proof/test_language.py` has all pages."""
    with speaking(Pseudo()):
        told = {it: untranslated(read(VIEWS[it].visit(app).text)) for it in ("won", "hint", "how")}
        for address in REFUSED:
            response = client.get(address)
            assert response.status_code >= 400
            told[address] = untranslated(read(response.text), refusal=True)
    assert {name: texts for name, texts in told.items() if texts} == {}


CODE = re.compile(r"<(code|script|style|pre|td|li)\b.*?</\1>", re.DOTALL)
MARKUP = re.compile(r"\{#.*?#\}|\{%-? trans\b.*?endtrans -?%\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)


def test_a_template_has_no_text_but_messages() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        markup = CODE.sub("", MARKUP.sub("", path.read_text()))
        texts = re.findall(r">([^<>]+)<", markup)
        plain = [SAME.sub("", text) for text in texts if not re.search(r'[="{};]|\w\(', text)]
        assert [text for text in plain if re.search("[A-Za-z]{2}", text)] == [], path


TEXT = r"(?:textContent|innerText|\.title|<title>|nodeValue)"
COMPARES = r"(?:[!=]==|\.(?:includes|startsWith|endsWith|match)\()"
COMPARED = re.compile(f"{TEXT}[^;&|?]*{COMPARES}|{COMPARES}[^;&|?]*{TEXT}")
SENTENCE = re.compile(r"""["'`][A-Z][a-z']+[ .!?]""")


def test_a_script_neither_holds_sentences_nor_compares_texts() -> None:
    """A page may be translated, by the site or by the browser: states stand in attributes."""
    for script in (it for it in (ROOT / "static").glob("*.js") if "htmx" not in it.name):
        lines = script.read_text().splitlines()
        code = [line for line in lines if not line.lstrip().startswith("//")]
        assert [line for line in code if COMPARED.search(line) or SENTENCE.search(line)] == []


def test_lists_and_numbers() -> None:
    assert listed(["a1"]) == "a1"
    assert listed(["a1", "b2"]) == "a1 and b2"
    assert listed(["a1", "b2", "c3"], "or") == "a1, b2 or c3"
    assert (number(1234567), number(999), number(1.5, 1)) == ("1,234,567", "999", "1.5")
    assert [number(half) for half in (0.5, 12.5, 13.5)] == ["1", "13", "14"]
    assert number(6.25, 1) == "6.3"


def test_a_language_may_lack_a_style_of_lists() -> None:
    assert listed(["1 win", "2 stamps", "3 days"], "unit") == "1 win, 2 stamps, 3 days"
    with speaking(NullTranslations(), "de"):
        assert listed(["1 Sieg", "2 Stempel", "3 Tage"], "unit") == "1 Sieg, 2 Stempel und 3 Tage"


def test_a_friend_and_a_refusal_with_what_it_quotes_are_translated() -> None:
    inner = Refusal(N_("The game is over."))
    outer = Refusal(N_("%(game)s: %(reason)s"), game=N_("Square"), reason=inner)
    assert str(outer) == "Square: The game is over."
    with speaking(Pseudo()):
        assert refused(outer) == f"{widened('Square')}: {widened('The game is over.')}"
        told = telling(SQUARE, Mark.X, Persons(SECOND, FRIEND))
        names = [
            told.language.noun(name, form)
            for name in told.names.values()
            for form in ("one", "owner")
        ]
    assert not re.search("[a-z]", " ".join(names))


def test_a_site_speaks_the_language_that_its_settings_name(tmp_path: Path) -> None:
    """By a translation as one would add it."""
    dutch: Messages = {
        "Undo": "Terug",
        ("wins at once", "wins in %(num)s moves"): ("wint nu", "wint in %(num)s zetten"),
    }
    write(tmp_path, "nl", dutch)
    with translations(tmp_path):
        site = create_app({"TESTING": True, "SECRET_KEY": "tests", "LANGUAGE": "nl"})
        page = read(site.test_client().get("/").text)
        token = language.speak("nl")
        won = [exact_in_words(Exact(Value.WIN, plies)) for plies in (1, 3)]
        told = listed(["a1", "b2"]), number(1234.5, 1)
        language.speaking.reset(token)
    assert page.all("html")[0]["lang"] == "nl"
    assert page.by_id("undo").text == "Terug"
    assert page.by_id("hint").text == "Hint"  # which nobody translated
    assert told == ("a1 en b2", "1.234,5")
    assert won == ["wint nu", "wint in 2 zetten"]
