"""The session: what the browser's signed cookie keeps from one request to the next."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from secrets import randbelow
from typing import Any, Self
from zlib import crc32

from ai.games import TIC_TAC_TOE, game_for
from ai.language import N_
from ai.position import Mark, Position
from ai.record import Record, parse_record
from webapp.match.match import Help, Match, MatchError, Retry
from webapp.match.score import Score, Tally, natural
from webapp.params import SEEDS
from webapp.players import USUAL_OPPONENT, Players


class UnreadableSession(ValueError):
    """A cookie cannot be read back as a session."""


class NothingLeft(MatchError):
    """No match was left that could be brought back."""


class NothingForgotten(MatchError):
    """No score was reset that could be brought back."""


def new_seed() -> int:
    """A seed that nobody chose."""
    return randbelow(SEEDS.stop)


def first_match() -> Match:
    """What a first visit finds: tic-tac-toe, the person as X against Medium."""
    return Match(Record(Position(TIC_TAC_TOE)), Players(o=USUAL_OPPONENT), new_seed())


@dataclass(frozen=True)
class LeftMatch:
    """A *match* that was left for another one; *forgotten* as in :class:`Session`."""

    match: Match
    forgotten: bool = False

    @cached_property
    def cookie(self) -> dict[str, Any]:
        """What the cookie keeps of it, as JSON; :meth:`from_cookie` reads it."""
        return _kept_match(self.match) | ({"forgotten": True} if self.forgotten else {})

    @classmethod
    def from_cookie(cls, kept: Mapping[str, Any]) -> Self:
        """The match left of which *kept* is the :attr:`cookie`.

        :raises AttributeError, LookupError, TypeError, ValueError: if it is that of none.
        """
        return cls(_match_from(kept), kept.get("forgotten") is True)


@dataclass(frozen=True)
class Reset:
    """What a reset of the score changed: the *score* before it, and whether the results of the
    match on the board, and of the one that was left, were forgotten already.
    """

    score: Score
    forgotten: bool
    left_forgotten: bool

    @property
    def cookie(self) -> list[Any]:
        """What the cookie keeps of it, as JSON; :meth:`from_cookie` reads it."""
        return [self.score.cookie, self.forgotten, self.left_forgotten]

    @classmethod
    def from_cookie(cls, kept: Sequence[Any]) -> Self:
        """The reset of which *kept* is the :attr:`cookie`.

        :raises AttributeError, LookupError, TypeError, ValueError: if it is that of none.
        """
        score, forgotten, left_forgotten = kept
        return cls(Score.from_cookie(score), forgotten is True, left_forgotten is True)


@dataclass(frozen=True)
class Session:
    """The *match* on the board, the *score* of the games before it, whether the *values* of moves
    are shown, and whether the result of this game is *forgotten*: the score was reset after it.
    The match that was *left* for this one can be brought back, and so can the score after a
    *reset*, until the match goes on or another one begins.
    """

    match: Match = field(default_factory=first_match)
    score: Score = field(default_factory=Score)
    values: bool = False
    forgotten: bool = False
    left: LeftMatch | None = None
    reset: Reset | None = None

    @property
    def shows_values(self) -> bool:
        """Whether the values stand on the cells. In a puzzle they do not, until a hint was asked
        for.
        """
        return self.values and (not self.match.is_puzzle or self.match.hint is not None)

    @property
    def total(self) -> Score:
        """The score with this game in it, once it is over and if it counts."""
        result = _result(self.match)
        return self.score.plus(*result) if result and not self.forgotten else self.score

    @property
    def tally(self) -> Tally:
        """How often X won, nobody did, O won, between these two players."""
        return self.total.between(self.match.players.x, self.match.players.o)

    # What a person does: each returns the session after it.

    def start(self, match: Match) -> Self:
        """Put a new match on the board, and keep the score, and the match so far if a move was
        made in it.
        """
        left = LeftMatch(self.match, self.forgotten) if self.match.record.moves else self.left
        return self._with(match.reply(), score=self.total, forgotten=False, left=left)

    def bring_back(self) -> Self:
        """Put the match that was left on the board again, and leave the present one.

        :raises NothingLeft: if none was left.
        """
        if not self.left:
            raise NothingLeft(N_("There is no game to bring back."))
        match, forgotten = self.left.match, self.left.forgotten
        result, score = _result(match), self.total
        if result and not forgotten:
            score = score.minus(*result)
        left = LeftMatch(self.match, self.forgotten) if self.match.record.moves else None
        return self._with(match, score=score, forgotten=forgotten, left=left)

    def retry(self, record: Record, players: Players, seed: int | None = None) -> Self:
        """Let a person retry the move after *record*.

        If the game on the board, between the same players, began with *record*, its moves stay as
        played; otherwise only the position is set up. Chance comes from *seed*, if it is given.

        :raises NotYourTurn: if no person is to move.
        :raises NothingToRetry: if all moves have one value.
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
        return self._with(self.match.undo(), forgotten=False)

    def ask_hint(self) -> Self:
        """Show one best cell. Errors as in :meth:`Match.ask_hint`."""
        return replace(self, match=self.match.ask_hint())

    def switch_values(self, on: bool) -> Self:
        """Show the values of moves from now on, or no more. Whoever has had them was helped."""
        switched = replace(self, values=on)
        helped = self if self.shows_values else switched
        return replace(switched, match=helped._match_noting_values())

    def reset_score(self) -> Self:
        """Forget the games so far, the present one too if it is over."""
        left = self.left
        if left:
            left = replace(left, forgotten=left.forgotten or left.match.is_over)
        before = Reset(self.score, self.forgotten, bool(self.left and self.left.forgotten))
        return replace(
            self,
            score=Score(),
            forgotten=self.forgotten or self.match.is_over,
            left=left,
            reset=self.reset or before,
        )

    def bring_back_score(self) -> Self:
        """Take the reset of the score back.

        :raises NothingForgotten: if there was none, or the match went on since.
        """
        if not self.reset:
            raise NothingForgotten(N_("There is no score to bring back."))
        before = self.reset
        left = replace(self.left, forgotten=before.left_forgotten) if self.left else None
        return replace(self, score=before.score, forgotten=before.forgotten, left=left, reset=None)

    def reseed(self, seed: int) -> Self:
        """Take the chance of the match from *seed*, unless a move was made."""
        if self.match.record.moves:
            return self
        return replace(self, match=replace(self.match, seed=seed))

    def _with(self, match: Match, **changes: Any) -> Self:
        """The session after a step to *match*: no reset of the score can be taken back any more."""
        return replace(self, match=match, reset=None, **changes)

    def _match_noting_values(self) -> Match:
        """The match, which notes that values helped the person to move if they are shown."""
        if self.shows_values and self.match.awaits_person:
            return self.match.note(Help.VALUES)
        return self.match

    # The cookie.

    @cached_property
    def cookie(self) -> dict[str, Any]:
        """What the cookie keeps, as JSON; :meth:`from_cookie` reads it."""
        kept = _kept_match(self.match)
        if self.score.tallies:
            kept["score"] = self.score.cookie
        if self.values:
            kept["values"] = True
        if self.forgotten:
            kept["forgotten"] = True
        if self.left:
            kept["left"] = self.left.cookie
        if self.reset:
            kept["reset"] = self.reset.cookie
        return kept

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits by which pages tell this state from every other."""
        return f"{crc32(json.dumps(self.cookie).encode()):08x}"

    @classmethod
    def from_cookie(cls, kept: Mapping[str, Any]) -> Self:
        """The session of which *kept* is the :attr:`cookie`.

        :raises UnreadableSession: if it is that of none.
        """
        try:
            return cls(
                _match_from(kept),
                Score.from_cookie(kept.get("score", {})),
                values=kept.get("values") is True,
                forgotten=kept.get("forgotten") is True,
                left=LeftMatch.from_cookie(kept["left"]) if "left" in kept else None,
                reset=Reset.from_cookie(kept["reset"]) if "reset" in kept else None,
            )
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnreadableSession("This version writes no such session.") from error


def _result(match: Match) -> tuple[str, str, Mark | None, bool] | None:
    """Who played X and O, who won, and whether unaided; None if the match does not count."""
    outcome = match.position.outcome
    if not outcome or not match.is_scored:
        return None
    winner, players = outcome.winner, match.players
    unaided = winner in players.people and not match.is_aided(winner)
    return players.x, players.o, winner, unaided


def _kept_match(match: Match) -> dict[str, Any]:
    kept: dict[str, Any] = {
        "game": match.record.game.key,
        "first": match.record.first.value,
        "moves": match.record.text,
        "x": match.players.x,
        "o": match.players.o,
        "seed": match.seed,
    }
    if match.help:
        kept["help"] = sorted([ply, kind.value] for ply, kind in match.help)
    if match.retry:
        kept["retry"] = [match.retry.ply, *match.retry.tried]
    return kept


def _match_from(kept: Mapping[str, Any]) -> Match:
    """The match that :func:`_kept_match` wrote.

    :raises AttributeError, LookupError, TypeError, ValueError: if it wrote no such thing.
    """
    game = game_for(kept["game"])
    record = parse_record(game, kept["moves"], Mark(kept["first"]))
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
    )
