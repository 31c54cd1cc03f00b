"""The choice of game, opponent and side: one tap starts a match."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple, Self

from ai.games import Game
from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS
from ai.policy import Opponent
from ai.position import Mark
from webapp.parts import Part
from webapp.players import USUAL_OPPONENT, Players, Seat, level
from webapp.portraits import IN_BRIEF


@dataclass(frozen=True, slots=True)
class BriefScore(Part):
    """How often each has won."""

    rendered_by: ClassVar = ("match/parts.html", "brief_score")

    x_wins: int
    o_wins: int


@dataclass(frozen=True, slots=True)
class Strip(Part):
    """Who plays whom at which game, and their score."""

    rendered_by: ClassVar = ("match/parts.html", "strip")

    game: str
    seats: tuple[Seat, ...]
    score: BriefScore

    def changed_since(self, before: Self) -> Iterable[Part]:
        """Only the score, where nothing else changed."""
        if self != replace(before, score=self.score):
            return (self,)
        return self.score.changed_since(before.score)


@dataclass(frozen=True, slots=True)
class Choice:
    """A match that one tap starts, *chosen* if it is the present one."""

    label: str
    game: Game
    players: Players
    first: Mark
    chosen: bool

    @property
    def query(self) -> dict[str, str]:
        """What the address says that starts it."""
        x, o = self.players.x, self.players.o
        return {"game": self.game.key, "x": x, "o": o, "first": self.first.lower()}


class Rival(NamedTuple):
    """An opponent, its level or 0, and the matches against it, one a game that it plays."""

    opponent: Opponent
    level: int
    in_brief: str
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
        return self.players.lone or Mark.X

    @property
    def opponent(self) -> str:
        """The key of the opponent of a lone person, or of who would be."""
        key = self.players.key(self.person.other)
        return USUAL_OPPONENT if key == HUMAN else key

    @property
    def levels(self) -> list[Rival]:
        """The difficulty levels, each at every game."""
        return [*map(self._rival, LEVELS)]

    @property
    def programs(self) -> list[Rival]:
        """The classic programs, each at the games that it plays."""
        return [*map(self._rival, CLASSICS)]

    @property
    def sides(self) -> list[Choice]:
        """Who starts, and who plays at all, at the present game."""
        alone, person = self._against(self.opponent), self.person
        watched = self.opponent if self.opponent != "unbeatable" else "easy"
        return [
            self._choice(_("I start"), self.game, alone, person),
            self._choice(_("They start"), self.game, alone, person.other),
            self._choice(_("Two people"), self.game, Players(), Mark.X),
            self._choice(_("Watch two"), self.game, Players(watched, "unbeatable"), Mark.X),
        ]

    def _rival(self, opponent: Opponent) -> Rival:
        choices = tuple(
            self._choice(_(game.name), game, self._against(opponent.key), self._first)
            for game in opponent.games
        )
        return Rival(opponent, level(opponent), _(IN_BRIEF[opponent.key]), choices)

    @property
    def _first(self) -> Mark:
        """Who begins against a new opponent: as before, if a lone person played."""
        return self.first if self.players.lone else Mark.X

    def _against(self, key: str) -> Players:
        """A lone person, with the mark of before, and the opponent of that *key*."""
        return Players(x=key) if self.person is Mark.O else Players(o=key)

    def _choice(self, label: str, game: Game, players: Players, first: Mark) -> Choice:
        present = (self.game, self.players, self.first)
        return Choice(label, game, players, first, (game, players, first) == present)


set_up = lru_cache(maxsize=1024)(SetUp)
