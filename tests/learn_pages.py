"""The pages that teach, for tests of two tiers: their sections, figures and replays."""

from urllib.parse import urlsplit

from tests.page import Element, part_of
from tests.replays import links, replay_at
from webapp.replay.replay import Replay


def section(shown: Element, name: str) -> Element:
    """The section that the heading with the id *name* labels."""
    (found,) = [s for s in shown.all("section") if s.attributes.get("aria-labelledby") == name]
    return found


def replays(element: Element) -> list[Replay]:
    """Its links to replays. Parsing them checks that the moves are legal."""
    found = [link for link in links(element) if urlsplit(link).path.startswith("/replay/")]
    return [*map(replay_at, found)]


def noted(table: Element) -> list[str]:
    """The text on each cell of a figure, after its name."""
    found = []
    for row, line in enumerate(table.all("tr")[1:]):
        for column, cell in enumerate(line.all("td")):
            told = part_of(cell, lambda element: element.tag != "svg").strip()
            at, _, rest = told.partition(":")
            assert at == f"{'abcd'[column]}{row + 1}"
            found.append(rest.strip())
    return found


def stand_out(table: Element) -> set[int]:
    """The cells that a figure makes stand out."""
    return {n for n, cell in enumerate(table.all("td")) if "data-chosen" in cell.attributes}


def entry(terms: Element, key: str) -> list[Element]:
    """The elements after the heading of a term: its definition, and the example."""
    heading = terms.by_id(key)
    here = next(s for s in terms.all("section") if heading in s)
    following = [child for child in here.children if isinstance(child, Element)]
    return following[following.index(heading) + 1 :]


def example(terms: Element, key: str) -> tuple[str, Replay]:
    """The text of a term's example, and its replay."""
    _definition, shown, *_others = entry(terms, key)
    (replay,) = replays(shown)
    return shown.text, replay
