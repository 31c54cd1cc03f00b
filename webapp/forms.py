"""Forms that several pages share: the fields that start a match, and the choice of its settings."""

from dataclasses import dataclass
from typing import ClassVar

from ai.games import GAMES, Game
from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS
from ai.policy import Opponent
from ai.position import Mark
from ai.record import Record
from webapp.parts import Part
from webapp.players import USUAL_OPPONENT, Players

HiddenFields = tuple[tuple[str, str], ...]  # names and values of hidden fields


def new_game_fields(record: Record, players: Players) -> HiddenFields:
    """What starts the game of *record* anew between *players*, from where it started unless it was
    over there.
    """
    start = record.start
    moves = (("moves", Record(start).text),) if start.ply and not start.outcome else ()
    return (*_game(record), *_seats(players), *moves)


def set_up_fields(record: Record) -> HiddenFields:
    """What sets a match up as *record* stands; the players are chosen beside it."""
    return (*_game(record), ("moves", record.text))


def retry_fields(record: Record, players: Players) -> HiddenFields:
    """What lets a person retry the move after *record* against the same opponent."""
    return (*set_up_fields(record), *_seats(players), ("retry", "on"))


def _game(record: Record) -> HiddenFields:
    return (("game", record.game.key), ("first", record.first.lower()))


def _seats(players: Players) -> HiddenFields:
    return (("x", players.x), ("o", players.o))


@dataclass(frozen=True, slots=True)
class PlayerChoice(Part):
    """The choice of who holds *mark*, with *chosen* chosen: a person or an opponent's key. Offered
    are who plays one of the *games*.
    """

    rendered_by: ClassVar = ("shared/forms.html", "player_choice")

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
        """The boards of an opponent, such as `3×3`; empty for one that plays all of the games."""
        if all(opponent.plays(game) for game in self.games):
            return ""
        return ", ".join(f"{game.size}×{game.size}" for game in opponent.games)


@dataclass(frozen=True, slots=True)
class NewGame(Part):
    """The form for a new game, with what it shows as chosen, and why that was *refused*, if so."""

    rendered_by: ClassVar = ("match/parts.html", "new_game")

    game: str
    x: PlayerChoice
    o: PlayerChoice
    first: str
    refused: str

    games: ClassVar[tuple[Game, ...]] = tuple(GAMES.values())


def new_game(game: str, x: str, o: str, first: str, refused: str = "") -> NewGame:
    """The form for a new game that shows these settings, which may have been *refused*."""
    return NewGame(game, PlayerChoice(Mark.X, x), PlayerChoice(Mark.O, o), first, refused)
