"""A match: one game in the browser with its players, and the score of the games before it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from secrets import randbelow
from typing import Any, Self
from zlib import crc32

from ai.games import TIC_TAC_TOE, Game, game_for
from ai.notation import cell_name, game_text, parse_game
from ai.opponents import OPPONENTS, listed
from ai.policy import Decision, Opponent, chance
from ai.position import Mark, Position, replay
from webapp.score import Score, natural

HUMAN = "human"
SEEDS = range(2**32)


class MatchError(ValueError):
    """The match does not allow this."""


class NotYourTurn(MatchError):
    """A person moved for a computer player, or the other way round."""


class UnreadableMatch(MatchError):
    """A saved match cannot be read back."""


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """A move that an opponent made: in which position, on which cell, and what it had decided."""

    position: Position
    cell: int
    opponent: Opponent
    decision: Decision[object]


@dataclass(frozen=True)
class Match:
    """Who plays which game, who began, the moves so far, and the score of the games before.

    Everything else is derived: the position is the moves replayed through the rules, which is
    also what validates them. *x* and *o* are :data:`HUMAN` or an opponent's key; *counts* says
    whether this game will enter the score.

    :raises UnknownOpponent: if a player's key is no opponent's.
    :raises UnsupportedGame: if an opponent does not play the game.
    :raises IllegalMove: if the rules forbid the moves.
    """

    game: Game = TIC_TAC_TOE
    x: str = HUMAN
    o: str = "medium"
    first: Mark = Mark.X
    seed: int = field(default_factory=lambda: randbelow(SEEDS.stop))
    moves: tuple[int, ...] = ()
    score: Score = field(default_factory=Score)
    counts: bool = True

    def __post_init__(self) -> None:
        for player in (self.x, self.o):
            if player != HUMAN:
                listed(player).require(self.game)
        self.position  # noqa: B018 - replaying the moves validates them

    @cached_property
    def position(self) -> Position:
        """The position after the moves."""
        return replay(self.game, self.moves, self.first)

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome is not None

    def player(self, mark: Mark) -> str:
        """Who holds *mark*: :data:`HUMAN` or an opponent's key."""
        return self.x if mark is Mark.X else self.o

    def opponent(self, mark: Mark) -> Opponent | None:
        """The computer player that holds *mark*, or None where a person does."""
        return OPPONENTS.get(self.player(mark))

    @property
    def people(self) -> tuple[Mark, ...]:
        """The marks that people hold."""
        return tuple(mark for mark in Mark if self.player(mark) == HUMAN)

    @property
    def computer_to_move(self) -> Opponent | None:
        """The computer player whose turn it is, or None for a person's turn."""
        return self.opponent(self.position.to_move)

    def player_name(self, mark: Mark) -> str:
        """How the page calls who holds *mark*."""
        if opponent := self.opponent(mark):
            return opponent.name
        return "You" if len(self.people) == 1 else "Human"

    def seeded(self, seed: int) -> Self:
        """The match with its chance drawn from *seed*."""
        return replace(self, seed=seed)

    def without_score(self) -> Self:
        """The match with the games before it forgotten."""
        return replace(self, score=Score(), counts=not self.over)

    def played(self, cell: int) -> Self:
        """The match after *cell*, whoever's turn it is.

        :raises IllegalMove: if the rules forbid it.
        """
        self.position.play(cell)
        return replace(self, moves=(*self.moves, cell))

    def person_plays(self, cell: int) -> Self:
        """The match after a person's move and the computer's reply.

        :raises NotYourTurn: if it is the computer's turn.
        :raises IllegalMove: if the rules forbid the move.
        """
        if not self.over and self.computer_to_move:
            raise NotYourTurn(f"It is the turn of {self.computer_to_move.name}, a computer player.")
        return self.played(cell).with_replies()

    def computer_plays(self) -> Self:
        """The match after the computer player to move has moved.

        :raises NotYourTurn: if it is a person's turn, or nobody's any more.
        """
        if self.over:
            raise NotYourTurn("The game is over: no move is left to play.")
        if not self.computer_to_move:
            raise NotYourTurn("It is your turn: the computer waits for your move.")
        decision = self.computer_to_move.decide(self.position)
        return self.played(self.generator.choice(decision.cells))

    def with_replies(self) -> Self:
        """The match once the computer has moved where it is its turn.

        Two programs wait to be stepped: they reply to nobody.
        """
        match = self
        while match.people and match.computer_to_move and not match.over:
            match = match.computer_plays()
        return match

    @property
    def generator(self) -> Random:
        """The source of chance for the next move."""
        return chance(self.seed, self.ply)

    @cached_property
    def last_computer_move(self) -> ComputerMove | None:
        """The computer's last move, with the decision made once more: policies are pure."""
        for ply in range(self.ply - 1, -1, -1):
            before = replay(self.game, self.moves[:ply], self.first)
            if opponent := self.opponent(before.to_move):
                return ComputerMove(before, self.moves[ply], opponent, opponent.decide(before))
        return None

    @property
    def total(self) -> Score:
        """The score with this game in it, once it is over."""
        outcome = self.position.outcome
        if outcome and self.counts:
            return self.score.plus(self.x, self.o, outcome.winner)
        return self.score

    def tally(self) -> tuple[int, int, int]:
        """How often X won, nobody did, O won, between these two players."""
        return self.total.between(self.x, self.o)

    @property
    def move_names(self) -> tuple[str, ...]:
        """The moves as text."""
        return tuple(cell_name(self.game, cell) for cell in self.moves)

    def to_session(self) -> dict[str, Any]:
        """What the session cookie keeps; :meth:`from_session` reads it."""
        return {
            "game": self.game.key,
            "x": self.x,
            "o": self.o,
            "first": self.first.value,
            "seed": self.seed,
            "moves": game_text(self.game, self.moves),
            "score": self.score.to_session(),
            "counts": self.counts,
        }

    @property
    def fingerprint(self) -> str:
        """A short name for this state of this match: another state has another."""
        return f"{crc32(json.dumps(self.to_session(), sort_keys=True).encode()):08x}"

    @classmethod
    def from_session(cls, saved: Mapping[str, Any]) -> Self:
        """The match that :meth:`to_session` wrote.

        :raises UnreadableMatch: if that is not what *saved* is.
        """
        try:
            game = game_for(saved["game"])
            return cls(
                game=game,
                x=saved["x"],
                o=saved["o"],
                first=Mark(saved["first"]),
                seed=natural(saved["seed"], below=SEEDS.stop),
                moves=parse_game(game, saved["moves"]),
                score=Score.from_session(saved["score"]),
                counts=bool(saved["counts"]),
            )
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnreadableMatch("The saved match is none that this version writes.") from error
