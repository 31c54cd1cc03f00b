"""Reading a replay from its address."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from ai.messages import N_, Refusal
from ai.rules.games import game_for
from ai.rules.notation import parse_game
from ai.rules.record import parse_record
from ai.study.moves_from_here import BEST_FIRST, orders
from webapp.board.players import Players
from webapp.replay.replay import FIGURES, SWITCHES, TABLE, Replay
from webapp.serving.params import BadParameter, choice, field, mark, number, player, switch


class BadAddress(Refusal):
    """The URL does not describe a valid replay, puzzle or search."""


@contextmanager
def reading_address() -> Iterator[None]:
    """Raise every refusal as :exc:`BadAddress`; around the function that reads a URL."""
    try:
        yield
    except Refusal as error:
        raise BadAddress(error.message, **error.values) from error


@reading_address()
def read_replay(game_key: str, text: str, query: Mapping[str, str]) -> Replay:
    """The replay of an address: the game's key, the record in *text*, and the *query*. A `cell` in
    the query continues it by a move there, a `switch` turns that switch.

    :raises BadAddress: if a field is wrong, or the rules do not allow the moves.
    """
    replay = _with_variation(_game(game_key, text, query), query)
    if "ply" in query:
        replay = replace(replay, ply=number(query, "ply", replay.record_shown.plies))
    if "cell" in query:
        replay = replay.continued((number(query, "cell"),))
    if "switch" in query:
        replay = replay.switched(choice(query, "switch", SWITCHES))
    return replay


def _game(game_key: str, text: str, query: Mapping[str, str]) -> Replay:
    """The game of an address, at its end, with its players and switches."""
    game = game_for(game_key)
    first = mark(query, "first") if "first" in query else None
    players = Players(player(query, "x"), player(query, "o"))
    players.require(game)
    on = frozenset(name for name in (*SWITCHES, TABLE) if name in query and switch(query, name))
    figure = number(query, "figure", FIGURES) if "figure" in query else 0
    sort = choice(query, "sort", orders(game)) if "sort" in query else BEST_FIRST
    replay = Replay.of(parse_record(game, text, first), players)
    return replace(replay, on=on, figure=figure, sort=sort)


def _with_variation(replay: Replay, query: Mapping[str, str]) -> Replay:
    """*replay* at the end of the variation in *query*; unchanged without one.

    Moves that repeat the game's make no variation.
    """
    if "from" not in query and "variation" not in query:
        return replay
    leaves = replay.in_game(number(query, "from", replay.record.plies))
    moves = parse_game(replay.game, field(query, "variation"))
    if not moves:
        raise BadParameter(N_("The field “variation” is empty: it takes moves, such as b2a1c3."))
    return leaves.continued(moves, made=len(moves))
