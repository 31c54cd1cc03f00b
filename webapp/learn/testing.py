"""The worked examples on the practice ground for browser tests, in two languages.

They are tests, which `tests/audits` runs as the page shows them.
"""

import re
from pathlib import Path
from typing import NamedTuple

KIT = Path(__file__).parent / "kit"
REGION = re.compile(
    r"^(?:# |// #)region (\S+)\n(.*?)^(?:# |// #)endregion$", re.DOTALL | re.MULTILINE
)


class KitFiles(NamedTuple):
    """The name of a language, and its files in the kit."""

    name: str
    page_objects: str
    examples: str


# By the parameter `code` of the address.
LANGUAGES = {
    "python": KitFiles("Python", "python/pages.py", "python/test_examples.py"),
    "typescript": KitFiles("TypeScript", "typescript/pages.ts", "typescript/examples.spec.ts"),
}


def code_examples(files: KitFiles) -> dict[str, str]:
    """The code of each region in *files*, by its key: `pages`, and the examples."""
    texts = [(KIT / path).read_text("utf-8") for path in (files.page_objects, files.examples)]
    return {key: code.strip() for text in texts for key, code in REGION.findall(text)}
