"""The page of every game, a match or a game with a friend."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from ai.language import N_, _
from ai.rules import GAMES, Mark
from ai.rules.naming import Icon
from webapp.board.board import Stage
from webapp.board.parts import Regions, regions
from webapp.board.players import Seat
from webapp.game.card import EndCard
from webapp.game.match import Help
from webapp.game.seen import GameSeen
from webapp.game.words import result_in_words
from webapp.replay.page import headline

THINKING = N_("Computer thinking…")


class StatusLine(NamedTuple):
    """The side to move, or the result: the *headline*, then *said*; and in brief what is *seen*,
    with the sign of *mark* after it if it is a lone person's *own_turn*, else before. After the end
    a win has a star, which is larger in a *triumph*, and a draw two strokes, unless *person_lost*.
    What was seen *before* the end stays until the last mark is drawn.
    """

    headline: str
    said: str
    seen: str
    mark: Mark | None = None
    own_turn: bool = False
    person_lost: bool = False
    triumph: bool = False
    before: str = ""

    @property
    def is_long(self) -> bool:
        """Whether what is seen may need a second line, in smaller letters."""
        return len(self.seen) > 15


class ListedMove(NamedTuple):
    """A move in the list: its *number*, its text such as `X b2`, and the kinds of *help* before it.
    *has_reason* makes it a link to its explanation.
    """

    number: int
    text: str
    help: tuple[str, ...]
    has_reason: bool


@dataclass
class GamePage:
    """All that a request can change on the page of any game. A kind of game adds its own fields,
    and *templates* of its own: each of their macros renders the element whose id is its name, of
    the fields that its parameters name.

    The title has the *headline* of the status, or the purpose of the site if that is empty. *shown*
    are hidden fields with the state of the page. Before the *moves* so many *marks* were set up.
    """

    templates: ClassVar[tuple[str, ...]] = ("game/regions.html",)

    headline: str
    game: str
    icon: Icon | None
    seats: tuple[Seat, Seat]
    me: Mark | None
    results: tuple[int, int, int]
    shown: tuple[tuple[str, object], ...]
    stage: Stage
    status: StatusLine
    thinking: str
    card: EndCard | None
    marks: int
    moves: tuple[ListedMove, ...]

    @property
    def state(self) -> str:
        """The state of the board."""
        return self.stage.state

    @cached_property
    def regions(self) -> Regions:
        """All that can change."""
        found = dict(self.stage.regions)
        for template in self.templates:
            found |= regions(template, self)
        return found


def game_page(
    seen: GameSeen,
    stage: Stage,
    shown: tuple[tuple[str, object], ...],
    card: EndCard | None,
    *,
    titled: bool = True,
    thinking: str = "",
) -> GamePage:
    """The page of the game *seen* on this *stage*, with its *card* at the end, and the words for a
    computer that is *thinking*. Its title has the headline of the status if it is *titled*.
    """
    record, status = seen.record, status_line(seen)
    return GamePage(
        status.headline if titled else "",
        _(record.game.name),
        None if record.game.key in GAMES else record.game.icon,
        seen.seats,
        seen.me,
        seen.tally.results,
        shown,
        stage,
        status,
        thinking,
        card,
        record.start.ply,
        _moves(seen),
    )


def game_stage(seen: GameSeen, card: EndCard | None) -> Stage:
    """The board of the game *seen*, with its *card* at the end."""
    record, turned = seen.record, card.turning_point if card else None
    return Stage(
        record.position,
        last=record.moves[-1] if record.moves else None,
        playable=seen.may_move,
        turn=(turned.move, record.move_at(turned.move - 1)) if turned else None,
        held=card.held if card else (),
        triumph=seen.is_triumph,
    )


def _moves(seen: GameSeen) -> tuple[ListedMove, ...]:
    record, names, noted = seen.record, seen.record.game.cell_names, seen.help
    people, mark, found = seen.players.people, seen.record.start.to_move, []
    for ply, cell in enumerate(record.moves, record.start.ply):
        kinds = tuple(kind for kind in Help if (ply, kind) in noted) if noted else ()
        found.append(ListedMove(ply + 1, f"{mark} {names[cell]}", kinds, mark not in people))
        mark = mark.other
    return tuple(found)


def status_line(seen: GameSeen) -> StatusLine:
    """The status of the game *seen*."""
    position = seen.record.position
    mark, outcome = position.to_move, position.outcome
    if outcome:
        result, sentence = result_in_words(seen)
        said = " ".join(filter(None, (seen.said, sentence, seen.asked)))
        lost = seen.me is not None and outcome.winner is seen.me.other
        before = _("Your turn") if seen.me else ""
        return StatusLine(
            headline(position),
            said,
            result,
            person_lost=lost,
            triumph=seen.is_triumph,
            before=before,
        )
    if seen.me is mark:
        told = _("Your turn: %(mark)s", mark=mark)
        return StatusLine(told, seen.said, _("Your turn"), mark, own_turn=True)
    return StatusLine(headline(position), seen.said, _("to move"), mark)
