"""The Flask application: it reads the match, asks `ai`, and draws the answer."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from ai.cli import commands
from ai.position import Mark
from webapp import (
    errors,
    learn_views,
    match_views,
    replay_views,
    security,
    static_files,
    verdicts,
)
from webapp.answers import htmx

ROOT = Path(__file__).parent.parent


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application, configured by `FLASK_*` variables of the environment and then *config*.

    Beside Flask's own settings `PROXY_HOPS` says how many proxies before the application may be
    trusted to name the visitor's address and scheme.
    """
    static = ROOT / "static"
    app = Flask(
        __name__,
        template_folder=ROOT / "templates",
        static_folder=static,
        static_url_path=f"/static/{static_files.digest(static)}",
        instance_path=str(ROOT / "instance"),
    )
    app.config.from_mapping(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIMETYPES=["text/html"],
        MAX_CONTENT_LENGTH=4096,
        PROXY_HOPS=0,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.config.from_prefixed_env()
    if key := os.environ.get("FLASK_SECRET_KEY"):
        # As it is written: a key of digits alone would be read as a number.
        app.config["SECRET_KEY"] = key
    app.config.from_mapping(config)

    security.init_app(app)
    errors.init_app(app)
    for command in commands.commands.values():
        app.cli.add_command(command)
    htmx.init_app(app)
    Compress(app)
    app.jinja_env.globals.update(
        Mark=Mark,
        better=verdicts.better,
        outlook=verdicts.outlook,
        verdict=verdicts.verdict,
        replay_url=replay_views.replay_url,
        preview_url=replay_views.preview_url,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for bp in (match_views.bp, replay_views.bp, learn_views.bp):
        app.register_blueprint(bp)
    app.add_url_rule(errors.HEALTH, "healthz", errors.healthy)

    static_files.serve(app)
    if hops := app.config["PROXY_HOPS"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app
