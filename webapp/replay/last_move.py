"""The last move before the cursor: its reason, its value, and a better move."""

from dataclasses import dataclass

from ai.exact.value import Value
from ai.explain import Explanation, explain_move
from ai.explain.annotation import (
    better_move,
    in_game_terms,
    move_and_outlook,
    verdict,
    with_better_move,
)
from ai.explain.diagram import Diagram
from ai.explain.ending import ending
from ai.explain.values import outlook
from ai.explain.wins import how_it_wins
from ai.study.study import JudgedMove, study
from webapp.replay.ideas import refutation_url, variation_url
from webapp.replay.replay import Replay, replay_url
from webapp.replay.review import SIGNS, RetryOffer, retry_of


@dataclass(frozen=True, slots=True)
class BetterMove:
    """The rest to tell of a better move; *win* is the address of the variation in which it
    wins, if it does.
    """

    text: str
    win: str | None


@dataclass(frozen=True, slots=True)
class Figures:
    """The diagrams of a program's move. *address* switches them on or off, and *shown*
    lies over the board. Each of the *choices* is a name, an address, and whether it is shown.
    """

    address: str
    shown: Diagram | None
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move, *judged*. Its *text* is the reason of a program, else the verdict; if it ended
    the game, how. A slip that no *retry* is offered for names the better move there, if there is
    room. A move of a variation, which nobody played, has its value. *better* and *more* are the
    rest. *refutation* is the address of the answer by which the move loses, and *program* the key
    of the opponent that chose it, if any.
    """

    judged: JudgedMove
    was_played: bool
    text: str
    more: str
    better: BetterMove | None
    refutation: str | None
    retry: RetryOffer | None
    program: str = ""

    @property
    def sign(self) -> str:
        """The shape that stands for the label."""
        return SIGNS[self.judged.label]


def explanation_of(replay: Replay) -> Explanation | None:
    """A program's reason for the last move; None if no program played it."""
    if replay.last_move is None or not replay.was_played:
        return None
    opponent = replay.players.computer(replay.record.mover_at(replay.ply - 1))
    before = replay.record.position_at(replay.ply - 1)
    return explain_move(study(before).moves[replay.last_move], opponent) if opponent else None


def figures_of(replay: Replay, explanation: Explanation) -> Figures | None:
    """The diagrams of *explanation*, if it has any. Too high a figure shows the last."""
    if not explanation.is_its_move:
        return None
    if not replay.figure:
        return Figures(replay_url(replay.with_figure(1), "how"), None, ())
    diagrams = explanation.diagrams + explanation.replies
    shown = diagrams[min(replay.figure, len(diagrams)) - 1]
    choices = tuple(
        (diagram.name, replay_url(replay.with_figure(number), f"figure-{number}"), diagram is shown)
        for number, diagram in enumerate(diagrams, 1)
    )
    less = replay_url(replay.with_figure(0), "how")
    return Figures(less, shown, choices if len(choices) > 1 else ())


def last_move(replay: Replay, explanation: Explanation | None) -> LastMove | None:
    """The last move before the cursor; None at the start."""
    if replay.last_move is None:
        return None
    before, was_played = replay.at(replay.ply - 1), replay.was_played
    judged = study(before.position).moves[replay.last_move]
    said = [explanation.short, explanation.more] if explanation else []
    if not was_played:
        said = [move_and_outlook(judged.name, outlook(judged.exact, judged.mark))]
    elif replay.position.outcome:
        said = [ending(replay.record), *said, verdict(judged)]
    else:
        said.append(verdict(judged))
    text, *more = said
    retry = retry_of(replay, judged) if was_played else None
    if was_played and judged.value_lost and not retry:
        text = with_better_move(text, judged)
    return LastMove(
        judged,
        was_played,
        text,
        " ".join(filter(None, (*more, in_game_terms(judged, but=" ".join(said))))),
        _better(before, judged, text),
        refutation_url(before, judged, made=2),  # the board has the first: show the answer
        retry,
        explanation.opponent.key if explanation and explanation.is_its_move else "",
    )


def _better(before: Replay, judged: JudgedMove, shown: str) -> BetterMove | None:
    """A better move than *judged*, from the cursor of *before*, without the words already *shown*;
    None if nothing is left to tell.
    """
    if not (text := better_move(judged)):
        return None
    told, win = [] if text in shown else [text], None
    if judged.best.value is Value.WIN:
        best = judged.before.best
        told.append(how_it_wins(best))
        win = variation_url(before, best.variation)
    return BetterMove(" ".join(told), win) if told else None
