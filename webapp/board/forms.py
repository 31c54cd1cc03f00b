"""Forms that several pages share: the fields that start a match, and the choice of its settings."""

from dataclasses import dataclass
from typing import ClassVar

from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark
from ai.rules.record import Record
from webapp.board.parts import Part
from webapp.board.players import USUAL_OPPONENT, Players

HiddenFields = tuple[tuple[str, str], ...]  # names and values of hidden fields


def new_game_fields(record: Record, players: Players) -> HiddenFields:
    """The fields that start the game of *record* anew between *players*: from its start, or from
    the empty board if the game was over there.
    """
    anew = record.anew
    moves = (("moves", anew.text),) if anew.ply else ()
    return (*_game(record), *_seats(players), *moves)


def set_up_fields(record: Record) -> HiddenFields:
    """The fields that set up a match with the moves of *record*, without players."""
    return (*_game(record), ("moves", record.text))


def retry_fields(record: Record, players: Players) -> HiddenFields:
    """The fields of a retry of the move after *record*, between the same *players*."""
    return (*set_up_fields(record), *_seats(players), ("retry", "on"))


def _game(record: Record) -> HiddenFields:
    return (("game", record.game.key), ("first", record.first.lower()))


def _seats(players: Players) -> HiddenFields:
    return (("x", players.x), ("o", players.o))


@dataclass(frozen=True, slots=True)
class PlayerChoice(Part, rendered_by=("shared/forms.html", "player_choice")):
    """The menu of players for *mark*: HUMAN, and the opponents that play one of the *games*.
    *chosen* is the selected key.
    """

    mark: Mark
    chosen: str
    games: tuple[Game, ...] = tuple(GAMES.values())

    human: ClassVar = HUMAN
    fallback: ClassVar = USUAL_OPPONENT

    @property
    def groups(self) -> list[tuple[str, tuple[Opponent, ...]]]:
        """The opponents under their headings: the difficulty levels, then the classic programs."""
        groups = [(_("Computer"), LEVELS), (_("Classic programs"), CLASSICS)]
        offered = [(label, tuple(filter(self._is_offered, all_))) for label, all_ in groups]
        return [(label, opponents) for label, opponents in offered if opponents]

    def _is_offered(self, opponent: Opponent) -> bool:
        return any(opponent.plays(game) for game in self.games)

    def only(self, opponent: Opponent) -> str:
        """The boards of an opponent, such as `3×3`; empty if it plays all of the *games*."""
        if all(opponent.plays(game) for game in self.games):
            return ""
        return ", ".join(f"{game.size}×{game.size}" for game in opponent.games)
