"""The page for those who practise browser tests promises what every page keeps."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

from tests.page import Element


def matching(selector: str, pages: Mapping[str, Element]) -> list[ET.Element]:
    """The elements on *pages* that a *selector* means, such as `button#undo[name="cell"]`."""
    path = re.sub(r"#([\w-]+)", r'[@id="\1"]', re.sub(r"\[([\w-]+)", r"[@\1", selector))
    path = path if path[0].isalpha() else f"*{path}"
    return [found for page in pages.values() for found in page.node.iterfind(f".//{path}")]


def contract(every_page: Mapping[str, Element]) -> Element:
    """The section with all that stays."""
    sections = every_page["testing"].all("section")
    return next(it for it in sections if it["aria-labelledby"] == "contract")


def test_what_stays_is_there_and_nothing_else_stays(every_page: Mapping[str, Element]) -> None:
    """The contract lists every attribute that identifies the board."""
    listed = contract(every_page).all("dt")
    board, *others = selectors = [code.text for term in listed for code in term.all("code")]
    assert len(others) > 7
    assert all(matching(selector, every_page) for selector in selectors)
    attributes = {*re.findall(r"\[([\w-]+)", board)}
    for element in matching("#board", every_page):
        assert {name for name in element.attrib if name.startswith("data-")} == attributes
    for cell in matching('button[name="cell"]', every_page):
        assert cell.get("id") == f"cell-{cell.get('value')}"
        assert cell.get("disabled") is None


def test_every_name_in_the_contract_is_on_a_page(every_page: Mapping[str, Element]) -> None:
    named = {*re.findall("“(.+?)”", contract(every_page).text)}
    assert {"Hint", "Skip", "Next cut"} < named
    said = "\n".join(
        f"{element.text}\n{element.attributes.get('aria-label')}"
        for page in every_page.values()
        for element in page
        if element.tag in {"a", "button", "span", "p"}
    )
    assert not [name for name in named if not re.search(rf"\b{re.escape(name)}(?!\w)", said)]
