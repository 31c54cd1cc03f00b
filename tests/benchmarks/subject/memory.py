"""The memory of a worker: prints the megabytes after each stage, and of each cache, as JSON."""

import gc
import json
import os
import tracemalloc
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from browser import ask  # noqa: F401 - with Flask
from flask import Flask
from measured import KEY, apart, quiet
from script import made

MB = 1e6
LEAST = 0.2  # megabytes of a cache that is told


def resident() -> float:
    """The megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MB


def after_script(app: Flask) -> float:
    """The megabytes once the script was played."""
    made(app)
    return resident()


def caches(app: Flask) -> dict[str, Any]:
    """The megabytes that each cache frees after the script, if it is cleared, its entries, how many
    there may be, its hits and its misses.
    """
    tracemalloc.start()
    made(app)
    found = {}
    for cache in [it for it in gc.get_objects() if isinstance(it, _lru_cache_wrapper)]:
        hits, misses, most, entries = cache.cache_info()
        before, _peak = tracemalloc.get_traced_memory()
        cache.cache_clear()
        freed = (before - tracemalloc.get_traced_memory()[0]) / MB
        if freed >= LEAST:
            name = f"{cache.__module__}.{cache.__qualname__}"
            found[name] = freed, entries, most, hits, misses
    return found


def main() -> None:
    """Measure this process, as the server would prepare it."""
    out = quiet()
    stages = {"Python and Flask": resident()}
    with TemporaryDirectory() as folder:
        os.environ["FLASK_SECRET_KEY"] = KEY
        os.environ["FLASK_GAMES_STORAGE"] = f"sqlite://{folder}/games.sqlite"
        from webapp import create_app  # noqa: F401, PLC0415

        stages["the modules"] = resident()
        from webapp.server import application  # noqa: PLC0415

        app = application()
        gc.collect()
        stages["prepared"] = resident()
        stages["after the script"] = apart(partial(after_script, app))
        found = apart(partial(caches, app))
    print(json.dumps([stages, found]), file=out, flush=True)


if __name__ == "__main__":
    main()
