"""Lighthouse's scores of every kind of page, on a phone and on a desktop, as a table.

`python -m tests.audits.lighthouse` serves the application as the Procfile does. Each score is the
median of the runs: performance depends on what else the machine does. Below the table it lists the
audits that cost points.
"""

import json
import os
import secrets
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import click
from playwright.sync_api import sync_playwright

from tests.audits.npm import installed
from tests.benchmarks.bench_server import APPLICATION, served
from tests.browser import signed
from tests.e2e.browser import STAY_HOME, find_browser
from tests.hosted import HOST
from tests.views import VIEWS, View
from webapp import ROOT, create_app
from webapp.serving.static_files import compress

LIGHTHOUSE, NODE = "lighthouse@13.5.0", "node@22.23.3"
CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
DEVICES = {"phone": (), "desktop": ("--preset=desktop",)}
PAGES = (
    "first",
    "won",
    "replay-middle",
    "replay-values",
    "rules",
    "opponents",
    "terms",
    "settings",
    "position",
)
BROWSER_FLAGS = ("--headless=new", "--no-sandbox", STAY_HOME)
LIMIT = 180  # seconds for a page

Report = Mapping[str, Any]


@dataclass
class Scores:
    """The scores of a page by category and device, and the audits that it lost points in."""

    page: str
    found: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    lacking: set[str] = field(default_factory=set)

    def add(self, device: str, report: Report) -> None:
        """Note one *report*."""
        for category in CATEGORIES:
            there = report["categories"][category]
            self.found[category, device].append(there["score"] * 100)
            for reference in there["auditRefs"]:
                audit = report["audits"][reference["id"]]
                if (
                    reference["weight"]
                    and (audit["score"] or 0) < 0.9
                    and audit["score"] is not None
                ):
                    shown = audit.get("displayValue", "")
                    self.lacking.add(f"{device}, {category}: {audit['title']} {shown}".strip())

    @property
    def row(self) -> list[str]:
        """The cells of the table: in each the score on every device."""
        cells = [
            ", ".join(f"{median(self.found[category, device]):.0f}" for device in DEVICES)
            for category in CATEGORIES
        ]
        return [f"`{self.page}`", *cells]


def audit(command: Sequence[str], address: str, cookie: str, device: str) -> Report:
    """Lighthouse's report on the page at *address*.

    :raises click.ClickException: if it reports nothing.
    """
    asked = [
        *command,
        address,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags={shlex.join(BROWSER_FLAGS)}",
        f"--extra-headers={json.dumps({'Cookie': f'session={cookie}'})}",
        *DEVICES[device],
    ]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=LIMIT)  # noqa: S603
    try:
        report: Report = json.loads(done.stdout)
    except ValueError as error:
        raise click.ClickException(f"Lighthouse failed: {done.stderr.strip()}") from error
    if wrong := report.get("runtimeError"):
        raise click.ClickException(f"Lighthouse failed at {address}: {wrong['message']}")
    return report


def audits(views: Mapping[str, View], runs: int) -> Iterator[tuple[str, str, Report]]:
    """The reports of these *views*, each with the name of its page and the device."""
    modules = installed(LIGHTHOUSE, NODE, scripts=True)
    command = [str(modules / "node" / "bin" / "node"), str(modules / "lighthouse" / "cli")]
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        os.environ["CHROME_PATH"] = find_browser(playwright.chromium).get("executable_path", own)
    compress(ROOT)
    key = secrets.token_hex()
    app = create_app({"SECRET_KEY": key})
    with served(APPLICATION, Path(ROOT), key) as port:
        for _ in range(runs):
            for name, view in views.items():
                cookie = signed(app, view.session.cookie)
                for device in DEVICES:
                    address = f"http://{HOST}:{port}{view.path}"
                    yield name, device, audit(command, address, cookie, device)


def table(scores: Sequence[Scores]) -> str:
    """The *scores* in Markdown."""
    lines = [["page", *CATEGORIES.values()], ["---", *["---:"] * len(CATEGORIES)]]
    lines += [one.row for one in scores]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@click.command
@click.option("--runs", default=3, show_default=True, help="How often each page is measured.")
@click.argument("pages", nargs=-1, type=click.Choice(list(VIEWS)), metavar="[PAGE]...")
def main(runs: int, pages: tuple[str, ...]) -> None:
    """Print Lighthouse's scores of each PAGE, the usual ones by default: phone, desktop."""
    views = {name: VIEWS[name] for name in pages or PAGES}
    scores = {name: Scores(name) for name in views}
    length = len(views) * len(DEVICES) * runs
    with click.progressbar(
        audits(views, runs),
        length=length,
        label="Measuring",
        file=sys.stderr,
        item_show_func=lambda item: f"{item[0]}, {item[1]}" if item else None,
    ) as reports:
        for name, device, report in reports:
            scores[name].add(device, report)
    click.echo(table([*scores.values()]))
    for one in scores.values():
        for text in sorted(one.lacking):
            click.echo(f"{one.page}: {text}", err=True)


if __name__ == "__main__":
    main()
