"""The page of a replay: its parts, as values made of the replay alone."""

from dataclasses import dataclass
from typing import ClassVar

from ai.explain import Explanation
from ai.explain.position import ideas_by_ear, ideas_diagram
from ai.language import N_, _, ngettext
from ai.opponents import HUMAN
from ai.rules.notation import cell_name
from ai.rules.position import Mark
from ai.study.analysis import review
from ai.study.moves_from_here import in_order, moves_from_here, orders
from ai.study.study import study
from webapp.board.about import About
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.forms import HiddenFields, PlayerChoice, set_up_fields
from webapp.board.players import USUAL_OPPONENT, Players, Seat
from webapp.replay.ideas import Ideas, ideas
from webapp.replay.last_move import (
    Figures,
    Why,
    Worth,
    explanation_of,
    figures_of,
    invitation,
    last_move_in_words,
    why,
    worth,
)
from webapp.replay.moves_table import Column, MoveRow, move_row, sortable_columns
from webapp.replay.programs import Program, programs
from webapp.replay.replay import Replay, game_url, preview_url, replay_url
from webapp.replay.review import GameReview, RetryOffer, game_review, retries
from webapp.replay.timeline import Timeline, timeline

# The names of :data:`webapp.replay.replay.SWITCHES`, in their order.
SWITCH_NAMES = {
    "values": N_("Values"),
    "reasons": N_("Reasons"),
    "ideas": N_("Ideas"),
    "programs": N_("Programs"),
    "table": N_("Moves"),
}
WON = N_("%(mark)s wins"), N_("%(mark)s wins in a variation")
DRAWN = N_("Draw"), N_("Draw in a variation")
MOVED = (
    N_("%(mark)s to move after %(cell)s"),
    N_("%(mark)s to move after %(cell)s in a variation"),
)


@dataclass(frozen=True, slots=True)
class Versus:
    """The game, the number of *marks* set up, in words, and the players unless both are people."""

    game: str
    marks: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The *state* of the board, and the *mark* that is to move or has won; None for a draw.
    *detail* gives the last move.
    """

    state: str
    mark: Mark | None
    detail: str


@dataclass(frozen=True, slots=True)
class MovesFromHere:
    """Every move side by side, symmetric ones in one row; none once the game is over."""

    columns: tuple[Column, ...]
    rows: tuple[MoveRow, ...]


@dataclass(frozen=True, slots=True)
class PlayFromHere:
    """The form that starts a match from the position."""

    fields: HiddenFields
    x: PlayerChoice
    o: PlayerChoice


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Everything on the page of *replay*. Parts that it does not show are None or empty."""

    replay: Replay
    title: str
    about: About
    versus: Versus
    status: Status
    stage: Stage
    timeline: Timeline
    invitation: str
    why: Why | None
    worth: Worth | None
    review: GameReview | None
    ideas: Ideas | None
    programs: tuple[Program, ...] | None
    moves_from_here: MovesFromHere | None
    retries: tuple[RetryOffer, ...]
    play_from_here: PlayFromHere | None

    switches: ClassVar = SWITCH_NAMES


def replay_page(replay: Replay) -> ReplayPage:
    """The page of *replay*."""
    position, record = replay.position, replay.record
    explanation = explanation_of(replay)
    figures = figures_of(replay, explanation) if explanation else None
    stage = Stage(
        position,
        last=replay.last_move,
        inert=True,
        values=tuple(study(position).worths.items()) if "values" in replay.on else (),
        explained=explanation.choice.cell if explanation else None,
        overlay=_overlay(replay, explanation, figures),
        notes=tuple(ideas_by_ear(study(position)).items()) if _shows_ideas(replay) else (),
    )
    reviewed = review(record)
    said = title(replay)
    return ReplayPage(
        replay,
        title=_in_document(replay, said),
        about=About(
            said,
            description(replay),
            replay_url(replay, absolute=True),
            game_url(record),
            preview_url(replay),
            position,
            endless=True,
        ),
        versus=_versus(replay),
        status=_status(replay, stage.state.state),
        stage=stage,
        timeline=timeline(replay, reviewed),
        invitation=invitation(replay),
        why=why(replay, reviewed, explanation, figures),
        worth=worth(replay),
        review=game_review(replay, reviewed) if record.moves else None,
        ideas=ideas(replay) if _shows_ideas(replay) else None,
        programs=tuple(programs(replay)) if "programs" in replay.on else None,
        moves_from_here=_moves_from_here(replay) if "table" in replay.on else None,
        retries=retries(replay, reviewed),
        play_from_here=None if position.outcome else _play_from_here(replay),
    )


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
        names = " ".join(cell_name(record.game, cell) for cell in record.moves)
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


def _versus(replay: Replay) -> Versus:
    marks, players = replay.record.start.ply, replay.players
    named = Mark if len(players.people) < len(Mark) else ()
    seats = tuple(Seat(mark, players.key(mark), _player(players, mark)) for mark in named)
    from_marks = ngettext("from %(num)s mark", "from %(num)s marks", marks) if marks else ""
    return Versus(_(replay.game.name), from_marks, seats)


def _player(players: Players, mark: Mark) -> str:
    """Name of the player; never `You`."""
    opponent = players.computer(mark)
    return _(opponent.name) if opponent else _("Human")


def _status(replay: Replay, state: str) -> Status:
    position = replay.position
    mark = position.outcome.winner if position.outcome else position.to_move
    ply, last = replay.ply, replay.record_shown.ply
    detail = _("Move %(ply)s of %(last)s.", ply=ply, last=last) if replay.record_shown.moves else ""
    if replay.last_move is not None:
        move = last_move_in_words(replay)
        detail = _("Move %(ply)s of %(last)s: %(move)s.", ply=ply, last=last, move=move)
    return Status(state, mark, detail)


def _moves_from_here(replay: Replay) -> MovesFromHere:
    position = replay.position
    rows = in_order(moves_from_here(study(position)), replay.sort, position.to_move)
    return MovesFromHere(
        sortable_columns(
            {
                order: replay_url(replay.sorted_by(order), f"sort-{order}")
                for order in orders(replay.game)
            },
            replay.sort,
        ),
        tuple(move_row(row, replay.continued((row.cell,))) for row in rows),
    )


def _play_from_here(replay: Replay) -> PlayFromHere:
    """The form for a match from here: a person to move against the game's or usual opponent."""
    players, mark = replay.players, replay.position.to_move
    computers = [key for key in (players.x, players.o) if key != HUMAN]
    opponent = (computers or [USUAL_OPPONENT])[0]
    x, o = (
        PlayerChoice(held, HUMAN if held is mark else opponent, (replay.game,)) for held in Mark
    )
    return PlayFromHere(set_up_fields(replay.so_far), x, o)
