"""All that pages, matches and reasons say can be translated, and translators find it."""

import ast
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from ai.explain import explain_move
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent, chance
from ai.rules.position import Position
from ai.study.study import study
from ai.words.told import verdict_in_words, why_so
from tests.page import read
from tests.views import VIEWS
from tests.widened import SAME, Found, Pseudo, messages, speaking, untranslated
from webapp import ROOT

SOURCES = [*(ROOT / "webapp").rglob("*.py"), *(ROOT / "ai").rglob("*.py")]
PLACEHOLDER = re.compile(r"%\((\w+)\)[sr]")


@pytest.fixture
def pseudo(app: Flask) -> Iterator[Pseudo]:
    """The translation that the pages speak for one test."""
    translation = Pseudo()
    with speaking(app, translation):
        yield translation


def test_a_page_says_nothing_that_cannot_be_translated(app: Flask, pseudo: Pseudo) -> None:
    told = {it: untranslated(read(view.visit(app).text)) for it, view in VIEWS.items()}
    assert {name: texts for name, texts in told.items() if texts} == {}
    assert pseudo.asked <= messages()


@pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)
def test_reasons_are_nothing_that_cannot_be_translated(pseudo: Pseudo, opponent: Opponent) -> None:
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
    assert pseudo.asked <= messages()


def literal(node: ast.expr) -> str | None:
    """The text that stands in the source there, if one does."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_message_is_found_and_filled_in() -> None:
    """The forms of a plural stand where it is used. Per cent signs are written twice."""
    translators, seen = messages(), set[Found]()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            forms = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
            said = [text for arg in node.args[:forms] if (text := literal(arg)) is not None]
            if said:
                given = {keyword.arg for keyword in node.keywords}
                needed = {name for text in said for name in PLACEHOLDER.findall(text)}
                assert needed - {"num"} == given, f"{source}:{node.lineno}"
                seen.add(said[0] if forms == 1 else tuple(said))
    assert len(seen) > 100
    assert seen <= translators
    for message in translators:
        for text in [message] if isinstance(message, str) else message:
            assert "%" not in PLACEHOLDER.sub("", text).replace("%%", ""), text
