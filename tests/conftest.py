"""Fixtures for all tests."""

import gc
import logging
import os
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import BytecodeCache, StrictUndefined
from jinja2.bccache import Bucket

import webapp
from webapp import create_app
from webapp.serving import logs

# Tests send more requests at once than any visitor.
NO_LIMITS = {"LIMIT_GAMES": "", "LIMIT_REQUESTS": "", "LIMIT_MILLISECONDS": ""}

settings.register_profile("same", deadline=None, max_examples=6, derandomize=True)
settings.register_profile("fresh", deadline=None, max_examples=25)
settings.load_profile("same")

# The tests hold large tables, and garbage collection of these takes long.
gc.set_threshold(100_000, 50, 50)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One more than there are cores, because browsers and servers keep tests waiting. No other
    processes with `--trace`; xdist itself does the same with `--pdb`.
    """
    return 0 if config.option.trace or config.option.usepdb else (os.cpu_count() or 1) + 1


def pytest_sessionfinish() -> None:
    """Exclude these tables from pytest's five garbage collections at the end."""
    gc.collect()
    gc.freeze()


class Compiled(BytecodeCache):
    """Templates compiled so far, for every application that the tests make."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002
        """The same in every checkout: Jinja compares what the templates say."""
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.codes:
            bucket.bytecode_from_string(self.codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def compile_templates_once() -> Iterator[None]:
    """Keep what Jinja compiles, for the tests make many applications. A name that a template does
    not know is an error there.
    """
    options = {"bytecode_cache": Compiled(), "undefined": StrictUndefined}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", options)
        yield


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application as it is by default, whatever `FLASK_*` variables are set outside."""
    games = tmp_path_factory.mktemp("games") / "games.sqlite"
    own = {"KEPT_RESPONSES": 0, "GAMES_STORAGE": f"sqlite://{games}"}
    with pytest.MonkeyPatch.context() as patch:
        forget_settings(patch)
        yield create_app({"TESTING": True, "SECRET_KEY": "tests", **own, **NO_LIMITS})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a cookie yet."""
    return app.test_client()


@pytest.fixture
def access(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Iterator[pytest.LogCaptureFixture]:
    """The access log of an application that keeps one."""
    monkeypatch.setattr(logs.access_log, "propagate", False)
    logs.access_log.addHandler(caplog.handler)
    logs.access_log.setLevel(logging.INFO)
    yield caplog
    logs.access_log.removeHandler(caplog.handler)


@pytest.fixture
def checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout without settings and without an instance folder: there :func:`create_app` runs."""
    forget_settings(monkeypatch)
    for name in ("static", "templates"):
        (tmp_path / name).symlink_to(webapp.ROOT / name)
    monkeypatch.setattr(webapp, "ROOT", tmp_path)
    return tmp_path


def forget_settings(patch: pytest.MonkeyPatch) -> None:
    """Remove the variables that would configure the application."""
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


def forget_all() -> None:
    """Clear all caches: a cached result would replace a missing table."""
    for cache in caches():
        cache.cache_clear()
