"""Reading a replay from its address."""

from collections.abc import Mapping
from dataclasses import replace

from ai.messages import N_
from ai.rules import Record, game_for, parse_game, parse_record
from ai.study.moves_from_here import BEST_FIRST, both_ways, orders
from webapp.address.kinds import BadAddress, Moved, Query, reading_address
from webapp.board.players import USUAL_OPPONENT, Players
from webapp.replay.replay import FIGURES, STORY, SWITCHES, TABLE, Replay, replay_url
from webapp.replay.story import at_turning_point
from webapp.serving.params import BadParameter, choice, field, mark, number, player, switch

FIELDS = ("first", "ply", "from", "variation", "sort", "x", "o", *SWITCHES, TABLE, STORY, "figure")
"""The fields in the query of a replay's address. Links and buttons also send `cell`, `switch`."""


@reading_address()
def read_replay(query: Mapping[str, str], game_key: str, text: str = "") -> Replay:
    """The replay of an address: the game's key, the record in *text*, and the *query*. A `cell` in
    the query continues it by a move there, a `switch` turns that switch. A game that has no story
    is a replay; a story without a `ply` begins at its turning point.

    :raises BadAddress: if a field is wrong, or the rules do not allow the moves.
    """
    game = game_for(game_key)
    first = mark(query, "first", missing=None)
    players = Players(player(query, "x"), player(query, "o"))
    players.require(game)
    replay = replace(
        Replay.of(parse_record(game, text, first), players),
        on=frozenset(it for it in (*SWITCHES, TABLE, STORY) if it in query and switch(query, it)),
        figure=number(query, "figure", FIGURES, missing=0),
        sort=choice(query, "sort", both_ways(orders(game)), missing=BEST_FIRST),
    )
    if "from" in query or "variation" in query:
        replay = replay.in_game(number(query, "from", replay.record.plies))
        moves = parse_game(game, field(query, "variation"))
        if not moves:
            raise BadParameter(
                N_("The field “variation” is empty: it takes moves, such as b2a1c3.")
            )
        replay = _continued(replay, moves)
    elif STORY in replay.on and "ply" not in query:
        replay = at_turning_point(replay)
    if "ply" in query:
        replay = replace(replay, ply=number(query, "ply", replay.record_shown.plies))
    if "cell" in query:
        replay = _continued(replay, (number(query, "cell"),))
    if "switch" in query:
        replay = replay.switched(choice(query, "switch", SWITCHES))
    if STORY in replay.on and not replay.has_story:
        replay = replay.switched(STORY)
    return replay


def read_game(query: Query, game_key: str, text: str) -> Replay:
    """The whole game of an address, at its end, told as a story if it has one. Errors as in
    :func:`read_replay`.
    """
    known = {name: query[name] for name in ("first", "x", "o") if name in query}
    replay = read_replay(known, game_key, text)
    return replay.switched(STORY) if replay.has_story else replay


@reading_address()
def read_position(query: Query, game_key: str, text: str = "") -> Replay:
    """The position to play on from, between the players of the *query*: by default a person to move
    against the usual opponent. Other errors as in :func:`read_replay`.

    :raises BadAddress: if the game is over there.
    """
    replay = read_replay(query, game_key, text)
    if replay.position.outcome:
        raise BadAddress(N_("The game is over in this position: nobody can play on from it."))
    if "x" in query or "o" in query:
        return replay
    usual = Players().replace(replay.position.to_move.other, USUAL_OPPONENT)
    return replace(replay, players=usual)


def after_click(query: Query, replay: Replay) -> Moved | None:
    """The redirect after the click on a cell or switch that sent *query*; None without one. An old
    address with `table=on` leads to the table of moves, which was once a part of the replay.
    """
    if "switch" in query:
        return Moved(replay_url(replay, f"switch-{query['switch']}"))
    if "cell" in query:
        return Moved(replay_url(replay, f"cell-{replay.last_move}"))
    return Moved(replay_url(replay, TABLE), 308) if query.get(TABLE) == "on" else None


def _continued(replay: Replay, moves: tuple[int, ...]) -> Replay:
    """*replay* after *moves* from its cursor; those that repeat the game's make no variation.

    :raises IllegalMove: if the rules forbid them.
    """
    Record(replay.record.start, replay.moves_shown[: replay.made] + moves)
    return replay.continued(moves, len(moves))
