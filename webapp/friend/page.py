"""The page of a game with a friend: what it has beside that of every game."""

from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, Self

from ai.language import _, ngettext
from ai.opponents import HUMAN
from ai.rules.position import Mark
from ai.words.persons import FRIEND
from webapp.board.parts import Regions
from webapp.board.players import Players, Seat
from webapp.friend import words
from webapp.friend.game import FriendGame
from webapp.game.card import Start, TurningPoint, end_card
from webapp.game.page import GamePage, game_page, game_stage, status_line
from webapp.game.seen import GameSeen
from webapp.serving.params import Fields, number

SOON, SLOWLY = 5, 15  # seconds; a player counts as present for longer

GUEST = "guest"  # what the field `me` says on the page of one who may join


class VisitState(NamedTuple):
    """The state of a page: the *number* of the game, its *ply*, the *version* in the store, the
    marks of the others who are *present*, and one's own seat, *me*.
    """

    number: int
    ply: int
    version: int
    present: str
    me: str

    @classmethod
    def on_page(cls, sent: Fields) -> Self:
        """The state of the page that sent these fields.

        :raises BadParameter: if a number is missing or none.
        """
        game, ply, version = (number(sent, name) for name in ("number", "ply", "version"))
        return cls(game, ply, version, sent.get("present", ""), sent.get("me", ""))


class FriendVisit(NamedTuple):
    """A look at the *game* of *code*, at *version* of the store, by the browser that *holder*
    stands for. It *had_seat* if another device took its seat. *present* are the holders who have
    the page open.
    """

    code: str
    game: FriendGame
    version: int
    present: frozenset[str]
    holder: str
    had_seat: bool

    @property
    def me(self) -> Mark | None:
        """One's own mark; None for someone who watches."""
        return self.game.mark_of(self.holder)

    @property
    def here(self) -> frozenset[Mark]:
        """The marks whose players have the page open."""
        held = (Mark.X, self.game.x), (Mark.O, self.game.o)
        return frozenset([mark for mark, holder in held if holder in self.present])

    @property
    def state(self) -> VisitState:
        """The state of its page."""
        game, others = self.game, self.here - {self.me}
        present = "".join([mark for mark in Mark if mark in others])
        return VisitState(game.number, game.record.ply, self.version, present, self.seat)

    @property
    def mark(self) -> Mark | None:
        """One's mark; for a guest, the mark to play after joining."""
        return self.me or (None if self.had_seat else self.game.free)

    @property
    def seat(self) -> str:
        """One's mark, in small letters after one has left; `guest` for one who may join, empty for
        someone who watches.
        """
        if not (me := self.me):
            return GUEST if self.mark else ""
        return me.lower() if me in self.game.left else me

    @property
    def refresh(self) -> int:
        """Seconds after which the page loads itself anew without script; 0 for never.

        It does so while the friend is to join, to move or to answer a wish for a rematch, and after
        the end while somebody else is there. For someone who watches it does so after both joined.
        """
        game, me = self.game, self.me
        if game.is_over:
            return SOON if me in game.rematch else SLOWLY if self.here - {me} else 0
        if game.free:
            return SOON if me else 0
        return 0 if me is game.record.position.to_move else SOON


class Company(NamedTuple):
    """The other player: a *line* after a dot with this *look*, a sentence, and a button to *join*,
    maybe beside a link to the *rules* of this game. One that *invites* has a button that shares the
    link, and its QR code.
    """

    look: Literal["here", "away", "nobody"]
    line: str
    text: str
    join: str = ""
    rules: str = ""
    invites: bool = False


def friend_page(visit: FriendVisit) -> GamePage:
    """The page of *visit*. It has no value, hint or reason before the end."""
    return _page(visit, shown=tuple(visit.state._asdict().items()), company=_company(visit))


def _page(visit: FriendVisit, **shown: Any) -> GamePage:
    """The page of *visit* with what else is *shown*."""
    seen, me = game_seen(visit), visit.me

    def starts(_turned: TurningPoint | None) -> tuple[Start, ...]:
        form = ("code", visit.code), ("number", str(visit.game.number))
        begins = me is not seen.record.first  # sides are swapped
        label = _("Again, you start") if begins else _("Again, your friend starts")
        return (Start("again-same", label, "swap", form, "friend.rematch", seen.asked),)

    card = end_card(seen, starts if me else lambda _turned: ())
    return game_page(
        "friend/regions.html",
        seen,
        game_stage(seen, card),
        card,
        thinking="",
        code=visit.code,
        seated=me is not None,
        there=bool(me) and me not in visit.game.left,
        replay=card.replay if card else None,
        game_key=seen.record.game.key,
        **shown,
    )


def page_that_sent(fields: Fields, visit: FriendVisit) -> Regions:
    """The regions of the page that sent *fields*, if it shows the game of *visit* to the same
    person, at this ply or an earlier one; else none. It lacks those that depend on more than its
    state.
    """
    game, ply, me = visit.game, fields.get("ply", ""), fields.get("me", "")
    same = fields.get("number") == str(game.number) and me.upper() == visit.seat.upper()
    if not same or ply not in map(str, game.record.plies):
        return {}
    unsure = set[str]()
    if fields.get("version") != str(visit.version):
        left = frozenset({Mark(me.upper())} if me.islower() and me != GUEST else ())
        game = replace(game, record=game.record.up_to(int(ply)), rematch=frozenset(), left=left)
        if game.is_over:  # a wish for a rematch may have come or gone
            unsure = {"status", "review"}
    regions = _page(visit._replace(game=game), shown=None, company=None).regions
    return {name: it for name, it in regions.items() if name not in {"shown", "company", *unsure}}


def game_seen(visit: FriendVisit) -> GameSeen:
    """The game as *visit* sees it."""
    game, me = visit.game, visit.me
    own, others = (_("You"), _("Friend")) if me else (_("Human"), _("Human"))
    x, o = (Seat(mark, HUMAN, own if mark is me else others) for mark in (Mark.X, Mark.O))
    return GameSeen(
        game.record,
        Players(),
        (x, o),
        me,
        game.total,
        may_move=visit.mark is game.record.position.to_move,
        said=words.turn_in_words(game, me),
        rival=FRIEND,
        asked=_(words.ASKED) if me in game.rematch else "",
    )


def _company(visit: FriendVisit) -> Company:
    game, me = visit.game, visit.me
    friend, here = me.other if me else None, visit.here - visit.game.left
    there = friend in here if friend else bool(here)
    company = partial(Company, "here" if there else "away")
    if me and me in game.left and friend not in game.rematch:
        left = partial(Company, "away", _("You have left"))
        # After the end only a rematch brings a player back, and the friend's wish is the news then.
        return left("") if game.is_over else left(_(words.COME_BACK), _("Come back"))
    line = words.company(game, me, here) if me else words.players(game, here)
    if me and game.free:
        text = _(words.SEND_AND_BEGIN if me is game.record.first else words.SEND)
        if game.record.moves:
            cell = game.record.game.cell_names[game.record.moves[-1]]
            text = _("Your %(cell)s stands. The link works for two hours.", cell=cell)
        return Company("nobody", line, text, invites=True)
    if not me and visit.had_seat:
        line = _("Your seat is on another device")
        if game.free:
            return Company("away", line, "")  # to join would be to play oneself
    if game.free:
        offer = words.TAP if game.free is game.record.position.to_move else words.JOIN
        rules = game.record.game.key
        return company(line, _(offer, mark=game.free), _("Join"), rules)
    if game.is_over:
        text = ""
    elif friend in game.left:
        text = _("The game waits a day for your friend, at the same link.")
    elif me and not game.record.moves:
        text = _(words.IN_AND_BEGIN if me is game.record.first else words.IN)
    else:
        text = _(words.QUIET if me else words.QUIET_FOR_WATCHERS)
    return company(line, text)


def headline(visit: FriendVisit) -> str:
    """The status in brief or that nobody has joined, the game, and its number of moves."""
    game = visit.game
    state = _("Nobody has joined yet") if game.free else status_line(game_seen(visit)).headline
    moves = ngettext("%(num)s move", "%(num)s moves", game.record.ply)
    return f"{state} – {_(game.record.game.name)}, {moves}"
