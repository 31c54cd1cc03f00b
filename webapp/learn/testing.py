"""The worked examples on the practice ground for browser tests, in two languages.

They are tests, which `tests/seen` runs as the page shows them.
"""

import re
from pathlib import Path

KIT = Path(__file__).parent / "kit"
# A region ends where the next one begins.
REGION = re.compile(r"^[/# ]+region (\S+)\n(.*?)(?=^[/# ]+region |\Z)", re.DOTALL | re.MULTILINE)

# The names of languages, and their files in the kit, by the parameter `code` of the address.
LANGUAGES = {
    "python": ("Python", "python/pages.py", "python/test_examples.py"),
    "typescript": ("TypeScript", "typescript/pages.ts", "typescript/examples.spec.ts"),
}


def code_examples(*files: str) -> dict[str, str]:
    """The code of each region in *files* of the kit, by its key: `pages`, and the examples."""
    texts = [(KIT / path).read_text("utf-8") for path in files]
    return {key: code.strip() for text in texts for key, code in REGION.findall(text)}
