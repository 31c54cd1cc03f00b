"""The page of a replay: its parts, as values made of the replay alone."""

from dataclasses import dataclass
from typing import ClassVar

from ai.explain import Explanation
from ai.explain.annotation import verdict
from ai.explain.diagram import Diagram, diagram
from ai.explain.ending import ending
from ai.explain.position import ideas_by_ear, ideas_diagram
from ai.language import N_, _, ngettext
from ai.opponents import HUMAN
from ai.rules.notation import cell_name, game_text
from ai.rules.position import Mark, Position
from ai.study.review import Accuracy, Review, review
from ai.study.study import JudgedMove, study
from webapp.board.about import About, oembed_url
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.forms import HiddenFields, PlayerChoice, set_up_fields
from webapp.board.players import USUAL_OPPONENT, Players, Seat
from webapp.replay.ideas import Ideas, ideas
from webapp.replay.last_move import Figures, LastMove, explanation_of, figures_of, last_move
from webapp.replay.programs import Program, programs
from webapp.replay.replay import TABLE, Replay, game_url, preview_url, replay_url
from webapp.replay.review import SIGNS
from webapp.replay.timeline import Timeline, timeline

# The names of :data:`webapp.replay.replay.SWITCHES`, in their order.
SWITCH_NAMES = {"values": N_("Values"), "ideas": N_("Ideas"), "programs": N_("Programs")}
WON = N_("%(mark)s wins"), N_("%(mark)s wins in a variation")
DRAWN = N_("Draw"), N_("Draw in a variation")
MOVED = (
    N_("%(mark)s to move after %(cell)s"),
    N_("%(mark)s to move after %(cell)s in a variation"),
)


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Everything on the page of *replay*. Parts that it does not show are None or empty."""

    replay: Replay
    title: str
    about: About
    seats: tuple[Seat, ...]
    stage: Stage
    timeline: Timeline
    last_move: LastMove | None
    figures: Figures | None
    reviewed: Review
    ideas: Ideas | None
    programs: tuple[Program, ...] | None

    switches: ClassVar = SWITCH_NAMES
    signs: ClassVar = SIGNS

    @property
    def mark(self) -> Mark | None:
        """The mark that is to move or has won; None for a draw."""
        position = self.replay.position
        return position.outcome.winner if position.outcome else position.to_move

    @property
    def headline(self) -> str:
        """The side to move, or the result, in the words of the page contract."""
        return headline(self.replay.position)

    @property
    def said(self) -> str:
        """The number of the last move, and the move in words with its label."""
        ply, shown, last = self.replay.ply, self.replay.record_shown, self.last_move
        if not shown.moves:
            return _("No moves yet.")
        if not last:
            return _("Move %(ply)s of %(last)s.", ply=ply, last=shown.ply)
        words = _("%(mark)s %(cell)s", mark=last.judged.mark, cell=last.judged.name)
        if not last.was_played:
            words = _("%(move)s, in a variation", move=words)
        elif self.is_turning_point:
            words = _("%(move)s, %(label)s, turning point", move=words, label=_(last.judged.label))
        else:
            words = _("%(move)s, %(label)s", move=words, label=_(last.judged.label))
        return _("Move %(ply)s of %(last)s: %(move)s.", ply=ply, last=shown.ply, move=words)

    @property
    def invitation(self) -> str:
        """A sentence on what to do next; how the game ended, if it was over without moves."""
        replay = self.replay
        if replay.record_shown.moves:
            return _("Step forward, or tap a cell to try a move of your own.")
        if replay.position.outcome:
            return ending(replay.record)
        return _("No moves yet. Tap a cell to try one.")

    @property
    def accuracies(self) -> list[tuple[Mark, Accuracy]]:
        """The accuracy of both sides."""
        return [(mark, self.reviewed.accuracy(mark)) for mark in Mark]

    @property
    def turning_point(self) -> JudgedMove | None:
        """The move that decided the game, if any."""
        index = self.reviewed.turning_point
        return None if index is None else self.reviewed.moves[index]

    @property
    def is_turning_point(self) -> bool:
        """Whether the last move decided the game."""
        turned, last = self.turning_point, self.last_move
        return bool(turned and last and last.was_played and last.judged.number == turned.number)

    @property
    def board_on_paper(self) -> Diagram | None:
        """The board at the turning point, to be printed; None if the page shows it."""
        if not (turned := self.turning_point) or self.is_turning_point:
            return None
        caption = _("After move %(number)s, the turning point", number=turned.number)
        return diagram(turned.left, caption, chosen=(turned.cell,))

    @property
    def log(self) -> list[tuple[JudgedMove, str]]:
        """The moves of the game, each with its verdict."""
        return [(judged, verdict(judged)) for judged in self.reviewed.moves]

    @property
    def fields(self) -> HiddenFields:
        """The fields of a match from here, without its players."""
        return set_up_fields(self.replay.so_far)

    @property
    def choices(self) -> list[PlayerChoice]:
        """The players of a match from here: a person to move, and the usual opponent or the
        game's.
        """
        players, to_move = self.replay.players, self.replay.position.to_move
        computers = [key for key in (players.x, players.o) if key != HUMAN]
        opponent = (computers or [USUAL_OPPONENT])[0]
        return [
            PlayerChoice(mark, HUMAN if mark is to_move else opponent, (self.replay.game,))
            for mark in Mark
        ]


def replay_page(replay: Replay) -> ReplayPage:
    """The page of *replay*."""
    position = replay.position
    explanation = explanation_of(replay)
    figures = figures_of(replay, explanation) if explanation else None
    stage = Stage(
        position,
        last=replay.last_move,
        inert=True,
        values=tuple(study(position).worths.items()) if "values" in replay.on else (),
        overlay=_overlay(replay, explanation, figures),
        notes=tuple(ideas_by_ear(study(position)).items()) if _shows_ideas(replay) else (),
    )
    reviewed = review(replay.record)
    said = title(replay)
    return ReplayPage(
        replay,
        title=_in_document(replay, said),
        about=about(replay, said),
        seats=_seats(replay.players),
        stage=stage,
        timeline=timeline(replay, reviewed),
        last_move=last_move(replay, explanation),
        figures=figures,
        reviewed=reviewed,
        ideas=ideas(replay) if _shows_ideas(replay) else None,
        programs=tuple(programs(replay)) if "programs" in replay.on else None,
    )


def about(replay: Replay, said: str) -> About:
    """The metadata of a page of *replay* with the title *said*."""
    here = replay_url(replay, absolute=True)
    return About(
        said,
        description(replay),
        here,
        game_url(replay.record),
        preview_url(replay),
        replay.position,
        endless=True,
        oembed="" if TABLE in replay.on else oembed_url(here),
    )


def headline(position: Position) -> str:
    """The side to move, or the result, in the words of the page contract."""
    if not (outcome := position.outcome):
        return _("%(mark)s to move", mark=position.to_move)
    return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("Tie")


def _in_document(replay: Replay, said: str) -> str:
    """The title of the document: *said*, with the number of the move."""
    ply, last = replay.ply, replay.record_shown.ply
    if not replay.record_shown.moves:
        return said
    return _("Move %(ply)s of %(last)s: %(title)s", ply=ply, last=last, title=said)


def _overlay(replay: Replay, explanation: Explanation | None, figures: Figures | None) -> Overlay:
    """The overlay: the program's diagram, else the ideas if they are on."""
    if explanation and figures and figures.shown:
        return overlay(figures.shown, replay.position, explanation.choice.cell)
    if _shows_ideas(replay):
        return overlay(ideas_diagram(study(replay.position)), replay.position)
    return Overlay()


def _shows_ideas(replay: Replay) -> bool:
    """Whether the ideas of the position are shown: they are on, and the game goes on."""
    return "ideas" in replay.on and not replay.position.outcome


def title(replay: Replay) -> str:
    """The position in a few words, such as `X to move after b2 – Square`."""
    return f"{_in_brief(replay)} – {_(replay.game.name)}"


def _in_brief(replay: Replay) -> str:
    position, elsewhere = replay.position, not replay.was_played
    if outcome := position.outcome:
        return _((WON if outcome.winner else DRAWN)[elsewhere], mark=outcome.winner)
    if replay.last_move is None:
        return _("%(mark)s to move", mark=position.to_move)
    cell = cell_name(replay.game, replay.last_move)
    return _(MOVED[elsewhere], mark=position.to_move, cell=cell)


def description(replay: Replay) -> str:
    """The description of the page for shared links: the game, and what to do there."""
    record = replay.record
    found = [_(record.game.name)]
    if marks := record.start.ply:
        found.append(ngettext("a position of %(num)s mark", "a position of %(num)s marks", marks))
    if record.moves:
        names = game_text(record.game, record.moves, " ")
        count = len(record.moves)
        found.append(
            ngettext("%(num)s move: %(moves)s", "%(num)s moves: %(moves)s", count, moves=names)
        )
    game = ", ".join(found)
    if replay.variation and record.moves:
        return _(
            "%(game)s. Step through a variation of it, and see what every move is worth.", game=game
        )
    if replay.variation:
        return _(
            "%(game)s. Step through moves from there, and see what every one is worth.", game=game
        )
    if record.moves:
        return _("%(game)s. Step through it, see what every move is worth, and ask why.", game=game)
    if not (outcome := record.position.outcome):
        return _("%(game)s. Play on, see what every move is worth, and ask why.", game=game)
    if outcome.winner:
        return _("%(game)s: %(mark)s wins.", game=game, mark=outcome.winner)
    return _("%(game)s: a draw.", game=game)


def _seats(players: Players) -> tuple[Seat, ...]:
    """The players, unless both are people; none is called `You`."""
    if len(players.people) == len(Mark):
        return ()
    named = ((mark, players.computer(mark)) for mark in Mark)
    return tuple(
        Seat(mark, players.key(mark), _(computer.name) if computer else _("A person"))
        for mark, computer in named
    )
