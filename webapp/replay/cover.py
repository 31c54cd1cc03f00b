"""What a shared link to a replay tells: who beat whom, and the picture of the board."""

from ai.language import N_, _, ngettext
from ai.opponents.unbeatable import UNBEATABLE
from ai.rules import Mark
from ai.words.languages import named
from ai.words.persons import ANY_FRIEND, FIRST, FRIEND, Persons
from ai.words.phrases import lines_listed
from ai.words.told import how_it_ended
from webapp.board.preview import Preview
from webapp.replay.replay import STORY, Replay

# By whether nobody played it.
WINS = N_("%(mark)s wins"), N_("%(mark)s wins in a variation")
DRAW = N_("A draw"), N_("Draw in a variation")
BEAT = N_("{one} beat {other}")
# By whether the visitor played it.
HELD = N_("{one} held {other}"), N_("I held {other}")
DREW = N_("{one} drew with {other}"), N_("I drew with {other}")
MOVED = (
    N_("%(mark)s to move after %(cell)s"),
    N_("%(mark)s to move after %(cell)s in a variation"),
)


def story(replay: Replay, person: str = "") -> str:
    """The result at the cursor, or the side to move, in a few words: `X beat Hard`.

    The address says which sides are computers', but not who reads it: a lone person is
    called *person*, by default by the mark.
    """
    position, players, varied = replay.position, replay.players, not replay.was_played
    if not (outcome := position.outcome):
        if (last := replay.last_move) is None:
            return _("%(mark)s to move", mark=position.to_move)
        cell = replay.game.cell_names[last]
        return _(MOVED[varied], mark=position.to_move, cell=cell)
    if varied or not replay.made:
        return _((WINS if outcome.winner else DRAW)[varied], mark=outcome.winner)
    first = outcome.winner or players.lone or Mark.X
    one, other = (_person(replay, mark, person) for mark in (first, first.other))
    if outcome.winner:
        message = {one: N_("I beat {other}"), other: N_("{one} beat me")}.get(FIRST, BEAT)
    elif players.lone:
        held = players.computer(first.other) is UNBEATABLE
        message = (HELD if held else DREW)[one == FIRST]
    elif players.people:
        return _(DRAW[False])
    else:
        message = N_("{one} and {other} drew")
    return named(message, one=one, other=other)


def cover(replay: Replay) -> Preview:
    """The picture of the position at the cursor, for link previews; of a game that a person
    finished and tells as a story, what friends are told.
    """
    position, lone = replay.position, replay.players.lone
    if STORY in replay.on and lone and position.outcome:
        return _invitation(replay, lone, position.outcome.winner)
    return Preview(
        position,
        f"{story(replay)}.",
        _sentence(replay),
        _("See why") if position.outcome else _("Play on, or ask why"),
        last=replay.last_move,
    )


def _invitation(replay: Replay, lone: Mark, winner: Mark | None) -> Preview:
    """The result of a friend, who held *lone* and played a program; and a question."""
    result, program = story(replay, ANY_FRIEND), _person(replay, lone.other)
    asked = N_("Can you beat %(program)s too?") if winner else N_("Can you hold %(program)s too?")
    if winner is lone.other:
        result, asked = _("%(result)s. Will you hold?", result=result), N_("Play %(program)s")
    told = Persons(FRIEND, program)
    ended = how_it_ended(replay.record, told.swapped if replay.position.to_move is lone else told)
    question = _(asked, program=program)
    return Preview(replay.position, result, ended, question, last=replay.last_move)


def _person(replay: Replay, mark: Mark, person: str = "") -> str:
    """The player of *mark*: the *person*, if given, who played alone; the computer by its name, if
    only one side has it; or the mark.
    """
    players = replay.players
    if person and mark is players.lone:
        return person
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
