"""The approved views: `tests/approved_views.txt`. This renews it:

python -m tests.approve

A view begins with `==`, its name and the digest of its whole markup. Its outline follows, or the
changes that lead to it from the outline of another view. `@ 2 <Hint>` begins lines that replace
two, those after `<Hint>`. Read what changed as a diff. If a digest alone changed, ask for the
markup that differs since a commit:

python -m tests.approve --since HEAD
"""

import json
import re
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from subprocess import check_output
from tempfile import TemporaryDirectory

import click
from werkzeug.test import TestResponse

from tests.drawn_views import drawn
from tests.outline import headings, outline
from tests.page import read
from tests.views import RARE, VIEWS, Visits
from webapp import ROOT

APPROVED = Path(__file__).parent / "approved_views.txt"
HEADING = re.compile(r"== (\S+) (\w+)(?:, like (\S+))?")
READ = {"api", "opponents", "openings", "rules", "terms", "testing", "strength", "strength-square"}
READ |= {"atlas", "atlas-won", "atlas-table"}

# Digests of files, the version, the code of a seat, which holds for minutes, and pictures of
# addresses, some of which change.
CHANGING = re.compile(
    r'(?<=/static/)[0-9a-f]{12}/|(?<=data-version=")\w+|(?<=/here#)\w{10}|'
    r'(?<=id="code">)\w{5} \w{5}|<svg class="qr".*?</svg>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Approved:
    """A view by its *name*: the *digest* of its markup, and the *lines* of its outline, or how that
    differs from the one of *base*.
    """

    name: str
    digest: str
    base: str
    lines: Sequence[str]

    def __str__(self) -> str:
        like = f", like {self.base}" if self.base else ""
        return "\n".join([f"== {self.name} {self.digest}{like}", *self.lines, ""])


def approved() -> dict[str, Approved]:
    _, *rest = re.split("(?m)^(?=== )", f"\n{APPROVED.read_text()}")
    views = {}
    for text in rest:
        heading, *lines = text.splitlines()
        if found := HEADING.fullmatch(heading):
            views[found[1]] = Approved(found[1], found[2], found[3] or "", lines)
    return views


@lru_cache(1)  # for the digest and for the outline
def markup(response: TestResponse) -> str:
    """The whole *response* but what changes by itself."""
    return " ".join(CHANGING.sub("", response.text).split())


def digest(response: TestResponse) -> str:
    return sha256(markup(response).encode()).hexdigest()[:10]


def lines_of(name: str, response: TestResponse) -> list[str]:
    """The outline of a page; its headings alone if it is there to be read, for then its template
    says the same. Nothing of a file, a rare state, or what was drawn by lot.
    """
    if name not in VIEWS or response.mimetype != "text/html":
        return []
    (body,) = read(markup(response)).all("body")
    return [*(headings if name in READ else outline)(body.node)]


def present(visits: Visits, bases: Mapping[str, str]) -> Iterator[Approved]:
    """The views as they are, each with its changes from another: the view in *bases*, or else, as
    if that one is gone, the most similar one before it.
    """
    outlines: dict[str, list[str]] = {}
    for name, response in visits.items():
        lines = lines_of(name, response)
        others = [bases[name]] if bases.get(name) in {"", *outlines} else [*outlines]
        found = {other: changes(outlines[other], lines) for other in others if other}
        base = min(found, key=lambda other: len(found[other]), default="")
        if base and len(found[base]) >= len(lines):
            base = ""
        yield Approved(name, digest(response), base, found[base] if base else lines)
        outlines[name] = lines


def changes(base: Sequence[str], lines: Sequence[str]) -> list[str]:
    """How *lines* differ from those of *base*: below `@`, how many lines of the base they replace,
    and the line before these.
    """
    found = []
    for kind, start, end, first, last in SequenceMatcher(None, base, lines, False).get_opcodes():
        if kind != "equal":
            before = base[start - 1][:60] if start else ""
            found += [f"@ {end - start} {before}".rstrip(), *lines[first:last]]
    return found


def expect_outlined(visits: Visits, view: Approved) -> None:
    """The approved outline of the *view* is its own."""
    own = lines_of(view.name, visits[view.name])
    found = changes(lines_of(view.base, visits[view.base]), own) if view.base else own
    assert not [*unified_diff(view.lines, found, "approved", view.name, lineterm="", n=2)]


def visited(folder: str) -> Visits:
    """All views, on an application that has its store in *folder*."""
    from tests.conftest import made  # noqa: PLC0415

    return Visits(made(Path(folder)), {**VIEWS, **RARE, **drawn()})


def markups(folder: str) -> dict[str, str]:
    """The markup of all views, a tag a line."""
    return {name: markup(it).replace("<", "\n<") for name, it in visited(folder).items()}


def markups_at(commit: str, folder: str) -> dict[str, str]:
    """The markup of all views at a *commit*, of which a checkout is made in *folder*."""
    packed = check_output(["git", "archive", commit], cwd=ROOT)  # noqa: S603, S607
    with tarfile.open(fileobj=BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    code = f"import json\nfrom tests.approve import markups\nprint(json.dumps(markups({folder!r})))"
    told: dict[str, str] = json.loads(check_output([sys.executable, "-c", code], cwd=folder))  # noqa: S603
    return told


@click.command
@click.option("--since", metavar="COMMIT", help="Only tell what differs in the markup since then.")
def main(since: str) -> None:
    """Write the file anew."""
    # Each visit has a store of its own: the codes of games are drawn alike.
    with TemporaryDirectory() as folder, TemporaryDirectory() as checkout:
        if since:
            before, now = markups_at(since, checkout), markups(folder)
            for name in before | now:
                old, new = (it.get(name, "").splitlines() for it in (before, now))
                for line in unified_diff(old, new, name, name, lineterm="", n=1):
                    click.echo(line)
        else:
            bases = {name: it.base for name, it in approved().items()} if APPROVED.exists() else {}
            APPROVED.write_text("".join(map(str, present(visited(folder), bases))))


if __name__ == "__main__":
    main()
