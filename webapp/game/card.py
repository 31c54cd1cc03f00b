"""The card that ends a game, and what can be done then."""

from collections.abc import Callable
from typing import NamedTuple

from ai.exact.tablebase import has_table
from ai.facts.verdicts import slip
from ai.language import sentence_case
from ai.puzzles.chances import chances
from ai.puzzles.puzzle import Theme, right_cells
from ai.rules.position import Mark
from ai.study.review import Accuracy, Review, review
from ai.study.study import Study
from ai.words.languages import telling
from ai.words.persons import Persons
from ai.words.phrases import lines_listed
from ai.words.told import how_it_ended
from webapp.board.forms import HiddenFields
from webapp.game.seen import GameSeen
from webapp.honours.shown import NO_HONOURS, EndHonours
from webapp.replay.replay import Replay
from webapp.replay.story import own_replay

FEW, MANY = 2, 9  # cells that hold a draw, of those that are empty: the draw hangs on that move


class Start(NamedTuple):
    """A button that starts a match: its id, label, icon, and the fields of its form, which are the
    variables of an *endpoint*. Once pressed, it stays where it is, and *asked* says so below it.
    A *url* makes it a link.
    """

    id: str
    label: str
    icon: str
    fields: HiddenFields
    endpoint: str = "game.start"
    asked: str = ""
    url: str = ""


class TurningPoint(NamedTuple):
    """The move that decided the game; *slip* says how; its *owner* is a person by name."""

    move: int
    mark: Mark
    owner: str
    cell: str
    slip: str


class EndCard(NamedTuple):
    """The end of a game: a sentence on it, and the *face* of the computer played, by its key and
    mood; the things to do, the main one first, accuracies and turning point, and the links to the
    *replay* and its *review*; *retried* after a retry. *held* are the moves, by number and cell, on
    which a draw that is a triumph hung. *lost* is the theme of the mistake that cost a lone person
    the game. The *honours* are what it earned.
    """

    ending: str
    face: tuple[str, str] | None
    starts: tuple[Start, ...]
    accuracies: tuple[tuple[Mark, str, Accuracy], ...]
    turning_point: TurningPoint | None
    reviewed: bool
    retried: bool
    replay: Replay
    review: Replay
    held: tuple[tuple[int, int], ...]
    lost: Theme | None
    honours: EndHonours = NO_HONOURS


def end_card(
    seen: GameSeen,
    starts: Callable[[TurningPoint | None], tuple[Start, ...]],
    honours: EndHonours = NO_HONOURS,
) -> EndCard | None:
    """The end of the game *seen*, with the *starts* of other games after that turning point and its
    *honours*; None before the end. Without the table of exact values there is no review.
    """
    record, outcome = seen.record, seen.record.outcome
    if not outcome:
        return None
    readable = has_table(record.game)
    found = review(record) if readable and record.moves else None
    turned = turning_point(found, seen.persons) if found else None
    persons = seen.persons(record.position.to_move.other)
    lines = lines_listed(record.game, outcome.winning_sets) if outcome.winner else ""
    return EndCard(
        how_it_ended(record, persons, again=seen.retried) if readable else sentence_case(lines),
        _face(seen),
        starts(turned),
        tuple(
            (mark, seen.name(mark), accuracy)
            for mark in Mark
            if found and (accuracy := found.accuracy(mark)).decisions
        ),
        turned,
        found is not None,
        seen.retried,
        Replay.of(record, seen.players),
        own_replay(record, seen.players),
        _held(found, seen) if found else (),
        _lost(seen),
        honours,
    )


def _lost(seen: GameSeen) -> Theme | None:
    """The theme of the last mistake of a lone person who lost."""
    lone, outcome = seen.players.lone, seen.record.outcome
    if not lone or not outcome or outcome.winner is not lone.other:
        return None
    missed = [it for it in chances(seen.record, lone) if it.missed]
    return missed[-1].theme if missed else None


def _face(seen: GameSeen) -> tuple[str, str] | None:
    """The key of the computer that a lone person played, and its mood."""
    person, outcome = seen.players.lone, seen.record.outcome
    if not person or not outcome:
        return None
    moods = {person: "beaten", person.other: "won", None: "neutral"}
    return seen.players.key(person.other), moods[outcome.winner]


def _held(found: Review, seen: GameSeen) -> tuple[tuple[int, int], ...]:
    """The visitor's moves on which a draw hung that is a triumph, by number and cell."""
    outcome = seen.record.outcome
    if not seen.is_triumph or (outcome and outcome.winner):
        return ()
    mine = (move for move in found.moves if move.mark is seen.me)
    return tuple((move.number, move.cell) for move in mine if _hangs(move.before))


def _hangs(here: Study) -> bool:
    """Whether few of many cells keep the value of the position."""
    return len(right_cells(here)) <= FEW and len(here.moves) >= MANY


def turning_point(
    found: Review, persons_of: Callable[[Mark], Persons | None]
) -> TurningPoint | None:
    """The move that decided the game, in the words of the persons after a move of its mark; None
    without one.
    """
    if found.turning_point is None:
        return None
    judged, reply = found.moves[found.turning_point :][:2]  # no game ends by a slip
    persons = persons_of(judged.mark) or Persons.marks(judged.mark)
    told = telling(judged.game, judged.mark, persons).sentence(slip(judged, reply))
    return TurningPoint(judged.number, judged.mark, persons.mover, judged.name, told)
