"""The moves of each computer player at the cursor."""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.explain import Explanation, explain_move
from ai.explain.values import outlook
from ai.language import _
from ai.opponents import OPPONENTS
from ai.study.study import JudgedMove, study
from webapp.replay.ideas import refutation_url
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Program:
    """The *moves* that a program holds equally good at the cursor of *replay*, and the
    *explanation* of the first.
    """

    replay: Replay
    explanation: Explanation
    moves: tuple[JudgedMove, ...]

    @property
    def warning(self) -> str:
        """The moves that give value away, in words; empty if none does."""
        losing = [move.name for move in self.moves if move.value_lost]
        if 0 < len(losing) < len(self.moves):
            return _("Slips with %(moves)s", moves=", ".join(losing))
        return _("Slips") if losing else ""

    def outlook(self, move: JudgedMove) -> str:
        """The result of *move*."""
        return outlook(move.exact, move.mark)

    def refutation(self, move: JudgedMove) -> str | None:
        """The address of how *move* loses; None unless it gives value away so."""
        return refutation_url(self.replay, move)


def programs(replay: Replay) -> Iterator[Program]:
    """Every opponent that plays the game of *replay*; none once it is over."""
    here = study(replay.position)
    for opponent in OPPONENTS.values():
        if here.moves and opponent.plays(replay.game):
            moves = tuple(here.moves[cell] for cell in here.decision(opponent).cells)
            yield Program(replay, explain_move(moves[0], opponent), moves)
