"""The choices of a new match: one tap starts it, or a form for any two players."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ai.opponents import CLASSICS, HUMAN, LEVELS, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules import GAMES, NAMED, Game, Mark
from webapp.board.forms import PlayerChoice
from webapp.board.players import USUAL_OPPONENT, Players
from webapp.game.match import Match

# Valid choices in the form for a new game, by the names of its fields.
OFFERED: dict[str, Container[str]] = {
    "game": NAMED,
    "x": (HUMAN, *OPPONENTS),
    "o": (HUMAN, *OPPONENTS),
    "first": ("x", "o"),
}


@dataclass(frozen=True)
class SetUp:
    """The choices of a new match, beside the present one at *game* between *players*, begun by
    *first*. The person's last *own* game is one of them, if there is one.
    """

    game: Game
    players: Players
    first: Mark
    own: Game | None = None

    def beside(self, own: Game | None) -> "SetUp":
        """The same choices, and the game *own* unless they have one."""
        return self if self.own or not own else replace(self, own=own)

    @property
    def query(self) -> dict[str, str]:
        """The query of the address that starts a match like the present one."""
        x, o = self.players.x, self.players.o
        return {"game": self.game.key, "x": x, "o": o, "first": self.first.lower()}

    @property
    def games(self) -> list[tuple[Game, "SetUp"]]:
        """The games of the house between the same players; the default opponent stands in for one
        that does not play it.
        """
        return [(game, self._at(game)) for game in GAMES.values()]

    @property
    def others(self) -> list[tuple[Game, "SetUp"]]:
        """All other games between the same players, as :attr:`games`."""
        others = *list(NAMED.values())[len(GAMES) :], self.own
        return [(game, self._at(game)) for game in others if game]

    @property
    def levels(self) -> list[tuple[Opponent, "SetUp"]]:
        """The difficulty levels."""
        return [(opponent, self._against(opponent)) for opponent in LEVELS]

    @property
    def programs(self) -> list[tuple[Opponent, "SetUp"]]:
        """The classic programs, at a game that they play."""
        return [(opponent, self._against(opponent)) for opponent in CLASSICS]

    @property
    def sides(self) -> list[tuple[str, "SetUp"]]:
        """The present game, begun by the player of that name: a lone person first."""
        marks = sorted(Mark, key=lambda mark: mark is not self._person)
        return [(self.players.name(mark), replace(self, first=mark)) for mark in marks]

    @property
    def for_two(self) -> "SetUp":
        """The present game for two people."""
        return replace(self, players=Players(), first=Mark.X)

    @property
    def to_watch(self) -> "SetUp":
        """The present game between two programs."""
        opponent = self.players.key(self._person.other)
        watched = USUAL_OPPONENT if opponent in {HUMAN, "unbeatable"} else opponent
        return replace(self, players=Players(watched, "unbeatable"), first=Mark.X)

    @property
    def named(self) -> dict[str, "SetUp"]:
        """The choices of a game or an opponent, by its key."""
        named = {game.key: choices for game, choices in (*self.games, *self.others)}
        rivals = *self.levels, *self.programs
        return named | {opponent.key: choices for opponent, choices in rivals}

    def _against(self, opponent: Opponent) -> "SetUp":
        """*opponent* at the present game, or at the first one that it plays."""
        game = self.game if opponent.plays(self.game) else opponent.games[0]
        players = Players(x=opponent.key) if self._person is Mark.O else Players(o=opponent.key)
        first = self.first if self.players.lone else Mark.X
        return replace(self, game=game, players=players, first=first)

    @property
    def _person(self) -> Mark:
        """The mark of a lone person, else X."""
        return self.players.lone or Mark.X

    def _at(self, game: Game) -> "SetUp":
        players = self.players
        for mark in Mark:
            opponent = players.computer(mark)
            if opponent and not opponent.plays(game):
                players = players.replace(mark, USUAL_OPPONENT)
        return replace(self, game=game, players=players)


class NewGame(NamedTuple):
    """The values of the form for a new game: the key of its *game*, one of *games*, the players of
    its *seats*, and the mark that begins *first*. It was *refused* with a message, or not.
    """

    game: str
    games: tuple[Game, ...]
    seats: tuple[PlayerChoice, ...]
    first: str
    refused: str


def new_game(match: Match, form: Mapping[str, str], message: str) -> NewGame:
    """The form for a new game like *match*. If *form* was one, refused with *message*, it shows
    this, and keeps the valid choices.
    """
    record, players = match.record, match.players
    present = {"game": record.game.key, "x": players.x, "o": players.o, "first": record.first}
    kept = {name: text for name, text in form.items() if text in OFFERED.get(name, ())}
    game, x, o, first = (present | kept).values()
    return NewGame(
        game,
        tuple(dict.fromkeys([*NAMED.values(), record.game])),
        (PlayerChoice(Mark.X, x), PlayerChoice(Mark.O, o)),
        first.lower(),
        "" if present.keys().isdisjoint(form) else message,
    )
