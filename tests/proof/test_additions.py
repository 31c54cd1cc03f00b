"""The guide to contributors, followed to the letter on a copy of the checkout: an element, a game,
an opponent, a lesson and a language are added by its code and its commands, and then played over
HTTP.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from shutil import copy
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po, write_po

from tests.hosted import hosted, procfile
from tests.page import Element, move_text, read
from tests.proof.players import Player
from tests.server import copy_of_the_checkout
from webapp import ROOT

GUIDE = (ROOT / ".github" / "CONTRIBUTING.md").read_text()
NO_LIMITS = {"FLASK_LIMIT_GAMES": "", "FLASK_LIMIT_REQUESTS": "", "FLASK_LIMIT_MILLISECONDS": ""}


ENDS = "/", ".py", ".svg", ".toml"  # of folders and files


class Block(NamedTuple):
    """A block of *code* in the guide, its *language*, and the paragraph on *where* it goes."""

    where: str
    language: str
    code: str


def blocks(title: str) -> list[Block]:
    _before, _, rest = GUIDE.partition(f"\n## {title}\n")
    section = rest.partition("\n## ")[0]
    block = re.compile(r"((?:^[^\n]+\n)+)\n```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [Block(*found) for found in block.findall(section)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return copy_of_the_checkout(tmp_path)


def run(checkout: Path, commands: str) -> None:
    subprocess.run(["/bin/sh", "-ec", commands], cwd=checkout, check=True)  # noqa: S603


def add(checkout: Path, block: Block) -> None:
    """Write the code of *block* into the file that its paragraph names: a table of Python in place
    of the old one; an entry at the end of the table that is named last; anything else at the end.
    """
    named = re.findall(r"`([^`]+)`", block.where)
    path = checkout / "".join(
        name for name in named if name.endswith(("/", ".py", ".svg", ".toml"))
    )
    text, code = path.read_text() if path.exists() else "", block.code
    statement = re.search(r"^(?:class |\w+\[|(\w+) = )", code, re.MULTILINE)
    if block.language == "toml":  # under the header of its table
        text = text.replace(code.partition("\n")[0] + "\n", code)
    elif block.language == "svg":
        text = text.replace("</svg>", f"{code}</svg>")
    elif not statement:
        table = [name for name in named if name.isupper()][-1]
        begin, entries, end = re.split(rf"(?ms)^({table}\b.*?)(?=^ *[)}}\]]$)", text, maxsplit=1)
        entry = code.rstrip(", \n")
        text = f"{begin}{entries}{entry},\n{end}"
    elif old := re.search(rf"(?ms)^{statement[1]} = .*?^[)}}\]]\n", text):
        text = text.replace(old[0], code)
    else:
        text += code
    path.write_text(text)


@contextmanager
def visitor(checkout: Path, **variables: str) -> Iterator[Player]:
    """A visitor of the site that the Procfile serves from there."""
    command = f"cd {checkout} && {procfile()}"
    with (
        hosted(command, WEB_CONCURRENCY="1", **NO_LIMITS, **variables) as server,
        closing(Player([server.port], Random(1))) as player,  # noqa: S311
    ):
        yield player


def seen(player: Player, path: str) -> Element:
    """The page at *path*, at most one redirect away."""
    status, text = player.ask(path)
    if status in {303, 308}:
        path = re.findall(r'href="([^"]*)"', text)[0].replace("&amp;", "&")
        status, text = player.ask(path)
    assert status == 200, f"{path} was answered {status}"
    return read(text)


def explained(player: Player, game: str, opponent: str) -> None:
    """Play a game to its end, see it replayed, and ask the API every question on it."""
    start = {"game": game, "x": "human", "o": opponent, "first": "x"}
    page = player.click(player.page(), "/matches", start)
    while page.by_id("board")["data-state"] == "active":
        assert page.by_id("board")["data-game"] == game
        cells = page.by_id("board").all("button")
        free = [cell["value"] for cell in cells if "aria-disabled" not in cell.attributes]
        fields = page.by_id("shown").fields | {"cell": player.lots.choice(free)}
        page = player.click(page, "/moves", fields)
        assert page.by_id("why").text
    items = page.by_id("moves-list").all("li")
    moves = "".join(move_text(item).split()[1] for item in items)
    query = f"{game}/{moves}?first=x&o={opponent}"
    for ply in range(2, len(items), 2):
        assert seen(player, f"/replay/{query}&ply={ply}&values=on&reasons=on")
        for question in ("values", "moves", "why", "review"):
            assert player.ask(f"/api/{question}/{query}&ply={ply}")[0] == 200


def followed(checkout: Path, title: str, pattern: str) -> list[str]:
    """Do there what the section with that *title* says; the groups of *pattern* in its code."""
    for block in blocks(title):
        if block.language == "sh":
            run(checkout, block.code)
        else:
            add(checkout, block)
    found = re.search(pattern, "".join(block.code for block in blocks(title)))
    assert found
    return [*found.groups()]


def test_an_element_as_the_guide_adds_it_follows_each_move(checkout: Path) -> None:
    """A click sends it as it then is, by the macro and the field alone."""
    macro, field, place = blocks("Add an element to the page of a game")
    (name,), below = re.findall(r'id="(.+?)"', macro.code), place.code.splitlines()[0]
    for path, old, new in (
        ("templates/game/regions.html", "{% macro title(", f"{macro.code}\n{{% macro title("),
        ("webapp/game/page.py", "        **fields,\n", f"{field.code}        **fields,\n"),
        ("templates/game/page.html", f"{below}\n", place.code),
    ):
        text = (checkout / path).read_text()
        assert text.count(old) == 1
        (checkout / path).write_text(text.replace(old, new))
    with visitor(checkout) as player:
        page, told = player.page(), set[str]()
        for _move in range(2):
            told.add(page.by_id(name).text)
            cells = page.by_id("board").all("button")
            free = [it["value"] for it in cells if "data-mark" not in it.attributes]
            page = player.click(page, "/moves", page.by_id("shown").fields | {"cell": free[0]})
        assert len({*told, page.by_id(name).text}) == 3
        assert player.page().by_id(name) == page.by_id(name)


def test_a_game_as_the_guide_adds_it_is_played(checkout: Path) -> None:
    key, name = followed(checkout, "Add a game", r'\("([a-z-]+)", .*N_\("(.+?)"')
    with visitor(checkout) as player:
        explained(player, key, "hard")
        assert seen(player, "/learn/games").by_id(key)
        for path in ("/", "/with", "/games"):
            assert name in seen(player, path).text, path


def test_an_opponent_as_the_guide_adds_it_is_played(checkout: Path) -> None:
    pattern = r'Opponent\(\s*"(.+?)",\s*N_\("(.+?)"'
    key, name = followed(checkout, "Add an opponent", pattern)
    with visitor(checkout) as player:
        explained(player, "tic-tac-toe", key)
        assert name in seen(player, "/").text
        assert seen(player, "/learn/opponents").by_id(key)
        assert seen(player, f"/learn/strength?of={key}")


def test_a_lesson_as_the_guide_adds_it_is_learnt(checkout: Path) -> None:
    (key,) = followed(checkout, "Add a lesson", r'Lesson\(\s*"(.+?)"')
    with visitor(checkout) as player:
        assert key in player.ask("/learn")[1]
        page, said = seen(player, f"/learn/{key}?step=4"), set()
        for cell in page.by_id("board").all("button"):
            if "data-mark" not in cell.attributes:
                touched = seen(player, f"/learn/{key}?step=4&cell={cell['value']}")
                said.add(touched.by_id("status").text)
        assert len(said) > 1
        assert any(link["href"].endswith(f"lesson={key}") for link in page.all("a"))


def test_a_language_as_the_guide_adds_it_is_spoken(checkout: Path) -> None:
    """Its first hundred messages; the others, and facts, are told in English."""
    hundred = tomllib.loads((ROOT / "tests" / "italian.toml").read_text())
    (block,) = blocks("Add a language")
    (checkout / "tests").mkdir()
    for name in ("__init__.py", "translate.py"):
        copy(ROOT / "tests" / name, checkout / "tests")
    run(checkout, block.code)
    (file,) = (checkout / "ai" / "translations" / "it").rglob("messages.po")
    with file.open() as lines:
        catalog = read_po(lines)
    for message in catalog:
        if not message.context:
            message.string = hundred.get(str(message.id)) or message.string
    with file.open("wb") as written:
        write_po(written, catalog)
    listing = f"{block.code.strip()} --list > left"
    run(checkout, listing)
    told, *missing = (checkout / "left").read_text().splitlines()
    assert told == f"it: {len(missing)} of {len(catalog)} messages left"
    assert len(missing) == len(catalog) - len(hundred) == len(catalog) - 100
    with visitor(checkout, FLASK_LANGUAGE="it") as player:
        page = seen(player, "/")
        assert page.all("html")[0]["lang"] == "it"
        assert page.by_id("undo").text == "Annulla"
        page = player.click(page, "/moves", page.by_id("shown").fields | {"cell": "4"})
        assert "Why" in page.by_id("why").text
