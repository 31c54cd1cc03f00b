"""Boards to show to others: a puzzle, a replay or a lesson as a board, one sentence, and links.

The frame of a page has its address below `/embed`. All of a state stands there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ai.language import _
from ai.rules.position import Mark
from webapp.board.board import Stage
from webapp.board.parts import framed
from webapp.learn.path import LessonPage
from webapp.puzzles.address import CELL, Attempt
from webapp.puzzles.page import PuzzlePage
from webapp.puzzles.progress import Progress
from webapp.replay.page import replay_page
from webapp.replay.replay import Replay, replay_url
from webapp.replay.timeline import TimelineStep


@dataclass(frozen=True)
class Shown:
    """A board to show to others, of the whole page at the address *page*.

    Screen readers hear *heard* as the status, of which *heading* is seen. The one *sentence*, which
    may be *bad* news, follows its *lead*; *line* holds the moves of an answer. On a board that
    *is_played*, *cells* holds addresses by the cells that lead there. *keys* are links.
    """

    page: str
    title: str
    heard: str
    heading: str
    lead: str
    sentence: str
    stage: Stage
    keys: tuple[TimelineStep, ...]
    is_played: bool = False
    cells: Mapping[int, str] = field(default_factory=dict)
    line: tuple[tuple[Mark, str], ...] = ()
    bad: bool = False


def puzzle_shown(attempt: Attempt) -> Shown:
    """The board of an attempt at a puzzle: an empty cell leads to the attempt with it."""
    page, position = PuzzlePage(attempt, Progress()), attempt.position
    keys = []
    if attempt.cells or attempt.hint:
        again = framed(attempt.anew.url)
        keys.append(TimelineStep("again", _("Again"), f"{again}#hint", at_end=False))
    if hint := page.hint_key:
        focused = "again" if attempt.hint == CELL else "hint"  # the answer is the last hint
        url = framed(attempt.ask(attempt.hint + 1).url)
        keys.append(TimelineStep("hint", hint, f"{url}#{focused}", at_end=False))
    following, url = page.following
    if attempt.solved and url != page.puzzles_address:
        keys.append(TimelineStep("next", following, framed(url), at_end=False))
    open_cells = () if attempt.solved else position.empty_cells
    return Shown(
        attempt.url,
        page.title,
        page.heard,
        _("Solved") if attempt.solved else page.task,
        f"{page.said.heading}.",
        page.said.text,
        page.stage,
        tuple(keys),
        is_played=True,
        cells={cell: f"{framed(attempt.marked(cell).url)}#cell-{cell}" for cell in open_cells},
        line=tuple(page.line),
        bad=page.said.bad,
    )


def replay_shown(replay: Replay) -> Shown:
    """The board of a replay at its cursor, with the steps through it."""
    page = replay_page(replay)
    if page.last_move:
        sentence = page.last_move.text
    elif replay.record_shown.moves:
        sentence = _("Step through the game, and see what each move was worth.")
    else:
        sentence = _("Open the page to play on from here.")
    steps = [
        TimelineStep(step.key, step.label, framed(step.address), step.at_end)
        for step in page.timeline.steps
    ]
    return Shown(
        replay_url(replay),
        page.title,
        f"{page.headline}. {page.said} {sentence}",
        _("Draw") if page.stage.state.state == "tied" else page.headline,
        page.said,
        sentence,
        page.stage,
        tuple(steps) if replay.record_shown.moves else (),
    )


def lesson_shown(page: LessonPage) -> Shown:
    """The board of a lesson: an empty cell leads to its answer."""
    stage, keys = page.stage, []
    if page.cell is not None:
        keys.append(TimelineStep("again", _("Again"), framed(page.url), at_end=False))
    if following := page.lesson.following:
        url = framed(following.series.address)
        keys.append(TimelineStep("next", _("Next lesson"), url, at_end=False))
    return Shown(
        page.here,
        page.title,
        page.says if page.shown else f"{page.title}. {page.says}",
        f"{page.lesson.number}. {_(page.lesson.name)}",
        page.idea,
        page.says,
        stage,
        tuple(keys),
        is_played=True,
        cells={
            cell: f"{framed(page.touched(cell))}#cell-{cell}" for cell in stage.position.empty_cells
        },
        bad=page.shown is not None and page.shown.bad,
    )
