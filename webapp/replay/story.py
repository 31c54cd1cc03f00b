"""The story of a person's own finished game: a few stops, the first one shown the turning point."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from ai.exact.tablebase import has_table
from ai.explain import explain_move
from ai.facts.fact import Fact
from ai.facts.story import Stop, StopKind, story
from ai.facts.verdicts import verdict
from ai.language import N_, _, pgettext
from ai.opponents.policy import Opponent
from ai.pen.strokes import Drawn, Ink, draw_stop
from ai.rules import Mark, Record
from ai.study.review import review
from ai.study.study import JudgedMove
from ai.words.languages import telling
from ai.words.persons import COMPUTER, PERSON
from ai.words.phrasebook import language
from ai.words.telling import Telling
from webapp.board.board import Stage
from webapp.board.forms import new_game_fields, retry_fields
from webapp.board.pen import Pen
from webapp.board.players import Players
from webapp.replay.page import about, headline, in_document, title
from webapp.replay.replay import STORY, Replay, replay_url
from webapp.replay.timeline import SIGNS

# The names of stops; other stops have only the label of their move.
CALLED = {
    StopKind.TURNING_POINT: N_("turning point"),
    StopKind.THREAT: N_("threat"),
    StopKind.FORK: N_("fork"),
}

# The result by the value for the person: the mood of the computer, and the words.
RESULTS = {
    1: ("beaten", N_("You won")),
    0: ("neutral", N_("A draw")),
    -1: ("won", N_("%(opponent)s won")),
}
# The height of a stop on the timeline, in pixels, by the value for the person.
LEVELS = {1: 17, 0: 27, -1: 37}


class Sides(NamedTuple):
    """The mark of the person, *you*, and the computer, *rival*, which tells the story."""

    you: Mark
    rival: Opponent

    def name(self, mark: Mark) -> str:
        """Who plays *mark*."""
        return _("You") if mark is self.you else _(self.rival.name)

    def telling(self, move: JudgedMove) -> Telling:
        """How *move* is told."""
        return telling(move.game, move.mark, PERSON if move.mark is self.you else COMPUTER)

    def value(self, mark: Mark | None, value: int = 1) -> int:
        """The *value* for *mark* as one for the person: 1 win, 0 draw, -1 loss."""
        return 0 if mark is None else value if mark is self.you else -value


class Told(NamedTuple):
    """The *move* at the cursor: who made it, its names as *chips*, and the sentences on it; the
    same in *pieces*, with the ink of those that name what the pen draws.
    """

    move: JudgedMove
    who: str
    chips: tuple[tuple[str, str, str], ...]
    text: str
    pieces: tuple[tuple[str, Ink | None], ...]


def own_replay(record: Record, players: Players) -> Replay:
    """The replay of a person's own game: its story if it has one, and if its table can be read."""
    replay = Replay.of(record, players)
    if not replay.has_story or not has_table(record.game):
        return replay
    return at_turning_point(replay.switched(STORY))


def at_turning_point(replay: Replay) -> Replay:
    """*replay* where its story begins to be told: at the turning point, else the first stop."""
    if not replay.has_story:
        return replay
    turn = review(replay.record).turn
    return replay.at((turn or story(replay.record)[0].move).number)


def story_page(replay: Replay) -> dict[str, object]:
    """The values of the page of the story of *replay*, which has one, *told* at the cursor by one
    of its *sides* to the other. The face of the rival shows its *mood*. *whole* is the address of
    the replay of all moves.

    *retry* holds the fields that retry the turning point, the move *retried*, if the person made
    it; *again* has the fields of the same game anew. *forward* leads to the next stop, and from the
    last one to the first.
    """
    record, you = replay.record, replay.players.lone
    rival = you and replay.players.computer(you.other)
    assert you
    assert rival
    sides = Sides(you, rival)
    stops, outcome, words = story(record, sides.you), record.outcome, title(replay)
    winner = outcome.winner if outcome else None
    turn, here = _turn(stops), next((it for it in stops if it.move.number == replay.ply), None)
    told, numbers = _told(replay, here, sides), [it.move.number for it in stops]
    retried = turn.move.number if turn and turn.move.mark is sides.you else 0
    later = [it for it in numbers if it > replay.ply]
    mood, result = RESULTS[sides.value(winner)]
    whole = replace(replay, on=replay.on - {STORY})
    return {
        "replay": replay,
        "title": in_document(replay, words),
        "about": about(whole, words),
        "stage": _stage(replay, here, told.move, sides),
        "headline": headline(replay.position),
        "said": _said(replay, told),
        "sides": sides,
        "mood": mood,
        "result": _(result, opponent=_(sides.rival.name)),
        "whole": replay_url(whole, f"ply-{replay.ply}"),
        "told": told,
        "stops": [*_links(replay, stops, sides)],
        "course": _course(stops, sides, winner),
        "forward": replay_url(replay, "forward", ply=min(later, default=numbers[0])),
        "is_last": not later,
        "retry": retry_fields(record.up_to(retried - 1), replay.players) if retried else (),
        "retried": retried,
        "again": new_game_fields(Record(record.start), replay.players),
        "pairs": _pairs(replay, sides),
    }


def _turn(stops: Sequence[Stop]) -> Stop | None:
    """The turning point."""
    return next((it for it in stops if it.kind is StopKind.TURNING_POINT), None)


def _told(replay: Replay, stop: Stop | None, sides: Sides) -> Told:
    """The move at the cursor, a *stop* or not."""
    move = review(replay.record).moves[replay.made - 1]
    facts = stop.facts if stop else _facts(move, sides)
    told_by, inks = sides.telling(move), draw_stop(stop).inks if stop else {}
    text, _left = told_by.in_room(facts)
    pieces = tuple((it, inks.get(name)) for it, name in told_by.pieces_of(text, facts))
    kind = stop.kind if stop else StopKind.OTHER
    return Told(move, sides.name(move.mark), tuple(_chips(kind, move)), text, pieces)


def _facts(move: JudgedMove, sides: Sides) -> Sequence[Fact]:
    """The reason of the computer's *move*, or the verdict on the person's."""
    if move.mark is sides.you:
        return verdict(move)
    return explain_move(move, sides.rival).reason.facts


def _chips(kind: StopKind, move: JudgedMove) -> Iterator[tuple[str, str, str]]:
    """The names of *move*, at a stop of this *kind*: each its text; its shape, if it is a label;
    and its look: `bad` if it gave value away, `why` if it decided.
    """
    if kind is StopKind.END:
        yield (
            language().noun(move.game.noun) if move.completed else pgettext("result", "draw"),
            "",
            "",
        )
        return
    if kind not in {StopKind.THREAT, StopKind.FORK}:
        look = "bad" if move.value_lost else "why" if kind is StopKind.ONLY_MOVE else ""
        yield _(move.label), SIGNS[move.label], look
    if kind in CALLED:
        yield _(CALLED[kind]), "", "why" if kind is StopKind.TURNING_POINT else ""


def _in_words(told: Told) -> str:
    """The move and its names."""
    names = ", ".join([text for text, _shape, _look in told.chips])
    return _("%(who)s %(cell)s, %(names)s", who=told.who, cell=told.move.name, names=names)


def _said(replay: Replay, told: Told) -> str:
    """All of it by ear."""
    ply, last, move = replay.ply, replay.last_ply, _in_words(told)
    said = _("Move %(ply)s of %(last)s: %(move)s.", ply=ply, last=last, move=move)
    return f"{said} {told.text}"


def _stage(replay: Replay, stop: Stop | None, move: JudgedMove, sides: Sides) -> Stage:
    """The board after *move*, with the drawing of the *stop* or of the computer's reason. A stop
    has a ring with its number, but where lines are complete.
    """
    position, drawn = replay.position, Drawn()
    if stop:
        drawn = draw_stop(stop)
    elif move.mark is not sides.you:
        drawn = explain_move(move, sides.rival).drawn
    taken = tuple(filter(position.mark_at, position.game.cells))
    return Stage(
        position,
        last=move.cell,
        inert=True,
        turns=((move.number, move.cell),) if stop and not position.outcome else (),
        pen=Pen(position.game, drawn.strokes, taken),
    )


def _links(replay: Replay, stops: Sequence[Stop], sides: Sides) -> Iterator[dict[str, object]]:
    """The *stops* on the timeline: the *number* of the move of each, and all that by ear. *top* is
    the height of its node. The arrow keys in *steps* lead there, if it is beside the cursor.
    """
    numbers = [stop.move.number for stop in stops]
    steps = {
        "first": numbers[0],
        "back": max((it for it in numbers if it < replay.ply), default=0),
        "forward": min((it for it in numbers if it > replay.ply), default=0),
        "last": numbers[-1],
    }
    for stop, number in zip(stops, numbers, strict=True):
        yield {
            "number": number,
            "words": f"{number}. {_in_words(_told(replay.at(number), stop, sides))}",
            "address": replay_url(replay, f"ply-{number}", ply=number),
            "top": _top(stop.move, sides),
            "current": number == replay.ply,
            "turns": stop.kind is StopKind.TURNING_POINT,
            "steps": " ".join([key for key, to in steps.items() if to == number]),
        }


def _top(move: JudgedMove, sides: Sides) -> int:
    """The height of the value before *move*, which only a slip changes."""
    return LEVELS[sides.value(move.mark, move.best.value)]


def _course(stops: Sequence[Stop], sides: Sides, winner: Mark | None) -> dict[str, object]:
    """The course of the game through the middles of *stops*, each two wide, as paths: *before* and
    *after* the turning point, in the colour of the *winner*; and the value *given_away*.
    """
    width, turn = 2 * len(stops), _turn(stops)
    points = [(2 * at + 1, _top(stop.move, sides)) for at, stop in enumerate(stops)]
    points = [(0, points[0][1]), *points, (width, LEVELS[sides.value(winner)])]
    parted = stops.index(turn) + 1 if turn else len(stops) + 1
    x, top = points[parted]
    return {
        "width": width,
        "before": _path(points[: parted + 1]),
        "after": _path(points[parted:]),
        "winner": winner,
        "given_away": f"M{x} {top}H{width}" if turn else "",
    }


def _path(points: Sequence[tuple[int, int]]) -> str:
    """A smooth path through *points*."""
    path = f"M{points[0][0]} {points[0][1]}"
    for (left, high), (right, low) in pairwise(points):
        middle = (left + right) / 2
        path += f"C{middle:g} {high} {middle:g} {low} {right} {low}"
    return path


def _pairs(replay: Replay, sides: Sides) -> Iterator[dict[str, object]]:
    """The moves of the game, two by two: each its number, mark, cell and address. The computer made
    its own for this *reason*.
    """
    moves = review(replay.record).moves
    for pair in (moves[at : at + 2] for at in range(0, len(moves), 2)):
        rivals = (move for move in pair if move.mark is not sides.you)
        yield {
            "number": pair[0].number,
            "moves": [
                (
                    it.number,
                    it.mark,
                    it.name,
                    replay_url(replay, f"so-far-{it.number}", ply=it.number),
                )
                for it in pair
            ],
            "reason": " ".join([sides.telling(it).sentence(_facts(it, sides)[0]) for it in rivals]),
            "current": any(move.number == replay.ply for move in pair),
        }
