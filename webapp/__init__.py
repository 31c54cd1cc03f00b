"""The Flask application: it reads the session, asks `ai`, and renders the response."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from werkzeug.exceptions import Conflict, Forbidden, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix

from ai.cli import commands
from ai.messages import Refusal
from ai.puzzles.solving import AttemptOver
from webapp.api import responses as api_responses
from webapp.api import views as api_views
from webapp.board import parts
from webapp.board.about import PAPERS
from webapp.board.diagrams import key_to, render_diagram, value_signs
from webapp.embed import views as embed_views
from webapp.friend import responses as friend_responses
from webapp.friend import store
from webapp.friend import views as friend_views
from webapp.friend.game import NoSeat
from webapp.learn import views as learn_views
from webapp.learn.delay import delay
from webapp.match import responses as match_responses
from webapp.match import views as match_views
from webapp.match.match import MatchError
from webapp.puzzles import views as puzzle_views
from webapp.replay import views as replay_views
from webapp.replay.address import BadAddress
from webapp.replay.replay import preview_url, replay_url
from webapp.search import views as search_views
from webapp.search.walk import search_url
from webapp.serving import (
    caching,
    errors,
    health,
    language,
    limits,
    logs,
    security,
    static_files,
    variables,
    versions,
)
from webapp.serving.params import Request
from webapp.settings import views as settings_views
from webapp.sharing import offline
from webapp.sharing import pages as outside

ROOT = Path(__file__).parent.parent


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application, configured by `FLASK_*` variables of the environment and then *config*.

    :data:`~webapp.serving.variables.SETTINGS` has its own, and .github/HOSTING.md their meaning.
    """
    static = ROOT / "static"
    app = Flask(
        __name__,
        template_folder=ROOT / "templates",
        static_folder=static,
        static_url_path=static_files.PREFIX + static_files.digest(static),
        instance_path=str(ROOT / "instance"),
    )
    app.request_class = Request
    app.config.from_mapping(
        COMPRESS_ALGORITHM=["zstd", "br", "gzip"],
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_MIMETYPES=["text/html", "application/json"],
        COMPRESS_ZSTD_LEVEL=6,
        MAX_CONTENT_LENGTH=4096,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.config.from_prefixed_env()
    app.config.from_mapping(variables.read(variables.SETTINGS, variables.PREFIX))
    app.config.from_mapping(config)

    logs.init_app(app)
    for name in variables.unknown():
        app.logger.warning("%s is no setting of this site; .github/HOSTING.md has all.", name)
    security.init_app(app)
    statuses: dict[type[Refusal], errors.Status] = {
        BadAddress: NotFound,
        MatchError: Conflict,
        AttemptOver: Conflict,
        NoSeat: Forbidden,
    }
    for_visitors = (embed_views.refuse, friend_responses.refuse, match_responses.refuse)
    errors.init_app(app, statuses, api_responses.refuse, *for_visitors)
    for command in commands.commands.values():
        app.cli.add_command(command)
    match_responses.htmx.init_app(app)
    language.init_app(app)
    parts.init_app(app)
    health.init_app(app)
    app.before_request(delay)  # before limits, which measure a request that does not wait
    limits.init_app(app)
    store.init_app(app)
    caching.init_app(app, ROOT)
    versions.init_app(app, ROOT)
    Compress(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {
        "about_page": outside.about_page,
        "covers": outside.COVERS,
        "render_diagram": render_diagram,
        "key_to": key_to,
        "value_signs": value_signs,
        "papers": PAPERS,
        "preview_url": preview_url,
        "replay_url": replay_url,
        "search_url": search_url,
        "with_friends": app.extensions["games"] is not None,
    }
    for room in (
        match_views,
        friend_views,
        replay_views,
        puzzle_views,
        api_views,
        learn_views,
        search_views,
        embed_views,
        settings_views,
        outside,
        offline,
    ):
        app.register_blueprint(room.bp)

    static_files.serve(app, ROOT)
    app.wsgi_app = security.with_headers(app.wsgi_app, app.config["HSTS"])  # type: ignore[assignment,method-assign]
    app.wsgi_app = logs.with_request_id(app.wsgi_app)  # type: ignore[assignment,method-assign]
    if hops := app.config["PROXY_HOPS"]:
        app.wsgi_app = security.with_known_scheme(app.wsgi_app)  # type: ignore[assignment,method-assign]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app
