"""The store of games that the settings name."""

import os
from pathlib import Path

from flask import Flask

from webapp.serving.variables import MOST, OFF, SCHEMES, SQLITE
from webapp.store.base import GameStore, log
from webapp.store.sqlite import SQLiteStore

FILE = "games.sqlite"  # in the instance folder


def store_at(uri: str, folder: Path, most: int = MOST) -> GameStore | None:
    """The store of at most *most* games at *uri*, which the settings have checked: `sqlite`, the
    file :data:`FILE` in *folder*; `sqlite:///path`, one at an absolute path; or a Redis or Valkey.
    None if that is `off`, or if its file cannot be written, which is logged.
    """
    scheme, _, rest = uri.partition(":")
    if uri == OFF:
        return None
    if scheme != SQLITE:
        from webapp.store.redis import RedisStore  # noqa: PLC0415 - most sites need no Redis

        return RedisStore(f"{SCHEMES[scheme]}:{rest}", most)
    path = folder / FILE if uri == SQLITE else Path("/", rest.lstrip("/"))
    if not can_write(path):
        log.warning("Games with friends are off, because %s cannot be written.", path)
        return None
    return SQLiteStore(path, most)


def can_write(path: Path) -> bool:
    """Whether this process may write the file at *path*, or make it and its folders."""
    if path.exists():
        return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    return folder.is_dir() and os.access(folder, os.W_OK)


def init_app(app: Flask) -> None:
    """Let `app.extensions["games"]` be the store of the settings, None if there is none."""
    log.parent = app.logger  # whose handler its first use makes
    app.extensions["games"] = store_at(
        str(app.config["GAMES_STORAGE"]), Path(app.instance_path), app.config["GAMES_MOST"]
    )
