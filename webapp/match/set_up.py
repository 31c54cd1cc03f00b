"""The choices of a new match: one tap starts it, or a form for any two players."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from ai.language import _
from ai.opponents import CLASSICS, HUMAN, LEVELS, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark
from webapp.board.forms import PlayerChoice
from webapp.board.parts import Part
from webapp.board.players import USUAL_OPPONENT, Players, Seat, level
from webapp.board.portraits import GAME_IN_BRIEF, IN_BRIEF
from webapp.match.match import Match

# Valid choices in the form for a new game, by the names of its fields.
OFFERED: dict[str, Container[str]] = {
    "game": GAMES,
    "x": (HUMAN, *OPPONENTS),
    "o": (HUMAN, *OPPONENTS),
    "first": ("x", "o"),
}


@dataclass(frozen=True, slots=True)
class Strip(Part, rendered_by=("match/parts.html", "strip")):
    """The game, its players, and how many games each side has won: on the button of the set-up."""

    game: str
    seats: tuple[Seat, Seat]
    lone: Mark | None
    x_wins: int
    o_wins: int

    @property
    def others(self) -> tuple[Seat, ...]:
        """The players without a lone person."""
        return tuple(seat for seat in self.seats if seat.mark is not self.lone)


class MatchUp(Strip, rendered_by=("match/parts.html", "match_up")):
    """The same above the status, where there is room for it."""

    __slots__ = ()


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


class GameChoice(NamedTuple):
    """A game in few words, and the match at it."""

    in_brief: str
    choice: SetUpChoice


class Rival(NamedTuple):
    """An opponent, its level (0 for a classic program), and the match against it."""

    opponent: Opponent
    level: int
    in_brief: str
    choice: SetUpChoice


@dataclass(frozen=True, slots=True)
class SetUp(Part, rendered_by=("match/parts.html", "set_up")):
    """The choices of a new match, beside the present one at *game* between *players*, begun by
    *first*.
    """

    game: Game
    players: Players
    first: Mark

    @property
    def games(self) -> list[GameChoice]:
        """Every game between the same players; the default opponent stands in for one that does
        not play it.
        """
        return [
            GameChoice(
                _(GAME_IN_BRIEF[key]),
                self._choice(_(game.name), game, self._players_at(game), self.first),
            )
            for key, game in GAMES.items()
        ]

    @property
    def levels(self) -> list[Rival]:
        """The difficulty levels."""
        return [*map(self._rival, LEVELS)]

    @property
    def programs(self) -> list[Rival]:
        """The classic programs, at a game that they play."""
        return [*map(self._rival, CLASSICS)]

    @property
    def sides(self) -> list[tuple[Mark, SetUpChoice]]:
        """The present game, begun by either side: a lone person first."""
        marks = sorted(Mark, key=lambda mark: mark is not self._person)
        return [
            (mark, self._choice(self.players.name(mark), self.game, self.players, mark))
            for mark in marks
        ]

    @property
    def otherwise(self) -> list[tuple[str, SetUpChoice]]:
        """The present game for two people, and between two programs, each with an icon's name."""
        opponent = self.players.key(self._person.other)
        watched = USUAL_OPPONENT if opponent in {HUMAN, "unbeatable"} else opponent
        people, programs = Players(), Players(watched, "unbeatable")
        return [
            ("two", self._choice(_("Two people, this device"), self.game, people, Mark.X)),
            ("watch", self._choice(_("Watch computers"), self.game, programs, Mark.X)),
        ]

    @property
    def named(self) -> dict[str, SetUpChoice]:
        """The choices of a game or an opponent, by its key."""
        games = {key: choice for key, (_brief, choice) in zip(GAMES, self.games, strict=True)}
        rivals = (*self.levels, *self.programs)
        return games | {rival.opponent.key: rival.choice for rival in rivals}

    def _rival(self, opponent: Opponent) -> Rival:
        """*opponent* at the present game, or at the first one that it plays."""
        game = self.game if opponent.plays(self.game) else opponent.games[0]
        players = Players(x=opponent.key) if self._person is Mark.O else Players(o=opponent.key)
        first = self.first if self.players.lone else Mark.X
        choice = self._choice(_(opponent.name), game, players, first)
        return Rival(opponent, level(opponent), _(IN_BRIEF[opponent.key]), choice)

    @property
    def _person(self) -> Mark:
        """The mark of a lone person, else X."""
        return self.players.lone or Mark.X

    def _players_at(self, game: Game) -> Players:
        players = self.players
        for mark in Mark:
            opponent = players.computer(mark)
            if opponent and not opponent.plays(game):
                players = players.replace(mark, USUAL_OPPONENT)
        return players

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
