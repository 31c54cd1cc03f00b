"""A match: the record of a game, its players, and the help that people took."""

from dataclasses import replace
from enum import StrEnum
from typing import Self

from ai.exact.tablebase import has_table, load
from ai.frozen import frozen
from ai.messages import N_
from ai.opponents.policy import Opponent, chance
from ai.rules import Mark, Position, Record
from ai.study.study import Study, study
from webapp.board.players import Players
from webapp.honours.kept import Played
from webapp.serving.errors import SiteRefusal

BEHIND = N_("This page was behind. Here's the latest.")


class Help(StrEnum):
    """A kind of help. A win with any help is not unaided. A hint tells first where to look, and
    then the cell.
    """

    HINT = N_("hint")
    CELL = N_("cell")
    UNDO = N_("undo")
    VALUES = N_("values")


@frozen
class Retry:
    """A task: to find a move at *ply* that gives no value away. *tried* are cells that do, in the
    order in which they were tried.

    *ply* is None once an earlier move was taken back, because the position at it may change.
    """

    ply: int | None
    tried: tuple[int, ...] = ()


@frozen
class Match:
    """The *record* of a game between *players*; *seed* fixes the computer's random choices.

    Nobody played the marks at the start of the record: they were set up. *help* holds each kind of
    help with the ply at which the side to move had it. An *uncounted* result stays out of the
    score, which was reset after it. If its end was taken back, the moves before the ply *counted*
    have counted for the level. Of a *seeded* match an address chose the seed: it earns nothing, for
    the program's moves may be known. A *resumed* one was left before that ply on an earlier day.

    :raises UnknownOpponent, UnsupportedGame: if the players cannot play the game.
    """

    record: Record
    players: Players
    seed: int
    help: frozenset[tuple[int, Help]] = frozenset()
    retry: Retry | None = None
    uncounted: bool = False
    counted: int = 0
    seeded: bool = False
    resumed: int = 0

    def __post_init__(self) -> None:
        self.players.require(self.record.game)

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.record.position

    @property
    def study(self) -> Study:
        """The study of the position."""
        return study(self.record.position)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.record.outcome is not None

    @property
    def computer_to_move(self) -> Opponent | None:
        """The computer player whose turn it is; None for a person's turn."""
        return self.players.computer(self.record.position.to_move)

    @property
    def is_begun(self) -> bool:
        """Whether a person has moved; between two programs, whether one has."""
        plies = self.record.plies[:-1]
        return any(not self.computer_at(ply) or not self.players.people for ply in plies)

    @property
    def awaits_person(self) -> bool:
        """Whether it is a person's turn."""
        return not self.is_over and not self.computer_to_move

    @property
    def has_table(self) -> bool:
        """Whether the table of exact values of its game can be read."""
        return has_table(self.record.game)

    @property
    def is_set_up(self) -> bool:
        """Whether marks stood on the board when the match began."""
        return self.record.start.ply > 0

    @property
    def is_scored(self) -> bool:
        """Whether its result counts in the score: it is neither set up nor a retry."""
        return not self.is_set_up and self.retry is None

    @property
    def is_puzzle(self) -> bool:
        """Whether the person to move must find a move that gives no value away; False without the
        table.
        """
        return (
            self.retry is not None
            and self.retry.ply == self.record.ply
            and self.awaits_person
            and self.has_table
            and self.study.is_decision
        )

    @property
    def hinted(self) -> Help | None:
        """The last step of the hint at this ply; None without a request, or without the table."""
        if not self.help or self.is_over or not self.has_table:
            return None
        steps = (Help.CELL, Help.HINT)
        return next((step for step in steps if (self.record.ply, step) in self.help), None)

    @property
    def hint(self) -> int | None:
        """One of the best cells; None before the last step of the hint."""
        return self.study.best.cell if self.hinted is Help.CELL else None

    def is_aided(self, mark: Mark) -> bool:
        """Whether *mark* was helped in this game."""
        return bool(self._aided(mark))

    def _aided(self, mark: Mark) -> frozenset[int]:
        """The plies at which *mark* was helped."""
        return frozenset(ply for ply, _ in self.help if self.record.mover_at(ply) is mark)

    @property
    def played(self) -> Played | None:
        """What honours need of it; None if it earns none."""
        lone = self.players.lone
        if not lone or not self.is_scored or self.seeded:
            return None
        return Played(self.record, self.players, self.seed, self._aided(lone), self.counted)

    def computer_at(self, ply: int) -> Opponent | None:
        """The computer player that made the move at *ply*; None if none did."""
        if not self.record.start.ply <= ply < self.record.ply:
            return None
        return self.players.computer(self.record.mover_at(ply))

    # Actions. Each returns the next match.

    def play(self, cell: int) -> Self:
        """Make a person's move on *cell*, and the computer's reply to it.

        A puzzle notes a move that gives value away as tried, and does not make it. The hint goes:
        why the move is wrong takes its place.

        :raises SiteRefusal: if it is noted already, or if it is the computer's turn.
        :raises IllegalMove: if the rules forbid the move.
        """
        self._refuse_unless_a_person_moves()
        after = self._move(cell)
        if self.is_puzzle and self.retry and self.study.moves[cell].value_lost:
            if cell in self.retry.tried:
                name = self.record.game.cell_names[cell]
                raise SiteRefusal(N_("You tried %(cell)s already."), cell=name)
            retry = replace(self.retry, tried=(*self.retry.tried, cell))
            steps = {(self.record.ply, step) for step in (Help.HINT, Help.CELL)}
            return replace(self, retry=retry, help=self.help - steps)
        return after.reply()

    def step(self) -> Self:
        """Make the move of the computer player whose turn it is.

        :raises SiteRefusal: if it is a person's turn, or the game is over.
        """
        if self.is_over:
            raise SiteRefusal(N_("The game is over: nothing left to play."))
        if not (opponent := self.computer_to_move):
            raise SiteRefusal(N_("It's your turn."))
        decision = self.study.decision(opponent)
        return self._move(decision.pick(chance(self.seed, self.record.ply)))

    def reply(self) -> Self:
        """Make the computer's moves until it is a person's turn. Two programs wait for
        :meth:`step`.
        """
        match = self
        while match.players.people and match.computer_to_move and not match.is_over:
            match = match.step()
        return match

    def undo(self) -> Self:
        """Go back to the last decision of a person, who may now decide anew.

        :raises SiteRefusal: if no person has moved yet.
        """
        plies = [ply for ply in self.record.plies[:-1] if not self.computer_at(ply)]
        if not plies:
            raise SiteRefusal(N_("Nothing to undo yet."))
        return self.go_back(plies[-1]).note(Help.UNDO)

    def go_back(self, ply: int) -> Self:
        """Take back the moves from *ply* on. The next result will count."""
        retry = self.retry
        if retry:
            is_behind = retry.ply is not None and ply < retry.ply
            retry = Retry(None if is_behind else retry.ply)
        return replace(
            self,
            record=self.record.up_to(ply),
            help=frozenset((at, kind) for at, kind in self.help if at <= ply),
            retry=retry,
            uncounted=False,
            counted=ply if self.is_over else min(ply, self.counted),
            resumed=min(ply, self.resumed),
        )

    def ask_hint(self) -> Self:
        """Give the person to move the next step of the hint: where to look, and then the cell.

        :raises SiteRefusal: if it is the computer's turn, or the game is over.
        :raises TablebaseError: if the table cannot be read.
        """
        if self.is_over:
            raise SiteRefusal(N_("The game is over: nothing left to hint at."))
        self._refuse_unless_a_person_moves()
        load(self.record.game)
        return self.note(Help.CELL if self.hinted else Help.HINT)

    def note(self, kind: Help) -> Self:
        """Note that the side to move had this *kind* of help."""
        return replace(self, help=self.help | {(self.record.ply, kind)})

    def retry_next(self) -> Self:
        """Let the person to move retry the next move. Help at this ply is deleted, and the game no
        longer counts in the score.

        :raises SiteRefusal: if no person is to move, or all moves have one value.
        """
        if not self.awaits_person:
            raise SiteRefusal(N_("Nobody can retry here: no person is to move."))
        if not self.study.is_decision:
            raise SiteRefusal(N_("All moves have the same value here: nothing to find."))
        help_before = frozenset((ply, kind) for ply, kind in self.help if ply < self.record.ply)
        return replace(self, help=help_before, retry=Retry(self.record.ply))

    def _move(self, cell: int) -> Self:
        retry = replace(self.retry, tried=()) if self.retry else None
        return replace(self, record=self.record.play(cell), retry=retry)

    def _refuse_unless_a_person_moves(self) -> None:
        if not self.is_over and self.computer_to_move:
            raise SiteRefusal(N_("It's %(opponent)s's turn."), opponent=self.computer_to_move.name)
