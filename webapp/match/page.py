"""The page of a match: its parts, as values made of the session alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, Literal, NamedTuple, Self

from ai.analysis import JudgedMove, review
from ai.explain import Explanation, explain_move
from ai.explain.annotation import annotation, better_move, cost, oversight
from ai.explain.diagram import Diagram
from ai.explain.hint import traps_set, why_best
from ai.explain.phrases import line_name
from ai.explain.position import nothing_given_away
from ai.explain.values import traps_note
from ai.language import N_, _, listed
from ai.notation import cell_name, cell_names
from ai.opponents import HUMAN
from ai.policy import Opponent
from ai.position import Mark, Outcome, Position
from ai.record import Record
from ai.tablebase import probe
from ai.value import Value
from webapp.board import Sketch, Stage, values_of
from webapp.drawing import sketch
from webapp.forms import HiddenFields, new_game_fields, retry_fields
from webapp.match.match import Help, Match
from webapp.match.score import Tally
from webapp.match.session import Session
from webapp.match.set_up import BriefScore, SetUp, Strip, set_up
from webapp.match.words import turn_in_words
from webapp.parts import Part, UncachedPart
from webapp.players import Players, Seat, one_level_harder

PROMISE = N_("After every reply I'll tell you why.")
PROGRAMS_PROMISE = N_("After every move they say why.")

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
    """The move at a *ply*, to be explained at length by the *figure* of that number, from 1."""

    ply: int
    figure: int = 1

    @property
    def query(self) -> str:
        """How the address of a page says so."""
        figure = f"&figure={self.figure}" if self.figure > 1 else ""
        return f"why={self.ply + 1}{figure}"


@dataclass(frozen=True, slots=True)
class Message(Part):
    """What was wrong with a request; empty where nothing was."""

    rendered_by: ClassVar = ("match/parts.html", "message")

    text: str = ""


@dataclass(frozen=True, slots=True)
class Title(Part):
    """The title of the page: how the match stands, or against a computer while the board is empty,
    with no *headline*, what one can do here.
    """

    rendered_by: ClassVar = ("match/parts.html", "title")

    headline: str
    game: str


@dataclass(frozen=True, slots=True)
class Status(UncachedPart):
    """How the match stands: whose turn it is, or how it ended, and what there is to add. Who
    does not see the board hears what is *said* instead of the *detail*.
    """

    rendered_by: ClassVar = ("match/parts.html", "status")

    state: str
    headline: str
    detail: str
    said: str


@dataclass(frozen=True, slots=True)
class Thinking(Part):
    """What the status says while a click is on its way."""

    rendered_by: ClassVar = ("match/parts.html", "thinking")

    text: str


@dataclass(frozen=True, slots=True)
class Shown(UncachedPart):
    """Which state of which match the page shows, as its forms send it, and what it has *explained*
    at length, as the address says it.
    """

    rendered_by: ClassVar = ("match/parts.html", "shown")

    fingerprint: str
    ply: int
    explained: str


@dataclass(frozen=True, slots=True)
class Why(Part):
    """Why the *opponent* marked *cell* in *position*; at length with the *figure* of that number,
    from 1, on the board. As long as no opponent has moved there is a *promise* instead. Two people
    need no such room: it is *hidden*.
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
        return explain_move(self.position, self.cell, self.opponent)

    @property
    def diagrams(self) -> tuple[Diagram, ...]:
        """What there is to choose from; nothing unless it was asked for."""
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
        """What the address says that asks for that *figure*."""
        assert self.position
        return Asked(self.position.ply, figure).query


@dataclass(frozen=True, slots=True)
class Advice(Part):
    """What a person reads who asked for a *hint*, sees values where there are *traps*, retries a
    move, or plays from a position that was set up; what was asked for first.
    """

    rendered_by: ClassVar = ("match/parts.html", "advice")

    hint: str
    traps: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HintButton(Part):
    """A hint, at a person's turn only."""

    rendered_by: ClassVar = ("match/parts.html", "hint_button")

    awaits_person: bool
    puzzle: bool


@dataclass(frozen=True, slots=True)
class Keys(Part):
    """What one does in a game, each in a place of its own: undo or step, hint or play to the end,
    values, review. The first two are for people, or else for who watches programs, as long as these
    have not *finished* the game.
    """

    rendered_by: ClassVar = ("match/parts.html", "keys")

    people: bool
    hint: HintButton
    values: bool
    finished: bool

    def changed_since(self, before: Self) -> Iterable[Part]:
        """Only the hint, where nothing else changed."""
        if not self.people or self != replace(before, hint=self.hint):
            return Part.changed_since(self, before)
        return self.hint.changed_since(before.hint)


@dataclass(frozen=True, slots=True)
class Watch(Part):
    """The buttons by which two *programs* play by themselves, unless they have *finished*."""

    rendered_by: ClassVar = ("match/parts.html", "watch")

    programs: bool
    finished: bool


@dataclass(frozen=True, slots=True)
class TurningPoint(UncachedPart):
    """The move that decided the game: its *annotation*, and *how* it gave value away, in brief."""

    rendered_by: ClassVar = ("match/parts.html", "turning_point")

    move: int
    mark: Mark
    cell: str
    annotation: str
    how: str
    better: str | None


@dataclass(frozen=True, slots=True)
class Review(Part):
    """Once the game is over, if anybody moved, its turning point, or that there was none."""

    rendered_by: ClassVar = ("match/parts.html", "review")

    turning_point: TurningPoint | None = None
    nothing_given_away: str = ""


@dataclass(frozen=True, slots=True)
class Again(Part):
    """Once the game is over: the *retry* of the move that decided it, if a person made it; the same
    match once more, with sides swapped, and against *harder*, the next level, where there is one.
    Empty before.
    """

    rendered_by: ClassVar = ("match/parts.html", "again")

    same: HiddenFields = ()
    swapped: HiddenFields = ()
    harder: tuple[Opponent, HiddenFields] | None = None
    retry: tuple[int, HiddenFields] | None = None


@dataclass(frozen=True, slots=True)
class Left(Part):
    """The game that was left for this one, by its *name*, as long as no person moved since."""

    rendered_by: ClassVar = ("match/parts.html", "left")

    name: str


@dataclass(frozen=True, slots=True)
class Move(Part):
    """A move in the list: its number, what helped, and whether it can be asked why."""

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
    """The moves of a match, from the first that was not set up."""

    rendered_by: ClassVar = ("match/parts.html", "moves")

    record: Record
    players: Players
    help: frozenset[tuple[int, Help]]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves in order."""
        return self._moves_from(self.record.start.ply)

    def changed_since(self, before: Self) -> Iterator[Part]:
        """Only the moves that were added, where nothing else changed."""
        made = before.record.ply
        of_earlier = {(ply, kind) for ply, kind in self.help if ply < made}
        grown = before.players == self.players and before.record.is_prefix_of(self.record)
        if not grown or of_earlier != {(ply, kind) for ply, kind in before.help if ply < made}:
            yield self
        elif self.record.ply > made:
            yield MoreMoves(self._moves_from(made))

    def _moves_from(self, first: int) -> tuple[Move, ...]:
        names, record = cell_names(self.record.game), self.record
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
    """How many games ended in one *outcome*: in a win of the side with that mark, or a draw."""

    rendered_by: ClassVar = ("match/parts.html", "count")

    outcome: Literal["X", "draw", "O"]
    games: int


@dataclass(frozen=True, slots=True)
class ScoreTable(Part):
    """How often each side won and how often nobody did, when these players met."""

    rendered_by: ClassVar = ("match/parts.html", "score")

    x: str
    o: str
    counts: tuple[Count, Count, Count]

    def changed_since(self, before: Self) -> Iterator[Part]:
        """Only the counts, where the players are the same."""
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
    """The button that resets the score or, where it *was_reset* just now, brings it back."""

    rendered_by: ClassVar = ("match/parts.html", "score_reset")

    was_reset: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything on the page that a request can change."""

    message: Message
    title: Title
    shown: Shown
    strip: Strip
    set_up: SetUp
    stage: Stage
    status: Status
    thinking: Thinking
    watch: Watch
    review: Review
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

    @property
    def by_name(self) -> dict[str, Part]:
        """All parts by the names of the fields."""
        return dict(zip(PARTS, self.parts, strict=True))


PARTS = tuple(field.name for field in fields(MatchPage))
every_part = attrgetter(*PARTS)


# A session that a request leads to is the one that the next request begins with.
@lru_cache(maxsize=256)
def match_page(session: Session, *, message: str = "", asked: Asked | None = None) -> MatchPage:
    """The page of *session*, with a *message*, and with the computer's last move explained, or at
    length the one that was *asked* for.
    """
    match = session.match
    record, players, position = match.record, match.players, match.position
    over = match.is_over
    why = why_asked(match, asked)
    shown = why.shown
    stage = Stage(
        position,
        last=record.moves[-1] if record.moves else None,
        playable=not match.computer_to_move,
        values=values_of(position) if session.shows_values else (),
        hint=match.hint,
        tried=match.retry.tried if match.retry else (),
        explained=why.cell if why.position else None,
        sketch=sketch(shown, position, why.cell) if shown else Sketch(),
    )
    tally = session.tally
    people = players.people
    status = _status(match, stage.state.state)
    reviewed = _review(match)
    waits = len(people) < 2 and not match.is_puzzle
    return MatchPage(
        message=Message(message),
        title=Title(
            "" if players.lone and not record.ply else status.headline, _(record.game.name)
        ),
        shown=Shown(session.fingerprint, record.ply, asked.query if asked else ""),
        strip=_strip(_(record.game.name), players, tally),
        set_up=set_up(record.game, players, record.first),
        stage=stage,
        status=status,
        thinking=Thinking(_("Computer thinking…") if waits else ""),
        watch=Watch(not people, not people and over),
        review=reviewed,
        again=_again_after(match, reviewed.turning_point) if over else Again(),
        advice=Advice(_hint(match), _traps(session), tuple(_advice(session))),
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


# These stay as they are from click to click.
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
    """What there is to begin anew; where a person made the move that decided the game, its retry
    too.
    """
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
    """The game that was left, in words; empty where there is none, or a person has moved since."""
    here = session.match
    since = (here.retry and here.retry.ply) or 0  # before it they moved in the game that was left
    if not session.left or any(
        ply >= since and not here.computer_at(ply) for ply in here.record.plies[:-1]
    ):
        return ""
    match = session.left.match
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
    """Who beat or held whom, and how, if *won_by* says so. Of marks that were set up it is not
    known whose they are.
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
    """Why the computer made its last move, or the one that was *asked* for."""
    hidden = len(match.players.people) == 2
    last = match.record.ply
    plies = (asked.ply,) if asked else (last - 1, last - 2)
    for ply in plies:
        if opponent := match.computer_at(ply):
            position, cell = match.record.position_at(ply), match.record.move_at(ply)
            return Why(hidden, opponent, position, cell, asked.figure if asked else 0)
    if match.is_over:
        return Why(hidden)
    promise = _(PROMISE if match.players.people else PROGRAMS_PROMISE)
    if match.record.start.ply:  # and who sets marks up knows the game
        return Why(hidden, promise=promise)
    return Why(hidden, promise=f"{_(match.record.game.goal)} {promise}")


def _advice(session: Session) -> Iterator[str]:
    match, game, position = session.match, session.match.record.game, session.match.position
    retry = match.retry
    if retry and match.is_puzzle:
        yield _(FIND[probe(position).value])
        if session.values and not session.shows_values:
            yield _("Until you ask for the answer the values stay hidden.")
        for cell in retry.tried:
            judged = JudgedMove(position, cell)
            name = cell_name(game, cell)
            yield _("Not %(cell)s: %(cost)s.", cell=name, cost=cost(judged))
            yield oversight(judged)
    elif retry and retry.ply is not None and _is_fresh(match, retry.ply):
        value = probe(match.record.position_at(retry.ply)).value
        if value is not Value.LOSS:
            yield _(FOUND[value], cell=cell_name(game, match.record.move_at(retry.ply)))
    if retry:
        yield _("A retry does not count in the score.")
    elif match.is_set_up:
        yield _("This position was set up: the game does not count in the score.")


def _hint(match: Match) -> str:
    """The hint that was asked for, and why, as far as that is not what is said of traps."""
    if match.hint is None:
        return ""
    cell, reason = cell_name(match.record.game, match.hint), why_best(match.position, match.hint)
    if not reason:
        return _("Hint: %(cell)s.", cell=cell)
    return _("Hint: %(cell)s. %(reason)s", cell=cell, reason=reason)


def _traps(session: Session) -> str:
    """What the move of a hint, or else the values that are shown, say of traps; mostly nothing."""
    hint, position = session.match.hint, session.match.position
    if hint is not None and (said := traps_set(position, hint)):
        return said
    return traps_note(position) if session.shows_values else ""


def _is_fresh(match: Match, ply: int) -> bool:
    """Whether nothing but the computer's reply followed the move that a person made at *ply*."""
    since = match.record.ply - ply
    return since == 1 or (since == 2 and match.computer_at(ply + 1) is not None)


def _review(match: Match) -> Review:
    outcome = match.position.outcome
    if not outcome or not match.record.moves:
        return Review()
    found = review(match.record)
    if found.turning_point is None:
        return Review(nothing_given_away=nothing_given_away(outcome))
    judged = found.moves[found.turning_point]
    turning_point = TurningPoint(
        judged.number,
        judged.mark,
        cell_name(match.record.game, judged.cell),
        annotation(judged),
        oversight(judged),
        better_move(judged),
    )
    return Review(turning_point)
