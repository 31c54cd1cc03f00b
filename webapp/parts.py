"""Parts of a page: small frozen values, each rendered by one macro; compared, to find changes."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self

from flask import Flask, current_app, request, url_for
from flask.templating import Environment
from markupsafe import Markup
from werkzeug.sansio.utils import get_current_url

# How many renderings are cached: enough for every cell and sentence that pages have in common.
CACHED_RENDERINGS = 8192

# What a macro adds to its element: nothing, or by what htmx puts it in the place of the one with
# its id.
STANDING, SWAPPED = Markup(""), Markup(' data-hx-swap-oob="outerMorph"')


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a page, with all that its rendering needs.

    The macro *rendered_by* names, in its template, takes the part, and what to add to its element
    to swap it. The rendering of a part that many pages have in common is *cached*; it may depend on
    nothing but the part, where the application is mounted, and the one language of the site.
    """

    rendered_by: ClassVar[tuple[str, str]]
    cached: ClassVar[bool] = True

    def changed_since(self, before: Self) -> Iterable["Part"]:
        """The parts to swap in a page that shows *before*: itself, unless nothing changed."""
        return () if self == before else (self,)


class UncachedPart(Part):
    """A part that hardly two pages have in common."""

    __slots__ = ()
    cached: ClassVar = False


class Site(NamedTuple):
    """The *templates* of an application, and the *root* where it is mounted: what is cached for one
    is not for another.
    """

    templates: Environment
    root: str


def _site() -> Site:
    return Site(current_app.jinja_env, request.script_root)


class Place(Markup):
    """Where a part goes in the frame of a page, which can tell nothing of the part: whoever asks
    for more than its rendering gets a TypeError.
    """

    def __new__(cls, name: str) -> Self:
        """The place of the part of that *name*, between two characters that no page has."""
        return super().__new__(cls, f"\0{name}\0")

    def __getattr__(self, name: str) -> Any:
        raise TypeError(f"A frame is the same for all parts: it cannot ask for their {name}.")

    def __bool__(self) -> bool:
        raise TypeError("A frame is the same for all parts: it cannot ask whether there is one.")


class Places:
    """A place for each part that a template asks for."""

    def __getattr__(self, name: str) -> Place:
        return Place(name)


def render(*parts: Part | Place) -> Markup:
    """The markup of *parts* as they stand in a page; their places, while a frame is made."""
    site = _site()
    return _joined(
        part if isinstance(part, Place) else _render(site, part, STANDING) for part in parts
    )


def render_page(template: str, parts: Mapping[str, Part], *conditions: str) -> str:
    """The page of *template*, in which *parts* go by their names. What stands around them is
    cached: it may depend on nothing but which *conditions* hold.
    """
    site = _site()
    first, *rest = _frame(site, template, frozenset(conditions))
    names, markup = rest[::2], rest[1::2]
    rendered = (_render(site, parts[name], STANDING) for name in names)
    return "".join([first, *chain.from_iterable(zip(rendered, markup, strict=True))])


@lru_cache(maxsize=64)
def _frame(site: Site, template: str, conditions: frozenset[str]) -> tuple[str, ...]:
    """The markup around the parts of a page, and in turn with it their names."""
    around = site.templates.get_template(template).render(page=Places(), conditions=conditions)
    return tuple(around.split("\0"))


def swap_all(parts: Iterable[Part]) -> Markup:
    """The markup of *parts* in a response to htmx, which swaps each by its id."""
    return _swap_all(_site(), parts)


def swap_changes(parts: Iterable[Part], before: Iterable[Part]) -> Markup:
    """The markup that turns a page of the parts *before* into one of *parts*, the same ones."""
    site = _site()
    return _joined(
        (_cached_change if part.cached else _change)(site, part, earlier)
        for part, earlier in zip(parts, before, strict=True)
        if part != earlier
    )


def _swap_all(site: Site, parts: Iterable[Part]) -> Markup:
    return _joined(_render(site, part, SWAPPED) for part in parts)


def _joined(markup: Iterable[Markup]) -> Markup:
    return Markup("".join(markup))  # noqa: S704 - macros escape


def _render(site: Site, part: Part, swap: Markup) -> Markup:
    rendering = _cached_rendering if part.cached else _rendering
    return rendering(site, *part.rendered_by, part, swap)


def _rendering(site: Site, template: str, macro: str, *arguments: Hashable) -> Markup:
    """What a *macro* renders from its *arguments*."""
    module = site.templates.get_template(template).module
    rendered: Markup = getattr(module, macro)(*arguments)
    return rendered


def _change(site: Site, part: Part, before: Part) -> Markup:
    """What turns *before* into *part* on a page."""
    return _swap_all(site, part.changed_since(before))


_cached_rendering = lru_cache(maxsize=CACHED_RENDERINGS)(_rendering)
_cached_change = lru_cache(maxsize=CACHED_RENDERINGS)(_change)


def fixed(template: str, macro: str, *arguments: str) -> Markup:
    """What a *macro* renders from its *arguments* alone, cached: most of every page."""
    return _cached_rendering(_site(), template, macro, *arguments)


def absolute(address: str) -> str:
    """*address* with the scheme and the host under which the application was asked for."""
    return _origin(request.scheme, request.host) + address


@lru_cache(maxsize=64)
def _origin(scheme: str, host: str) -> str:
    return get_current_url(scheme, host).rstrip("/")


def address(endpoint: str, **values: Any) -> str:
    """The address of *endpoint*, kept: Flask takes long to build it."""
    return _address(_site(), endpoint, tuple(values.items()))


@lru_cache(maxsize=1024)
def _address(_site: Site, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))


def init_app(app: Flask) -> None:
    """Let the templates of *app* render parts, cache what never changes, and link to each other.

    While debugging templates do change, so nothing is kept from one request to the next.
    """
    if app.debug:
        app.before_request(_forget)
    app.jinja_env.globals |= {"fixed": fixed, "render": render, "url_for": address}


def _forget() -> None:
    if current_app.jinja_env.cache is not None:
        current_app.jinja_env.cache.clear()  # a template keeps what it imported
    for cached in (_cached_rendering, _cached_change, _frame):
        cached.cache_clear()
