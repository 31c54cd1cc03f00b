"""The choice of game, opponent and side: one tap starts a match."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from ai.games import GAMES, Game
from ai.opponents import HUMAN, OPPONENTS
from ai.policy import Opponent
from ai.position import Mark
from webapp.parts import Part
from webapp.players import Players
from webapp.portraits import PORTRAITS, Portrait

NEWCOMERS_OPPONENT = "medium"


class Side(NamedTuple):
    """Who holds *mark*: the display *name*, and the *key*."""

    mark: Mark
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Strip(Part):
    """Who plays whom at which game, and how often each has won."""

    rendered_by: ClassVar = ("match/parts.html", "strip")

    game: str
    sides: tuple[Side, ...]
    score: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A match that one tap starts, *chosen* if it is the present one."""

    label: str
    game: str
    players: Players
    first: Mark
    chosen: bool

    @property
    def query(self) -> dict[str, str]:
        """What the address says that starts it."""
        x, o = self.players.x, self.players.o
        return {"game": self.game, "x": x, "o": o, "first": self.first.lower()}


class Rival(NamedTuple):
    """An opponent with its portrait, and the matches against it, one a game that it plays."""

    opponent: Opponent
    portrait: Portrait
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class SetUp(Part):
    """All choices beside the present match at *game* between *players*, where *first* began."""

    rendered_by: ClassVar = ("match/parts.html", "set_up")

    game: Game
    players: Players
    first: Mark

    @property
    def person(self) -> Mark:
        """The mark that a lone person holds, or would hold."""
        return self.players.people[0] if len(self.players.people) == 1 else Mark.X

    @property
    def opponent(self) -> str:
        """The key of the opponent of a lone person, or of who would be."""
        key = self.players.key(self.person.other)
        return NEWCOMERS_OPPONENT if key == HUMAN else key

    @property
    def levels(self) -> list[Rival]:
        """The difficulty levels, each at every game."""
        return [*self._rivals(level=True)]

    @property
    def programs(self) -> list[Rival]:
        """The classic programs, each at the games that it plays."""
        return [*self._rivals(level=False)]

    @property
    def sides(self) -> list[Choice]:
        """Who starts, and who plays at all, at the present game."""
        alone, person = self._against(self.opponent), self.person
        watched = self.opponent if self.opponent != "unbeatable" else "easy"
        return [
            self._choice("I start", self.game, alone, person),
            self._choice("They start", self.game, alone, person.other),
            self._choice("Two people", self.game, Players(), Mark.X),
            self._choice("Watch two", self.game, Players(watched, "unbeatable"), Mark.X),
        ]

    def _rivals(self, *, level: bool) -> Iterator[Rival]:
        for key, opponent in OPPONENTS.items():
            if opponent.level is level:
                choices = tuple(
                    self._choice(game.name, game, self._against(key), self._first)
                    for game in GAMES.values()
                    if opponent.plays(game)
                )
                yield Rival(opponent, PORTRAITS[key], choices)

    @property
    def _first(self) -> Mark:
        """Who begins against a new opponent: as before, if a lone person played."""
        return self.first if len(self.players.people) == 1 else Mark.X

    def _against(self, key: str) -> Players:
        """A lone person, with the mark of before, and the opponent of that *key*."""
        return Players(x=key) if self.person is Mark.O else Players(o=key)

    def _choice(self, label: str, game: Game, players: Players, first: Mark) -> Choice:
        present = (self.game, self.players, self.first)
        return Choice(label, game.key, players, first, (game, players, first) == present)


set_up = lru_cache(maxsize=1024)(SetUp)
