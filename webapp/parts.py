"""Parts of a page: small frozen values, each drawn by one macro, compared to learn what changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from flask import Flask, current_app, request
from flask.templating import Environment
from markupsafe import Markup

# Drawings that are kept: enough for every cell and sentence that pages have in common.
KEPT_DRAWINGS = 4096


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a page, with all that its drawing needs.

    The macro *drawn_by* names, in its template, takes the part and whether it is to be swapped. A
    part that many pages have in common is *kept* once drawn; its drawing may depend on nothing but
    the part and the addresses of the application.
    """

    drawn_by: ClassVar[tuple[str, str]]
    kept: ClassVar[bool] = True

    def changed_since(self, before: Self) -> Iterable["Part"]:
        """The parts to swap in a page that shows *before*: itself, unless nothing changed."""
        return () if self == before else (self,)


def draw(part: Part, swap: bool = False) -> Markup:
    """The markup of *part*. With *swap*, htmx puts it in the place of the element with its id."""
    environment = current_app.jinja_env
    if part.kept:
        return _kept_drawing(environment, request.script_root, part, swap)
    return _drawing(environment, part, swap)


def _drawing(environment: Environment, part: Part, swap: bool) -> Markup:
    template, macro = part.drawn_by
    drawn: Markup = getattr(_macros(environment, template), macro)(part, swap)
    return drawn


@lru_cache(maxsize=KEPT_DRAWINGS)
def _kept_drawing(environment: Environment, root: str, part: Part, swap: bool) -> Markup:
    """The drawing of *part* for an application mounted at *root*, which its addresses begin with."""
    del root
    return _drawing(environment, part, swap)


def _macros(environment: Environment, template: str) -> Any:
    """The macros of *template*; Jinja keeps them, and makes them anew when the file changes."""
    return environment.get_template(template).module


def init_app(app: Flask) -> None:
    """Let the templates of *app* draw parts."""
    app.jinja_env.globals["draw"] = draw
