"""The last move before the cursor: its reason, its value, and a better move."""

from dataclasses import dataclass

from ai.exact.value import Value
from ai.explain import Explanation, explain_move
from ai.explain.annotation import better_move, in_game_terms, move_and_outlook, reason
from ai.explain.diagram import Diagram
from ai.explain.values import outlook
from ai.explain.wins import how_it_wins
from ai.language import _
from ai.rules.notation import cell_name
from ai.study.study import JudgedMove, study
from webapp.replay.ideas import heading, refutation_url, variation_url
from webapp.replay.replay import Link, Replay, replay_url
from webapp.replay.review import SIGNS, RetryOffer, retry_of


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A better move; *win* is the address of the variation in which it wins, if it does."""

    text: str
    win: str | None


@dataclass(frozen=True, slots=True)
class Figures:
    """The diagrams of a program's move on *cell*. *address* switches them on or off, and *shown*
    lies over the board. Each of the *choices* is a name, an address, and whether it is shown.
    """

    cell: str
    address: str
    shown: Diagram | None
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move, *judged*: a program's *answer* why it played it, the *reason* for its label,
    and a *better* move. Nobody played a move of a variation: its reason tells its value.
    *refutation* is the address of how the move loses. *next* asks for the ideas, unless they are
    on.
    """

    heading: str
    judged: JudgedMove
    answer: str
    reason: str
    how: str
    better: BetterMove | None
    refutation: str | None
    retry: RetryOffer | None
    next: Link | None

    @property
    def sign(self) -> str:
        """The shape that stands for the label."""
        return SIGNS[self.judged.label]


def explanation_of(replay: Replay) -> Explanation | None:
    """A program's reason for the last move; None if no program played it, or reasons are off."""
    if "reasons" not in replay.on or replay.last_move is None or not replay.was_played:
        return None
    opponent = replay.players.computer(replay.record.mover_at(replay.ply - 1))
    before = replay.record.position_at(replay.ply - 1)
    return explain_move(study(before).moves[replay.last_move], opponent) if opponent else None


def figures_of(replay: Replay, explanation: Explanation) -> Figures | None:
    """The diagrams of *explanation*, if it has any. Too high a figure shows the last."""
    if not explanation.is_its_move:
        return None
    cell = cell_name(replay.game, explanation.choice.cell)
    if not replay.figure:
        return Figures(cell, replay_url(replay.with_figure(1), "how"), None, ())
    diagrams = explanation.diagrams
    shown = diagrams[min(replay.figure, len(diagrams)) - 1]
    choices = tuple(
        (diagram.name, replay_url(replay.with_figure(number), f"figure-{number}"), diagram is shown)
        for number, diagram in enumerate(diagrams, 1)
    )
    less = replay_url(replay.with_figure(0), "how")
    return Figures(cell, less, shown, choices if len(choices) > 1 else ())


def invitation(replay: Replay) -> str:
    """A sentence on what to do next. Empty if the last move is explained, or if the game is over
    without moves.
    """
    if "reasons" not in replay.on:
        return _("Reasons are switched off.")
    if replay.last_move is not None:
        return ""
    if replay.record_shown.moves:
        return _("Step forward to see what every move was worth, or click a cell to try one.")
    return "" if replay.position.outcome else _("Click a cell to try a move.")


def last_move(replay: Replay, explanation: Explanation | None) -> LastMove | None:
    """The last move before the cursor; None at the start, or if reasons are off."""
    if "reasons" not in replay.on or replay.last_move is None:
        return None
    before, was_played = replay.at(replay.ply - 1), replay.was_played
    judged = study(before.position).moves[replay.last_move]
    answer = explanation.text if explanation else ""
    in_variation = move_and_outlook(judged.name, outlook(judged.exact, judged.mark))
    return LastMove(
        explanation.question if explanation else last_move_in_words(replay),
        judged,
        answer,
        reason(judged) if was_played else in_variation,
        in_game_terms(judged, but=answer),
        _better(before, judged),
        refutation_url(before, judged),
        retry_of(replay, judged) if was_played else None,
        _next(replay),
    )


def _next(replay: Replay) -> Link | None:
    """The question for the ideas; None once the game is over, or if the ideas are on."""
    if replay.position.outcome or "ideas" in replay.on:
        return None
    return Link(heading(replay), replay_url(replay.switched("ideas"), "ideas"))


def _better(before: Replay, judged: JudgedMove) -> BetterMove | None:
    """A better move than *judged*, from the cursor of *before*; None if there is none."""
    if not (text := better_move(judged)):
        return None
    if judged.best.value is not Value.WIN:
        return BetterMove(text, None)
    best = judged.before.best
    return BetterMove(f"{text} {how_it_wins(best)}", variation_url(before, best.variation))


def last_move_in_words(replay: Replay) -> str:
    """The last move in words, with its player or as part of a variation."""
    mark, cell = replay.position.to_move.other, cell_name(replay.game, replay.last_move or 0)
    if replay.was_played:
        return _("%(player)s played %(cell)s", player=mark, cell=cell)
    return _("%(mark)s %(cell)s, in a variation", mark=mark, cell=cell)
