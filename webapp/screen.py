"""What the page of a match shows: the match, and what the player asked to see of it."""

from dataclasses import dataclass, replace
from functools import cached_property

from ai.analysis import JudgedMove
from ai.notation import cell_name
from ai.opponents import HUMAN, OPPONENTS
from ai.position import Position
from ai.tablebase import move_values, probe
from webapp.board import NO_VALUES, Board, draw
from webapp.match import Match
from webapp.reasons import Explanation, answer, explain
from webapp.replay import Replay
from webapp.verdicts import KEEPS, cost


@dataclass(frozen=True)
class Screen:
    """A *match*, its moves with their *values* or without, and the computer's last move explained,
    or at length the one at the ply *asked*.
    """

    match: Match
    values: bool = False
    asked: int | None = None

    @property
    def fingerprint(self) -> str:
        """A short name for this state of this match, seen in this way."""
        return f"{self.match.fingerprint}{'-values' if self.values else ''}"

    @property
    def shows_values(self) -> bool:
        """Whether the values stand on the cells. Where a move is to be found they do not, until a
        hint was asked for.
        """
        return self.values and (not self.match.puzzle or self.match.hint is not None)

    @property
    def seen(self) -> Match:
        """The match, and that values helped the person to move if they are shown."""
        return self.match.with_values_shown() if self.shows_values else self.match

    @cached_property
    def board(self) -> Board:
        """The board as it is drawn."""
        match = self.match
        return draw(
            match.position,
            last=match.moves[-1] if match.moves else None,
            open_to_a_person=not match.computer_to_move,
            values=move_values(match.position) if self.shows_values else NO_VALUES,
            hint=match.hint.cells[0] if match.hint else None,
            tried=match.tried,
        )

    @cached_property
    def why(self) -> Explanation | None:
        """Why the computer made its last move, or the one asked about."""
        move = None if self.asked is None else self.match.computer_move(self.asked)
        move = move or self.match.last_computer_move
        return explain(move) if move else None

    @property
    def advice(self) -> tuple[str, ...]:
        """What a person is told who retries a move or asked for a hint: sentences."""
        match, game = self.match, self.match.game
        told: list[str] = []
        if match.puzzle:
            told.append(f"Find a move that keeps {KEEPS[probe(match.position).value]}.")
            if not match.tried:
                told.append("A retry does not count in the score.")
            if self.values and not self.shows_values:
                told.append("Until you ask for the answer the values stay hidden.")
            told += [
                f"Not {cell_name(game, cell)}: it"
                f" {cost(JudgedMove(match.position, cell, move_values(match.position)))}."
                for cell in match.tried
            ]
        elif match.retry is not None and 0 < match.ply - match.retry <= 2:
            before = replace(match, moves=match.moves[: match.retry]).position
            if goal := KEEPS.get(probe(before).value):
                found = cell_name(game, match.moves[match.retry])
                told.append(f"Right: {found} keeps {goal}.")
        if match.hint:
            cell = match.hint.cells[0]
            reason = answer(match.position, OPPONENTS["unbeatable"], match.hint, cell)
            told.append(f"Hint: {cell_name(game, cell)}. {reason}")
        return tuple(told)

    @cached_property
    def replay(self) -> Replay:
        """The match as a replay, at its end."""
        match = self.match
        start = Position(match.game, to_move=match.first)
        return Replay(start, match.moves, match.ply, match.x, match.o)

    @property
    def unaided(self) -> int:
        """How many of the person's wins against this opponent were without help."""
        tally = self.match.tally()
        return tally.x_unaided if self.match.x == HUMAN else tally.o_unaided
