"""The computer players, one module a family of policies, in the order of the menu."""

import re
from dataclasses import replace
from functools import cache

from ai.messages import N_, Filled, Refusal
from ai.opponents.chain import CHAIN
from ai.opponents.easy import EASY
from ai.opponents.hard import HARD
from ai.opponents.policy import Opponent
from ai.opponents.rules import RULES
from ai.opponents.search import ALPHA_BETA, MEDIUM, MINIMAX
from ai.opponents.unbeatable import UNBEATABLE
from ai.rules.games import Game, copied_by_key


class UnknownOpponent(Refusal):
    """No opponent has this key, or it does not take this parameter."""


HUMAN = "human"  # in place of an opponent's key: a person

OPPONENTS = {
    opponent.key: opponent
    for opponent in (EASY, MEDIUM, HARD, UNBEATABLE, RULES, CHAIN, MINIMAX, ALPHA_BETA)
}

# In the order of the menu: the difficulty levels from easy to hard, then the others.
LEVELS = tuple(opponent for opponent in OPPONENTS.values() if opponent.level)
CLASSICS = tuple(opponent for opponent in OPPONENTS.values() if not opponent.level)


def opponent_named(key: str) -> Opponent:
    """The opponent with this *key*.

    :raises UnknownOpponent: if no opponent has it.
    """
    if key not in OPPONENTS:
        raise UnknownOpponent(
            N_("No opponent “%(key)s”, only %(keys)s."),
            key=key,
            keys=", ".join(OPPONENTS),
        )
    return OPPONENTS[key]


def opponent_for(game: Game, key: str) -> Opponent:
    """The opponent with this *key*, which may set a depth, 1 to the number of cells:
    `medium:depth=4`.

    :raises UnknownOpponent: if no opponent has it or the opponent takes no such depth.
    :raises UnsupportedGame: if it does not play *game*.
    """
    name, colon, parameter = key.partition(":")
    opponent = opponent_named(name)
    opponent.require(game)
    if not colon:
        return opponent
    if not opponent.at_depth:
        raise UnknownOpponent(
            N_("%(opponent)s takes no parameter, so not %(parameter)r."),
            opponent=opponent.name,
            parameter=parameter,
        )
    deepest = len(game.cells)
    given = re.fullmatch(r"depth=([1-9][0-9]?)", parameter)
    if not given or int(given[1]) > deepest:
        raise UnknownOpponent(
            N_("%(opponent)s takes depth=1 to depth=%(deepest)s on %(game)s, not %(parameter)r."),
            opponent=opponent.name,
            deepest=deepest,
            game=game.name,
            parameter=parameter,
        )
    return _keyed(key)


@cache
def _keyed(key: str) -> Opponent:
    """The one opponent with this *key*, which may end in `:depth=4`."""
    name, _, depth = key.partition(":depth=")
    found = opponent_named(name)
    if not (depth and found.at_depth):
        return found
    named = Filled(N_("%(name)s, depth %(depth)s"), name=found.name, depth=depth)
    return replace(found, key=key, name=named, policy=found.at_depth(int(depth)))


copied_by_key(Opponent, _keyed)
