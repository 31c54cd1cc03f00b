"""The language of the pages and their templates."""

from flask import Flask, g
from markupsafe import Markup, escape

from ai import language
from ai.language import N_, _, pgettext
from webapp.serving.params import notes_here


def _as_markup(message: str, /, **values: object) -> Markup:
    """The translation of *message* for a template, with *values* that are escaped."""
    return Markup(_(message, **_escaped(values)))  # noqa: S704


def _in_context_as_markup(context: str, message: str, /, **values: object) -> Markup:
    """The translation of *message* in this *context*, with *values* that are escaped."""
    return Markup(pgettext(context, message, **_escaped(values)))  # noqa: S704


def _counted_as_markup(one: str, many: str, num: int, /, **values: object) -> Markup:
    """The translation of *one* or *many*, by *num*, with *values* that are escaped."""
    message = Markup(language.speaking.get().catalogue.ngettext(one, many, num))  # noqa: S704
    return message % {"num": num, **values}


def _escaped(values: dict[str, object]) -> dict[str, object]:
    return {name: escape(it) for name, it in values.items()}


def init_app(app: Flask) -> None:
    """Translate the messages of *app* and its templates into the language of its settings."""

    @app.before_request
    def speak() -> None:
        g.language = language.speak(app.config["LANGUAGE"])

    @app.teardown_request
    def be_silent(_error: BaseException | None) -> None:
        if token := notes_here().pop("language", None):
            language.speaking.reset(token)

    environment = app.jinja_env
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # `trans` gives the values
    environment.globals |= {
        "N_": N_,
        "_": _as_markup,
        "gettext": _as_markup,
        "ngettext": _counted_as_markup,
        "pgettext": _in_context_as_markup,
        "language": language.spoken,
        "direction": lambda: language.speaking.get().direction,
        "number": language.number,
        "sentence_case": language.sentence_case,
    }
