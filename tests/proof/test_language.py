"""All that pages, matches and reasons say can be translated, and translators find it."""

import ast
import re

from flask import Flask

from tests.claims.boards import FEW
from tests.claims.sentences import at_length, in_diagrams, in_room
from tests.page import read
from tests.views import VIEWS
from tests.widened import SAME, Found, Pseudo, messages, speaking, untranslated
from webapp import ROOT

SOURCES = [*(ROOT / "webapp").rglob("*.py"), *(ROOT / "ai").rglob("*.py")]
PLACEHOLDER = re.compile(r"%\((\w+)\)[sr]")


def test_a_page_says_nothing_that_cannot_be_translated(app: Flask) -> None:
    """Nor one that was made in English before."""
    for view in VIEWS.values():
        view.visit(app)
    with speaking(pseudo := Pseudo()):
        told = {it: untranslated(read(view.visit(app).text)) for it, view in VIEWS.items()}
    assert {name: texts for name, texts in told.items() if texts} == {}
    assert pseudo.asked <= messages()


def test_nothing_told_of_a_board_cannot_be_translated() -> None:
    """No reason, caption, note, annotation or hint."""
    words = set[str]()
    for board in FEW:
        in_room(board, None), at_length(board, None), in_diagrams(board)
    with speaking(pseudo := Pseudo()):
        for board in FEW:
            words.update(in_room(board, None), at_length(board, None), in_diagrams(board))
    assert {text for text in words if re.search("[A-Za-z]", SAME.sub("", text))} == set()
    assert pseudo.asked <= messages()


def test_every_message_is_found_and_filled_in() -> None:
    """The forms of a plural stand where it is used. Per cent signs are written twice."""
    translators, seen = messages(), set[Found]()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            forms = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
            constants = [it.value for it in node.args[:forms] if isinstance(it, ast.Constant)]
            if said := [text for text in constants if isinstance(text, str)]:
                given = {keyword.arg for keyword in node.keywords}
                needed = {name for text in said for name in PLACEHOLDER.findall(text)}
                assert needed - {"num"} == given, f"{source}:{node.lineno}"
                seen.add(said[0] if forms == 1 else tuple(said))
    assert len(seen) > 100
    assert seen <= translators
    for message in translators:
        for text in [message] if isinstance(message, str) else message:
            assert "%" not in PLACEHOLDER.sub("", text).replace("%%", ""), text
