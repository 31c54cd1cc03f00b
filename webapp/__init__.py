"""The Flask application: it reads the session, asks `ai`, and renders the response."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from ai.cli import commands
from ai.exact.value import winners_moves
from ai.opponents import LEVELS
from webapp import prepared
from webapp.address import added, frames, games, kinds, oembed, reach
from webapp.address.rules import LazyRule
from webapp.api import views as api_views
from webapp.board import parts
from webapp.board.about import PAPERS
from webapp.board.diagrams import glyphs_by_name, key_to, outlines, value_signs
from webapp.board.outlines import outline
from webapp.board.pen import pen_lines
from webapp.board.templates import Templates
from webapp.classroom import names
from webapp.classroom import views as classroom_views
from webapp.complete import require_complete
from webapp.friend import invite
from webapp.friend import responses as friend_responses
from webapp.friend import views as friend_views
from webapp.gallery import atlas
from webapp.gallery import views as gallery_views
from webapp.game import commands as game_commands
from webapp.game import responses as game_responses
from webapp.game import views as game_views
from webapp.honours import views as honours_views
from webapp.kept import games as kept_games
from webapp.learn import lessons
from webapp.learn import views as learn_views
from webapp.learn.today import today_shown
from webapp.mine import views as mine_views
from webapp.puzzles import views as puzzle_views
from webapp.replay import views as replay_views
from webapp.replay.replay import preview_url, replay_url, shared_url
from webapp.search import page as search_page
from webapp.search.walk import search_url
from webapp.serving import (
    caching,
    cookies,
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
from webapp.sharing import pages as sharing
from webapp.solving import queue as solving
from webapp.store import storage

ROOT = Path(__file__).parent.parent


class Application(Flask):
    """Flask with our requests, rules and templates. None of its functions is a coroutine."""

    request_class, url_rule_class = Request, LazyRule
    jinja_environment = Templates

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """*func* itself: Flask looks for coroutines a dozen times for each request."""
        return func


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application, configured by `FLASK_*` variables of the environment and then *config*.

    :data:`~webapp.serving.variables.SETTINGS` has its own, and .github/HOSTING.md their meaning.
    """
    static = ROOT / "static"
    app = Application(
        __name__,
        template_folder=ROOT / "templates",
        static_folder=static,
        static_url_path=static_files.PREFIX + static_files.digest(static),
        instance_path=str(ROOT / "instance"),
    )
    app.config.from_mapping(
        COMPRESS_ALGORITHM=static_files.CODINGS,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_MIMETYPES=["text/html", "application/json"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_BR_WINDOW=16,  # 64 kB, as large as pages
        COMPRESS_ZSTD_LEVEL=6,
    )
    app.config.from_mapping(variables.read(variables.SETTINGS, variables.PREFIX))
    app.config.from_mapping(config)

    if app.debug:
        require_complete()
    cookies.init_app(app)
    language.init_app(app, settings_views.language_chosen)
    for module in (logs, security, parts, health, limits, storage, solving):
        module.init_app(app)
    for name in variables.unknown():
        app.logger.warning("%s is no setting of this site; .github/HOSTING.md has all.", name)
    for_visitors = (
        frames.refuse,
        friend_responses.refuse,
        game_responses.refuse,
        gallery_views.refuse,
    )
    pages = {"game": game_views.present_page, "friend": friend_views.present_page}
    errors.init_app(app, added.without_added, api_views.refuse, *for_visitors)
    for command in commands.commands.values():
        app.cli.add_command(command)
    game_responses.htmx.init_app(app)
    games.init_app(app, pages, (invite.typed, names.typed))
    caching.init_app(app, ROOT)
    versions.init_app(app, ROOT, pages)
    prepared.init_app(app, ROOT)
    caching.Compression(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["winners_moves"] = winners_moves
    app.jinja_env.globals |= {
        "about_page": sharing.about_page,
        "covers": sharing.COVERS,
        "outline": outline,
        "pen_lines": pen_lines,
        "glyphs_by_name": glyphs_by_name,
        "outlines": outlines,
        "key_to": key_to,
        "kept_games": kept_games.current_games,
        "value_signs": value_signs,
        "papers": PAPERS,
        "framed": frames.framed,
        "oembed_url": oembed.oembed_url,
        "levels": len(LEVELS),
        "preview_url": preview_url,
        "shared_url": shared_url,
        "replay_url": replay_url,
        "for_others": reach.for_others,
        "public_view": caching.public_view,
        "qr_code": invite.qr_code,
        "reach": reach.reach_here,
        "search_url": search_url,
        "today_shown": today_shown,
        "words_of_commands": game_commands.announced,
        "with_friends": app.extensions["games"] is not None,
    }
    for room in (
        game_views,
        friend_views,
        puzzle_views,
        mine_views,
        honours_views,
        gallery_views,
        classroom_views,
        api_views,
        learn_views,
        oembed,
        settings_views,
        sharing,
        offline,
    ):
        app.register_blueprint(room.bp)
    for room in (replay_views, puzzle_views, search_page, lessons, friend_views, atlas):
        kinds.add_kinds(app, *room.KINDS)

    static_files.serve(app, ROOT)
    app.wsgi_app = security.with_headers(app.wsgi_app, app.config["HSTS"])  # type: ignore[assignment,method-assign]
    logged = app.config["ACCESS_LOG"]
    app.wsgi_app = logs.with_request_id(app.wsgi_app, logged=logged)  # type: ignore[assignment,method-assign]
    if hops := app.config["PROXY_HOPS"]:
        app.wsgi_app = security.with_known_scheme(app.wsgi_app)  # type: ignore[assignment,method-assign]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app
