"""The pages that teach, for tests of two tiers."""

from tests.page import Element


def section(shown: Element, name: str) -> Element:
    """The section that the heading with the id *name* labels."""
    (found,) = [s for s in shown.all("section") if s.attributes.get("aria-labelledby") == name]
    return found
