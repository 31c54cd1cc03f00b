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
from ai.rules.position import Mark, Position
from ai.study.study import JudgedMove, Label
from ai.words.languages import telling
from ai.words.values import outlook
from webapp.board.forms import HiddenFields, retry_fields
from webapp.replay.ideas import refutation_url, variation_url
from webapp.replay.replay import Replay, replay_url
from webapp.replay.timeline import SIGNS


class MoveFigures(NamedTuple):
    """The diagrams of a program's move. *address* switches them on or off, and *shown*
    lies over the board. Each of the *choices* is a name, an address, and whether it is shown.
    """

    address: str
    shown: Diagram | None
    choices: tuple[tuple[str, str, bool], ...]


class MoveNote(NamedTuple):
    """The last move. Its *text* is the reason of a program, else the verdict; if it ended the game,
    how. A slip without a *retry*, the fields of its form, names the better move there, if there is
    room. A move of a variation, which nobody played, has its value. *better* and *more* are the
    rest. *win* is the address of how a better move wins, and *refutation* of the answer by which
    the move loses. *program* is the key of the opponent that chose it in the position *before* it.
    """

    number: int
    mark: Mark
    name: str
    label: Label
    sign: str
    is_slip: bool
    was_played: bool
    text: str
    more: str
    better: str
    win: str | None
    refutation: str | None
    retry: HiddenFields
    before: Position
    program: str


def explanation_of(replay: Replay, judged: JudgedMove) -> Explanation | None:
    """A program's reason for *judged*, the last move; None if no program played it."""
    opponent = replay.players.computer(judged.mark) if replay.was_played else None
    return explain_move(judged, opponent) if opponent else None


def figures_of(replay: Replay, explanation: Explanation) -> MoveFigures | None:
    """The diagrams of *explanation*, if it has any. Too high a figure shows the last."""
    if not explanation.is_its_move:
        return None
    if not replay.figure:
        return MoveFigures(replay_url(replace(replay, figure=1), "how"), None, ())
    diagrams = explanation.diagrams + explanation.replies
    shown = diagrams[min(replay.figure, len(diagrams)) - 1]
    choices = tuple(
        (it.name, replay_url(replace(replay, figure=number), f"figure-{number}"), it is shown)
        for number, it in enumerate(diagrams, 1)
    )
    less = replay_url(replace(replay, figure=0), "how")
    return MoveFigures(less, shown, choices if len(choices) > 1 else ())


def note_on(replay: Replay, judged: JudgedMove, explanation: Explanation | None) -> MoveNote:
    """The note on *judged*, the last move before the cursor, which *explanation* explains."""
    before, was_played, lost = replay.at(replay.ply - 1), replay.was_played, judged.value_lost
    told, instead = telling(replay.game, judged.mark), better(judged)
    retry: HiddenFields = ()
    slip: tuple[Fact, ...] = ()
    if was_played:
        if lost and replay.players.key(judged.mark) == HUMAN:
            retry = retry_fields(replay.record.up_to(before.ply), replay.players)
        first, *others = _groups(replay, judged, explanation)
        slip = instead if lost and not retry else ()
        text, left = told.in_room((*first, *slip))
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
    return MoveNote(
        judged.number,
        judged.mark,
        judged.name,
        judged.label,
        SIGNS[judged.label],
        bool(lost),
        was_played,
        text,
        told.text(fact for fact in more if fact not in at_once and fact not in instead),
        told.text(untold),
        win,
        refutation_url(before, judged, made=2),  # the board has the first: show the answer
        retry,
        judged.position,
        explanation.opponent.key if explanation and explanation.is_its_move else "",
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
