"""The moves of a game, each a link to the position after it, and the steps through them."""

from typing import NamedTuple

from markupsafe import Markup

from ai.language import N_, _, sentence_case
from ai.messages import NP_
from ai.rules.position import Mark
from ai.study.review import Review
from ai.study.study import JudgedMove, Label
from ai.words.told import verdict_in_words
from webapp.address.frames import StepLink
from webapp.board.parts import fixed
from webapp.replay.replay import Replay, replay_url

# The shape of a move, by its label.
SIGNS = {
    Label.FORCED: "square",
    Label.LOST_ANYWAY: "square",
    Label.ONLY_MOVE: "diamond",
    Label.BEST: "disc",
    Label.GOOD: "disc",
    Label.SLOWER_WIN: "disc",
    Label.MISSED_WIN: "triangle",
    Label.MISTAKE: "triangle",
    Label.BLUNDER: "triangle",
}
# The value after a move in words, and its class in the style sheet.
FAVOURS = {
    1: (NP_("after a comma", "X wins"), "x-wins"),
    0: (NP_("after a comma", "draw"), "draw"),
    -1: (NP_("after a comma", "O wins"), "o-wins"),
}
MOVE = N_("Move %(number)s, %(mark)s %(cell)s: %(label)s, %(favours)s")
TURNING_POINT = N_("Move %(number)s, %(mark)s %(cell)s: %(label)s, turning point, %(favours)s")


class Ply(NamedTuple):
    """A move of the game. The variation branches off after one that *is_left*. *judgement* is the
    label in a column of its own, and the *verdict* says why it holds.

    *course* is drawn through the move with x from 0 to 2, and y from -1, where X wins, to 1;
    *areas* lie between it and the middle, left and right, each with the mark that is winning.
    """

    number: int
    mark: Mark
    name: str
    label: Label
    shape: Markup
    words: str
    address: str
    side: str
    areas: list[tuple[Mark, str]]
    course: str
    is_current: bool
    is_left: bool
    judgement: str
    verdict: str


def timeline(replay: Replay, reviewed: Review, turned: JudgedMove | None) -> list[Ply]:
    """The moves of the game, of which *turned* is the turning point."""
    game = replay.in_game(replay.ply if replay.was_played else replay.record.start.ply)
    course = reviewed.course()
    following, plies = (*course[2:], *course[-1:]), list[Ply]()
    for before, judged, value, after in zip(
        course, reviewed.moves, course[1:], following, strict=False
    ):
        number, mark, name = judged.number, judged.mark, judged.name
        called, turns = _(judged.label), judged is turned
        left, right = -(before + value) / 2, -(value + after) / 2
        areas = []
        for edge, neighbour, y in ((0, before, left), (2, after, right)):
            if favoured := value or neighbour:
                areas.append((Mark.X if favoured > 0 else Mark.O, f"M1 0V{-value}L{edge} {y:g}V0Z"))
        words = _(
            TURNING_POINT if turns else MOVE,
            number=number,
            mark=mark,
            cell=name,
            label=called,
            favours=_(FAVOURS[value][0]),
        )
        ply = Ply(
            number,
            mark,
            name,
            judged.label,
            fixed("replay/parts.html", "shape", SIGNS[judged.label], turns, mark),
            words,
            replay_url(game, f"ply-{number}", ply=number),
            FAVOURS[value][1],
            areas,
            f"M0 {left:g}L1 {-value}L2 {right:g}",
            game.ply == number,
            replay.variation is not None and replay.variation.ply == number,
            sentence_case(called),
            verdict_in_words(judged),
        )
        plies.append(ply)
    return plies


def steps(replay: Replay) -> tuple[StepLink, ...]:
    """The steps through the game or the variation; each leads to its own anchor, and so keeps the
    focus.
    """
    first, ply, last = replay.record.start.ply, replay.ply, replay.last_ply
    ends = (
        ("first", _("First"), first),
        ("back", _("Back"), max(ply - 1, first)),
        ("forward", _("Forward"), min(ply + 1, last)),
        ("last", _("Last"), last),
    )
    return tuple(
        StepLink(key, label, "" if to == ply else replay_url(replay, key, ply=to))
        for key, label, to in ends
    )
