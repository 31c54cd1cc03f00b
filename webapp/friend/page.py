"""The page of a game with a friend: a match has most of its parts too."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import partial
from operator import attrgetter
from typing import Literal, NamedTuple, Self

from ai.exact.tablebase import has_table
from ai.explain.ending import ending
from ai.explain.phrases import lines_listed
from ai.language import N_, _, ngettext, sentence_case
from ai.opponents import HUMAN
from ai.rules.notation import cell_name
from ai.rules.position import Mark
from ai.study.review import review
from webapp.board.board import Stage
from webapp.board.parts import Part, UncachedPart
from webapp.board.players import Players, Seat
from webapp.friend import words
from webapp.friend.game import FriendGame
from webapp.friend.invite import QRCode, link, qr_code
from webapp.match.page import (
    TO_MOVE,
    YOUR_TURN,
    Card,
    Count,
    ErrorMessage,
    Moves,
    ScoreTable,
    Start,
    Status,
    Thinking,
    Title,
    turning_point,
)
from webapp.match.set_up import MatchUp, Strip
from webapp.replay.replay import Replay
from webapp.serving.params import Fields, number

SOON, SLOWLY = 5, 15  # seconds; a player counts as present for longer

GUEST = "guest"  # what the field `me` says on the page of one who may join

WINS = N_("%(mark)s wins")
SEND = N_("The first to join within two hours plays you.")
SEND_AND_BEGIN = N_("The link waits two hours. You may move now.")
YOUR_MOVE_STANDS = N_("Your %(cell)s stands. The link works for two hours.")
COME_BACK = N_("Your seat stays yours: come back whenever you like.")
GAME_WAITS = N_("The game waits a day for your friend, at the same link.")
QUIET_FOR_WATCHERS = N_("I keep quiet while they play. After the game I tell where it turned.")


@dataclass(frozen=True, slots=True)
class Shown(UncachedPart, rendered_by=("friend/parts.html", "shown")):
    """Hidden fields with the state of the page: the number of the game, its ply, the version in the
    store, the marks of the others who are there, and one's own seat.
    """

    number: int
    ply: int
    version: int
    present: str
    me: str

    @classmethod
    def read(cls, sent: Fields) -> Self:
        """The state of the page that sent these fields.

        :raises BadParameter: if a number is missing or none.
        """
        return cls(
            number(sent, "number"),
            number(sent, "ply"),
            number(sent, "version"),
            sent.get("present", ""),
            sent.get("me", ""),
        )


class Visit(NamedTuple):
    """A look at the *game* of *code*, at *version* of the store, by the player of the mark *me*, or
    by someone who watches, and maybe *had_seat* before another device took it. *present* are the
    marks whose players have the page open.
    """

    code: str
    game: FriendGame
    version: int
    present: frozenset[Mark]
    me: Mark | None
    had_seat: bool

    @property
    def shown(self) -> Shown:
        """The state that its page shows."""
        others = "".join(mark for mark in Mark if mark in self.present and mark is not self.me)
        ply = self.game.record.ply
        return Shown(self.game.number, ply, self.version, others, self.seat)

    @property
    def mark(self) -> Mark | None:
        """One's mark; for a guest, the mark to play after joining."""
        return self.me or (None if self.had_seat else self.game.free)

    @property
    def seat(self) -> str:
        """One's mark, in small letters after one has left; `guest` for one who may join, empty for
        someone who watches.
        """
        if not self.me:
            return GUEST if self.mark else ""
        return self.me.lower() if self.me in self.game.left else self.me

    @property
    def refresh(self) -> int:
        """Seconds after which the page loads itself anew without script; 0 for never.

        It does so while the friend is to join, to move or to answer a wish for a rematch, and after
        the end while somebody else is there. For someone who watches it does so after both joined.
        """
        game, me = self.game, self.me
        if game.is_over:
            return SOON if me in game.rematch else SLOWLY if self.shown.present else 0
        if game.free:
            return SOON if me else 0
        return 0 if me is game.position.to_move else SOON


@dataclass(frozen=True, slots=True)
class Company(UncachedPart, rendered_by=("friend/parts.html", "company")):
    """The other player: a *line* after a dot with this *look*, a sentence, and a button to *join*,
    maybe beside a link to the *rules* of this game. A *link* has a button that shares it, and its
    *qr* code.
    """

    code: str
    look: Literal["here", "away", "nobody"]
    line: str
    text: str
    join: str = ""
    rules: str = ""
    link: str = ""
    qr: QRCode | None = None


@dataclass(frozen=True, slots=True)
class Panel(UncachedPart, rendered_by=("friend/parts.html", "panel")):
    """The contents of the set-up: the link, also as a *qr* code, and other things to do, which
    depend on being *seated*.
    """

    code: str
    link: str
    qr: QRCode
    seated: bool


@dataclass(frozen=True, slots=True)
class FriendKeys(UncachedPart, rendered_by=("friend/parts.html", "keys")):
    """Four keys: the *link*, to look again, to leave, if *there*, and the review, once there is a
    *replay*.
    """

    code: str
    link: str
    there: bool
    replay: Replay | None


@dataclass(frozen=True, slots=True)
class FriendPage:
    """Everything on the page that can change."""

    message: ErrorMessage
    title: Title
    shown: Shown
    strip: Strip
    match_up: MatchUp
    panel: Panel
    stage: Stage
    status: Status
    thinking: Thinking
    company: Company
    card: Card
    keys: FriendKeys
    moves: Moves
    score: ScoreTable

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the fields."""
        return every_part(self)

    def since(self, stage: Stage | None) -> Iterable[Part]:
        """The parts to swap in a page that shows *stage* of this game to the same visitor, or
        something else, if it is None.
        """
        for part in self.parts:
            if not stage:
                yield part
            elif isinstance(part, Stage):
                yield from part.changed_since(stage)
            elif not isinstance(part, Panel) and (
                self.stage.outcome or not isinstance(part, CHANGED_BY_THE_END)
            ):
                yield part


CHANGED_BY_THE_END = (Strip, FriendKeys, ScoreTable)

every_part = attrgetter(*(field.name for field in fields(FriendPage)))


def friend_page(visit: Visit) -> FriendPage:
    """The page of *visit*. It has no value, hint or reason before the end."""
    game, me = visit.game, visit.me
    record, name = game.record, _(game.game.name)
    stage = stage_of(game, visit.mark)
    status = _status(game, me, stage.state.state)
    card = _card(visit) if game.is_over else Card()
    strip = name, _seats(me), me, game.total.x_wins, game.total.o_wins
    here = link(visit.code)
    replay = Replay.of(record, Players()) if game.is_over else None
    return FriendPage(
        message=ErrorMessage(),
        title=Title(status.headline, name),
        shown=visit.shown,
        strip=Strip(*strip),
        match_up=MatchUp(*strip),
        panel=Panel(visit.code, here, qr_code(here), me is not None),
        stage=stage,
        status=status,
        thinking=Thinking(""),
        company=_company(visit),
        card=card,
        keys=FriendKeys(visit.code, here, me is not None and me not in game.left, replay),
        moves=Moves(record, Players(), frozenset()),
        score=_score(game, me),
    )


def stage_of(game: FriendGame, me: Mark | None) -> Stage:
    """The board as a player or guest with the mark *me* sees it. At the end it has a ring on the
    turning point.
    """
    record = game.record
    turned = None
    if game.is_over and has_table(game.game):
        turned = turning_point(review(record), partial(words.persons, me))
    return Stage(
        game.position,
        last=record.moves[-1] if record.moves else None,
        playable=me is game.position.to_move,
        turn=(turned.move, record.move_at(turned.move - 1)) if turned else None,
    )


def _status(game: FriendGame, me: Mark | None, state: str) -> Status:
    mark, said = game.position.to_move, words.turn_in_words(game, me)
    if outcome := game.position.outcome:
        winner = outcome.winner
        if not winner:
            return Status(state, _("Tie"), said, _("A draw"))
        headline = _(WINS, mark=winner)
        seen = headline if not me else _("You won") if winner is me else _("Your friend won")
        return Status(state, headline, said, seen, person_lost=winner is (me and me.other))
    if me is mark:
        return Status(state, _(YOUR_TURN, mark=mark), said, _("Your turn"), mark, own_turn=True)
    return Status(state, _(TO_MOVE, mark=mark), said, _("to move"), mark)


def _company(visit: Visit) -> Company:
    game, me = visit.game, visit.me
    friend = me.other if me else None
    here = visit.present - game.left
    line = words.company(game, me, here, had_seat=visit.had_seat)
    url = link(visit.code)
    company = partial(Company, visit.code)
    if me and me in game.left and friend not in game.rematch:
        left = partial(company, "away", _("You have left"))
        # After the end only a rematch brings a player back, and the friend's wish is the news then.
        return left("") if game.is_over else left(_(COME_BACK), _("Come back"))
    if me and game.free:
        text = _(SEND_AND_BEGIN if me is game.record.first else SEND)
        if game.record.moves:
            cell = cell_name(game.game, game.record.moves[-1])
            text = _(YOUR_MOVE_STANDS, cell=cell)
        return company("nobody", line, text, link=url, qr=qr_code(url))
    if game.free and visit.had_seat:
        return company("away", line, "")  # to join would be to play oneself
    if game.free:
        invites = partial(company, "here" if here else "away", line, rules=game.game.key)
        return invites(words.invitation(game, game.free), _("Join"))
    if game.is_over:
        text = ""
    elif friend in game.left:
        text = _(GAME_WAITS)
    elif me and not game.record.moves:
        text = words.beginning(game, me)
    else:
        text = _(words.QUIET if me else QUIET_FOR_WATCHERS)
    there = friend in here if friend else bool(here)
    return company("here" if there else "away", line, text)


def _card(visit: Visit) -> Card:
    """The end of the game, with the rematch as the first thing to do for its players."""
    game, me = visit.game, visit.me
    record, outcome = game.record, game.position.outcome
    assert outcome
    found = review(record) if has_table(game.game) else None
    again = (("code", visit.code), ("number", str(game.number)))
    asked = _(words.ASKED) if me in game.rematch else ""
    rematch = Start("again-same", _("Again, sides swapped"), "swap", again, "friend.rematch", asked)
    persons = partial(words.persons, me)
    lines = lines_listed(game.game, outcome.winning_sets) if outcome.winner else ""
    return Card(
        ending(record, persons(record.mover_at(record.ply - 1))) if found else sentence_case(lines),
        (rematch,) if me else (),
        tuple(
            (mark, _name(mark, me) if me else "", accuracy)
            for mark in Mark
            if found and (accuracy := found.accuracy(mark)).decisions
        ),
        turning_point(found, persons) if found else None,
        found is not None,
        replay=Replay.of(record, Players()),
    )


def _name(mark: Mark, me: Mark | None) -> str:
    """The name of a player in the table of the score."""
    if not me:
        return _("Human")
    return _("You") if mark is me else _("Friend")


def _seats(me: Mark | None) -> tuple[Seat, Seat]:
    x, o = (Seat(mark, HUMAN, _name(mark, me)) for mark in Mark)
    return x, o


def _score(game: FriendGame, me: Mark | None) -> ScoreTable:
    x_wins, draws, o_wins, *_unaided = game.total
    counts = Count("X", x_wins), Count("draw", draws), Count("O", o_wins)
    return ScoreTable(_name(Mark.X, me), _name(Mark.O, me), counts)


def headline(visit: Visit) -> str:
    """The status in brief or that nobody has joined, the game, and its number of moves."""
    game = visit.game
    state = _("Nobody has joined yet") if game.free else _status(game, visit.me, "").headline
    moves = ngettext("%(num)s move", "%(num)s moves", game.record.ply)
    return f"{state} – {_(game.game.name)}, {moves}"


def refused(page: FriendPage, message: str) -> FriendPage:
    """The same *page* with the *message* of a refused request."""
    return replace(page, message=ErrorMessage(message))
