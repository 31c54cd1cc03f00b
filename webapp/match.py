"""A match: one game in the browser with its players, and the score of the games before it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from random import Random
from secrets import randbelow
from typing import Any, Self
from zlib import crc32

from ai.analysis import JudgedMove
from ai.games import TIC_TAC_TOE, Game, game_for
from ai.notation import cell_name, game_text, parse_game
from ai.opponents import HUMAN, OPPONENTS, opponent_named
from ai.opponents.unbeatable import Perfect, unbeatable
from ai.policy import Decision, Opponent, chance
from ai.position import Mark, Position, position_after
from ai.tablebase import move_values, probe
from ai.value import Value
from webapp.score import Score, Tally, natural

SEEDS = range(2**32)


class Help(StrEnum):
    """What a person may be helped by. A win with any of it is not unaided."""

    HINT = "hint"
    UNDO = "undo"
    VALUES = "values"


class MatchError(ValueError):
    """The match does not allow this."""


class NotYourTurn(MatchError):
    """A person moved for a computer player, or the other way round."""


class NothingToUndo(MatchError):
    """No person has moved yet."""


class UnreadableMatch(MatchError):
    """A saved match cannot be read back."""


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """A move that an opponent made: in which position, on which cell, and what it had decided."""

    ply: int
    position: Position
    cell: int
    opponent: Opponent
    decision: Decision[object]


@dataclass(frozen=True)
class Match:
    """Who plays which game, who began, the moves so far, and the score of the games before.

    Everything else is derived: the position is the moves replayed through the rules, which is
    also what validates them. *x* and *o* are :data:`HUMAN` or an opponent's key; *counts* says
    whether this game will enter the score. The first *set_up* moves stood on the board when the
    match began. *help* holds what the side to move was helped by, and at which ply. A match that
    is a *retry* of some ply accepts there only moves that give no value away; *tried* are the
    others that were tried.

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
    set_up: int = 0
    help: frozenset[tuple[int, Help]] = frozenset()
    retry: int | None = None
    tried: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for player in (self.x, self.o):
            if player != HUMAN:
                opponent_named(player).require(self.game)
        self.position  # noqa: B018 - replaying the moves validates them

    @cached_property
    def position(self) -> Position:
        """The position after the moves."""
        return position_after(self.game, self.moves, self.first)

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    def mark_to_move(self, ply: int) -> Mark:
        """Who moves when so many moves were made."""
        return self.first.other if ply % 2 else self.first

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

    def retried(self) -> Self:
        """The match as one that retries its next move, and so does not count.

        :raises NotYourTurn: if no person is to move.
        """
        if self.over or self.computer_to_move:
            raise NotYourTurn("Nobody is to move who could retry.")
        return replace(self, retry=self.ply, counts=False)

    def without_score(self) -> Self:
        """The match with the games before it forgotten."""
        return replace(self, score=Score(), counts=self.counts and not self.over)

    def played(self, cell: int) -> Self:
        """The match after *cell*, whoever's turn it is.

        :raises IllegalMove: if the rules forbid it.
        """
        self.position.play(cell)
        return replace(self, moves=(*self.moves, cell), tried=())

    def person_plays(self, cell: int) -> Self:
        """The match after a person's move and the computer's reply.

        At the ply that is retried a move that gives value away is only noted.

        :raises NotYourTurn: if it is the computer's turn.
        :raises IllegalMove: if the rules forbid the move.
        """
        self._refuse_unless_a_person_moves()
        following = self.played(cell)
        if self.puzzle and JudgedMove(self.position, cell, move_values(self.position)).value_lost:
            return replace(self, tried=tuple(sorted({*self.tried, cell})))
        return following.with_replies()

    def _refuse_unless_a_person_moves(self) -> None:
        if not self.over and self.computer_to_move:
            raise NotYourTurn(f"It is the turn of {self.computer_to_move.name}, a computer player.")

    def hinted(self) -> Self:
        """The match with a hint for the person to move.

        :raises NotYourTurn: if it is the computer's turn, or nobody's any more.
        """
        if self.over:
            raise NotYourTurn("The game is over: there is no move left to hint at.")
        self._refuse_unless_a_person_moves()
        return self._helped(Help.HINT)

    def with_values_shown(self) -> Self:
        """The match once a person has seen what the moves are worth."""
        return self if self.over or self.computer_to_move else self._helped(Help.VALUES)

    def undone(self) -> Self:
        """The match as it was at the last decision of a person, who may now decide anew.

        :raises NothingToUndo: if no person has moved yet.
        """
        plies = [ply for ply in range(self.ply) if not self.opponent(self.mark_to_move(ply))]
        if not plies:
            raise NothingToUndo("There is no move of a person to take back.")
        ply = plies[-1]
        back = replace(
            self,
            moves=self.moves[:ply],
            counts=self.counts or (self.over and self.retry is None),
            set_up=min(self.set_up, ply),
            help=frozenset((at, kind) for at, kind in self.help if at <= ply),
            tried=(),
        )
        return back._helped(Help.UNDO)

    def _helped(self, kind: Help) -> Self:
        return replace(self, help=self.help | {(self.ply, kind)})

    def help_at(self, ply: int) -> tuple[Help, ...]:
        """What the side to move at *ply* was helped by."""
        return tuple(kind for kind in Help if (ply, kind) in self.help)

    def aided(self, mark: Mark) -> bool:
        """Whether *mark* was helped in this game, or did not play all of it."""
        return bool(self.set_up) or any(self.mark_to_move(ply) is mark for ply, _ in self.help)

    @property
    def puzzle(self) -> bool:
        """Whether the person to move is to find a move that gives nothing away, and there is one
        to find.
        """
        return (
            self.retry == self.ply
            and not self.over
            and probe(self.position).value is not Value.LOSS
        )

    @property
    def hint(self) -> Decision[Perfect] | None:
        """What perfect play would do here, if the person to move has asked."""
        if self.over or Help.HINT not in self.help_at(self.ply):
            return None
        return unbeatable(self.position)

    def computer_plays(self) -> Self:
        """The match after the computer player to move has moved.

        :raises NotYourTurn: if it is a person's turn, or nobody's any more.
        """
        if self.over:
            raise NotYourTurn("The game is over: no move is left to play.")
        if not self.computer_to_move:
            raise NotYourTurn("It is your turn: the computer waits for your move.")
        decision = self.computer_to_move.decide(self.position)
        return self.played(decision.pick(self.generator))

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

    def computer_move(self, ply: int) -> ComputerMove | None:
        """The computer's move at *ply*, with the decision made once more: policies are pure. None
        if no computer player moved there.
        """
        if not 0 <= ply < self.ply or not (opponent := self.opponent(self.mark_to_move(ply))):
            return None
        before = position_after(self.game, self.moves[:ply], self.first)
        return ComputerMove(ply, before, self.moves[ply], opponent, opponent.decide(before))

    @cached_property
    def last_computer_move(self) -> ComputerMove | None:
        """The computer's last move, if it has moved."""
        return self.computer_move(self.ply - 1) or self.computer_move(self.ply - 2)

    @property
    def total(self) -> Score:
        """The score with this game in it, once it is over."""
        outcome = self.position.outcome
        if outcome and self.counts:
            unaided = outcome.winner in self.people and not self.aided(outcome.winner)
            return self.score.plus(self.x, self.o, outcome.winner, unaided=unaided)
        return self.score

    def tally(self) -> Tally:
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
            "set_up": self.set_up,
            "help": sorted([ply, kind.value] for ply, kind in self.help),
            "retry": self.retry,
            "tried": list(self.tried),
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
            moves = parse_game(game, saved["moves"])
            plies, cells = len(moves) + 1, len(game.cells)
            return cls(
                game=game,
                x=saved["x"],
                o=saved["o"],
                first=Mark(saved["first"]),
                seed=natural(saved["seed"], below=SEEDS.stop),
                moves=moves,
                score=Score.from_session(saved["score"]),
                counts=bool(saved["counts"]),
                set_up=natural(saved["set_up"], below=plies),
                help=frozenset(
                    (natural(ply, below=plies), Help(kind)) for ply, kind in saved["help"]
                ),
                retry=None if saved["retry"] is None else natural(saved["retry"], below=cells),
                tried=tuple(natural(cell, below=cells) for cell in saved["tried"]),
            )
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnreadableMatch("The saved match is none that this version writes.") from error
