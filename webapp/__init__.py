"""The Flask application: it reads the session, asks `ai`, and renders the response."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from ai.cli import commands
from ai.language import ENGLISH
from webapp import (
    caching,
    errors,
    health,
    language,
    limits,
    logs,
    outside,
    parts,
    security,
    static_files,
)
from webapp.about import PAPERS
from webapp.api import views as api_views
from webapp.drawing import render_diagram
from webapp.learn import views as learn_views
from webapp.match import views as match_views
from webapp.match.responses import htmx
from webapp.params import Request
from webapp.replay import views as replay_views
from webapp.replay.replay import replay_url
from webapp.settings import views as settings_views

ROOT = Path(__file__).parent.parent


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application, configured by `FLASK_*` variables of the environment and then *config*.

    Beside Flask's own settings `LANGUAGE` says into which language the pages are translated,
    `PROXY_HOPS` how many proxies before the application may be trusted to name the visitor's
    address and scheme, `HTTPS_ONLY` whether plain HTTP only leads to HTTPS, `HSTS` for how long
    browsers shall remember that, `SECURITY_CONTACT` to whom a weakness is reported, and
    `ACCESS_LOG` whether each request is logged. `KEPT_RESPONSES` is how many bytes of responses are
    kept, `LIMIT_REQUESTS` and `LIMIT_DRAWINGS` how much a visitor may ask for, and `LIMIT_STORAGE`
    where that is counted.
    """
    static = ROOT / "static"
    app = Flask(
        __name__,
        template_folder=ROOT / "templates",
        static_folder=static,
        static_url_path=f"/static/{static_files.digest(static)}",
        instance_path=str(ROOT / "instance"),
    )
    app.request_class = Request
    app.config.from_mapping(
        ACCESS_LOG=False,
        COMPRESS_ALGORITHM=["zstd", "br", "gzip"],
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_MIMETYPES=["text/html", "application/json"],
        COMPRESS_ZSTD_LEVEL=4,
        HSTS="max-age=63072000",
        HTTPS_ONLY=False,
        KEPT_RESPONSES=8_000_000,
        LANGUAGE=ENGLISH,
        LIMIT_DRAWINGS="200 per 10 seconds",
        LIMIT_REQUESTS="1000 per 10 seconds",
        LIMIT_STORAGE="memory://",
        MAX_CONTENT_LENGTH=4096,
        PROXY_HOPS=0,
        SECURITY_CONTACT="",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.config.from_prefixed_env()
    if key := os.environ.get("FLASK_SECRET_KEY"):
        # As it is written: a key of digits alone would be read as a number.
        app.config["SECRET_KEY"] = key
    app.config.from_mapping(config)

    logs.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    for command in commands.commands.values():
        app.cli.add_command(command)
    htmx.init_app(app)
    language.init_app(app)
    parts.init_app(app)
    health.init_app(app)
    caching.init_app(app, ROOT)
    limits.init_app(app)
    Compress(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {
        "about_page": outside.about_page,
        "covers": outside.COVERS,
        "render_diagram": render_diagram,
        "papers": PAPERS,
        "replay_url": replay_url,
    }
    for room in (match_views, replay_views, api_views, learn_views, settings_views, outside):
        app.register_blueprint(room.bp)

    static_files.serve(app, ROOT)
    app.wsgi_app = security.with_headers(app.wsgi_app, app.config["HSTS"])  # type: ignore[assignment,method-assign]
    app.wsgi_app = logs.with_request_id(app.wsgi_app)  # type: ignore[assignment,method-assign]
    if hops := app.config["PROXY_HOPS"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app
