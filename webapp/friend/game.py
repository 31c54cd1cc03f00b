"""A game between two friends by one link: its seats, moves, score and rematches, as pure data."""

import json
import re
from dataclasses import replace
from typing import Any, Self

from ai.frozen import frozen
from ai.messages import N_
from ai.rules import Game, Mark, Position, Record, game_for, parse_record, remembering
from webapp.game.match import BEHIND
from webapp.game.score import Tally
from webapp.serving.cookies import natural
from webapp.serving.errors import SiteRefusal

HOLDER = re.compile(".{0,64}", re.DOTALL)  # empty for a free seat
NO_SCORE = Tally()


class NoSeat(SiteRefusal):
    """The visitor holds no seat in this game."""

    status = 403


@frozen
class FriendGame:
    """Game *number* of a link: its *record*, and the holders of its seats, *x* and *o*, empty for a
    free seat. A holder is the text that stands for one browser.

    *score* counts the games before it. *rematch* holds the marks whose players want a rematch,
    and *left* the marks of players who left. *moved* counts for the seats of X and O how often each
    went to another device.
    """

    record: Record
    x: str = ""
    o: str = ""
    score: Tally = NO_SCORE
    rematch: frozenset[Mark] = frozenset()
    left: frozenset[Mark] = frozenset()
    number: int = 1
    moved: tuple[int, int] = (0, 0)

    @classmethod
    def new(cls, game: Game, first: Mark, side: Mark, holder: str) -> Self:
        """A new game: *holder* invites and has the mark *side*, *first* begins."""
        x, o = (holder, "") if side is Mark.X else ("", holder)
        return cls(Record(Position(game, to_move=first)), x, o)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.record.outcome is not None

    @property
    def total(self) -> Tally:
        """The score, with this game if it is over."""
        outcome = self.record.outcome
        return self.score.plus(outcome.winner) if outcome else self.score

    def holder(self, mark: Mark) -> str:
        """The holder of the seat of *mark*; empty if it is free."""
        return self.x if mark is Mark.X else self.o

    def mark_of(self, holder: str) -> Mark | None:
        """The mark whose seat *holder* has; None for someone who watches."""
        return {self.o: Mark.O, self.x: Mark.X}.get(holder) if holder else None

    def claim(self, mark: Mark) -> str:
        """The text that claims the seat of *mark*, until the seat goes to another device."""
        return f"{self.holder(mark)} {self.moved[mark is Mark.O]}"

    @property
    def free(self) -> Mark | None:
        """The mark of the free seat; None once both are taken."""
        return {self.o: Mark.O, self.x: Mark.X}.get("")

    def require_seat(self, holder: str) -> Mark:
        """The mark whose seat *holder* has.

        :raises NoSeat: if *holder* only watches.
        """
        if mark := self.mark_of(holder):
            return mark
        raise NoSeat(
            N_("You watch this game: only its players can do that. Join first.")
            if self.free
            else N_("You watch this game: only its two players can do that.")
        )

    # Actions. Each returns the next state, or refuses: with NoSeat if its holder only watches.

    def join(self, holder: str) -> Self:
        """Give *holder* the free seat. A player who left comes back.

        :raises SiteRefusal: if two others hold the seats.
        """
        if mark := self.mark_of(holder):
            return replace(self, left=self.left - {mark})
        if not self.free:
            raise SiteRefusal(N_("Two players are in already. You can watch."))
        return self._with_holder(self.free, holder)

    def play(
        self, holder: str, cell: int, ply: int, number: int | None = None, *, guest: bool = False
    ) -> Self:
        """Make the move of *holder* on *cell*, at *ply* of game *number*. One who left is back. A
        move that was made already changes nothing: its answer may have been lost.

        Whoever may join takes the free seat by it, and moves if it is their turn. From the page of
        a *guest* who has the seat by now it changes nothing else.

        :raises SiteRefusal: if the game has gone on since, or it is the other side's turn.
        :raises IllegalMove: if the rules forbid the move.
        """
        if self.free and not self.mark_of(holder):
            self._require(number)
            joined = self.join(holder)
            begins = joined.mark_of(holder) is self.record.position.to_move
            return joined.play(holder, cell, ply, number) if begins else joined
        mark = self.require_seat(holder)
        self._require(number)
        if self.record.moves[ply : ply + 1] == (cell,) and mark is self.record.mover_at(ply):
            return self
        if guest and (ply != self.record.ply or mark is not self.record.position.to_move):
            return self
        if ply != self.record.ply:
            raise SiteRefusal(BEHIND)
        if not self.is_over and mark is not self.record.position.to_move:
            raise SiteRefusal(N_("It's your friend's turn."))
        return replace(self, record=self.record.play(cell), left=self.left - {mark})

    def ask_rematch(self, holder: str, number: int | None = None) -> Self:
        """Note that *holder* wants a rematch of game *number*. When both do, a new game begins:
        sides are swapped, and the score is kept. A wish for a game that has begun since changes
        nothing: its answer may have been lost.

        :raises SiteRefusal: if there was no such game yet, or this one goes on.
        """
        mark = self.require_seat(holder)
        if number is not None and number < self.number:
            return self
        self._require(number)
        if not self.is_over:
            raise SiteRefusal(N_("This game is not over yet."))
        asked = self.rematch | {mark}
        if len(asked) < len(Mark):
            return replace(self, rematch=asked, left=self.left - {mark})
        score, later, moved = self.total.swapped, self.number + 1, self.moved[::-1]
        return type(self)(self.record.anew, self.o, self.x, score, number=later, moved=moved)

    def leave(self, holder: str) -> Self:
        """Note that *holder* has left. The seat stays theirs; their wish for a rematch ends."""
        mark = self.require_seat(holder)
        return replace(self, left=self.left | {mark}, rematch=self.rematch - {mark})

    def hand_over(self, claim: str, heir: str) -> Self:
        """Give the seat of *claim* to *heir*, the same person's other browser. If *heir* has a seat
        already, a used claim leads back to it: the post may have come twice.

        :raises SiteRefusal: if nobody's seat has this claim, and *heir* has none; or if it is the
            seat of the other player of *heir*.
        """
        own = self.mark_of(heir)
        claimed = (mark for mark in Mark if self.holder(mark) and claim == self.claim(mark))
        mark = next(claimed, own)
        if not mark:
            raise SiteRefusal(
                N_("This code leads to no seat. It works once, within ten minutes: get another.")
            )
        if own and own is not mark:
            raise SiteRefusal(N_("This code is for your friend's seat. You have the other one."))
        if own:
            return self.join(heir)
        x, o = self.moved
        moved = x + (mark is Mark.X), o + (mark is Mark.O)
        return replace(self._with_holder(mark, heir), left=self.left - {mark}, moved=moved)

    def _with_holder(self, mark: Mark, holder: str) -> Self:
        return replace(self, x=holder) if mark is Mark.X else replace(self, o=holder)

    def _require(self, number: int | None) -> None:
        """Refuse if this is not game *number*, unless none is given."""
        if number is not None and number != self.number:
            raise SiteRefusal(BEHIND)

    # Its text.

    @property
    def text(self) -> str:
        """The game as JSON; :meth:`from_text` reads it."""
        kept = {
            "game": self.record.game.key,
            "first": self.record.first.value,
            "moves": self.record.text,
            "x": self.x,
            "o": self.o,
            "score": [self.score.x_wins, self.score.draws, self.score.o_wins],
            "rematch": sorted(self.rematch),
            "left": sorted(self.left),
            "number": self.number,
            "moved": self.moved,
        }
        return json.dumps(kept, separators=(",", ":"))

    @classmethod
    @remembering(256)
    def from_text(cls, text: str) -> Self:
        """The game that :attr:`text` wrote. Errors as in :class:`Codec`."""
        kept: dict[str, Any] = json.loads(text)
        record = parse_record(game_for(kept["game"]), kept["moves"], Mark(kept["first"]))
        holders = kept["x"], kept["o"]
        if not all(map(HOLDER.fullmatch, holders)):
            raise ValueError(f"No holders: {holders}")
        x_wins, draws, o_wins = map(natural, kept["score"])
        x_moved, o_moved = map(natural, kept.get("moved", (0, 0)))  # older texts have none
        score, moved = Tally(x_wins, draws, o_wins), (x_moved, o_moved)
        rematch, left = (frozenset(map(Mark, kept[it])) for it in ("rematch", "left"))
        return cls(record, *holders, score, rematch, left, natural(kept["number"]), moved)
