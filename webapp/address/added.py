"""Addresses that a chat, a mail or a sentence lengthened: they lead to the one without additions.

An addition is a slash, punctuation or an invisible character, as of the link in "(site/games/el).".
"""

from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, unquote_plus

from flask import current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException, SecurityError

from ai.exact.tablebase import TablebaseError
from ai.messages import Refusal
from ai.typed import plain
from webapp.serving.caching import AddressView
from webapp.serving.security import is_api

MOST = 20  # additions to an address


def without_added(error: HTTPException, _message: str) -> ResponseReturnValue | None:
    """A redirect from an address that ended in *error* to the longest one without some of the
    characters added to it; None if there is none.
    """
    missing = error is request.routing_exception
    read = request.method in {"GET", "HEAD"} and error.code in {400, 404}
    if not (missing or read) or isinstance(error, SecurityError) or request.path.startswith("//"):
        return None
    query = request.query_string.decode()
    programs, parameter = is_api(request.path), request.path.rstrip("/").rpartition("/")[2]
    if _is_address(request.path, query) or (programs and not plain(parameter)):
        return None
    shorter = [(path, query) for path in _cut(request.path)]
    if not programs:  # which learn what is wrong with their parameters
        head, equals, last = query.rpartition("=")
        shorter += [(request.path, f"{head}{equals}{quote(it)}") for it in _cut(unquote_plus(last))]
    for path, asked in shorter:
        if _is_address(path, asked):
            there = quote(f"{request.script_root}{path}")
            return "", 308, {"Location": f"{there}?{asked}" if asked else there}
    return None


def _cut(text: str) -> Iterator[str]:
    """*text* without the last addition, without the last two, and so on, each that ends like an
    address: in a letter, a digit, a slash, or the full stop of a diagram.
    """
    for _addition in range(MOST):
        if text in {"", "/"} or text[-1].isalnum() or text[-1] in "\0\ufffd":
            return
        text = text[:-1]
        if text and (text[-1] in "./" or text[-1].isalnum()):
            yield text


def _is_address(path: str, query: str) -> bool:
    """Whether *path* with *query* is an address. If its view does not read them apart, each without
    additions is.
    """
    site, given = current_app.create_url_adapter(request), request.args
    try:
        endpoint, variables = site.match(path) if site else ("", {})
        view = current_app.view_functions.get(endpoint)
        if not isinstance(view, AddressView):
            return not [*_cut(path), *_cut(unquote_plus(query))]
        vars(request)["args"] = MultiDict(parse_qsl(query, keep_blank_values=True))
        view.asked(**variables)
    except (HTTPException, Refusal):
        return False
    except TablebaseError:
        pass  # the view leads on to where the game is solved
    finally:
        vars(request)["args"] = given
    return True
