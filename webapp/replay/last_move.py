"""What there is to say of the last move: why it was made, what it is worth, what was better."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ai.analysis import JudgedMove, Label, Review
from ai.explain import Explanation, explain_move
from ai.explain.annotation import better_move, in_game_terms, move_and_outlook, reason
from ai.explain.diagram import Diagram
from ai.explain.values import outlook
from ai.explain.wins import how_it_wins
from ai.ideas import winning_variation
from ai.language import _
from ai.notation import cell_name
from ai.traps import best_cell
from ai.value import Value
from webapp.parts import Part, UncachedPart
from webapp.replay.ideas import heading, refutation_url, variation_url
from webapp.replay.replay import Replay, replay_url
from webapp.replay.review import SIGNS, RetryOffer, retry_of


@dataclass(frozen=True, slots=True)
class Better:
    """A better move than the one made, and the address of how it wins, if it does."""

    text: str
    win: str | None


@dataclass(frozen=True, slots=True)
class Annotation:
    """The *label* of a move, what makes it so, and a better move, if there was one."""

    label: Label
    reason: str
    is_turning_point: bool
    better: Better | None

    @property
    def sign(self) -> str:
        """The shape that tells the label."""
        return SIGNS[self.label]


@dataclass(frozen=True, slots=True)
class Invitation(UncachedPart):
    """What one can do where there is nothing to say of a move."""

    rendered_by: ClassVar = ("replay/parts.html", "invitation")

    text: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Where one asks for what a program used for its move to *cell*, or no longer: at *address*.
    What is on the board is *shown*, one of the *choices*: each has a name, its address, and whether
    it is the one.
    """

    cell: str
    address: str
    shown: Diagram | None
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What there is to ask, and the address of the answer."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Why(UncachedPart):
    """What there is to say of the last move, made by a player: the question and the answer, if that
    was a computer, and the annotation. *refutation* is the address of how it loses. *next* asks why
    the position after it is worth what it is, unless that is told.
    """

    rendered_by: ClassVar = ("replay/parts.html", "why")

    heading: str
    answer: str
    figures: Figures | None
    annotation: Annotation
    how: str
    refutation: str | None
    retry: RetryOffer | None
    next: Question | None


@dataclass(frozen=True, slots=True)
class Worth(UncachedPart):
    """What the last move is worth, of a variation: nobody made it, so there is no why."""

    rendered_by: ClassVar = ("replay/parts.html", "worth")

    heading: str
    outlook: str
    how: str
    better: Better | None
    refutation: str | None
    next: Question | None


def explanation_of(replay: Replay) -> Explanation | None:
    """Why a program made the last move; None where none did, or where reasons are off."""
    if "reasons" not in replay.on or replay.last_move is None or not replay.was_played:
        return None
    opponent = replay.players.computer(replay.record.mover_at(replay.ply - 1))
    before = replay.record.position_at(replay.ply - 1)
    return explain_move(before, replay.last_move, opponent) if opponent else None


def figures_of(replay: Replay, explanation: Explanation) -> Figures | None:
    """What can be drawn of *explanation*, if anything. A figure that is not there is the last."""
    if not explanation.has_diagrams:
        return None
    cell = cell_name(replay.game, explanation.choice.cell)
    if not replay.figure:
        return Figures(cell, replay_url(replay.with_figure(1), "how"), None, ())
    diagrams = explanation.diagrams
    shown = diagrams[min(replay.figure, len(diagrams)) - 1]
    choices = tuple(
        (diagram.name, replay_url(replay.with_figure(number), f"figure-{number}"), diagram is shown)
        for number, diagram in enumerate(diagrams, 1)
    )
    less = replay_url(replay.with_figure(0), "how")
    return Figures(cell, less, shown, choices if len(choices) > 1 else ())


def note(
    replay: Replay, reviewed: Review, explanation: Explanation | None, figures: Figures | None
) -> Iterator[Part]:
    """What there is to say at the cursor, or to do where there is nothing to say: one part, or none
    at the end of a game without moves.
    """
    if "reasons" not in replay.on:
        yield Invitation(_("Reasons are switched off."))
    elif replay.last_move is not None:
        yield _why(replay, reviewed, replay.last_move, explanation, figures)
    elif replay.followed.moves:
        yield Invitation(
            _("Step forward to see what every move was worth, or click a cell to try one.")
        )
    elif not replay.position.outcome:
        yield Invitation(_("Click a cell to try a move."))


def _why(
    replay: Replay,
    reviewed: Review,
    cell: int,
    explanation: Explanation | None,
    figures: Figures | None,
) -> Why | Worth:
    """What there is to say of the last move, on *cell*."""
    before = replay.at(replay.ply - 1)
    if not replay.was_played:
        judged = JudgedMove(before.position, cell)
        return Worth(
            last_move_in_words(replay),
            move_and_outlook(cell_name(replay.game, cell), outlook(judged.exact, judged.mark)),
            in_game_terms(judged),
            _better(before, judged),
            refutation_url(before, judged),
            _next(replay),
        )
    index = before.ply - replay.record.start.ply
    judged = reviewed.moves[index]
    is_turning_point = index == reviewed.turning_point
    answer = explanation.text if explanation else ""
    return Why(
        explanation.question if explanation else last_move_in_words(replay),
        answer,
        figures,
        Annotation(judged.label, reason(judged), is_turning_point, _better(before, judged)),
        in_game_terms(judged, but=answer),
        refutation_url(before, judged),
        retry_of(replay, judged),
        _next(replay),
    )


def _next(replay: Replay) -> Question | None:
    """The question why the position is worth what it is, as long as the game goes on."""
    if replay.position.outcome or "ideas" in replay.on:
        return None
    return Question(heading(replay), replay_url(replay.switched("ideas"), "ideas"))


def _better(before: Replay, judged: JudgedMove) -> Better | None:
    """A better move than that of *judged*, where *before* stands."""
    if not (text := better_move(judged)):
        return None
    if judged.best.value is not Value.WIN:
        return Better(text, None)
    position, cell = judged.position, best_cell(judged.position)
    moves = winning_variation(position, cell)
    how = how_it_wins(position, cell)
    return Better(f"{text} {how}", variation_url(before, moves))


def last_move_in_words(replay: Replay) -> str:
    """The last move in words: it was played, if it was."""
    mark, cell = replay.position.to_move.other, cell_name(replay.game, replay.last_move or 0)
    if replay.was_played:
        return _("%(player)s played %(cell)s", player=mark, cell=cell)
    return _("%(mark)s %(cell)s, in a variation", mark=mark, cell=cell)
