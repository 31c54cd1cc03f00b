"""What a shared link to a replay tells: who beat whom, and the picture of the board."""

from ai.language import N_, _, ngettext
from ai.opponents.unbeatable import UNBEATABLE
from ai.rules import Mark, game_text
from ai.words.phrases import lines_listed
from webapp.board.preview import Preview
from webapp.replay.replay import Replay

# By whether nobody played it.
WINS = N_("%(mark)s wins"), N_("%(mark)s wins in a variation")
DRAW = N_("A draw"), N_("Draw in a variation")
MOVED = (
    N_("%(mark)s to move after %(cell)s"),
    N_("%(mark)s to move after %(cell)s in a variation"),
)


def story(replay: Replay) -> str:
    """The result at the cursor, or the side to move, in a few words: `X beat Hard`.

    The address says which sides are computers', but not who reads it: a person has the name of the
    mark.
    """
    position, players, varied = replay.position, replay.players, not replay.was_played
    if not (outcome := position.outcome):
        if (last := replay.last_move) is None:
            return _("%(mark)s to move", mark=position.to_move)
        cell = replay.game.cell_names[last]
        return _(MOVED[varied], mark=position.to_move, cell=cell)
    if varied or not replay.made:
        return _((WINS if outcome.winner else DRAW)[varied], mark=outcome.winner)
    if winner := outcome.winner:
        loser = _name(replay, winner.other)
        return _("%(winner)s beat %(loser)s", winner=_name(replay, winner), loser=loser)
    if lone := players.lone:
        held = players.computer(lone.other) is UNBEATABLE
        message = N_("%(mark)s held %(program)s") if held else N_("%(mark)s drew with %(program)s")
        return _(message, mark=lone, program=_name(replay, lone.other))
    if players.people:
        return _(DRAW[False])
    return _("%(x)s and %(o)s drew", x=_name(replay, Mark.X), o=_name(replay, Mark.O))


def shared_result(replay: Replay) -> str:
    """The result of one's own game as text to share, with its moves: `I beat Hard.` in the words of
    the one person who played a program, else as in :func:`story`.
    """
    outcome, lone = replay.position.outcome, replay.players.lone
    told = story(replay)
    if outcome and lone and replay.was_played and replay.made:
        message = N_("I drew with %(program)s")
        if outcome.winner:
            won = outcome.winner is lone
            message = N_("I beat %(program)s") if won else N_("%(program)s beat me")
        elif replay.players.computer(lone.other) is UNBEATABLE:
            message = N_("I held %(program)s")
        told = _(message, program=_name(replay, lone.other))
    moves = game_text(replay.game, replay.moves_shown[: replay.made], " ")
    game = _(replay.game.name)
    return f"{told}.\n{game}: {moves}" if moves else f"{told}.\n{game}"


def cover(replay: Replay) -> Preview:
    """The picture of the position at the cursor, for link previews."""
    position = replay.position
    return Preview(
        position,
        f"{story(replay)}.",
        _sentence(replay),
        _("See why") if position.outcome else _("Play on, or ask why"),
        last=replay.last_move,
    )


def _name(replay: Replay, mark: Mark) -> str:
    """The player of *mark*: the computer's name, if only one side has it, or the mark."""
    players = replay.players
    program = players.computer(mark)
    return _(program.name) if program and players.x != players.o else mark


def _sentence(replay: Replay) -> str:
    """The game, the moves to the cursor, and what won."""
    game, outcome = replay.game, replay.position.outcome
    told = _(game.name)
    if replay.made:
        told = ngettext("%(game)s, %(num)s move", "%(game)s, %(num)s moves", replay.made, game=told)
    if outcome and outcome.winner:
        lines = lines_listed(game, outcome.winning_sets)
        return _("%(game)s: %(lines)s.", game=told, lines=lines)
    return f"{told}."
