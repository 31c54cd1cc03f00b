"""The page for those who practise browser tests promises what every page keeps."""

import re
from collections.abc import Iterator, Mapping

import pytest

from tests.learn_pages import section
from tests.page import Element

SIMPLE = re.compile(r"(?P<tag>[a-z]+)?(?P<id>#[\w-]+)?(?P<attributes>(?:\[[^\]]+\])*)")


@pytest.fixture(scope="module")
def testing(every_page: Mapping[str, Element]) -> Element:
    """The page, which says the same to everybody."""
    return every_page["testing"]


@pytest.fixture(scope="module")
def everywhere(every_page: Mapping[str, Element]) -> list[Element]:
    """All elements of every kind of page and state."""
    return [element for page in every_page.values() for element in page]


def terms(page: Element, name: str) -> list[str]:
    """The terms of the list in the section of that *name*."""
    return [code.text for term in section(page, name).all("dt") for code in term.all("code")]


def matching(selector: str, elements: list[Element]) -> Iterator[Element]:
    """Those of *elements* that a simple *selector* means, such as `button#undo[name="cell"]`."""
    parts = SIMPLE.fullmatch(selector)
    assert parts, selector
    wanted = dict(re.findall(r'\[([\w-]+)(?:="([^"]*)")?\]', parts["attributes"]))
    if parts["id"]:
        wanted["id"] = parts["id"][1:]
    for element in elements:
        if parts["tag"] in {None, element.tag}:
            has = element.attributes
            if all(name in has and value in {"", has[name]} for name, value in wanted.items()):
                yield element


def test_what_stays_is_there_and_nothing_else_stays(
    testing: Element, everywhere: list[Element]
) -> None:
    """The contract lists every attribute that identifies the board."""
    board, *others = selectors = terms(testing, "contract")
    assert len(others) > 7
    for selector in selectors:
        assert any(True for _ in matching(selector, everywhere)), selector
    assert not [*matching("button[data-nothing]", everywhere)]
    listed = {*re.findall(r"\[([\w-]+)", board)}
    for element in matching("#board", everywhere):
        assert {name for name in element.attributes if name.startswith("data-")} == listed
    for cell in matching('button[name="cell"]', everywhere):
        assert cell["id"] == f"cell-{cell['value']}"
        assert "disabled" not in cell.attributes


def test_every_name_in_the_contract_is_on_a_page(
    testing: Element, everywhere: list[Element]
) -> None:
    named = {*re.findall("“(.+?)”", section(testing, "contract").text)}
    assert {"Hint", "Skip", "Next cut"} < named
    said = "\n".join(
        text
        for element in everywhere
        if element.tag in {"a", "button", "span", "p"}
        for text in (element.text, element.attributes.get("aria-label", ""))
    )
    assert {name for name in named if not re.search(rf"\b{re.escape(name)}(?!\w)", said)} == set()
