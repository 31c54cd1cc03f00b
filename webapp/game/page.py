"""The parts that the page of every game has, a match or a game with a friend."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from ai.language import N_, _
from ai.rules import GAMES, Mark
from ai.rules.naming import Icon
from webapp.board.board import Stage
from webapp.board.parts import Part, UncachedPart
from webapp.board.players import Seat
from webapp.game.card import EndCard
from webapp.game.match import Help
from webapp.game.score import Tally
from webapp.game.seen import GameSeen
from webapp.game.words import result_in_words
from webapp.replay.page import headline

THINKING = N_("Computer thinking…")


class ErrorMessage(UncachedPart, rendered_by=("game/parts.html", "message")):
    """The error message of a request; empty without an error."""

    text: str = ""


class Title(Part, rendered_by=("game/parts.html", "title")):
    """The title of the page: the *headline* of the status, or the purpose of the site if that is
    empty.
    """

    headline: str
    game: str


class PageState(UncachedPart, rendered_by=("game/parts.html", "shown")):
    """Hidden fields with the state of the game on the page: their names and values."""

    fields: tuple[tuple[str, object], ...]


class Strip(Part, rendered_by=("game/parts.html", "strip")):
    """The game, with its *icon* if it is none of the house, its players, and the
    *results* of their games so far, in the order of a tally: on the button of the set-up.
    """

    game: str
    icon: Icon | None
    seats: tuple[Seat, Seat]
    lone: Mark | None
    results: tuple[int, int, int]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The players without a lone person."""
        return tuple(seat for seat in self.seats if seat.mark is not self.lone)


class MatchUp(Strip, rendered_by=("game/parts.html", "match_up")):
    """The game, its players and the score, above the status where there is room for them."""


class StatusLine(UncachedPart, rendered_by=("game/parts.html", "status")):
    """The side to move, or the result: the *headline*, then *said*; and in brief what is *seen*,
    with the sign of *mark* after it if it is a lone person's *own_turn*, else before. A win has a
    star, which is larger in a *triumph*, and a draw two strokes, unless *person_lost*.
    What was seen *before* the end stays until the last mark is drawn.
    """

    state: str
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


class Thinking(Part, rendered_by=("game/parts.html", "thinking")):
    """The status while the response to a click is awaited."""

    text: str


class ListedMove(Part, rendered_by=("game/parts.html", "move")):
    """A move in the list. *has_reason* makes it a link to its explanation."""

    number: int
    mark: Mark
    cell: str
    help: tuple[Help, ...]
    has_reason: bool


class MoreMoves(Part, rendered_by=("game/parts.html", "more_moves")):
    """Moves to add at the end of the list."""

    moves: tuple[ListedMove, ...]


class MoveList(UncachedPart, rendered_by=("game/parts.html", "moves")):
    """The *moves*, after so many *marks* that were set up."""

    marks: int
    moves: tuple[ListedMove, ...]

    def changed_since(self, before: Self) -> Iterator[Part]:
        """The new moves alone if nothing else changed."""
        made = len(before.moves)
        if (self.marks, self.moves[:made]) != (before.marks, before.moves):
            yield self
        elif self.moves[made:]:
            yield MoreMoves(self.moves[made:])


class ScoreTable(Part, rendered_by=("game/parts.html", "score")):
    """The results of all games between these two players, by their names."""

    x: str
    o: str
    tally: Tally


@dataclass(frozen=True)
class GamePage:
    """Everything on the page of any game that a request can change. A kind of game adds its own
    parts.
    """

    message: ErrorMessage
    title: Title
    shown: PageState
    strip: Strip
    match_up: MatchUp
    stage: Stage
    status: StatusLine
    thinking: Thinking
    card: EndCard
    moves: MoveList
    score: ScoreTable

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the fields."""
        return tuple(vars(self).values())


def game_page(
    seen: GameSeen, shown: PageState, card: EndCard, *, titled: bool = True, thinking: str = ""
) -> GamePage:
    """The page of the game *seen*, with its *card* at the end, and the words for a computer that is
    *thinking*. Its title has the headline of the status if it is *titled*.
    """
    record, position, turned = seen.record, seen.record.position, card.turning_point
    stage = Stage(
        position,
        last=record.moves[-1] if record.moves else None,
        playable=seen.may_move,
        turn=(turned.move, record.move_at(turned.move - 1)) if turned else None,
        held=card.held,
        triumph=seen.is_triumph,
    )
    status, game = status_line(seen, stage.state.state), _(record.game.name)
    icon = None if record.game.key in GAMES else record.game.icon
    strip = game, icon, seen.seats, seen.me, seen.tally.results
    x, o = seen.seats
    return GamePage(
        ErrorMessage(),
        Title(status.headline if titled else "", game),
        shown,
        Strip(*strip),
        MatchUp(*strip),
        stage,
        status,
        Thinking(thinking),
        card,
        MoveList(record.start.ply, tuple(_moves(seen))),
        ScoreTable(x.name, o.name, seen.tally),
    )


def _moves(seen: GameSeen) -> Iterator[ListedMove]:
    record, names, noted = seen.record, seen.record.game.cell_names, seen.help
    people = seen.players.people
    for ply, cell in enumerate(record.moves, record.start.ply):
        mark = record.mover_at(ply)
        helped = tuple(kind for kind in Help if (ply, kind) in noted) if noted else ()
        yield ListedMove(ply + 1, mark, names[cell], helped, has_reason=mark not in people)


def status_line(seen: GameSeen, state: str = "") -> StatusLine:
    """The status of the game *seen*, in this *state* of the board."""
    position = seen.record.position
    mark, outcome = position.to_move, position.outcome
    if outcome:
        result, sentence = result_in_words(seen)
        said = " ".join(filter(None, (seen.said, sentence, seen.asked)))
        lost = seen.me is not None and outcome.winner is seen.me.other
        return StatusLine(
            state,
            headline(position),
            said,
            result,
            person_lost=lost,
            triumph=seen.is_triumph,
            before=_("Your turn") if seen.me else "",
        )
    if seen.me is mark:
        told = _("Your turn: %(mark)s", mark=mark)
        return StatusLine(state, told, seen.said, _("Your turn"), mark, own_turn=True)
    return StatusLine(state, headline(position), seen.said, _("to move"), mark)
