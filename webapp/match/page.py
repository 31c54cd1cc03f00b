"""The page of a match: its parts, as values made of the session alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, Literal, NamedTuple, Self

from ai.exact.tablebase import TablebaseError
from ai.exact.value import Value
from ai.explain import Explanation, explain_move
from ai.explain.annotation import annotation, better_move, cost, oversight, reason
from ai.explain.choice import Choice
from ai.explain.diagram import Diagram
from ai.explain.phrases import line_name
from ai.explain.position import nothing_given_away
from ai.explain.unbeatable import compares_draws, sentence
from ai.language import N_, _, listed, sentence_case
from ai.opponents import HUMAN
from ai.opponents.policy import Opponent
from ai.opponents.unbeatable import unbeatable
from ai.rules.notation import cell_name
from ai.rules.position import Mark, Outcome, Position
from ai.rules.record import Record
from ai.study.review import review
from ai.study.study import study
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.forms import HiddenFields, new_game_fields, retry_fields
from webapp.board.parts import Part, UncachedPart
from webapp.board.players import Players, Seat, one_level_harder
from webapp.match.match import Help, Match
from webapp.match.score import Tally
from webapp.match.session import Session
from webapp.match.set_up import BriefScore, SetUp, Strip
from webapp.match.words import turn_in_words

PROMISE = N_("After every reply I'll tell you why.")
PROGRAMS_PROMISE = N_("After every move they say why.")

NO_TABLE = N_(
    "This server cannot read its table of exact values for this game: there are no hints, no values"
    " and no review until it can, and Unbeatable does not move."
)
UNTOLD = N_("This move was chosen by a table that the server cannot read now.")

YOUR_TURN, TO_MOVE = N_("Your turn: %(mark)s"), N_("%(mark)s to move")

FIND = {
    Value.WIN: N_("Find a move that keeps the win."),
    Value.DRAW: N_("Find a move that keeps the draw."),
}
FOUND = {
    Value.WIN: N_("Right: %(cell)s keeps the win."),
    Value.DRAW: N_("Right: %(cell)s keeps the draw."),
}


class Asked(NamedTuple):
    """The move at *ply*, to be explained at length, with its *figure* of that number, from 1."""

    ply: int
    figure: int = 1

    @property
    def query(self) -> str:
        """The query of the page's address, such as `why=3&figure=2`."""
        figure = f"&figure={self.figure}" if self.figure > 1 else ""
        return f"why={self.ply + 1}{figure}"


@dataclass(frozen=True, slots=True)
class ErrorMessage(UncachedPart):
    """The error message of a request; empty without an error."""

    rendered_by: ClassVar = ("match/parts.html", "message")

    text: str = ""


@dataclass(frozen=True, slots=True)
class Title(Part):
    """The title of the page: the *headline* of the status, or the purpose of the site if that is
    empty.
    """

    rendered_by: ClassVar = ("match/parts.html", "title")

    headline: str
    game: str


@dataclass(frozen=True, slots=True)
class Status(UncachedPart):
    """The side to move, or the result. *said* replaces *detail* for screen readers."""

    rendered_by: ClassVar = ("match/parts.html", "status")

    state: str
    headline: str
    detail: str
    said: str


@dataclass(frozen=True, slots=True)
class Thinking(Part):
    """The status while the response to a click is awaited."""

    rendered_by: ClassVar = ("match/parts.html", "thinking")

    text: str


@dataclass(frozen=True, slots=True)
class Shown(UncachedPart):
    """Hidden fields with the state of the match on the page. *explained* is the query of the move
    that the page explains at length, or empty.
    """

    rendered_by: ClassVar = ("match/parts.html", "shown")

    fingerprint: str
    ply: int
    explained: str


@dataclass(frozen=True, slots=True)
class Why(Part):
    """Why the *opponent* marked *cell* in *position*. *figure* is the number, from 1, of the
    diagram on the board; 0 for a brief explanation. A *promise* replaces the explanation until an
    opponent has moved. The part is *hidden* between two people.
    """

    rendered_by: ClassVar = ("match/parts.html", "why")

    hidden: bool
    opponent: Opponent | None = None
    position: Position | None = None
    cell: int = 0
    figure: int = 0
    promise: str = ""

    @property
    def explanation(self) -> Explanation | None:
        """The question that the move raises, and the answer."""
        if not self.opponent or not self.position:
            return None
        return explain_move(study(self.position).moves[self.cell], self.opponent)

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """The diagrams to choose from; none in a brief explanation."""
        explanation = self.explanation if self.figure else None
        return explanation.diagrams if explanation else ()

    @property
    def shown(self) -> Diagram | None:
        """The diagram that is drawn on the board."""
        diagrams = self.diagrams
        return diagrams[self.figure - 1] if diagrams else None

    @property
    def cell_name(self) -> str:
        """The name of the cell."""
        assert self.position
        return cell_name(self.position.game, self.cell)

    def query(self, figure: int) -> str:
        """The query of the page's address for that *figure*."""
        assert self.position
        return Asked(self.position.ply, figure).query


@dataclass(frozen=True, slots=True)
class Advice(Part):
    """The *hint*, whether it mentions a *beginner*, and *sentences* about a missing table, a retry,
    or a match that was set up.
    """

    rendered_by: ClassVar = ("match/parts.html", "advice")

    hint: str
    beginner: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HintButton(Part):
    """The button for a hint, disabled unless the match *awaits_person*."""

    rendered_by: ClassVar = ("match/parts.html", "hint_button")

    awaits_person: bool
    puzzle: bool


@dataclass(frozen=True, slots=True)
class Keys(Part):
    """Four keys: undo, hint, values and review; between two programs step and play to the end
    replace the first two, and are disabled once the game is *finished*.
    """

    rendered_by: ClassVar = ("match/parts.html", "keys")

    people: bool
    hint: HintButton
    values: bool
    finished: bool

    def changed_since(self, before: Self) -> Iterable[Part]:
        """The hint alone if nothing else changed."""
        if not self.people or self != replace(before, hint=self.hint):
            return Part.changed_since(self, before)
        return self.hint.changed_since(before.hint)


@dataclass(frozen=True, slots=True)
class Watch(Part):
    """The buttons that let two *programs* play by themselves, until the game is *finished*."""

    rendered_by: ClassVar = ("match/parts.html", "watch")

    programs: bool
    finished: bool


@dataclass(frozen=True, slots=True)
class TurningPoint(UncachedPart):
    """The move that decided the game: its *annotation*, and in brief *how* it gave value away."""

    rendered_by: ClassVar = ("match/parts.html", "turning_point")

    move: int
    mark: Mark
    cell: str
    annotation: str
    how: str
    better: str | None


@dataclass(frozen=True, slots=True)
class BriefReview(Part):
    """The turning point of a finished game, or a sentence that there was none; empty before."""

    rendered_by: ClassVar = ("match/parts.html", "review")

    turning_point: TurningPoint | None = None
    nothing_given_away: str = ""


@dataclass(frozen=True, slots=True)
class Again(Part):
    """Buttons after the game; none before. They *retry* a person's deciding move, repeat the *same*
    match, *swapped* too, or play the next *harder* level.
    """

    rendered_by: ClassVar = ("match/parts.html", "again")

    same: HiddenFields = ()
    swapped: HiddenFields = ()
    harder: tuple[Opponent, HiddenFields] | None = None
    retry: tuple[int, HiddenFields] | None = None


@dataclass(frozen=True, slots=True)
class Left(Part):
    """The button that brings back the game left for this one; its *name* is empty if there is none,
    or a person has moved since.
    """

    rendered_by: ClassVar = ("match/parts.html", "left")

    name: str


@dataclass(frozen=True, slots=True)
class Move(Part):
    """A move in the list. *has_reason* makes it a link to its explanation."""

    rendered_by: ClassVar = ("match/parts.html", "move")

    number: int
    mark: Mark
    cell: str
    help: tuple[Help, ...]
    has_reason: bool


@dataclass(frozen=True, slots=True)
class MoreMoves(Part):
    """Moves to add at the end of the list."""

    rendered_by: ClassVar = ("match/parts.html", "more_moves")

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Moves(UncachedPart):
    """The list of moves, without the marks that were set up."""

    rendered_by: ClassVar = ("match/parts.html", "moves")

    record: Record
    players: Players
    help: frozenset[tuple[int, Help]]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in order."""
        return self._moves_from(self.record.start.ply)

    def changed_since(self, before: Self) -> Iterator[Part]:
        """The new moves alone if nothing else changed."""
        made = before.record.ply
        of_earlier = {(ply, kind) for ply, kind in self.help if ply < made}
        grown = before.players == self.players and before.record.is_prefix_of(self.record)
        if not grown or of_earlier != {(ply, kind) for ply, kind in before.help if ply < made}:
            yield self
        elif self.record.ply > made:
            yield MoreMoves(self._moves_from(made))

    def _moves_from(self, first: int) -> tuple[Move, ...]:
        names, record = self.record.game.cell_names, self.record
        return tuple(
            Move(
                ply + 1,
                mark := record.mover_at(ply),
                names[record.move_at(ply)],
                tuple(kind for kind in Help if (ply, kind) in self.help) if self.help else (),
                self.players.key(mark) != HUMAN,
            )
            for ply in range(first, record.ply)
        )


@dataclass(frozen=True, slots=True)
class Count(Part):
    """How many games ended in one *outcome*: a win of X, a draw, or a win of O."""

    rendered_by: ClassVar = ("match/parts.html", "count")

    outcome: Literal["X", "draw", "O"]
    games: int


@dataclass(frozen=True, slots=True)
class ScoreTable(Part):
    """The results of all games between these two players."""

    rendered_by: ClassVar = ("match/parts.html", "score")

    x: str
    o: str
    counts: tuple[Count, Count, Count]

    def changed_since(self, before: Self) -> Iterator[Part]:
        """The changed counts alone if the players are the same."""
        if self != replace(before, counts=self.counts):
            yield self
            return
        for count, earlier in zip(self.counts, before.counts, strict=True):
            yield from count.changed_since(earlier)


@dataclass(frozen=True, slots=True)
class Unaided(Part):
    """How many of a lone person's wins were without help; None if there is no such person."""

    rendered_by: ClassVar = ("match/parts.html", "unaided")

    wins: int | None


@dataclass(frozen=True, slots=True)
class ScoreReset(Part):
    """The button that resets the score, or brings it back if it just *was_reset*."""

    rendered_by: ClassVar = ("match/parts.html", "score_reset")

    was_reset: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything on the page that a request can change."""

    message: ErrorMessage
    title: Title
    shown: Shown
    strip: Strip
    set_up: SetUp
    stage: Stage
    status: Status
    thinking: Thinking
    watch: Watch
    review: BriefReview
    again: Again
    advice: Advice
    why: Why
    left: Left
    keys: Keys
    moves: Moves
    score: ScoreTable
    unaided: Unaided
    reset: ScoreReset

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the fields."""
        return every_part(self)


every_part = attrgetter(*(field.name for field in fields(MatchPage)))


def match_page(session: Session, asked: Asked | None = None) -> MatchPage:
    """The page of *session*. It explains the computer's last move, or at length the *asked* one.

    Without the table of exact values the page has no hint, values or review, and says so.
    """
    return _match_page(session, asked, session.match.has_table)


# The next request compares its page with this one.
@lru_cache(maxsize=256)
def _match_page(session: Session, asked: Asked | None, has_table: bool) -> MatchPage:
    match = session.match
    record, players, position = match.record, match.players, match.position
    over = match.is_over
    why = why_asked(match, asked)
    shown = why.shown
    stage = Stage(
        position,
        last=record.moves[-1] if record.moves else None,
        playable=not match.computer_to_move,
        values=tuple(match.study.worths.items()) if session.shows_values else (),
        hint=match.hint,
        tried=match.retry.tried if match.retry else (),
        explained=why.cell if why.position else None,
        overlay=overlay(shown, position, why.cell) if shown else Overlay(),
    )
    tally = session.tally
    people = players.people
    status = _status(match, stage.state.state)
    reviewed = _review(match) if has_table else BriefReview()
    waits = len(people) < 2 and not match.is_puzzle
    return MatchPage(
        message=ErrorMessage(),
        title=Title(
            "" if players.lone and not record.ply else status.headline, _(record.game.name)
        ),
        shown=Shown(session.fingerprint, record.ply, asked.query if asked else ""),
        strip=_strip(_(record.game.name), players, tally),
        set_up=SetUp(record.game, players, record.first),
        stage=stage,
        status=status,
        thinking=Thinking(_("Computer thinking…") if waits else ""),
        watch=Watch(not people, not people and over),
        review=reviewed,
        again=_again_after(match, reviewed.turning_point) if over else Again(),
        advice=Advice(*_hint(match), tuple(_advice(session))),
        why=why,
        left=Left(_left(session)),
        keys=Keys(
            bool(people),
            HintButton(match.awaits_person, match.is_puzzle),
            session.values,
            not people and over,
        ),
        moves=Moves(record, players, match.help),
        score=_score(players, tally),
        unaided=Unaided(
            (tally.x_unaided if players.lone is Mark.X else tally.o_unaided)
            if players.lone
            else None
        ),
        reset=ScoreReset(session.reset is not None),
    )


# Few clicks change these three: without these caches a click takes 1 to 2 per cent longer.
@lru_cache(maxsize=1024)
def _again(start: Position, players: Players) -> Again:
    record = Record(start)
    harder = None
    if person := players.lone:
        opponent = one_level_harder(players.key(person.other))
        if opponent:
            raised = players.replace(person.other, opponent.key)
            harder = opponent, new_game_fields(record, raised)
    return Again(new_game_fields(record, players), new_game_fields(record, players.swapped), harder)


def _again_after(match: Match, turned: TurningPoint | None) -> Again:
    """The buttons after *match*, with a retry if a person made the move that decided it."""
    again = _again(match.record.start, match.players)
    if not turned or match.players.key(turned.mark) != HUMAN:
        return again
    before = match.record.up_to(turned.move - 1)
    return replace(again, retry=(turned.move, retry_fields(before, match.players)))


@lru_cache(maxsize=1024)
def _score(players: Players, tally: Tally) -> ScoreTable:
    x, o = players.name(Mark.X), players.name(Mark.O)
    counts = Count("X", tally.x_wins), Count("draw", tally.draws), Count("O", tally.o_wins)
    return ScoreTable(x, o, counts)


@lru_cache(maxsize=1024)
def _strip(game: str, players: Players, tally: Tally) -> Strip:
    seats = tuple(Seat(mark, players.key(mark), players.name(mark)) for mark in Mark)
    return Strip(game, seats, BriefScore(tally.x_wins, tally.o_wins))


def _left(session: Session) -> str:
    """The game left for this one, in words; empty without one, or after a person has moved."""
    here = session.match
    since = (here.retry and here.retry.ply) or 0  # earlier moves belong to the game left
    if not session.match_left or any(
        ply >= since and not here.computer_at(ply) for ply in here.record.plies[:-1]
    ):
        return ""
    match = session.match_left.match
    x, o = (match.players.name(mark) for mark in Mark)
    return _("%(game)s, %(x)s – %(o)s", game=_(match.record.game.name), x=x, o=o)


def _status(match: Match, state: str) -> Status:
    players, mark = match.players, match.position.to_move
    if outcome := match.position.outcome:
        headline, won_by = _("Tie"), ""
        if outcome.winner:
            headline = _("%(mark)s wins", mark=outcome.winner)
            won_by = _won_by(match, outcome)
        said = f"{turn_in_words(match)} {_result(match, outcome)}".strip()
        return Status(state, headline, _result(match, outcome, won_by), said)
    headline = _(YOUR_TURN if players.lone else TO_MOVE, mark=mark)
    if not match.record.moves:
        return Status(state, headline, "", turn_in_words(match))
    cell = cell_name(match.record.game, match.record.moves[-1])
    if players.lone is mark.other:
        detail = _("You played %(cell)s.", cell=cell)
    else:
        mover = players.name(mark.other) if players.lone else mark.other
        detail = _("%(player)s played %(cell)s.", player=mover, cell=cell)
    return Status(state, headline, detail, turn_in_words(match))


def _result(match: Match, outcome: Outcome, won_by: str = "") -> str:
    """The result in words, with the winning sets if *won_by* names them. After a set-up it names no
    players: the marks may be other people's.
    """
    players, winner = match.players, outcome.winner
    if match.is_set_up:
        if won_by:
            return _("By %(lines)s.", lines=won_by)
        return _("From a position that was set up.") if match.record.moves else ""
    if len(players.people) > 1:
        if not winner:
            return _("Nobody wins.")
        return _("By %(lines)s.", lines=won_by) if won_by else ""
    if not winner:
        if person := players.lone:
            return _("You held %(opponent)s.", opponent=players.name(person.other))
        x, o = players.name(Mark.X), players.name(Mark.O)
        return _("%(x)s and %(o)s hold each other.", x=x, o=o)
    if not players.people:
        loser = players.name(winner.other)
        result = _("%(winner)s beats %(loser)s", winner=players.name(winner), loser=loser)
    elif players.lone is winner:
        result = _("You beat %(opponent)s", opponent=players.name(winner.other))
    else:
        result = _("%(opponent)s beat you", opponent=players.name(winner))
    if won_by:
        return _("%(result)s: %(lines)s.", result=result, lines=won_by)
    return _("%(result)s.", result=result)


def _won_by(match: Match, outcome: Outcome) -> str:
    """The winning sets by name: `row 1`, `tilted square a2 b4 c1 d3`."""
    ordered = sorted(outcome.winning_sets, key=sorted)
    return listed(line_name(match.record.game, cells) for cells in ordered)


def why_asked(match: Match, asked: Asked | None) -> Why:
    """The explanation of the computer's last move, or of the *asked* one. If that move needs a
    missing table, a sentence says so instead.
    """
    hidden = len(match.players.people) == 2
    last = match.record.ply
    plies = (asked.ply,) if asked else (last - 1, last - 2)
    for ply in plies:
        if opponent := match.computer_at(ply):
            position, cell = match.record.position_at(ply), match.record.move_at(ply)
            if not match.has_table and _plays_by_table(opponent, position):
                return Why(hidden, promise=_(UNTOLD))
            return Why(hidden, opponent, position, cell, asked.figure if asked else 0)
    if match.is_over:
        return Why(hidden)
    promise = _(PROMISE if match.players.people else PROGRAMS_PROMISE)
    if match.record.start.ply:  # people who set up positions know the rules
        return Why(hidden, promise=promise)
    return Why(hidden, promise=f"{_(match.record.game.goal)} {promise}")


def _plays_by_table(opponent: Opponent, position: Position) -> bool:
    """Whether *opponent* cannot decide in *position* without the missing table."""
    try:
        study(position).decision(opponent)
    except TablebaseError:
        return True
    return False


def _advice(session: Session) -> Iterator[str]:
    match, game = session.match, session.match.record.game
    retry = match.retry
    if not match.has_table:
        yield _(NO_TABLE)
    elif retry and match.is_puzzle:
        yield _(FIND[match.study.exact.value])
        if session.values and not session.shows_values:
            yield _("Until you ask for the answer the values stay hidden.")
        for cell in retry.tried:
            judged = match.study.moves[cell]
            name = cell_name(game, cell)
            yield _("Not %(cell)s: %(cost)s.", cell=name, cost=cost(judged))
            yield oversight(judged)
    elif retry and retry.ply is not None and _is_fresh(match, retry.ply):
        judged = study(match.record.position_at(retry.ply)).moves[match.record.move_at(retry.ply)]
        value = judged.best.value
        # Without the table a retry accepted any move.
        if value is not Value.LOSS and not judged.value_lost:
            yield _(FOUND[value], cell=judged.name)
    if retry:
        yield _("A retry does not count in the score.")
    elif match.is_set_up:
        yield _("This position was set up: the game does not count in the score.")


def _hint(match: Match) -> tuple[str, bool]:
    """The hint with its reason, and whether the reason mentions a beginner."""
    if match.hint is None:
        return "", False
    judged = match.study.moves[match.hint]
    choice = Choice(judged, unbeatable(match.position))
    cell, beginner = cell_name(match.record.game, match.hint), compares_draws(choice)
    why = f"{sentence_case(reason(judged))}." if beginner else sentence(choice)
    return _("Hint: %(cell)s. %(reason)s", cell=cell, reason=why), beginner


def _is_fresh(match: Match, ply: int) -> bool:
    """Whether the move at *ply* is the last, or only the computer's reply followed it."""
    since = match.record.ply - ply
    return since == 1 or (since == 2 and match.computer_at(ply + 1) is not None)


def _review(match: Match) -> BriefReview:
    outcome = match.position.outcome
    if not outcome or not match.record.moves:
        return BriefReview()
    found = review(match.record)
    if found.turning_point is None:
        return BriefReview(nothing_given_away=nothing_given_away(outcome))
    judged = found.moves[found.turning_point]
    turning_point = TurningPoint(
        judged.number,
        judged.mark,
        judged.name,
        annotation(judged),
        oversight(judged),
        better_move(judged),
    )
    return BriefReview(turning_point)
