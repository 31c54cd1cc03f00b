"""The computer players, one module a family of policies, in the order of the menu."""

import re
from dataclasses import replace

from ai.games import TIC_TAC_TOE, Game
from ai.messages import N_, Refusal
from ai.opponents.chain import chain
from ai.opponents.easy import easy
from ai.opponents.hard import hard
from ai.opponents.rules import rules
from ai.opponents.search import alpha_beta, medium, medium_at, minimax
from ai.opponents.unbeatable import unbeatable
from ai.policy import Opponent


class UnknownOpponent(Refusal):
    """No opponent has this key, or it does not take this parameter."""


HUMAN = "human"  # stands where an opponent's key may, for a mark that a person holds
THREE = (TIC_TAC_TOE,)

OPPONENTS = {
    opponent.key: opponent
    for opponent in (
        Opponent("easy", N_("Easy"), easy, level=True, symmetric=True),
        Opponent("medium", N_("Medium"), medium, level=True, symmetric=True, at_depth=medium_at),
        Opponent("hard", N_("Hard"), hard, level=True, symmetric=True),
        Opponent("unbeatable", N_("Unbeatable"), unbeatable, level=True, symmetric=True),
        Opponent("rules", N_("Newell–Simon rules"), rules, THREE, symmetric=True),
        Opponent("chain", N_("Chain of rules"), chain, THREE),
        Opponent("minimax", N_("Minimax"), minimax, THREE),
        Opponent("alpha-beta", N_("Alpha-beta"), alpha_beta, THREE),
    )
}

# In the order of the menu: the difficulty levels, each harder than the one before, and the rest.
LEVELS = tuple(opponent for opponent in OPPONENTS.values() if opponent.level)
CLASSICS = tuple(opponent for opponent in OPPONENTS.values() if not opponent.level)


def opponent_named(key: str) -> Opponent:
    """The opponent of that *key*.

    :raises UnknownOpponent: if there is none.
    """
    if key not in OPPONENTS:
        raise UnknownOpponent(
            N_("There is no opponent “%(key)s”: choose from %(keys)s."),
            key=key,
            keys=", ".join(OPPONENTS),
        )
    return OPPONENTS[key]


def opponent_for(game: Game, key: str) -> Opponent:
    """The opponent of that *key*, which may name a depth where a player has one: `medium:depth=4`.

    :raises UnknownOpponent: if there is none.
    :raises UnsupportedGame: if it does not play *game*.
    """
    name, colon, parameter = key.partition(":")
    opponent = opponent_named(name)
    opponent.require(game)
    return _tuned(game, opponent, parameter) if colon else opponent


def _tuned(game: Game, opponent: Opponent, parameter: str) -> Opponent:
    """*opponent* with its depth as *parameter* gives it.

    :raises UnknownOpponent: if it does not take *parameter*.
    """
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
    depth = int(given[1])
    return replace(
        opponent,
        key=f"{opponent.key}:depth={depth}",
        name=f"{opponent.name}, depth {depth}",
        policy=opponent.at_depth(depth),
    )
