"""Translation: all text on the pages can be translated, and the extraction finds it."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from gettext import NullTranslations
from itertools import product
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient

from ai.explain import explain_move
from ai.language import OR, _, listed, number, refused
from ai.messages import N_, Refusal
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Opponent, chance
from ai.rules.games import SQUARE
from ai.rules.position import Mark, Position
from ai.study.study import study
from ai.words.english import ENGLISH
from ai.words.languages import LANGUAGES, telling
from ai.words.persons import SECOND, Persons
from ai.words.telling import Phrasebook
from ai.words.told import verdict_in_words, why_so
from tests.conftest import caches
from tests.page import HTMX, Element, read
from tests.views import VIEWS
from tests.widened import SAME, WIDE, untranslated, widened, widened_sentences
from webapp import create_app
from webapp.game.seen import FRIEND

ROOT = Path(__file__).parent.parent
SCRIPTS = [path for path in (ROOT / "static").glob("*.js") if "htmx" not in path.name]
SOURCES = [*(ROOT / "webapp").rglob("*.py"), *(ROOT / "ai").rglob("*.py")]

PLACEHOLDER = re.compile(r"%\((\w+)\)[sr]")


Found = str | tuple[str, ...]  # a message; one for a number of things has two forms


class Pseudo(NullTranslations):
    """A translation into wide letters that records every message looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Found] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return widened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((msgid1, msgid2))
        return widened(msgid1 if n == 1 else msgid2)


WIDENED = Phrasebook(
    {fact: widened_sentences(said) for fact, said in ENGLISH.sentences.items()},
    ENGLISH.plural,
    {form: [word.translate(WIDE) for word in words] for form, words in ENGLISH.numbers.items()},
    {
        form: {idea: word.translate(WIDE) for idea, word in words.items()}
        for form, words in ENGLISH.ideas.items()
    },
)


def forget_all(app: Flask) -> None:
    """Clear the caches of *app* that hold words: of its modules and its templates.

    The engine's values have no words, and would take long to compute again.
    """
    app.jinja_env.cache.clear()  # type: ignore[union-attr]
    for cache in caches("ai.language", "ai.words.", "webapp."):
        cache.cache_clear()


@pytest.fixture
def pseudo(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pseudo]:
    """The translation that the pages speak for one test."""
    translation = Pseudo()
    monkeypatch.setattr("ai.language.catalogue", translation)
    monkeypatch.setitem(LANGUAGES, "en", WIDENED)
    forget_all(app)
    yield translation
    forget_all(app)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All messages, as the command finds them that CONTRIBUTING names."""
    contributing = (ROOT / ".github/CONTRIBUTING.md").read_text()
    (command,) = re.findall(r"pybabel (extract .*) -o \S+ \.$", contributing, re.MULTILINE)
    file = tmp_path_factory.mktemp("messages") / "messages.pot"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        run: Callable[[list[str]], object] = CommandLineInterface().run
        run(["pybabel", "--quiet", *command.split(), "-o", str(file), "."])
    with file.open() as lines:
        return read_po(lines)


def answers(client: FlaskClient, fields: Mapping[str, str], rng: Random) -> Iterator[str]:
    """The responses to htmx in a match from beginning to end, with every help, and in a retry."""
    yield client.post("/matches", data=fields, headers=HTMX).text

    def page() -> Element:
        return read(client.get("/").text)

    def post(address: str, **more: str) -> str:
        fields = page().by_id("shown").fields | more
        return client.post(address, data=fields, headers=HTMX).text

    for ply in range(40):
        board = page().by_id("board")
        if board["data-state"] != "active":
            break
        free = [c["value"] for c in board.all("button") if "aria-disabled" not in c.attributes]
        if ply == 1 and free:
            yield post("/values", show="on")
            yield post("/hint")
            yield post("/undo")
        else:
            yield post("/moves", cell=rng.choice(free)) if free else post("/step")
    for button in [b for b in page().all("button") if b.attributes.get("id") == "retry"]:
        client.post(button["formaction"])
        for cell in page().by_id("board").all("button"):
            yield post("/moves", cell=cell["value"])


# A separate law below covers each program's reasons.
MATCHES = [
    {"game": "tic-tac-toe", "x": HUMAN, "o": "unbeatable", "first": "x"},
    {"game": "square", "x": HUMAN, "o": "medium", "first": "x"},
    {"game": "tic-tac-toe", "x": "easy", "o": "rules", "first": "o"},
    {"game": "tic-tac-toe", "x": HUMAN, "o": HUMAN, "first": "o"},
]


@pytest.mark.slow
@pytest.mark.parametrize("fields", MATCHES, ids=lambda fields: "-".join(fields.values()))
def test_a_match_says_nothing_that_cannot_be_translated(
    client: FlaskClient, pseudo: Pseudo, template: Catalog, fields: dict[str, str]
) -> None:
    for response in answers(client, fields | {"seed": "7"}, chance(7, 0)):
        assert untranslated(read(response)) == set()
    assert pseudo.asked <= found_in(template)


@pytest.mark.slow
@pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)
def test_reasons_are_nothing_that_cannot_be_translated(
    pseudo: Pseudo, template: Catalog, opponent: Opponent
) -> None:
    """So are captions, notes and annotations."""
    rng, words = chance(7, 0), set[str]()
    for game in opponent.games:
        for _game in range(10):
            position = Position(game)
            while not position.outcome:
                cell = opponent.decide(position).pick(rng)
                explanation = explain_move(study(position).moves[cell], opponent)
                words |= {explanation.question, explanation.text}
                for shown in explanation.diagrams:
                    words |= {shown.caption, shown.name, shown.remark}
                    words |= {cell.note for row in shown.rows for cell in row}
                other = rng.choice(position.empty_cells)
                judged = study(position).moves[other]
                words |= {verdict_in_words(judged), why_so(study(position))}
                position = position.play(other)
    assert {text for text in words if re.search("[A-Za-z]", SAME.sub("", text))} == set()
    assert pseudo.asked <= found_in(template)


REFUSED = (
    *("/nowhere", "/moves", "/replay/chess/", "/replay/square/b9", "/replay/square/b;2"),
    *("/replay/square/b2b2", "/replay/square/b2?ply=7", "/replay/square/b2?o=minimax"),
    *("/replay/square/b2?o=nobody", "/replay/square/b2?values=perhaps", "/replay/square/b2?from=0"),
    *("/replay/square/XX..", "/replay/tic-tac-toe/XXX------", "/replay/tic-tac-toe/XXX-...-..."),
    *("/replay/square/b2?from=1&variation=", "/replay/square/b2?cell=77", "/?why=3", "/?seed=x"),
    "/?seed=99999999999",
)


@pytest.mark.long
def test_a_page_says_nothing_that_cannot_be_translated(
    app: Flask, client: FlaskClient, pseudo: Pseudo, template: Catalog
) -> None:
    """Nor does a refusal."""
    told = {it: untranslated(read(view.visit(app).text)) for it, view in VIEWS.items()}
    for address in REFUSED:
        response = client.get(address)
        assert response.status_code >= 400
        told[address] = untranslated(read(response.text), refusal=True)
    assert {name: texts for name, texts in told.items() if texts} == {}
    assert pseudo.asked <= found_in(template)


# A post to an address after one move in the first cell.
POSTS = {
    "a move on a page that is behind": ("/moves", {"cell": "1", "ply": "5"}),
    "no move": ("/moves", {"ply": "0"}),
    "a taken cell": ("/moves", {"cell": "0", "ply": "2"}),
    "a cell off the board": ("/moves", {"cell": "99", "ply": "2"}),
    "a step of a person": ("/step", {"ply": "2"}),
    "no game to bring back": ("/back", {}),
    "an unknown game": ("/matches", {"game": "chess", "x": "human", "o": "human", "first": "x"}),
    "too much": ("/moves", {"cell": "1" * 5000}),
}


def test_a_refused_post_says_nothing_that_cannot_be_translated(
    app: Flask, pseudo: Pseudo, template: Catalog
) -> None:
    for (address, fields), headers in product(POSTS.values(), ({}, HTMX)):
        client = app.test_client()
        client.get("/?seed=1")
        client.post("/moves", data={"cell": "0", "ply": "0"})
        response = client.post(address, data=fields, headers=headers)
        assert response.status_code >= 400
        assert untranslated(read(response.text), refusal=True) == set(), (address, fields)
    assert pseudo.asked <= found_in(template)


def found_in(template: Catalog) -> set[Found]:
    """The messages in the template for translators."""
    return {text if isinstance(text, str) else tuple(text) for it in template if (text := it.id)}


def literal(node: ast.expr) -> str | None:
    """The text that stands in the source there, if one does."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_message_is_found_and_filled_in(template: Catalog) -> None:
    """The forms of a plural stand where it is used. Per cent signs are written twice."""
    translators, seen = found_in(template), set[Found]()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            forms = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
            messages = [text for arg in node.args[:forms] if (text := literal(arg)) is not None]
            if messages:
                given = {keyword.arg for keyword in node.keywords}
                needed = {name for text in messages for name in PLACEHOLDER.findall(text)}
                assert needed - {"num"} == given, f"{source}:{node.lineno}"
                seen.add(messages[0] if forms == 1 else tuple(messages))
    assert len(seen) > 100
    assert seen <= translators
    for message in translators:
        for text in [message] if isinstance(message, str) else message:
            assert "%" not in PLACEHOLDER.sub("", text).replace("%%", ""), text


TEXT = r"(?:textContent|innerText|\.title|<title>|nodeValue)"
COMPARES = r"(?:[!=]==|\.(?:includes|startsWith|endsWith|match)\()"
COMPARED = re.compile(f"{TEXT}[^;&|?]*{COMPARES}|{COMPARES}[^;&|?]*{TEXT}")
SENTENCE = re.compile(r"""["'`][A-Z][a-z']+[ .!?]""")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_neither_holds_sentences_nor_compares_texts(script: Path) -> None:
    """A page may be translated, by the site or by the browser: states stand in attributes."""
    lines = script.read_text().splitlines()
    code = [line for line in lines if not line.lstrip().startswith("//")]
    assert [line for line in code if COMPARED.search(line) or SENTENCE.search(line)] == []


def test_lists_and_numbers() -> None:
    assert listed(["a1"]) == "a1"
    assert listed(["a1", "b2"]) == "a1 and b2"
    assert listed(["a1", "b2", "c3"], OR) == "a1, b2 or c3"
    assert (number(1234567), number(999), number(1.5, 1)) == ("1,234,567", "999", "1.5")
    assert [number(half) for half in (0.5, 12.5, 13.5)] == ["1", "13", "14"]
    assert number(6.25, 1) == "6.3"


@pytest.mark.usefixtures("pseudo")
def test_a_friend_is_named_in_the_language_of_the_site() -> None:
    for mover in Mark:
        seen = Persons(SECOND, FRIEND)
        assert not re.search("[a-z]", " ".join(telling(SQUARE, mover, seen).names.values()))


def test_a_refusal_is_translated_with_what_it_quotes(pseudo: Pseudo) -> None:
    inner = Refusal(N_("The game is over."))
    outer = Refusal(N_("%(game)s: %(reason)s"), game=N_("Square"), reason=inner)
    assert str(outer) == "Square: The game is over."
    assert refused(outer) == f"{widened('Square')}: {widened('The game is over.')}"
    assert pseudo.asked == {"Square", "The game is over.", "%(game)s: %(reason)s"}


# A translation as one would add it.


@pytest.fixture
def dutch(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FlaskClient]:
    """A browser on a site that speaks a little Dutch."""
    catalog = Catalog(locale="nl")
    catalog.add("Undo", "Terug")
    catalog.add("1,234.5", "1.234,5")
    catalog.add("%(most)s and %(last)s", "%(most)s en %(last)s")
    catalog.add("Retry move %(number)s.", "Zet %(number)s: probeer hem opnieuw.")
    catalog.add(
        ("a position of %(num)s mark", "a position of %(num)s marks"),
        ("een stelling van %(num)s teken", "een stelling van %(num)s tekens"),
    )
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr("webapp.serving.language.FOLDER", tmp_path)
    monkeypatch.setattr("ai.language.catalogue", NullTranslations())
    forget_all(app)
    yield create_app({"TESTING": True, "SECRET_KEY": "tests", "LANGUAGE": "nl"}).test_client()
    forget_all(app)


def test_a_site_speaks_the_language_that_its_settings_name(dutch: FlaskClient) -> None:
    page = read(dutch.get("/").text)
    (html,) = page.all("html")
    assert html["lang"] == "nl"
    assert page.by_id("undo").text == "Terug"
    assert page.by_id("hint").text == "Hint"  # which nobody translated
    assert listed(["a1", "b2"]) == "a1 en b2"
    assert number(1234.5, 1) == "1.234,5"
    assert _("Retry move %(number)s.", number=3) == "Zet 3: probeer hem opnieuw."
    for marks, text in ((1, "een stelling van 1 teken"), (2, "een stelling van 2 tekens")):
        address = f"/replay/tic-tac-toe/{'XO'[:marks].ljust(9, '.')}"
        assert text in dutch.get(address).text


def test_a_language_without_a_translation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.language.catalogue", NullTranslations())
    with pytest.raises(FileNotFoundError):
        create_app({"LANGUAGE": "tlh"})
