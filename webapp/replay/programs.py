"""The moves of each computer player at the cursor."""

from dataclasses import dataclass

from ai.explain import explain_move
from ai.explain.diagram import Diagram
from ai.explain.values import outlook
from ai.language import _
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.notation import cell_name
from ai.study.study import JudgedMove, Study, study
from webapp.replay.ideas import refutation_url
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Proposal:
    """The *moves* that *opponent* holds equally good, judged, and why it plays the first: an
    *answer* in words, and *diagrams*.
    """

    opponent: Opponent
    moves: tuple[JudgedMove, ...]
    answer: str
    diagrams: tuple[Diagram, ...]


@dataclass(frozen=True, slots=True)
class ProposedMove:
    """A program's move, and its *outlook*. A move that gives value away has a *label*, and if it
    loses, a *refutation*: the address of how.
    """

    cell: str
    outlook: str
    label: str
    refutation: str | None


@dataclass(frozen=True, slots=True)
class Program:
    """A program's moves here, and its reason; *warning* names the moves that give value away."""

    key: str
    name: str
    cells: str
    warning: str
    answer: str
    diagrams: tuple[Diagram, ...]
    moves: tuple[ProposedMove, ...]


def programs(replay: Replay) -> tuple[Program, ...]:
    """The moves at the cursor of every opponent that plays this game; none once it is over."""
    position = replay.position
    playing = [opponent for opponent in OPPONENTS.values() if opponent.plays(position.game)]
    here = study(position)
    proposals = [] if position.outcome else [propose(opponent, here) for opponent in playing]
    return tuple(_program(replay, proposal) for proposal in proposals)


def _program(replay: Replay, proposal: Proposal) -> Program:
    moves = proposal.moves
    names = [cell_name(replay.game, judged.cell) for judged in moves]
    losing = [name for name, judged in zip(names, moves, strict=True) if judged.value_lost]
    warning = ""
    if losing:
        warning = _("Gives value away")
        if len(losing) < len(names):
            warning = _("Gives value away with %(moves)s", moves=", ".join(losing))
    return Program(
        proposal.opponent.key,
        _(proposal.opponent.name),
        ", ".join(names),
        warning,
        proposal.answer,
        proposal.diagrams,
        tuple(
            ProposedMove(
                name,
                outlook(judged.exact, judged.mark),
                _(judged.label) if judged.value_lost else "",
                refutation_url(replay, judged),
            )
            for name, judged in zip(names, moves, strict=True)
        ),
    )


def propose(opponent: Opponent, here: Study) -> Proposal:
    """The moves of *opponent* in the position of the study *here*.

    :raises UnsupportedGame: if it does not play the position's game.
    :raises ValueError: if the game is over.
    """
    moves = tuple(here.moves[cell] for cell in here.decision(opponent).cells)
    explanation = explain_move(moves[0], opponent)
    return Proposal(opponent, moves, explanation.answer, explanation.diagrams)
