"""The language of the pages and their templates."""

from pathlib import Path

from flask import Flask
from markupsafe import Markup, escape

from ai import language
from ai.language import _

FOLDER = Path(__file__).parents[1] / "translations"


def languages() -> list[str]:
    """The languages in which there is a catalogue, in the order of the alphabet after English."""
    return [language.ENGLISH, *sorted(path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/*.mo"))]


def _as_markup(message: str, /, **values: object) -> Markup:
    """The translation of *message* for a template, with *values* that are escaped."""
    return Markup(_(message, **{name: escape(it) for name, it in values.items()}))  # noqa: S704


def _counted_as_markup(one: str, many: str, num: int, /, **values: object) -> Markup:
    """The translation of *one* or *many*, by *num*, with *values* that are escaped."""
    message = Markup(language.catalogue.ngettext(one, many, num))  # noqa: S704
    return message % {"num": num, **values}


def init_app(app: Flask) -> None:
    """Translate the messages of *app* and its templates into the language of its settings."""
    language.speak(app.config["LANGUAGE"], FOLDER)
    environment = app.jinja_env
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # `trans` gives the values
    environment.globals |= {
        "_": _as_markup,
        "gettext": _as_markup,
        "ngettext": _counted_as_markup,
        "language": language.spoken,
        "number": language.number,
        "sentence_case": language.sentence_case,
    }
