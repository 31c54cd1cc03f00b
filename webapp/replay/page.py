"""The page of a replay: its parts, as plain values made of the replay alone."""

from dataclasses import dataclass
from typing import ClassVar

from ai.explain import Explanation
from ai.language import N_, _, ngettext, sentence_case
from ai.opponents import HUMAN
from ai.pen.diagram import Diagram, diagram
from ai.pen.drawn import ideas_by_ear, ideas_diagram
from ai.rules.notation import cell_name, game_text
from ai.rules.position import Mark, Position
from ai.study.review import Accuracy, review
from ai.study.study import JudgedMove, Study, study
from ai.words.told import how_it_ended, verdict_in_words
from webapp.address.frames import FramedBoard, StepLink, framed
from webapp.board.about import About
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.forms import HiddenFields, PlayerChoice, set_up_fields
from webapp.board.players import USUAL_OPPONENT, Players, Seat
from webapp.replay.ideas import Ideas, ProgramHere, ideas, programs
from webapp.replay.note import MoveFigures, MoveNote, explanation_of, figures_of, note_on
from webapp.replay.replay import TABLE, Replay, game_url, preview_url, replay_url
from webapp.replay.timeline import SIGNS, Timeline, timeline

# The names of :data:`webapp.replay.replay.SWITCHES`, in their order.
SWITCH_NAMES = {"values": N_("Values"), "ideas": N_("Ideas"), "programs": N_("Programs")}
WON = N_("%(mark)s wins"), N_("%(mark)s wins in a variation")
DRAWN = N_("Draw"), N_("Draw in a variation")
MOVED = (
    N_("%(mark)s to move after %(cell)s"),
    N_("%(mark)s to move after %(cell)s in a variation"),
)
STEP_THROUGH_VARIATION = N_(
    "%(game)s. Step through a variation of it, and see what every move is worth."
)
STEP_THROUGH_MOVES = N_("%(game)s. Step through moves from there, and see what every one is worth.")
STEP_THROUGH = N_("%(game)s. Step through it, see what every move is worth, and ask why.")
PLAY_ON = N_("%(game)s. Play on, see what every move is worth, and ask why.")


@dataclass(frozen=True, slots=True)
class GameReview:
    """The game as a whole: the accuracy of both sides, the *turn* that decided it with its address,
    and a *log*: mark, cell, sign, whether it is the turn, label and verdict of each move.
    """

    accuracies: tuple[tuple[Mark, Accuracy], ...]
    turn: JudgedMove | None
    turn_address: str
    log: tuple[tuple[Mark, str, str, bool, str, str], ...]


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Everything on the page of *replay*. Parts that it does not show are None or empty.

    *headline* is the side to move, or the result, in the words of the page contract; *said* the
    number of the last move, and the move in words with its label. The *variation* has the key, the
    address and the words of each move, and the mark that makes it.
    """

    replay: Replay
    address: str
    title: str
    about: About
    seats: tuple[Seat, ...]
    stage: Stage
    headline: str
    said: str
    timeline: Timeline
    variation: tuple[tuple[int, Mark, str, str], ...]
    note: MoveNote | None
    invitation: str
    is_turning_point: bool
    figures: MoveFigures | None
    review: GameReview | None
    board_on_paper: Diagram | None
    ideas: Ideas | None
    programs: tuple[ProgramHere, ...] | None
    fields: HiddenFields
    choices: tuple[PlayerChoice, ...]

    switches: ClassVar = SWITCH_NAMES
    signs: ClassVar = tuple(SIGNS.items())


def replay_page(replay: Replay) -> ReplayPage:
    """The page of *replay*."""
    position, here, last = replay.position, study(replay.position), last_judged(replay)
    explanation = explanation_of(replay, last) if last else None
    figures = figures_of(replay, explanation) if explanation else None
    shows_ideas = "ideas" in replay.on and not position.outcome
    reviewed = review(replay.record)
    turn = None if (at := reviewed.turning_point) is None else reviewed.moves[at]
    is_turn = bool(turn and last and replay.was_played and last.number == turn.number)
    words = title(replay)
    course = timeline(replay, reviewed, turn)
    shown, over = replay.record_shown, position.outcome is not None
    return ReplayPage(
        replay,
        address=replay_url(replay),
        title=_in_document(replay, words),
        about=about(replay, words),
        seats=_seats(replay.players),
        stage=Stage(
            position,
            last=replay.last_move,
            inert=True,
            values=tuple(here.worths.items()) if "values" in replay.on else (),
            overlay=_overlay(replay, here, explanation, figures, shows_ideas=shows_ideas),
            notes=tuple(ideas_by_ear(here).items()) if shows_ideas else (),
        ),
        headline=headline(position),
        said=_said(replay, last, is_turning_point=is_turn),
        timeline=course,
        variation=_variation(replay),
        note=note_on(replay, last, explanation) if last else None,
        invitation="" if last else _invitation(replay),
        is_turning_point=is_turn,
        figures=figures,
        review=GameReview(
            tuple((mark, reviewed.accuracy(mark)) for mark in Mark),
            turn,
            replay_url(replay.in_game(turn.number), f"ply-{turn.number}") if turn else "",
            tuple(
                (
                    it.mark,
                    it.name,
                    it.sign,
                    it.is_turning_point,
                    sentence_case(_(it.label)),
                    verdict_in_words(judged),
                )
                for it, judged in zip(course.plies, reviewed.moves, strict=True)
            ),
        )
        if reviewed.moves
        else None,
        board_on_paper=_board_on_paper(turn) if turn and not is_turn else None,
        ideas=ideas(replay, here) if shows_ideas else None,
        programs=tuple(programs(replay, here)) if "programs" in replay.on else None,
        fields=() if over else set_up_fields(shown.up_to(replay.ply)),
        choices=() if over else _choices(replay),
    )


def replay_board(replay: Replay) -> FramedBoard:
    """The board of a replay at its cursor, with the steps through it."""
    page, moves = replay_page(replay), replay.moves_shown
    if page.note:
        sentence = page.note.text
    elif moves:
        sentence = _("Step through the game, and see what each move was worth.")
    else:
        sentence = _("Open the page to play on from here.")
    return FramedBoard(
        page.address,
        page.title,
        f"{page.headline}. {page.said} {sentence}",
        _("Draw") if page.stage.state.state == "tied" else page.headline,
        page.said,
        sentence,
        page.stage,
        tuple(StepLink(key, label, url and framed(url)) for key, label, url in page.timeline.steps)
        if moves
        else (),
    )


def last_judged(replay: Replay) -> JudgedMove | None:
    """The last move before the cursor; None at the start."""
    if replay.last_move is None:
        return None
    return study(replay.record_shown.positions[replay.made - 1]).moves[replay.last_move]


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
        embed="" if TABLE in replay.on else here,
    )


def headline(position: Position) -> str:
    """The side to move, or the result, in the words of the page contract."""
    if not (outcome := position.outcome):
        return _("%(mark)s to move", mark=position.to_move)
    return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("Tie")


def _said(replay: Replay, last: JudgedMove | None, *, is_turning_point: bool) -> str:
    ply, final = replay.ply, replay.record.start.ply + len(replay.moves_shown)
    if not replay.moves_shown:
        return _("No moves yet.")
    if not last:
        return _("Move %(ply)s of %(last)s.", ply=ply, last=final)
    words = _("%(mark)s %(cell)s", mark=last.mark, cell=last.name)
    if not replay.was_played:
        words = _("%(move)s, in a variation", move=words)
    elif is_turning_point:
        words = _("%(move)s, %(label)s, turning point", move=words, label=_(last.label))
    else:
        words = _("%(move)s, %(label)s", move=words, label=_(last.label))
    return _("Move %(ply)s of %(last)s: %(move)s.", ply=ply, last=final, move=words)


def _invitation(replay: Replay) -> str:
    """A sentence on what to do next; how the game ended, if it was over without moves."""
    if replay.moves_shown:
        return _("Step forward, or tap a cell to try a move of your own.")
    if replay.position.outcome:
        return how_it_ended(replay.record)
    return _("No moves yet. Tap a cell to try one.")


def _variation(replay: Replay) -> tuple[tuple[int, Mark, str, str], ...]:
    """The moves of the variation: number, mark, cell and address."""
    if not (branch := replay.variation):
        return ()
    names, mover = replay.game.cell_names, replay.record.mover_at
    return tuple(
        (number, mover(number - 1), names[cell], replay_url(replay.at(number), f"tried-{number}"))
        for number, cell in enumerate(branch.moves, branch.ply + 1)
    )


def _board_on_paper(turn: JudgedMove) -> Diagram:
    """The board at the turning point, to be printed."""
    caption = _("After move %(number)s, the turning point", number=turn.number)
    return diagram(turn.left, caption, chosen=(turn.cell,))


def _choices(replay: Replay) -> tuple[PlayerChoice, ...]:
    """The players of a match from here: a person to move, and the usual opponent or the game's."""
    players, to_move = replay.players, replay.position.to_move
    rival = next((key for key in (players.x, players.o) if key != HUMAN), USUAL_OPPONENT)
    return tuple(
        PlayerChoice(mark, HUMAN if mark is to_move else rival, (replay.game,)) for mark in Mark
    )


def _in_document(replay: Replay, said: str) -> str:
    """The title of the document: *said*, with the number of the move."""
    if not replay.moves_shown:
        return said
    last = replay.record.start.ply + len(replay.moves_shown)
    return _("Move %(ply)s of %(last)s: %(title)s", ply=replay.ply, last=last, title=said)


def _overlay(
    replay: Replay,
    here: Study,
    explanation: Explanation | None,
    figures: MoveFigures | None,
    *,
    shows_ideas: bool,
) -> Overlay:
    """The overlay: the program's diagram, else the ideas if they are shown."""
    if explanation and figures and figures.shown:
        return overlay(figures.shown, replay.position, explanation.move.cell)
    return overlay(ideas_diagram(here), replay.position) if shows_ideas else Overlay()


def title(replay: Replay) -> str:
    """The position in a few words, such as `X to move after b2 – Square`."""
    position, elsewhere = replay.position, not replay.was_played
    if outcome := position.outcome:
        said = _((WON if outcome.winner else DRAWN)[elsewhere], mark=outcome.winner)
    elif replay.last_move is None:
        said = _("%(mark)s to move", mark=position.to_move)
    else:
        cell = cell_name(replay.game, replay.last_move)
        said = _(MOVED[elsewhere], mark=position.to_move, cell=cell)
    return f"{said} – {_(replay.game.name)}"


def description(replay: Replay) -> str:
    """The description of the page for shared links: the game, and what to do there."""
    record, moves, over = replay.record, replay.record.moves, replay.record.position.outcome
    found = [_(record.game.name)]
    if marks := record.start.ply:
        found.append(ngettext("a position of %(num)s mark", "a position of %(num)s marks", marks))
    if moves:
        names, count = game_text(record.game, moves, " "), len(moves)
        found.append(
            ngettext("%(num)s move: %(moves)s", "%(num)s moves: %(moves)s", count, moves=names)
        )
    if replay.variation:
        said = STEP_THROUGH_VARIATION if moves else STEP_THROUGH_MOVES
    elif moves or not over:
        said = STEP_THROUGH if moves else PLAY_ON
    else:
        said = N_("%(game)s: %(mark)s wins.") if over.winner else N_("%(game)s: a draw.")
    return _(said, game=", ".join(found), mark=over and over.winner)


def _seats(players: Players) -> tuple[Seat, ...]:
    """The players, unless both are people; none is called `You`."""
    held = [(mark, players.key(mark), players.computer(mark)) for mark in Mark]
    if len(players.people) == len(held):
        return ()
    return tuple(Seat(mark, key, _(it.name) if it else _("A person")) for mark, key, it in held)
