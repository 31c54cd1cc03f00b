"""The computer players, one module a family of policies, in the order of the menu."""

from ai.games import TIC_TAC_TOE, Game
from ai.opponents.easy import easy
from ai.opponents.hard import hard
from ai.opponents.search import medium, minimax
from ai.opponents.unbeatable import unbeatable
from ai.policy import Opponent


class UnknownOpponent(ValueError):
    """No opponent has this key."""


OPPONENTS = {
    opponent.key: opponent
    for opponent in (
        Opponent("easy", "Easy", easy, level=True),
        Opponent("medium", "Medium", medium, level=True),
        Opponent("hard", "Hard", hard, level=True),
        Opponent("unbeatable", "Unbeatable", unbeatable, games=(TIC_TAC_TOE,), level=True),
        Opponent("minimax", "Minimax", minimax, games=(TIC_TAC_TOE,)),
    )
}


def opponent_for(game: Game, key: str) -> Opponent:
    """The opponent of that *key*.

    :raises UnknownOpponent: if there is none.
    :raises UnsupportedGame: if it does not play *game*.
    """
    if key not in OPPONENTS:
        raise UnknownOpponent(f"There is no opponent “{key}”: choose from {', '.join(OPPONENTS)}.")
    opponent = OPPONENTS[key]
    opponent.require(game)
    return opponent
