"""Parts of a page: frozen values, each rendered by one macro, and compared to find changes."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform

from flask import Flask, Request, current_app, request, url_for
from flask.templating import Environment
from markupsafe import Markup

from ai.rules import remembering

# Enough for all cells and sentences that pages have in common.
CACHED_RENDERINGS = 8192

# Attributes for the element of a macro: none in a page; in a response they let htmx replace the
# element with its id.
STANDING, SWAPPED = Markup(""), Markup(' data-hx-swap-oob="outerMorph"')


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Part:
    """A piece of a page, with all data for its rendering: a frozen dataclass.

    *rendered_by* is a template and a macro in it; subclasses name it as an argument of the class.
    The macro takes the part, and attributes to add to its element for a swap. A *cached* rendering
    may depend only on the part, the mount point of the application, and the language of the site.
    """

    rendered_by: ClassVar[tuple[str, str]]
    cached: ClassVar[bool] = True

    def __init_subclass__(cls, rendered_by: tuple[str, str] | None = None) -> None:
        if rendered_by:
            cls.rendered_by = rendered_by
        dataclass(frozen=True)(cls)

    def changed_since(self, before: Self) -> Iterable["Part"]:
        """The parts to swap in a page that shows *before*: itself, or none if nothing changed."""
        return () if self == before else (self,)


class UncachedPart(Part):
    """A part that few pages have in common."""

    cached: ClassVar = False


class Site(NamedTuple):
    """The *templates* of an application, and the *root* where it is mounted. It is part of every
    cache key.
    """

    templates: Environment
    root: str


# The application and the request themselves: a proxy takes three calls for each attribute.
_app: Callable[[], Flask] = current_app._get_current_object  # type: ignore[attr-defined]
request_here: Callable[[], Request] = request._get_current_object  # type: ignore[attr-defined]


def current_site() -> Site:
    """The site of this request."""
    return Site(_app().jinja_env, request_here().script_root)


def render(*parts: Part) -> Markup:
    """The markup of *parts* for a page."""
    return _render(parts, STANDING)


def swap_all(parts: Iterable[Part]) -> Markup:
    """The markup of *parts* for htmx, which swaps each by its id."""
    return _render(parts, SWAPPED)


def swap_changes(parts: Iterable[Part], before: Iterable[Part]) -> Markup:
    """The markup that turns the page of *before* into the page of *parts*, for htmx.

    :raises ValueError: if they differ in number.
    """
    pairs = zip(parts, before, strict=True)
    return swap_all(chain.from_iterable(part.changed_since(earlier) for part, earlier in pairs))


def _render(parts: Iterable[Part], swap: Markup) -> Markup:
    site = current_site()
    rendered = [
        (_cached_rendering if part.cached else _rendering)(site, *part.rendered_by, part, swap)
        for part in parts
    ]
    return Markup("".join(rendered))  # noqa: S704 - macros escape


def _rendering(site: Site, template: str, macro: str, *arguments: Hashable) -> Markup:
    """The markup of *macro* with these *arguments*."""
    return _macro(site.templates, template, macro)(*arguments)


# Jinja takes eight calls to find a template again.
@lru_cache(maxsize=1024)
def _macro(templates: Environment, template: str, macro: str) -> Callable[..., Markup]:
    found: Callable[..., Markup] = getattr(templates.get_template(template).module, macro)
    return found


_cached_rendering = remembering(CACHED_RENDERINGS)(_rendering)


def fixed(template: str, macro: str, *arguments: Hashable) -> Markup:
    """The markup of *macro* with these *arguments*, cached."""
    return _cached_rendering(current_site(), template, macro, *arguments)


def absolute(address: str) -> str:
    """*address* with the scheme and host of the request."""
    return request_here().host_url.rstrip("/") + address


def address(endpoint: str, **values: Any) -> str:
    """The address of *endpoint*, cached because Flask takes long to build it."""
    return _address(current_site(), endpoint, tuple(values.items()))


@lru_cache(maxsize=1024)
def _address(_site: Site, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))


def init_app(app: Flask) -> None:
    """Give the templates of *app* the functions `fixed`, `render`, `url_for` and `absolute`, which
    no macro of a cached part may call.

    While debugging each request empties the caches, because templates change.
    """
    if app.debug:
        app.before_request(_forget)
    app.jinja_env.globals |= {
        "fixed": fixed,
        "render": render,
        "url_for": address,
        "absolute": absolute,
    }


def _forget() -> None:
    if current_app.jinja_env.cache is not None:
        current_app.jinja_env.cache.clear()  # templates hold on to their imports
    _macro.cache_clear()
    _cached_rendering.cache_clear()
