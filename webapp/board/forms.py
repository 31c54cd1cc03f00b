"""Forms that several pages share: the fields that start a match, and the choice of its settings."""

from dataclasses import dataclass
from typing import ClassVar

from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS
from ai.opponents.policy import Opponent
from ai.rules import GAMES, Game, Mark, Record
from webapp.board.players import USUAL_OPPONENT, Players

HiddenFields = tuple[tuple[str, str], ...]  # names and values of hidden fields


def set_up_fields(record: Record) -> HiddenFields:
    """The fields that set up a match with the moves of *record*, without players."""
    first = record.first.lower()
    return (("game", record.game.key), ("first", first), ("moves", record.text))


def retry_fields(record: Record, players: Players) -> HiddenFields:
    """The fields of a retry of the move after *record*, between the same *players*."""
    return (*set_up_fields(record), ("x", players.x), ("o", players.o), ("retry", "on"))


def new_game_fields(record: Record, players: Players) -> HiddenFields:
    """The fields that start the game of *record* anew between *players*: from its start, or from
    the empty board if the game was over there.
    """
    anew = set_up_fields(record.anew)
    return (*(field for field in anew if field[1]), ("x", players.x), ("o", players.o))


@dataclass(frozen=True)
class PlayerChoice:
    """The menu for *mark*: HUMAN and the opponents at one of the *games*; *chosen* is selected."""

    mark: Mark
    chosen: str
    games: tuple[Game, ...] = tuple(GAMES.values())

    human: ClassVar = HUMAN
    fallback: ClassVar = USUAL_OPPONENT

    @property
    def groups(self) -> list[tuple[str, tuple[Opponent, ...]]]:
        """The opponents under their headings: the difficulty levels, then the classic programs."""
        groups = {_("Computer"): LEVELS, _("Classic programs"): CLASSICS}
        offered = {
            label: tuple(one for one in opponents if any(map(one.plays, self.games)))
            for label, opponents in groups.items()
        }
        return [(label, opponents) for label, opponents in offered.items() if opponents]

    def only(self, opponent: Opponent) -> str:
        """The boards of an opponent, such as `3×3`; empty if it plays all of the *games*."""
        if all(opponent.plays(game) for game in self.games):
            return ""
        return ", ".join(f"{game.columns}×{game.rows}" for game in opponent.games)
