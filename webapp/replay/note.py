"""The note on the last move before the cursor: its reason, its value, and a better move."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from ai.exact.value import Value
from ai.explain import Explanation, explain_move
from ai.facts.effects import effects
from ai.facts.endings import ending
from ai.facts.fact import Fact
from ai.facts.verdicts import better, in_game_terms, verdict
from ai.language import _
from ai.opponents import HUMAN
from ai.pen.diagram import Diagram
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.values import outlook
from webapp.board.forms import HiddenFields, retry_fields
from webapp.replay.ideas import refutation_url, variation_url
from webapp.replay.replay import Replay, replay_url
from webapp.replay.timeline import SIGNS


class Figures(NamedTuple):
    """The diagrams of a program's reason. The address *how* switches them on or off; empty without
    any. *shown* lies over the board. Each of the *choices* is a name, an address, and whether it is
    shown.
    """

    how: str = ""
    shown: Diagram | None = None
    choices: tuple[tuple[str, str, bool], ...] = ()


class MoveNote(NamedTuple):
    """The last *move*. Its *text* is the reason of a program, else the verdict; if it ended the
    game, how. A slip without a *retry*, the fields of its form, names the better move there, if
    there is room. A move of a variation, which nobody played, has its value. *better* and *more*
    are the rest. *win* is the address of how a better move wins, and *refutation* of the answer by
    which the move loses. *program* is the key of the opponent that chose it, *figures* show how.
    """

    move: JudgedMove
    sign: str
    is_turning_point: bool
    text: str
    more: str
    better: str
    win: str | None
    refutation: str | None
    retry: HiddenFields
    program: str
    figures: Figures


def _figures(replay: Replay, explanation: Explanation) -> Figures:
    """The diagrams of *explanation*. Too high a figure shows the last."""
    if not replay.figure:
        return Figures(replay_url(replace(replay, figure=1), "how"))
    diagrams = explanation.diagrams + explanation.replies
    shown = diagrams[min(replay.figure, len(diagrams)) - 1]
    choices = tuple(
        (it.name, replay_url(replace(replay, figure=number), f"figure-{number}"), it is shown)
        for number, it in enumerate(diagrams, 1)
    )
    less = replay_url(replace(replay, figure=0), "how")
    return Figures(less, shown, choices if len(choices) > 1 else ())


def note_on(replay: Replay, turn: JudgedMove | None) -> MoveNote | None:
    """The note on the last move before the cursor, in a game that turned with the move *turn*; None
    at the start.
    """
    if (last := replay.last_move) is None:
        return None
    before, was_played = replay.at(replay.ply - 1), replay.was_played
    judged = study(replay.record_shown.positions[before.made]).move(last)
    lost = judged.value_lost
    opponent = replay.players.computer(judged.mark) if was_played else None
    explanation = explain_move(judged, opponent) if opponent else None
    told, instead = telling(replay.game, judged.mark), better(judged)
    retry: HiddenFields = ()
    slip: tuple[Fact, ...] = ()
    if was_played:
        if lost and replay.players.key(judged.mark) == HUMAN:
            retry = retry_fields(replay.record.up_to(before.ply), replay.players)
        first, *others = _groups(replay, judged, explanation)
        slip = instead if lost and not retry else ()
        text, left = told.in_room((*first[:1], *slip, *first[1:]))
    else:
        result = outlook(judged.exact, judged.mark)
        text = _("%(cell)s: %(outlook)s.", cell=judged.name, outlook=result)
        first, others, left = (), [], ()
    at_once = {*first, *slip} - {*left}
    more = dict.fromkeys(chain(left, *others, in_game_terms(judged)))
    untold, win = tuple(fact for fact in instead if fact not in at_once), None
    if judged.best.value is Value.WIN and judged.exact != judged.best:
        best = judged.before.best
        untold += effects(best)
        win = variation_url(before, best.variation)
    chosen = explanation if explanation and last in explanation.decision.cells else None
    return MoveNote(
        judged,
        SIGNS[judged.label],
        was_played and turn is not None and turn.number == judged.number,
        text,
        told.text(fact for fact in more if fact not in at_once and fact not in instead),
        told.text(untold),
        win,
        refutation_url(before, judged, made=2),  # the board has the first: show the answer
        retry,
        chosen.opponent.key if chosen else "",
        _figures(replay, chosen) if chosen else Figures(),
    )


def _groups(
    replay: Replay, judged: JudgedMove, explanation: Explanation | None
) -> Iterator[Sequence[Fact]]:
    """The facts on the last move, which was played; only the first ones are told at once."""
    if replay.position.outcome:
        yield ending(replay.record)
    if explanation:
        yield from (explanation.reason.facts, explanation.reason.others)
    yield verdict(judged)
