"""A game as one visitor sees it, kept in a cookie or in the store."""

from ai.frozen import frozen
from ai.opponents import HUMAN
from ai.rules import Mark, Record
from ai.words.persons import FIRST, SECOND, Persons
from webapp.board.players import Players, Seat
from webapp.game.match import Help
from webapp.game.score import Tally


@frozen
class GameSeen:
    """The *record* of a game between *players*, at *seats* with these names, and their *tally*.

    *me* is the visitor's mark; None for two people at one screen, and for someone who watches.
    Sentences call the other player *rival*. Empty cells can be played if the visitor *may_move*.
    *said* is the last turn in words, and *asked* a wish for another game, or empty. *help* is noted
    beside moves; the game may be *retried* from one of them.
    """

    record: Record
    players: Players
    seats: tuple[Seat, Seat]
    me: Mark | None
    tally: Tally
    may_move: bool
    said: str
    rival: str = FIRST
    asked: str = ""
    help: frozenset[tuple[int, Help]] = frozenset()
    retried: bool = False

    def persons(self, mover: Mark) -> Persons | None:
        """The persons after a move of *mover*, told to the visitor; None without one: then marks
        name them.
        """
        if not self.me:
            return None
        return Persons(SECOND, self.rival) if mover is self.me else Persons(self.rival, SECOND)

    @property
    def is_triumph(self) -> bool:
        """Whether the visitor beat Hard or Unbeatable, or held Unbeatable, in a whole game."""
        outcome = self.record.outcome
        if not outcome or not self.me or self.record.start.ply:
            return False
        rival = self.players.key(self.me.other)
        won_over = {self.me: ("hard", "unbeatable"), None: ("unbeatable",)}
        return rival in won_over.get(outcome.winner, ())

    def name(self, mark: Mark) -> str:
        """The name of the player of *mark*; empty for one of two people whom marks tell apart."""
        seat = self.seats[mark is Mark.O]
        return seat.name if self.me or seat.key != HUMAN else ""
