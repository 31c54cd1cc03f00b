"""The story of a game: the few moves that decided it, each with what is true of it in hindsight."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from ai.facts import fact as f
from ai.facts.effects import ordered
from ai.facts.endings import ending
from ai.facts.fact import Fact, SideFact
from ai.facts.verdicts import slip, verdict
from ai.rules import Mark, Record
from ai.study.review import Review, review
from ai.study.study import JudgedMove, Label

FEWEST, MOST = 3, 5  # stops


class AloneKept(SideFact):
    """*side* moved to *cell*, which alone kept the *value*, a win or a draw. It blocked *lines*."""

    cell: f.Cell
    lines: f.Lines
    value: f.Result


class WereComing(SideFact):
    """*side* completed or forked by *lines* later, and the move of the other side on *cell*, the
    turning point, is in none of them.
    """

    cell: f.Cell
    lines: f.Lines


class Threatened(SideFact):
    """*side* threatened *lines*, and the other side had to take the *answer*."""

    lines: f.Lines
    answer: f.Cell


class Forked(SideFact):
    """*side* threatened *lines* by one move on *cell*. They were open on the *answers*, and the
    other side had one move.
    """

    cell: f.Cell
    lines: f.Lines
    answers: f.Cells


class StopKind(Enum):
    """Why a story stops at a move."""

    ONLY_MOVE = "only move"
    TURNING_POINT = "turning point"
    THREAT = "threat"
    FORK = "fork"
    END = "end"
    OTHER = "other"


class Stop(NamedTuple):
    """A stop at a *move*, for its *kind*, and the *facts* on it."""

    kind: StopKind
    move: JudgedMove
    facts: tuple[Fact, ...]


def story(record: Record, you: Mark | None = None) -> tuple[Stop, ...]:
    """The stops of the finished game of *record*, in their order, the end as for *you*.

    They are the turning point, the end, threats and forks between them, and the last only move
    before. Without a turning point all only moves, threats and forks count. Other moves fill up to
    three. Errors as in :func:`ai.facts.endings.ending`.
    """
    found = review(record)
    kinds: dict[JudgedMove, StopKind] = {}
    for fewest, candidates in ((MOST, _telling(found)), (FEWEST, _others(found))):
        for kind, move in candidates:
            if len(kinds) < fewest:
                kinds.setdefault(move, kind)
    return tuple(
        Stop(kinds[move], move, tuple(_facts(kinds[move], move, found, record, you)))
        for move in found.moves
        if move in kinds
    )


def _telling(found: Review) -> Iterator[tuple[StopKind, JudgedMove]]:
    """The moves that decided the game, the most telling first."""
    if turn := found.turn:
        yield StopKind.TURNING_POINT, turn
    yield from ((StopKind.END, move) for move in found.moves[-1:])
    made = [(kind, move) for move in _since(found) if (kind := _threatening(move))]
    yield from (it for it in made if it[0] is StopKind.FORK)
    yield from ((StopKind.ONLY_MOVE, move) for move in _held(found)[: 1 if turn else None])
    yield from (it for it in made if it[0] is StopKind.THREAT)


def _others(found: Review) -> Iterator[tuple[StopKind, JudgedMove]]:
    """Other moves, the most telling first: only moves, slips, any."""
    yield from ((StopKind.ONLY_MOVE, move) for move in _held(found))
    latest = found.moves[::-1]
    slips = [move for move in latest if move.value_lost]
    yield from ((StopKind.OTHER, move) for move in (*slips, *latest))


def _since(found: Review) -> list[JudgedMove]:
    """The moves between the turning point, if any, and the end, the latest first: of the winner, or
    in a draw of both sides.
    """
    turn, end = found.turning_point, found.moves[-1:]
    since = found.moves[0 if turn is None else turn + 1 : -1]
    return [it for it in since[::-1] if not end[0].completed or it.mark is end[0].mark]


def _held(found: Review) -> list[JudgedMove]:
    """The only moves before the turning point or the end, the latest first."""
    turn = found.turning_point
    before = found.moves[: -1 if turn is None else turn]
    return [move for move in before[::-1] if move.label is Label.ONLY_MOVE]


def _threatening(move: JudgedMove) -> StopKind | None:
    """Whether *move* forks, or makes the only threat that stands then."""
    if move.forks:
        return StopKind.FORK
    standing = {cell for cell, _line in move.after.threats_against}
    return StopKind.THREAT if len(standing) == 1 and move.threats else None


def _facts(
    kind: StopKind, move: JudgedMove, found: Review, record: Record, you: Mark | None
) -> Iterator[Fact]:
    """The facts on *move*, a stop of this *kind*."""
    made = move.threats
    lines, answers = ordered(line for _cell, line in made), sorted({cell for cell, _line in made})
    match kind:
        case StopKind.ONLY_MOVE:
            yield AloneKept(move.mark, move.cell, ordered(move.blocked), move.best.value)
        case StopKind.TURNING_POINT:
            after = found.moves[move.number - found.moves[0].number + 1 :]
            yield from _were_coming(move, found)
            yield slip(move, *after[:1])
        case StopKind.THREAT:
            yield Threatened(move.mark, lines, *answers)
        case StopKind.FORK:
            yield Forked(move.mark, move.cell, lines, tuple(answers))
        case StopKind.END:
            yield from ending(record, you)
        case StopKind.OTHER:
            yield from verdict(move)


def _were_coming(turn: JudgedMove, found: Review) -> Iterator[Fact]:
    """The lines of the last fork after the *turn*, or else those completed at the end."""
    end = found.moves[-1]
    if end.completed:
        last = next((move.threats for move in _since(found) if move.forks), ())
        lines = [line for _cell, line in last] or end.completed
        yield WereComing(end.mark, turn.cell, ordered(lines))
