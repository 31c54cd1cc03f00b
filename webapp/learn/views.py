"""The requests for the pages that teach."""

from collections.abc import Callable, Hashable, Mapping
from functools import wraps

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from ai.exact import atlas
from ai.language import _, by_language
from ai.odds import strength as tables
from ai.opponents import CLASSICS, LEVELS, opponent_named
from ai.opponents.policy import Opponent
from ai.pen.diagram import diagram
from ai.rules import parse
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE, Game, game_for, remembering
from webapp.board.parts import Site, absolute, current_site
from webapp.board.players import USUAL_OPPONENT
from webapp.game.responses import current_visit
from webapp.learn import opponents as rivals
from webapp.learn.api import examples as api_examples
from webapp.learn.delay import COOKIE as DELAY
from webapp.learn.delay import SECONDS
from webapp.learn.games import cell_names, first_ideas, shapes, walks
from webapp.learn.lessons import LESSONS
from webapp.learn.openings import COLUMNS, first_moves, named_openings
from webapp.learn.terms import examples as term_examples
from webapp.learn.testing import LANGUAGES, code_examples
from webapp.puzzles.progress import current_progress
from webapp.replay.moves_table import NAMES, Column
from webapp.serving.caching import PAGE, public
from webapp.serving.params import choice, number

bp = Blueprint("learn", __name__, url_prefix="/learn")

Context = Mapping[str, object]


def page(make: Callable[..., Context]) -> Callable[..., str]:
    """A view of the page whose main part has the template of the name of *make*, with the values
    that *make* returns for the arguments of the view.
    """

    @wraps(make)
    def view(*arguments: Hashable) -> str:
        main = _cached_main.__wrapped__ if current_app.debug else _cached_main
        return render_template("learn/page.html", main=main(current_site(), make, *arguments))

    return view


def _main(name: str, values: Context) -> Markup:
    return Markup(render_template(f"learn/{name}.html", **values))  # noqa: S704 - Jinja escapes


@by_language(remembering(128))
def _cached_main(_site: Site, make: Callable[..., Context], *arguments: Hashable) -> Markup:
    return _main(make.__name__, make(*arguments))


@bp.get("")
def index() -> ResponseReturnValue:
    """The lessons, and the other pages that teach."""
    progress, lessons = current_progress(), LESSONS.values()
    to_do = [lesson for lesson in lessons if not lesson.series.is_done(progress)]
    return render_template("learn/index.html", lessons=lessons, to_do=to_do, progress=progress)


@bp.get("/games")
@public()
@page
def games() -> Context:
    """The rules of all games with a name, and first ideas."""
    return {
        "games": NAMED.values(),
        "lessons": LESSONS,
        "shapes": shapes,
        "names": cell_names(SQUARE),
        "first_ideas": first_ideas(),
        "walks": walks(),
    }


@bp.get("/openings")
@public()
@page
def openings() -> Context:
    """The first moves of all games, and the replies to them."""
    return {
        "games": GAMES.values(),
        "columns": [Column(key, _(NAMES[key])) for key in COLUMNS],
        "first_moves": first_moves,
        "openings": named_openings,
    }


@bp.get("/opponents")
@public()
@page
def opponents() -> Context:
    """The opponents, and how each of them thinks."""
    return {
        "games": GAMES.values(),
        "ranked": [rivals.card(opponent) for opponent in LEVELS],
        "classics": [rivals.card(opponent) for opponent in CLASSICS],
        "only": rivals.only_games(CLASSICS),
        "classics_never_lose": rivals.never_lose(CLASSICS),
    }


@page
def strength(game: Game, of: Opponent, counts: rivals.OwnCounts) -> Context:
    """The strength of all at a *game*, the figures *of* one, and the visitor's *counts*."""
    known = tables.games()
    return {
        "game": game,
        "of": of,
        "games": known,
        "others": [game for game in GAMES.values() if game not in known],
        **rivals.strengths(game, of, counts),
    }


@bp.get("/strength", endpoint="strength")
def asked_strength() -> ResponseReturnValue:
    """The cross table of a `game`, the figures `of` an opponent, and the visitor's score."""
    asked, keys = request.args, [game.key for game in tables.games()]
    game = game_for(choice(asked, "game", keys, missing=TIC_TAC_TOE.key))
    others = [opponent.key for opponent in tables.players(game)]
    of = opponent_named(choice(asked, "of", others, missing=USUAL_OPPONENT))
    return strength(game, of, rivals.own_counts(game, current_visit().session.total))


@bp.get("/terms")
@public()
@page
def terms() -> Context:
    """The definitions of terms."""
    return {"examples": term_examples()}


@bp.get("/api")
@public()
def api() -> ResponseReturnValue:
    """The JSON API, with examples, at the address of the request."""
    values: Context = {
        "games": NAMED.values(),
        "examples": api_examples(),
        "atlas": {"games": atlas.load()["games"][:1]},
        "host": absolute(""),
    }
    return render_template("learn/page.html", main=_main("api", values))


@bp.get("/testing")
@public(PAGE, lambda: (choice(request.args, "code", [*LANGUAGES], missing="python"),))
@page
def testing(language: str) -> Context:
    """The practice ground for browser tests."""
    return {
        "asked": language,
        "languages": LANGUAGES,
        "code": code_examples(*LANGUAGES[language][1:]),
        "delays": SECONDS,
    }


@bp.get("/components")
@public()
@page
def components() -> Context:
    """The components of which pages are made."""
    return {"example": diagram(parse(TIC_TAC_TOE, "XOX .X. O.O"), "")}


@bp.post("/testing/delay")
def slow_down() -> ResponseReturnValue:
    """Delay the responses to this browser's moves by the field `seconds`; 0 ends the delay."""
    DELAY.save(number(request.form, "seconds", SECONDS) or None)
    return redirect(url_for("game.show"), 303)
