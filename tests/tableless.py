"""Games without their tables, and requests of a browser to them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ai.exact import tablebase
from ai.rules.games import GAMES
from tests.conftest import forget_all
from tests.page import HTMX

PROGRAM = "unbeatable"  # plays by the tables, as no other does
HARMS = ("missing", "a folder", "empty", "cut short", "of other rules")


class Asked(NamedTuple):
    """A request of a browser: the page at *path*, or a post of *form*."""

    path: str
    form: Mapping[str, object] | None = None

    def of(self, client: FlaskClient, *, htmx: bool = False) -> TestResponse:
        headers = HTMX if htmx else {}
        if self.form is None:
            return client.get(self.path, headers=headers)
        return client.post(self.path, data=self.form, headers=headers)


@contextmanager
def without_table(game: str, harm: str = HARMS[0]) -> Iterator[None]:
    """There is no table of *game* that can be read, and nothing is kept of it. Nothing is forgotten
    once it is there again: what was said without it must not have been kept.
    """
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for other in GAMES:
            Path(folder, other).write_bytes((tablebase.FOLDER / other).read_bytes())
        table = Path(folder, game)
        stored = table.read_bytes()
        table.unlink()
        if harm == "a folder":
            table.mkdir()
        elif harm != "missing":
            rest = {"empty": b"", "cut short": stored[:-20], "of other rules": b"else" + stored}
            table.write_bytes(rest[harm])
        patch.setattr(tablebase, "FOLDER", Path(folder))
        forget_all()
        yield
