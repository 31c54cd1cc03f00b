"""The story of a person's own finished game: a few stops, the first shown at its turning point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ai.exact.tablebase import has_table
from ai.explain import explain_move
from ai.facts.fact import Fact
from ai.facts.story import Stop, StopKind, story
from ai.facts.verdicts import verdict
from ai.language import N_, _, sentence_case
from ai.opponents.policy import Opponent
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import JudgedMove, study
from ai.words.languages import telling
from ai.words.persons import COMPUTER, PERSON
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.forms import HiddenFields, new_game_fields, retry_fields
from webapp.board.parts import UncachedPart
from webapp.board.players import Players
from webapp.replay.page import about, headline, in_document, title
from webapp.replay.replay import STORY, Replay, replay_url
from webapp.replay.timeline import SIGNS

CHIPS = {
    StopKind.ONLY_MOVE: N_("only move"),
    StopKind.TURNING_POINT: N_("turning point"),
    StopKind.THREAT: N_("threat"),
    StopKind.FORK: N_("fork"),
}
WON, LOST = N_("You won"), N_("%(opponent)s won")

# Of the timeline, in pixels, but for the half width of a stop: the height of nodes by the value for
# the reader.
HEIGHT = 54
LEVELS = {1: 17, 0: 27, -1: 37}


class Chip(NamedTuple):
    """What a move is, in a word or two; *bad* if it gave value away. Some have a *shape*."""

    text: str
    shape: str = ""
    bad: bool = False


class StopLink(NamedTuple):
    """A stop on the timeline, and how it is called by ear. *top* is the height of its node; arrow
    keys lead there by the names of *steps*.
    """

    number: int
    words: str
    address: str
    top: int
    current: bool
    turns: bool
    steps: str


class Course(NamedTuple):
    """The course of the game under the stops, as paths: *level* up to the turning point, then the
    one that *followed*, in the colour of the *winner*, if any, and what *might* have been.
    """

    width: int
    level: str
    followed: str
    winner: Mark | None
    might: str


class Pair(NamedTuple):
    """Two moves, each its mark, its cell and the address of the story there; the *number* of the
    first, and the *reason* of the computer's.
    """

    number: int
    moves: tuple[tuple[Mark, str, str], ...]
    reason: str
    current: bool


@dataclass(frozen=True, slots=True)
class StoryPage(UncachedPart, rendered_by=("replay/story.html", "main")):
    """The page of a story at a *move*, told in *text* to the person who played against *rival*.

    *retry* holds the fields that retry the turning point, of this *number*, if it was the person's,
    and *again* those of the same game anew. *forward* leads to the next stop, at the end to the
    first; *whole* to the replay of all moves.
    """

    replay: Replay
    address: str
    title: str
    about: About
    stage: Stage
    headline: str
    said: str
    rival: Opponent
    result: str
    whole: str
    move: JudgedMove
    who: str
    chips: tuple[Chip, ...]
    text: str
    stops: tuple[StopLink, ...]
    course: Course
    forward: str
    is_last: bool
    retry: HiddenFields
    number: int
    again: HiddenFields
    pairs: tuple[Pair, ...]


def own_replay(record: Record, players: Players) -> Replay:
    """The replay of a person's own game: its story if it has one, and if its table can be read."""
    replay = Replay.of(record, players)
    if not replay.has_story or not has_table(record.game):
        return replay
    return at_turning_point(replay.switched(STORY))


def at_turning_point(replay: Replay) -> Replay:
    """*replay* at the stop where its story begins: the turning point, else the first."""
    if not replay.has_story:
        return replay
    stops = story(replay.record)
    turn = next((it for it in stops if it.kind is StopKind.TURNING_POINT), stops[0])
    return replay.at(turn.move.number)


def story_page(replay: Replay) -> StoryPage:
    """The page of the story of *replay*, which has one."""
    record, players, you = replay.record, replay.players, replay.players.lone
    assert you
    rival = players.computer(you.other)
    assert rival
    stops, winner = story(record, you), record.position.outcome and record.position.outcome.winner
    before = record.positions[replay.made - 1]
    move = study(before).moves[record.move_at(before.ply)]
    stop = next((it for it in stops if it.move.number == move.number), None)
    turn = next((it.move for it in stops if it.kind is StopKind.TURNING_POINT), None)
    later = [it.move.number for it in stops if it.move.number > move.number]
    who, text = (
        _who(move, you, rival),
        _text(stop.facts if stop else _facts(move, you, rival), move, you),
    )
    whole = replace(replay, on=replay.on - {STORY})
    words, links = title(replay), tuple(_links(replay, stops, you, rival))
    said = next(
        (f"{it.words}." for it in links if it.current), f"{move.number}. {who} {move.name}."
    )
    own_turn = turn is not None and turn.mark is you
    return StoryPage(
        replay,
        address=replay_url(replay),
        title=in_document(replay, words),
        about=about(whole, words),
        stage=_stage(replay, stop),
        headline=headline(replay.position),
        said=f"{said} {text}",
        rival=rival,
        result=_(LOST if winner is you.other else WON, opponent=_(rival.name))
        if winner
        else _("A draw"),
        whole=replay_url(whole, f"ply-{replay.ply}"),
        move=move,
        who=who,
        chips=tuple(_chips(stop, move)),
        text=text,
        stops=links,
        course=_course(stops, you, winner),
        forward=replay_url(replay, "forward", ply=min(later, default=stops[0].move.number)),
        is_last=not later,
        retry=retry_fields(record.up_to(turn.number - 1), players) if turn and own_turn else (),
        number=turn.number if turn else 0,
        again=new_game_fields(Record(record.start), players),
        pairs=tuple(_pairs(replay, you, rival)),
    )


def _who(move: JudgedMove, you: Mark, rival: Opponent) -> str:
    return _("You") if move.mark is you else _(rival.name)


def _facts(move: JudgedMove, you: Mark, rival: Opponent) -> Sequence[Fact]:
    """What is told of a move without a stop: its verdict, or the reason of the *rival*."""
    return verdict(move) if move.mark is you else explain_move(move, rival).reason.facts


def _text(facts: Sequence[Fact], move: JudgedMove, you: Mark) -> str:
    """As many of *facts* as there is room for, told by the computer."""
    return telling(move.game, move.mark, PERSON if move.mark is you else COMPUTER).in_room(facts)[0]


def _stage(replay: Replay, stop: Stop | None) -> Stage:
    """The board. The move of a *stop* has a ring with its number; at the end the lines say it."""
    last = replay.last_move
    ringed = stop and stop.kind is not StopKind.END and last is not None
    return Stage(
        replay.position,
        last=last,
        inert=True,
        turn=(replay.ply, last) if ringed and last is not None else None,
    )


def _chips(stop: Stop | None, move: JudgedMove) -> Iterator[Chip]:
    """What *move* is, at a *stop* if it has one."""
    kind = stop.kind if stop else StopKind.OTHER
    if kind in {StopKind.TURNING_POINT, StopKind.ONLY_MOVE, StopKind.OTHER}:
        label = sentence_case(_(move.label))
        yield Chip(label, SIGNS[move.label], bad=bool(move.value_lost))
    if kind is StopKind.END:
        yield Chip(sentence_case(_(move.game.one if move.completed else N_("draw"))))
    elif kind in CHIPS and kind is not StopKind.ONLY_MOVE:
        yield Chip(sentence_case(_(CHIPS[kind])))


def _links(replay: Replay, stops: Sequence[Stop], you: Mark, rival: Opponent) -> Iterator[StopLink]:
    """The *stops* on the timeline. From the present move arrow keys lead to those beside it."""
    numbers = [stop.move.number for stop in stops]
    steps = {
        "first": numbers[0],
        "back": max((it for it in numbers if it < replay.ply), default=0),
        "forward": min((it for it in numbers if it > replay.ply), default=0),
        "last": numbers[-1],
    }
    for stop in stops:
        move, number = stop.move, stop.move.number
        words = _(
            "Move %(number)s, %(who)s %(cell)s: %(what)s",
            number=number,
            who=_who(move, you, rival),
            cell=move.name,
            what=", ".join([it.text for it in _chips(stop, move)]).lower(),
        )
        yield StopLink(
            number,
            words,
            replay_url(replay, f"ply-{number}", ply=number),
            _top(stop, you),
            number == replay.ply,
            stop.kind is StopKind.TURNING_POINT,
            " ".join([key for key, to in steps.items() if to == number]),
        )


def _top(stop: Stop, you: Mark) -> int:
    """The height of the node: the value before the move, which only a slip changes."""
    value = int(stop.move.best.value)
    return LEVELS[value if stop.move.mark is you else -value]


def _course(stops: Sequence[Stop], you: Mark, winner: Mark | None) -> Course:
    """The course through the nodes of *stops*, each two wide."""
    turn = next((n for n, it in enumerate(stops) if it.kind is StopKind.TURNING_POINT), None)
    points = [(2 * n + 1, _top(stop, you)) for n, stop in enumerate(stops)]
    end = LEVELS[0 if winner is None else 1 if winner is you else -1]
    points = [(0, points[0][1]), *points, (2 * len(stops), end)]
    parted = len(points) - 1 if turn is None else turn + 1
    x, top = points[parted]
    might = "" if turn is None else f"M{x} {top}H{2 * len(stops)}"
    return Course(
        2 * len(stops), _path(points[: parted + 1]), _path(points[parted:]), winner, might
    )


def _path(points: Sequence[tuple[int, int]]) -> str:
    """A smooth path through *points*."""
    path = f"M{points[0][0]} {points[0][1]}"
    for (left, upper), (right, lower) in zip(points, points[1:], strict=False):
        middle = (left + right) / 2
        path += f"C{middle:g} {upper} {middle:g} {lower} {right} {lower}"
    return path


def _pairs(replay: Replay, you: Mark, rival: Opponent) -> Iterator[Pair]:
    """The moves of the game in pairs."""
    record = replay.record
    moves = [
        study(position).moves[cell]
        for position, cell in zip(record.positions, record.moves, strict=False)
    ]
    for pair in (moves[at : at + 2] for at in range(0, len(moves), 2)):
        reasons = [
            telling(it.game, it.mark, COMPUTER).sentence(explain_move(it, rival).reason.facts[0])
            for it in pair
            if it.mark is not you
        ]
        yield Pair(
            pair[0].number,
            tuple(
                (it.mark, it.name, replay_url(replay, f"so-far-{it.number}", ply=it.number))
                for it in pair
            ),
            " ".join(reasons),
            any(it.number == replay.ply for it in pair),
        )
