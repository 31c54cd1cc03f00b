"""Translation: all text on the pages can be translated, and the extraction finds it."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from gettext import NullTranslations
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ai.explain import explain_move
from ai.explain.annotation import annotation, better_move
from ai.language import OR, _, listed, number, refused
from ai.messages import N_, Refusal
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Opponent, chance
from ai.rules.games import GAMES
from ai.rules.position import Position
from ai.study.study import study
from tests.conftest import caches
from tests.page import HTMX, Element, read
from webapp import create_app

ROOT = Path(__file__).parent.parent
SOURCES = [*(ROOT / "webapp").rglob("*.py"), *(ROOT / "ai").rglob("*.py")]

PLACEHOLDER = re.compile(r"%\((\w+)\)[sr]")
KEPT = re.compile(r"%\(\w+\)[sr]|%%|<[^>]*>|&\w+;")
WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(128)) if letter.isalpha()}

# Attributes that people read or hear.
SPOKEN = {
    *("aria-label", "alt", "title", "placeholder"),
    *("data-copied", "data-failed", "data-none", "data-pause", "data-play", "data-selected"),
    *("data-tried", "data-unreachable"),
}
SPOKEN_META = {"description", "og:title", "og:description", "og:image:alt"}
UNSPOKEN = {"code", "script", "style", "symbol"}

# Text that no language changes: addresses, the name of the site, programming languages, boards as
# text, names of cells, moves and keys, and quoted requests.
SAME = re.compile(
    r"https?://\S+|“[^”]*”|Tic Tac Why|Python|\w+Script"
    r"|\b[XO.]+\b|\b(?:[a-d][1-4])+\b|\b[a-dhnpsuvwxo]\b"
)
# Keys and switches as addresses have them, which a refusal may list.
WRITTEN = re.compile(r"\b(?:" + "|".join([*GAMES, HUMAN, *OPPONENTS, "on", "off"]) + r")\b")


class Pseudo(NullTranslations):
    """A translation into wide letters that records every message looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return widened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add(msgid1)
        return widened(msgid1 if n == 1 else msgid2)


def widened(message: str) -> str:
    """*message* in wide letters; its placeholders and its markup stay."""
    kept = [*KEPT.findall(message), ""]
    parts = KEPT.split(message)
    return "".join(part.translate(WIDE) + same for part, same in zip(parts, kept, strict=True))


def forget_all(app: Flask) -> None:
    """Clear the caches of *app* that hold words: of its modules and its templates.

    The engine's values have no words, and would take long to compute again.
    """
    app.jinja_env.cache.clear()  # type: ignore[union-attr]
    for cache in caches("ai.explain.", "webapp."):
        cache.cache_clear()


@pytest.fixture
def pseudo(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pseudo]:
    """The translation that the pages speak for one test."""
    translation = Pseudo()
    monkeypatch.setattr("ai.language.catalogue", translation)
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


def said(element: Element) -> Iterator[str]:
    """The texts that people read or hear in *element*."""
    if element.tag in UNSPOKEN:
        return
    for name, value in element.attributes.items():
        if name in SPOKEN and value:
            yield value
    if {element.attributes.get(name) for name in ("name", "property")} & SPOKEN_META:
        yield element["content"]
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from said(child)


def untranslated(response: TestResponse, *, refusal: bool = False) -> set[str]:
    """The texts of a response with untranslated letters."""
    texts = {SAME.sub("", text) for text in said(read(response.text))}
    if refusal:
        texts = {WRITTEN.sub("", text) for text in texts}
    return {text for text in texts if re.search("[A-Za-z]", text)}


def play_through(client: FlaskClient, fields: Mapping[str, str], rng: Random) -> Iterator[str]:
    """Addresses and posts of a match from its beginning to its end, with every help taken."""
    responses = [client.post("/matches", data=fields, headers=HTMX)]

    def page() -> Element:
        return read(client.get("/").text)

    def post(seen: Element, address: str, **more: str) -> None:
        fields = seen.by_id("shown").fields | more
        responses.append(client.post(address, data=fields, headers=HTMX))

    programs = HUMAN not in {fields["x"], fields["o"]}
    for ply in range(40):
        seen = page()
        if seen.by_id("board")["data-state"] != "active":
            break
        if programs:
            post(seen, "/step")
            continue
        if ply == 1:
            post(seen, "/values", show="on")
            post(page(), "/hint")
            seen = page()
        if ply == 2:
            post(seen, "/undo")
            continue
        free = [c for c in seen.by_id("board").all("button") if "aria-disabled" not in c.attributes]
        post(seen, "/moves", cell=rng.choice(free)["value"])
    for response in responses:
        yield from untranslated(response)
    for address in ("/", "/?why=1", "/?why=2&figure=2", "/?why=3", "/position"):
        yield from untranslated(client.get(address), refusal=True)
    replay = client.get("/replay").headers["Location"]
    last = int(re.findall(r"ply=(\d+)", replay)[0])
    for ply in (0, last // 2, last):
        there = re.sub(r"ply=\d+", f"ply={ply}", replay)
        yield from untranslated(client.get(f"{there}&values=on&programs=on"))
    for button in [b for b in page().all("button") if b.attributes.get("id") == "retry"]:
        client.post(button["formaction"])
        yield from untranslated(client.get("/"))
        for cell in page().by_id("board").all("button"):
            post(page(), "/moves", cell=cell["value"])
        yield from untranslated(client.get("/"))


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
    assert set(play_through(client, fields | {"seed": "7"}, chance(7, 0))) == set()
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
                words |= {annotation(judged), better_move(judged) or ""}
                position = position.play(other)
    assert {text for text in words if re.search("[A-Za-z]", SAME.sub("", text))} == set()
    assert pseudo.asked <= found_in(template)


PAGES = (
    *("/", "/settings", "/settings?saved=on", "/learn/games", "/learn/opponents", "/learn/terms"),
    *("/learn/api", "/learn/openings", "/learn/testing", "/learn/testing?code=typescript"),
    *("/learn/strength", "/learn/strength?game=square&of=hard", "/with"),
    *("/replay/tic-tac-toe/a1b2c3/moves", "/replay/square/b2/moves?sort=idea"),
    *("/replay/square/", "/replay/square/.X..-.X..-.OO.-..X.a1?reasons=off"),
    *("/replay/square/b2a1?from=1&variation=c3a2&ply=2", "/replay/tic-tac-toe/a1b1a2b2a3?ply=5"),
    *(
        "/replay/tic-tac-toe/XXXOO....",
        "/replay/tic-tac-toe/XOXXOOOX.c3",
        "/replay/tic-tac-toe/X........",
    ),
)
REFUSED = (
    *("/nowhere", "/moves", "/replay/chess/", "/replay/square/b9", "/replay/square/B2"),
    *("/replay/square/b2b2", "/replay/square/b2?ply=7", "/replay/square/b2?o=minimax"),
    *("/replay/square/b2?o=nobody", "/replay/square/b2?values=perhaps", "/replay/square/b2?from=0"),
    *("/replay/square/XX..", "/replay/tic-tac-toe/XXX------", "/replay/tic-tac-toe/XXX-...-..."),
    *("/replay/square/b2?from=1&variation=", "/replay/square/b2?cell=77", "/?why=3", "/?seed=x"),
    "/?seed=99999999999",
)


@pytest.mark.parametrize("address", PAGES + REFUSED)
def test_a_page_says_nothing_that_cannot_be_translated(
    client: FlaskClient, pseudo: Pseudo, template: Catalog, address: str
) -> None:
    """Nor does a refusal."""
    response, refusal = client.get(address), address in REFUSED
    assert (response.status_code >= 400) == refusal
    assert untranslated(response, refusal=refusal) == set()
    assert pseudo.asked <= found_in(template)


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


@pytest.mark.parametrize("post", POSTS.values(), ids=POSTS)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_refused_post_says_nothing_that_cannot_be_translated(
    client: FlaskClient,
    pseudo: Pseudo,
    template: Catalog,
    post: tuple[str, dict[str, str]],
    headers: dict[str, str],
) -> None:
    client.get("/?seed=1")
    client.post("/moves", data={"cell": "0", "ply": "0"})
    address, fields = post
    response = client.post(address, data=fields, headers=headers)
    assert response.status_code >= 400
    assert untranslated(response, refusal=True) == set()
    assert pseudo.asked <= found_in(template)


def found_in(template: Catalog) -> set[str]:
    """The messages in the template for translators; of plural messages the singular."""
    found = (message.id for message in template if message.id)
    return {text if isinstance(text, str) else text[0] for text in found}


def literal(node: ast.expr) -> str | None:
    """The text that stands in the source there, if one does."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_what_a_message_needs_is_filled_in() -> None:
    calls = 0
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            forms = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
            messages = [text for arg in node.args[:forms] if (text := literal(arg)) is not None]
            if messages:
                calls += 1
                given = {keyword.arg for keyword in node.keywords}
                needed = {name for text in messages for name in PLACEHOLDER.findall(text)}
                assert needed - {"num"} == given, f"{source}:{node.lineno}"
    assert calls > 100


def test_every_message_is_a_format(template: Catalog) -> None:
    """Per cent signs are written twice."""
    for message in found_in(template):
        assert "%" not in PLACEHOLDER.sub("", message).replace("%%", ""), message


def test_lists_and_numbers() -> None:
    assert listed(["a1"]) == "a1"
    assert listed(["a1", "b2"]) == "a1 and b2"
    assert listed(["a1", "b2", "c3"], OR) == "a1, b2 or c3"
    assert (number(1234567), number(999), number(1.5, 1)) == ("1,234,567", "999", "1.5")
    assert [number(half) for half in (0.5, 12.5, 13.5)] == ["1", "13", "14"]
    assert number(6.25, 1) == "6.3"


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


def test_english_is_said_unless_the_settings_name_a_language(client: FlaskClient) -> None:
    (html,) = read(client.get("/").text).all("html")
    assert html["lang"] == "en"


def test_a_language_without_a_translation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.language.catalogue", NullTranslations())
    with pytest.raises(FileNotFoundError):
        create_app({"LANGUAGE": "tlh"})
