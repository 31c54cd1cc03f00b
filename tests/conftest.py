"""Fixtures for all tests."""

import gc
import os
import random
import sys
from collections.abc import Iterator, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import StrictUndefined
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling, LoadScopeScheduling

import webapp
from ai.language import Remembered
from webapp import create_app
from webapp.address import reach
from webapp.friend import views
from webapp.store import sqlite

if TYPE_CHECKING:
    from tests.page import Element
    from tests.views import Visits

# A failed assertion in them is told with its values too.
LAWS = "approve claims embed_laws honour_laws kept_responses laws odds_laws puzzle_laws refusals"
LAWS += " store_laws"
pytest.register_assert_rewrite(*(f"tests.{name}" for name in LAWS.split()), "tests.visitors")

# Tests send more requests at once than any visitor.
NO_LIMITS = {"LIMIT_GAMES": "", "LIMIT_SOLVES": "", "LIMIT_REQUESTS": "", "LIMIT_MILLISECONDS": ""}

os.environ["LANGUAGE"] = "en"  # whatever a developer speaks

own_address = reach.own_address  # elsewhere no page depends on the network of the machine
reach.own_address = lambda: ""

settings.register_profile("same", deadline=None, max_examples=6, derandomize=True)
settings.register_profile("fresh", deadline=None, max_examples=25)
settings.load_profile("same")

# The tests hold large tables, and garbage collection of these takes long.
gc.set_threshold(100_000, 50, 50)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """As many as there are cores. No other processes with `--trace`; xdist itself does the same
    with `--pdb`.
    """
    return 0 if config.option.trace or config.option.usepdb else os.cpu_count() or 1


class Grouped(LoadScopeScheduling):  # type: ignore[misc]
    """Each test goes to the next free process, but a group stays in one: the tests that read the
    views, so that one process visits them, those of messages, so that one finds them, and those in
    a browser, so that one starts.
    """

    def _split_scope(self, nodeid: str) -> str:
        # xdist's own groups are suffixes of ids, which pytest 9.2 no longer lets it write.
        return next((group for group in GROUPS if nodeid.startswith(GROUPS[group])), nodeid)


GROUPS = {
    "browser": ("tests/e2e/",),
    # Those that look for all messages of the sources.
    "messages": ("tests/test_translations.py", "tests/test_language.py"),
    # Every quick file that uses `visits`.
    "visits": ("tests/test_views.py",),
}


class ByFile(LoadFileScheduling):  # type: ignore[misc]
    """The tests of a file stay in one process. If that ends, `--reruns` can repeat its test."""

    def mark_test_pending(self, item: str) -> None:
        """Leave *item* where it is: in the queue, until it is complete."""


SCHEDULERS = {"loadgroup": Grouped, "loadfile": ByFile}


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    """The scheduler of the quick tier, or that of the others, which use `--dist=loadfile`."""
    scheduler = SCHEDULERS.get(config.option.dist)
    return scheduler and scheduler(config, log)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let all that is random in a test be the same in each run, whatever other tests drew."""
    seed = f"{item.path.name} {item.name}"
    random.seed(seed)
    # What `secrets` and `SystemRandom` draw from, wherever they were imported.
    setattr(random, "_urandom", random.Random(seed).randbytes)  # noqa: B010, S311


def pytest_sessionfinish() -> None:
    """Exclude these tables from pytest's five garbage collections at the end."""
    gc.collect(1)  # what is younger than they are
    gc.freeze()


@pytest.fixture(scope="module")
def leave_garbage() -> Iterator[None]:
    """Turn garbage collection off, for tests that keep millions of objects, few of them garbage."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def strict_templates() -> Iterator[None]:
    """A name that a template does not know is an error there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"undefined": StrictUndefined})
        yield


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application as it is by default, whatever `FLASK_*` variables are set outside."""
    with pytest.MonkeyPatch.context() as patch:
        forget_settings(patch)
        yield made(tmp_path_factory.mktemp("games"))


def made(folder: Path) -> Flask:
    """An application that caches nothing and has its store of games in *folder*."""
    own = {"KEPT_RESPONSES": 0, "GAMES_STORAGE": f"sqlite://{folder / 'games.sqlite'}"}
    own["SOLVED_FOLDER"] = f"{folder / 'games'}"
    return create_app({"TESTING": True, "SECRET_KEY": "tests", **own, **NO_LIMITS})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a cookie yet."""
    return app.test_client()


@pytest.fixture(scope="session")
def visits(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> "Visits":  # noqa: ARG001
    """The response of each view and file, by its name; a session asks for each once.

    They have an application of their own, made after *app*: in that one the class of another test
    may have the code of a view's.
    """
    # Others start sooner without.
    from tests.drawn_views import drawn  # noqa: PLC0415
    from tests.views import RARE, VIEWS, Visits  # noqa: PLC0415

    return Visits(made(tmp_path_factory.mktemp("views")), {**VIEWS, **RARE, **drawn()})


@pytest.fixture(scope="session")
def every_page(visits: "Visits") -> Mapping[str, "Element"]:
    """Every kind of page and state, by its name, for tests that only look."""
    from tests.views import VIEWS  # noqa: PLC0415

    return {name: visits.page(name) for name in VIEWS}


@pytest.fixture
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """To play with a friend: nobody waits for news, and every note of presence is kept."""
    monkeypatch.setattr(views, "NEWS_SECONDS", 0)
    monkeypatch.setattr(sqlite, "SHORT_PATIENCE", 60)  # no busy machine loses such a note


@pytest.fixture
def checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout without settings and without an instance folder: there :func:`create_app` runs."""
    forget_settings(monkeypatch)
    for name in ("static", "templates"):
        (tmp_path / name).symlink_to(webapp.ROOT / name)
    monkeypatch.setattr(webapp, "ROOT", tmp_path)
    return tmp_path


def forget_settings(patch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("FLASK_"):
            patch.delenv(name)


def caches(*packages: str) -> "Iterator[_lru_cache_wrapper[object]]":
    """Every function of ours, below *packages* if given, that keeps what it returned."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(packages or ("ai.", "webapp.")):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper) and value.__module__ == name:
                    yield value
                if isinstance(value, Remembered) and value.__module__ == name:
                    yield from value.caches.values()


def forget_all() -> None:
    """Clear all caches: a cached result would replace a missing table."""
    for kept in caches():
        kept.cache_clear()
