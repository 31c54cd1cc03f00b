"""The approved markup of every view: `tests/approved_views.txt`. This renews it:

python -m tests.approve

Read what changed as a diff. A view begins with `##` and its name. Most are written as changes to
another view, which they are *like*: its lines stay where nothing else is said, and `@ 2 <p>` begins
lines that replace two of them, those after `<p>`. `[icon 3f2a1]` is a drawing with that digest.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from werkzeug.test import TestResponse

from tests.markup import Printer, changes
from tests.views import RARE, VIEWS, Visits

APPROVED = Path(__file__).parent / "approved_views.txt"
Sections = dict[str, list[str]]


def approved(text: str) -> Sections:
    """The lines below each heading of an approved *text*, by these headings."""
    sections: Sections = {}
    for line in text.splitlines():
        if line.startswith("## "):
            sections[line] = []
        elif sections:
            sections[[*sections][-1]].append(line)
    return sections


def present(responses: Mapping[str, TestResponse], headings: Iterable[str]) -> Sections:
    """The sections of these *responses*. A view is like the one that its heading among *headings*
    names, or else like the most similar one before it.
    """
    named = (heading.removeprefix("## ").partition(", like ") for heading in headings)
    bases = {name: base for name, _, base in named}
    printer = Printer()
    pages: dict[str, list[str]] = {}
    sections: Sections = {"## drawings": []}
    for name, response in responses.items():
        page = printer.lines(response)
        base = bases[name] if name in bases else most_similar(page, pages)
        if base in pages:
            sections[f"## {name}, like {base}"] = changes(pages[base], page)
        else:
            sections[f"## {name}"] = page
        pages[name] = page
    sections["## drawings"] += (f"{name} {what}" for name, what in printer.drawings.items())
    return sections


def most_similar(page: list[str], pages: Mapping[str, list[str]]) -> str:
    """The name of that one of *pages* which has most lines of *page*, and few others; empty if none
    has a dozen.
    """
    shared = {name: len({*page} & {*other}) for name, other in pages.items()}
    likeness = {name: shared[name] - len(pages[name]) / 4 for name in pages if shared[name] > 12}
    return max(likeness, key=likeness.__getitem__, default="")


def main() -> None:
    """Write the file anew."""
    from tests.conftest import made  # noqa: PLC0415

    before = approved(APPROVED.read_text()) if APPROVED.exists() else {}
    with TemporaryDirectory() as folder:
        sections = present(Visits(made(Path(folder)), {**VIEWS, **RARE}), before)
    lines = (line for heading, lines in sections.items() for line in (heading, *lines))
    APPROVED.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
