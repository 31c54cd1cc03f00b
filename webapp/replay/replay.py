"""A game, or a single position, as its address alone tells it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from ai.analysis import JudgedMove, Review, best_line, moves_to, review
from ai.games import Game, game_for
from ai.notation import cell_name
from ai.opponents import OPPONENTS, opponent_named
from ai.policy import Opponent
from ai.position import Mark, Position
from ai.record import Record, parse_record
from ai.tablebase import move_values
from webapp.board import NO_VALUES, Board, draw
from webapp.figures import Figure, figures
from webapp.match import HUMAN, Match
from webapp.reasons import Explanation, answer, explain

# What a replay may show beside the moves, and what it shows unless the address says otherwise.
SWITCHES = ("values", "reasons", "programs")
USUALLY_ON = frozenset({"reasons"})


class BadAddress(ValueError):
    """An address tells no game, or not one that the rules allow."""


@dataclass(frozen=True)
class Proposal:
    """What an opponent would do in a position: its cells, judged, and why it plays the first."""

    opponent: Opponent
    moves: tuple[JudgedMove, ...]
    answer: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Replay:
    """*moves* from *start*, of which *ply* are made, counted from the empty board; who held X and
    O, human if it is not known; and which of the :data:`SWITCHES` are *on*.
    """

    start: Position
    moves: tuple[int, ...]
    ply: int
    x: str = HUMAN
    o: str = HUMAN
    on: frozenset[str] = USUALLY_ON

    @property
    def game(self) -> Game:
        """The game."""
        return self.start.game

    @property
    def first(self) -> Mark:
        """Who made the first move, that of a drawn position being who must have made it."""
        return self.start.to_move.other if self.start.ply % 2 else self.start.to_move

    @property
    def last_ply(self) -> int:
        """How many moves there are in all."""
        return self.start.ply + len(self.moves)

    @cached_property
    def match(self) -> Match:
        """The whole game as a match; the marks of a drawn position are set down in some order.

        :raises IllegalMove: if the rules forbid the moves.
        :raises UnknownOpponent, UnsupportedGame: if a player is none of the game.
        """
        return Match(
            game=self.game,
            x=self.x,
            o=self.o,
            first=self.first,
            seed=0,
            moves=(*moves_to(self.start), *self.moves),
            set_up=self.start.ply,
        )

    @cached_property
    def so_far(self) -> Match:
        """The match as it stood when *ply* moves were made."""
        return replace(self.match, moves=self.match.moves[: self.ply])

    @property
    def position(self) -> Position:
        """The position after *ply* moves."""
        return self.so_far.position

    def at(self, ply: int) -> Self:
        """The same replay at another ply, not past either end."""
        return replace(self, ply=min(max(ply, self.start.ply), self.last_ply))

    def continued(self, line: tuple[int, ...], made: int = 0) -> Self:
        """The game so far and then *line*, of which so many moves are *made*."""
        so_far = self.moves[: self.ply - self.start.ply]
        return replace(self, moves=(*so_far, *line), ply=self.ply + made)

    @property
    def text(self) -> str:
        """The game in its address: the drawing of the start, unless it is empty, and the moves."""
        return Record(self.start, self.moves).text

    @property
    def query(self) -> dict[str, str]:
        """The rest of its address."""
        switched = {
            name: "on" if name in self.on else "off"
            for name in SWITCHES
            if name in self.on ^ USUALLY_ON
        }
        players = {} if self.x == self.o == HUMAN else {"x": self.x, "o": self.o}
        return {"first": self.first.lower(), **players, "ply": str(self.ply), **switched}

    @cached_property
    def board(self) -> Board:
        """The board as it is drawn."""
        played = self.moves[: self.ply - self.start.ply]
        return draw(
            self.position,
            last=played[-1] if played else None,
            values=move_values(self.position) if "values" in self.on else NO_VALUES,
        )

    @cached_property
    def review(self) -> Review:
        """The review of the moves."""
        return review(Record(self.start, self.moves))

    @property
    def judged(self) -> JudgedMove | None:
        """The last move made, judged."""
        index = self.ply - self.start.ply - 1
        return self.review.moves[index] if index >= 0 else None

    @cached_property
    def why(self) -> Explanation | None:
        """Why the computer made the last move, if a computer player did."""
        move = self.match.computer_move(self.ply - 1) if self.ply > self.start.ply else None
        return explain(move) if move else None

    def name(self, cell: int) -> str:
        """The name of *cell*."""
        return cell_name(self.game, cell)

    def switched(self, name: str) -> Self:
        """The same with one of the :data:`SWITCHES` the other way."""
        return replace(self, on=self.on ^ {name})

    def mistakes(self) -> tuple[tuple[int, JudgedMove], ...]:
        """The moves of people that gave value away, each with its ply: they can be retried."""
        return tuple(
            (ply, judged)
            for ply, judged in enumerate(self.review.moves, self.start.ply + 1)
            if judged.value_lost and judged.mark in self.match.people
        )

    def refutation(self, judged: JudgedMove) -> Self:
        """The game that a move leads to if both play perfectly from there; the move is made."""
        following = judged.position.play(judged.cell)
        there = replace(self, ply=judged.position.ply)
        return there.continued((judged.cell, *best_line(following)), made=1)

    def proposals(self) -> tuple[Proposal, ...]:
        """What every opponent that plays this game would do here; nothing once it is over."""
        if self.position.outcome:
            return ()
        playing = [opponent for opponent in OPPONENTS.values() if opponent.plays(self.game)]
        return tuple(propose(opponent, self.position) for opponent in playing)


def propose(opponent: Opponent, position: Position) -> Proposal:
    """What *opponent* would do in *position*."""
    decision, values = opponent.decide(position), move_values(position)
    cell = decision.cells[0]
    return Proposal(
        opponent,
        tuple(JudgedMove(position, one, values) for one in sorted(set(decision.cells))),
        answer(position, opponent, decision, cell),
        figures(position, decision, cell),
    )


def read_replay(game_key: str, text: str, query: Mapping[str, str]) -> Replay:
    """The replay of an address: the game's key, a drawing and moves in *text*, and its *query*.

    :raises BadAddress: if it tells none, or not one that the rules allow.
    """
    try:
        game = game_for(game_key)
        record = parse_record(game, text, _mark(query, "first"))
        found = Replay(
            record.start,
            record.moves,
            record.ply,
            _player(query, "x"),
            _player(query, "o"),
            frozenset(name for name in SWITCHES if _switch(query, name)),
        )
        found.match  # noqa: B018 - making the match checks its players and moves
    except ValueError as error:
        raise BadAddress(str(error)) from error
    return found if "ply" not in query else replace(found, ply=_ply(query["ply"], found))


def _mark(query: Mapping[str, str], name: str) -> Mark | None:
    text = query.get(name)
    if text not in {None, "x", "o"}:
        raise BadAddress(f"“{name}” must be x or o, not “{text}”.")
    return Mark(text.upper()) if text else None


def _player(query: Mapping[str, str], name: str) -> str:
    key = query.get(name, HUMAN)
    return key if key == HUMAN else opponent_named(key).key


def _switch(query: Mapping[str, str], name: str) -> bool:
    text = query.get(name, "on" if name in USUALLY_ON else "off")
    if text not in {"on", "off"}:
        raise BadAddress(f"“{name}” must be on or off, not “{text}”.")
    return text == "on"


def _ply(text: str, replay: Replay) -> int:
    """The ply that *text* writes.

    :raises BadAddress: if the replay has none such.
    """
    plies = range(replay.start.ply, replay.last_ply + 1)
    if not (re.fullmatch("[0-9]{1,3}", text) and int(text) in plies):
        possible = f"from {plies[0]} to {plies[-1]}" if len(plies) > 1 else f"{plies[0]}"
        raise BadAddress(f"“ply” must be {possible} here, not “{text}”.")
    return int(text)


def title(replay: Replay) -> str:
    """What the position is, in a few words."""
    position, game = replay.position, replay.game
    if outcome := position.outcome:
        return f"{f'{outcome.winner} wins' if outcome.winner else 'Tie'} – {game.name}"
    moved = f" after {cell_name(game, replay.match.moves[replay.ply - 1])}" if replay.judged else ""
    return f"{position.to_move} to move{moved} – {game.name}"
