"""Markup by macros: of plain values, and of the regions of a page, of which a response has those
that changed.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, NamedTuple

from flask import Flask, url_for
from flask.templating import Environment
from jinja2.runtime import Macro
from markupsafe import Markup

from ai.language import by_language
from ai.rules import remembering
from webapp.serving.params import app_here, notes_here, request_here

# Enough for all cells and sentences that pages have in common.
CACHED_RENDERINGS = 8192

# Stands before and after the id of a region in the markup around it: no HTML has it.
SLOT = "\0"

# How htmx swaps an element. The pen draws anew: nothing of the last drawing may be kept.
PEN, MORPH, REPLACE = "pen", 'data-hx-swap-oob="outerMorph"', 'data-hx-swap-oob="outerHTML"'
APPEND = 'data-hx-swap-oob="beforeend"'

INNER, REQUEST, GROWING = "region", "request", "growing"
"""Last parameters of macros. An element that holds regions gets slots for them, by their ids, of
*region*. One with the *request* may depend on it, so it is not cached. A *growing* one is a list.
"""

STEADY = "steady"
"""Marks an element whose attributes change more often than its contents."""


class Site(NamedTuple):
    """The *templates* of an application, and the *root* where it is mounted. It is part of every
    cache key.
    """

    templates: Environment
    root: str


def current_site() -> Site:
    """The site of this request, found once."""
    notes = notes_here()
    site: Site | None = getattr(notes, "site", None)  # it takes no call, unlike `in`
    if site is None:
        site = notes.site = Site(app_here().jinja_env, request_here().script_root)
    return site


# Jinja takes eight calls to find a template again.
@lru_cache(maxsize=256)
def _macros(templates: Environment, name: str) -> Mapping[str, Any]:
    """The macros of the template of that *name*, in its order, for all languages."""
    template = templates.get_template(name)
    context = template.new_context()
    for _text in template.root_render_func(context):
        pass
    own = context.exported_vars  # without imports
    return {name: it for name, it in context.vars.items() if name in own and isinstance(it, Macro)}


class RegionMacro(NamedTuple):
    """A *macro* of a *template*, which renders an element of a page; *more* may be its last
    parameter, :data:`INNER`, :data:`REQUEST` or :data:`GROWING`, or :data:`STEADY`.
    """

    template: str
    macro: str
    more: str = ""


Region = tuple[RegionMacro, tuple[Hashable, ...]]
"""A macro with its *values*, as of :func:`fixed`. A region without markup is not on the page."""


@by_language(remembering(CACHED_RENDERINGS))
def _rendering(site: Site, region_macro: RegionMacro, values: tuple[Hashable, ...]) -> Markup:
    """The markup of a region, with a slot for each region that it holds."""
    template, macro, more = region_macro
    found: Markup = _macros(site.templates, template)[macro](*values, *(_slots,) * (more == INNER))
    return found


def _slots(*names: str) -> Markup:
    return Markup("".join(f"{SLOT}{name}{SLOT}" for name in names))  # noqa: S704


def fixed(template: str, macro: str, *values: Hashable) -> Markup:
    """The markup of *macro* with these *values*, cached. It may depend only on them, the mount
    point, and the language.
    """
    return _rendering(current_site(), RegionMacro(template, macro), values)


def rendered(template: str, macro: str, *values: object) -> Markup:
    """The markup of *macro* with these *values*, which may be a visitor's own: not cached."""
    found: Markup = _macros(app_here().jinja_env, template)[macro](*values)
    return found


# Regions.

Regions = Mapping[str, Region]
"""The regions of a page by their ids. One that holds others stands before them."""

forgetting: list[Callable[[], None]] = []
"""What empties the caches of pages that know their regions, while templates change."""


@lru_cache(maxsize=256)
def _readers(
    templates: Environment, template: str
) -> list[tuple[str, RegionMacro, Callable[[object], Any]]]:
    """For each macro of *template* the id of its element, the macro, and a function that reads
    the fields that its parameters name, and a class after them.
    """
    found: list[tuple[str, RegionMacro, Callable[[object], Any]]] = []
    for name, macro in _macros(templates, template).items():
        fields = [it for it in macro.arguments if it not in {INNER, REQUEST, GROWING}]
        made = RegionMacro(template, name, "".join(macro.arguments[len(fields) :]))
        # With two names or more it reads a tuple.
        found.append((name.replace("_", "-"), made, attrgetter(*fields, "__class__")))
    return found


def regions(page: object, *templates: str) -> Regions:
    """The regions of *page*: each macro of the *templates* renders the element whose id is its
    name, of the fields that its parameters name.
    """
    return {
        name: (region_macro, read(page)[:-1])
        for template in templates
        for name, region_macro, read in _readers(app_here().jinja_env, template)
    }


def drawing(found: Regions, drawn: set[str] | None = None) -> Callable[..., Markup]:
    """A function from the ids of regions to their markup, with the regions that they hold. It
    notes the ids in *drawn*.
    """
    site, noted = current_site(), set[str]() if drawn is None else drawn

    def draw(name: str, *more_names: str) -> Markup:
        if more_names:
            return Markup("".join(map(draw, (name, *more_names))))  # noqa: S704 - macros escape
        noted.add(name)
        region_macro, values = found[name]
        template, macro, more = region_macro
        if more == REQUEST:
            markup: Markup = _macros(site.templates, template)[macro](*values, request_here())
            return markup
        markup = _rendering(site, region_macro, values)
        if more != INNER:
            return markup
        pieces = str.split(markup, SLOT)
        pieces[1::2] = map(draw, pieces[1::2])
        return Markup("".join(pieces))  # noqa: S704

    return draw


def changes(after: Regions, before: Regions) -> str:
    """Markup for htmx, which swaps each element by its id: it turns a page of the regions *before*
    into one of those *after*. If only the attributes of a :data:`STEADY` element differ, or of one
    that holds others, it comes empty, and keeps what is in it. Of a list that has grown comes what
    is new.
    """
    site, told, drawn, part = current_site(), list[str](), set[str](), str.partition
    draw = drawing(after, drawn)
    for name, region in after.items():
        earlier = before.get(name)
        if region == earlier or name in drawn:
            continue
        more = region[0].more
        if earlier and more in {INNER, STEADY}:
            tag, _, inside = part(_rendering(site, *region), ">")
            once, _, inside_before = part(_rendering(site, *earlier), ">")
            if inside == inside_before:
                if tag != once:
                    only = f"data-attributes-only {MORPH}"
                    told.append(f"{tag} {only}></{tag.split(None, 1)[0][1:]}>")
                continue
        if earlier and more == GROWING:
            kept = _rendering(site, *earlier).removesuffix("</ol>")
            if (markup := _rendering(site, *region)).startswith(kept):
                told.append(f'<ol id="{name}" {APPEND}>{markup.removeprefix(kept)}')
                continue
        if markup := draw(name):
            told.append(swapped(markup, REPLACE if name == PEN else MORPH))
    return "".join(told)


def swapped(markup: str, swap: str = MORPH) -> str:
    """The element of *markup* for htmx, which swaps it by its id."""
    tag, _, inside = str.partition(markup, ">")
    return f"{tag} {swap}>{inside}"


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
    """Give the templates of *app* what is below. No macro that is cached may call `absolute`.

    While debugging each request empties the caches, because templates change.
    """
    if app.debug:
        app.before_request(_forget)
    app.jinja_env.globals |= {
        "fixed": fixed,
        "rendered": rendered,
        "mini": partial(fixed, "shared/diagram.html", "mini"),
        "about": partial(rendered, "shared/about.html", "about"),
        "small_board": partial(fixed, "shared/diagram.html", "small_board"),
        "url_for": address,
        "absolute": absolute,
    }


def _forget() -> None:
    if (cache := app_here().jinja_env.cache) is not None:
        cache.clear()  # templates hold on to their imports
    for clear in (_macros.cache_clear, _readers.cache_clear, _rendering.cache_clear, *forgetting):
        clear()
