"""The application as browsers visit it."""

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from types import MappingProxyType
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.serving import make_server

from tests.conftest import NO_LIMITS
from webapp import ROOT, create_app
from webapp.serving.caching import MADE_FROM

KEY = "end-to-end tests"  # signs the cookies


@contextmanager
def served(**config: object) -> Iterator[str]:
    """The address of a new server with this *config*."""
    with TemporaryDirectory() as folder, serving(application(Path(folder), config)) as address:
        yield address


def application(folder: Path, config: Mapping[str, object] = MappingProxyType({})) -> Flask:
    own = {"SECRET_KEY": KEY, "GAMES_STORAGE": f"sqlite://{folder}/games.sqlite"}
    own["SOLVED_FOLDER"] = f"{folder}/solved"
    return create_app({"TESTING": True, **own, **NO_LIMITS, **config})


@contextmanager
def serving(application: WSGIApplication) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, application, threaded=True)
    looks = {"poll_interval": 0.05}  # seconds; by default half a second passes at the end
    thread = threading.Thread(target=server.serve_forever, kwargs=looks)
    thread.start()
    try:
        yield f"http://{server.host}:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def another_site(
    url: str, attributes: str = "", *headers: tuple[str, str], script: str = ""
) -> Iterator[str]:
    """The address of a page of another site that has *url* in a frame, and a *script* before it."""

    def respond(_environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/html"), *headers])
        head = '<!doctype html><title>A blog</title><link rel="icon" href="data:,">'
        frame = f'<iframe src="{url}" width="480" height="680" {attributes}></iframe>'
        return [f"{head}<script>{script}</script>{frame}".encode()]

    with serving(respond) as address:
        yield address.replace("127.0.0.1", "localhost")


@dataclass
class Front:
    """A front end that passes each request to one of the *machines*, picked by lot."""

    machines: list[WSGIApplication] = field(default_factory=list)
    lots: Random = field(default_factory=lambda: Random(1))  # noqa: S311

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.lots.choice(self.machines)(environ, start_response)


def copy_of_the_checkout(folder: Path) -> Path:
    """*folder*, with a copy of all served files that tests may change into another version."""
    for name in ("static", *MADE_FROM):
        copytree(ROOT / name, folder / name)
    return folder
