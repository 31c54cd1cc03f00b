"""Facts that are drawn, and not told: what a program saw of the moves, and how a move wins."""

from typing import Annotated

from ai.facts import fact as f
from ai.facts.effects import CanPlay
from ai.facts.fact import Fact
from ai.study.study import JudgedMove


class ShownFact(Fact):
    """The base of these facts."""


class MovesWorth(ShownFact):
    """The worth of each move of *side*."""

    side: f.Side
    worths: f.Worths


class RepliesWorth(ShownFact):
    """The worth of each reply of *side*."""

    side: f.Side
    worths: f.Worths


class Saw(ShownFact):
    """*side* looked *depth* plies ahead and saw the *values* of its moves; the games after the
    *unclear* ones go on.
    """

    side: f.Side
    depth: f.Number
    values: f.Values
    unclear: f.Cells


class Searched(ShownFact):
    """The *values* that *side* found by a search to the end."""

    side: f.Side
    values: f.Values


class Weighed(ShownFact):
    """The *points* of each cell for *side*; its live *lines* through *cell*, which give the points
    there; and the cells with *most* points, if these decided.
    """

    side: f.Side
    points: f.Weights
    cell: f.Cell
    lines: f.Lines
    most: f.Cells


class LiveThrough(ShownFact):
    """The number of live *lines* through each cell."""

    lines: f.Weights


class Forces(ShownFact):
    """A win by *threats*: the moves of the *course*, each before its answer, make them in turn. No
    answer stops the last.
    """

    course: f.Course
    threats: f.Threats


class Answers(ShownFact):
    """How *side* answers each reply to its quiet winning move."""

    side: f.Side
    answers: Annotated[tuple[CanPlay, ...], f.FieldKind.FACTS]


def forces(move: JudgedMove) -> Forces:
    """The win by threats that *move* begins; it must begin one, and complete no line."""
    *before, fork = move.win
    course = [cell for step in before for cell in (step.cell, *step.answers)]
    threats = [threat for step in move.win for threat in step.threats]
    return Forces((*course, fork.cell), tuple(threats))


def answers(move: JudgedMove) -> Answers:
    """The answer to each reply to the quiet winning *move*: the first of few ways to win."""
    left = move.after
    found = {reply.cell: reply.answer.cell for reply in left.moves.values()}
    found |= {reply: way.win[0].cell for way in left.ways for reply in way.replies}
    return Answers(
        move.mark, tuple(CanPlay(move.mark, answer, reply) for reply, answer in found.items())
    )
