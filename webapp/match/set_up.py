"""The choices of a new match: one tap starts it, or a form for any two players."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark
from webapp.board.forms import PlayerChoice
from webapp.board.parts import Part
from webapp.board.players import USUAL_OPPONENT, Players, Seat, level
from webapp.board.portraits import IN_BRIEF
from webapp.match.match import Match

# Valid choices in the form for a new game, by the names of its fields.
OFFERED: dict[str, Container[str]] = {
    "game": GAMES,
    "x": (HUMAN, *OPPONENTS),
    "o": (HUMAN, *OPPONENTS),
    "first": ("x", "o"),
}


@dataclass(frozen=True, slots=True)
class BriefScore(Part):
    """How many games each side has won."""

    rendered_by: ClassVar = ("match/parts.html", "brief_score")

    x_wins: int
    o_wins: int


@dataclass(frozen=True, slots=True)
class Strip(Part):
    """The game, its two players, and their score."""

    rendered_by: ClassVar = ("match/parts.html", "strip")

    game: str
    seats: tuple[Seat, ...]
    score: BriefScore

    def changed_since(self, before: Self) -> Iterable[Part]:
        """The score alone if nothing else changed."""
        if self != replace(before, score=self.score):
            return (self,)
        return self.score.changed_since(before.score)


@dataclass(frozen=True, slots=True)
class SetUpChoice:
    """A button for a new match; *chosen* if the present match is like it."""

    label: str
    game: Game
    players: Players
    first: Mark
    chosen: bool

    @property
    def query(self) -> dict[str, str]:
        """The query of the address that starts it."""
        x, o = self.players.x, self.players.o
        return {"game": self.game.key, "x": x, "o": o, "first": self.first.lower()}


class Rival(NamedTuple):
    """An opponent, its level (0 for a classic program), and a match for each game it plays."""

    opponent: Opponent
    level: int
    in_brief: str
    choices: tuple[SetUpChoice, ...]


@dataclass(frozen=True, slots=True)
class SetUp(Part):
    """The choices of a new match, beside the present one at *game* between *players*, begun by
    *first*.
    """

    rendered_by: ClassVar = ("match/parts.html", "set_up")

    game: Game
    players: Players
    first: Mark

    @property
    def person(self) -> Mark:
        """The mark of a lone person, else X."""
        return self.players.lone or Mark.X

    @property
    def opponent(self) -> str:
        """The key of the lone person's opponent, or of the default opponent."""
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
    def sides(self) -> list[SetUpChoice]:
        """The present game: begun by either side, for two people, and between two programs."""
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
        """The side that begins against a new opponent: as before for a lone person, else X."""
        return self.first if self.players.lone else Mark.X

    def _against(self, key: str) -> Players:
        """The person, with the present mark, against the opponent of that *key*."""
        return Players(x=key) if self.person is Mark.O else Players(o=key)

    def _choice(self, label: str, game: Game, players: Players, first: Mark) -> SetUpChoice:
        present = (self.game, self.players, self.first)
        return SetUpChoice(label, game, players, first, (game, players, first) == present)


@dataclass(frozen=True, slots=True)
class NewGame:
    """The form for a new game with its selected values; *refused* is an error message or empty."""

    game: str
    x: PlayerChoice
    o: PlayerChoice
    first: str
    refused: str

    games: ClassVar[tuple[Game, ...]] = tuple(GAMES.values())


def new_game(match: Match, form: Mapping[str, str], message: str) -> NewGame:
    """The form for a new game like *match*. If *form* was one, refused with *message*, it shows
    this, and keeps the valid choices.
    """
    record, players = match.record, match.players
    settings = {
        "game": record.game.key,
        "x": players.x,
        "o": players.o,
        "first": record.first.lower(),
    }
    refused = not settings.keys().isdisjoint(form)
    settings |= {name: text for name, text in form.items() if text in OFFERED.get(name, ())}
    x, o = PlayerChoice(Mark.X, settings["x"]), PlayerChoice(Mark.O, settings["o"])
    return NewGame(settings["game"], x, o, settings["first"], message if refused else "")
