"""The application as browsers visit it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.serving import make_server

from webapp import create_app

KEY = "end-to-end tests"  # signs the cookies


@contextmanager
def served(elsewhere: str | None) -> Iterator[str]:
    """The address of the running application; *elsewhere* is that of one that runs already."""
    if elsewhere:
        yield elsewhere
        return
    app = create_app({"TESTING": True, "SECRET_KEY": KEY})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{server.host}:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()
