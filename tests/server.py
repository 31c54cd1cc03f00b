"""The application as browsers visit it."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from tests.conftest import NO_LIMITS
from webapp import create_app

KEY = "end-to-end tests"  # signs the cookies


@contextmanager
def served(
    elsewhere: str | None = None, *, root: str = "", config: Mapping[str, object] | None = None
) -> Iterator[str]:
    """The address of the running application with this *config*, mounted at the path *root*;
    *elsewhere* is that of one that runs already.
    """
    if elsewhere:
        yield elsewhere
        return
    app = create_app({"TESTING": True, "SECRET_KEY": KEY, **NO_LIMITS, **(config or {})})
    mounted = DispatcherMiddleware(NotFound(), {root: app})
    server = make_server("127.0.0.1", 0, mounted, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://{server.host}:{server.port}{root}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
