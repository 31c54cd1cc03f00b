"""The session: the match, score and switches that the browser's signed cookie keeps."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from secrets import randbelow
from typing import Any, NamedTuple, Self
from zlib import crc32

from ai.language import N_
from ai.puzzles.days import today
from ai.rules import TIC_TAC_TOE, Mark, Position, Record, game_for, parse_record, remembering
from webapp.board.players import USUAL_OPPONENT, Players
from webapp.game.match import Help, Match, Retry
from webapp.game.score import Score, Tally
from webapp.honours.kept import Today, current_honours
from webapp.honours.kept import keep as keep_honours
from webapp.serving.cookies import Codec, Cookie, natural, signed
from webapp.serving.errors import SiteRefusal
from webapp.serving.params import SEEDS

LEFT = "left", "before"  # keys of the cookie for the matches left


def new_seed() -> int:
    """A random seed, one of :data:`SEEDS`."""
    return randbelow(SEEDS.stop)


def first_match() -> Match:
    """The match of a first visit: tic-tac-toe, the person as X against Medium."""
    return Match(Record(Position(TIC_TAC_TOE)), Players(o=USUAL_OPPONENT), new_seed())


class Reset(NamedTuple):
    """The *score* before its reset, and which results were *uncounted* before it: of the match on
    the board, then of the matches left.
    """

    score: Score
    uncounted: tuple[bool, ...]


@dataclass(frozen=True)
class Session:
    """The *match* on the board, the *score* of the games before it, and whether the *values* of
    moves are switched on.

    Of the *matches_left* for this one, a second one was left for a retry, which is the first. The
    score can be brought back after a *reset*, until the next move or match.
    """

    match: Match = field(default_factory=first_match)
    score: Score = field(default_factory=Score)
    values: bool = False
    matches_left: tuple[Match, ...] = ()
    reset: Reset | None = None

    @property
    def shows_values(self) -> bool:
        """Whether the cells show values: they are on, the table can be read, and no puzzle without
        a hint hides them.
        """
        hidden = self.match.is_puzzle and self.match.hint is None
        return self.values and not hidden and self.match.has_table

    @property
    def total(self) -> Score:
        """The score, with this game if it is over and counts."""
        result = _result(self.match)
        return self.score.plus(*result) if result else self.score

    @property
    def tally(self) -> Tally:
        """The total of the two players of this match."""
        return self.total.between(self.match.players.x, self.match.players.o)

    @property
    def way_back(self) -> tuple[Match, ...]:
        """The matches left; the first can be brought back. Nobody returns to a retry that is over,
        but to the game before it.
        """
        return self.matches_left[1:] if self.left_a_finished_retry else self.matches_left

    @property
    def left_a_finished_retry(self) -> bool:
        """Whether the last match left is a retry that is over."""
        return any(it.retry and it.is_over for it in self.matches_left[:1])

    # Actions. Each returns the next session.

    def start(self, match: Match) -> Self:
        """Put a new match on the board; keep the score, and the present match if it may be missed.
        A retry keeps the game before it.
        """
        if left := self._match_to_keep:
            games = [it for it in self.matches_left if self.match.retry and not it.retry]
            left = (*left, *games[:1])
        left = left or self.matches_left
        return self._with(match.reply(), score=self.total, matches_left=left)

    def bring_back(self) -> Self:
        """Bring back the last match left; the one on the board may be missed.

        :raises SiteRefusal: if none was left.
        """
        if not self.way_back:
            raise SiteRefusal(N_("No game to go back to."))
        back, *others = self.way_back
        result = _result(back)
        score = self.total.plus(*result, by=-1) if result else self.total
        return self._with(back, score=score, matches_left=(*others, *self._match_to_keep))

    @property
    def _match_to_keep(self) -> tuple[Match, ...]:
        """The match on the board, if it is a retry or a person has moved."""
        return (self.match,) if self.match.retry or self.match.is_begun else ()

    def retry(self, record: Record, players: Players, seed: int | None = None) -> Self:
        """Let a person retry the move after *record*.

        If the game on the board, between the same players, began with *record*, its moves stay as
        played; otherwise only the position is set up. *seed*, if given, becomes the match's.

        :raises SiteRefusal: if no person is to move, or all moves have one value.
        """
        match = self.match
        if players == match.players and record.is_prefix_of(match.record):
            played = match.go_back(record.ply)
        else:
            played = Match(Record(record.position), players, new_seed())
        if seed is not None:
            played = replace(played, seed=seed)
        return self.start(played.retry_next())

    def play(self, cell: int) -> Self:
        """Make a person's move. Errors as in :meth:`Match.play`."""
        return self._with(self._match_noting_values().play(cell))

    def step(self, *, to_the_end: bool = False) -> Self:
        """Make the next computer move, or all of them. Errors as in :meth:`Match.step`."""
        match = self.match.step()
        while to_the_end and not match.is_over:
            match = match.step()
        return self._with(match)

    def undo(self) -> Self:
        """Take back the moves since a person's last decision. Errors as in :meth:`Match.undo`."""
        return self._with(self.match.undo())

    def ask_hint(self) -> Self:
        """Show one best cell. Errors as in :meth:`Match.ask_hint`."""
        return replace(self, match=self.match.ask_hint())

    def switch_values(self, on: bool) -> Self:
        """Show the values of moves, or hide them. Seeing values counts as help."""
        switched = replace(self, values=on)
        helped = self if self.shows_values else switched
        return replace(switched, match=helped._match_noting_values())

    def reset_score(self) -> Self:
        """Empty the score; results of the match on the board and those left count no more."""
        present, *left = (
            replace(one, uncounted=one.uncounted or one.is_over) for one in self._matches
        )
        # Earlier versions read a flag of one match left, even without one.
        flags = tuple(one.uncounted for one in self._matches) + (() if left else (False,))
        return replace(
            self,
            match=present,
            score=Score(),
            matches_left=tuple(left),
            reset=self.reset or Reset(self.score, flags),
        )

    def bring_back_score(self) -> Self:
        """Undo the reset of the score.

        :raises SiteRefusal: if there was none, or the match went on since.
        """
        before = self.reset
        if not before:
            raise SiteRefusal(N_("No score to bring back."))
        pairs = zip(self._matches, before.uncounted, strict=False)
        present, *left = (replace(one, uncounted=uncounted) for one, uncounted in pairs)
        return replace(
            self, match=present, score=before.score, matches_left=tuple(left), reset=None
        )

    @property
    def _matches(self) -> tuple[Match, ...]:
        """The match on the board, and those left."""
        return self.match, *self.matches_left

    def reseed(self, seed: int) -> Self:
        """Give the match this *seed*, unless a move was made."""
        if self.match.record.moves:
            return self
        return replace(self, match=replace(self.match, seed=seed, seeded=True))

    def _with(self, match: Match, **changes: Any) -> Self:
        """The session with another *match*. It ends the chance to undo a reset of the score."""
        return replace(self, match=match, reset=None, **changes)

    def _match_noting_values(self) -> Match:
        """The match, with values noted as help if the person to move sees them."""
        if self.shows_values and self.match.awaits_person:
            return self.match.note(Help.VALUES)
        return self.match

    # The cookie.

    @cached_property
    def cookie(self) -> dict[str, Any]:
        """The session as JSON for the cookie; :meth:`from_cookie` reads it."""
        rest: dict[str, Any] = {"score": self.score.cookie, "values": self.values}
        rest |= zip(LEFT, map(_match_cookie, self.matches_left), strict=False)
        rest["reset"] = self.reset and [self.reset.score.cookie, *self.reset.uncounted]
        return _match_cookie(self.match) | {name: it for name, it in rest.items() if it}

    @cached_property
    def fingerprint(self) -> str:
        """A checksum of the cookie, eight hexadecimal digits: pages send it to name their state."""
        return f"{crc32(json.dumps(self.cookie).encode()):08x}"

    @classmethod
    def from_cookie(cls, kept: Mapping[str, Any]) -> Self:
        """The session that :attr:`cookie` wrote to *kept*. Errors as in :class:`Codec`."""
        reset = None
        if "reset" in kept:
            score, present, *left = kept["reset"]
            flags = tuple(flag is True for flag in (present, *left))
            reset = Reset(Score.from_cookie(score), flags)
        return cls(
            _match_from(kept),
            Score.from_cookie(kept.get("score", {})),
            values=kept.get("values") is True,
            matches_left=tuple(_match_from(kept[key]) for key in LEFT if key in kept),
            reset=reset,
        )


CODEC = Codec(lambda session: session.cookie, Session.from_cookie)
COOKIE = Cookie("tic-tac-why", signed("cookie-session", CODEC))
BEFORE = replace(COOKIE, name="session")  # as Flask names it, and releases up to 0.3.0 did


def arrive(session: Session) -> Session:
    """*session* on a visit. On the first of a new day the board is fresh: a finished game lies in
    Mine, one not finished is kept to go on with, or on the way back.
    """
    honours, day, match = current_honours(), today(), session.match
    if not honours.today:
        keep_honours(replace(honours, today=Today(day)))
        return session
    if honours.today.day >= day:
        return session
    played = match.played if match.is_begun and not match.is_over else None
    left = (played and honours.leave(played)) or honours
    keep_honours(left.seen_on(day))
    if not (match.is_begun or match.is_over):
        return session
    after = session.start(Match(match.record.anew, match.players, new_seed()))
    return after if left is honours else replace(after, matches_left=session.matches_left)


def go_on(session: Session) -> Session:
    """*session* with the game of an earlier day on the board; as it is without one."""
    honours = current_honours()
    if not (left := honours.left):
        return session
    keep_honours(replace(honours, left=None))
    record, help_ = left.game.record, frozenset((ply, Help.VALUES) for ply in left.aided)
    match = Match(record, left.game.players, new_seed(), help_, resumed=record.ply)
    return session.start(match)


def _result(match: Match) -> tuple[str, str, Mark | None, bool] | None:
    """The keys of X and O, the winner, and whether unaided; None if unfinished or not counted."""
    outcome = match.record.outcome
    if not outcome or not match.is_scored or match.uncounted:
        return None
    winner, players = outcome.winner, match.players
    unaided = winner in players.people and not match.is_aided(winner)
    return players.x, players.o, winner, unaided


def _match_cookie(match: Match) -> dict[str, Any]:
    rest = {
        "help": sorted([ply, kind.value] for ply, kind in match.help),
        "retry": match.retry and [match.retry.ply, *match.retry.tried],
        "forgotten": match.uncounted,
        "counted": match.counted,
        "seeded": match.seeded,
        "resumed": match.resumed,
    }
    return {
        "game": match.record.game.key,
        "first": match.record.first.value,
        "moves": match.record.text,
        "x": match.players.x,
        "o": match.players.o,
        "seed": match.seed,
        **{name: it for name, it in rest.items() if it},
    }


# Clicks bring the same game left, and games that begin alike: without it they are 4 % slower.
_record = remembering(1024)(parse_record)


def _match_from(kept: Mapping[str, Any]) -> Match:
    """The match that :func:`_match_cookie` wrote. Errors as in :class:`Codec`."""
    game = game_for(kept["game"])
    record = _record(game, kept["moves"], Mark(kept["first"]))
    retry = None
    if "retry" in kept:
        at, *tried = kept["retry"]
        plies, empty = game.cells[record.start.ply :], {*record.position.empty_cells}
        if not empty.issuperset(map(natural, tried)):
            raise ValueError(f"Nothing to retry: {kept['retry']}")
        retry = Retry(None if at is None else natural(at, plies), tuple(tried))
    return Match(
        record,
        Players(kept["x"], kept["o"]),
        seed=natural(kept["seed"], SEEDS),
        help=frozenset(
            (natural(ply, record.plies), Help(kind)) for ply, kind in kept.get("help", ())
        ),
        retry=retry,
        uncounted=kept.get("forgotten") is True,
        counted=natural(kept["counted"], record.plies) if "counted" in kept else 0,
        seeded=kept.get("seeded") is True,
        resumed=natural(kept["resumed"], record.plies) if "resumed" in kept else 0,
    )
