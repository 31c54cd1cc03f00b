"""Kinds of pages whose address holds all of their state, and the routes that follow from a kind.

An address is read to a frozen state, and the page is made of the state. A state as text is unique:
it is the key of the caches.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from flask import Flask, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ai.messages import Refusal
from webapp.address.frames import FramedBoard, framed
from webapp.serving.caching import PAGE, AddressView, Life
from webapp.serving.errors import SiteRefusal
from webapp.serving.language import asked as asked_language
from webapp.serving.language import in_language
from webapp.serving.params import choice
from webapp.serving.security import EMBED_PREFIX

COLOURS = ("light", "dark")

Query = MultiDict[str, str]
State = TypeVar("State")


class BadAddress(SiteRefusal):
    """The URL does not describe a valid replay, puzzle, search or lesson."""

    status = 404


@contextmanager
def reading_address() -> Iterator[None]:
    """Raise every refusal as :exc:`BadAddress`; around the function that reads a URL."""
    try:
        yield
    except Refusal as error:
        raise BadAddress(error.message, **error.values) from error


def split_colours(query: Query) -> tuple[Query, str]:
    """The *query* of a frame without its `colours`, and these; empty if it has none.

    :raises BadParameter: if there are no such colours.
    """
    colours = choice(query, "colours", COLOURS, missing="")
    return MultiDict(it for it in query.items(multi=True) if it[0] != "colours"), colours


class Moved(NamedTuple):
    """A redirect to *url* with that *status*."""

    url: str
    status: int = 303


class Frame(NamedTuple, Generic[State]):
    """The frame of a page, below `/embed`: its *board*, the *url* of the page whose frame oEmbed
    gives, and its Cache-Control. *moved* is as in :class:`PageKind`.
    """

    url: Callable[[State], str]
    board: Callable[[State], FramedBoard]
    life: Life = PAGE
    moved: Callable[[Query, State], Moved | None] = lambda _query, _state: None


@dataclass(frozen=True)
class PageKind(Generic[State]):
    """A kind of page at these *paths*, of which the first may lack the last variable.

    *read* makes a state of the query and the variables, or raises :exc:`BadAddress`. *respond*
    makes the response; without a *life*, its Cache-Control, that depends on the visitor too.
    *moved* is the redirect of an address that leads to another.
    """

    endpoint: str
    paths: tuple[str, ...]
    read: Callable[..., State]
    respond: Callable[[State], ResponseReturnValue]
    life: Life = PAGE
    moved: Callable[[Query, State], Moved | None] = lambda _query, _state: None
    frame: Frame[State] | None = None


def rendered(template: str, page: Callable[[Any], object]) -> Callable[[Any], str]:
    """The function from a state to its page, by *template*."""
    return lambda state: render_template(template, page=page(state))


def add_kinds(app: Flask, *kinds: PageKind[Any]) -> None:
    """Add the routes of *kinds*, and of their frames."""
    for kind in kinds:
        app.extensions.setdefault("kinds", {})[kind.endpoint] = kind
        views = [("/", kind.endpoint, _view(kind, None))]
        if kind.frame:
            views.append((EMBED_PREFIX, f"embed.{kind.endpoint}", _view(kind, kind.frame)))
        for path in kind.paths:
            lacking = {"text": ""} if "<text>" in kind.paths[-1] and "<text>" not in path else None
            for prefix, endpoint, view in views:
                app.add_url_rule(prefix + path, endpoint, view, methods=["GET"], defaults=lacking)


def _view(kind: PageKind[State], frame: Frame[State] | None) -> AddressView:
    """The view of the pages of a *kind*, or of their frames."""

    def asked(**variables: str) -> tuple[State, str, Moved | None]:
        query, colours = split_colours(request.args) if frame else (request.args, "")
        state = kind.read(query, *variables.values())
        return state, colours, (frame or kind).moved(query, state)

    def respond(state: State, colours: str, moved: Moved | None) -> ResponseReturnValue:
        if moved:
            page = in_language(moved.url, asked_language())
            return redirect(framed(moved.url, colours) if frame else page, moved.status)
        if frame:
            return render_template("address/page.html", shown=frame.board(state), colours=colours)
        return kind.respond(state)

    return AddressView(asked, respond, (frame or kind).life)
