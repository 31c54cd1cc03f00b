"""Parts of a page: small frozen values, each drawn by one macro, compared to learn what changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

from flask import Flask, current_app, request
from flask.templating import Environment
from markupsafe import Markup

# Drawings that are kept: enough for every cell and sentence that pages have in common.
KEPT_DRAWINGS = 4096

# What a macro adds to its element: nothing, or by what htmx puts it in the place of the one with
# its id.
STANDING, SWAPPED = Markup(""), Markup(' data-hx-swap-oob="outerMorph"')


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a page, with all that its drawing needs.

    The macro *drawn_by* names, in its template, takes the part, and what to add to its element to
    swap it. A part that many pages have in common is *kept* once drawn; its drawing
    may depend on nothing but the part and the addresses of the application.
    """

    drawn_by: ClassVar[tuple[str, str]]
    kept: ClassVar[bool] = True

    def changed_since(self, before: Self) -> Iterable["Part"]:
        """The parts to swap in a page that shows *before*: itself, unless nothing changed."""
        return () if self == before else (self,)


def draw(part: Part) -> Markup:
    """The markup of *part* as it stands in a page."""
    return _draw([part], STANDING)


def swap_all(parts: Iterable[Part]) -> Markup:
    """The markup of *parts* in a response to htmx, which swaps each by its id."""
    return _draw(parts, SWAPPED)


def _draw(parts: Iterable[Part], swap: Markup) -> Markup:
    environment, root = current_app.jinja_env, request.script_root
    drawings = (
        (_kept_drawing if part.kept else _drawing)(environment, root, part, swap) for part in parts
    )
    return Markup("".join(drawings))  # noqa: S704 - macros escape


def _drawing(environment: Environment, _root: str, part: Part, swap: Markup) -> Markup:
    """The drawing of *part* for an application mounted at a root, where its addresses begin."""
    template, macro = part.drawn_by
    drawn: Markup = getattr(environment.get_template(template).module, macro)(part, swap)
    return drawn


_kept_drawing = lru_cache(maxsize=KEPT_DRAWINGS)(_drawing)


def init_app(app: Flask) -> None:
    """Let the templates of *app* draw parts."""
    app.jinja_env.globals["draw"] = draw
