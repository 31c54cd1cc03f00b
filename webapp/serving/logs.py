"""Logs: a line for each request on stdout, and the application's messages on stderr.

Messages are lines of JSON, with the id of their request. A proxy may give a request its id in
`X-Request-Id`; the response always has it there.
"""

import json
import logging
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from time import perf_counter
from typing import Any, TypeAlias
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, current_app, has_request_context, request
from flask.logging import default_handler

Headers: TypeAlias = list[tuple[str, str]]
Write: TypeAlias = Callable[[bytes], object]

REQUEST_ID = "webapp.request_id"
SANE_ID = re.compile(r"[\w.:+/=@-]{1,128}", re.ASCII)


class JSONLines(logging.Formatter):
    """Formats each record, traceback included, as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """*record* as JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
            "message": record.getMessage(),
        }
        if has_request_context() and REQUEST_ID in request.environ:
            line["request"] = request.environ[REQUEST_ID]
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def init_app(app: Flask) -> None:
    """Write the log of *app* as lines of JSON, unless debugging."""
    if not app.debug:
        default_handler.setFormatter(JSONLines())


def warn_once(message: str) -> None:
    """Log *message* once in this process: its cause may affect every request."""
    said = current_app.extensions.setdefault("webapp.serving.logs", set())
    if message not in said:
        said.add(message)
        current_app.logger.warning(message)


def with_request_id(application: WSGIApplication, *, logged: bool) -> WSGIApplication:
    """*application*, with an id for every request and, if they are *logged*, a line on stdout. It
    is no log record, which takes as long as all else that is done here.
    """

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = environ[REQUEST_ID] = given if SANE_ID.fullmatch(given) else token_hex(8)

        def start(status: str, headers: Headers, exc_info: Any = None, /) -> Write:
            headers.append(("X-Request-Id", request_id))
            if logged:
                size = dict(headers).get("Content-Length", "-")
                line = access_line(environ, status, size, perf_counter() - began)
                with suppress(OSError, ValueError):  # nobody may read it any more
                    sys.stdout.write(f"{line}\n")
                    sys.stdout.flush()
            return start_response(status, headers, exc_info)

        return application(environ, start)

    return respond


def access_line(environ: WSGIEnvironment, status: str, size: str, seconds: float) -> str:
    """The line of a request: visitor, method, address, status, bytes, milliseconds, and id."""
    address = quote(environ["SCRIPT_NAME"] + environ["PATH_INFO"], encoding="latin-1")
    if query := environ["QUERY_STRING"]:
        address = f"{address}?{quote(query, '%=&+,;:@/?!$()*~', encoding='latin-1')}"
    visitor = quote(environ.get("REMOTE_ADDR") or "-", ":")
    method = quote(environ["REQUEST_METHOD"])
    answer = f"{status[:3]} {size} {seconds * 1000:.1f}ms"
    return f"{visitor} {method} {address} {answer} {environ[REQUEST_ID]}"
