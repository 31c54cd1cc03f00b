"""The pages of a replay: their parts, as plain values made of the replay alone."""

from dataclasses import replace

from ai.language import N_, _, ngettext
from ai.opponents import HUMAN
from ai.pen.diagram import diagram
from ai.pen.drawings import ideas_by_ear, ideas_diagram
from ai.rules import Mark, Position, game_text
from ai.study.moves_from_here import in_order, moves_from_here, orders
from ai.study.review import review
from ai.study.study import study
from ai.words.told import how_it_ended, why_so
from webapp.address.frames import FramedBoard
from webapp.board.about import About
from webapp.board.board import Overlay, Stage
from webapp.board.diagrams import overlay
from webapp.board.forms import PlayerChoice, new_game_fields, set_up_fields
from webapp.board.players import USUAL_OPPONENT
from webapp.replay.cover import cover, story
from webapp.replay.ideas import ideas, programs
from webapp.replay.moves_table import NAMES, SMALLEST_FIRST, columns, move_row
from webapp.replay.note import MoveNote, note_on
from webapp.replay.replay import STORY, TABLE, Replay, game_url, preview_url, replay_url, shared_url
from webapp.replay.timeline import SIGNS, steps, timeline

STEP_THROUGH_VARIATION = N_(
    "%(game)s. Step through a variation of it, and see what every move is worth."
)
STEP_THROUGH_MOVES = N_("%(game)s. Step through moves from there, and see what every one is worth.")
STEP_THROUGH = N_("%(game)s. Step through it, see what every move is worth, and ask why.")
PLAY_ON = N_("%(game)s. Play on, see what every move is worth, and ask why.")


def replay_page(replay: Replay) -> dict[str, object]:
    """The values of the page of *replay*. Parts that it does not show are None or empty.

    *headline* is the side to move, or the result, in the words of the page contract; *said* the
    number of the last move, and the move in words with its label. *why* the position has its value
    stands above the *ideas*. *ended* says how the game ended, if it was over without moves.
    """
    position, reviewed, words = replay.position, review(replay.record), title(replay)
    here, over = study(position), position.outcome
    turn, shows_ideas = reviewed.turn, "ideas" in replay.on and not over
    note = note_on(replay, turn)
    return {
        "replay": replay,
        "title": in_document(replay, words),
        "about": about(replay, words),
        "seats": tuple([(mark, replay.players.computer(mark)) for mark in Mark]),
        "stage": _stage(replay, note),
        "headline": headline(position),
        "said": _said(replay, note),
        "steps": steps(replay),
        "plies": timeline(replay, reviewed, turn),
        "note": note,
        "ended": how_it_ended(replay.record) if over and not note else "",
        "turn": turn,
        "board_on_paper": diagram(
            turn.left,
            _("After move %(number)s, the turning point", number=turn.number),
            chosen=(turn.cell,),
        )
        if turn and not (note and note.is_turning_point)
        else None,
        "accuracies": [(mark, reviewed.accuracy(mark)) for mark in Mark],
        "here": here,
        "why": why_so(here) if shows_ideas else "",
        "ideas": [*ideas(replay, here)] if shows_ideas else [],
        "programs": [*programs(replay, here)] if "programs" in replay.on else [],
        "fields": () if over else set_up_fields(replay.so_far),
        "choices": () if over else _choices(replay),
        "signs": tuple(SIGNS.items()),
    }


def play_page(replay: Replay) -> dict[str, object]:
    """The values of the page that offers the position of *replay*, between its players: its
    *board*, the form, and its *replay*.
    """
    return {
        "board": diagram(replay.position, title(replay)),
        "fields": set_up_fields(replay.so_far),
        "choices": [PlayerChoice(it, replay.players.key(it), (replay.game,)) for it in Mark],
        "replay": replay_url(replay if "values" in replay.on else replay.switched("values")),
    }


def moves_page(replay: Replay) -> dict[str, object]:
    """The values of the page of the moves from the position of *replay*: the *rows* and sortable
    *columns* of the table, none once the game is over. *headline* is in the words of the page
    contract.
    """
    here = study(replay.position)
    names = {key: NAMES[key] for key in orders(replay.game)}
    rows = in_order(moves_from_here(here), replay.sort, here.position.to_move)
    return {
        "replay": replay,
        "about": about(replay, _("Moves: %(position)s", position=title(replay))),
        "stage": _stage(replace(replay, on=replay.on & {"values"}), None),
        "headline": headline(replay.position),
        "columns": columns(
            names, SMALLEST_FIRST, lambda it: replay_url(replace(replay, sort=it)), replay.sort
        ),
        "rows": [move_row(row, replay.continued((row.cell,))) for row in rows],
    }


def shared_page(replay: Replay) -> dict[str, object]:
    """The values of the page that shows the game of *replay* to a friend: what is *told*, the
    *whole* replay, and the form for the same game on a fresh board.
    """
    told, url, position = cover(replay), shared_url(replay), replay.position
    about = About(told.headline, told.sentence, url, url, preview_url(replay), position, True)
    return {
        "about": about,
        "told": told,
        "whole": replay.switched(STORY),
        "stage": Stage(position, last=replay.last_move, playable=False, inert=True),
        "fields": new_game_fields(replay.record, replay.players),
    }


def replay_board(replay: Replay) -> FramedBoard:
    """The board of a replay at its cursor, with the steps through it."""
    note = note_on(replay, review(replay.record).turn)
    result, said = headline(replay.position), _said(replay, note)
    if note:
        sentence = note.text
    elif replay.moves_shown:
        sentence = _("Step through the game, and see what each move was worth.")
    else:
        sentence = _("Open the page to play on from here.")
    outcome = replay.position.outcome
    return FramedBoard(
        replay_url(replay),
        in_document(replay, title(replay)),
        f"{result}. {said} {sentence}",
        _("Draw") if outcome and not outcome.winner else result,
        said,
        sentence,
        _stage(replay, note),
        steps(replay) if replay.moves_shown else (),
    )


def _stage(replay: Replay, note: MoveNote | None) -> Stage:
    """The board with the program's diagram over it, else the ideas if they are shown."""
    position, here, over = replay.position, study(replay.position), Overlay()
    shows_ideas = "ideas" in replay.on and not position.outcome
    if note and note.figures.shown:
        over = overlay(note.figures.shown, position, note.move.cell)
    elif shows_ideas:
        over = overlay(ideas_diagram(here), position)
    return Stage(
        position,
        last=replay.last_move,
        inert=True,
        values=tuple(here.worths.items()) if "values" in replay.on else (),
        overlay=over,
        notes=tuple(ideas_by_ear(here).items()) if shows_ideas else (),
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
        embed="" if TABLE in replay.on else here,
    )


def headline(position: Position) -> str:
    """The side to move, or the result, in the words of the page contract."""
    if not (outcome := position.outcome):
        return _("%(mark)s to move", mark=position.to_move)
    return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("Tie")


def _said(replay: Replay, note: MoveNote | None) -> str:
    ply, final = replay.ply, replay.last_ply
    if not replay.moves_shown:
        return _("No moves yet.")
    if not note:
        return _("Move %(ply)s of %(last)s.", ply=ply, last=final)
    label = _(note.move.label)
    words = _("%(mark)s %(cell)s", mark=note.move.mark, cell=note.move.name)
    if not replay.was_played:
        words = _("%(move)s, in a variation", move=words)
    elif note.is_turning_point:
        words = _("%(move)s, %(label)s, turning point", move=words, label=label)
    else:
        words = _("%(move)s, %(label)s", move=words, label=label)
    return _("Move %(ply)s of %(last)s: %(move)s.", ply=ply, last=final, move=words)


def _choices(replay: Replay) -> tuple[PlayerChoice, ...]:
    """The players of a match from here: a person to move, and the usual opponent or the game's."""
    players, to_move = replay.players, replay.position.to_move
    rival = next((key for key in (players.x, players.o) if key != HUMAN), USUAL_OPPONENT)
    return tuple(
        PlayerChoice(mark, HUMAN if mark is to_move else rival, (replay.game,)) for mark in Mark
    )


def in_document(replay: Replay, said: str) -> str:
    """The title of the document: *said*, with the number of the move."""
    if not replay.moves_shown:
        return said
    last = replay.last_ply
    return _("Move %(ply)s of %(last)s: %(title)s", ply=replay.ply, last=last, title=said)


def title(replay: Replay) -> str:
    """The position in a few words, such as `X to move after b2 – Square`."""
    return f"{story(replay)} – {_(replay.game.name)}"


def description(replay: Replay) -> str:
    """The description of the page for shared links: the game, and what to do there."""
    record, moves, over = replay.record, replay.record.moves, replay.record.outcome
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
