"""The page of every game, a match or a game with a friend."""

from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple, Self

from ai.language import N_, _
from ai.rules import GAMES, Mark
from webapp.board.board import Stage
from webapp.board.parts import Regions, regions
from webapp.game.card import EndCard
from webapp.game.match import Help
from webapp.game.seen import GameSeen
from webapp.game.words import result_in_words
from webapp.honours.shown import NO_HONOURS, EndHonours
from webapp.replay.page import headline

THINKING = N_("Computer thinking…")


class StatusLine(NamedTuple):
    """The side to move, or the result: the *headline*, then *said*; and in brief what is *seen*,
    with the sign of *mark* after it if it is a lone person's *own_turn*, else before. After the end
    comes a *flourish*: `star`, `equal` or none. What was seen *before* the end stays until the last
    mark is drawn.
    """

    headline: str
    said: str
    seen: str
    mark: Mark | None = None
    own_turn: bool = False
    flourish: str = ""
    before: str = ""

    @property
    def is_long(self) -> bool:
        """Whether what is seen may need a second line, in smaller letters."""
        return len(self.seen) > 15


class GamePage(SimpleNamespace):
    """A page of a game: its fields, which the parameters of macros name, and the *templates* of
    these. Each macro renders the element whose id is its name.
    """

    @cached_property
    def regions(self) -> Regions:
        """All that can change."""
        return {**self.stage.regions, **regions(self, *self.templates)}

    def but(self, **fields: object) -> Self:
        """The page with other *fields*."""
        kept = {name: field for name, field in vars(self).items() if name != "regions"}
        return type(self)(**kept | fields)


def game_page(
    template: str,
    seen: GameSeen,
    stage: Stage,
    card: EndCard | None,
    *,
    titled: bool = True,
    **fields: object,
) -> GamePage:
    """The page of the game *seen* on this *stage*, with its *card* at the end, and the *fields*
    that its kind adds with a *template*. *shown* are hidden fields, *thinking* the words for a
    computer that thinks. The title has the headline of the status if it is *titled*.
    """
    record, status = seen.record, status_line(seen, card.honours if card else NO_HONOURS)
    return GamePage(
        templates=("game/regions.html", template),
        headline=status.headline if titled else "",
        game=_(record.game.name),
        icon=None if record.game.key in GAMES else record.game.icon,
        seats=seen.seats,
        me=seen.me,
        results=seen.tally.results,
        stage=stage,
        state=stage.state,
        status=status,
        card=card,
        marks=record.start.ply,
        moves=_moves(seen),
        **fields,
    )


def game_stage(seen: GameSeen, card: EndCard | None, **more: Any) -> Stage:
    """The board of the game *seen*, with its *card* at the end and *more*."""
    record, turned = seen.record, card.turning_point if card else None
    turns = ((turned.move, record.move_at(turned.move - 1)),) if turned else ()
    return Stage(
        record.position,
        last=record.moves[-1] if record.moves else None,
        playable=seen.may_move,
        turns=turns + (card.held if card else ()),
        triumph=seen.is_triumph,
        **more,
    )


def _moves(seen: GameSeen) -> tuple[tuple[int, str, tuple[Help, ...], bool], ...]:
    """Each move by its number, its text, such as `X b2`, the help before it, and whether it has a
    reason.
    """
    record, names, noted = seen.record, seen.record.game.cell_names, seen.help
    mark, people = record.start.to_move, seen.players.people
    other, moves = mark.other, list[tuple[int, str, tuple[Help, ...], bool]]()
    for ply, cell in enumerate(record.moves, record.plies[0]):
        helped = tuple([kind for kind in Help if (ply, kind) in noted]) if noted else ()
        moves.append((ply + 1, f"{mark} {names[cell]}", helped, mark not in people))
        mark, other = other, mark
    return tuple(moves)


def status_line(seen: GameSeen, honours: EndHonours = NO_HONOURS) -> StatusLine:
    """The status of the game *seen*, which earned these *honours*."""
    position = seen.record.position
    mark, outcome = position.to_move, position.outcome
    if outcome:
        result, sentence = result_in_words(seen)
        said = " ".join(filter(None, (seen.said, sentence, honours.said, seen.asked)))
        before = _("Your turn") if seen.me else ""
        sign = "" if honours.is_greatest else _flourish(seen)
        return StatusLine(headline(position), said, result, flourish=sign, before=before)
    if seen.me is mark:
        told = _("Your turn: %(mark)s", mark=mark)
        return StatusLine(told, seen.said, _("Your turn"), mark, own_turn=True)
    return StatusLine(headline(position), seen.said, _("to move"), mark)


def _flourish(seen: GameSeen) -> str:
    """The sign of a win without help, or of a draw."""
    outcome = seen.record.outcome
    if not (outcome and outcome.winner):
        return "equal"
    lost = seen.me and outcome.winner is seen.me.other
    return "" if lost or seen.help or seen.retried else "star"
