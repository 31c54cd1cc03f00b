"""The page of a match: its parts, as values made of the session alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, Self

from ai.analysis import JudgedMove, review
from ai.notation import cell_name, cell_names
from ai.opponents import HUMAN, OPPONENTS
from ai.policy import Opponent
from ai.position import Mark, Position
from ai.record import Record
from ai.tablebase import move_values, probe
from webapp.board import Stage, traps_note, values_of
from webapp.explain import Explanation, explain_choice, explain_move
from webapp.explain.annotation import KEEPS, annotation, better_move, cost
from webapp.forms import Fields, new_game_fields, retry_fields
from webapp.match.match import Help, Match
from webapp.match.score import Tally
from webapp.match.session import Session
from webapp.parts import Part
from webapp.players import Players
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Message(Part):
    """What was wrong with a request; empty where nothing was."""

    rendered_by: ClassVar = ("match/parts.html", "message")

    text: str = ""


@dataclass(frozen=True, slots=True)
class Status(Part):
    """How the match stands: whose turn it is, or how it ended, and what there is to add."""

    rendered_by: ClassVar = ("match/parts.html", "status")

    state: str
    headline: str
    detail: str


@dataclass(frozen=True, slots=True)
class Thinking(Part):
    """What the status says while a click is on its way."""

    rendered_by: ClassVar = ("match/parts.html", "thinking")

    text: str


@dataclass(frozen=True, slots=True)
class Shown(Part):
    """Which state of which match the page shows, as its forms send it."""

    rendered_by: ClassVar = ("match/parts.html", "shown")
    cached: ClassVar = False

    fingerprint: str
    ply: int


@dataclass(frozen=True, slots=True)
class Why(Part):
    """Why the *opponent* marked *cell* in *position*; at length with diagrams. Two people need no
    such room: it is *hidden*. It is empty as long as no opponent has moved.
    """

    rendered_by: ClassVar = ("match/parts.html", "why")

    hidden: bool
    opponent: Opponent | None = None
    position: Position | None = None
    cell: int = 0
    at_length: bool = False

    @property
    def explanation(self) -> Explanation | None:
        """The question that the move raises, and the answer."""
        if not self.opponent or not self.position:
            return None
        return explain_move(self.position, self.cell, self.opponent)


@dataclass(frozen=True, slots=True)
class Advice(Part):
    """What a person reads who retries a move or asked for a hint."""

    rendered_by: ClassVar = ("match/parts.html", "advice")
    cached: ClassVar = False

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HintButton(Part):
    """A hint, at a person's turn only."""

    rendered_by: ClassVar = ("match/parts.html", "hint_button")

    awaits_person: bool
    puzzle: bool


@dataclass(frozen=True, slots=True)
class HelpButtons(Part):
    """Hint, undo and values: the first two for people."""

    rendered_by: ClassVar = ("match/parts.html", "help_buttons")

    people: bool
    hint: HintButton
    values: bool

    def changed_since(self, before: Self) -> Iterable[Part]:
        """Only the hint, where nothing else changed."""
        if not self.people or self != replace(before, hint=self.hint):
            return Part.changed_since(self, before)
        return self.hint.changed_since(before.hint)


@dataclass(frozen=True, slots=True)
class Watch(Part):
    """The buttons that step two programs, while the game is on."""

    rendered_by: ClassVar = ("match/parts.html", "watch")

    programs: bool
    is_over: bool


@dataclass(frozen=True, slots=True)
class TurningPoint(Part):
    """The move that decided the game, and the fields that retry it where a person made it."""

    rendered_by: ClassVar = ("match/parts.html", "turning_point")
    cached: ClassVar = False

    move: int
    mark: Mark
    cell: str
    annotation: str
    better: str | None
    retry: Fields


@dataclass(frozen=True, slots=True)
class Review(Part):
    """Once the game is over what decided it, if anybody moved, and where to look closer."""

    rendered_by: ClassVar = ("match/parts.html", "review")
    cached: ClassVar = False

    replay: Replay | None
    was_played: bool
    turning_point: TurningPoint | None


@dataclass(frozen=True, slots=True)
class Goal(Part):
    """What wins."""

    rendered_by: ClassVar = ("match/parts.html", "goal")

    game: str
    goal: str


@dataclass(frozen=True, slots=True)
class Again(Part):
    """The same match once more, and with sides swapped: what their forms send."""

    rendered_by: ClassVar = ("match/parts.html", "again")

    same: Fields
    swapped: Fields


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
class Moves(Part):
    """The moves of a match, from the first that was not set up."""

    rendered_by: ClassVar = ("match/parts.html", "moves")
    cached: ClassVar = False

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
class ScoreTable(Part):
    """How often each side won and how often nobody did, when these players met."""

    rendered_by: ClassVar = ("match/parts.html", "score")

    x: str
    o: str
    x_wins: int
    draws: int
    o_wins: int


@dataclass(frozen=True, slots=True)
class Unaided(Part):
    """How many of a lone person's wins were without help; None if there is no such person."""

    rendered_by: ClassVar = ("match/parts.html", "unaided")

    wins: int | None


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything on the page that a request can change."""

    message: Message
    shown: Shown
    stage: Stage
    status: Status
    thinking: Thinking
    why: Why
    advice: Advice
    help_buttons: HelpButtons
    watch: Watch
    review: Review
    goal: Goal
    again: Again
    moves: Moves
    score: ScoreTable
    unaided: Unaided

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the fields."""
        return every_part(self)


every_part = attrgetter(*(field.name for field in fields(MatchPage)))


# A session that a request leads to is the one that the next request begins with.
@lru_cache(maxsize=256)
def match_page(session: Session, *, message: str = "", asked: int | None = None) -> MatchPage:
    """The page of *session*: with the computer's last move explained, or at length its move at the
    ply *asked*.
    """
    match = session.match
    record, players, position = match.record, match.players, match.position
    over = match.is_over
    hint = match.hint
    stage = Stage(
        position,
        last=record.moves[-1] if record.moves else None,
        playable=not match.opponent_to_move,
        values=values_of(position) if session.shows_values else (),
        hint=hint.cells[0] if hint else None,
        tried=match.retry.tried if match.retry else (),
    )
    tally = session.tally
    people = players.people
    waits = not over and not match.is_puzzle and len(people) < 2
    return MatchPage(
        message=Message(message),
        shown=Shown(session.fingerprint, record.ply),
        stage=stage,
        status=_status(match, stage.state.state),
        thinking=Thinking("Computer thinking…" if waits else ""),
        why=_why(match, asked),
        advice=Advice(tuple(_advice(session))),
        help_buttons=HelpButtons(
            bool(people), HintButton(match.awaits_person, match.is_puzzle), session.values
        ),
        watch=Watch(not people, not people and over),
        review=_review(match),
        goal=Goal(record.game.name, record.game.goal),
        again=_again(record.start, players),
        moves=Moves(record, players, match.help),
        score=_score(players, tally),
        unaided=Unaided(
            (tally.x_unaided if people[0] is Mark.X else tally.o_unaided)
            if len(people) == 1
            else None
        ),
    )


# Both stay as they are from click to click.
@lru_cache(maxsize=1024)
def _again(start: Position, players: Players) -> Again:
    record = Record(start)
    return Again(new_game_fields(record, players), new_game_fields(record, players.swapped))


@lru_cache(maxsize=1024)
def _score(players: Players, tally: Tally) -> ScoreTable:
    x, o = players.name(Mark.X), players.name(Mark.O)
    return ScoreTable(x, o, tally.x_wins, tally.draws, tally.o_wins)


def _status(match: Match, state: str) -> Status:
    players, mark = match.players, match.position.to_move
    lone = players.people[0] if len(players.people) == 1 else None
    if outcome := match.position.outcome:
        headline = f"{outcome.winner} wins" if outcome.winner else "Tie"
        return Status(state, headline, _result(match, outcome.winner))
    headline = f"Your turn: {mark}" if lone else f"{mark} to move"
    detail = f": {match.opponent_to_move.name}" if match.opponent_to_move else ""
    if lone and match.record.moves:
        cell = cell_name(match.record.game, match.record.moves[-1])
        detail += f". {players.name(mark.other)} played {cell}"
    return Status(state, headline, detail)


def _result(match: Match, winner: Mark | None) -> str:
    """Who beat or held whom. Of marks that were set up it is not known whose they are."""
    players = match.players
    if match.is_set_up:
        return ", from a position that was set up" if match.record.moves else ""
    if not players.people:
        return f": {players.name(winner)} beat {players.name(winner.other)}" if winner else ""
    if len(players.people) > 1:
        return ""
    (person,) = players.people
    opponent = players.name(person.other)
    if not winner:
        return f": you held {opponent}"
    return f": you beat {opponent}" if winner is person else f": {opponent} beat you"


def _why(match: Match, asked: int | None) -> Why:
    hidden = len(match.players.people) == 2
    last = match.record.ply
    plies = (last - 1, last - 2) if asked is None else (asked,)
    for ply in plies:
        if opponent := match.opponent_at(ply):
            position, cell = match.record.position_at(ply), match.record.move_at(ply)
            return Why(hidden, opponent, position, cell, at_length=asked is not None)
    return Why(hidden)


def _advice(session: Session) -> Iterator[str]:
    match, game, position = session.match, session.match.record.game, session.match.position
    retry = match.retry
    if retry and match.is_puzzle:
        yield f"Find a move that keeps {KEEPS[probe(position).value]}."
        if not retry.tried:
            yield "A retry does not count in the score."
        if session.values and not session.shows_values:
            yield "Until you ask for the answer the values stay hidden."
        values = move_values(position) if retry.tried else {}
        for cell in retry.tried:
            yield f"Not {cell_name(game, cell)}: it {cost(JudgedMove(position, cell, values))}."
    elif retry and retry.ply is not None and _is_fresh(match, retry.ply):
        goal = KEEPS.get(probe(match.record.position_at(retry.ply)).value)
        if goal:
            yield f"Right: {cell_name(game, match.record.move_at(retry.ply))} keeps {goal}."
    elif match.is_set_up and not retry:
        yield "This position was set up: the game does not count in the score."
    if hint := match.hint:
        cell = hint.cells[0]
        reason = explain_choice(position, OPPONENTS["unbeatable"], hint, cell)
        yield f"Hint: {cell_name(game, cell)}. {reason}"
    if session.shows_values and (note := traps_note(position)):
        yield note


def _is_fresh(match: Match, ply: int) -> bool:
    """Whether nothing but the computer's reply followed the move that a person made at *ply*."""
    since = match.record.ply - ply
    return since == 1 or (since == 2 and match.opponent_at(ply + 1) is not None)


def _review(match: Match) -> Review:
    if not match.is_over:
        return Review(None, False, None)
    replay = Replay.of(match.record, match.players)
    return Review(replay, bool(match.record.moves), _turning_point(match))


def _turning_point(match: Match) -> TurningPoint | None:
    found = review(match.record)
    if found.turning_point is None:
        return None
    judged = found.moves[found.turning_point]
    ply = match.record.start.ply + found.turning_point
    retry: Fields = ()
    if match.players.key(judged.mark) == HUMAN:
        retry = retry_fields(match.record.up_to(ply), match.players)
    return TurningPoint(
        ply + 1,
        judged.mark,
        cell_name(match.record.game, judged.cell),
        annotation(judged),
        better_move(judged),
        retry,
    )
