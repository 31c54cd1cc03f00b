"""A look at a game in the store, a change of it, and the response that shows either."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from ai.exact.tablebase import Unsolved
from ai.language import N_, _
from webapp.address.games import require_solved
from webapp.address.reach import for_others
from webapp.board.about import About
from webapp.board.parts import address, changes, drawing
from webapp.friend.game import FriendGame, NoSeat
from webapp.friend.invite import CODE, code_of, picture_url
from webapp.friend.page import FriendVisit, friend_page, page_that_sent
from webapp.friend.seats import current_mark, holder_of, last_codes
from webapp.game.responses import htmx, page_changes, refusal
from webapp.serving import limits
from webapp.serving.cookies import Codec, not_kept
from webapp.serving.params import Fields, form_read
from webapp.store.base import Kept, StoreAway
from webapp.store.things import Things

GAMES = Things(
    Codec(lambda game: game.text, FriendGame.from_text),
    CODE,
    is_spare=lambda game: game.free is not None,
    gone=N_(
        "There's no such game. A game is kept for a day after its last move; "
        "before a friend joins, for up to two hours."
    ),
)

# Errors that send the page of the game as it is.
ABOUT_THE_GAME = {400, 403, 409, 413}

# How many may wait at once for news, in one process.
WATCHERS = 24  # of one game
WAITERS_OF_ONE = 100  # from one address or network: a school, say
ALL_WAITERS = 2000


def look(code: str) -> FriendVisit:
    """The game of *code* as this visitor sees it.

    :raises NotFound: if there is none.
    :raises Unsolved: if it is not solved.
    """
    stored = GAMES.look(code)
    require_solved(stored.thing.record.game)
    return _visit(code, stored)


def attend(code: str) -> FriendVisit:
    """The same as :func:`look`. Notes that a player is there."""
    visit = look(code)
    if visit.me:
        GAMES.touch(code, visit.holder)
    return visit


def begin(once: str, new: Callable[[str], FriendGame]) -> str:
    """The code of a *new* game, of which this visitor is the holder. If the same one is begun
    *once* more, it is the same game.

    :raises TryLater: if the store is full.
    """
    own = current_mark()
    code = code_of(new(own).text, once)
    holder = holder_of(code, own)
    GAMES.begin(code, new(holder))
    GAMES.touch(code, holder)
    return code


def change(code: str, action: Callable[[FriendGame, str], FriendGame]) -> FriendVisit:
    """Carry out *action* by this visitor, and look at the game after it. Errors as in
    :meth:`Things.change`.

    :raises NoSeat: if it would join, and its seat is on another device: one would play oneself.
    :raises Unsolved: if the game is not solved.
    """
    holder, had_seat = holder_of(code, current_mark()), code in last_codes()

    def act(game: FriendGame) -> FriendGame:
        require_solved(game.record.game)
        if had_seat and game.free and not game.mark_of(holder):
            raise NoSeat(N_("Your seat is on another device: continue there."))
        return action(game, holder)

    return FriendVisit(code, *GAMES.change(code, act, holder), holder, had_seat)


def _visit(code: str, stored: Kept[FriendGame]) -> FriendVisit:
    holder = holder_of(code, current_mark())
    return FriendVisit(code, *stored, holder, code in last_codes())


def last_games() -> list[FriendVisit]:
    """The last games in which this browser has a seat, the latest first."""
    found = ((code, GAMES.find(code)) for code in last_codes())
    visits = (_visit(code, stored) for code, stored in found if stored)
    return [visit for visit in visits if visit.me]


# Waiting for news.


@contextmanager
def room_to_wait(visit: FriendVisit) -> Iterator[bool]:
    """Whether there is room for one more who waits for news of the game; players go first."""
    waiting: Counter[str] = current_app.extensions.setdefault("webapp.friend.waiting", Counter())
    rooms = {"all": ALL_WAITERS, f"from {limits.visitor()}": WAITERS_OF_ONE}
    if not visit.me:
        rooms[f"at {visit.code}"] = WATCHERS
    if any(waiting[room] >= size for room, size in rooms.items()):
        yield False
        return
    waiting.update(rooms.keys())
    try:
        yield True
    finally:
        waiting -= Counter(rooms.keys())  # which forgets empty rooms


# Responses.


def respond(
    visit: FriendVisit, *, answer: str = "", anchor: str | None = None, question: str | None = None
) -> ResponseReturnValue:
    """The changes from the page that sent the form, and the *answer* to a command.
    Without htmx redirect to the page at *anchor*, which answers the *question*.
    """
    if not htmx:
        page = url_for("friend.show", code=visit.code, command=question, _anchor=anchor)
        return redirect(page, 303)
    return page_changes(friend_page(visit), page_that_sent(request.form, visit), answer=answer)


def news(visit: FriendVisit, fields: Fields) -> str:
    """The changes from the page with these *fields* to that of *visit*. A message on
    the page stays until the game has gone on.
    """
    page, before = friend_page(visit), page_that_sent(fields, visit)
    stays = before and fields.get("ply") == str(visit.game.record.ply)
    return changes(page.regions, before) if stays else page_changes(page, before)


def whole_page(
    visit: FriendVisit, message: str = "", answer: str = "", form: Fields | None = None
) -> str:
    """The page of *visit* with a *message*, an *answer* to a command, or after a refused *form*."""
    return render_template(
        "friend/page.html",
        region=drawing(friend_page(visit).regions),
        message=message or not_kept(),
        answer=answer,
        typed=(form or {}).get("command", ""),
        code=visit.code,
        over=visit.game.is_over,
        refresh=visit.refresh,
        invitation=_about(visit),
    )


def _about(visit: FriendVisit) -> About:
    """The metadata of the page: messengers show them with the link."""
    game, joined = visit.game, not visit.game.free
    here = for_others(address("friend.show", code=visit.code))
    record = game.record.anew if joined else game.record
    name, picture = _(record.game.name), picture_url(record, joined)
    title = _("Play %(game)s with me", game=name)
    text = _("Open the link and join: no account, no name. Later visitors watch.")
    if joined:
        title, text = _("Two friends play %(game)s", game=name), _("Open the link and watch.")
    return About(title, text, here, here, picture, record.position)


def refuse(error: HTTPException, message: str) -> str:
    """The page of an *error* with its *message*: the form for a pass that was refused, else the
    page of the game as it is, or for htmx all its regions. Empty leaves it to others.
    """
    code = (request.view_args or {}).get("code", "")
    if request.blueprint != "friend" or not code or error.code not in ABOUT_THE_GAME:
        return ""
    try:
        visit = attend(code)
    except (HTTPException, StoreAway, Unsolved):
        return ""
    if request.endpoint == "friend.go_on_here":
        typed = (form_read() or {}).get("seat", "")
        return render_template("friend/here.html", code=code, message=message, typed=typed)
    whole = partial(whole_page, visit, message, "")
    return refusal(error, message, friend_page(visit), whole)
