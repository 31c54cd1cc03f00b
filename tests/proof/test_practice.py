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


def section(every_page: Mapping[str, Element], name: str) -> Element:
    """The section that the heading with the id *name* labels."""
    sections = every_page["testing"].all("section")
    return next(it for it in sections if it["aria-labelledby"] == name)


def test_what_stays_is_there_and_nothing_else_stays(every_page: Mapping[str, Element]) -> None:
    """The contract lists every attribute that identifies the board."""
    listed = section(every_page, "contract").all("dt")
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
    named = {*re.findall("“(.+?)”", section(every_page, "contract").text)}
    assert {"Hint", "Skip", "Next cut"} < named
    said = "\n".join(
        f"{element.text}\n{element.attributes.get('aria-label')}"
        for page in every_page.values()
        for element in page
        if element.tag in {"a", "button", "span", "p"}
    )
    assert not [name for name in named if not re.search(rf"\b{re.escape(name)}(?!\w)", said)]


def test_every_field_of_an_address_is_sent_by_a_page(every_page: Mapping[str, Element]) -> None:
    """By a control's name and value, or in an address."""
    has = [element.attributes for page in every_page.values() for element in page]
    ways = ("name", "value", "action", "formaction", "href")
    sent = {*re.findall("[a-z-]+", " ".join(it.get(way, "") for it in has for way in ways))}
    told = section(every_page, "addresses").all("dd")
    codes = [code.text.split("=") for term in told for code in term.all("code")]
    fields = {it for code in codes for it in code if re.fullmatch("[a-z-]+", it)}
    assert len(fields) > 20
    assert fields <= sent
